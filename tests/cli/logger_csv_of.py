#!/usr/bin/env python3
"""Logs as RaceChrono and AiM Race Studio export them, of a drive that is computed here: laps of an ellipse, each at its
own pace. Prints the truth: a line "lap N START TIME" for each whole lap, then "row TIME LATITUDE LONGITUDE SPEED LEFT FORWARD
X Y" for some rows (forces in g, metres from the middle). Places on Earth are by a geodesic formula (Vincenty's direct one), not by a plane.

    logger_csv_of.py FILE SHAPE [WORD...]

SHAPE is racechrono3, racechrono2, racechrono1, aim2, aim3. WORDS change it: see the uses of `has` below.
"""
import math
import sys

path, shape, words = sys.argv[1], sys.argv[2], sys.argv[3:]


def has(word):
    return word in words


ORIGIN = 50.3341, 6.9427  # degrees
A, B = 400.0, 250.0  # half axes of the ellipse, m
LAPS = [62.0, 58.25, 57.5, 59.75]  # s; the first begins before the log, the last ends after it
RATE = 25  # rows in a second
BEFORE, AFTER = 21.0, 17.0  # s of an out lap and of an in lap
STARTED = 1725210115.28  # unix time of the first row


def vincenty(latitude, longitude, azimuth, distance):
    """The place that lies `distance` metres from another in the direction `azimuth`, on the ellipsoid of WGS 84."""
    a, f = 6378137.0, 1 / 298.257223563
    b = a * (1 - f)
    u1 = math.atan((1 - f) * math.tan(math.radians(latitude)))
    s1 = math.atan2(math.tan(u1), math.cos(azimuth))
    sin_alpha = math.cos(u1) * math.sin(azimuth)
    cos2 = 1 - sin_alpha**2
    u = cos2 * (a * a - b * b) / (b * b)
    ka = 1 + u / 16384 * (4096 + u * (-768 + u * (320 - 175 * u)))
    kb = u / 1024 * (256 + u * (-128 + u * (74 - 47 * u)))
    sigma = distance / (b * ka)
    for _ in range(50):
        c2 = math.cos(2 * s1 + sigma)
        step = kb * math.sin(sigma) * (
            c2 + kb / 4 * (math.cos(sigma) * (-1 + 2 * c2 * c2) - kb / 6 * c2 * (-3 + 4 * math.sin(sigma) ** 2) * (-3 + 4 * c2 * c2)))
        sigma = distance / (b * ka) + step
    c2 = math.cos(2 * s1 + sigma)
    x = math.sin(u1) * math.sin(sigma) - math.cos(u1) * math.cos(sigma) * math.cos(azimuth)
    lat = math.atan2(math.sin(u1) * math.cos(sigma) + math.cos(u1) * math.sin(sigma) * math.cos(azimuth),
                     (1 - f) * math.hypot(sin_alpha, x))
    lam = math.atan2(math.sin(sigma) * math.sin(azimuth), math.cos(u1) * math.cos(sigma) - math.sin(u1) * math.sin(sigma) * math.cos(azimuth))
    c = f / 16 * cos2 * (4 + f * (4 - 3 * cos2))
    lon = lam - (1 - c) * f * sin_alpha * (sigma + c * math.sin(sigma) * (c2 + c * math.cos(sigma) * (-1 + 2 * c2 * c2)))
    return math.degrees(lat), longitude + math.degrees(lon)


def degrees_of(east, north):
    return vincenty(*ORIGIN, math.atan2(east, north), math.hypot(east, north))


TURN = 2 * math.pi


def lap_at(time):
    """(lap, its begin, its duration): lap 0 is the out lap, which ends when the line is crossed first."""
    start = BEFORE
    if time < start:
        return 0, start - LAPS[0], LAPS[0]
    for lap, duration in enumerate(LAPS, 1):
        if time < start + duration - 1e-9:
            return lap, start, duration
        start += duration
    return len(LAPS) + 1, start, LAPS[-1]


def state(time):
    """To the left, as most ovals are driven: the angle grows from the line at the right end."""
    lap, start, duration = lap_at(time)
    rate = TURN / duration
    angle = rate * (time - start)
    if has("clockwise"):
        angle, rate = -angle, -rate
    vx, vy = -A * math.sin(angle) * rate, B * math.cos(angle) * rate
    ax, ay = -A * math.cos(angle) * rate**2, -B * math.sin(angle) * rate**2
    speed = math.hypot(vx, vy)
    lat, lon = degrees_of(A * math.cos(angle), B * math.sin(angle))
    return {
        "lap": lap, "lat": lat, "lon": lon, "speed": speed,
        "bearing": math.degrees(math.atan2(vx, vy)) % 360,
        "left_g": (ay * vx - ax * vy) / speed / 9.80665,  # to the left of the way
        "forward_g": (ax * vx + ay * vy) / speed / 9.80665,
        "x": A * math.cos(angle), "y": B * math.sin(angle), "height": 600 + 5 * math.sin(angle),
    }


end = BEFORE + sum(LAPS) + AFTER
if has("cut-to-lap-2"):
    first, last = BEFORE + LAPS[0], BEFORE + LAPS[0] + LAPS[1]
else:
    first, last = 0, end
times = [i / RATE for i in range(math.ceil(first * RATE - 1e-9), math.floor(last * RATE + 1e-9))]
starts = [BEFORE + sum(LAPS[:i]) for i in range(len(LAPS) + 1)]
breaks = starts[2] + 30  # s: where a second fragment begins, in lap 3
PAUSE = 100.0 if has("fragments") else 0.0


def clock(time):  # the log's own
    return time + (PAUSE if time >= breaks else 0)


for lap, duration in enumerate(LAPS, 1):
    broken = has("fragments") and starts[lap - 1] < breaks < starts[lap]
    if starts[lap - 1] >= first - 1e-9 and starts[lap] <= last + 1e-9 and not broken:
        zero = first if shape.startswith("racechrono") or has("cut-to-lap-2") else 0
        print("lap", lap, f"{clock(starts[lap - 1]) - zero:.6f} {duration:.6f}")

rows = [(t, state(t)) for t in times]
for t, s in rows[:: len(rows) // 20]:
    print("row", f"{clock(t) - first:.6f} {s['lat']:.9f} {s['lon']:.9f} {s['speed']:.6f} {s['left_g']:.6f} {s['forward_g']:.6f} {s['x']:.4f} {s['y']:.4f}")


def racechrono(version):
    def head():
        program = "RaceChrono Pro v10.1.3" if version > 1 else "RaceChrono v4.1.5"
        lines = [f"This file is created using {program} ( http://racechrono.com/ )."]
        if version == 3 or has("format-line"):
            lines.append(f"Format,{version}")
        lines += ['Session title,"Round, the first"', "Session type,Lap timing", 'Track name,"Oval ""West"""', "Driver name,A. Varga",
                  "Created,01/09/2024,16:55", "Note,", ""]
        return lines

    if version == 3:
        names = ["timestamp", "fragment_id", "lap_number", "elapsed_time", "altitude", "bearing", "device_update_rate", "latitude", "longitude",
                 "speed", "device_update_rate", "lateral_acc", "longitudinal_acc", "speed", "coolant_temp", "rpm"]
        units = ["unix time", "", "", "s", "m", "deg", "Hz", "deg", "deg", "m/s", "Hz", "G", "G", "m/s", ".C", "rpm"]
        sensors = ["", "", "", "", *["100: gps"] * 6, "calc", "calc", "calc", "calc", "200: canbus", "200: canbus"]
        block = [",".join(names), ",".join(units), ",".join(sensors)]
    elif version == 2:
        block = ["Time (s),Session fragment #,Lap #,Trap name,Elapsed time (s),Altitude (m),Bearing (deg),Latitude (deg),Longitude (deg),Speed (m/s),"
                 "Lateral acceleration (G) *calc,Longitudinal acceleration (G) *calc,Speed (m/s) *calc,RPM (rpm) *canbus"]
    else:
        block = ["Lap #,Timestamp (s),Distance (m),Locked satellites,Latitude (deg),Longitude (deg),Speed (m/s),Speed (kph),Altitude (m),Bearing (deg),"
                 "Longitudinal Acceleration (G),Lateral Acceleration (G),RPM (rpm),Trap name"]
    body = []
    for i, (t, s) in enumerate(rows):
        fragment = 1 if has("fragments") and t >= breaks else 0
        lap = s["lap"]
        lap = "N/A" if lap in (0, len(LAPS) + 1) and version == 1 else "" if lap in (0, len(LAPS) + 1) else str(lap)
        if has("from-zero") and lap:
            lap = str(int(lap) - 1)
        stamp = f"{STARTED + clock(t) - first:.3f}"
        lat, lon = f"{s['lat']:.8f}", f"{s['lon']:.8f}"
        speed, second = f"{s['speed']:.5f}", f"{s['speed'] + 0.01:.5f}"
        if has("lost") and 100 <= i < 110:
            lat, lon = "0.0", "0.0"
        gps = (lat, lon, speed)
        if has("sparse") and i % 2:  # a row of the car's own sensors
            gps = ("", "", "")
        rpm = f"{3000 + 10 * (i % 50)}"
        elapsed = f"{t - breaks if fragment or has('pasted') and t >= breaks else t:.3f}"
        left, forward = f"{s['left_g']:.5f}", f"{s['forward_g']:.5f}"
        height, bearing = f"{s['height']:.2f}", f"{s['bearing']:.3f}"
        if version == 3:
            cells = [stamp, str(fragment), lap, elapsed, height, bearing, "25.0", *gps, "20.0", left, forward, second, "90.0", rpm]
        elif version == 2:
            trap = "Finish" if i % 500 == 0 else ""
            cells = [stamp, str(fragment), lap, trap, elapsed, height, bearing, *gps, left, forward, second, rpm]
        else:
            kph = f"{s['speed'] * 3.6:.4f}"
            cells = [lap, stamp, "0", "10", *gps, kph, height, bearing, forward, left, rpm, ""]
        body.append(",".join(cells) + (",," if has("blank-cells") else ""))
    if has("pasted"):
        half = next(i for i, (t, _) in enumerate(rows) if t >= breaks)
        return head() + block + body[:half] + head() + block + body[half:]
    return head() + block + body


def aim(version):
    between, comma = (";", ",") if has("comma") else (",", ".")
    quoted = not has("unquoted")

    def line(*cells):
        return between.join(f'"{c}"' if quoted or "," in c and not has("comma") else c for c in cells) + (between if version == 2 else "")

    def number(value, digits=3):
        return f"{value:.{digits}f}".replace(".", comma)

    def minutes(seconds):
        return f"{int(seconds // 60)}:{seconds % 60:06.3f}".replace(".", comma)

    duration = last - first
    beacons = [x for x in starts if first < x < last - 1e-9]
    segments = [b - a for a, b in zip([first, *beacons], [*beacons, last])]
    who = [("Venue", "Oval West"), ("Vehicle", "Kart 32"), ("User", "A. Varga"), ("Data Source", "AIM Data Logger")] if version == 2 else [
        ("Session", "Oval West"), ("Vehicle", "Kart 32"), ("Racer", "A. Varga"), ("Championship", "Cup")]
    lines = [line("Format", "AIM CSV File" if version == 2 else "AiM CSV File"), *(line(*w) for w in who)]
    lines += ['"Comment","first set', "", 'of tyres, then rain"'] if has("comment") else [line("Comment", "dry")]
    lines += [line("Date", "Saturday, July 01, 2023"), line("Time", "1:03:24 PM"), line("Sample Rate", str(RATE)), line("Duration", number(duration))]
    if has("cut-to-lap-2"):
        lines.append(line("Segment", "Lap 2 - " + minutes(LAPS[1])))
    else:
        lines.append(line("Segment", "Session"))
        if version == 2:
            lines += [line("Beacon Markers", "  ".join(number(b) for b in beacons)), line("Segment Times", *(" " + minutes(s) for s in segments))]
        else:
            lines += [line("Beacon Markers", *(number(b) for b in [*beacons, duration])), line("Segment Times", *(minutes(s) for s in segments))]
    gps = "GPS_" if version == 2 else "GPS "
    names = ["Time", gps + "Speed", gps + "Nsat", gps + "LatAcc", gps + "LonAcc", gps + "Heading", gps + "Altitude", gps + "Latitude",
             gps + "Longitude", "RPM", "Water Temp", "Water Temp"]
    degree = "\u00b0" if version == 2 else "deg"
    units = ["sec" if version == 2 else "s", "mph" if has("mph") else "km/h", " ", "g", "g", "deg", "ft" if has("mph") else "m", degree, degree, "rpm",
             "\u00b0C", "\u00b0C"]
    lines.append("")
    lines.append(line(*names))
    if version == 2:
        lines.append(line(*names))
    lines.append(line(*units))
    if version == 2:
        lines.append(line("", "", *(str(i) for i in range(1, len(names) - 1))))
    lines.append(between * len(names) if has("empty-rows") else "")
    for i, (t, s) in enumerate(rows):
        lat, lon = number(s["lat"], 8), number(s["lon"], 8)
        if has("lost") and 100 <= i < 110:
            lat, lon = number(0, 8), number(0, 8)
        speed = s["speed"] / 0.44704 if has("mph") else s["speed"] * 3.6
        height = s["height"] / 0.3048 if has("mph") else s["height"]
        lines.append(line(number(t - first), number(speed, 4), "13", number(-s["left_g"], 4), number(s["forward_g"], 4), number(s["bearing"], 4),
                          number(height, 3), lat, lon, str(3000 + 10 * (i % 50)), "80", "81"))
    if has("pasted"):
        lines += lines[:]
    return lines


made = racechrono(int(shape[-1])) if shape.startswith("racechrono") else aim(int(shape[-1]))
end_of_line = "\r\n" if has("crlf") else "\n"
text = end_of_line.join(made) + end_of_line
encoding = "cp1252" if shape == "aim2" else "utf-8"
with open(path, "wb") as file:
    file.write((b"\xef\xbb\xbf" if has("bom") else b"") + text.encode(encoding))
