"""wwww: families of pictures and 3D parts of Need for Speed, FAM and CFM (formats/fam.md)."""

import struct

import shpi
from little import Reading, Refused, take, unpack, until_nul

DEEPEST = 8


def children(data, at, end):
    count = unpack(data, at + 4, "I", "the children")
    if at + 8 + 4 * count > end:
        raise Refused(at + 4, "the list of children does not fit")
    starts = [at + offset for offset in unpack(data, at + 8, f"{count}I")] if count > 1 else \
        [at + unpack(data, at + 8, "I")] if count else []
    out = []
    for start in starts:
        if not at + 8 + 4 * count <= start < end:
            raise Refused(start, "a child is not inside its container")
        out.append((start, min([other for other in starts if other > start], default=end)))
    return out


def model(data, at, end, path, raw):
    """The row of a 3D part; what it is made of goes to the raw rows."""
    size = unpack(data, at + 4, "I", "the header of a 3D part")
    if size > end - at or size < 0x70:
        raise Refused(at + 4, "the 3D part does not fit into its room")
    vertices, _, vertex_at = unpack(data, at + 16, "3I")
    uvs, uv_at, polygons, polygon_at = unpack(data, at + 28, "4I")
    textures, texture_at = unpack(data, at + 56, "2I")
    for count, offset, step in ((vertices, vertex_at, 12), (uvs, uv_at, 8), (polygons, polygon_at, 12),
                                (textures, texture_at, 20)):
        if count and offset + count * step > size:
            raise Refused(at + offset, "a list of the 3D part does not fit")
    raw["orip.vertex"] += struct.iter_unpack("<3i", take(data, at + vertex_at, 12 * vertices))
    raw["orip.uv"] += struct.iter_unpack("<2i", take(data, at + uv_at, 8 * uvs))
    for first, *rest in struct.iter_unpack("<4B2I", take(data, at + polygon_at, 12 * polygons)):
        raw["orip.polygon"].append((first & 7, first >> 3, *rest))
    name = until_nul(take(data, at + 0x2C, 12)).decode("latin-1").rstrip()
    return [path, "orip", name, at, size, None, vertices, polygons, textures]


class Walk:
    """Containers from the outside in: their rows, their entries, the palette seen last."""

    def __init__(self, data):
        self.data, self.rows, self.every, self.last = data, [], [], None
        self.raw = {"orip.vertex": [], "orip.uv": [], "orip.polygon": []}

    def part(self, at, end, path, depth):
        tag = self.data[at:at + 4]
        if tag == b"wwww":
            self.container(at, end, path, depth)
        elif tag == b"SHPI":
            row, entries = shpi.part(self.data, at, end, path)
            self.rows.append(row)
            self.last = shpi.choose_palettes(entries, self.last)
            for entry in entries:
                entry.order = len(self.every)
                self.every.append(entry)
        elif tag == b"ORIP":
            self.rows.append(model(self.data, at, end, path, self.raw))
        else:
            raise Refused(at, f"{tag.hex()} where a container should be")

    def container(self, at, end, path, depth):
        if depth > DEEPEST:
            raise Refused(at, "too many containers in each other")
        inside = children(self.data, at, end)
        self.rows.append([path or "/", "wwww", None, at, end - at, len(inside), None, None, None])
        for number, (start, stop) in enumerate(inside):
            self.part(start, stop, f"{path}/{number}" if path else str(number), depth + 1)


def read(data):
    if data[:4] != b"wwww":
        raise Refused(0, "no tag wwww")
    walk = Walk(data)
    walk.part(0, len(data), "", 0)
    reading = Reading("wwww")
    reading.raw = walk.raw
    return shpi.finish(reading, walk.every, walk.rows)
