"""Times as the command, plots and pages show them."""

from __future__ import annotations

from typing import Any, Callable

from . import arguments
from ._interface import ffi
from .library import known_text, lib


def _written(write: Callable[[Any, float, int], int], seconds: float, decimals: int) -> str:
    text = ffi.new("char[]", lib.PDK_TIME_SIZE)
    write(text, arguments.real(seconds, "seconds"), arguments.whole(decimals, "decimals", 0, 3))
    return known_text(text)


def format_time(seconds: float, decimals: int = 3) -> str:
    """83.5 as "1:23.500", 5 as "0:05.000": lap times and moments."""
    return _written(lib.pdk_format_time, seconds, decimals)


def format_duration(seconds: float, decimals: int = 3) -> str:
    """5 as "5.000", 62.5 as "1:02.500": sectors."""
    return _written(lib.pdk_format_duration, seconds, decimals)


def format_gap(seconds: float, decimals: int = 3) -> str:
    """16.667 as "+16.667"."""
    return _written(lib.pdk_format_gap, seconds, decimals)
