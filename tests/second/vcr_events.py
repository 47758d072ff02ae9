"""Events of gMotor replays: their heads, poses, and what else the notes describe (formats/vcr.md 7 and 8)."""

import math

from little import UNREAD, Refused, columns, unpack

RPM = math.pi / 30
OBJECTS = {105: "cone", 106: "post", 107: "sign", 108: "wheel", 109: "wing", 112: "immovable"}
PIECES = {"R1": (18, 24, 27, 29, 3), "R2": (17, 23, 27, 29, 4), "L": (17, 26, 30, 23, 4)}


def size_of(data, at, bits):
    return unpack(data, at, "I", "an event") >> 8 & (1 << bits) - 1


class Event:
    """A head, and where its payload is."""

    def __init__(self, data, number, at, dialect, time):
        head, self.extra = unpack(data, at, "IB", "an event")
        type_bit, session_bit, flag_bit, class_bit, session_bits = PIECES[dialect]
        self.slot, self.slice, self.time, self.offset = head & 255, number, time, at
        self.size = head >> 8 & (1 << (10 if dialect == "R1" else 9)) - 1
        self.type = head >> type_bit & 63
        self.session = head >> session_bit & (1 << session_bits) - 1
        self.flag, self.kind = head >> flag_bit & 3, head >> class_bit & 7
        self.data, self.at = data, at + 5

    def get(self, layout, offset=0):
        return unpack(self.data, self.at + offset, layout)

    def payload(self):
        return self.data[self.at:self.at + self.size]

    def key(self):
        return self.kind, self.type

    def driver(self):
        return None if self.slot == 255 else self.slot


def speed_of(event, at):
    """Three numbers in 40 bits: 14, 12 and 14 of them, with signs."""
    word = int.from_bytes(event.data[event.at + at:event.at + at + 5], "little")
    parts = signed(word & 0x3FFF, 14) / 32, signed(word >> 14 & 0xFFF, 12) / 20, signed(word >> 26, 14) / 32
    return [*parts, math.hypot(*parts)]


def signed(value, bits):
    return value - (1 << bits) if value >> bits - 1 else value


def parts(word):
    """What the second word of a pose says in R1 and R2."""
    return {"detached_parts": word & 63, "debris": word >> 6 & 0xFFF, "current_driver": word >> 18 & 3,
            "headlights": bool(word >> 20 & 1), "driver_visible": bool(word >> 21 & 1),
            "warning_light": bool(word >> 22 & 1), "following": bool(word >> 23 & 1), "acceleration_raw": word >> 24}


def place(event):
    """Position and rotation are the last 24 bytes."""
    names = ["x", "y", "z", "pitch", "yaw", "roll"]
    return dict(zip(names, event.get("6f", event.size - 24)))


def pose_r1(event):
    first, second = event.get("II")
    spins = [f"{wheel}_spin_raw" for wheel in ("front_left", "front_right", "rear_left", "rear_right")]
    speeds = ["velocity_x_raw", "velocity_y_raw", "velocity_z_raw"]
    return {"steer_raw": first & 127, "pit_limiter": bool(first >> 7 & 1), "traction_control_level": first >> 8 & 3,
            "horn": bool(first >> 10 & 1), "brake_light": bool(first >> 11 & 1), "throttle": (first >> 12 & 31) / 31,
            "in_pit": bool(first >> 17 & 1), "engine_speed_raw": first >> 18, **parts(second),
            **dict(zip(spins, event.get("4h", 8))), **dict(zip(speeds, event.get("3h", 16))), **place(event)}


def brake_offset(events):
    """At 36 or at 38: the sources disagree (D6). A pedal takes many values; without one nothing is known."""
    values = {at: len({event.get("B", at) for event in events}) for at in (36, 38)}
    most = max(values, key=values.get)
    return most if values[most] > 8 else None


def pose_r2(event, brake_at):
    first, second = event.get("II")
    brake = event.get("B", brake_at) if brake_at else 0
    speeds = dict(zip(["velocity_x", "velocity_y", "velocity_z", "speed"], speed_of(event, 8)))
    return {"steer": (first & 1023) / 512 - 1, "horn": bool(first >> 10 & 1), "throttle": (first >> 11 & 63) / 63,
            "in_pit": bool(first >> 17 & 1), "engine_speed_raw": first >> 18, "engine_speed": (first >> 18) * RPM,
            **parts(second), **speeds, "brake": (brake & 63) / 63 if brake_at else UNREAD,
            "traction_control_level": brake >> 6 if brake_at else UNREAD, **place(event)}


def pose_l(event):
    first, second = event.get("II")
    brake, status = event.get("BxB", 36)
    speeds = dict(zip(["velocity_x", "velocity_y", "velocity_z", "speed"], speed_of(event, 8)))
    return {"steer": (second & 1023) / 512 - 1, "throttle": (second >> 10 & 63) / 62, "in_pit": bool(first >> 17 & 1),
            "engine_speed_raw": second >> 21 & 1023, "engine_speed": (second >> 21 & 1023) * 10.9228 * RPM,
            **speeds, "lateral_raw": event.get("b", 14), "brake": (brake & 63) / 63, "abs_active": bool(brake >> 6 & 1),
            "traction_control_active": bool(brake >> 7), "off_track": bool(status & 1),
            "pit_limiter": bool(status >> 2 & 1), "pit_lane": bool(status >> 7), **place(event)}


POSES = {"R1": (50, 15, pose_r1), "R2": (63, 16, pose_r2), "L": (65, 15, pose_l)}


def poses(dialect, events):
    size, last, read_one = POSES[dialect]
    found = [event for event in events if (event.kind == 0 or dialect == "L") and 7 <= event.type <= last
             and event.size == size]
    more = [brake_offset(found)] if dialect == "R2" else []
    return [{"time": event.time, "slice": event.slice, "driver": event.slot, "gear": event.type - 8,
             **read_one(event, *more)} for event in found]


def checkpoint(event, dialect):
    elapsed, crossed, low, high = event.get("ffBB")
    lap, sector = (low, high >> 6) if dialect != "L" else ((low + (high << 8)) >> 2, low & 3)
    return {"lap_time": None if elapsed <= 0 else elapsed, "crossing_time": crossed, "lap": lap, "sector": sector}


def utf8(raw):
    """Texts of L, up to their first NUL as in tables."""
    return raw.split(b"\0", 1)[0].decode("utf-8", "replace")


def text(raw):
    """Texts of R1 and R2 may be of the Windows code page."""
    raw = raw.split(b"\0", 1)[0]
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def penalty_r2(event):
    raw = event.payload()
    at = 2 if len(raw) > 3 and 32 <= raw[2] < 127 else 3
    return {"kind": "penalty", "penalty": raw[0], "text": text(raw[at:])}


def penalty_l(event):
    raw = event.payload()
    return {"kind": "penalty", "penalty": raw[0], "penalty_time": raw[1] * 2, "text": utf8(raw[2:])}


def weather_l(event):
    return {"clock": event.get("f"), "ramp_1": event.get("f", 6), "ramp_2": event.get("f", 10),
            "ambient_temperature": event.get("B", 38) / 8 + 5.9, "rain": event.get("B", 42) / 255}


def limits_l(event):
    warn, now, place_word = event.get("BBH")
    return {"warning_points": warn / 4, "points": now / 4, "lap": place_word >> 3, "resolution": place_word & 7}


def brakes_l(event):
    """One temperature for the car, of whole degrees; the reader shows nothing below 20."""
    return {"brake_temperature": max(20, math.floor((event.get("B", 23) - 51) * 5.86 + 29 + 0.5))}


def wheels_l(event):
    """Blocks of ten bytes; quarters of a millimetre at 6 (B.7)."""
    return {f"{name}_tyre_radius": event.get("H", 10 * number + 6) * 0.00025 for number, name in enumerate(FL_FR_RL_RR)}


def no_energy(rows):
    """A car without the system sends 0 all session (B.5)."""
    if any(row["virtual_energy"] for row in rows):
        return rows
    return [row | {"virtual_energy": None} for row in rows]


def tyres(names):
    return lambda event: dict(zip([f"{name}_compound" for name in names], event.get("4B")))


def pit(event):
    fuel = event.size >= 6
    return {"kind": "pit_service" if fuel else "pit", "code": event.get("B"), "status": event.get("B", 1) if fuel else None,
            "fuel_added": event.get("f", 2) if fuel else None}


def pit_lane(event):
    return {"kind": "pit_lane", "lane": event.get("B")}


RR_RL_FR_FL = ["rear_right", "rear_left", "front_right", "front_left"]
FL_FR_RL_RR = ["front_left", "front_right", "rear_left", "rear_right"]

# (class, type): table, sizes allowed (at least, at most), what its payload says, sizes between them that are not
R1 = {(3, 6): ("checkpoints", 10, 99, lambda event: checkpoint(event, "R1")),
      (1, 10): ("lights", 1, 9, lambda event: {}), (1, 4): ("weather", 0, 999, lambda event: {}),
      (5, 1): ("pit", 0, 999, lambda event: {}), (3, 38): ("driver_changes", 1, 1023, lambda event: {})}
R2 = {(3, 6): ("checkpoints", 10, 99, lambda event: checkpoint(event, "R2")),
      (2, 17): ("contacts", 4, 4, lambda event: {"other": event.get("B", 3)}),
      (1, 11): ("contacts", 4, 4, lambda event: {"other": event.get("B", 3)}),
      (2, 5): ("penalties", 3, 511, penalty_r2),
      (2, 7): ("penalties", 1, 1, lambda event: {"kind": "penalty_served", "penalty": event.get("B")}),
      (2, 8): ("penalties", 1, 1, lambda event: {"kind": "penalty_removed", "penalty": event.get("B")}),
      (5, 2): ("pit", 1, 6, pit, 2, 3, 4, 5),
      (1, 7): ("pit", 4, 4, lambda event: {"kind": "garage", "garage_time": event.get("f")}),
      (3, 49): ("pit", 1, 1, pit_lane),
      (3, 15): ("pit", 5, 5, lambda event: {"kind": "escape"}),
      (2, 16): ("tyres", 4, 4, tyres(RR_RL_FR_FL)),
      (1, 10): ("lights", 3, 3, lambda event: {"lights": event.get("B")}),
      (1, 4): ("weather", 41, 41, lambda event: {}),
      (2, 19): ("session", 1, 511, lambda event: {"text": text(event.payload())}),
      (3, 9): ("countdown", 8, 8, lambda event: dict(zip(["start_time", "end_time"], event.get("ff")))
               | {"kind": "countdown_span"}),
      (1, 23): ("countdown", 4, 4, lambda event: {"kind": "countdown", "count": event.get("I")}),
      (3, 38): ("driver_changes", 1, 511, lambda event: {}),
      (2, 28): ("track_limits", 4, 4, lambda event: {}),
      (1, 6): ("impacts", 10, 10, lambda event: {"impact_time": event.get("f", 6)})}
# L is chosen by type, size and, where that is not enough, the two top bits, which come first here
L = {6: [(3, "checkpoints", 18, 21, lambda event: checkpoint(event, "L")),
         (0, "impacts", 10, 10, lambda event: {"impact_time": event.get("f", 6)})],
     17: [(None, "contacts", 33, 33, lambda event: {"impact": event.get("f", 8), "object_kind": event.payload()[12:28].hex(),
                                                    "object_number": event.get("I", 28), "other": event.get("B", 32)})],
     5: [(3, "penalties", 2, 511, penalty_l)],
     7: [(3, "penalties", 1, 1, lambda event: {"kind": "penalty_served", "penalty": event.get("B")})],
     2: [(0, "pit", 1, 1, pit), (0, "pit", 6, 6, pit)],
     49: [(None, "pit", 1, 1, pit_lane)],
     15: [(None, "brakes", 24, 24, brakes_l), (None, "brakes", 37, 37, brakes_l),
          (None, "pit", 5, 5, lambda event: {"kind": "escape", "escape": event.get("B"), "escape_distance": event.get("f", 1)})],
     16: [(None, "tyres", 4, 4, tyres(FL_FR_RL_RR))],
     10: [(None, "weather", 80, 80, weather_l), (1, "lights", 3, 3, lambda event: {"lights": event.get("B")})],
     19: [(3, "session", 1, 511, lambda event: {"text": utf8(event.payload())})],
     28: [(3, "track_limits", 4, 4, limits_l)],
     24: [(1, "wheels", 40, 40, wheels_l)],
     11: [(1, "sounds", 22, 22, lambda event: {"sound_kind": event.payload()[2:18].hex(), "sound": event.get("I", 18)})],
     33: [(3, "progress", 4, 4, lambda event: {"state": event.get("B"), "progress": event.get("B", 1) / 13 * 0.05})],
     32: [(3, "compound_codes", 4, 4, lambda event: dict(zip(["code_1", "code_2", "code_3", "code_4"], event.get("4B"))))],
     51: [(None, "energy", 3, 3, lambda event: {"virtual_energy": event.get("B") / 255, "pit_request": event.get("B", 2)})]}
ORDERS = {"R1": (3, 5, 12), "R2": (3, 48, 21), "L": (None, 48, 21)}


def described(event, dialect):
    if dialect == "L":
        top = event.get("I", -5) >> 30
        found = [rule[1:] for rule in L.get(event.type, []) if rule[0] in (None, top) and rule[2] <= event.size <= rule[3]]
        return found[0] if found else None
    rule = (R1 if dialect == "R1" else R2).get(event.key())
    return rule if rule and rule[1] <= event.size <= rule[2] and event.size not in rule[4:] else None


def orders(events, dialect, names):
    kind, number, skip = ORDERS[dialect]
    rows = []
    for event in events:
        if event.type == number and event.kind in (kind, event.kind if kind is None else kind) and event.size >= skip:
            for position, slot in enumerate(event.payload()[skip:], 1):
                rows.append([event.time, position, None if slot == 255 else slot, names.get(slot)])
    return columns(["time", "position", "driver", "name"], rows)


def by_table(events, dialect, names):
    """Rows by table, each with what all of them have."""
    tables = {}
    for event in events:
        rule = described(event, dialect)
        if rule:
            row = {"time": event.time, "slice": event.slice, "driver": event.driver(),
                   "name": names.get(event.driver()), "payload": event.payload().hex(), **rule[3](event)}
            if "other" in row:
                row["other_name"] = names.get(row["other"]) or OBJECTS.get(row["other"])
            tables.setdefault(rule[0], []).append(row)
    if "energy" in tables:
        tables["energy"] = no_energy(tables["energy"])
    return tables


def as_columns(rows):
    names = {name: None for row in rows for name in row}
    return {name: [row.get(name) for row in rows] for name in names}


def event_table(events):
    rows = [[event.time, event.slice, event.driver(), event.kind, event.type, event.size, event.extra, event.session,
             event.flag, event.offset, event.payload().hex()] for event in events]
    return columns(["time", "slice", "driver", "class", "type", "size", "extra", "session", "flag", "offset",
                    "payload"], rows)


def read(reading, data, dialect, found, names):
    times = [row[0] for row in found[0]]
    events = [Event(data, number, at, dialect, times[number]) for number, at in found[1]]
    for event in events:
        if event.at + event.size > len(data):
            raise Refused(event.at, "an event ends behind the file")
    reading.tables["poses"] = as_columns(poses(dialect, events))
    reading.tables["events"] = event_table(events)
    reading.tables["running_order"] = orders(events, dialect, names)
    reading.tables |= {name: as_columns(rows) for name, rows in by_table(events, dialect, names).items()}
