"""Edits scenes of a track (GLB, OBJ) as Blender leaves them, and computes what must follow in the file (TRI): from the
bytes of the track, the published layouts of GLB and OBJ, and docs/track-heights.md alone.

    track_edits.py check TRACK SCENE             every numbered vertex is where the track has this point
    track_edits.py compare HOW TRACK EDITED NEW  NEW is TRACK after the edit HOW, byte for byte
    track_edits.py HOW TRACK SCENE EDITED        edits the scene
"""
import math
import struct
import sys

import glb_of
import track_truth

NODES, SIZE, RECORDS, UNIT = track_truth.NODES, track_truth.SIZE, 0x1A4A8, 65536
ACROSS = 10, 9, 8, 7, 6, 0, 1, 2, 3, 4, 5  # points of a row from the left
STEP = 0.00023  # of v in an OBJ, for each point


def single(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


# ------------------------------------------------------------------------------------------------------- the track


def nodes(tri):
    return struct.unpack_from("<I", tri, 6)[0] * 4


def place(tri, i):
    return tuple(steps / UNIT for steps in track_truth.place(tri, i))  # x, y, z


def row_at(i):
    return RECORDS + i // 4 * 288 + 24 + i % 4 * 66


def before(point):
    """The point from which another is stored; -1 is the node."""
    return {0: -1, 6: 0}.get(point, point - 1)


def points(tri, i):  # of a row, by the file's number
    found = {-1: place(tri, i)}
    for k in range(11):
        x, z, y = struct.unpack_from("<hhh", tri, row_at(i) + 6 * k)
        found[k] = tuple(a + b / 128 for a, b in zip(found[before(k)], (x, y, z)))
    return found


# -------------------------------------------------------------------------------------------------------- the edits


def row_move(i):  # every third node, by x, y, z; some sideways, too
    if i % 3:
        return 0, 0, 0
    return (0.25, -0.5, 2.75) if i % 2 else (0, 0, (i * 7 % 13 - 6.5) / 2)


def hill(i, point):
    """Each point of some rows by its own: not in steps of the file, and never half a step from one."""
    if i % 5 == 4:
        return 0, 0, 0
    aside = ACROSS.index(point) - 5
    steps = 30 * math.sin(i / 7) - aside * aside * (i % 4) / 2
    return (aside * 3 + 0.4) / 128, 0, (round(steps) + 0.3 * (point % 2)) / 128


def moves(how, count):
    """By what a point of a row moves."""
    if how in ("move", "object"):
        return lambda row, point: row_move(row % count)
    if how == "hill":
        return lambda row, point: hill(row % count, point)
    one = {
        "up": lambda row, point: (0, 0, 1.5),
        "point": lambda row, point: (0, 0, 0.5 * (row == 5 and point == 7)),
        "middle": lambda row, point: (0, 0, 0.75 * (row == 6 and point == 0)),
        "slide": lambda row, point: (-0.125 * (row == 7 and point == 4), 0, 0),
        "end": lambda row, point: (0, 0, row == 0),
        "far": lambda row, point: (0, 0, 40000 * (row == 9)),
        "wide": lambda row, point: (300 * (row == 9 and point == 3), 0, 0),
        "nan": lambda row, point: (0, 0, math.nan if row == 9 and point == 0 else 0),
        "edge": lambda row, point: (0, 0, 0.5 * (row == 5 and point == 4)),
        "gap": lambda row, point: (0, 0, 0.5 * (row == 5 and point == 4)),
    }
    return one.get(how, lambda row, point: (0, 0, 0))


def without(how, corners):
    """Triangles that the edit removes, by the (row, point) of their corners."""
    if how == "holes":  # nodes 8 to 11 without any vertex
        return any(8 <= row < 12 for row, point in corners)
    if how == "edge":  # the outermost point, so that it follows the one before it
        return any(row == 5 and point == 5 for row, point in corners)
    if how == "gap":
        return any(row == 5 and point == 0 for row, point in corners)
    return False


# ------------------------------------------------------------------------------------------------------------- GLB


class Glb(glb_of.Glb):
    def roads(self):
        return [p for m in self.json["meshes"] for p in m["primitives"] if "TEXCOORD_1" in p["attributes"]]

    def numbered(self):
        """(row, point, place) of each vertex of the road."""
        for part in self.roads():
            at = part["attributes"]
            for where, (u, v) in zip(self.read(at["POSITION"]), self.read(at["TEXCOORD_1"])):
                if u % 1 != 0.5 or v % 1 != 0.5:
                    sys.exit(f"{u}, {v} are no numbers")
                yield int(u), ACROSS[int(v)], where

    def edit(self, how, count):
        lift = 16 if how == "object" else 0
        for node in self.json["nodes"]:
            if how == "object" and node["name"] == "road":
                node["translation"] = [0, lift, 0]
            node["name"] += ".001"
        for mesh in self.json["meshes"]:
            mesh["name"] += ".001"
        for part in self.roads():
            self.edit_part(part, how, count, lift)
        for mesh in self.json["meshes"]:
            mesh["primitives"] = [p for p in mesh["primitives"] if p["attributes"]]

    def edit_part(self, part, how, count, lift):
        """Every triangle gets its own vertices, in another order."""
        at, by, torn = part["attributes"], moves(how, count), 0
        known = [(int(u), ACROSS[int(v)]) for u, v in self.read(at["TEXCOORD_1"])]
        corners = [c for c, in self.read(part.pop("indices"))]
        triangles = [corners[i:i + 3] for i in range(0, len(corners), 3)][::-1]
        triangles = [t for t in triangles if not without(how, [known[c] for c in t])]
        order = [c for t in triangles for c in (t[1], t[2], t[0])]
        places, numbers, pictures = ([all[c] for c in order] for all in (
            self.read(at[a]) for a in ("POSITION", "TEXCOORD_1", "TEXCOORD_0")))
        part["attributes"] = {}
        if not order:
            return
        for k, c in enumerate(order):
            (x, y, z), (row, point), (u, v) = places[k], known[c], numbers[k]
            dx, dy, dz = by(row, point)
            if how == "torn" and row == 6 and point == 2:
                dz, torn = (0.25 if torn else 0), torn + 1
            places[k] = x - dx, y + dz - lift, z + dy
            if how == "cut" and k % 9 == 0:
                numbers[k] = u + 0.25, v
            if how == "other" and row == 3:
                numbers[k] = count + 5.5, v
        part["attributes"] = {"TEXCOORD_1": self.add(numbers), "POSITION": self.add(places),
                              "TEXCOORD_0": self.add(pictures)}
        if how == "plain":
            del part["attributes"]["TEXCOORD_1"]


# ------------------------------------------------------------------------------------------------------------- OBJ


class Obj:
    """Objects with their own lists: places, texture coordinates, and faces of (place, coordinate)."""

    def __init__(self, path):
        self.places, self.coordinates, self.objects = [], [], []
        for line in open(path, encoding="utf-8"):
            key, *words = line.split() or [""]
            if key == "v":
                self.places.append(tuple(map(float, words[:3])))
            elif key == "vt":
                self.coordinates.append(tuple(map(float, words[:2])))
            elif key == "o":
                self.objects.append((words[0], []))
            elif key == "f":
                corners = [word.split("/") for word in words]
                self.objects[-1][1].append([(int(c[0]) - 1, int(c[1]) - 1) for c in corners])

    @staticmethod
    def number(coordinates):
        """(row, point) of a vertex of the road; None of other objects."""
        u, v = coordinates
        inward = min(v, 1 - v) / STEP
        if abs(u * 2 - round(u * 2)) > 1e-3 or abs(inward - round(inward)) > 0.01 or not 1 <= round(inward) <= 11:
            return None
        return round(u * 2), ACROSS[round(inward) - 1]

    def numbered(self):
        for name, faces in self.objects:
            for corner in (c for face in faces for c in face):
                known = self.number(self.coordinates[corner[1]])
                if (known is not None) != (name.removesuffix(".001") == "road"):
                    sys.exit(f"{name} has {self.coordinates[corner[1]]}")
                if known:
                    yield *known, self.places[corner[0]]

    def edit(self, how, count):
        by = moves(how, count)
        torn = 0
        for number, (name, faces) in enumerate(self.objects):
            kept = []
            for face in faces[::-1]:
                known = [self.number(self.coordinates[c]) for _, c in face]
                if name != "road":
                    kept.append(face)
                    continue
                if without(how, known):
                    continue
                made = []
                for (at, c), (row, point) in zip(face, known):
                    (x, y, z), (dx, dy, dz) = self.places[at], by(row, point)
                    if how == "torn" and row == 6 and point == 2:
                        dz, torn = (0.25 if torn else 0), torn + 1
                    u, v = self.coordinates[c]
                    if how == "other" and row == 3:
                        u = (count + 5) / 2
                    if how == "plain":
                        v = round(v)
                    self.places.append((x - dx, y + dz, z + dy))
                    self.coordinates.append((u, v))
                    made.append((len(self.places) - 1, len(self.coordinates) - 1))
                kept.append(made[1:] + made[:1])
            if how == "cut" and name == "road":
                kept += [self.halved(face) for face in kept[::9]]
            self.objects[number] = (name + ".001", kept)
        if how == "cut":  # something of the user's own, whose points have several coordinates
            first = len(self.coordinates)
            self.coordinates += [(0, 0), (1, 0), (1, 1)]
            self.objects.append(("cube", [[(0, first), (1, first + 1), (2, first + 2)],
                                          [(0, first + 2), (2, first + 1), (3, first)]]))

    def halved(self, face):
        """A smaller triangle between the middles of a face's edges."""
        made = []
        for k in range(3):
            ends = face[k], face[(k + 1) % 3]
            self.places.append(tuple(sum(p) / 2 for p in zip(*(self.places[at] for at, _ in ends))))
            self.coordinates.append(tuple(sum(p) / 2 for p in zip(*(self.coordinates[c] for _, c in ends))))
            made.append((len(self.places) - 1, len(self.coordinates) - 1))
        return made

    def write(self, path, joined):
        """Six digits after the point; equal places are one point if `joined`."""
        with open(path, "w", encoding="utf-8") as out:
            out.write("# another program\n")
            first_place = first_coordinate = 1
            for name, faces in self.objects:
                places, coordinates, lines = {}, {}, []
                for face in faces:
                    words = []
                    for at, c in face:
                        key = "%.6f %.6f %.6f" % self.places[at]
                        place = places.setdefault(key if joined else (key, at), len(places))
                        look = coordinates.setdefault("%.6f %.6f" % self.coordinates[c], len(coordinates))
                        words.append(f"{first_place + place}/{first_coordinate + look}")
                    lines.append("f " + " ".join(words))
                out.write(f"o {name}\n")
                out.writelines(f"v {key if joined else key[0]}\n" for key in places)
                out.writelines(f"vt {key}\n" for key in coordinates)
                out.write("\n".join(lines) + "\n")
                first_place += len(places)
                first_coordinate += len(coordinates)


# ----------------------------------------------------------------------------------------------------------- truth


def check(tri, scene):
    """Every numbered vertex is where the file has this point."""
    seen, count = set(), nodes(tri)
    rows = [points(tri, i) for i in range(count)]
    for row, point, where in scene.numbered():
        a, b, c = rows[row % count][point]
        if tuple(map(single, where)) != (single(-a), single(c), single(b)):
            sys.exit(f"{row}, {point}: {where}, not {-a}, {c}, {b}")
        seen.add(row % count)
    if len(seen) != count:
        sys.exit(f"{len(seen)} of {count} nodes")


def put_points(wanted, i, by, there):
    """The differences of a row whose points have moved differently from its node. A point that is not there keeps its
    own."""
    steps = {-1: (0, 0, 0), 0: (0, 0, 0)}
    for k in range(1, 11):
        steps[k] = steps[before(k)]
        if there(k):
            steps[k] = tuple(math.floor((a - b) * 128 + 0.5) for a, b in zip(by(i, k), by(i, 0)))
        x, y, z = (a - b for a, b in zip(steps[k], steps[before(k)]))
        at = row_at(i) + 6 * k
        old = struct.unpack_from("<hhh", wanted, at)
        struct.pack_into("<hhh", wanted, at, old[0] + x, old[1] + z, old[2] + y)


def compare(how, old, scene, new):
    wanted, moved, count = bytearray(old), [], nodes(old)
    known = {(row % count, point) for row, point, where in scene.numbered()}
    by = moves(how, count)
    if len(new) != len(old):
        sys.exit("another size")
    for i in range(count):
        was, found, row = place(old, i), place(new, i), points(old, i)
        node = by(i, 0)
        moved.append(node != (0, 0, 0))
        for k in range(3):
            # half a step of the file, and half a step of the floats of its points, before and after
            most = max(abs(p[k]) + abs(node[k]) for p in row.values())
            off = 0 if node[k] == 0 else 1 / UNIT + most / (1 << 23)
            if abs(was[k] + node[k] - found[k]) > off:
                sys.exit(f"node {i}, axis {k}: {found[k]}, not {was[k] + node[k]}")
        at = NODES + i * SIZE + 8
        wanted[at:at + 12] = new[at:at + 12]
        put_points(wanted, i, by, lambda k: (i, k) in known)
    track_truth.compare(old, new, wanted, moved)


def scene_of(path):
    return Obj(path) if path.endswith(".obj") else Glb(path)


def main():
    what = sys.argv[1]
    if what == "compare":
        how, track, scene, new = sys.argv[2:]
        compare(how, open(track, "rb").read(), scene_of(scene), open(new, "rb").read())
        return
    tri, path = open(sys.argv[2], "rb").read(), sys.argv[3]
    scene = scene_of(path)
    if what == "check":
        check(tri, scene)
        return
    scene.edit(what.removesuffix("_joined"), nodes(tri))
    if path.endswith(".obj"):
        scene.write(sys.argv[4], what.endswith("_joined"))
    else:
        scene.write(sys.argv[4])


main()
