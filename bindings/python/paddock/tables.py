"""Tables: those a file has, and the answers computed from it."""

from __future__ import annotations

import html
import os
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, Optional, Union

import numpy as np

from . import arguments, arrow
from ._interface import ffi
from .columns import Column, column_of
from .errors import check, new_error
from .handle import Handle, output_file, view
from .html import of_table
from .library import known_text, lib, text, text_bytes
from .texts import bytes_of, texts_of

if TYPE_CHECKING:
    import pandas

    from .document import Document

Array = Union["np.ndarray[Any, Any]", "np.ma.MaskedArray[Any, Any]"]


class Table:
    """A table of a document. `table["speed"]` is an array of a whole column; `read` takes a range of rows.

    Numbers are numpy arrays of the column's own type. A column whose values can be missing gives a masked array. Texts
    are arrays of str, None where missing. Any thread may read.
    """

    def __init__(self, document: "Document", pointer: Any, computed: bool) -> None:
        self._document, self._pointer = document, pointer
        self.name = known_text(lib.pdk_table_name(pointer))
        self.meaning = text(lib.pdk_table_meaning(pointer))
        self.computed = computed  # an answer, not a table of the file
        self.rows: int = lib.pdk_table_rows(pointer)
        count = lib.pdk_table_columns(pointer)
        columns = [column_of(lib.pdk_table_column_at(pointer, i), i) for i in range(count)]
        self.columns: Mapping[str, Column] = MappingProxyType({column.name: column for column in columns})
        order = lib.pdk_table_sorted_by(pointer)
        self.sorted_by: Optional[str] = columns[order].name if order < count else None

    def __repr__(self) -> str:
        return f"<paddock.Table {self.name!r}: {self.rows} rows of {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        """For notebooks: the first rows, with units."""
        if self._document.closed:
            return f"<div>{html.escape(repr(self))} (closed)</div>"
        return of_table(self)

    def __len__(self) -> int:
        return self.rows

    def __getitem__(self, name: str) -> Array:
        return self.read([arguments.word(name, "a column")])[name]

    def find_role(self, role: str) -> Optional[Column]:
        """The column that is about this ("time", "speed" ...); None when there is none."""
        arguments.word(role, "a role")
        return next((column for column in self.columns.values() if column.role == role), None)

    def read(
        self, columns: Optional[Iterable[str]] = None, first: int = 0, count: Optional[int] = None
    ) -> dict[str, Array]:
        """Rows first .. first+count-1 of the columns named, in one walk over the file.

        Columns that are arrays in memory (most of those computed) are not copied; their arrays cannot be written to.
        Without `columns`: all but the hidden ones. Without `count`: to the end. KeyError for a column that is not
        there, IndexError for rows that are not.
        """
        handle = self._document.handle()
        chosen = self._choose(columns)
        first, count = arguments.rows(first, count, self.rows, f"rows of {self.name}")
        result: dict[str, Any] = {column.name: self._view(handle, column, first, count) for column in chosen}
        copied = [column for column in chosen if result[column.name] is None]
        reads = ffi.new("pdk_column_read[]", len(copied) or 1)
        values: list[np.ndarray[Any, Any]] = []
        bits: list[Optional[np.ndarray[Any, Any]]] = []
        for i, column in enumerate(copied):
            size = lib.pdk_type_size(column.code)
            array = np.zeros(count, column.dtype) if column.dtype != object else np.zeros((count, size), np.uint8)
            valid = np.zeros((count + 7) // 8, np.uint8) if column.nullable else None
            values.append(array)
            bits.append(valid)
            reads[i].column, reads[i].type = column.index, lib.PDK_TYPE_NONE
            reads[i].values = ffi.cast("void *", array.ctypes.data)
            if valid is not None:
                reads[i].validity = ffi.cast("uint8_t *", valid.ctypes.data)
        error = new_error()
        if copied:
            check(lib.pdk_table_read(self._pointer, first, count, reads, len(copied), error), error, handle.path)
        # Texts point into the document: they are taken while it is held.
        for column, array, valid in zip(copied, values, bits):
            result[column.name] = _finished(column, array, valid, count)
        check(lib.pdk_document_unchanged(handle.pointer, error), error, handle.path)
        return result

    def _view(self, handle: Handle, column: Column, first: int, count: int) -> Any:
        """The rows where they are in memory, if they are an array of numbers; otherwise None."""
        pointer = lib.pdk_table_column_array(self._pointer, column.index)
        if pointer == ffi.NULL:
            return None
        address = ffi.cast("char *", pointer) + first * column.dtype.itemsize
        array = view(handle, address, (count,), column.dtype)
        return np.ma.MaskedArray(array, np.isnan(array)) if column.nullable else array

    def batches(self, columns: Optional[Iterable[str]] = None, size: int = 65536) -> Iterator[dict[str, Array]]:
        """All rows, `size` at a time, so that memory does not grow with the file."""
        self._document.handle()
        names = [column.name for column in self._choose(columns)]
        return self._batches(names, arguments.whole(size, "size", 1))

    def _batches(self, names: list[str], size: int) -> Iterator[dict[str, Array]]:
        for first in range(0, self.rows, size):
            yield self.read(names, first, min(size, self.rows - first))

    def to_pandas(
        self, columns: Optional[Iterable[str]] = None, first: int = 0, count: Optional[int] = None
    ) -> "pandas.DataFrame":
        """A DataFrame. Missing numbers are NaN; missing integers and bools are pandas.NA.

        `attrs["units"]` has the units."""
        from .frames import frame_of

        arrays = self.read(columns, first, count)
        return frame_of(arrays, {name: self.columns[name] for name in arrays})

    def write_csv(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """All rows as CSV; the file appears whole or not at all."""
        handle, error = self._document.handle(), new_error()
        with output_file(handle, path) as output:
            check(lib.pdk_table_write(self._pointer, lib.PDK_CSV, ffi.NULL, output, error), error, handle.path)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows as an Arrow stream, for pyarrow, polars, DuckDB and others.

        It stays valid when the document is closed."""
        return arrow.stream(self._document.handle(), self._pointer)

    def __arrow_c_schema__(self) -> object:
        return arrow.schema(self._document.handle(), self._pointer)

    def _choose(self, names: Optional[Iterable[str]]) -> list[Column]:
        wanted = arguments.names(names, "columns")
        if wanted is None:
            return [column for column in self.columns.values() if not column.hidden]
        chosen = []
        for name in wanted:
            if name not in self.columns:
                raise KeyError(f"{self.name} has no column {name!r}; it has {', '.join(self.columns)}")
            chosen.append(self.columns[name])
        return chosen


def _finished(column: Column, array: Any, bits: Any, count: int) -> Array:
    missing = None if bits is None else np.unpackbits(bits, count=count, bitorder="little") == 0
    if column.code == lib.PDK_TEXT or column.code == lib.PDK_BYTES:
        objects = (texts_of if column.code == lib.PDK_TEXT else bytes_of)(array)
        if missing is not None:
            objects[missing] = None
        return objects
    return array if missing is None else np.ma.MaskedArray(array, missing)


class Tables(Mapping[str, Table]):
    """The tables of a document by name: its own, then the answers that can be computed from it.

    An answer is computed when it is first asked for. One that the file cannot have raises `paddock.UnavailableError`
    with the reason.
    """

    def __init__(self, document: "Document") -> None:
        self._document = document
        self._found: dict[str, Table] = {}

    def __getitem__(self, name: str) -> Table:
        handle = self._document.handle()
        arguments.word(name, "the name of a table")
        if name not in self._found:
            encoded = text_bytes(name)
            pointer = lib.pdk_document_own_table(handle.pointer, encoded)
            computed = pointer == ffi.NULL
            if computed:
                pointer = self._answer(handle, name)
            self._found[name] = Table(self._document, pointer, computed)
        return self._found[name]

    def _answer(self, handle: Handle, name: str) -> Any:
        if name not in answer_names():
            raise KeyError(f"{handle.path or 'the file'} has no table {name!r}; it has {', '.join(self)}")
        error, table = new_error(), ffi.new("const pdk_table **")
        check(lib.pdk_answer(handle.pointer, text_bytes(name), table, error), error, handle.path, asks=True)
        return table[0]

    def __iter__(self) -> Iterator[str]:
        handle = self._document.handle()
        own = [
            known_text(lib.pdk_table_name(lib.pdk_document_table_at(handle.pointer, i)))
            for i in range(lib.pdk_document_table_count(handle.pointer))
        ]
        yield from own
        for name in answer_names():
            if name in own:
                continue
            if lib.pdk_answer_available(handle.pointer, name.encode("utf-8"), ffi.NULL) == lib.PDK_OK:
                yield name

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"<paddock.Tables: {', '.join(self)}>"


def answer_names() -> list[str]:
    """The answers that the library can compute."""
    names: list[str] = []
    i = 0
    while True:
        name = lib.pdk_answer_name(i)
        if name == ffi.NULL:
            return names
        names.append(known_text(name))
        i += 1
