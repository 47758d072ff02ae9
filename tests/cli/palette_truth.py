"""Palettes made again, judged without the library: sets of pictures and PNG files are written and read here.

    make OUT.fsh CODE COUNT WxH NAME...      a set: indexed pictures, one palette CODE of COUNT colours, one of 565
    art OUT.png WxH KIND SEED                few:N, smooth, noise: N colours, slopes, all at random; "+clear": with holes
    exact ART BACK BITS                      the same picture, except for channels of BITS bits ("565" or "8")
    told ART BACK STDERR COLORS              the note has the error measured here, no worse than a median cut's
    rest OLD.fsh NEW.fsh NAME...             nothing but these pixels and the palette's colours has changed
"""
import math
import random
import struct
import sys
import zlib

BITS = {0x22: (6, 6, 6), 0x24: (8, 8, 8), 0x29: (5, 6, 5), 0x2A: (8, 8, 8), 0x2D: (5, 5, 5)}
BYTES = {0x22: 3, 0x24: 3, 0x29: 2, 0x2A: 4, 0x2D: 2}


def size_of(text):
    return tuple(int(part) for part in text.split("x"))


# PNG, 8-bit RGBA. Rows are read with any of the five filters.
def write_png(path, width, height, rgba):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + rgba[y * width * 4:(y + 1) * width * 4] for y in range(height))
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)))
        file.write(chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def paeth(a, b, c):
    nearest = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))
    return nearest[2]


def unfilter(kind, row, above, step):
    for i in range(len(row)):
        left, up, corner = row[i - step] if i >= step else 0, above[i], above[i - step] if i >= step else 0
        row[i] = row[i] + (0, left, up, (left + up) // 2, paeth(left, up, corner))[kind] & 255
    return row


def read_png(path):
    with open(path, "rb") as file:
        data = file.read()
    at, parts, header = 8, [], None
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"IHDR":
            header = struct.unpack_from(">IIBBBBB", data, at + 8)
        if kind == b"IDAT":
            parts.append(data[at + 8:at + 8 + size])
        at += size + 12
    width, height, depth, kind = header[:4]
    step = {2: 3, 6: 4}[kind]
    assert depth == 8 and header[6] == 0, header
    raw, above, pixels = zlib.decompress(b"".join(parts)), bytearray(width * step), []
    for y in range(height):
        at = y * (width * step + 1)
        above = unfilter(raw[at], bytearray(raw[at + 1:at + 1 + width * step]), above, step)
        for x in range(0, width * step, step):
            pixels.append(tuple(above[x:x + step]) + ((255,) if step == 3 else ()))
    return width, height, pixels


# Sets of pictures.
def make(path, code, count, size, names):
    width, height = size
    spin = random.Random(count)
    blocks = []
    for name in names:
        pixels = bytes(spin.randrange(min(count, 255)) for _ in range(width * height))
        blocks.append((name, struct.pack("<BxxxHHHHHH", 0x7B, width, height, 3, 4, 5, 6) + pixels))
    colors = bytes(spin.randrange(256) for _ in range(count * BYTES[code]))
    if code == 0x22:
        colors = bytes(value & 63 for value in colors)
    if code == 0x2A:
        colors = bytes(255 if i % 4 == 3 else value for i, value in enumerate(colors))
    if code == 0x2D:
        colors = bytes(value | 128 if i % 2 else value for i, value in enumerate(colors))
    blocks.append(("!pal", struct.pack("<BxxxHHHHHH", code, count, 3, count, 0, 0, 0) + colors))
    other = bytes(spin.randrange(256) for _ in range(8 * 8 * 2))
    blocks.append(("othr", struct.pack("<BxxxHHHHHH", 0x78, 8, 8, 0, 0, 0, 0) + other))
    at, lines, body = 16 + 8 * len(blocks), b"", b""
    for name, block in blocks:
        lines += struct.pack("<4sI", name.encode(), at + len(body))
        body += block
    whole = struct.pack("<4sII4s", b"SHPI", at + len(body), len(blocks), b"LN32") + lines + body
    with open(path, "wb") as file:
        file.write(whole)


def rest(old_path, new_path, names):
    with open(old_path, "rb") as file:
        old = file.read()
    with open(new_path, "rb") as file:
        new = file.read()
    may = bytearray(len(old))
    for i in range(struct.unpack_from("<I", old, 8)[0]):
        name, at = struct.unpack_from("<4sI", old, 16 + 8 * i)
        name = name.decode("latin-1")
        code, width, height = struct.unpack_from("<BxxxHH", old, at)
        if name in names and code == 0x7B:
            may[at + 16:at + 16 + width * height] = b"\1" * (width * height)
        if name.upper() == "!PAL":
            kept = 255 if width == 256 else width  # 255 is the transparent one
            may[at + 16:at + 16 + kept * BYTES[code]] = b"\1" * (kept * BYTES[code])
    assert len(old) == len(new), "another size"
    wrong = [i for i in range(len(old)) if old[i] != new[i] and not may[i]]
    assert not wrong, f"{len(wrong)} other bytes changed, the first at {wrong[0]}"
    assert old != new, "nothing changed"


# Pictures.
def art(path, size, kind, seed):
    width, height = size
    spin = random.Random(int(seed))
    kind, _, extra = kind.partition("+")
    pixels = []
    few = [bytes(spin.randrange(256) for _ in range(3)) for _ in range(int(kind[4:] or 0) if kind[:4] == "few:" else 0)]
    for y in range(height):
        for x in range(width):
            if few:
                pixel = few[x + y * width] if x + y * width < len(few) else spin.choice(few)
            elif kind == "noise":
                pixel = bytes(spin.randrange(256) for _ in range(3))
            else:
                u, v = x / width, y / height
                values = (255 * u, 255 * v, 127 + 120 * math.sin(7 * u + 5 * v))
                pixel = bytes(min(255, max(0, int(value + spin.gauss(0, 6)))) for value in values)
            hole = extra == "clear" and (x * 7 + y * 3) % 11 == 0
            pixels.append(pixel + (b"\0" if hole else b"\xff"))
    write_png(path, width, height, b"".join(pixels))


def load_both(art_path, back_path):
    wanted, got = read_png(art_path), read_png(back_path)
    assert wanted[:2] == got[:2], "another size"
    return list(zip(wanted[2], got[2]))


def exact(art_path, back_path, bits):
    digits = (8, 8, 8) if bits == "8" else tuple(int(digit) for digit in bits)
    for i, (a, b) in enumerate(load_both(art_path, back_path)):
        assert (a[3] == 0) == (b[3] == 0), f"pixel {i}: opacity {a[3]} became {b[3]}"
        if a[3] == 0:
            continue
        for c in range(3):
            half = 0 if digits[c] == 8 else 255 / (2 ** digits[c] - 1) / 2 + 1  # the step is widened by its own bits
            assert abs(a[c] - b[c]) <= half, f"pixel {i}: {a} became {b}"


def measure(pairs):
    seen = [(a, b) for a, b in pairs if a[3] and b[3]]
    squares = sum((a[c] - b[c]) ** 2 for a, b in seen for c in range(3))
    off = [max(abs(a[c] - b[c]) for c in range(3)) if a[3] and b[3] else abs(a[3] - b[3]) for a, b in pairs]
    return math.sqrt(squares / 3 / len(seen)), max(off), sum(1 for value in off if value)


def median_cut(colors, limit):
    """The error of a plain median cut: the box with the widest channel is cut at its median pixel."""
    boxes = [colors]

    def width(box):
        return max((max(p[c] for p in box) - min(p[c] for p in box), c) for c in range(3))
    widths = [width(colors)]
    while len(boxes) < limit and max(widths)[0] > 0:
        i = max(range(len(boxes)), key=lambda k: widths[k][0] * len(boxes[k]))
        box = sorted(boxes[i], key=lambda p, c=widths[i][1]: p[c])
        half = len(box) // 2
        boxes[i:i + 1], widths[i:i + 1] = [box[:half], box[half:]], [width(box[:half]), width(box[half:])]
    squares = 0
    for box in boxes:
        mean = [round(sum(p[c] for p in box) / len(box)) for c in range(3)]
        squares += sum((p[c] - mean[c]) ** 2 for p in box for c in range(3))
    return math.sqrt(squares / 3 / len(colors))


def told(art_path, back_path, notes, limit):
    pairs = load_both(art_path, back_path)
    rms, largest, inexact = measure(pairs)
    name = art_path.split("/")[-1]
    wanted = (f"{name}: {inexact} of {len(pairs)} pixels became the nearest of the new palette, off by {rms:.2f} of 255 "
              f"(root mean square of all pixels) and {largest} at most (set.palette.near)")
    with open(notes) as file:
        text = file.read()
    assert wanted in text, f"not told: {wanted}\nbut: {text}"
    yardstick = median_cut([a for a, _ in pairs if a[3]], int(limit))
    print(f"{rms:.2f} of 255; a median cut: {yardstick:.2f}")
    assert rms <= yardstick, f"{rms} is worse than a median cut's {yardstick}"


def main():
    verb, *given = sys.argv[1:]
    if verb == "make":
        make(given[0], int(given[1], 16), int(given[2]), size_of(given[3]), given[4:])
    elif verb == "art":
        art(given[0], size_of(given[1]), given[2], given[3])
    elif verb == "rest":
        rest(given[0], given[1], given[2:])
    else:
        {"exact": exact, "told": told}[verb](*given)


if __name__ == "__main__":
    main()
