"""crp: models of Need for Speed: Porsche Unleashed, as far as they hold pictures (a published description)."""

import struct

import shpi
from little import Reading, Refused, columns, take, unpack, until_nul

ARTICLE_COLUMNS = ["article", "name", "parts", "offset"]
PART_COLUMNS = ["article", "id", "number", "level", "count", "offset", "size"]


def letters(raw):
    return "".join(chr(byte) if 32 <= byte < 127 else "?" for byte in reversed(raw))


def part_lines(data, at, count, article):
    rows = []
    for line in range(at, at + 16 * count, 16):
        name, kind, items, offset = unpack(data, line, "4s3I", "a list of parts")
        numbered, size = kind & 1, kind >> 8
        if line + offset + size > len(data):
            raise Refused(line + 12, "a part is not in the file")
        rows.append([article, letters(name[2:] if numbered else name), struct.unpack_from("<H", name)[0] if numbered else None,
                     kind >> 3 & 31, items, line + offset, size])
    return rows


def read(data):
    tag, kind, own, first = unpack(data, 0, "4s3I", "the header")
    if tag not in (b" raC", b"karT"):
        raise Refused(0, "no tag of a car or a track, backwards")
    count, at = kind >> 5, 16 * first
    if at + 16 * count > len(data):
        raise Refused(4, "the articles do not fit")
    articles, parts = [], []
    for number in range(count):
        line = at + 16 * number
        if take(data, line, 4) != b"itrA":
            raise Refused(line, "no article")
        inside, far = unpack(data, line + 8, "2I")
        if line + 16 * far + 16 * inside > len(data):
            raise Refused(line + 8, "the parts of an article do not fit")
        rows = part_lines(data, line + 16 * far, inside, number)
        names = [take(data, row[5], min(row[6], 64)) for row in rows if row[1] == "Name"]
        articles.append([number, until_nul(names[0]).decode("latin-1").rstrip() or None if names else None, inside,
                         line + 16 * far])
        parts += rows
    if at + 16 * (count + own) > len(data):
        raise Refused(8, "the parts of the file do not fit")
    parts += part_lines(data, at + 16 * count, own, None)
    sets = [row for row in parts if row[6] >= 4 and data[row[5]:row[5] + 4] == b"SHPI"]
    ends = sorted((row[5], row[5] + row[6]) for row in sets)
    if any(before[1] > after[0] for before, after in zip(ends, ends[1:])):
        raise Refused(0, "sets of pictures in each other")
    every, last = [], None
    for number, row in enumerate(sets):
        _, entries = shpi.part(data, row[5], row[5] + row[6], str(number))
        last = shpi.choose_palettes(entries, last)
        for entry in entries:
            entry.order = len(every)
            every.append(entry)
    reading = shpi.finish(Reading("crp"), every, [])
    reading.tables |= {"articles": columns(ARTICLE_COLUMNS, articles), "parts": columns(PART_COLUMNS, parts)}
    return reading
