"""SHPI: a set of pictures of Need for Speed (formats/fam.md)."""

import struct

from eapack import header as packing
from eapack import unpack as unpacked
from little import UNREAD, Reading, Refused, columns, take, unpack

BITMAPS = {0x7B: ("8-bit indexed", 8), 0x78: ("RGB 565", 16), 0x7E: ("ARGB 1555", 16), 0x6D: ("ARGB 4444", 16),
           0x7F: ("RGB 888", 24), 0x7D: ("ARGB 8888", 32), 0x7A: (UNREAD, 4), 0x79: (UNREAD, 4), 0x40: (UNREAD, 4)}
PALETTES = {0x22: ("palette RGB 666", 3), 0x24: ("palette RGB 888", 3), 0x29: ("palette RGB 565", 2),
            0x2A: ("palette ARGB 8888", 4), 0x2D: ("palette ARGB 1555", 2)}
ENTRY_COLUMNS = ["path", "kind", "code", "storage", "offset", "size", "listed", "packed", "attached", "width", "height",
                 "pivot_x", "pivot_y", "position_x", "flags_x", "position_y", "flags_y", "palette"]
PART_COLUMNS = ["path", "kind", "name", "offset", "size", "children", "vertices", "polygons", "textures"]


class Entry:
    """A block of a set: a bitmap, a palette, or something else."""

    def __init__(self, data, at, end, path, listed=True):
        self.data, self.at, self.path, self.listed = data, at, path, listed
        code, low, high, self.width, self.height, *placed = unpack(data, at, "BHb2H2h2H", "an entry")
        self.code, self.packed, self.attached = code & 127, code >> 7, low + (high << 16)
        self.pivot, self.position = placed[:2], placed[2:]
        self.kind = "bitmap" if self.code in BITMAPS else "palette" if self.code in PALETTES else "other"
        self.end = end
        self.palette = None

    def size(self):
        if self.packed or self.kind == "other":
            return UNREAD
        if self.kind == "palette":
            return 16 + self.width * PALETTES[self.code][1]
        bits = BITMAPS[self.code][1]
        return 16 + (self.width * bits + 7) // 8 * self.height

    def storage(self):
        return (BITMAPS | PALETTES).get(self.code, (None,))[0]

    def row(self):
        if self.kind == "other":
            return [self.path, UNREAD, self.code, UNREAD, self.at] + [UNREAD] * 13
        placed = [part for value in self.position for part in (signed12(value), value >> 12)]
        return [self.path, self.kind, self.code, self.storage(), self.at, self.size(), self.listed, self.packed,
                self.attached, self.width, self.height, *self.pivot, *placed,
                self.palette_path()]

    def palette_path(self):
        """None for what has its own colours; where no published rule gives a palette, it is not compared."""
        if self.kind != "bitmap" or BITMAPS[self.code][1] > 8:
            return None
        return self.palette.path if self.palette else UNREAD


def signed12(value):
    return (value & 0xFFF ^ 0x800) - 0x800


def directory(data, at, end):
    count = unpack(data, at + 8, "I", "the directory")
    if at + 16 + 8 * count > end:
        raise Refused(at + 8, "the directory does not fit")
    return [(data[n:n + 4], at + unpack(data, n + 4, "I")) for n in range(at + 16, at + 16 + 8 * count, 8)]


def name_of(raw):
    """Names are four characters, not always printable."""
    return raw.rstrip(b"\0").decode("latin-1")


def entries(data, at, end, prefix):
    listed = directory(data, at, end)
    found = []
    for name, offset in listed:
        if not at + 16 + 8 * len(listed) <= offset <= end - 16:
            raise Refused(offset, "an entry is not inside its set")
        found.append(Entry(data, offset, end, prefix + name_of(name)))
    for entry in found:
        if entry.size() is not UNREAD and entry.at + entry.size() > end:
            raise Refused(entry.at, "the pixels end behind the set")
    gap = at + 16 + 8 * len(listed), min([offset for _, offset in listed], default=end)
    return found, found + unlisted(data, gap, at, end, prefix)


def unlisted(data, gap, at, end, prefix):
    """Palettes of 256 colours between the directory and the first entry."""
    out, here = [], gap[0]
    while here + 16 + 512 <= gap[1]:
        entry = Entry(data, here, end, f"{prefix}@{here - at:#x}", listed=False)
        fits = entry.kind == "palette" and entry.width == 256 and not entry.packed and here + entry.size() <= gap[1]
        if fits and unpack(data, here + 8, "H") == 256:
            out.append(entry)
            here += entry.size()
        else:
            here += 1
    return out


def attached_palette(entry, by_offset):
    """Along the chain of attached blocks, at most eight."""
    here = entry
    for _ in range(8):
        if here.attached == 0:
            return None
        offset = here.at + here.attached
        here = by_offset.get(offset) or block_at(entry, offset)
        if here is None or here.kind == "palette":
            return here
    return None


def block_at(entry, offset):
    if offset < 16 or offset + 16 > entry.end:
        return None
    return Entry(entry.data, offset, entry.end, None, listed=False)


def choose_palettes(every, last):
    """For each indexed bitmap: attached, listed as !pal, unlisted, the last one before. Gives the last of this set."""
    palettes = [entry for entry in every if entry.kind == "palette"]
    named = [entry for entry in palettes if entry.listed and entry.path.rsplit("/", 1)[-1].lower() == "!pal"]
    hidden = [entry for entry in palettes if not entry.listed]
    by_offset = {entry.at: entry for entry in every}
    for entry in every:
        if entry.code == 0x7B and entry.kind == "bitmap":
            entry.palette = attached_palette(entry, by_offset) or next(iter(named + hidden), last)
    return next(iter(named + hidden), last)


def five(value):
    return value << 3 | value >> 2


def color_1555(value):
    return five(value >> 10 & 31), five(value >> 5 & 31), five(value & 31), 255 if value >> 15 else 0


def color_565(value):
    return five(value >> 11), (value >> 5 & 63) << 2 | (value >> 5 & 63) >> 4, five(value & 31), 255


def color_4444(value):
    return (value >> 8 & 15) * 17, (value >> 4 & 15) * 17, (value & 15) * 17, (value >> 12) * 17


WORDS = {0x78: color_565, 0x7E: color_1555, 0x6D: color_4444, 0x29: color_565, 0x2D: color_1555}


def colors_of(code, raw):
    """Colours as (r, g, b, a)."""
    if code in WORDS:
        return [WORDS[code](value) for (value,) in struct.iter_unpack("<H", raw)]
    if code in (0x7D, 0x2A):
        return [(r, g, b, a) for b, g, r, a in struct.iter_unpack("4B", raw)]
    if code == 0x7F:
        return [(r, g, b, 255) for b, g, r in struct.iter_unpack("3B", raw)]
    if code == 0x22:
        return [tuple((v & 63) << 2 | (v & 63) >> 4 for v in rgb) + (255,) for rgb in struct.iter_unpack("3B", raw)]
    return [rgb + (255,) for rgb in struct.iter_unpack("3B", raw)]


def pixels(entry):
    """Width, height, RGBA; None for what the notes do not describe."""
    if entry.kind != "bitmap" or BITMAPS[entry.code][1] == 4 or (entry.code == 0x7B and not entry.palette):
        return None
    size = entry.width * entry.height * BITMAPS[entry.code][1] // 8
    raw = entry.data[entry.at + 16:entry.at + 16 + size]
    if entry.packed:
        rest = entry.data[entry.at + 16:entry.end]
        if not packing(rest):
            return None
        raw = unpacked(rest)[0][:size]
    if entry.code == 0x7B:
        raw = raw.translate(bytes(range(256)))
        return entry.width, entry.height, indexed(entry.palette, raw)
    return entry.width, entry.height, bytes(part for color in colors_of(entry.code, raw) for part in color)


def indexed(palette, raw):
    """255 is transparent where the palette has 256 colours."""
    size = palette.width * PALETTES[palette.code][1]
    table = colors_of(palette.code, palette.data[palette.at + 16:palette.at + 16 + size])
    table += [(0, 0, 0, 255)] * (256 - len(table))
    if palette.width == 256:
        table[255] = table[255][:3] + (0,)
    return b"".join(map([bytes(color) for color in table[:256]].__getitem__, raw))


def part(data, at, end, path):
    """The row of a set in the table of parts, and its entries; `last` is chosen by the caller."""
    if data[at:at + 4] != b"SHPI":
        raise Refused(at, "no tag SHPI")
    length = unpack(data, at + 4, "I", "the header")
    if not 16 <= length <= end - at:
        raise Refused(at + 4, "the set does not fit into its room")
    listed, every = entries(data, at, at + length, path + "/" if path else "")
    name = take(data, at + 12, 4).rstrip(b"\0 ").decode("latin-1")
    return [path or "/", "shpi", name, at, length, len(listed), None, None, None], every


def finish(reading, every, parts):
    every.sort(key=lambda entry: entry.order)
    reading.tables = {"entries": columns(ENTRY_COLUMNS, [entry.row() for entry in every]),
                      "parts": columns(PART_COLUMNS, parts)}
    reading.entries = every
    return reading


def read(data):
    reading = Reading("shpi")
    row, every = part(data, 0, len(data), "")
    for number, entry in enumerate(every):
        entry.order = number
    choose_palettes(every, None)
    return finish(reading, every, [row])
