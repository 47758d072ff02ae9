"""Layouts of gMotor replays that no generator here writes: a generated file, written again as other notes have it."""

import gzip
import struct

from little import Cursor
from vcr import head_r1, head_r2, slices, tag_at


def text(layout, raw):
    return struct.pack("<" + layout, len(raw)) + raw


def driver(cursor, id_length, vehicle):
    out = cursor.take(1) + text("B", cursor.counted("B")) + text("B", cursor.counted("B"))
    name, version, identity = (cursor.counted("H") for _ in range(3))
    if vehicle:
        out += text("H", name) + text("H", version) + text(id_length, identity)
    return out + cursor.take(32 + 48 + 8)


def r2(data, count="I", events="H", id_length="H", vehicle=True):
    """An R2 file with numbers of other widths, or with drivers as before version 1.08."""
    cursor = Cursor(data, tag_at(data) + 8)
    head_r2(cursor, {})
    out = data[:cursor.at]
    drivers = cursor.get("I")
    out += struct.pack("<" + count, drivers)
    out += b"".join(driver(cursor, id_length, vehicle) for _ in range(drivers))
    number = Cursor(data, cursor.at).get("I")
    out += cursor.take(16)
    rows, _ = slices(cursor, number, len(data), "H", 9)
    ends = [row[2] for row in rows[1:]] + [len(data)]
    for (time, here, at), end in zip(rows, ends):
        out += struct.pack("<f" + events, time, here) + data[at + 6:end]
    return out


def with_cameras(data):
    """An R1 file with two cameras before its counters."""
    cursor = Cursor(data, tag_at(data) + 8)
    head_r1(cursor, {})
    for _ in range(cursor.get("i")):
        cursor.take(1)
        cursor.counted("B")
        cursor.counted("B")
        cursor.take(32 + 32 + 8 + 8)
    cursor.take(8)
    out = data[:cursor.at] + struct.pack("<iiii", 1, 1, 0, 2)
    for number, raw in enumerate((b"", bytes(28))):
        out += struct.pack("<i", number) + text("I", b"camera %d" % number) + struct.pack("<i4f", 0, 60, 61, 60, 61)
        out += bytes(12) + struct.pack("<ii", 0, len(raw)) + raw
    return out + data[cursor.at + 4:]


def before_a_banner(data):
    """A banner with a line end in it: the tag is later than usual."""
    return data[:40] + b"\n" + data[40:]


def format_7(data):
    at = tag_at(data)
    return data[:at + 4] + struct.pack("<I", 0x80000007) + data[at + 8:]


def made_of(r1_file, r2_file, l_file):
    """Bytes by name."""
    return {
        "r2-driver-count-u8": r2(r2_file, count="B"),
        "r2-event-count-u32": r2(r2_file, events="I"),
        "r2-id-u8": r2(r2_file, id_length="B"),
        "r2-as-published": r2(r2_file, count="B", events="I", id_length="B"),
        "r2-before-1.08": r2(r2_file, vehicle=False),
        "r2-banner": before_a_banner(r2_file),
        "r2-gzip": gzip.compress(r2_file, mtime=0),
        "r1-cameras": with_cameras(r1_file),
        "l-format-7": format_7(l_file)}
