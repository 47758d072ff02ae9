"""Times and measures as the command, plots and pages show them."""

from __future__ import annotations

from typing import Any, Callable

from . import arguments
from ._interface import ffi
from .library import known_text, lib


def _written(write: Callable[[Any, float, int], int], value: float, decimals: int) -> str:
    text = ffi.new("char[]", lib.PDK_TIME_SIZE)
    write(text, arguments.real(value, "value"), arguments.whole(decimals, "decimals", 0, 3))
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


def format_fixed(value: float, decimals: int = 0) -> str:
    """-0.04 with one decimal as "0.0"."""
    return _written(lib.pdk_format_fixed, value, decimals)


def format_speed(metres_per_second: float, decimals: int = 0) -> str:
    """12.3 m/s as "44 km/h"."""
    return _written(lib.pdk_format_speed, metres_per_second, decimals)


def format_distance(metres: float, decimals: int = 0) -> str:
    """312.44 as "312 m"."""
    return _written(lib.pdk_format_distance, metres, decimals)
