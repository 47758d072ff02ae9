"""Writes a lap (RAF) that is driven round on the mesh of a site (SMX), which it reads by itself.

    lap_on.py MESH.smx OUT.raf X,Y RADIUS    a circle around X,Y, on the lowest layer of the mesh
    lap_on.py --check MESH.smx LAP.raf LAP.glb    the GLB has every point of the mesh at its place and in its colour,
                                                  and the car begins where the lap begins
"""

import json
import math
import struct
import sys


def mesh_of(path):
    """Points as x, y, z in m, colours as red, green, blue, and triangles as numbers of points."""
    with open(path, "rb") as file:
        data = file.read()
    points, colors, triangles, at = [], [], [], 64
    for _ in range(struct.unpack_from("<i", data, 60)[0]):
        point_count, triangle_count = struct.unpack_from("<2i", data, at + 16)
        at, first = at + 24, len(points)
        for _ in range(point_count):
            x, y, z, blue, green, red, _ = struct.unpack_from("<3i4B", data, at)
            points.append((x / 65536, y / 65536, z / 65536))
            colors.append((red, green, blue))
            at += 16
        for _ in range(triangle_count):
            triangles.append(tuple(first + corner for corner in struct.unpack_from("<3H", data, at)))
            at += 8
    return data[16:48].split(b"\0")[0], points, colors, triangles


def lowest(points, triangles, x, y):
    best = None
    for triangle in triangles:
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = (points[corner] for corner in triangle)
        if not (min(ax, bx, cx) <= x <= max(ax, bx, cx) and min(ay, by, cy) <= y <= max(ay, by, cy)):
            continue
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if area == 0:
            continue
        u = ((bx - x) * (cy - y) - (cx - x) * (by - y)) / area
        v = ((cx - x) * (ay - y) - (ax - x) * (cy - y)) / area
        if u < 0 or v < 0 or u + v > 1:
            continue
        height = u * az + v * bz + (1 - u - v) * cz
        best = height if best is None else min(best, height)
    return best


def write_lap(mesh, out, middle, radius):
    site, points, _, triangles = mesh_of(mesh)
    low, high = ([edge(middle[axis] + sign * (radius + 100) for sign in (-1, 1)) for axis in (0, 1)] for edge in (min, max))
    near = [t for t in triangles if all(low[k] < points[c][k] < high[k] for c in t for k in (0, 1))]
    rows, speed = 2000, 2 * math.pi * radius / 20
    head = bytearray(1024)
    struct.pack_into("<6sBBBB2xHHHHi4sf", head, 0, b"LFSRAF", 0, 246, 2, 10, 1024, 192, 32, 64, rows, b"AU1", 20 * speed)
    struct.pack_into("<32s32s32s16s16s8s", head, 32, b"Rounder", b"XF GTI", site, b"", b"", b"0.6R")
    struct.pack_into("<BBBB4i", head, 168, 1, 4, 0, 1, 20000, 0, 0, 0)
    struct.pack_into("<5fB3x7f", head, 188, 1000, 940, 1e4, 1e4, 3.9, 5, 3.2, 2.1, 1.5, 1.2, 1, 0, 0)
    places = [(-0.7, -1.4), (0.7, -1.4), (-0.7, 1.1), (0.7, 1.1)]
    for i, (x, y) in enumerate(places):
        struct.pack_into("<6f", head, 512 + 128 * i, x, y, 0.1, 0.3, 0.19, 0.12)
        struct.pack_into("<4f", head, 512 + 128 * i + 32, 4e4, 2500, 4500, 500)
    blocks, height = [bytes(head)], 0
    for row in range(rows):
        turn = 2 * math.pi * row / rows
        x, y = middle[0] + radius * math.cos(turn), middle[1] + radius * math.sin(turn)
        if row % 20 == 0:
            height = lowest(points, near, x, y)
        right, ahead = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))
        block = struct.pack("<5fB3b", 0.4, 0, 0.1, 0, 0, 4, 10, 0, 20)
        place, way = (round(65536 * at) for at in (x, y, height + 0.12)), speed * row / 100
        block += struct.pack("<2f3i2f", speed, way, *place, 400, way)
        block += struct.pack("<6h", *(round(32767 * part) for part in (*right, 0, *ahead, 0)))
        blocks.append(block + 4 * struct.pack("<7fBBxx", 0.05, 0, -500, 50, 2400, speed / 0.3, 0, 40, 50))
    with open(out, "wb") as file:
        file.write(b"".join(blocks))


def arrays_of(scene, binary, accessor):
    kinds, parts = {5126: "f", 5121: "B", 5123: "H", 5125: "I"}, {"VEC3": 3, "VEC4": 4, "SCALAR": 1}
    about = scene["accessors"][accessor]
    view = scene["bufferViews"][about["bufferView"]]
    layout = "<" + str(parts[about["type"]]) + kinds[about["componentType"]]
    step, at = view.get("byteStride", struct.calcsize(layout)), view.get("byteOffset", 0) + about.get("byteOffset", 0)
    most = {5121: 255, 5123: 65535}.get(about["componentType"], 1) if about.get("normalized") else 1
    return [tuple(part / most for part in struct.unpack_from(layout, binary, at + i * step)) for i in range(about["count"])]


def linear(byte):  # the light of a colour as screens show it: glTF has light
    part = byte / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def check(mesh, lap, path):
    _, points, colors, _ = mesh_of(mesh)
    with open(path, "rb") as file:
        data = file.read()
    size = struct.unpack_from("<I", data, 12)[0]
    scene, binary = json.loads(data[20:20 + size]), data[28 + size:]
    track = next(node for node in scene["nodes"] if node.get("name") == "track")
    got = []
    for primitive in scene["meshes"][track["mesh"]]["primitives"]:
        places, lights = (arrays_of(scene, binary, primitive["attributes"][name]) for name in ("POSITION", "COLOR_0"))
        # y is up there, and z ahead at the start of a lap along x: a turn of the axes, which mirrors nothing.
        got += [(z, x, y, *light[:3]) for (x, y, z), light in zip(places, lights)]
    wanted = [(*point, *(linear(part) for part in color)) for point, color in zip(points, colors)]
    if len(got) != len(wanted):
        return f"{len(got)} points, not {len(wanted)}"
    for one, other in zip(got, wanted):  # in the order of the mesh
        if max(abs(a - b) for a, b in zip(one, other)) > 0.005:
            return f"{one}, not {other}"
    with open(lap, "rb") as file:
        begin = file.read(1024 + 44)[1024 + 32:]
    car = next(node for node in scene["nodes"] if "driver" in node.get("extras", {}))["translation"]
    start = [part / 65536 for part in struct.unpack("<3i", begin)]
    if max(abs(a - b) for a, b in zip((car[2], car[0], car[1]), start)) > 0.03:
        return f"the car begins at {car}, not at {start}"
    return 0


if sys.argv[1] == "--check":
    sys.exit(check(*sys.argv[2:5]))
write_lap(sys.argv[1], sys.argv[2], tuple(float(part) for part in sys.argv[3].split(",")), float(sys.argv[4]))
