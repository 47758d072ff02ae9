"""Tables as Arrow streams, in the capsules that Arrow's Python libraries take."""

from __future__ import annotations

import ctypes
from typing import Any

from ._interface import ffi
from .errors import check, new_error
from .handle import Handle
from .library import lib

# Functions of our own kind: attributes set on ctypes.pythonapi's would be everyone's.
_new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi)
)
# Takes an address, not a py_object: the capsule is on its way out.
_content_of = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)

_STREAM, _SCHEMA = b"arrow_array_stream", b"arrow_schema"
_contents: dict[int, Any] = {}  # of capsules, by address


def _destroy(capsule: int, name: bytes) -> None:
    content = _contents.pop(_content_of(capsule, name))
    if content.release != ffi.NULL:  # who takes the content sets it to NULL
        content.release(content)


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)  # type: ignore[misc]
def _destroy_stream(capsule: int) -> None:
    _destroy(capsule, _STREAM)


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)  # type: ignore[misc]
def _destroy_schema(capsule: int) -> None:
    _destroy(capsule, _SCHEMA)


def _capsule(content: Any, name: bytes, destroy: Any) -> object:
    address = int(ffi.cast("uintptr_t", content))
    _contents[address] = content
    return _new_capsule(address, name, ctypes.cast(destroy, ctypes.c_void_p))


def _open(handle: Handle, table: Any) -> Any:
    content, error = ffi.new("struct ArrowArrayStream *"), new_error()
    check(lib.pdk_table_arrow_stream(table, ffi.NULL, content, error), error, handle.path)
    return content


def stream(handle: Handle, table: Any) -> object:
    """A capsule "arrow_array_stream". The stream holds the document itself."""
    return _capsule(_open(handle, table), _STREAM, _destroy_stream)


def schema(handle: Handle, table: Any) -> object:
    """A capsule "arrow_schema"."""
    opened, content = _open(handle, table), ffi.new("struct ArrowSchema *")
    try:
        status = opened.get_schema(opened, content)
        if status != 0:
            raise OSError(status, "the schema cannot be made")
    finally:
        opened.release(opened)
    return _capsule(content, _SCHEMA, _destroy_schema)
