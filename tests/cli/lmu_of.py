"""Writes a telemetry file as Le Mans Ultimate does: a DuckDB database, by DuckDB itself, of a drive that is computed here.

    lmu_of.py libduckdb.so OUT.duckdb [WHAT...]

What a test needs to be different: "straight" (forces are not swapped), "ratio" (steering is -1 to 1), "right" (it is
positive to the right), "clockless", "double" (positions have double precision), "hostile" (a view that asks for another
file, names with quotes), "version2", "nolists". Prints the truth as lines "name value".
"""
import ctypes
import math
import sys

LIBRARY, OUT, WHAT = sys.argv[1], sys.argv[2], set(sys.argv[3:])
LAPS, START, STEP = 3, 313.595, 0.01
GAPS = {5000: 0.285, 9000: 0.38}  # the clock jumps: samples of the fast channels that are not there
ORIGIN = (60.05, 0.01)
METRES = math.pi * 6378137 / 180


class Database:
    """duckdb_open, duckdb_query and nothing more."""

    def __init__(self, path):
        self.library = ctypes.CDLL(LIBRARY)
        self.database, self.connection = ctypes.c_void_p(), ctypes.c_void_p()
        assert self.library.duckdb_open(path.encode(), ctypes.byref(self.database)) == 0, path
        assert self.library.duckdb_connect(self.database, ctypes.byref(self.connection)) == 0

    def run(self, statement):
        result = (ctypes.c_char * 256)()
        failed = self.library.duckdb_query(self.connection, statement.encode(), result)
        self.library.duckdb_result_error.restype = ctypes.c_char_p
        assert failed == 0, (statement[:200], self.library.duckdb_result_error(result))
        self.library.duckdb_destroy_result(result)

    def table(self, name, columns, rows):
        quoted = '"' + name.replace('"', '""') + '"'
        self.run(f'CREATE TABLE {quoted} ({", ".join(columns)})')
        for first in range(0, len(rows), 5000):
            values = ",".join("(" + ",".join(map(cell, row)) + ")" for row in rows[first:first + 5000])
            self.run(f"INSERT INTO {quoted} VALUES {values}")

    def close(self):
        self.library.duckdb_disconnect(ctypes.byref(self.connection))
        self.library.duckdb_close(ctypes.byref(self.database))


def cell(value):
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return repr(value)


# --- the drive: a closed track with bends to both sides, driven faster where it is straighter ---

def track(angle):
    radius = 400 + 90 * math.cos(3 * angle) + 40 * math.sin(2 * angle)
    return radius * math.cos(angle), radius * math.sin(angle)


def bend(angle, h=1e-3):
    (ax, ay), (bx, by), (cx, cy) = track(angle - h), track(angle), track(angle + h)
    vx, vy, wx, wy = (cx - ax) / (2 * h), (cy - ay) / (2 * h), (cx - 2 * bx + ax) / h ** 2, (cy - 2 * by + ay) / h ** 2
    return (vx * wy - vy * wx) / math.hypot(vx, vy) ** 3, math.hypot(vx, vy)


def drive():
    """Samples 0.01 s apart: (time, x, y, speed, forward, left, bend, angle)."""
    samples, angle, time, speed = [], -0.4, START, 45.0
    while angle < 2 * math.pi * LAPS + 0.6:
        curve, metres = bend(angle)
        wanted = min(75.0, math.sqrt(14 / max(abs(curve), 1e-4)))
        forward = max(-12.0, min(6.0, (wanted - speed) * 1.5))
        x, y = track(angle)
        samples.append((time, x, y, speed, forward, speed * speed * curve, curve, angle))
        speed += forward * STEP
        angle += speed * STEP / metres
        time += STEP
    return samples


def crossing(samples, angle):
    for before, after in zip(samples, samples[1:]):
        if before[7] < angle <= after[7]:
            return before[0] + STEP * (angle - before[7]) / (after[7] - before[7])
    raise ValueError(angle)


samples = drive()
kept, skip_until = [], 0
for sample in samples:
    if sample[0] < skip_until:
        continue
    kept.append(sample)
    if len(kept) in GAPS:
        skip_until = sample[0] + GAPS[len(kept)] - STEP / 2


def every(rate):
    return [kept[min(len(kept) - 1, round(i * 100 / rate))] for i in range(math.ceil(len(kept) * rate / 100))]


def degrees(sample):
    latitude = ORIGIN[0] + sample[2] / METRES
    return latitude, ORIGIN[1] + sample[1] / (METRES * math.cos(math.radians(ORIGIN[0])))


sign = -1 if "right" in WHAT else 1
scale = 1 if "ratio" in WHAT else 100
real = "DOUBLE" if "double" in WHAT else "FLOAT"
lateral, longitudinal = ("G Force Lat", "G Force Long") if "straight" in WHAT else ("G Force Long", "G Force Lat")
channels = [
    ("GPS Time", 100, "s", "DOUBLE", lambda s: s[0]),
    ("Ground Speed", 100, "km/h", "FLOAT", lambda s: s[3] * 3.6),
    ("Engine RPM", 100, "rpm", "FLOAT", lambda s: 3000 + 60 * s[3]),
    ("Steering Pos", 100, "%", "FLOAT", lambda s: sign * scale * 30 * s[6]),
    ("Throttle Pos", 50, "%", "FLOAT", lambda s: 100 * max(0.0, s[4]) / 6),
    ("Brake Pos", 50, "%", "FLOAT", lambda s: 100 * max(0.0, -s[4]) / 12),
    ("Fuel Level", 20, "L", "FLOAT", lambda s: 60 - (s[0] - START) / 30),
    ("GPS Latitude", 10, "deg", real, lambda s: degrees(s)[0]),
    ("GPS Longitude", 10, "deg", real, lambda s: degrees(s)[1]),
    (lateral, 10, "g", "FLOAT", lambda s: -s[5] / 9.80665),
    (longitudinal, 10, "g", "FLOAT", lambda s: s[4] / 9.80665),
    ("Track Temperature", 1, "\N{DEGREE SIGN}C", "FLOAT", lambda s: None if s is kept[100] else 31.5),
]
if "clockless" in WHAT:
    channels = channels[1:]
lines = [crossing(samples, 2 * math.pi * n) for n in range(LAPS + 1)]
sectors = [crossing(samples, 2 * math.pi * (n + k / 3)) for n in range(LAPS) for k in (1, 2)]
times = [b - a for a, b in zip(lines, lines[1:])]

database = Database(OUT)
listed = [(name, rate, unit) for name, rate, unit, _, _ in channels]
listed += [("Engine Oil Temp", 7, "\N{DEGREE SIGN}C"), ("TyresPressure", 10, "kPa"), ("Not There", 10, "m")]
events = ["Lap", "Lap Time", "Current Sector", "In Pits", "Gear"]
if "nolists" not in WHAT:
    database.table("channelsList", ["channelName VARCHAR PRIMARY KEY", "frequency INTEGER", "unit VARCHAR"], listed)
    database.table("eventsList", ["eventName VARCHAR PRIMARY KEY", "unit VARCHAR"], [(name, "") for name in events])
database.table("metadata", ["key VARCHAR PRIMARY KEY", "value VARCHAR"], [
    ("Version", "2" if "version2" in WHAT else "1"), ("DriverName", "Zoë Ålund"), ("SteamID", "76561190000000001"),
    ("RecordingTime", "2026_11_28_01_00_00"), ("SessionType", "Race"), ("TrackName", "Computed Ring"),
    ("TrackLayout", "Full"), ("CarName", "Test GT #7"), ("CarClass", "LMGT3"), ("CarSetup", "{}")])
for name, rate, unit, kind, value in channels:
    database.table(name, [f"value {kind}"], [(value(sample),) for sample in every(rate)])
seven = math.ceil(len(kept) * 7.017 / 100)
database.table("Engine Oil Temp", ["value FLOAT"], [(90 + i / 100,) for i in range(seven)])
database.table("TyresPressure", [f"value{i} FLOAT" for i in range(1, 5)],
               [(170.0, 171.0, 165.0, 166.5) for _ in every(10)])
database.table("Lap", ["ts DOUBLE", "value USMALLINT"], [(START, 0)] + [(t, n + 1) for n, t in enumerate(lines)])
database.table("Lap Time", ["ts DOUBLE", "value FLOAT"],
               [(START, 0.0), (lines[0], 0.0)] + [(t, time) for t, time in zip(lines[1:], times)])
# 1 begins at the start line; 2, 0 are the next sectors
changes = sorted([(t, 1) for t in lines] + [(t, 2 if n % 2 == 0 else 0) for n, t in enumerate(sectors)])
database.table("Current Sector", ["ts DOUBLE", "value UTINYINT"], [(START, 0)] + changes)
database.table("In Pits", ["ts DOUBLE", "value UTINYINT"], [(START, 0), (lines[-1] - 4, 1)])
database.table("Gear", ["ts DOUBLE", "value TINYINT"], [(START, 4), (lines[0] + 10, 5), (lines[1] + 10, 4)])
if "hostile" in WHAT:
    database.run("CREATE VIEW \"Not There\" AS SELECT 1.0 AS value FROM read_text('/etc/passwd')")
    database.table('a "quoted" name', ["value FLOAT"], [(1.0,)])
    database.run("INSERT INTO channelsList VALUES ('a \"quoted\" name', 1, 'm'), ('none', 0, ''), ('text', 1, '')")
    database.table("text", ["value VARCHAR"], [("x",)])
database.close()

for n, (t, time) in enumerate(zip(lines[1:], times)):
    print(f"lap{n + 1} {t:.4f} {time:.4f}")
print(f"end {kept[-1][0]:.4f}")
print(f"fastest {max(s[3] for s in kept):.3f}")
length = sum(math.dist(track(i / 5000), track((i + 1) / 5000)) for i in range(round(5000 * 2 * math.pi)))
print(f"length {length:.2f}")
