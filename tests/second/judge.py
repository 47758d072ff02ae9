"""What is said about one file by both readers: equal, refused with a reason, or different."""

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


def serious(answer):
    return [found for found in answer.findings if found["severity"] != "note" or found["code"] in SAID_BY_A_NOTE]


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
    if serious(answer):
        found = [difference for difference in found if not left_out(difference)]
    return Verdict("different" if found else "equal", found)


COUNTS = {"states", "cars.states", "frames.commands"}  # of what was read
OPAQUE = {"opaque_bytes", "frames.opaque_bytes"}  # of what was not


def left_out(difference):
    """Where there is a finding, a value or rows may be missing: that is a refusal with a reason."""
    if difference.ours is None or difference.ours == "missing":
        return True
    if difference.field in OPAQUE:
        return difference.ours > difference.second
    return (difference.field in COUNTS or difference.place == " rows") and difference.ours < difference.second


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
