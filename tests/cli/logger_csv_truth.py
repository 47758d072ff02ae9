#!/usr/bin/env python3
"""Holds what the command read of a log to the truth that logger_csv_of.py printed.

    logger_csv_truth.py TRUTH LAPS.json TELEMETRY.csv SECONDS

Laps must agree within so many seconds; rows in places (1e-7 degrees), speeds (0.01 m/s), forces (0.001 g), and distances
in the plane from one to the next (0.1 %, as the plane is allowed to be). Prints "true", or what differs.
"""
import csv
import json
import math
import sys

truth, laps, telemetry, most = sys.argv[1:4] + [float(sys.argv[4])]
wanted = [line.split() for line in open(truth)]
timed = [lap for lap in json.load(open(laps))["laps"] if lap["kind"] == "timed"]
wrong = []
wanted_laps = [[int(w[1]), float(w[2]), float(w[3])] for w in wanted if w[0] == "lap"]
if [lap["lap"] for lap in timed] != [w[0] for w in wanted_laps]:
    wrong.append(f"laps are {[lap['lap'] for lap in timed]}, wanted {[w[0] for w in wanted_laps]}")
else:
    for lap, (number, start, time) in zip(timed, wanted_laps):
        if abs(lap["start_time"] - start) > most or abs(lap["lap_time"] - time) > most:
            wrong.append(f"lap {number}: {lap['start_time']} {lap['lap_time']}, wanted {start} {time}")
rows = {round(float(row["time"]), 3): row for row in csv.DictReader(open(telemetry))}
last = None
for w in wanted:
    if w[0] != "row":
        continue
    time, latitude, longitude, speed, left, forward, x, y = map(float, w[1:])
    row = rows.get(round(time, 3))
    if row is None:
        wrong.append(f"no row at {time}")
        continue
    if row["latitude"] == "":
        continue
    for name, value, margin in (("latitude", latitude, 1e-7), ("longitude", longitude, 1e-7), ("speed", speed, 0.01),
                                ("lateral_g", left, 1e-3), ("longitudinal_g", forward, 1e-3)):
        if abs(float(row[name]) - value) > margin:
            wrong.append(f"{name} at {time}: {row[name]}, wanted {value}")
    place = (float(row["x"]), float(row["y"]))
    if last is not None:
        far, real = math.dist(place, last[0]), math.dist((x, y), last[1])
        if abs(far - real) > 0.001 * real + 0.01:
            wrong.append(f"distance at {time}: {far}, wanted {real}")
    last = place, (x, y)
print("true" if not wrong else "; ".join(wrong[:5]))
