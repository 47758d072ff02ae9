"""The object that holds a document of the C library, and arrays in its memory."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Optional

import numpy as np

from ._interface import ffi
from .errors import check, new_error
from .library import lib, path_bytes


class Handle:
    """A document of the C library. It is closed when nobody refers to the handle any more: a `Document` that is open, a
    call in progress on any thread, an array in the file's memory."""

    __slots__ = ("pointer", "path", "inputs")

    def __init__(self, pointer: Any, path: Optional[str], inputs: Any = ffi.NULL) -> None:
        self.inputs = inputs  # the files that it was read from
        self.pointer = ffi.gc(pointer, lib.pdk_close)
        self.path = path


def inputs_of_document() -> Any:
    """A set for the files that a document is read from, none of which an output of its replaces."""
    inputs, error = ffi.new("pdk_inputs **"), new_error()
    check(lib.pdk_inputs_create(inputs, error), error)
    return ffi.gc(inputs[0], lib.pdk_inputs_close)


@contextmanager
def output_file(handle: Handle, path: "os.PathLike[str] | str | bytes") -> Iterator[Any]:
    """A file that appears when the block ends well; never in the place of one that the document was read from."""
    error, output, shown = new_error(), ffi.new("pdk_output **"), os.fsdecode(path)
    options = ffi.new("pdk_output_options *", {"struct_size": ffi.sizeof("pdk_output_options")})
    options.inputs = handle.inputs
    check(lib.pdk_output_file_with(path_bytes(path), options, output, error), error, shown)
    try:
        yield output[0]
        check(lib.pdk_output_finish(output[0], error), error, shown)
    finally:
        lib.pdk_output_close(output[0])


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
