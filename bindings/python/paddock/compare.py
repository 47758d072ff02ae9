"""Laps compared: where is the time?"""

from __future__ import annotations

import os
from typing import Any, Optional, Sequence, Union

from . import arguments
from ._interface import ffi
from .document import Document, document_of, open
from .errors import check, new_error
from .handle import Handle
from .library import lib, text_bytes

Source = Union[str, "os.PathLike[str]", Document]
Part = Union[str, int, None]  # a driver or a lap
Reference = Union[Source, tuple[Source], tuple[Source, Part], tuple[Source, Part, Part]]

_METHODS = ("best", "ruler", "projection", "distance")  # by the numbers of pdk_compare_method


def _split(reference: Reference) -> tuple[Document, Optional[str], Optional[str]]:
    """The document, the driver and the lap that a reference names."""
    parts: tuple[Any, ...] = (reference,)
    if isinstance(reference, tuple):
        parts = reference
    elif isinstance(reference, str) and "#" in reference and not os.path.exists(reference):
        parts = tuple(reference.split("#", 2))
    if not 1 <= len(parts) <= 3:
        raise ValueError(f"a lap is (document or path, driver, lap), not {len(parts)} things")
    source, driver, lap = (*parts, None, None)[:3]
    for part, what in ((driver, "a driver"), (lap, "a lap")):
        if part is not None and not isinstance(part, str):
            arguments.whole(part, what)
    document = source if isinstance(source, Document) else open(source)
    return document, str(driver) if driver not in (None, "") else None, str(lap) if lap not in (None, "") else None


def compare(
    *references: Reference, method: str = "best", step: float = 1.0, track: Optional[Document] = None
) -> Document:
    """Compares laps; the first is the reference.

    A reference is "FILE", "FILE#DRIVER" or "FILE#DRIVER#LAP", or a tuple (document or path, driver, lap). DRIVER is a
    name, the beginning of a word of it, or a slot number; LAP a number, "best" (the default) or "last".

    The result is a document with the tables `laps`, `steps`, `sectors`, `corners` and `residuals`, in which lap 0 is
    the reference. A delta is positive where the compared lap is slower.
    """
    if method not in _METHODS:
        raise ValueError(f"method {method!r}; there are {', '.join(_METHODS)}")
    step = arguments.real(step, "step", above=0)
    laps: Sequence[tuple[Document, Optional[str], Optional[str]]] = [_split(reference) for reference in references]
    handles: list[Handle] = [document.handle() for document, _, _ in laps]
    rows = ffi.new("pdk_lap_reference[]", len(laps) or 1)
    kept: list[Any] = []

    def keep(value: Optional[str]) -> Any:
        if value is None:
            return ffi.NULL
        kept.append(ffi.new("char[]", text_bytes(value, "surrogateescape")))
        return kept[-1]

    for row, handle, (document, driver, lap) in zip(rows, handles, laps):
        row.document, row.name, row.driver, row.lap = handle.pointer, keep(document.path), keep(driver), keep(lap)
    options = ffi.new("pdk_compare_options *", {"struct_size": ffi.sizeof("pdk_compare_options")})
    options.method, options.step = _METHODS.index(method), step
    if track is not None:
        options.track = document_of(track, "track").handle().pointer
    comparison, error = ffi.new("pdk_document **"), new_error()
    check(lib.pdk_compare_laps(rows, len(laps), options, comparison, error), error, asks=True)
    return Document(Handle(comparison[0], None))
