"""Need for Speed SE track, TRI: the note of 1996, put right by two real tracks (formats/tri.md)."""

import math
import struct

from little import UNREAD, Reading, Refused, columns, take, unpack

NODES, SPEEDS, PROP_HEADER, PROP_TYPES, PROPS, SCENERY = 0x98C, 0x15B0C, 0x16214, 0x16228, 0x16628, 0x1A4A8
RECORD = 288
TURN = 2 * math.pi / 16384
NODE_COLUMNS = ["node", "x", "y", "z", "slope", "slant", "heading", "left_verge", "right_verge", "left_barrier",
                "right_barrier", "lanes", "oncoming_lanes", "left_barrier_kind", "right_barrier_kind", "left_surface",
                "right_surface", "mode", "unknown_26", "right_x", "right_y", "right_z"]
TYPE_COLUMNS = ["prop_type", "flags", "kind", "bitmap", "second_bitmap", "model", "width", "second_width", "height",
                "frame_count", "frame_interval", "props"]
PROP_COLUMNS = ["prop", "node", "prop_type", "yaw", "flags", "offset_x", "offset_y", "offset_z", "x", "y", "z",
                "heading"]


def angle(raw):
    """14 bits with a sign."""
    low = raw & 0x3FFF
    return (low - 0x4000 if low >= 0x2000 else low) * TURN


def wrapped(turn):
    """Between half a turn to either side; exactly half a turn has no minus."""
    turn = math.remainder(turn, 2 * math.pi)
    return math.pi if turn == -math.pi else turn


def node(data, number):
    at = NODES + 36 * number
    left, right, wide_left, wide_right, lanes, barriers, surfaces, mode = take(data, at, 8)
    x, z, y, slope, slant, heading, unknown, right_x, right_z, right_y = unpack(data, at + 8, "3i4H3h")
    return [number, x / 65536, y / 65536, z / 65536, angle(slope), angle(slant), -angle(heading), left / 8, right / 8,
            wide_left / 8, wide_right / 8, lanes & 15, lanes >> 4, barriers >> 4, barriers & 15, surfaces >> 4,
            surfaces & 15, mode, unknown, right_x / 32767, right_y / 32767, right_z / 32767]


def node_table(data, count):
    table = columns(NODE_COLUMNS, [node(data, number) for number in range(count)])
    places = list(zip(table["x"], table["y"], table["z"]))
    table["distance"] = [0.0]
    for before, here in zip(places, places[1:]):
        table["distance"].append(table["distance"][-1] + math.dist(before, here))
    return table


def prop_type(data, number, uses):
    at = PROP_TYPES + 16 * number
    flags, kind, resource, second = take(data, at, 4)
    width, frames, interval, height = unpack(data, at + 4, "i2B2xi")
    second_width = unpack(data, at + 8, "i")
    flat, crossed = kind == 4, kind == 6
    animated = flat and flags & 4
    return [number, flags, kind, resource // 4 if flat or crossed else None, second // 4 if crossed else None,
            resource if kind == 1 else None, width / 65536 if flat or crossed else None,
            second_width / 65536 if crossed else None, height / 65536 if flat or crossed else None,
            frames if animated else None, interval / 60 if animated else None, uses]


def frames(kinds, closed):
    """Bitmaps of animated kinds that some prop has; an interval of 0 shows nothing else."""
    rows = []
    for number, flags, kind, first, *_, count, interval, uses in kinds:
        if count is None or count < 2 or not interval or not uses:
            continue
        for step in range(count):
            path = f"1/0/{first + step:02d}00" if closed else f"1/{first + step}/0000"
            rows.append([number, step + 1, count, first + step, interval, path])
    return rows


def props(data, nodes, types, room):
    rows = []
    for number in range(room):
        at = PROPS + 16 * number
        at_node, kind, yaw, flags, x, z, y = unpack(data, at, "iBBI3h")
        if at_node == -1:
            break
        turn = wrapped(-yaw * 2 * math.pi / 256)
        offset = [x / 256, y / 256, z / 256]
        known = 0 <= at_node < len(nodes["x"])  # others are skipped, or begin again at node 0
        place = [nodes[axis][at_node] + part for axis, part in zip("xyz", offset)] if known else [UNREAD] * 3
        turned = known and at_node + 1 < len(nodes["x"])  # the last node has no heading itself
        heading = wrapped(nodes["heading"][at_node] + turn) if turned else UNREAD
        rows.append([number, at_node, kind, turn, flags, *offset, *place, heading])
        if kind >= types:
            raise Refused(at + 4, "a kind of prop that is not there")
    return columns(PROP_COLUMNS, rows)


def points(data, record, row, nodes):
    """Eleven points: the first from its node, the others each from the one before; point 6 from point 0 again."""
    numbers = unpack(data, SCENERY + RECORD * record + 24 + 66 * row, "33h")
    here = [nodes[axis][4 * record + row] for axis in "xyz"]
    out = []
    for number in range(11):
        x, z, y = numbers[3 * number:3 * number + 3]
        from_point = here if number == 0 else out[0] if number == 6 else out[-1]
        out.append([value + step / 128 for value, step in zip(from_point, (x, y, z))])
    return out


def stored_points(data, number):
    """44 points, as x, z, y."""
    return struct.iter_unpack("<3h", take(data, SCENERY + RECORD * number + 24, 264))


def record(data, number, nodes):
    at = SCENERY + RECORD * number
    if data[at:at + 4] != b"TRKD":
        raise Refused(at, "no tag TRKD")
    if unpack(data, at + 4, "I") != 0x114:
        raise Refused(at + 4, "a record of another length")
    fence = data[at + 13]
    every = [point for row in range(4) for point in points(data, number, row, nodes)]
    low, high = [min(axis) for axis in zip(*every)], [max(axis) for axis in zip(*every)]
    return [number, 4 * number, bool(fence & 128), bool(fence & 64), fence & 63, *data[at + 14:at + 24], *low, *high]


def header(data):
    version, loop, count, unknown, x, z, y = unpack(data, 0, "IHIH3i", "the header")
    size, rail = unpack(data, 0x24, "II", "the header")
    if version != 17:
        raise Refused(0, f"version {version}")
    if not 1 <= count <= 600:
        raise Refused(6, f"{count} records")
    if loop not in (0, count):
        raise Refused(4, "the loop goes on elsewhere than at record 0")
    if size != RECORD * count:
        raise Refused(0x24, "the size of the scenery is not that of its records")
    if len(data) < SCENERY + RECORD * count:
        raise Refused(len(data), "the scenery ends behind the file")
    return {"version": version, "loop_record": loop, "record_count": count, "start_x": x / 65536, "start_y": y / 65536,
            "start_z": z / 65536, "scenery_size": size, "rail_texture": rail, "kind": "closed" if loop else "open"}


def prop_room(data):
    types, room, magic, size = unpack(data, PROP_HEADER, "II4sI")
    if magic != b"SJBO":
        raise Refused(PROP_HEADER + 8, "no tag SJBO")
    if PROP_TYPES + 16 * types != PROPS or PROPS + 16 * room != SCENERY:
        raise Refused(PROP_HEADER, "another number of props, or of their kinds")
    if size != 12 + 16 * types + 16 * room:
        raise Refused(PROP_HEADER + 12, "the size of the props is not that of their records")
    return types, room


def totals(nodes, loop):
    places = list(zip(nodes["x"], nodes["y"], nodes["z"]))
    level = sum(math.dist(a[:2], b[:2]) for a, b in zip(places, places[1:]))
    gap = math.dist(places[-1], places[0])
    closing = gap if loop else None
    return {"length": nodes["distance"][-1] + (gap if loop else 0), "closing_gap": closing,
            "level_length": level + (math.dist(places[-1][:2], places[0][:2]) if loop else 0),
            "lowest": min(nodes["z"]), "highest": max(nodes["z"]), "node_count": len(places)}


def read(data):
    reading = Reading("tri")
    reading.properties = got = header(data)
    types, room = prop_room(data)
    count, loop = got["record_count"], got["loop_record"]
    nodes = node_table(data, 4 * count)
    used = props(data, nodes, types, room)
    kinds = [prop_type(data, number, used["prop_type"].count(number)) for number in range(types)]
    rows = [record(data, number, nodes) for number in range(count)]
    speeds = [[number, 4 * number, *data[SPEEDS + 3 * number:SPEEDS + 3 * number + 3]] for number in range(count)]
    reading.raw["tri.record.points"] = [raw_point for number in range(count) for raw_point in stored_points(data, number)]
    reading.properties |= totals(nodes, loop) | {"prop_count": len(used["prop"])}
    reading.tables = {
        "nodes": nodes, "props": used, "prop_types": columns(TYPE_COLUMNS, kinds),
        "frames": columns(["prop_type", "frame", "frames", "bitmap", "interval", "image"], frames(kinds, loop)),
        "speeds": columns(["record", "node", "opponent_speed", "legal_speed", "traffic_speed"], speeds),
        "records": columns(["record", "node", "left_fence", "right_fence", "fence_texture",
                            *(f"texture_{n}" for n in range(1, 11)), "minimum_x", "minimum_y", "minimum_z",
                            "maximum_x", "maximum_y", "maximum_z"], rows)}
    return reading
