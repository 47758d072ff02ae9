"""Racer's lidar surface, RLD version 0: the published page and formats/rld.md."""

from little import UNREAD, Reading, Refused, columns, take, unpack


def tag(data, at, wanted):
    found = take(data, at, 4, f"the tag {wanted.decode()}")
    if found != wanted:
        raise Refused(at, f"{found.hex()} where {wanted.decode()} should be")


def triples(data, at, count, layout):
    numbers = unpack(take(data, at, 12 * count), 0, f"{3 * count}{layout}") if count else ()
    return [list(numbers[axis::3]) for axis in range(3)]


def in_range(starts, counts, points):
    return all(start >= 0 and count >= 0 and start + count <= points for start, count in zip(starts, counts))


def blocks(data, at, points):
    """All starts, then all numbers of points; as pairs where only that is in range. None without the section."""
    if at == len(data):
        return None
    tag(data, at, b"BLKI")
    count = unpack(data, at + 4, "i", "the number of blocks")
    if count <= 0:
        return [], []
    raw = take(data, at + 8, 8 * count, "the blocks")
    numbers = unpack(raw, 0, f"{2 * count}i")
    starts, counts = list(numbers[:count]), list(numbers[count:])
    pairs = list(numbers[0::2]), list(numbers[1::2])
    return pairs if in_range(*pairs, points) and not in_range(starts, counts, points) else (starts, counts)


def block_of_point(found, points):
    """The block with a point, or None. What counts where blocks overlap or are no ranges of points is not published."""
    if not in_range(*found, points):
        return [UNREAD] * points
    of = [None] * points
    for number, (start, count) in enumerate(zip(*found)):
        for point in range(max(start, 0), min(start + count, points)):
            of[point] = number if of[point] is None else UNREAD
    return of


def read(data):
    tag(data, 0, b"RLD0")
    tag(data, 4, b"HEAD")
    points, triangles = unpack(data, 8, "ii", "the numbers of points and triangles")
    if points < 0 or triangles < 0:
        raise Refused(8 if points < 0 else 12, "a negative number")
    tag(data, 16, b"VERT")
    at = 20 + 12 * points
    x, y, z = triples(data, 20, points, "f")
    tag(data, at, b"TRIS")
    a, b, c = triples(data, at + 4, triangles, "i")
    for corner in (a, b, c):
        if corner and not (0 <= min(corner) and max(corner) < points):
            raise Refused(at + 4, "an index of a point that is not there")
    found = blocks(data, at + 4 + 12 * triangles, points)
    reading = Reading("rld")
    reading.properties = {"points": points, "triangles": triangles, "blocks": len(found[0]) if found else 0}
    of = block_of_point(found, points) if found else None
    reading.tables["points"] = {"x": x, "y": y, "z": z} | ({"block": of} if of else {})
    reading.tables["triangles"] = {"a": a, "b": b, "c": c} | ({"block": [of[p] for p in a]} if of else {})
    rows = list(zip(*found)) if found else []
    reading.tables["blocks"] = columns(["start", "points"], rows)
    return reading
