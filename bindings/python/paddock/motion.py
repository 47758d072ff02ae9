"""Who moved how: the same view of every file in which something drives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterable, Optional, Sequence

import numpy as np

from . import arguments
from ._interface import ffi
from .errors import check, new_error
from .handle import Handle
from .library import known_text, lib, sized_text, text, text_bytes

_BEGINS = ("run", "gap", "jump", "clock", "place")  # by the numbers of pdk_motion_begin


@dataclass(frozen=True)
class Channel:
    role: str  # "time", "x", "speed" ...
    unit: Optional[str]
    certainty: str
    derived: bool  # computed from other columns; otherwise stored in the file
    index: int


@dataclass(frozen=True)
class Segment:
    """Samples in which a car moves without a break."""

    first: int
    count: int
    start_time: float
    end_time: float
    begin: str  # why it begins: "run", "gap", "jump", "clock", "place"


class Motion:
    """The motion of a file: a run for each driver or car, with the same channels in each.

    Positions are in metres in a right-handed frame with z up; headings in radians, anticlockwise seen from above, 0
    along x. Times are seconds of the session's clock.
    """

    def __init__(self, handle: Handle, wheel: Optional[str]) -> None:
        options = ffi.new("pdk_motion_options *", {"struct_size": ffi.sizeof("pdk_motion_options")})
        kept = ffi.new("char[]", text_bytes(wheel)) if wheel else None
        if kept is not None:
            options.wheel = kept
        pointer, error = ffi.new("pdk_motion **"), new_error()
        check(lib.pdk_motion_open(handle.pointer, options, pointer, error), error, handle.path, asks=True)
        self.path = handle.path
        self._pointer = ffi.gc(pointer[0], lib.pdk_motion_close)
        channels = [self._channel(i) for i in range(lib.pdk_motion_channel_count(self._pointer))]
        self.channels: dict[str, Channel] = {channel.role: channel for channel in channels}
        self.runs: list[Run] = [Run(self, i) for i in range(lib.pdk_motion_run_count(self._pointer))]

    def _channel(self, index: int) -> Channel:
        info = lib.pdk_motion_channel_at(self._pointer, index)
        return Channel(
            known_text(lib.pdk_role_name(info.role)),
            text(info.unit),
            known_text(lib.pdk_certainty_name(info.certainty)),
            info.derived,
            index,
        )

    @property
    def evidence(self) -> list[str]:
        """What the frame rests on where the file had to settle it."""
        sentences: list[str] = []
        while (sentence := lib.pdk_motion_evidence_at(self._pointer, len(sentences))) != ffi.NULL:
            sentences.append(known_text(sentence))
        return sentences


class Run:
    """What one driver or car did."""

    def __init__(self, motion: Motion, index: int) -> None:
        info = lib.pdk_motion_run_at(motion._pointer, index)
        self._motion, self._index = motion, index
        self.driver: int = info.slot  # the number the file gives: a slot, a car
        self.name = sized_text(info.name)  # empty where the file does not say
        self.samples: int = info.samples

    def __repr__(self) -> str:
        return f"<paddock.Run {self.driver} {self.name!r}: {self.samples} samples>"

    def read(
        self, channels: Optional[Iterable[str]] = None, first: int = 0, count: Optional[int] = None
    ) -> dict[str, "np.ndarray[Any, Any]"]:
        """Samples first .. first+count-1 as float64 arrays by role; NaN where there is no value."""
        first, count = arguments.rows(first, count, self.samples, "samples")
        arrays, reads = self._reads(channels, count)
        error = new_error()
        status = lib.pdk_motion_read(self._motion._pointer, self._index, first, count, reads, len(arrays), error)
        check(status, error, self._motion.path)
        return arrays

    def at(
        self, times: "Sequence[float] | np.ndarray[Any, Any]", channels: Optional[Iterable[str]] = None
    ) -> dict[str, "np.ndarray[Any, Any]"]:
        """The channels at any times (s); NaN where the time is in no segment."""
        wanted = arguments.vector(times, "times")
        arrays, reads = self._reads(channels, len(wanted))
        error, address = new_error(), ffi.cast("const double *", wanted.ctypes.data)
        pointer = self._motion._pointer
        status = lib.pdk_motion_read_times(pointer, self._index, address, len(wanted), reads, len(arrays), error)
        check(status, error, self._motion.path)
        return arrays

    def segments(self) -> list[Segment]:
        """The parts without a break, in order of their start times."""
        rows, count, error = ffi.new("const pdk_motion_segment **"), ffi.new("size_t *"), new_error()
        check(lib.pdk_motion_segments(self._motion._pointer, self._index, rows, count, error), error, self._motion.path)
        return [_segment_of(rows[0][i]) for i in range(count[0])]

    def _reads(self, roles: Optional[Iterable[str]], count: int) -> tuple[dict[str, "np.ndarray[Any, Any]"], Any]:
        known = self._motion.channels
        names = arguments.names(roles, "channels") or list(known if roles is None else [])
        for name in names:
            if name not in known:
                raise KeyError(f"there is no channel {name!r}; there are {', '.join(known)}")
        arrays = {name: np.full(count, np.nan) for name in names}
        reads = ffi.new("pdk_channel_read[]", len(arrays) or 1)
        for i, (name, array) in enumerate(arrays.items()):
            reads[i].channel, reads[i].values = known[name].index, ffi.cast("double *", array.ctypes.data)
        return arrays, reads


def _segment_of(row: Any) -> Segment:
    begin = _BEGINS[row.begin] if row.begin < len(_BEGINS) else ""
    return Segment(row.first, row.count, row.start_time, row.end_time, begin)
