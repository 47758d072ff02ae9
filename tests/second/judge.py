"""What is said about one file by both readers: equal, refused with a reason, or different."""

import re

import compare
import png
import second
import shpi
from compare import Difference
from little import Refused

EVENT_TABLES = {"contacts", "penalties", "pit", "tyres", "lights", "weather", "session", "countdown", "track_limits",
                "impacts", "brakes", "energy", "checkpoints", "wheels", "sounds", "progress", "compound_codes",
                "driver_changes"}


class Case:
    """A file: its name in the report, where it is, its bytes, whether it is whole or damaged on purpose."""

    def __init__(self, name, path, data, whole):
        self.name, self.path, self.whole = name, path, whole
        self.reading = self.refused = None
        try:
            self.reading = second.read(data)
        except Refused as refused:
            self.refused = refused

    def tables(self):
        """The tables that both may have; those of events are left out by the second reader where they are empty."""
        return set(self.reading.tables) | (EVENT_TABLES if self.reading.format == "vcr" else set())


class Verdict:
    def __init__(self, kind, differences=()):
        self.kind, self.differences = kind, list(differences)


SAID_BY_A_NOTE = {"vcr.gap"}  # bytes that no layout has are skipped, and said
NAMED_BY_A_NOTE = {"rply.opaque"}  # bytes that are kept unread


def serious(answer):
    return [found for found in answer.findings if found["severity"] != "note" or found["code"] in SAID_BY_A_NOTE]


def naming(answer):
    return serious(answer) + [found for found in answer.findings if found["code"] in NAMED_BY_A_NOTE]


def judge(case, answer, command):
    if answer.error:
        if case.refused:
            return Verdict("both refuse")
        refusal = Difference("file", "", f"refuses: {answer.error['code']}", "reads it")
        return Verdict("ours refuses", [refusal] if case.whole else [])
    if case.refused:
        if serious(answer):
            return Verdict("ours has findings")
        return Verdict("different", [Difference("file", "", "reads it without a finding", f"refuses {case.refused}")])
    found = differences(case, answer, command)
    found = [difference for difference in found
             if not (left_out(difference) and any(names(finding, difference) for finding in naming(answer)))]
    return Verdict("different" if found else "equal", found)


COUNTS = {"states", "cars.states", "frames.commands"}  # of what was read
OPAQUE = {"opaque_bytes", "frames.opaque_bytes"}  # of what was not


def left_out(difference):
    """Is a value or a row missing in ours, and nothing else? With a finding that names it, that is a refusal."""
    return all(is_left_out(difference, ours, wanted) for ours, wanted in difference.pairs())


def is_left_out(difference, ours, wanted):
    if ours is None or ours == "missing":
        return True
    if difference.field in OPAQUE:
        return ours > wanted
    return (difference.field in COUNTS or difference.place == " rows") and ours < wanted


def names(finding, difference):
    """Does the finding name what is missing: its table, its column or its property, by code or place ("rply.wheels",
    "rply.frame[0].car_entry.car"), or its rows in the message ("car 1")? That it is in the same file is not enough."""
    words = {word for part in (finding["code"], finding["where"]) for word in re.findall(r"[a-z_]+", part or "")[1:]}
    fields = difference.field.split(".")
    if any(is_word(word, field) for word in words for field in fields):
        return True
    named = {int(row) for row in re.findall(rf"\b{singular(fields[0])} (\d+)\b", finding["message"])}
    return bool(difference.rows) and set(difference.rows) <= named


def is_word(word, field):
    """"wheels" is in "cars.wheels", "car" in "cars.states", "opaque" in "opaque_bytes"."""
    return singular(word) == singular(field) or field.startswith(word + "_")


def singular(name):
    return name.removesuffix("s")


def differences(case, answer, command):
    reading = case.reading
    if answer.format != reading.format:
        return [Difference("format", "", answer.format, reading.format)]
    out = compare.properties(answer, reading) + compare.tables(answer, reading)
    if reading.packed and command.unpacked(case.path) != reading.plain:
        out.append(Difference("unpacked bytes", "", "others", f"{len(reading.plain)} bytes"))
    if case.whole and reading.raw:
        out += compare.raw_rows(command.raw(case.path), reading.raw)
    if reading.format in ("shpi", "wwww", "crp"):
        ours = {name: png.rgba(raw) for name, raw in command.pictures(case.path).items()}
        out += compare.pictures(ours, answer.tables["entries"]["path"], reading.entries, shpi.pixels)
    return out
