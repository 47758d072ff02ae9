"""A g-g diagram: lateral against longitudinal acceleration of a lap, drawn as text.

    python gg_diagram.py LAP.raf

With matplotlib it is `plt.scatter(lateral, longitudinal)`; this one needs numpy alone.
"""

import sys

import numpy as np
import paddock

WIDTH, HEIGHT = 61, 25  # characters


def main() -> None:
    with paddock.open(sys.argv[1]) as lap:
        telemetry = lap.tables[next(iter(lap.tables))]
        columns = [telemetry.find_role(f"acceleration_{axis}") for axis in ("lateral", "longitudinal")]
        if None in columns:
            sys.exit(f"{sys.argv[1]}: no accelerations are recorded in {lap.title} files")
        lateral, longitudinal = (telemetry[column.name] for column in columns if column)
    limit = max(np.abs(lateral).max(), np.abs(longitudinal).max())
    edges = [np.linspace(-limit, limit, HEIGHT + 1), np.linspace(-limit, limit, WIDTH + 1)]
    counts, _, _ = np.histogram2d(longitudinal, lateral, bins=edges)
    shades = np.array(list(" .:*#"))
    levels = np.digitize(counts, [1, 4, 16, 64])
    for row in reversed(range(HEIGHT)):
        g = (edges[0][row] + edges[0][row + 1]) / 2
        print(f"{g:+5.2f} g |{''.join(shades[levels[row]])}|")
    print(
        f"across: {-limit:+.2f} g to {limit:+.2f} g; most: {np.abs(lateral).max():.2f} g across, "
        f"{longitudinal.max():.2f} g forward, {-longitudinal.min():.2f} g braking"
    )


main()
