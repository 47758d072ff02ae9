"""Racer's replay, RPLY 1.1 and 2.1: the published page and formats/rply.md."""

import math
import statistics

from little import UNREAD, Reading, Refused, columns, unpack, until_nul

SET_CAR, POSITION, STATE, SMOKE, SKID_START, SKID_POINT, SKID_END, ENTERS = 0, 1, 2, 4, 5, 6, 7, 9
FIXED = {SET_CAR: 2, POSITION: 12, SMOKE: 28, SKID_START: 2, SKID_END: 2, ENTERS: 68}
MOST_WHEELS = 8


def header(data):
    """Properties, names of cars, where the frames begin."""
    if data[:4] != b"RPLY":
        raise Refused(0, "no tag RPLY")
    minor, major = unpack(data, 4, "hh")
    for counts_at in (76, 72):
        names_at = counts_at + 4
        count = unpack(data, counts_at, "i", "the number of cars")
        end = names_at + 64 * count
        if 0 <= count and end + 4 <= len(data) and data[end:end + 4] == b"DATA":
            names = [text(data[at:at + 64]) for at in range(names_at, end, 64)]
            step = unpack(data, 72, "i") / 1000 if counts_at == 76 else None
            got = {"version_minor": minor, "version_major": major, "version": f"{major}.{minor}", "cars": count,
                   "track": text(data[8:72]), "interval": step}
            return got, names, end + 4
    raise Refused(72, "no DATA behind the names of the cars")


def text(raw):
    return until_nul(raw).decode("latin-1")


def frames(data, at):
    """Offset, size and time of each frame; the rest of the file is refused where a frame does not fit."""
    out = []
    while at < len(data):
        size, time = unpack(data, at, "Hi", "a frame")
        if size < 6 or at + size > len(data):
            raise Refused(at, f"a frame of {size} bytes")
        out.append((at, size, time))
        at += size
    return out


def is_turn(data, at):
    """Whether four floats are a rotation: their norm is 1, within a tenth."""
    norm = math.hypot(*unpack(data, at, "4f"))
    return 0.9 <= norm <= 1.1


class Layout:
    """What a file leaves open: wheels by car, and the size of a point of a skid mark."""

    def __init__(self, major, skid):
        self.base = 40 if major < 2 else 52
        self.wheels, self.skid = {}, skid


def step(data, at, end, command, layout, wheels):
    """The size of a command's payload; None where it does not fit."""
    size = FIXED.get(command)
    if command == SET_CAR and at + 2 <= end and unpack(data, at, "h") < 0:
        return None
    if command == SKID_POINT:
        size = layout.skid
    if command == STATE:
        size = layout.base + 12 * wheels
    return size if size is not None and at + size <= end else None


def ways(data, at, end, layout, car=None, guess=None):
    """Every way in which the commands fill a frame exactly: the wheels of cars not known yet."""
    guess = guess or {}
    if at == end:
        yield guess
        return
    if at + 2 > end:
        return
    command = unpack(data, at, "h")
    known = layout.wheels.get(car) or guess.get(car)
    unknown = command == STATE and car is not None and not known
    for wheels in range(1, MOST_WHEELS + 1) if unknown else (known or 0,):
        if command == STATE and not wheels:
            return
        size = step(data, at + 2, end, command, layout, wheels)
        if size is None or unknown and not is_turn(data, at + 14):
            continue
        next_car = unpack(data, at + 2, "H") if command == SET_CAR else car
        more = {**guess, car: wheels} if unknown else guess
        yield from ways(data, at + 2 + size, end, layout, next_car, more)


def settle(data, found, layout):
    """Wheels by car, from frames that fit in one way only; gives how many frames fit."""
    waiting, fits, progress = list(found), 0, True
    while progress:
        progress, later = False, []
        for at, size, time in waiting:
            each = [dict(way) for way in unique(ways(data, at + 6, at + size, layout))]
            fits += len(each) == 1
            if len(each) == 1:
                progress |= bool(each[0])
                layout.wheels |= each[0]
            elif each:
                later.append((at, size, time))
        waiting = later
    return fits


def unique(found):
    return list({tuple(sorted(way.items())): way for way in found}.values())[:9]


def choose_layout(data, found, major):
    """Points of skid marks have 18 bytes, or 14 without transparency: whatever makes more frames fit."""
    order = (14, 18) if major < 2 else (18, 14)
    layouts = [Layout(major, skid) for skid in order]
    fits = [settle(data, found, layout) for layout in layouts]
    return layouts[1] if fits[1] > fits[0] else layouts[0]


class Replay:
    """Rows of all tables, frame by frame."""

    def __init__(self, data, major, layout):
        self.data, self.major, self.layout = data, major, layout
        self.states, self.points, self.strips, self.smoke, self.entries, self.frames = [], [], [], [], [], []

    def frame(self, number, at, size, time):
        end, here, car, commands = at + size, at + 6, None, 0
        while here + 2 <= end:
            command = unpack(self.data, here, "h")
            wheels = self.layout.wheels.get(car)
            length = None if command == STATE and not wheels else \
                step(self.data, here + 2, end, command, self.layout, wheels)
            if length is None:
                break
            if command == SET_CAR:
                car = unpack(self.data, here + 2, "H")
            self.command(command, here + 2, [number, time / 1000], car, wheels)
            here += 2 + length
            commands += 1
        self.frames.append([time / 1000, at, size, commands, end - here])

    def command(self, command, at, stamp, car, wheels):
        if command == STATE:
            self.states.append([*stamp, car, *self.state(at, wheels)])
        elif command == SMOKE:
            self.smoke.append([*stamp, *unpack(self.data, at, "7f")])
        elif command == SKID_POINT:
            point = [*stamp, *unpack(self.data, at, "h3f")]
            self.points.append(point + [unpack(self.data, at + 14, "f") if self.layout.skid == 18 else None])
        elif command in (SKID_START, SKID_END):
            self.strips.append([*stamp, unpack(self.data, at, "h"), command == SKID_START])
        elif command == ENTERS:
            self.entries.append([*stamp, unpack(self.data, at + 64, "i"), text(self.data[at:at + 64])])

    def state(self, at, wheels):
        place = unpack(self.data, at, "8f")
        by_kind = unpack(self.data, at + 32, f"{3 * wheels}f")
        each = [by_kind[kind * wheels + wheel] if wheel < wheels else None
                for wheel in range(MOST_WHEELS) for kind in range(3)]
        at += 32 + 12 * wheels
        engine = unpack(self.data, at, "f") * math.pi / 30
        if self.major < 2:
            return [*place, *angles(place[3:7]), *each, engine, unpack(self.data, at + 4, "f"), *[None] * 6]
        velocity = unpack(self.data, at + 4, "3f")
        brake, gear = unpack(self.data, at + 16, "Hh")
        return [*place, *angles(place[3:7]), *each, engine, math.hypot(*velocity), *velocity, brake, brake & 255,
                brake >> 8, gear]


def angles(turn):
    """Heading (to the left), pitch (nose up) and roll (left side up) of w, x, y, z in a world of x left, y up, z forward."""
    w, x, y, z = turn
    if not all(map(math.isfinite, turn)):
        return UNREAD, UNREAD, UNREAD
    nose = 2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)
    left_up, roof_up = 2 * (x * y + w * z), 1 - 2 * (x * x + z * z)
    return math.atan2(nose[0], nose[2]), math.asin(max(-1, min(1, nose[1]))), math.atan2(left_up, roof_up)


STATE_COLUMNS = ["frame", "time", "car", "x", "y", "z", "orientation_w", "orientation_x", "orientation_y",
                 "orientation_z", "steer", "heading", "pitch", "roll",
                 *(f"{kind}_{wheel}" for wheel in range(MOST_WHEELS)
                   for kind in ("wheel_y", "wheel_angle", "wheel_speed")),
                 "engine_speed", "speed", "velocity_x", "velocity_y", "velocity_z", "brake_light_and_skid",
                 "brake_light_and_skid_low", "brake_light_and_skid_high", "gear"]


def car_table(names, replay):
    every = dict(enumerate(names))
    for _, _, car, name in replay.entries:
        every[car] = every.get(car) or name
    for row in replay.states:
        every.setdefault(row[2], None)
    rows = []
    for car in sorted(every):
        times = [row[1] for row in replay.states if row[2] == car]
        rows.append([car, every[car], replay.layout.wheels.get(car), car < len(names), len(times),
                     times[0] if times else None, times[-1] if times else None])
    return columns(["car", "name", "wheels", "in_header", "states", "first_time", "last_time"], rows)


def pad(row):
    return row + [None] * (len(STATE_COLUMNS) - len(row))


def read(data):
    got, names, at = header(data)
    found = frames(data, at)
    if got["version_major"] not in (1, 2):
        raise Refused(6, "a version that nobody has described")
    replay = Replay(data, got["version_major"], choose_layout(data, found, got["version_major"]))
    for number, (where, size, time) in enumerate(found):
        replay.frame(number, where, size, time)
    reading = Reading("rply")
    times = [time for _, _, time in found]
    if got["interval"] is None and len(times) > 1:
        steps = [b - a for a, b in zip(times, times[1:]) if b > a]
        got["interval"] = statistics.median(steps) / 1000 if steps else None
    reading.properties = {**got, "frames": len(found), "states": len(replay.states),
                          "opaque_bytes": sum(row[4] for row in replay.frames)}
    strip = ["frame", "time", "strip"]
    reading.tables = {
        "states": columns(STATE_COLUMNS, [pad(row) for row in replay.states]),
        "cars": car_table(names, replay),
        "frames": columns(["time", "offset", "size", "commands", "opaque_bytes"], replay.frames),
        "skid_points": columns([*strip, "x", "y", "z", "transparency"], replay.points),
        "skid_strips": columns([*strip, "starts"], replay.strips),
        "smoke": columns(["frame", "time", "x", "y", "z", "velocity_x", "velocity_y", "velocity_z", "lifetime"],
                         replay.smoke),
        "car_entries": columns(["frame", "time", "car", "name"], replay.entries)}
    return reading
