"""Writes a lap (RAF) and the file about its car (CAR_info.bin) from Newton's and Euler's laws alone, and what a reader
must find in them. Layouts are those of the published notes, written down again here.

    car_of.py FOLDER [no-torques]    FOLDER/lap.raf, FOLDER/CAR_info.bin and FOLDER/expected.json
    car_of.py --check EXPECTED.json HANDLING.jsonl DYNAMICS.jsonl
"""

import json
import math
import struct
import sys

G = 9.80665
MASS, SPRUNG, INERTIA, CENTER = 1150.0, 1080.0, 1830.0, -0.21  # kg, kg, kg m^2, m forward of the reference point
FRONT, REAR, HALF, RADIUS = 1.12, -1.40, 0.74, 0.3
CENTER_HEIGHT = 0.47  # over the road; the reference point is 0.12 m over it
BODIES = [(-1.8, 1.0, -0.9, 0.10), (2.1, 0.1, -0.5, 0.05), (0.1, 0.0, -0.3, 0.02), (0.2, 0.4, 0.1, 0.35)]
LIFT, DRAG = sum(body[2] for body in BODIES), sum(body[3] for body in BODIES)
SET_FRONT, FILE_FRONT, TORQUE = 0.70, 0.66, 1200.0
CORNERS = ["rear_left", "rear_right", "front_left", "front_right"]  # the order of CAR_info.bin, and of this lap
PRESSURES, CAMBERS, TOES = [181, 182, 203, 204], [-0.011, -0.012, -0.033, -0.034], [0.001, 0.002, -0.003, -0.004]
SPRINGS = [41e3, 41e3, 52e3, 52e3]
STEP, ROWS = 0.01, 4000


def heading(t):
    return 0.5 * math.sin(0.7 * t) + 0.12 * math.sin(1.9 * t + 1)


def course(t):  # the direction in which the centre of gravity goes: the car slips by up to 3 degrees
    return heading(t) - 0.05 * math.sin(0.7 * t + 0.4)


def speed(t):
    return 32 + 14 * math.sin(0.45 * t)


def velocity(t):
    return (-speed(t) * math.sin(course(t)), speed(t) * math.cos(course(t)))


def rate(of, t, step=1e-4):
    return (of(t + step) - of(t - step)) / (2 * step)


def path():
    """Centre of gravity at each row, by Simpson's rule in every step."""
    x = y = 0.0
    for row in range(ROWS):
        yield x, y
        a, b, c = velocity(row * STEP), velocity((row + 0.5) * STEP), velocity((row + 1) * STEP)
        x += STEP / 6 * (a[0] + 4 * b[0] + c[0])
        y += STEP / 6 * (a[1] + 4 * b[1] + c[1])


def forces(t):
    """Of an axle's wheel: to the right, forward, load, and what more of it is on the right wheel than the mean."""
    psi = heading(t)
    ahead, left = (-math.sin(psi), math.cos(psi)), (-math.cos(psi), -math.sin(psi))
    push = [rate(lambda at: velocity(at)[axis], t) for axis in (0, 1)]
    square = speed(t) ** 2
    forward = MASS * (push[0] * ahead[0] + push[1] * ahead[1]) + DRAG * square
    aside = MASS * (push[0] * left[0] + push[1] * left[1])
    turning = INERTIA * rate(lambda at: rate(heading, at), t)
    # front + rear = aside; front * (FRONT - CENTER) + rear * (REAR - CENTER) = turning
    front = (turning - aside * (REAR - CENTER)) / (FRONT - REAR)
    load = SPRUNG * G - LIFT * square
    share = 0.55 if forward > 0 else 0.6
    # The wheels' own share of the moment does not go through the springs.
    over = aside / MASS * (MASS * CENTER_HEIGHT - (MASS - SPRUNG) * RADIUS) / (2 * HALF)
    return {"front": (-front / 2, forward * share / 2, load * 0.52 / 2, 0.6 * over),
            "rear": (-(aside - front) / 2, forward * (1 - share) / 2, load * 0.48 / 2, 0.4 * over)}, forward


def place(corner):
    return (-HALF if corner.endswith("left") else HALF, FRONT if corner.startswith("front") else REAR)


def header(torque):
    head = bytearray(1024)
    struct.pack_into("<6sBBBB2xHHHHi4sf", head, 0, b"LFSRAF", 0, 246, 2, 10, 1024, 192, 32, 64, ROWS, b"XX1", 0.0)
    struct.pack_into("<32s32s32s16s16s8s", head, 32, b"Newton", b"XF GTI", b"Nowhere", b"", b"", b"0.7G")
    struct.pack_into("<BBBB4i", head, 168, 1, 4, 1, 1, ROWS * 10, 0, 0, 0)
    struct.pack_into("<5fB3x7f", head, 188, MASS, SPRUNG, 15e3, 31e3, 3.9, 5, 3.2, 2.1, 1.5, 1.2, 1.0, 0, 0)
    for i, corner in enumerate(CORNERS):
        x, y = place(corner)
        at, share = 512 + 128 * i, SET_FRONT if corner.startswith("front") else 1 - SET_FRONT
        struct.pack_into("<6f", head, at, x, y, 0.1, RADIUS, 0.19, 0.12)
        head[at + 29] = 4
        struct.pack_into("<4f", head, at + 32, SPRINGS[i], 2500, 4500, torque * share)
    return bytes(head)


def block(row, center, way):
    t = row * STEP
    psi, v = heading(t), speed(t)
    ahead, right = (-math.sin(psi), math.cos(psi)), (math.cos(psi), math.sin(psi))
    x, y = (center[axis] - CENTER * ahead[axis] for axis in (0, 1))
    wheels, forward = forces(t)
    felt = [rate(lambda at: velocity(at)[axis], t) for axis in (0, 1)]
    lateral, longitudinal = (sum(felt[k] * axis[k] for k in (0, 1)) / G for axis in (right, ahead))
    out = struct.pack("<5fB3b", 0.5, 0.8 if forward < 0 else 0, 0, 0, 0, 4, *(round(20 * g) for g in (lateral, longitudinal, 1)))
    out += struct.pack("<2f3i2f", v, way, *(round(65536 * at) for at in (x, y, 0.12)), v / RADIUS * 5, way)
    out += struct.pack("<6h", *(round(32767 * part) for part in (*right, 0, *ahead, 0)))
    for corner in CORNERS:
        aside, push, load, over = wheels[corner.partition("_")[0]]
        load += over if corner.endswith("right") else -over
        out += struct.pack("<7fBBxx", 0.05, 0, aside, push, load, v / RADIUS, 0, 40, 100)
    return out


def lap(torque):
    blocks, way = [], 0.0
    for row, center in enumerate(path()):
        blocks.append(block(row, center, way))
        way += speed(row * STEP) * STEP
    return header(torque) + b"".join(blocks)


def car_info():
    out = bytearray(896)
    struct.pack_into("<6sBB4sB", out, 0, b"LFS_CI", 0, 1, b"XFG", 1)
    struct.pack_into("<9f", out, 16, 1, 0, 0, 0, 1, 0, 0, 0, 1)
    up = CENTER_HEIGHT - 0.12
    struct.pack_into("<3i3i", out, 52, 0, 0, 7864, 0, round(65536 * CENTER), 7864 + round(65536 * up))
    struct.pack_into("<3f3f", out, 76, 0, CENTER, up, 0, -0.6, 0.2)
    for i, (y, z, lift, drag) in enumerate(BODIES):
        struct.pack_into("<5f", out, 128 + 20 * i, 0, y, z, lift, drag)
    struct.pack_into("<9f", out, 208, 1700, 0, 0, 0, 430, 0, 0, 0, INERTIA)
    struct.pack_into("<8f", out, 256, 180, 4500, 105, 6200, 20, MASS, FRONT - REAR, 0.53)
    struct.pack_into("<BB", out, 288, 5, 2)
    struct.pack_into("<2f", out, 292, 0, 0.92)
    struct.pack_into("<8ff", out, 304, -3.3, 3.2, 2.1, 1.5, 1.2, 1.0, 0, 0, 3.9)
    struct.pack_into("<3f", out, 352, 0.9, TORQUE, FILE_FRONT)
    for i, corner in enumerate(CORNERS):
        at = 384 + 128 * i
        out[at] = 4
        struct.pack_into("<3f3f", out, at + 4, PRESSURES[i], 60, TOES[i], *place(corner), -0.12)
        struct.pack_into("<9f", out, at + 28, (MASS - SPRUNG) / 4, 0.19, 0.6, 0.17, 0.19, SPRINGS[i], 2500, 4500,
                         31e3 if corner.startswith("front") else 15e3)
        struct.pack_into("<7f", out, at + 64, CAMBERS[i], 0, 0.08, 0, 1.1, 0.05, 0.12)
        struct.pack_into("<2f", out, at + 96, 2e5, 0.01)
    return bytes(out)


def expected(torque):
    top = max(speed(row * STEP) for row in range(ROWS))
    share = sum(lift * (y - REAR) / (FRONT - REAR) for y, _, lift, _ in BODIES) / LIFT
    found = {"center_of_gravity_height": (CENTER_HEIGHT, 1e-5), "center_of_gravity_y": (CENTER, 1e-6),
             "front_weight_share": ((CENTER - REAR) / (FRONT - REAR), 1e-6), "yaw_inertia": (INERTIA, 1e-3),
             "air_lift": (LIFT, 1e-6), "air_drag": (DRAG, 1e-6), "air_front_share": (share, 1e-6),
             "maximum_speed": (top, 1e-3), "air_downforce": (-LIFT * top**2, 0.5), "air_drag_force": (DRAG * top**2, 0.5),
             "car_info_brake_balance": (FILE_FRONT, 1e-6), "brake_balance": (0.6, 1e-4), "front_load_share": (0.52, 1e-5),
             "load_transfer_ratio": (1, 0.02), "load_transfer_share": (0.6, 1e-4),
             "brake_balance_setting": (SET_FRONT if torque else FILE_FRONT, 1e-6),
             # From forces and the path alone. A yaw rate over 40 ms and its change over 200 ms is a little flatter.
             "measured_lift": (LIFT, 0.003), "measured_drag": (DRAG, 0.003), "measured_yaw_inertia": (INERTIA, 0.01 * INERTIA),
             "measured_center_of_gravity_y": (CENTER, 0.005)}
    for i, corner in enumerate(CORNERS):
        found |= {f"{corner}_pressure": (PRESSURES[i], 1e-3), f"{corner}_camber_setting": (CAMBERS[i], 1e-6),
                  f"{corner}_toe_in_setting": (TOES[i], 1e-6)}
    return {"numbers": found,
            "texts": {"drive": "front", "car_info": "same set-up", "brake_balance_source": "recording" if torque else "car info"},
            "rows": [[speed(row * STEP) ** 2, INERTIA * rate(lambda at: rate(heading, at), row * STEP)] for row in range(ROWS)]}


def check(truth, handling, dynamics):
    wrong = []
    for name, (value, within) in truth["numbers"].items():
        if handling[name] is None or not abs(handling[name] - value) <= within:
            wrong.append(f"{name}: {handling[name]}, not {value}")
    wrong += [f"{name}: {handling[name]}, not {text}" for name, text in truth["texts"].items() if handling[name] != text]
    for row, (got, (square, moment)) in enumerate(zip(dynamics, truth["rows"])):
        if row < 10 or row >= len(dynamics) - 10:
            continue
        # The speed that is recorded is that of the centre of gravity. The path has steps of 1/65536 m.
        for name, value, within in [("air_downforce", -LIFT * square, 0.1), ("air_drag", DRAG * square, 0.1),
                                    ("yaw_moment", moment, 3), ("yaw_moment_needed", moment, 250),
                                    ("measured_downforce", -LIFT * square, 120), ("measured_drag", DRAG * square, 120)]:
            if got[name] is None or not abs(got[name] - value) <= within:
                wrong.append(f"row {row}: {name}: {got[name]}, not {value}")
    print("\n".join(wrong[:20]))
    return 1 if wrong else 0


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


if sys.argv[1] == "--check":
    with open(sys.argv[2], encoding="utf-8") as file:
        sys.exit(check(json.load(file), lines_of(sys.argv[3])[0], lines_of(sys.argv[4])))
torque = 0.0 if "no-torques" in sys.argv[2:] else TORQUE
with open(sys.argv[1] + "/lap.raf", "wb") as file:
    file.write(lap(torque))
with open(sys.argv[1] + "/CAR_info.bin", "wb") as file:
    file.write(car_info())
with open(sys.argv[1] + "/expected.json", "w", encoding="utf-8") as file:
    json.dump(expected(torque), file)
