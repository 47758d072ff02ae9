"""What a column is: its name, type, unit, and how sure we are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Mapping, Optional

import numpy as np

from ._interface import ffi
from .library import known_text, lib, text

# By the numbers of pdk_type.
NUMBER_TYPES: dict[int, np.dtype[Any]] = {
    lib.PDK_BOOL: np.dtype(np.bool_),
    lib.PDK_INT8: np.dtype(np.int8),
    lib.PDK_UINT8: np.dtype(np.uint8),
    lib.PDK_INT16: np.dtype(np.int16),
    lib.PDK_UINT16: np.dtype(np.uint16),
    lib.PDK_INT32: np.dtype(np.int32),
    lib.PDK_UINT32: np.dtype(np.uint32),
    lib.PDK_INT64: np.dtype(np.int64),
    lib.PDK_UINT64: np.dtype(np.uint64),
    lib.PDK_FLOAT32: np.dtype(np.float32),
    lib.PDK_FLOAT64: np.dtype(np.float64),
}


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    name: str
    type: str  # "float64", "text" ...
    unit: Optional[str]  # SI symbol: "m/s"
    meaning: Optional[str]
    certainty: str  # "confirmed", "likely", "guessed", "unknown"
    nullable: bool  # values can be missing
    role: Optional[str]  # "time", "speed" ...: what it is about, the same in every format
    frame: Optional[str]  # of coordinates: "x right, y forward, z up; m"
    labels: Mapping[int, str]  # names of values, or of bits where is_flags
    is_flags: bool
    hidden: bool  # left out where nobody names columns
    index: int = field(repr=False)
    code: int = field(repr=False)  # pdk_type

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of its array; texts and bytes are Python objects."""
        return NUMBER_TYPES.get(self.code, np.dtype(object))


def labels_of(pointer: Any) -> dict[int, str]:
    names: dict[int, str] = {}
    if pointer == ffi.NULL:
        return names
    i = 0
    while pointer[i].text != ffi.NULL:
        names[pointer[i].value] = known_text(pointer[i].text)
        i += 1
    return names


def column_of(info: Any, index: int) -> Column:
    return Column(
        name=known_text(info.name),
        type=known_text(lib.pdk_type_name(info.type)),
        unit=text(info.unit),
        meaning=text(info.meaning),
        certainty=known_text(lib.pdk_certainty_name(info.certainty)),
        nullable=info.nullable,
        role=text(lib.pdk_role_name(info.role)) or None,
        frame=text(lib.pdk_frame_text(info.frame)) or None,
        labels=labels_of(info.labels),
        is_flags=info.is_flags,
        hidden=info.hidden,
        index=index,
        code=info.type,
    )
