"""The fastest clean laps in a folder of replays and telemetry.

    python fastest_laps.py FOLDER [HOW_MANY]
"""

import sys
from pathlib import Path

import numpy as np
import paddock


def clean_laps(path: Path) -> list[tuple[float, str, int, str]]:
    with paddock.open(path) as document:
        laps = document.tables["laps"].read(["lap_time", "driver", "lap", "clean"])
    untimed = np.ma.getmaskarray(laps["lap_time"])
    rows = zip(laps["lap_time"], laps["driver"], laps["lap"], laps["clean"] & ~untimed)
    return [(float(time), driver, int(lap), path.name) for time, driver, lap, counts in rows if counts]


def main() -> None:
    folder, count = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10
    found = []
    for path in sorted(folder.iterdir()):
        try:
            found += clean_laps(path)
        except paddock.UnavailableError:
            pass  # there are no laps in it
        except paddock.Error as error:
            if error.status != "unknown format":
                print(f"left out: {error}", file=sys.stderr)
    for time, driver, lap, file in sorted(found)[:count]:
        print(f"{int(time // 60)}:{time % 60:06.3f}  {driver}, lap {lap} of {file}")


main()
