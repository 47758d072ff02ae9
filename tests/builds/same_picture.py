"""Whether two PNG files (8 bits, RGB or RGBA) show the same except for texts and edges: same_picture.py ONE OTHER

At most one pixel of thirty may differ by more than a tenth of the range, and each colour that covers 300 pixels of one covers nearly as
many of the other."""

import struct
import sys
import zlib
from collections import Counter


def predicted(kind, left, above, corner):
    if kind == 4:
        guess = left + above - corner
        return min((left, above, corner), key=lambda value: abs(guess - value))
    return (0, left, above, (left + above) // 2)[kind]


def pixels_of(path):
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", path
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    assert depth == 8 and kind in (2, 6), (path, depth, kind)
    packed, at = b"", 8
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + size]
        at += 12 + size
    plain, step = zlib.decompress(packed), 3 if kind == 2 else 4
    stride, rows, above = width * step, [], bytes(width * step)
    for y in range(height):
        line = plain[y * (stride + 1) : (y + 1) * (stride + 1)]
        row = bytearray(line[1:])
        for i in range(stride):
            left, corner = (row[i - step], above[i - step]) if i >= step else (0, 0)
            row[i] = (row[i] + predicted(line[0], left, above[i], corner)) & 255
        rows.append([tuple(row[i : i + 3]) for i in range(0, stride, step)])
        above = row
    return rows


def main(one, other):
    one, other = pixels_of(one), pixels_of(other)
    assert [len(row) for row in one] == [len(row) for row in other], "other sizes"
    pairs = [pair for rows in zip(one, other) for pair in zip(*rows)]
    differ = sum(max(abs(a - b) for a, b in zip(*pair)) > 25 for pair in pairs)
    assert differ * 30 <= len(pairs), f"{differ} of {len(pairs)} pixels differ"
    mine, theirs = (Counter(pair[which] for pair in pairs) for which in (0, 1))
    assert len(mine) > 50, "an empty picture"
    for colour, count in mine.items():
        assert count < 300 or abs(theirs[colour] - count) < count / 2, (colour, count, theirs[colour])


main(*sys.argv[1:])
