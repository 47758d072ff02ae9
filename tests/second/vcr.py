"""gMotor replays: the head of R1, R2 and L files, and how a file's variant is found (formats/vcr.md)."""

import json
import zlib

import vcr_events
from little import UNREAD, Cursor, Reading, Refused, columns, unpack, until_nul
from vcr_events import text, utf8

BANNER = 45


class Variant:
    """A reading of the layout: notes disagree about the widths of three numbers."""

    def __init__(self, dialect, count="I", slice_count="H", id_length="H", vehicle=True):
        self.dialect, self.count, self.slice_count, self.id_length, self.vehicle = \
            dialect, count, slice_count, id_length, vehicle


R2_VARIANTS = [Variant("R2", count, events, length, vehicle) for count in "IB" for events in "HI"
               for length, vehicle in (("H", True), ("B", True), ("H", False))]


def gunzip(data):
    if data[:2] != b"\x1f\x8b":
        return data, None
    try:
        inflate = zlib.decompressobj(31)
        out = inflate.decompress(data) + inflate.flush()
    except zlib.error as error:
        raise Refused(0, f"gzip: {error}") from error
    if not inflate.eof:
        raise Refused(len(data), "gzip: the stream ends early")
    return out, "gzip"


def tag_at(data):
    if data[BANNER:BANNER + 4] == b"IRSR":
        return BANNER
    found = data.find(b"\nIRSR", 0, 4096)
    if found < 0:
        raise Refused(BANNER, "no tag IRSR")
    return found + 1


def head_r2(cursor, got):
    for name in ("rfm", None, "mod_info", "scn", "aiw"):
        value = text(cursor.counted("I"))
        if name:
            got[name] = value
    for name in ("mod_name", "mod_version", "mod_id", "track"):
        got[name] = text(cursor.counted("H"))
    session(cursor, got)
    cursor.take(67)


def head_r1(cursor, got):
    for name in ("rfm", None, "scn", "aiw"):
        value = text(cursor.counted("I"))
        if name:
            got[name] = value
    _, got["session"], got["race_time"] = cursor.get("BBH")


def event_properties(written):
    """The keys of the JSON that a file begins its texts with; a text that is none stays one text."""
    keys = {"sceneDesc": "scene_description", "session": "session_word", "eventId": "event_id",
            "eventTitle": "event_title", "eventType": "event_type", "seriesId": "series_id", "splitNo": "split_number"}
    try:
        found = json.loads(written)
    except ValueError:
        return {}
    if not isinstance(found, dict):
        return {}
    kinds = (str, int, float)
    return {name: found[key] for key, name in keys.items()
            if isinstance(found.get(key), kinds) and not isinstance(found[key], bool)}


def head_l(cursor, got):
    for name in ("event_info", "scn", "aiw", "track", "track_version", "content_hash", "install_path"):
        got[name] = utf8(cursor.counted("I"))
    got |= event_properties(got["event_info"])
    got["content_hash"] = got["content_hash"] if got["content_hash"].isascii() else UNREAD
    session(cursor, got)
    block = cursor.take(67)
    names = {"damage_multiplier": 8, "fuel_multiplier": 16, "tyre_multiplier": 20}
    got |= {name: unpack(block, at, "I") for name, at in names.items()}
    got["race_time"] = unpack(block, 32, "I") * 60


def session(cursor, got):
    _, stored = cursor.get("BB")
    got["session"], got["private_session"] = stored & 15, bool(stored >> 7)


def driver_r1(cursor, _):
    slot = cursor.get("B")
    name, other = text(cursor.counted("B")), text(cursor.counted("B"))
    vehicle, skin = text(until_nul(cursor.take(32))), text(until_nul(cursor.take(32)))
    pack = cursor.take(8)
    entry, leave = cursor.get("ff")
    return {"slot": slot, "name": name, "co_driver": other, "vehicle_file": vehicle, "skin_file": skin,
            "upgrade_pack": pack.hex(), "entry_time": entry, "exit_time": leave}


def driver_r2(cursor, variant):
    row = {"slot": cursor.get("B"), "name": text(cursor.counted("B")), "co_driver": text(cursor.counted("B"))}
    if variant.vehicle:
        row |= {"vehicle": text(cursor.counted("H")), "vehicle_version": text(cursor.counted("H")),
                "vehicle_id": text(cursor.counted(variant.id_length))}
    row["vehicle_file"] = text(until_nul(cursor.take(32)))
    cursor.take(48)
    row["entry_time"], row["exit_time"] = cursor.get("ff")
    return row


def drivers_l(cursor, count):
    """Between two drivers there are three bytes, the last of them 0, then the slot."""
    rows = []
    for number in range(count):
        if number:
            cursor.take(3)
        row = {"slot": cursor.get("B")}
        for name in ("name", "vehicle_id", "content_id", "team", "car_number"):
            row[name] = utf8(cursor.counted("B"))
        cursor.take(16)
        row["entry_time"], row["exit_time"] = cursor.get("ff")
        rows.append(row)
    return rows


def counters_r1(cursor, seen):
    _, _, camera = cursor.get("fii")
    if camera:
        seen += cameras(cursor)
    groups, events, _, start, end, duration = cursor.get("iiffff")
    return {"slice_count": groups, "event_count": events, "start_time": start, "end_time": end, "duration": duration}


def cameras(cursor):
    _, _, count = cursor.get("iii")
    rows = []
    for number in range(count):
        row = {"group": 0, "camera": number, "word": cursor.get("i"), "name": text(cursor.counted("I"))}
        row["driver"] = cursor.get("i")
        names = ["start_time", "end_time", "start_session_time", "end_session_time", "value_1", "value_2", "value_3"]
        row |= dict(zip(names, cursor.get("7f")))
        row["flags"] = cursor.get("i")
        rows.append(row | {"data": cursor.counted("I").hex()})
    return rows


def counters_r2(cursor):
    names = ["slice_count", "event_count", "start_time", "end_time"]
    return dict(zip(names, cursor.get("IIff")))


def slices(cursor, count, end, width, size_bits):
    """Time, number of events, offset of each slice; and where each event begins."""
    rows, events = [], []
    for number in range(count):
        offset = cursor.at
        time, here = cursor.get("f" + width, "a slice")
        rows.append([time, here, offset])
        for _ in range(here):
            events.append((number, cursor.at))
            cursor.at += 5 + vcr_events.size_of(cursor.data, cursor.at, size_bits)
            if cursor.at > end:
                raise Refused(cursor.at, "an event ends behind the slices")
    return rows, events


def read_r(data, at, variant, got):
    cursor = Cursor(data, at)
    if variant.dialect == "R1":
        head_r1(cursor, got)
    else:
        head_r2(cursor, got)
    count = cursor.get("i" if variant.dialect == "R1" else variant.count)
    if not 0 <= count <= 256:
        raise Refused(cursor.at - 4, f"{count} drivers")
    driver = driver_r1 if variant.dialect == "R1" else driver_r2
    rows = [driver(cursor, variant) for _ in range(count)]
    seen = []
    got |= counters_r1(cursor, seen) if variant.dialect == "R1" else counters_r2(cursor)
    got["driver_count"] = count
    if not 0 <= got["slice_count"] <= len(data):
        raise Refused(cursor.at, "more slices than bytes")
    found = slices(cursor, got["slice_count"], len(data), variant.slice_count, 10 if variant.dialect == "R1" else 9)
    return rows, found, cursor.at, seen


def read_l(data, at, got):
    meta, _ = unpack(data, at, "II", "where the head is")
    cursor = Cursor(data, meta)
    head_l(cursor, got)
    count = cursor.get("i")
    if not 0 <= count <= 256:
        raise Refused(cursor.at - 4, f"{count} drivers")
    rows = drivers_l(cursor, count)
    names = ["slice_count", "event_count", "start_time", "end_time"]
    got |= dict(zip(names, unpack(data, len(data) - 24, "IIff", "the counters")))
    got["driver_count"] = count
    walk = Cursor(data, at + 8)
    if got["slice_count"] > len(data):
        raise Refused(len(data) - 24, "more slices than bytes")
    found = slices(walk, got["slice_count"], meta, "H", 9)
    if walk.at != meta:
        raise Refused(walk.at, "the slices do not end where the head begins")
    return rows, found, len(data), []


def check_counts(got, found, at, size):
    if len(found[1]) != got["event_count"]:
        raise Refused(at, f"{len(found[1])} events, the counter says {got['event_count']}")
    if at != size:
        raise Refused(at, f"{size - at} bytes after the slices")


def attempt(data, at, variant, got):
    rows, found, end, seen = read_l(data, at, got) if variant.dialect == "L" else read_r(data, at, variant, got)
    check_counts(got, found, end, len(data))
    return rows, found, seen


def variants(word, version):
    """R2 says 1.08; L's word has the highest bit set; R1 is any other small number."""
    if word >> 31:
        return [Variant("L")]
    r1 = [Variant("R1")]
    return R2_VARIANTS + r1 if abs(version - 1.08) < 0.005 else r1 + R2_VARIANTS


def read(data):
    data, _ = gunzip(data)
    at = tag_at(data)
    version, word = unpack(data, at + 4, "f"), unpack(data, at + 4, "I")
    reasons = []
    for variant in variants(word, version):
        got = {"banner": text(data[:at - 1])}
        got |= {"format_word": word} if word >> 31 else {"version": version}
        try:
            rows, found, seen = attempt(data, at + 8, variant, got)
        except Refused as refused:
            reasons.append(refused)
            continue
        return tables(data, variant.dialect, got, rows, found, seen)
    raise max(reasons, key=lambda refused: refused.offset)


def tables(data, dialect, got, rows, found, seen):
    reading = Reading("vcr")
    reading.dialect = dialect
    reading.properties = got
    reading.tables["drivers"] = {name: [row[name] for row in rows] for name in (rows[0] if rows else {})}
    reading.tables["slices"] = columns(["time", "event_count", "offset"], found[0])
    names = {row["slot"]: row["name"] for row in rows}
    if seen:
        reading.properties["camera_count"] = len(seen)
        shown = [row | {"driver_name": names.get(row["driver"])} for row in seen]
        reading.tables["cameras"] = {name: [row[name] for row in shown] for name in shown[0]}
    vcr_events.read(reading, data, dialect, found, names)
    return reading
