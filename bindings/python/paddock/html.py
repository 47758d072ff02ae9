"""What a notebook shows of documents, tables and findings: small tables of HTML in which every text is escaped."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any, Iterable, Optional, Sequence

import numpy as np

if TYPE_CHECKING:
    from .document import Document
    from .findings import Finding
    from .tables import Table

ROWS = 10  # of a table that are shown
COLUMNS = 20
TEXT = 80  # characters of a cell
_RIGHT = ' style="text-align:right"'
_LEFT = ' style="text-align:left"'


def _escaped(value: object) -> str:
    return html.escape(str(value))


def _cut(text: str) -> str:
    return text if len(text) <= TEXT else text[: TEXT - 1] + "…"


def _cell_text(value: Any) -> str:
    """A value for people: numbers with seven digits, nothing where it is missing."""
    if value is None or value is np.ma.masked:
        return ""
    if isinstance(value, (float, np.floating)):
        return f"{float(value):.7g}"
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, bytes):
        return _cut(value[:TEXT].hex())
    return _cut(str(value))


def _row(cells: Iterable[str], kind: str, styles: Sequence[str]) -> str:
    return "<tr>" + "".join(f"<{kind}{style}>{cell}</{kind}>" for cell, style in zip(cells, styles)) + "</tr>"


def _grid(heads: Sequence[str], rows: Iterable[Sequence[str]], styles: Sequence[str]) -> str:
    """A table of cells that are HTML already."""
    lines = [_row(heads, "th", styles), *(_row(row, "td", styles) for row in rows)]
    return "<table>\n" + "\n".join(lines) + "\n</table>"


def of_table(table: "Table") -> str:
    """The first rows, with the unit below each column's name."""
    shown = [column for column in table.columns.values() if not column.hidden]
    columns = shown[:COLUMNS]
    arrays = table.read([column.name for column in columns], 0, min(table.rows, ROWS))
    heads = [
        f'<span title="{_escaped(column.meaning or "")}">{_escaped(column.name)}</span>'
        f"<br><small>{_escaped(column.unit or '')}&nbsp;</small>"
        for column in columns
    ]
    styles = [_LEFT if column.dtype == object else _RIGHT for column in columns]
    values = [list(arrays[column.name]) for column in columns]
    rows = [[_escaped(_cell_text(value)) for value in row] for row in zip(*values)]
    size = f"{table.rows} row{'' if table.rows == 1 else 's'}"
    if table.rows > ROWS:
        size += f", the first {ROWS} are shown"
    if len(shown) > COLUMNS:
        size += f"; {len(shown)} columns, the first {COLUMNS} are shown"
    return f"<div><b>{_escaped(table.name)}</b> {_escaped(table.meaning or '')}\n{_grid(heads, rows, styles)}\n<small>{size}</small></div>"


def of_document(document: "Document") -> str:
    """What the file is, its properties and its tables; computed ones are named and not computed."""
    name = _escaped(document.path or "in memory")
    head = f"<b>{name}</b> {_escaped(document.title)} {_escaped(document.dialect)}"
    if document.closed:
        return f"<div>{head} (closed)</div>"
    properties = [
        (
            _escaped(item.name),
            _escaped(item.label if item.label is not None else _cell_text(item.value)),
            _escaped(item.unit or ""),
        )
        for item in document.properties.values()
    ]
    tables = ", ".join(_escaped(table) for table in document.tables)
    grid = _grid(("property", "value", "unit"), properties, (_LEFT, _LEFT, _LEFT)) if properties else ""
    return f"<div>{head}\n{grid}\n<small>tables: {tables or 'none'}</small></div>"


def _offset_text(offset: Optional[int]) -> str:
    return "" if offset is None else f"0x{offset:X}"


def of_findings(findings: Sequence["Finding"]) -> str:
    rows = [
        tuple(map(_escaped, (item.severity, item.code, _offset_text(item.offset), item.where, item.message)))
        for item in findings[:ROWS]
    ]
    size = f"{len(findings)} finding{'' if len(findings) == 1 else 's'}"
    if len(findings) > ROWS:
        size += f", the first {ROWS} are shown"
    grid = _grid(("severity", "code", "offset", "where", "message"), rows, (_LEFT,) * 5) if rows else ""
    return f"<div>{grid}\n<small>{size}</small></div>"
