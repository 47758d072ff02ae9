"""Files opened as documents."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence as SequenceABC
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Callable, Generic, Iterator, Mapping, Optional, TypeVar, Union, overload

from . import arguments
from ._interface import ffi
from .errors import check, new_error
from .findings import Findings, findings_of
from .handle import Handle, inputs_of_document
from .html import of_document
from .images import Image, image_of
from .library import known_text, lib, path_bytes, sized_text, text, text_bytes
from .lines import Line, line_of
from .motion import Motion
from .surfaces import Surface, surface_of
from .tables import Table, Tables, answer_names

Source = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview]
Item = TypeVar("Item")


@dataclass(frozen=True)
class Property:
    """One fact about a file."""

    name: str
    value: Union[bool, int, float, str, bytes, None]
    unit: Optional[str]
    meaning: Optional[str]
    certainty: str
    label: Optional[str]  # the name of the value: "legal"


class Parts(SequenceABC, Generic[Item]):  # type: ignore[type-arg]
    """Surfaces, images or lines of a document, each made when it is requested."""

    def __init__(self, document: "Document", count: int, make: Callable[[Handle, int], Item]) -> None:
        self._document, self._count, self._make = document, count, make

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Item, list[Item]]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._count))]
        index = arguments.whole(index, "an index", -(2**63))
        at = index + self._count if index < 0 else index
        if not 0 <= at < self._count:
            raise IndexError(f"{index} of {self._count}")
        return self._make(self._document.handle(), at)


class Document:
    """An open file: properties, tables, surfaces, images, lines, findings.

    Use it with `with`, or call `close`. Arrays in the file's memory (of surfaces) stay valid after that; they keep the
    file open until they are deleted. Any number of threads may read from one document.
    """

    def __init__(self, handle: Handle) -> None:
        self._handle: Optional[Handle] = handle
        pointer = handle.pointer
        self.path = handle.path
        info = lib.pdk_document_format(pointer)
        self.format = known_text(info.id)
        self.title = known_text(info.title)
        self.dialect = known_text(lib.pdk_document_dialect(pointer))
        self.packed = text(lib.pdk_document_packed(pointer))  # the codec's id; None when it was not packed
        self.size: int = lib.pdk_document_size(pointer)  # of the file, in bytes
        self.evidence: list[str] = _evidence_of(pointer)  # why format and dialect were chosen
        self.tables = Tables(self)
        self.surfaces: Parts[Surface] = Parts(self, lib.pdk_document_surface_count(pointer), surface_of)
        self.images: Parts[Image] = Parts(self, lib.pdk_document_image_count(pointer), image_of)
        self.lines: Parts[Line] = Parts(self, lib.pdk_document_line_count(pointer), line_of)

    def handle(self) -> Handle:
        """For the package itself: the object that holds the file. ValueError once it is closed."""
        handle = self._handle
        if handle is None:
            raise ValueError(f"{self.path or 'the document'} is closed")
        return handle

    def close(self) -> None:
        """Closes it. Calls in progress on other threads end first, and arrays in the file's memory stay valid."""
        self._handle = None

    @property
    def closed(self) -> bool:
        return self._handle is None

    def __enter__(self) -> "Document":
        self.handle()
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], value: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<paddock.Document {self.path or 'in memory'}: {self.title}{' (closed)' if self.closed else ''}>"

    def _repr_html_(self) -> str:
        """For notebooks: what the file is, its properties, the names of its tables."""
        return of_document(self)

    @property
    def properties(self) -> Mapping[str, Property]:
        """The facts about the file by name."""
        pointer = self.handle().pointer
        count = lib.pdk_document_property_count(pointer)
        found = (_property_of(lib.pdk_document_property_at(pointer, i)) for i in range(count))
        return {item.name: item for item in found}

    @property
    def answers(self) -> Mapping[str, Optional[str]]:
        """Every answer that the library can compute, with the reason why this file cannot have it; None = it can.

        `document.tables[name]` gives the answer."""
        pointer, reasons = self.handle().pointer, {}
        for name in answer_names():
            error = new_error()
            status = lib.pdk_answer_available(pointer, name.encode("utf-8"), error)
            reasons[name] = None if status == lib.PDK_OK else known_text(error.message)
        return reasons

    def check(self, full: bool = True) -> Findings:
        """What is wrong with the file; full: every record is looked at, not only headers, counts and sizes."""
        return findings_of(self.handle(), arguments.flag(full, "full"))

    @property
    def findings(self) -> Findings:
        """What opening has found; see `check`."""
        return findings_of(self.handle(), False)

    def analyse(
        self,
        *,
        track: Optional["Document"] = None,
        line: Optional[tuple[float, float, float, float]] = None,
        until: Optional[float] = None,
        until_lap: Optional[int] = None,
        incident_gap: Optional[float] = None,
        results: Optional["Document"] = None,
        car_info: Optional["Document"] = None,
    ) -> "Document":
        """The answers with options of one's own, as a document whose tables they are.

        track         a track or surface of the same place; None = as it was driven
        line          the start line from x1, y1 to x2, y2, in the file's own axes, where the file has none
        until         results and positions as they were then (s of the session's clock)
        until_lap     results after this lap
        incident_gap  s: contacts nearer than this that share a car are one incident; None = 2
        results       the results file that the game wrote of the same session: what it says is official
        car_info      a file about the car (CAR_info.bin): its centre of gravity, for dynamics and handling
        """
        handle = self.handle()
        options = ffi.new("pdk_analysis_options *", {"struct_size": ffi.sizeof("pdk_analysis_options")})
        if track is not None:
            options.track = document_of(track, "track").handle().pointer
        if results is not None:
            options.results = document_of(results, "results").handle().pointer
        if car_info is not None:
            options.car_info = document_of(car_info, "car_info").handle().pointer
        if line is not None:
            options.has_line, options.line = True, arguments.reals(line, 4, "line")
        if until is not None:
            options.has_until, options.until = True, arguments.real(until, "until")
        if until_lap is not None:
            options.until_lap = arguments.whole(until_lap, "until_lap", 1, 2**32 - 1)
        if incident_gap is not None:
            options.incident_gap = arguments.real(incident_gap, "incident_gap", above=0)
        analysis, error = ffi.new("pdk_document **"), new_error()
        check(lib.pdk_analyse(handle.pointer, options, analysis, error), error, handle.path, asks=True)
        return Document(Handle(analysis[0], handle.path, handle.inputs))

    def motion(self, wheel: Optional[str] = None) -> Motion:
        """Who moved how. `wheel`: places of this wheel ("front_left"), not of the car. Error where nothing moves."""
        return Motion(self.handle(), None if wheel is None else arguments.word(wheel, "wheel"))


def document_of(value: Any, what: str) -> Document:
    if not isinstance(value, Document):
        raise TypeError(f"{what} has to be an open document, not {value!r}")
    return value


def _evidence_of(pointer: Any) -> list[str]:
    sentences: list[str] = []
    while (sentence := lib.pdk_document_evidence_at(pointer, len(sentences))) != ffi.NULL:
        sentences.append(known_text(sentence))
    return sentences


def _property_of(info: Any) -> Property:
    kind, value = info.value.type, getattr(info.value, "as")
    plain: Union[bool, int, float, str, bytes, None]
    if kind == lib.PDK_BOOL:
        plain = bool(value.boolean)
    elif kind in (lib.PDK_INT8, lib.PDK_INT16, lib.PDK_INT32, lib.PDK_INT64):
        plain = int(value.integer)
    elif kind in (lib.PDK_UINT8, lib.PDK_UINT16, lib.PDK_UINT32, lib.PDK_UINT64):
        plain = int(value.natural)
    elif kind in (lib.PDK_FLOAT32, lib.PDK_FLOAT64):
        plain = float(value.number)
    elif kind == lib.PDK_TEXT:
        plain = sized_text(value.text)
    else:
        plain = bytes(ffi.buffer(value.bytes.data, value.bytes.size)) if value.bytes.size else None
    return Property(
        name=known_text(info.name),
        value=plain,
        unit=text(info.unit),
        meaning=text(info.meaning),
        certainty=known_text(lib.pdk_certainty_name(info.certainty)),
        label=text(info.label),
    )


@contextlib.contextmanager
def _bytes_source(source: Union[bytes, bytearray, memoryview]) -> Iterator[Any]:
    data = ffi.from_buffer(source)

    @ffi.callback("pdk_status(void *, uint64_t *)", error=lib.PDK_E_IO)  # type: ignore[misc]
    def size(_user: Any, result: Any) -> int:
        result[0] = len(data)
        return int(lib.PDK_OK)

    @ffi.callback("pdk_status(void *, uint64_t, void *, size_t, size_t *)", error=lib.PDK_E_IO)  # type: ignore[misc]
    def read_at(_user: Any, offset: int, buffer: Any, wanted: int, got: Any) -> int:
        got[0] = max(0, min(wanted, len(data) - offset))
        ffi.memmove(buffer, data + offset, got[0])
        return int(lib.PDK_OK)

    try:
        yield ffi.new("pdk_source *", {"size": size, "read_at": read_at})
    finally:
        ffi.release(data)


def open(
    source: Source,
    *,
    format: Optional[str] = None,
    name: Optional[str] = None,
    partial: bool = False,
    memory_limit: Optional[int] = None,
) -> Document:
    """Opens a file, or bytes in memory.

    format        the id of the format to read it as ("vcr"); None = the bytes decide
    name          a file name for bytes, whose extension is weak evidence of the format
    partial       opens what is intact of a damaged file; `findings` says what is missing
    memory_limit  bytes the document may allocate

    Bytes are copied. Raises `paddock.Error`.
    """
    for what, given in (("format", format), ("name", name)):
        if given is not None:
            arguments.word(given, what)
    arguments.flag(partial, "partial")
    options = ffi.new("pdk_open_options *", {"struct_size": ffi.sizeof("pdk_open_options"), "partial": partial})
    kept = []
    for member, value in (("format", format), ("name", name)):
        if value is not None:
            kept.append(ffi.new("char[]", text_bytes(value)))
            setattr(options, member, kept[-1])
    if memory_limit is not None:
        options.limits.memory = arguments.whole(memory_limit, "memory_limit", 1)
    pointer, error = ffi.new("pdk_document **"), new_error()
    if isinstance(source, (bytes, bytearray, memoryview)):
        # Copied, because an Arrow stream may need the bytes when Python has forgotten them.
        with _bytes_source(source) as bytes_source:
            check(lib.pdk_open_source(bytes_source, options, pointer, error), error, name)
        return Document(Handle(pointer[0], name))
    path = os.fspath(source)
    shown = os.fsdecode(path)
    options.inputs = inputs = inputs_of_document()
    check(lib.pdk_open_file(path_bytes(path), options, pointer, error), error, shown)
    return Document(Handle(pointer[0], shown, inputs))
