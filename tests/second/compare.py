"""Two readings of one file: where they differ, value by value."""

import array
import math
import re
import urllib.parse

from little import UNREAD

TOLERANCE = 1e-10  # of doubles that are calculated: angles, lengths


class Difference:
    """One field of one file: where it first differs, and what each reader says; of a column, also in every row."""

    def __init__(self, field, place, ours, second, rows=None):
        self.field, self.place, self.ours, self.second = field, place, ours, second
        self.rows = rows or {}  # number: what both say

    def pairs(self):
        return list(self.rows.values()) or [(self.ours, self.second)]

    def __str__(self):
        times = f" ({len(self.rows)} times)" if len(self.rows) > 1 else ""
        return f"{self.field}{self.place}{times}: ours {self.ours!r}, second {self.second!r}"


def as_float32(values):
    return array.array("f", [0 if value is None else value for value in values]).tolist()


def same(ours, second):
    if ours == second:
        return True
    if ours is None or second is None or isinstance(ours, str) or isinstance(second, str):
        return False
    if math.isnan(ours) and math.isnan(second):
        return True
    return abs(ours - second) <= TOLERANCE * max(abs(ours), abs(second), 1e-3)


def in_storage(values, kind):
    """Values as the column keeps them: floats of 32 bits lose what they cannot hold."""
    if kind == "text":
        return [shown(value) for value in values]
    if kind != "float32":
        return [value or None for value in values] if kind == "bytes" else values
    return [None if value is None else kept for value, kept in zip(values, as_float32(values))]


def shown(text):
    """Texts in tables end at their first NUL, whatever is stored after it."""
    return text.split("\0", 1)[0] or None if text else None


def plain_name(path):
    """Names of pictures as the bytes have them: here %XX stands for what no file name can have, #2 for a name used twice."""
    return urllib.parse.unquote(re.sub(r"#\d+$", "", path), "latin-1") if path else path


def column(name, ours, second, kind):
    if name.endswith((".path", ".palette")):
        ours = [plain_name(value) for value in ours]
    if UNREAD in second:
        second = [a if b is UNREAD else b for a, b in zip(ours, second)]
    ours, second = in_storage(ours, kind), in_storage(second, kind)
    if ours == second:
        return []
    rows = {row: (a, b) for row, (a, b) in enumerate(zip(ours, second)) if not same(a, b)}
    if not rows:
        return []
    first = min(rows)
    return [Difference(name, f"[{first}]", *rows[first], rows)]


def tables(answer, reading):
    """Differences of the tables that both have; a table that the second reader found empty may be missing."""
    out = []
    for name, wanted in reading.tables.items():
        ours = answer.tables.get(name)
        if ours is None:
            if wanted and any(len(values) for values in wanted.values()) and name not in answer.types:
                out.append(Difference(name, " table", "missing", "there"))
            continue
        rows = len(next(iter(ours.values()), []))
        if rows != len(next(iter(wanted.values()), [])):
            out.append(Difference(name, " rows", rows, len(next(iter(wanted.values()), []))))
            continue
        for field, values in wanted.items():
            if field in ours:
                out += column(f"{name}.{field}", ours[field], values, answer.types[name][field])
            elif any(value not in (None, "") for value in values):
                out.append(Difference(f"{name}.{field}", " column", "missing", "there"))
    for name in missing_tables(answer, reading):
        out.append(Difference(name, " rows", len(next(iter(answer.tables[name].values()))), 0))
    return out


def missing_tables(answer, reading):
    """Tables with rows here that the second reader knows and found empty."""
    return [name for name, columns in answer.tables.items()
            if name not in reading.tables and any(len(values) for values in columns.values())]


def properties(answer, reading):
    out = []
    for name, value in reading.properties.items():
        if name not in answer.properties and value not in (None, "", UNREAD):
            out.append(Difference(name, " property", "missing", value))
        elif name in answer.properties and value is not UNREAD:
            ours = answer.properties[name]
            if isinstance(value, float) and isinstance(ours, (int, float)) and not isinstance(ours, bool):
                if as_float32([ours]) == as_float32([value]):
                    continue
            if isinstance(value, float) and not math.isfinite(value) and ours is None:
                continue
            if isinstance(value, str):
                ours, value = shown(ours), shown(value)
            if not same(ours, value):
                out.append(Difference(name, "", ours, value))
    return out


def raw_rows(ours, wanted):
    return [difference for name, rows in wanted.items() if ours[name] != rows
            for difference in first_of(name, ours[name], rows)]


def first_of(name, ours, second):
    if len(ours) != len(second):
        return [Difference(name, " rows", len(ours), len(second))]
    row = next(row for row, (a, b) in enumerate(zip(ours, second)) if a != b)
    return [Difference(name, f"[{row}]", ours[row], second[row])]


def pictures(ours, names, entries, pixels):
    """Pictures by their names here, as RGBA, beside the entries of the second reader in the same order."""
    out = []
    for name, entry in zip(names, entries):
        wanted = pixels(entry) if name in ours else None
        if wanted is None:
            continue
        if ours[name][:2] != wanted[:2]:
            out.append(Difference(f"picture {name}", "", ours[name][:2], wanted[:2]))
        elif not same_pixels(ours[name][2], wanted[2]):
            out.append(Difference(f"picture {name}", " pixels", ours[name][2][:8].hex(), wanted[2][:8].hex()))
    return out


def same_pixels(ours, second):
    """What is under a transparent pixel does not count."""
    if ours == second:
        return True
    return all(ours[n:n + 4] == second[n:n + 4] or (ours[n + 3] == 0 == second[n + 3])
               for n in range(0, len(ours), 4))
