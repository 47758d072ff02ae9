"""The binary files of racing simulators as arrays.

    import paddock

    with paddock.open("race.vcr") as race:
        laps = race.tables["laps"]
        print(laps["driver"], laps["lap_time"])
        frame = laps.to_pandas()
        best = frame[frame["clean"]].groupby("driver")["lap_time"].min()

Everything reads from the C library libpaddock. A failure is a `paddock.Error` with `code`, `offset` and `where`.
"""

from ._version import VERSION as __version__
from .columns import Column
from .compare import compare
from .document import Document, Property, open
from .errors import Error, UnavailableError
from .findings import Finding
from .formats import Format, formats
from .images import Image
from .lines import Line
from .motion import Motion, Run, Segment
from .sql import dataset, sql
from .surfaces import Group, Surface
from .tables import Table
from .times import format_distance, format_duration, format_fixed, format_gap, format_speed, format_time

__all__ = [
    "Column",
    "Document",
    "Error",
    "Finding",
    "Format",
    "Group",
    "Image",
    "Line",
    "Motion",
    "Property",
    "Run",
    "Segment",
    "Surface",
    "Table",
    "UnavailableError",
    "compare",
    "dataset",
    "format_distance",
    "format_duration",
    "format_fixed",
    "format_gap",
    "format_speed",
    "format_time",
    "formats",
    "open",
    "sql",
]
