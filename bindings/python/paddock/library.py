"""The C library: where it is, and that it fits this package."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path
from typing import Any, Optional

from ._interface import ffi
from ._version import INTERFACE, VERSION

_NAMES = {
    "win32": ("libpaddock.dll", "paddock.dll"),
    "darwin": ("libpaddock.dylib",),
}


def _candidates() -> list[str]:
    chosen = os.environ.get("PADDOCK_LIBRARY")
    if chosen:
        return [chosen]
    names = _NAMES.get(sys.platform, (f"libpaddock.so.{INTERFACE}",))
    beside = [str(Path(__file__).parent / "lib" / name) for name in names]
    return [path for path in beside if os.path.exists(path)] + list(names)


def _numbers(version: str) -> list[int]:
    return [int(number) for number in version.split(".")]


def _load() -> Any:
    reasons = []
    for name in _candidates():
        try:
            library = ffi.dlopen(name)
        except OSError as error:
            reasons.append(str(error))
            continue
        found = ffi.string(library.pdk_version()).decode("ascii")
        if _numbers(found) < _numbers(VERSION):
            raise ImportError(f"this package needs libpaddock {VERSION} or newer, and {name} is {found}")
        return library
    raise ImportError(
        "libpaddock is not found. Install it (`make install`), or set PADDOCK_LIBRARY to its file. Tried: "
        + "; ".join(reasons)
    )


lib: Any = _load()


class _Place(ctypes.Structure):
    """Dl_info of <dlfcn.h>."""

    _fields_ = [
        ("file", ctypes.c_char_p),
        ("base", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
    ]


def library_path() -> Path:
    """The file that `lib` was loaded from, also where the system has found it. Not on Windows."""
    place = _Place()
    address = int(ffi.cast("uintptr_t", ffi.addressof(lib, "pdk_version")))
    find = ctypes.CDLL(None).dladdr
    find.argtypes, find.restype = [ctypes.c_void_p, ctypes.POINTER(_Place)], ctypes.c_int
    if find(address, ctypes.byref(place)) == 0 or place.file is None:
        raise ImportError("the system does not say where libpaddock is")
    return Path(os.fsdecode(place.file))


def text(pointer: Any) -> Optional[str]:
    """A C string; None for NULL."""
    return None if pointer == ffi.NULL else ffi.string(pointer).decode("utf-8", "replace")


def known_text(pointer: Any) -> str:
    return text(pointer) or ""


def sized_text(value: Any) -> str:
    """A pdk_text."""
    return bytes(ffi.buffer(value.data, value.size)).decode("utf-8", "replace") if value.size else ""


def text_bytes(value: "str | bytes", errors: str = "strict") -> bytes:
    """A text as the library takes it. ValueError where it has a NUL, which would end it there without a word."""
    encoded = value if isinstance(value, bytes) else value.encode("utf-8", errors)
    if b"\0" in encoded:
        raise ValueError(f"a text with a NUL in it is no path and no name: {value!r}")
    return encoded


def path_bytes(path: "os.PathLike[str] | os.PathLike[bytes] | str | bytes") -> bytes:
    """A path as the library takes it: UTF-8 on Windows, the system's bytes elsewhere. ValueError as `text_bytes`."""
    name = os.fspath(path)
    if isinstance(name, str) and sys.platform != "win32":
        name = os.fsencode(name)
    return text_bytes(name)
