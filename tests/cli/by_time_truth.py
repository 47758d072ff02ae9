#!/usr/bin/env python3
"""Rows by time and driver, chosen here from all rows of a table:  by_time_truth.py PADDOCK FILE...

Prints a line for each answer of `paddock table` that is another one, and at the end how many were compared. With
--odd FROM TO it writes the replay FROM as TO instead: with times that go backwards, repeat, are missing or huge, and
drivers that come and go.
"""
import csv
import io
import json
import math
import random
import struct
import subprocess
import sys


def run(paddock, *arguments):
    return subprocess.run([paddock, *arguments], check=True, capture_output=True).stdout


def rows_of(paddock, *arguments):
    return list(csv.reader(io.StringIO(run(paddock, "table", *arguments).decode())))


def float32(number):
    return struct.unpack("<f", struct.pack("<f", number))[0]


class Column:
    """Cells of a column: a bound takes a cell by its decimals, and by the value that is stored."""

    def __init__(self, info, cells):
        self.is_float32 = info["type"] == "float32"
        self.decimals = [float(cell) if cell else None for cell in cells]

    def values(self, row):
        number = self.decimals[row]
        stored = float32(number) if self.is_float32 and math.isfinite(number) else number
        return min(number, stored), max(number, stored)

    def passes(self, row, comparison, bound):
        if self.decimals[row] is None:
            return False
        least, greatest = self.values(row)
        if math.isnan(least):
            return comparison == "!="
        equal = bound in (least, greatest)
        return {
            "=": equal,
            "!=": not equal,
            ">=": greatest >= bound,
            "<=": least <= bound,
            ">": least > bound and greatest > bound,
            "<": least < bound and greatest < bound,
        }[comparison]


def questions(draw, time, driver):
    """Options of `table`, and the tests that they stand for."""
    bounds = [number for number in time.decimals if number is not None and math.isfinite(number)]
    for _ in range(2):
        first, last = sorted((draw.choice(bounds), draw.choice(bounds)))
        if first >= 0:
            yield [f"--time={first!r}:{last!r}"], [(time, ">=", first), (time, "<=", last)]
            yield [f"--time={first!r}:"], [(time, ">=", first)]
        for comparison in ("=", "!=", ">=", "<=", ">", "<"):
            yield [f"--where=time{comparison}{first!r}"], [(time, comparison, first)]
        if driver is not None:
            number = draw.choice([cell for cell in driver.decimals if cell is not None] or [0])
            name = f"--where={driver.name}={number:.0f}"
            yield [name], [(driver, "=", number)]
            yield [name, f"--where=time>={last!r}"], [(driver, "=", number), (time, ">=", last)]


def compare(paddock, path, table, draw):
    """How many answers were compared; prints those that differ."""
    columns = {column["name"]: column for column in table["columns"]}
    if columns.get("time", {}).get("role") != "time":
        return 0
    names, *rows = rows_of(paddock, path, table["name"])
    time = Column(columns["time"], [row[names.index("time")] for row in rows])
    if not any(number is not None and math.isfinite(number) for number in time.decimals):
        return 0
    driver = None
    for name, column in columns.items():
        if column.get("role") == "driver" and name in names:
            driver = Column(column, [row[names.index(name)] for row in rows])
            driver.name = name
    count = 0
    for options, tests in questions(draw, time, driver):
        wanted = [row for i, row in enumerate(rows) if all(test.passes(i, *rest) for test, *rest in tests)]
        found = rows_of(paddock, path, table["name"], *options)[1:]
        count += 1
        if found != wanted:
            print(f"{path} {table['name']} {' '.join(options)}: {len(found)} rows, not {len(wanted)}")
    return count


def make_odd(paddock, source, target):
    data = bytearray(open(source, "rb").read())
    slices = [int(row[0]) for row in rows_of(paddock, source, "slices", "--columns", "offset")[1:]]
    odd = [math.nan, 1e30, -math.inf, 10864.92, 0.0]
    for number, at in enumerate(slices):
        (time,) = struct.unpack_from("<f", data, at)
        if number % 97 == 0:
            time = odd[number // 97 % len(odd)]
        elif number > len(slices) // 2:
            time = 300 - time
        struct.pack_into("<f", data, at, time)
    events = [[int(cell) for cell in row] for row in rows_of(paddock, source, "events", "--columns", "offset,slice")[1:]]
    for at, number in events:
        if len(slices) // 3 < number < len(slices) // 2 and data[at] == 1:
            data[at] = 40
        if number > len(slices) * 2 // 3 and data[at] < 4:
            data[at] = 5
    open(target, "wb").write(data)


def main():
    paddock, *files = sys.argv[1:]
    if files[0] == "--odd":
        make_odd(paddock, *files[1:])
        return
    draw = random.Random(23)
    count = 0
    for path in files:
        for table in json.loads(run(paddock, "info", "--json", path))["tables"]:
            count += compare(paddock, path, table, draw)
    print(count, "answers")


main()
