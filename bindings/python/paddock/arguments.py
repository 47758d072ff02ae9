"""What callers give, checked before the library sees it: TypeError or ValueError with a sentence."""

from __future__ import annotations

import math
import operator
import sys
from typing import Any, Iterable, Optional

import numpy as np


def whole(value: Any, what: str, least: int = 0, most: int = 2**63 - 1) -> int:
    """A whole number from `least` to `most`."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{what} has to be a whole number, not {value!r}")
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} has to be a whole number, not {value!r}") from None
    if number < least:
        raise ValueError(f"{what} has to be at least {least}, not {number}")
    if number > most:
        raise ValueError(f"{what} has to be at most {most}, not {number}")
    return number


def rows(first: Any, count: Any, there: int, what: str) -> tuple[int, int]:
    """first .. first + count - 1 among those that are there, all of them without a count. IndexError for others."""
    at = whole(first, "first", -sys.maxsize)
    wanted = max(there - at, 0) if count is None else whole(count, "count", -sys.maxsize)
    if at < 0 or wanted < 0 or at + wanted > there:
        raise IndexError(f"{what} {at} to {at + wanted}, of {there}")
    return at, wanted


def real(value: Any, what: str, least: float = -math.inf, above: Optional[float] = None) -> float:
    """A finite number."""
    if isinstance(value, (bool, np.bool_, str, bytes)):
        raise TypeError(f"{what} has to be a number, not {value!r}")
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{what} has to be a number, not {value!r}") from None
    if not math.isfinite(number):
        raise ValueError(f"{what} has to be finite, not {number}")
    if number < least or (above is not None and number <= above):
        bound = f"at least {least:g}" if above is None else f"above {above:g}"
        raise ValueError(f"{what} has to be {bound}, not {number:g}")
    return number


def reals(values: Any, count: int, what: str) -> list[float]:
    """`count` finite numbers."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise TypeError(f"{what} has to be {count} numbers, not {values!r}")
    found = [real(value, f"each number of {what}") for value in values]
    if len(found) != count:
        raise ValueError(f"{what} has to be {count} numbers, not {len(found)}")
    return found


def vector(values: Any, what: str) -> "np.ndarray[Any, Any]":
    """Numbers in one row, as doubles."""
    try:
        array = np.asarray(values)
        if array.dtype.kind in "USOMmcV" and array.size > 0:
            raise TypeError
        array = np.ascontiguousarray(array, np.float64) if array.ndim > 0 else array
    except (TypeError, ValueError):
        raise TypeError(f"{what} have to be numbers in one row, not {values!r}") from None
    if array.ndim != 1:
        raise ValueError(f"{what} have to be numbers in one row; this has {array.ndim} dimensions")
    return array


def names(values: Any, what: str) -> Optional[list[str]]:
    """Names: one, or several; None stays None."""
    if values is None:
        return None
    if isinstance(values, str):
        return [values]
    if isinstance(values, bytes) or not isinstance(values, Iterable):
        raise TypeError(f"{what} have to be names, not {values!r}")
    found = list(values)
    for name in found:
        word(name, f"each of the {what}")
    return found


def word(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{what} has to be text, not {value!r}")
    return value


def flag(value: Any, what: str) -> bool:
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{what} has to be True or False, not {value!r}")
    return bool(value)
