"""Failures of the library as exceptions."""

from __future__ import annotations

from typing import Any, Optional

from ._interface import ffi
from .library import known_text, lib

_NO_OFFSET = 0xFFFF_FFFF_FFFF_FFFF


class Error(Exception):
    """A call that failed.

    status   the kind of failure: "truncated", "corrupt", "unknown format", "input or output failed" ...
    code     stable, for programs: "rld.tris.tag"
    offset   the byte in the (unpacked) file; None where none applies
    where    the place by names of layouts: "raf.block[17].gear"; may be empty
    message  one sentence for people, without the file's name
    path     the file; None for bytes in memory
    """

    def __init__(
        self, message: str, *, status: str, code: str, offset: Optional[int], where: str, path: Optional[str] = None
    ) -> None:
        self.message, self.status, self.code = message, status, code
        self.offset, self.where, self.path = offset, where, path
        place = "" if offset is None else f"at 0x{offset:X}: "
        super().__init__((f"{path}: " if path else "") + place + message + (f" ({code})" if code else ""))


class UnavailableError(Error, KeyError):
    """A file cannot answer this question: nothing moves in it, say. `message` has the reason."""

    def __str__(self) -> str:  # KeyError would show it in quotes
        return Exception.__str__(self)


def new_error() -> Any:
    return ffi.new("pdk_error *")


def offset_or_none(offset: int) -> Optional[int]:
    return None if offset == _NO_OFFSET else offset


def check(status: int, error: Any, path: Optional[str] = None, asks: bool = False) -> None:
    """Raises the error of a call, unless it went well. `asks`: the call asks the file something it may not know."""
    if status == lib.PDK_OK:
        return
    kind = UnavailableError if asks and status == lib.PDK_E_UNSUPPORTED else Error
    raise kind(
        known_text(error.message) or known_text(lib.pdk_status_name(status)),
        status=known_text(lib.pdk_status_name(status)),
        code=known_text(error.code),
        offset=offset_or_none(error.offset),
        where=known_text(error.where),
        path=path,
    )
