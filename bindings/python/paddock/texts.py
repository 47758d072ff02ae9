"""Arrays of pdk_text and pdk_bytes as Python objects."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from ._interface import ffi
from .library import lib

_POINTER = np.dtype(f"u{ffi.sizeof('void *')}")
# Address and size, as they are in pdk_text and pdk_bytes.
_PAIR = np.dtype([("address", _POINTER), ("size", f"u{ffi.sizeof('size_t')}")])


def _bytes_at(address: int, size: int) -> bytes:
    return bytes(ffi.buffer(ffi.cast("const char *", address), size)) if size else b""


def _objects(raw: "np.ndarray[Any, Any]", make: Callable[[bytes], object]) -> "np.ndarray[Any, Any]":
    """Files repeat a few texts many times: each is made once."""
    pairs = raw.reshape(-1).view(_PAIR)
    made: dict[tuple[int, int], object] = {}
    objects = np.empty(len(pairs), object)
    for i, key in enumerate(zip(pairs["address"].tolist(), pairs["size"].tolist())):
        if key not in made:
            made[key] = make(_bytes_at(*key))
        objects[i] = made[key]
    return objects


def texts_of(raw: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    return _objects(raw, lambda data: data.decode("utf-8", "replace"))


def bytes_of(raw: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    return _objects(raw, lambda data: data)


assert _PAIR.itemsize == ffi.sizeof("pdk_text") == lib.pdk_type_size(lib.PDK_TEXT)
