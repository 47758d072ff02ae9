"""Who holds a document of the C library, and arrays that lie in its memory."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from ._interface import ffi
from .library import lib


class Handle:
    """A document of the C library. It is closed when nobody refers to the handle any more: a `Document` that is open, a
    call in progress on any thread, an array that lies in the file's memory."""

    __slots__ = ("pointer", "path")

    def __init__(self, pointer: Any, path: Optional[str]) -> None:
        self.pointer = ffi.gc(pointer, lib.pdk_close)
        self.path = path


class _Memory:
    """What numpy asks for memory it does not own."""

    def __init__(self, handle: Handle, address: int, shape: tuple[int, ...], kind: np.dtype[Any]) -> None:
        self._handle = handle
        self.__array_interface__ = {"version": 3, "data": (address, True), "shape": shape, "typestr": kind.str}


def view(handle: Handle, pointer: Any, shape: tuple[int, ...], kind: Any) -> np.ndarray[Any, Any]:
    """An array over memory of the document, without a copy. It cannot be written to, and keeps the document open."""
    dtype = np.dtype(kind)
    if pointer == ffi.NULL or 0 in shape:
        return np.empty(shape, dtype)
    return np.asarray(_Memory(handle, int(ffi.cast("uintptr_t", pointer)), shape, dtype))
