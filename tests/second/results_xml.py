"""Results files, cell by cell, beside Python's own XML parser.    results_xml.py PADDOCK

The files are real ones, which are not part of the project; without them this says so. What is not XML in them is mended
before they are parsed, in another way than Paddock does it.
"""

import csv
import io
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import files

DRIVER = {
    "position": "Position", "class_position": "ClassPosition", "laps": "Laps", "finish_time": "FinishTime",
    "best_lap_time": "BestLapTime", "grid_position": "GridPos", "pit_stops": "Pitstops", "points": "Points",
}
DRIVER_TEXTS = {
    "name": "Name", "number": "CarNumber", "team": "TeamName", "vehicle": "VehName", "car": "CarType", "class": "CarClass",
    "category": "Category", "finish_status": "FinishStatus", "retirement": "DNFReason", "upgrade_code": "UpgradeCode",
}
LAP = {
    "lap": "num", "position": "p", "start_time": "et", "sector_1_time": "s1", "sector_2_time": "s2", "sector_3_time": "s3",
    "front_left_tread": "twfl", "rear_right_tread": "twrr",
}
CONTACT = re.compile(r"(.*)\((\d+)\) reported contact \(([\d.]+)\) with (?:another vehicle (.*)\((\d+)\)|(.*))")
SCORE = re.compile(r"(.*)\((\d+)\) lap=(\d+) point=(\d+) t=(\S+) et=(\S+)")


def parse(path):
    with open(path, "rb") as file:
        data = file.read()
    text = data[: data.rindex(b">") + 1].decode("latin-1")
    text = re.sub(r"&(?!(amp|lt|gt|quot|apos);)", "&amp;", text)
    text = re.sub(r"<!DOCTYPE.*?\]>", "", re.sub(r"<\?xml.*?\?>", "", text), flags=re.S)
    return ElementTree.fromstring(text)


def words(text):
    raw = (text or "").encode("latin-1")
    try:
        return raw.decode("utf8").strip()
    except UnicodeDecodeError:
        return raw.decode("cp1252").strip()


class Comparison:
    def __init__(self, paddock, path):
        self.paddock, self.path, self.cells, self.wrong = paddock, path, 0, []

    def table(self, name):
        printed = subprocess.run([self.paddock, "table", self.path, name], check=True, capture_output=True).stdout
        return list(csv.DictReader(io.StringIO(printed.decode())))

    def text(self, where, ours, theirs):
        self.cells += 1
        if ours != theirs:
            self.wrong.append(f"{where}: {ours!r}, not {theirs!r}")

    def number(self, where, ours, theirs, scale=1):
        missing = theirs in (None, "") or "--" in theirs
        self.cells += 1
        if missing != (ours == "") or (not missing and abs(float(ours) - float(theirs) * scale) > 1e-9):
            self.wrong.append(f"{where}: {ours!r}, not {theirs!r}")

    def lap(self, row, lap):
        for column, name in LAP.items():
            self.number(column, row[column], lap.get(name))
        self.number("lap_time", row["lap_time"], lap.text)
        self.text("front_compound", row["front_compound"], lap.get("fcompound") or "")
        fuel, speed = lap.get("fuel"), lap.get("topspeed")
        self.number("fuel", row["fuel"], None if fuel is None or float(fuel) < 0 else fuel)
        self.number("top_speed", row["top_speed"], None if speed is None or float(speed) == 0 else speed, 1 / 3.6)

    def run(self):
        session = next(each for each in parse(self.path)[0] if each.find("Stream") is not None)
        drivers, laps = session.findall("Driver"), session.findall("Driver/Lap")
        ours = {name: self.table(name) for name in ("drivers", "recorded_laps", "contacts", "checkpoints")}
        stream = session.find("Stream")
        contacts = stream.findall("Incident")
        scores = [each for each in stream.findall("Score") if SCORE.fullmatch(words(each.text))]
        for name, theirs in (("drivers", drivers), ("recorded_laps", laps), ("contacts", contacts), ("checkpoints", scores)):
            self.text(f"rows of {name}", len(ours[name]), len(theirs))
        for row, driver in zip(ours["drivers"], drivers):
            for column, name in DRIVER.items():
                self.number(column, row[column], driver.findtext(name))
            for column, name in DRIVER_TEXTS.items():
                self.text(column, row[column], words(driver.findtext(name)))
        for row, lap in zip(ours["recorded_laps"], laps):
            self.lap(row, lap)
        for row, each in zip(ours["contacts"], contacts):
            name, slot, magnitude, other_name, other, thing = CONTACT.fullmatch(words(each.text)).groups()
            told = {"name": name, "driver": slot, "other_name": other_name, "other": other, "object": thing}
            for column, value in told.items():
                self.text(column, row[column], value or "")
            self.number("magnitude", row["magnitude"], magnitude)
            self.number("time", row["time"], each.get("et"))
        for row, each in zip(ours["checkpoints"], scores):
            name, slot, lap, point, time, crossing = SCORE.fullmatch(words(each.text)).groups()
            self.text("name", row["name"], name)
            for column, value in {"driver": slot, "lap": lap, "sector": point, "crossing_time": crossing}.items():
                self.number(column, row[column], value)
            self.number("lap_time", row["lap_time"], None if float(time) < 0 else time)


def main():
    folder, failed = os.path.join(files.real_folder(), "results"), False
    names = sorted(name for name in os.listdir(folder) if name.endswith(".xml")) if os.path.isdir(folder) else []
    if not names:
        print(f"SKIP the results files: there are none in {folder}")
    for number, name in enumerate(names, 1):
        comparison = Comparison(sys.argv[1], os.path.join(folder, name))
        comparison.run()
        print(f"{'not ok' if comparison.wrong else 'ok'} {number} - {name}: {comparison.cells} cells, {len(comparison.wrong)} differ")
        for line in comparison.wrong[:10]:
            print(line)
        failed |= bool(comparison.wrong)
    return failed


if __name__ == "__main__":
    sys.exit(main())
