"""Live for Speed RAF, version 2: the published note, put right where real files say otherwise (formats/raf.md)."""

import math
import re
import statistics

from lfs_text import decode
from little import Reading, Refused, columns, take, unpack, until_nul

HEADER = 512
STATIC = 128
TEXTS = {"player": (32, 32), "car": (64, 32), "track": (96, 32), "config": (128, 16), "weather": (144, 16)}
NUMBERS = {"game_version": (6, "B"), "game_revision": (7, "B"), "raf_version": (8, "B"), "header_size": (12, "H"),
           "block_size": (14, "H"), "wheel_size": (16, "H"), "wheel_offset": (18, "H"), "block_count": (20, "i"),
           "track_length": (28, "f"), "player_flags": (168, "B"), "wheel_count": (169, "B"), "legality": (170, "B"),
           "split_count": (171, "B"), "mass": (188, "f"), "sprung_mass": (192, "f"), "rear_anti_roll": (196, "f"),
           "front_anti_roll": (200, "f"), "final_drive": (204, "f"), "gear_count": (208, "B")}
WHEEL_FIELDS = ["deflection", "steer", "x_force", "y_force", "load", "angular_velocity", "lean", "air_temperature",
                "slip_fraction"]
BLOCK_FIELDS = ["throttle", "brake", "steer", "clutch", "handbrake", "gear", "lateral_g", "forward_g", "upward_g",
                "speed", "distance", "x", "y", "z", "engine_speed", "index_distance", "right_x", "right_y", "right_z",
                "forward_x", "forward_y", "forward_z"]


def header(data):
    if data[:6] != b"LFSRAF":
        raise Refused(0, "no tag LFSRAF")
    take(data, 0, HEADER, "the header")
    got = {name: unpack(data, at, layout) for name, (at, layout) in NUMBERS.items()}
    got |= {name: decode(until_nul(take(data, at, size))) for name, (at, size) in TEXTS.items()}
    got["track_code"] = until_nul(data[24:28]).decode("latin-1")
    got["lfs_version"] = until_nul(data[160:168]).decode("latin-1")
    return got


def check_sizes(data, got):
    wheels = got["wheel_count"]
    if got["raf_version"] > 2:
        raise Refused(8, "a newer version of the file")
    if wheels == 0:
        raise Refused(169, "no wheels")
    if got["header_size"] < HEADER + STATIC * wheels:
        raise Refused(12, "the header cannot hold the wheels")
    if got["wheel_size"] < 32 or got["wheel_offset"] < 64:
        raise Refused(16, "wheels are smaller or earlier than published: sizes may only grow")
    if got["wheel_offset"] + wheels * got["wheel_size"] > got["block_size"]:
        raise Refused(14, "a block cannot hold the wheels")
    if got["block_count"] < 0:
        raise Refused(20, "a negative number of blocks")
    if got["header_size"] + got["block_size"] * got["block_count"] > len(data):
        raise Refused(len(data), "the blocks end behind the file")


def static_wheels(data, count):
    rows, taken = [], set()
    for wheel in range(count):
        at = HEADER + STATIC * wheel
        x, y, z, radius, width, travel = unpack(data, at, "6f")
        name = corner(x, y) or f"wheel_{wheel}"
        name = f"{name}_{wheel}" if name in taken else name
        taken.add(name)
        rows.append([name, x, y, z, radius, width, travel, data[at + 29], *unpack(data, at + 32, "4f")])
    return rows


def corner(x, y):
    """The order of wheels differs from car to car: their places say which is which, unless they are none."""
    if not (x < 0 or x > 0) or not (y < 0 or y > 0):
        return None
    return ("front" if y > 0 else "rear") + ("_left" if x < 0 else "_right")


def blocks(data, got):
    """A list of fields for each block, and for each wheel a list of its fields for each block."""
    rows, wheels = [], [[] for _ in range(got["wheel_count"])]
    for number in range(got["block_count"]):
        at = got["header_size"] + number * got["block_size"]
        f = unpack(data, at, "5fB3b2f3i2f6h")
        rows.append([*f[:5], f[5] - 1, *(g / 20 for g in f[6:9]), *f[9:11], *(p / 65536 for p in f[11:14]), *f[14:16],
                     *(v / 32767 for v in f[16:22])])
        for wheel, fields in enumerate(wheels):
            fields.append(unpack(data, at + got["wheel_offset"] + wheel * got["wheel_size"], "7fBB"))
    return rows, wheels


def is_older(version, than):
    """0.5V0 is older than 0.5Z: a digit, a dot, a digit, a letter."""
    found = re.match(r"(\d)\.(\d)([A-Z])", version)
    return bool(found) and (int(found[1]), int(found[2]), found[3]) < than


def clutch_is_reversed(got, ratios, table, wheels):
    """Whichever of near 0 and near 1 fits ratio x final drive is engaged."""
    fits = {}
    for engaged in (0, 1):
        fits[engaged] = min(gear_error(got, ratios, table, pair, engaged) for pair in axles(wheels))
    return fits[1] < 0.005 < fits[0]


def axles(wheels):
    return [(wheels[name + "_left"], wheels[name + "_right"]) for name in ("front", "rear")
            if name + "_left" in wheels and name + "_right" in wheels] or [()]


def gear_error(got, ratios, table, axle, engaged):
    errors = []
    if axle:
        speeds = zip(table["clutch"], table["gear"], table["engine_speed"], axle[0], axle[1])
        for clutch, gear, engine, left, right in speeds:
            turning = (left[5] + right[5]) / 2
            if abs(clutch - engaged) < 0.1 and 1 <= gear <= len(ratios) and turning > 1:
                errors.append(abs(engine / turning / (ratios[gear - 1] * got["final_drive"] or 1) - 1))
    return statistics.median(errors) if errors else math.inf


def telemetry(data, got, step, corners, ratios):
    rows, by_wheel = blocks(data, got)
    table = {"time": [number * step for number in range(len(rows))], **columns(BLOCK_FIELDS, rows)}
    table["heading"] = [math.atan2(-x, y) for x, y in zip(table["forward_x"], table["forward_y"])]
    wheels = dict(zip(corners, by_wheel))
    slips = [fields[8] for wheel in by_wheel for fields in wheel]
    for corner_name, fields in wheels.items():
        table |= {f"{corner_name}_{name}": values for name, values in columns(WHEEL_FIELDS, fields).items()}
    if rows and not any(slips) and not any(any(table[g]) for g in ("lateral_g", "forward_g", "upward_g")):
        leave_out(table, ["lateral_g", "forward_g", "upward_g"] + [f"{name}_slip_fraction" for name in wheels])
    if clutch_is_reversed(got, ratios, table, wheels):
        table["clutch"] = [1 - value for value in table["clutch"]]
    return table


def leave_out(table, names):
    """Fields that versions below 0.5Z did not have are missing, not 0."""
    for name in names:
        table[name] = [None] * len(table[name])


def split_table(times, own):
    """The note: what is not used is 0. So 0 is no time, and a file with nothing else has no splits."""
    rows = []
    for number, time in enumerate(times if any(times) else []):
        before = times[number - 1] if number else 0
        known = own and time != 0
        both = known and (number == 0 or before != 0)
        rows.append([number + 1, time / 1000 if known else None, (time - before) / 1000 if both else None])
    return columns(["split", "time", "sector_time"], rows)


def read(data):
    got = header(data)
    check_sizes(data, got)
    reading = Reading("raf")
    stored = data[9]
    step = (stored or 10) / 1000
    count = got["split_count"]
    if count > 4:
        raise Refused(171, "more splits than there is room for")
    times = list(unpack(data, 172, "4i"))[:count]
    whole = not times or got["block_count"] == math.ceil(times[-1] / (stored or 10))
    ratios = list(unpack(data, 212, "7f"))[:got["gear_count"]]
    fixed = static_wheels(data, got["wheel_count"])
    reading.properties = {**got, "interval": step, "lap_time": times[-1] / 1000 if times and whole else None}
    if not whole:
        reading.properties["legality"] = None  # as the times: of the lap before
    reading.properties |= {f"gear_ratio_{number}": ratio for number, ratio in enumerate(ratios, 1)}
    reading.tables["wheels"] = columns(["corner", "x", "y", "z", "radius", "width", "maximum_deflection", "tyre_type",
                                        "spring", "damping_compression", "damping_rebound", "brake_torque"], fixed)
    reading.tables["splits"] = split_table(times, whole)
    reading.tables["telemetry"] = telemetry(data, got, step, [row[0] for row in fixed], ratios)
    return reading
