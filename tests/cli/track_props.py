"""Moves and turns props in a GLB of a track as Blender leaves them, and computes what must follow in the file (TRI): from
the bytes of the track, the published layouts of glTF and TRI, and docs/track-heights.md alone.

    track_props.py HOW SCENE EDITED                  edits the scene
    track_props.py check TRACK SCENE                 every prop of the scene is where the track has it
    track_props.py compare HOW BASE SCENE EDITED NEW NEW is BASE, which has what the road did, after the edit HOW
"""
import math
import re
import struct
import sys

import glb_of
import track_truth

PROPS, SIZE, CAPACITY, FULL = 0x16628, 16, 1000, 256
NODES_AT, NODE = track_truth.NODES, track_truth.SIZE


def single(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


# ------------------------------------------------------------------------------------------------------- the track


def prop(tri, number):
    """node, yaw clockwise in steps, offsets x, y, z in steps; None after the last."""
    at = PROPS + number * SIZE
    node, _, yaw = struct.unpack_from("<iBb", tri, at)
    x, z, y = struct.unpack_from("<hhh", tri, at + 10)
    return None if node < 0 or number >= CAPACITY else (node, yaw, (x, y, z))


def heading(tri, node):
    """Clockwise; the last node has none itself."""
    count = struct.unpack_from("<I", tri, 6)[0] * 4
    closed = struct.unpack_from("<H", tri, 4)[0] > 0
    if node == count - 1 and closed:
        (x, y, _), (nx, ny, _) = track_truth.place(tri, node), track_truth.place(tri, 0)
        return track_truth.angle(math.atan2(nx - x, ny - y)) * 2 * math.pi / 16384
    if node == count - 1:
        node -= 1
    return (struct.unpack_from("<H", tri, NODES_AT + node * NODE + 24)[0] & 16383) * 2 * math.pi / 16384


def stands(tri, number):
    """Place and heading (clockwise) of a prop."""
    node, yaw, offset = prop(tri, number)
    node %= struct.unpack_from("<I", tri, 6)[0] * 4
    place = [a / 65536 + b / 256 for a, b in zip(track_truth.place(tri, node), offset)]
    return place, heading(tri, node) + yaw * 2 * math.pi / FULL


# ------------------------------------------------------------------------------------------------------- the scene


def product(a, b):
    return [[sum(a[r][k] * b[k][c] for k in range(4)) for c in range(4)] for r in range(4)]


def matrix(node):
    if "matrix" in node:
        return [[node["matrix"][c * 4 + r] for c in range(4)] for r in range(4)]
    x, y, z, w = node.get("rotation", (0, 0, 0, 1))
    turned = [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
              [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
              [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]
    scale, move = node.get("scale", (1, 1, 1)), node.get("translation", (0, 0, 0))
    return [[turned[r][c] * scale[c] for c in range(3)] + [move[r]] for r in range(3)] + [[0, 0, 0, 1]]


class Scene(glb_of.Glb):
    def __init__(self, path):
        super().__init__(path)
        self.nodes = self.json["nodes"]

    def named(self, name):
        return next((n for n in self.nodes if n.get("name", "") in (name, name + ".001")), None)

    def group(self):
        return next(n for n in self.nodes if n["name"].startswith("props"))

    def places(self):
        """Place and heading (clockwise), in the axes of the track, of each prop by its number."""
        found, todo = {}, [(n, matrix({})) for n in self.json["scenes"][0]["nodes"]]
        while todo:
            number, above = todo.pop()
            node = self.nodes[number]
            at = product(above, matrix(node))
            todo += [(child, at) for child in node.get("children", ())]
            named = re.fullmatch(r"prop (0|[1-9]\d*)(\.\d+)?", node.get("name", ""))
            if named and (not named[2] or int(named[1]) not in found):
                found[int(named[1])] = [-at[0][3], at[2][3], at[1][3]], math.atan2(-at[0][2], at[2][2])
        return found

    def move(self, number, by):
        """By x, y, z of the track."""
        node = self.named(f"prop {number}")
        x, y, z = node.get("translation", (0, 0, 0))
        node["translation"] = [x - by[0], y + by[2], z + by[1]]

    def turn(self, number, degrees):
        """Anticlockwise seen from above."""
        node = self.named(f"prop {number}")
        x, y, z, w = node.get("rotation", (0, 0, 0, 1))
        s, c = math.sin(math.radians(degrees / 2)), math.cos(math.radians(degrees / 2))
        node["rotation"] = [c * x + s * z, c * y + s * w, c * z - s * x, c * w - s * y]

    def as_blender(self):
        """Floats, objects by name, groups last."""
        for node in self.nodes:
            for key in ("translation", "rotation"):
                if key in node:
                    node[key] = [single(value) for value in node[key]]
        order = sorted(range(len(self.nodes)), key=lambda i: ("children" in self.nodes[i], self.nodes[i]["name"]))
        to = {old: new for new, old in enumerate(order)}
        self.nodes[:] = [self.nodes[i] for i in order]
        for holder in self.nodes + self.json["scenes"]:
            for key in ("children", "nodes"):
                if key in holder:
                    holder[key] = sorted(to[i] for i in holder[key])
        for animation in self.json.get("animations", ()):
            for channel in animation["channels"]:
                channel["target"]["node"] = to[channel["target"]["node"]]

    def drop(self, *numbers):
        gone = [self.nodes.index(self.named(f"prop {n}")) for n in numbers]
        self.group()["children"] = [c for c in self.group()["children"] if c not in gone]

    def copy(self, number, name):
        node = dict(self.named(f"prop {number}"), name=name)
        node.pop("children", None)
        self.nodes.append(node)
        self.group()["children"].append(len(self.nodes) - 1)
        return node

    def points(self, number):
        """The accessor of a prop's positions, which no other prop shares."""
        node = self.named(f"prop {number}")
        mesh = {**self.json["meshes"][node["mesh"]]}
        mesh["primitives"] = [{**p, "attributes": {**p["attributes"]}} for p in mesh["primitives"]]
        self.json["meshes"].append(mesh)
        node["mesh"] = len(self.json["meshes"]) - 1
        return [(p["attributes"], self.read(p["attributes"]["POSITION"])) for p in mesh["primitives"]]


# What each edit does: by what props move, and how far they turn.
MOVES = {
    "keep": {}, "move": {3: ((2.5, -3.25, 1.5), 0), 5: ((0, 0, 0), 90), 6: ((-9.1, 33.3, -0.7), 181), 7: ((0, 0, 0.25), -30)},
    "own": {5: ((1, 1, 1), 0), 9: ((0, 0, 0), -179), 11: ((0.25, 0, 0), 0)},
    "group": {},  # all by 2 m upward
    "far": {3: ((200, 0, 0), 0)},
    "gone": {3: ((0, 0, 2), 0)}, "copies": {3: ((0, 0, 2), 0)}, "least": {3: ((0, 0, 0.0015), 0.5)},
}


def edit(how, scene):
    for number, (by, degrees) in (MOVES.get(how) or {}).items():
        if scene.named(f"prop {number}"):  # a 3D model is not there without the art
            scene.move(number, by)
            scene.turn(number, degrees)
    one = scene.named("prop 3")
    if how == "group":
        scene.group()["translation"] = [0, 2, 0]
    if how == "ride":  # with a road that was raised as much
        scene.group()["translation"] = [0, 1.5, 0]
    if how == "own":  # a matrix, an object without a parent, new names
        node = scene.named("prop 5")
        at = matrix(node)
        for key in ("translation", "rotation"):
            node.pop(key, None)
        node["matrix"] = [at[r][c] for c in range(4) for r in range(4)]
        free = scene.nodes.index(scene.named("prop 9"))
        scene.group()["children"].remove(free)
        scene.json["scenes"][0]["nodes"].append(free)
        for node in scene.nodes:
            node["name"] = node["name"].removesuffix(".001") + ".001"
    if how == "gone":
        scene.drop(8, 9)
    if how == "copies":
        scene.copy(3, "prop 3.001")["translation"] = [1, 2, 3]
        scene.copy(8, "prop 9999")
        for name in ("prop", "prop 03", "prop 3 b", "prop 3.", "property 3", "prop -3", "prop 3.0x"):
            scene.copy(8, name)["scale"] = [5, 5, 5]
    if how == "tilt":
        one["rotation"] = [math.sin(0.1), 0, 0, math.cos(0.1)]
    if how == "scale":
        one["scale"] = [1, 1.5, 1]
    if how == "mirror":
        one["scale"] = [-1, 1, 1]
    if how == "skew":
        one["matrix"] = [1, 0, 0, 0, 0, 1, 0, 0, 0.6, 0, 0.8, 0, 9, 9, 9, 1]
    if how == "beyond":
        scene.group()["scale"] = [1e200] * 3
        for node in scene.nodes:
            if node["name"].startswith("prop "):
                node["translation"] = [1e200] * 3
    if how == "apply":
        at = matrix(one)
        for attributes, places in scene.points(3):
            attributes["POSITION"] = scene.add([tuple(sum(at[r][k] * p for k, p in enumerate((*place, 1)))
                                                      for r in range(3)) for place in places])
        one.pop("translation"), one.pop("rotation", None)
    if how == "larger":  # its points, not its object
        for attributes, places in scene.points(3):
            attributes["POSITION"] = scene.add([(x * 2, y * 2, z) for x, y, z in places])
    if how == "origin":  # of a 3D model, whose shape the track does not have
        model = next(n for n in scene.nodes if n["name"].startswith("prop ")
                     and "model" in scene.json["meshes"][n.get("mesh", 0)]["name"])
        model.pop("translation"), model.pop("rotation", None)
    if how == "frame":
        next(n for n in scene.nodes if n["name"].startswith("frame 1 "))["translation"] = [0.5, 0, 0]
    if how == "unmarked":
        scene.move(3, (0, 0, 3))
        scene.group()["name"] = "props"
    if how == "none":
        scene.group()["children"] = []
    if how != "beyond":
        scene.as_blender()


# ----------------------------------------------------------------------------------------------------------- truth


def check(tri, scene):
    found = scene.places()
    if not found:
        sys.exit("no props")
    for number, (place, turned) in found.items():
        wanted, clockwise = stands(tri, number)
        if any(abs(a - b) > 1e-3 for a, b in zip(place, wanted)):
            sys.exit(f"prop {number} is at {place}, not {wanted}")
        if abs(math.remainder(turned - clockwise, 2 * math.pi)) > 1e-5:
            sys.exit(f"prop {number} is turned by {turned}, not {clockwise}")


def compare(how, base, before, edited, new):
    """Bytes of props that were not touched are those of `base`; the others stand where the scene has them."""
    wanted, there = bytearray(base), edited.places()
    moved = before.places().keys() & (MOVES[how] or before.places()).keys()
    if len(base) != len(new):
        sys.exit("another size")
    for number in moved:
        at = PROPS + number * SIZE
        place, turned = stands(new, number)
        for k in range(3):
            off = 0.5 / FULL + 1e-3 * (abs(place[k]) > 4000) + 1e-4
            if abs(place[k] - there[number][0][k]) > off:
                sys.exit(f"prop {number}, axis {k}: {place[k]}, not {there[number][0][k]}")
        if abs(math.remainder(turned - there[number][1], 2 * math.pi)) > math.pi / FULL + 1e-4:
            sys.exit(f"prop {number} is turned by {turned}, not {there[number][1]}")
        wanted[at + 5:at + 6], wanted[at + 10:at + 16] = new[at + 5:at + 6], new[at + 10:at + 16]
    for at in range(len(new)):
        if new[at] != wanted[at]:
            sys.exit(f"byte {at} (prop {(at - PROPS) // SIZE}, {(at - PROPS) % SIZE}): {new[at]}, not {wanted[at]}")


def main():
    what = sys.argv[1]
    if what == "check":
        check(open(sys.argv[2], "rb").read(), Scene(sys.argv[3]))
    elif what == "compare":
        how, base, before, edited, new = sys.argv[2:]
        compare(how, open(base, "rb").read(), Scene(before), Scene(edited), open(new, "rb").read())
    else:
        scene = Scene(sys.argv[2])
        edit(what, scene)
        scene.write(sys.argv[3])


main()
