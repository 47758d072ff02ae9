"""Reads OpenDRIVE by itself and compares the road with what it was made from.

    opendrive_truth.py make OUT.ply LINE.csv           a road of a straight, clothoids and arcs as a surface, and its middle
    opendrive_truth.py make-ring OUT.ply LINE.csv      a level ring of 50 m
    opendrive_truth.py sound FILE.xodr                 pieces meet in place and heading, numbers are finite
    opendrive_truth.py made FILE.xodr ERROR STEP       the road of `make`: places, headings, heights, leans, widths
    opendrive_truth.py ring FILE.xodr ERROR            the ring: one arc, closed
    opendrive_truth.py track FILE.xodr NODES.csv ERROR [open]   a track by the table of its nodes, as of `paddock table`
    opendrive_truth.py line FILE.xodr POINTS.csv ERROR          the road passes all points (columns x and y)

Places are integrated here in steps of a few centimetres by Simpson's rule.
"""

import csv
import math
import sys
import xml.etree.ElementTree as xml

FINE = 0.05  # m between the places of a road


def fail(text):
    print(text)
    sys.exit(1)


def expect(true, text):
    if not true:
        fail(text)


def walk(x, y, heading, length, start, end, step=FINE):
    """Places along a curve whose curvature changes evenly from start to end: distance, x, y, heading."""
    count = max(1, math.ceil(length / step))
    turn = lambda s: heading + s * start + s * s * (end - start) / (2 * length)
    places = [(0.0, x, y, heading)]
    for i in range(count):
        a, b = length * i / count, length * (i + 1) / count
        angles = [turn(a), turn((a + b) / 2), turn(b)]
        x += (b - a) / 6 * (math.cos(angles[0]) + 4 * math.cos(angles[1]) + math.cos(angles[2]))
        y += (b - a) / 6 * (math.sin(angles[0]) + 4 * math.sin(angles[1]) + math.sin(angles[2]))
        places.append((b, x, y, angles[2]))
    return places


def turned(a, b):
    return math.remainder(a - b, 2 * math.pi)


class Road:
    def __init__(self, path):
        root = xml.parse(path).getroot()
        roads = root.findall("road")
        expect(len(roads) == 1, f"{len(roads)} roads")
        self.root, self.road = root, roads[0]
        self.length = float(self.road.get("length"))
        self.facts = {fact.get("code"): float(fact.get("value")) for fact in root.iter("userData")}
        self.closed = self.road.find("link/successor") is not None
        self.pieces, self.places = [], []
        for piece in self.road.findall("planView/geometry"):
            s, x, y, heading, length = (float(piece.get(name)) for name in ("s", "x", "y", "hdg", "length"))
            shape = piece[0]
            if shape.tag == "line":
                start = end = 0.0
            elif shape.tag == "arc":
                start = end = float(shape.get("curvature"))
            else:
                expect(shape.tag == "spiral", f"a piece is a {shape.tag}")
                start, end = float(shape.get("curvStart")), float(shape.get("curvEnd"))
            expect(length > 0, f"a piece at {s} has no length")
            places = walk(x, y, heading, length, start, end)
            self.pieces.append((s, places, length, shape.tag))
            self.places += [(s + at, px, py, angle) for at, px, py, angle in places]
        self.cells = {}
        for i, place in enumerate(self.places):
            self.cells.setdefault((int(place[1] // 4), int(place[2] // 4)), []).append(i)

    def nearest(self, x, y):
        """Distance along the road, distance from it (to the left), heading there."""
        best = None
        for cx in range(int(x // 4) - 1, int(x // 4) + 2):
            for cy in range(int(y // 4) - 1, int(y // 4) + 2):
                for i in self.cells.get((cx, cy), []):
                    square = (self.places[i][1] - x) ** 2 + (self.places[i][2] - y) ** 2
                    if best is None or square < best[0]:
                        best = (square, i)
        expect(best is not None, f"the road is nowhere near {x}, {y}")
        s, px, py, heading = self.places[best[1]]
        ahead = (x - px) * math.cos(heading) + (y - py) * math.sin(heading)
        left = (y - py) * math.cos(heading) - (x - px) * math.sin(heading)
        beyond = abs(ahead) > FINE  # past an end of the road
        return min(max(s + ahead, 0), self.length), math.hypot(ahead, left) if beyond else left, heading

    def value(self, path, at, s):
        pieces = self.road.findall(path)
        expect(pieces, f"no {path}")
        begins = [float(piece.get(at)) for piece in pieces]
        expect(begins[0] == 0 and begins == sorted(set(begins)), f"{path} do not rise from 0")
        piece = [p for p, begin in zip(pieces, begins) if begin <= s + 1e-9][-1]
        d = s - float(piece.get(at))
        return sum(float(piece.get(name)) * d**power for power, name in enumerate("abcd"))

    def height(self, s):
        return self.value("elevationProfile/elevation", "s", s)

    def lean(self, s):
        return self.value("lateralProfile/superelevation", "s", s)

    def left(self, s):
        return self.value("lanes/laneSection/left/lane/width", "sOffset", s)

    def right(self, s):
        return self.value("lanes/laneSection/right/lane/width", "sOffset", s)


def sound(path):
    road = Road(path)
    expect(road.root.find("header").get("revMajor") == "1", "not of revision 1")
    for element in road.root.iter():
        for name, text in element.items():
            expect(text.lower() not in ("nan", "inf", "-inf"), f"{element.tag} has {name} {text}")
    for before, after in zip(road.pieces, road.pieces[1:]):
        meet(before[1][-1], after[1][0], f"the piece at {after[0]}")
        expect(abs(before[0] + before[2] - after[0]) < 1e-6, f"the piece at {after[0]} does not begin where one ends")
    last = road.pieces[-1]
    expect(abs(last[0] + last[2] - road.length) < 1e-6, "the length is not that of the pieces")
    if road.closed:
        meet(last[1][-1], road.pieces[0][1][0], "the end of the closed road")
        for name, profile in (("height", road.height), ("left", road.left), ("right", road.right)):
            expect(abs(profile(0) - profile(road.length)) < 1e-6, f"{name} jumps where the road closes")
    return road


def meet(end, begin, what):
    gap = math.hypot(end[1] - begin[1], end[2] - begin[2])
    expect(gap < 1e-6, f"{what} begins {gap} m away")
    expect(abs(turned(end[3], begin[3])) < 1e-6, f"{what} begins with another heading")


# A road: pieces of metres, and curvature at both ends.
PIECES = [(80, 0, 0), (40, 0, 1 / 60), (70, 1 / 60, 1 / 60), (60, 1 / 60, -1 / 90), (50, -1 / 90, -1 / 90),
          (40, -1 / 90, 0), (30, 0, 0)]
HEIGHT = lambda s: 20.5 + 0.02 * s + 1.2 * math.sin(s / 45)
LEAN = lambda s: 0.04 * math.sin(s / 70)
LEFT = lambda s: 4.5 + 0.5 * math.sin(s / 30)
RIGHT = lambda s: 3.6


def made_places():
    places, at = [], 0.0
    x, y, heading = 110.0, -45.0, 0.4
    for length, start, end in PIECES:
        piece = walk(x, y, heading, length, start, end, 0.25)
        places += [(at + s, px, py, angle) for s, px, py, angle in piece[(1 if places else 0):]]
        at, (_, x, y, heading) = at + length, piece[-1]
    return places


def write_surface(path, rows):
    across = len(rows[0])
    with open(path, "w") as file:
        file.write(f"ply\nformat ascii 1.0\nelement vertex {len(rows) * across}\nproperty double x\nproperty double y\n"
                   f"property double z\nelement face {2 * (len(rows) - 1) * (across - 1)}\n"
                   "property list uchar int vertex_indices\nend_header\n")
        for row in rows:
            for x, y, z in row:
                file.write(f"{x:.9g} {y:.9g} {z:.9g}\n")
        for i in range(len(rows) - 1):
            for k in range(across - 1):
                a = i * across + k
                file.write(f"3 {a} {a + across + 1} {a + 1}\n3 {a} {a + across} {a + across + 1}\n")


def write_line(path, places):
    with open(path, "w") as file:
        file.write("x,y\n" + "".join(f"{x!r},{y!r}\n" for x, y in places))


def make(surface, line):
    rows = []
    for s, x, y, heading in made_places():
        offsets = [-RIGHT(s) + i * (RIGHT(s) + LEFT(s)) / 16 for i in range(17)]
        rows.append([(x - math.sin(heading) * v, y + math.cos(heading) * v, HEIGHT(s) + LEAN(s) * v) for v in offsets])
    write_surface(surface, rows)
    write_line(line, [(x, y) for _, x, y, _ in made_places()[::8]])


def make_ring(surface, line):
    ring = [2 * math.pi * i / 720 for i in range(721)]
    write_surface(surface, [[(r * math.cos(a), r * math.sin(a), 3) for r in (54, 52, 50, 48, 46)] for a in ring])
    write_line(line, [(50 * math.cos(a), 50 * math.sin(a)) for a in ring[::10]])


def made(path, error, step):
    road = sound(path)
    expect(not road.closed, "the road is closed")
    worst = 0
    for s, x, y, heading in made_places():
        if s < 1 or s > 368:
            continue
        at, off, angle = road.nearest(x, y)
        worst = max(worst, abs(off))
        expect(abs(off) <= error + 0.01, f"{off} m off at {s}")
        expect(abs(turned(angle, heading)) < 0.03, f"heading {angle} for {heading} at {s}")
        expect(abs(road.height(at) - HEIGHT(s)) <= error + 0.01, f"height {road.height(at)} for {HEIGHT(s)} at {s}")
        for side, width, truth in ((1, road.left(at), LEFT(s)), (-1, road.right(at), RIGHT(s))):
            expect(abs(width - truth) <= error + step + 0.02, f"width {width} for {truth} at {s}")
            edge = road.height(at) + side * width * math.tan(road.lean(at))
            expect(abs(edge - HEIGHT(s) - side * width * LEAN(s)) <= 2 * error + 0.02, f"the edge is at {edge} at {s}")
    expect(road.facts["paddock.line.largest"] <= error, "more than the error is stated")
    expect(abs(road.length - 370) < 1, f"{road.length} m long")
    expect(any(piece[3] == "line" and piece[2] > 40 for piece in road.pieces), "no straight line")
    print(f"{len(road.pieces)} pieces, {worst:.4f} m off at most")


def ring(path, error):
    road = sound(path)
    expect(road.closed, "the ring is open")
    arcs = [piece for piece in road.pieces if piece[3] == "arc"]
    expect(sum(piece[2] for piece in arcs) > 0.75 * 100 * math.pi, "the ring is not of arcs")
    for _, x, y, _ in road.places:
        expect(abs(math.hypot(x, y) - 50) <= error + 0.005, f"{x}, {y} is not on the ring")
    expect(abs(road.length - 100 * math.pi) < 1, f"{road.length} m long")


def track(path, nodes, error, is_open):
    road = sound(path)
    expect(road.closed != is_open, "the road is closed, or open, unlike the track")
    with open(nodes, newline="") as file:
        rows = [{name: float(value) for name, value in row.items() if value} for row in csv.DictReader(file)]
    worst, squares = 0, 0
    for number, row in enumerate(rows):
        x, y = row["y"], -row["x"]  # the table: x right, y forward
        at, off, angle = road.nearest(x, y)
        worst, squares = max(worst, abs(off)), squares + off * off
        where = f"node {number}"
        expect(abs(off) <= error + 1e-3, f"{off} m off at {where}")
        before, after = rows[number - 1], rows[(number + 1) % len(rows)]
        if number > 0 and number + 1 < len(rows):
            way = math.atan2(-(after["x"] - before["x"]), after["y"] - before["y"])
            expect(abs(turned(angle, way)) < 0.06, f"heading {angle} for {way} at {where}")
        expect(abs(road.height(at) - row["z"]) <= error + 1e-3, f"height {road.height(at)} for {row['z']} at {where}")
        for side, width, name in ((-1, road.left(at), "left_verge"), (1, road.right(at), "right_verge")):
            level = math.hypot(row["right_x"], row["right_y"])  # of a step to the right that may lean
            expect(abs(width - row[name] * level) <= error + 0.15, f"width {width} for {row[name]} at {where}")
            edge = road.height(at) - side * width * math.tan(road.lean(at))
            truth = row["z"] + side * row[name] * row["right_z"]
            expect(abs(edge - truth) <= 2 * error + 0.05, f"the edge is at {edge}, not {truth}, at {where}")
    expect(abs(worst - road.facts["paddock.line.largest"]) < 0.5 * error, f"the nodes are {worst} m off at most")
    print(f"{len(road.pieces)} pieces, {worst:.4f} m off at most, {math.sqrt(squares / len(rows)):.4f} m typically")


def line(path, points, error):
    road = sound(path)
    with open(points, newline="") as file:
        for row in csv.DictReader(file):
            off = road.nearest(float(row["x"]), float(row["y"]))[1]
            expect(abs(off) <= error + 1e-3, f"{off} m off at {row['x']}, {row['y']}")


def main(what, *arguments):
    numbers = [float(text) for text in arguments[1:] if text.replace(".", "", 1).isdigit()]
    if what == "make":
        make(*arguments)
    elif what == "make-ring":
        make_ring(*arguments)
    elif what == "sound":
        sound(*arguments)
    elif what == "made":
        made(arguments[0], *numbers)
    elif what == "ring":
        ring(arguments[0], *numbers)
    elif what == "track":
        track(arguments[0], arguments[1], numbers[0], arguments[-1] == "open")
    elif what == "line":
        line(arguments[0], arguments[1], numbers[0])
    else:
        fail(__doc__)


main(*sys.argv[1:])
