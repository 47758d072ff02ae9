"""Queries of files in SQL, by DuckDB."""

from __future__ import annotations

import os
import sys
import threading
import warnings
from typing import Any, Optional, Union

from . import arguments
from ._interface import ffi
from .document import Document
from .errors import Error, offset_or_none
from .handle import Handle
from .library import known_text, lib, library_path, path_bytes, text_bytes
from .tables import Table

_PART = "paddock-sql.so"
_loading = threading.Lock()
_loaded: Any = None


def _missing(reason: str) -> Error:
    return Error(f"SQL needs {reason}", status="unsupported", code="sql.part", offset=None, where="")


def _part() -> Any:
    """The shared library that has the functions, which belongs to one version of libpaddock."""
    global _loaded
    with _loading:
        if _loaded is not None:
            return _loaded
        if sys.platform == "win32":
            raise _missing(f"{_PART}, which Paddock does not have for Windows; `paddock.exe sql` works there")
        library = library_path()
        places = [library.parent / "paddock" / _PART, library.parent / "lib" / "paddock" / _PART]
        path = next((place for place in places if place.exists()), None)
        if path is None:
            raise _missing(f"{_PART}, which is not in {places[0].parent} or {places[1].parent}")
        try:
            part = ffi.dlopen(str(path))
        except OSError as error:
            raise _missing(f"{_PART}, which cannot be loaded: {error}") from None
        version = part.pdk_sql_library_version()
        found = f"{version.major}.{version.minor}.{version.patch}"
        wanted = ffi.string(lib.pdk_version()).decode("ascii")
        if found != wanted:
            raise _missing(f"{_PART} {wanted}; {path} is of version {found}")
        _loaded = part
        return part


def _error(status: int, failure: Any) -> Error:
    """The error of a query: of a file with its code and offset, otherwise DuckDB's message, which has several lines."""
    file, error = known_text(failure.file), failure.error
    return Error(
        known_text(error.message) if file else known_text(failure.text),
        status=known_text(lib.pdk_status_name(status)),
        code=known_text(error.code) if file else "",
        offset=offset_or_none(error.offset) if file else None,
        where=known_text(error.where) if file else "",
        path=file or None,
    )


class _Call(threading.Thread):
    """A query on a separate thread, so that the caller's thread notices Ctrl-C meanwhile."""

    def __init__(self, function: Any, text: bytes, skip: bool, memory_limit: int) -> None:
        super().__init__(name="paddock.sql", daemon=True)
        self._function, self._text, self._stop_flag = function, text, ffi.new("uint8_t *")
        self._settings = ffi.new(
            "pdk_sql_settings *", {"skip": skip, "memory": memory_limit, "stop": self._stop_flag}
        )
        self.rows = ffi.new("pdk_document **")
        self.failure = ffi.new("pdk_sql_failure *")
        self.status: Optional[int] = None

    def run(self) -> None:
        self.status = self._function(self._text, self._settings, self.rows, self.failure)

    def document(self, path: Optional[str]) -> Document:
        """Runs it to its end."""
        self.start()
        try:
            while self.is_alive():
                self.join(0.2)
        except BaseException:
            self._stop_flag[0] = 1
            self.join()
            if self.status == lib.PDK_OK:
                lib.pdk_close(self.rows[0])
            raise
        if self.status != lib.PDK_OK:
            raise _error(lib.PDK_E_MEMORY if self.status is None else self.status, self.failure)
        return Document(Handle(self.rows[0], path))


def sql(query: str, *, on_error: str = "stop", memory_limit: Optional[int] = None) -> Table:
    """Rows of a query in SQL, as a table; DuckDB runs the query, Paddock gives it the tables of files.

        paddock.sql("SELECT driver, min(lap_time) AS best FROM paddock('season/*.vcr', 'laps') WHERE clean GROUP BY driver")

    FROM 'lap.raf' is the main table of a file, FROM 'archive' the catalogue of a dataset, FROM paddock(FILES, TABLE) any
    table of a file, a pattern, a list of files or a dataset. The functions are those of `paddock sql`.

    A column has a unit if it is a column of a file as it is, or has its values (min, max, first, lag ...). What a query
    computes has none, and columns of datasets have none. Statements run one after the other, in a database in memory;
    the table has the rows of the last one. Statements that can write files (COPY, EXPORT, ATTACH) are
    refused.

    on_error      "stop": a file that cannot be read ends the query; "skip": it is left out, with a warning
    memory_limit  bytes that DuckDB may use, and each file that is opened

    Raises `paddock.Error`, with DuckDB's own message for a mistake in the query, and what to install where DuckDB is
    missing.
    """
    if on_error not in ("stop", "skip"):
        raise ValueError(f'on_error has to be "stop" or "skip", not {on_error!r}')
    limit = 0 if memory_limit is None else arguments.whole(memory_limit, "memory_limit", 1)
    encoded = text_bytes(arguments.word(query, "a query"))
    document = _Call(_part().pdk_sql_query, encoded, on_error == "skip", limit).document(None)
    for finding in document.findings:
        warnings.warn(f"left out: {finding.where}: {finding.message} ({finding.code})", stacklevel=2)
    return document.tables["rows"]


def dataset(path: Union[str, "os.PathLike[str]"]) -> Document:
    """What is in a dataset of `paddock ingest`, as a document: the tables `best_laps`, `drivers`, `files`, `formats` and
    `problems`; its numbers are properties, files that cannot be read are findings.

    `paddock.sql` asks for anything else: FROM paddock('DATASET', 'laps'). Raises `paddock.Error`.
    """
    folder = path_bytes(path)
    return _Call(_part().pdk_sql_dataset, folder, False, 0).document(os.fsdecode(os.fspath(path)))
