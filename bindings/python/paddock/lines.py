"""Lines: the path of a track, its edges, the reference line of a road."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

import numpy as np

from ._interface import ffi
from .errors import check, new_error
from .handle import Handle
from .library import known_text, lib, text


@dataclass(frozen=True, eq=False)
class Line:
    name: str  # "centre", "left edge"
    closed: bool  # from the last point it continues to the first, which is not stored again
    frame: Optional[str]
    certainty: str
    points: "np.ndarray[Any, Any]"  # (points, 3) float64


def line_of(handle: Handle, index: int) -> Line:
    info, error = lib.pdk_document_line_at(handle.pointer, index), new_error()
    points = np.zeros((info.points, 3), np.float64)
    address = ffi.cast("double (*)[3]", points.ctypes.data)
    check(lib.pdk_document_line_read(handle.pointer, index, 0, info.points, address, error), error, handle.path)
    return Line(
        name=known_text(info.name),
        closed=info.closed,
        frame=text(lib.pdk_frame_text(info.frame)) or None,
        certainty=known_text(lib.pdk_certainty_name(info.certainty)),
        points=points,
    )
