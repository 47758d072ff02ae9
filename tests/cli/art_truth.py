"""Cars and props (CFM, FAM) edited in a GLB, judged from the bytes alone.

    check FILE SCENE                 every point of the scene has its number, and is where the file has it
    HOW FILE SCENE OUT [MORE]        edits the scene as Blender does: points split and reordered, names changed; see edit()
    compare FILE NEW HOW             NEW is FILE with what HOW moved, and every other byte as before
    picture SCENE NAME OUT.png       a picture of the scene
"""
import math
import os
import struct
import sys
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import glb_of


def single(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


class Part:
    """An ORIP at `base`, which reads the requested lists of the file."""

    def __init__(self, data, number, base, unit, pictures):
        self.data, self.number, self.base, self.unit, self.pictures = data, number, base, unit, pictures
        header = struct.unpack_from("<28I", data, base)
        self.point_count, self.point_list = header[4], base + header[6]
        self.uv_count, self.uv_list = header[7], base + header[8]
        self.polygon_count, self.polygon_list = header[9], base + header[10]
        self.texture_list, self.index = base + struct.unpack_from("<I", data, base + 60)[0], base + header[20]

    def slots(self, polygon):
        kind, flags, texture, _, points, uvs = struct.unpack_from("<BBBBII", self.data, self.polygon_list + 12 * polygon)
        corners = kind & 7
        if corners not in (3, 4):
            return None
        places = [self.index + 4 * (uvs + k) for k in range(corners)] if flags & 16 else None
        return [self.index + 4 * (points + k) for k in range(corners)], places, texture

    def point_of(self, polygon, corner, data=None):
        return struct.unpack_from("<I", data or self.data, self.slots(polygon)[0][corner])[0]

    def point(self, number, data=None):
        x, z, y = struct.unpack_from("<iii", data or self.data, self.point_list + 12 * number)
        return x, y, z

    def uv(self, polygon, corner, data=None):
        """In pixels; None = the polygon has none."""
        places = self.slots(polygon)[1]
        if places is None:
            return None
        entry = struct.unpack_from("<I", data or self.data, places[corner])[0]
        return struct.unpack_from("<ii", data or self.data, self.uv_list + 8 * entry)

    def size(self, polygon):
        """Of the bitmap that a polygon shows."""
        at = self.texture_list + 20 * self.slots(polygon)[2] + 8
        return self.pictures.get(self.data[at:at + 4], (1, 1))

    def corners(self):
        for polygon in range(self.polygon_count):
            if self.slots(polygon) is not None:
                for corner in range(len(self.slots(polygon)[0])):
                    yield polygon, corner


def sizes_of(data, base):
    """Name and size of each bitmap of a set, the first of a name."""
    count, found = struct.unpack_from("<I", data, base + 8)[0], {}
    for i in range(count):
        name, at = struct.unpack_from("<4sI", data, base + 16 + 8 * i)
        found.setdefault(name, struct.unpack_from("<HH", data, base + at + 4))
    return found


def parts_of(data):
    """All 3D parts. Numbers count every container and part, each before what is in it."""
    counter, found = [0], []
    car = data[struct.unpack_from("<I", data, 8)[0]:][:4] == b"ORIP"

    def walk(base, depth):
        number, tag = counter[0], data[base:base + 4]
        counter[0] += 1
        if tag == b"wwww":
            count = struct.unpack_from("<I", data, base + 4)[0]
            children = [base + at for at in struct.unpack_from(f"<{count}I", data, base + 8)]
            for i, at in enumerate(children):
                inside = walk(at, depth + 1)
                if inside is None:
                    continue
                pictures = next((sizes_of(data, c) for c in children[i + 1:] if data[c:c + 4] == b"SHPI"), {})
                found.append(Part(data, inside, at, 1 / 128 if car and depth == 0 else 1 / 16, pictures))
        return number if tag == b"ORIP" else None

    walk(0, 0)
    return {part.number: part for part in found}


def primitives(glb):
    return [p for m in glb.json["meshes"] for p in m["primitives"] if "TEXCOORD_1" in p["attributes"]]


WHOLE = ((0, 0), (1, 0), (1, 1), (0, 1))


def check(parts, glb):
    seen = set()
    for primitive in primitives(glb):
        rows = [glb.read(primitive["attributes"][name]) for name in ("POSITION", "TEXCOORD_0", "TEXCOORD_1")]
        used = {c for c, in glb.read(primitive["indices"])}
        for i, (place, uv, (a, b)) in enumerate(zip(*rows)):
            if i not in used:
                continue
            if a % 1 != 0.5 or b % 1 != 0.5:
                sys.exit(f"{a}, {b} are no numbers")
            part, polygon, corner = parts[int(a)], int(b) // 4, int(b) % 4
            x, y, z = (single(v * part.unit) for v in part.point(part.point_of(polygon, corner)))
            if place != (-x, z, y):
                sys.exit(f"part {int(a)}, {b}: {place}, not {-x}, {z}, {y}")
            pixels, size = part.uv(polygon, corner), part.size(polygon)
            wanted = tuple(single(p / s) for p, s in zip(pixels, size)) if pixels else WHOLE[corner]
            if uv != wanted:
                sys.exit(f"part {int(a)}, {b}: {uv}, not {wanted}")
            seen.add((int(a), polygon, corner))
    missing = {(n, *c) for n, part in parts.items() for c in part.corners()} - seen
    if missing:
        sys.exit(f"not there: {sorted(missing)[:5]}")


def steps(number):
    """By how many steps of the file a point moves along x, y, z."""
    return (0, 0, 0) if number % 3 else (number % 7 - 3, 5 - number % 4, -(number % 5))


class Wish:
    """Where corners of a scene are to be, by what is edited."""

    def __init__(self, how, parts):
        self.how, self.parts = how, parts
        self.first = min(parts)
        uvs = [(p, c) for p, c in parts[self.first].corners() if parts[self.first].uv(p, c) is not None]
        self.spot = uvs[0] if uvs else None
        values = [parts[self.first].uv(p, c) for p, c in uvs if parts[self.first].size(p) == parts[self.first].size(uvs[0][0])]
        self.other = next((v for v in values if v != values[0]), None) if values else None

    def place(self, part, polygon, corner):
        """In steps, by fractions of one, too: they are rounded."""
        number = part.point_of(polygon, corner)
        at = part.point(number)
        if self.how in ("move", "object"):
            return tuple(v + s + (0.3 if s > 0 else -0.3 if s < 0 else 0.2) for v, s in zip(at, steps(number)))
        if self.how == "up" and part.number == self.first:
            return at[0], at[1], at[2] + 64
        return at

    def pixels(self, part, polygon, corner):
        uv = part.uv(polygon, corner)
        if uv is None:
            return None
        if self.how == "slide":  # whole pixels, and rounding; those of the whole part, so that they stay shared
            return uv[0] + 3.3 if uv[0] == 0 else uv[0] + 0.2, uv[1] - 2.4 if uv[1] > 0 else uv[1]
        if self.how == "apart" and part.number == self.first and (polygon, corner) == self.spot:
            return self.other
        if self.how == "full" and part.number == self.first and (polygon, corner) == self.spot:
            return uv[0] + 7, uv[1] + 5
        return uv


def edit(parts, glb, how, more):
    wish, lift = Wish(how, parts), 16 if how == "object" else 0
    torn = 0
    for node in glb.json["nodes"]:
        if how == "object":
            node["translation"] = [0, lift, 0]
        node["name"] += ".001"
    for thing in glb.json["meshes"] + glb.json["materials"] + glb.json.get("images", []):
        thing["name"] = "a " + thing.get("name", "") + ".001"
    for primitive in primitives(glb):
        corners = [c for c, in glb.read(primitive.pop("indices"))]
        triangles = [corners[i:i + 3] for i in range(0, len(corners), 3)][::-1]
        rows = [glb.read(primitive["attributes"][name]) for name in ("POSITION", "TEXCOORD_0", "TEXCOORD_1")]
        if how == "hole":  # the second polygon of the first part
            triangles = [t for t in triangles if not (int(rows[2][t[0]][0]) == wish.first and int(rows[2][t[0]][1]) // 4 == 1)]
        if how == "alone":  # the first part only
            triangles = [t for t in triangles if int(rows[2][t[0]][0]) == wish.first]
        order = [c for t in triangles for c in (t[1], t[2], t[0])]
        places, uvs, numbers = ([all[c] for c in order] for all in rows)
        for i, (a, b) in enumerate(numbers):
            part, polygon, corner = parts[int(a)], int(b) // 4, int(b) % 4
            x, y, z = (v * part.unit for v in wish.place(part, polygon, corner))
            here = (part.number, part.point_of(polygon, corner))
            if how == "torn" and here == (wish.first, 2):
                x, torn = x + (0.25 if torn else 0), torn + 1
            if how == "far" and here == (wish.first, 2):
                z = 3e8
            if how == "nan" and here == (wish.first, 2):
                z = math.nan
            places[i] = -x, z - lift, y
            pixels, size = wish.pixels(part, polygon, corner), part.size(polygon)
            if pixels is not None:
                uvs[i] = tuple(p / s for p, s in zip(pixels, size))
            elif how == "whole":
                uvs[i] = uvs[i][0] / 2, uvs[i][1]
            if how == "twist" and (part.number, polygon, corner) == (wish.first, *wish.spot):
                uvs[i] = uvs[i][0] + torn / 2, uvs[i][1]
                torn += 1
            if how == "cut" and i % 9 == 0:
                numbers[i] = a, b + 0.25
            if how == "number" and polygon == 1:
                numbers[i] = a, 4 * 100000 + 0.5
            if how == "part" and part.number == wish.first:
                numbers[i] = a + 77, b
        if how == "mixed" and len(numbers) > 3:
            i = next((i for i in range(3, len(numbers), 3) if int(numbers[i][1]) // 4 != int(numbers[0][1]) // 4), None)
            if i is not None:
                places[0], uvs[0], numbers[0] = places[i], uvs[i], numbers[i]
        if how == "added":
            places, uvs, numbers = places + places[:3], uvs + uvs[:3], numbers + [(0, 1)] * 3
        if not order:
            primitive["attributes"].pop("TEXCOORD_1")
            primitive["attributes"]["POSITION"] = glb.add([(0, 0, 0)] * 3) if how == "nothing" else None
            continue
        primitive["attributes"] = {"TEXCOORD_1": glb.add(numbers), "POSITION": glb.add(places), "TEXCOORD_0": glb.add(uvs)}
        if how == "plain":
            del primitive["attributes"]["TEXCOORD_1"]
        if how == "bare":
            primitive.pop("material", None)
    for mesh in glb.json["meshes"]:
        mesh["primitives"] = [p for p in mesh["primitives"] if p["attributes"]["POSITION"] is not None]
    gone = [i for i, mesh in enumerate(glb.json["meshes"]) if not mesh["primitives"]]
    for node in glb.json["nodes"]:  # a mesh has at least one part
        if node.get("mesh") in gone:
            del node["mesh"]
    for i in gone:
        glb.json["meshes"][i]["primitives"] = [glb.json["meshes"][0]["primitives"][0]]
    paint(glb, how, more)


# ------------------------------------------------------------------------------------------------------- pictures

def png(width, height, rgba):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + rgba[y * width * 4:(y + 1) * width * 4] for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def pattern(width, height, seed):
    pixels = ((seed * 53 + (x // 4) * 16, y * 2 + seed, (x + y) * 3, 255) for y in range(height) for x in range(width))
    return b"".join(bytes(v & 255 for v in pixel) for pixel in pixels)


def size_of(data):
    return struct.unpack_from(">II", data, 16)


def paint(glb, how, more):
    """`painted`: picture number MORE[0] is another, and goes into MORE[1], too."""
    if how not in ("painted", "wide", "jpeg", "split", "twice"):
        return
    number = int(more[0]) if more else 0
    width, height = size_of(glb.image(number))
    picture = png(width, height, pattern(width, height, 3))
    image = glb.json["images"][number]
    if how == "painted":
        image["bufferView"] = glb.view(picture)
        with open(more[1], "wb") as file:
            file.write(picture)
    if how == "wide":
        image["bufferView"] = glb.view(png(width + 1, height, pattern(width + 1, height, 3)))
    if how == "jpeg":
        image["bufferView"] = glb.view(b"\xff\xd8\xff\xc0\0\x11\x08" + struct.pack(">HH", height, width) + b"\3" + bytes(20))
        image["mimeType"] = "image/jpeg"
    if how in ("split", "twice"):  # some polygons of a picture show a copy of it: another picture, or the same
        data = picture if how == "split" else glb.image(number)
        glb.json["images"].append({"name": "copy", "mimeType": "image/png", "bufferView": glb.view(data)})
        texture = next(i for i, t in enumerate(glb.json["textures"]) if t["source"] == number)
        glb.json["textures"].append({**glb.json["textures"][texture], "source": len(glb.json["images"]) - 1})
        for primitive in primitives(glb):
            material = glb.json["materials"][primitive["material"]]
            shown = material.get("pbrMetallicRoughness", {}).get("baseColorTexture", {}).get("index")
            rows = {name: glb.read(a) for name, a in primitive["attributes"].items()}
            if shown != texture or len({int(b) // 4 for _, b in rows["TEXCOORD_1"]}) < 2:
                continue
            copy = {**material, "name": "copy", "pbrMetallicRoughness": {"baseColorTexture": {"index": len(glb.json["textures"]) - 1}}}
            glb.json["materials"].append(copy)
            mesh = next(m for m in glb.json["meshes"] if any(p is primitive for p in m["primitives"]))
            one = int(rows["TEXCOORD_1"][0][1]) // 4
            first = [i for i, (_, b) in enumerate(rows["TEXCOORD_1"]) if int(b) // 4 == one]
            rest = [i for i, (_, b) in enumerate(rows["TEXCOORD_1"]) if int(b) // 4 != one]
            mesh["primitives"].append({"attributes": {n: glb.add([r[i] for i in first]) for n, r in rows.items()},
                                       "material": len(glb.json["materials"]) - 1})
            primitive["attributes"] = {n: glb.add([r[i] for i in rest]) for n, r in rows.items()}
            return
        sys.exit("no picture is on two polygons")


# -------------------------------------------------------------------------------------------------------- compare

def compare(old, new, how):
    if len(old) != len(new):
        sys.exit("another size")
    if old == new:
        sys.exit("nothing has changed")
    parts, wanted = parts_of(old), bytearray(old)
    wish = Wish(how, parts)
    for part in parts.values():
        for polygon, corner in part.corners():
            number = part.point_of(polygon, corner)
            x, y, z = (math.floor(v + 0.5) for v in wish.place(part, polygon, corner))
            struct.pack_into("<iii", wanted, part.point_list + 12 * number, x, z, y)
            pixels = wish.pixels(part, polygon, corner)
            if pixels is None:
                continue
            rounded = tuple(math.floor(v + 0.5) for v in pixels)
            if part.uv(polygon, corner, new) != rounded:
                sys.exit(f"part {part.number}, polygon {polygon}, corner {corner}: {part.uv(polygon, corner, new)}, not {rounded}")
            if how in ("apart", "slide"):  # how the list has them is free
                at = part.slots(polygon)[1][corner]
                wanted[at:at + 4] = new[at:at + 4]
        if how in ("apart", "slide"):
            wanted[part.uv_list:part.uv_list + 8 * part.uv_count] = new[part.uv_list:part.uv_list + 8 * part.uv_count]
    for at in range(len(new)):
        if new[at] != wanted[at]:
            sys.exit(f"byte {at}: {new[at]}, not {wanted[at]}")


def main(what, path, *more):
    with open(path, "rb") as file:
        data = file.read()
    if what == "compare":
        with open(more[0], "rb") as file:
            return compare(data, file.read(), more[1])
    if what == "check":
        return check(parts_of(data), glb_of.Glb(more[0]))
    scene = glb_of.Glb(more[0])
    edit(parts_of(data), scene, what, more[2:])
    scene.write(more[1])


if __name__ == "__main__":
    main(*sys.argv[1:])
