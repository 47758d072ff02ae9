"""Columns as a pandas DataFrame."""

from __future__ import annotations

from typing import Any, Mapping

import numpy as np
import pandas

from .columns import Column


def _series(array: Any) -> Any:
    if not isinstance(array, np.ma.MaskedArray):
        return array
    if array.dtype.kind == "f":
        return array.filled(np.nan)
    mask = np.ma.getmaskarray(array)
    if array.dtype.kind == "b":
        return pandas.arrays.BooleanArray(array.data, mask)
    return pandas.arrays.IntegerArray(array.data, mask)


def frame_of(arrays: Mapping[str, Any], columns: Mapping[str, Column]) -> "pandas.DataFrame":
    frame = pandas.DataFrame({name: _series(array) for name, array in arrays.items()})
    frame.attrs["units"] = {name: column.unit for name, column in columns.items() if column.unit}
    return frame
