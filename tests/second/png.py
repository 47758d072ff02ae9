"""PNG with 8 bits a part, without interlacing: what the command writes."""

import struct
import zlib

PARTS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}


def chunks(raw):
    at = 8
    while at < len(raw):
        size, kind = struct.unpack_from(">I4s", raw, at)
        yield kind, raw[at + 8:at + 8 + size]
        at += 12 + size


def paeth(left, up, corner):
    guess = left + up - corner
    by_left, by_up, by_corner = abs(guess - left), abs(guess - up), abs(guess - corner)
    return left if by_left <= by_up and by_left <= by_corner else up if by_up <= by_corner else corner


def unfilter(kind, line, above, step):
    if kind == 0:
        return line
    if kind == 2:
        return bytearray(a + b & 255 for a, b in zip(line, above))
    for at, value in enumerate(line):
        left, corner = (line[at - step], above[at - step]) if at >= step else (0, 0)
        add = left if kind == 1 else (left + above[at]) // 2 if kind == 3 else paeth(left, above[at], corner)
        line[at] = value + add & 255
    return line


def rgba(raw):
    """Width, height, RGBA."""
    found, data = {}, b""
    for kind, body in chunks(raw):
        if kind == b"IDAT":
            data += body
        found[kind] = body
    width, height, bits, color = struct.unpack_from(">IIBB", found[b"IHDR"])
    if bits != 8:
        raise ValueError(f"a PNG of {bits} bits")
    data, step = zlib.decompress(data), PARTS[color]
    stride, above, out = width * step, bytearray(width * step), []
    for row in range(height):
        at = row * (stride + 1)
        above = unfilter(data[at], bytearray(data[at + 1:at + 1 + stride]), above, step)
        out.append(bytes(above))
    return width, height, colors(b"".join(out), color, found)


def colors(raw, color, found):
    if color == 6:
        return raw
    if color == 2:
        return b"".join(raw[n:n + 3] + b"\xff" for n in range(0, len(raw), 3))
    palette, clear = found[b"PLTE"], found.get(b"tRNS", b"")
    alphas = clear + b"\xff" * (len(palette) // 3 - len(clear))
    table = [palette[3 * n:3 * n + 3] + alphas[n:n + 1] for n in range(len(alphas))]
    return b"".join(map(table.__getitem__, raw))
