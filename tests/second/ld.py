"""MoTeC logs: what public readers agree on, and a real log of an ADL (formats/motec-ld.md, formats/logger-files.md)."""

import math
import re

from little import Reading, Refused, take, unpack, until_nul

HEADER, CHANNEL = 1762, 124
TYPES = {(0, 2): "h", (3, 2): "h", (5, 2): "h", (0, 4): "i", (3, 4): "i", (5, 4): "i", (7, 2): "e", (7, 4): "f"}
UNITS = {"km/h": 1 / 3.6, "kmh": 1 / 3.6, "kph": 1 / 3.6, "mph": 0.44704, "knots": 1852 / 3600, "deg": math.pi / 180,
         "deg/s": math.pi / 180, "mm": 0.001, "cm": 0.01, "ft": 0.3048, "in": 0.0254, "ms": 0.001}
PLACES = ("gps_latitude", "latitude", "gps_longitude", "longitude")  # maps have degrees, too


def text(data, at, size):
    return until_nul(take(data, at, size)).decode("cp1252", "replace")


def value(stored, shift, multiplier, scale, decimals):
    got = (stored / (scale or 1) / 10.0 ** decimals + shift) * (multiplier or 1)
    return got if math.isfinite(got) else None


class Channel:
    """One of the list, with its samples as the table of its rate has them."""

    def __init__(self, data, at):
        _, self.next, begin, count, self.id, kind, size, self.rate = unpack(data, at, "4I4H")
        shift, multiplier, scale, decimals = unpack(data, at + 24, "4h")
        self.name, self.unit = text(data, at + 32, 32), text(data, at + 72, 12)
        self.column = re.sub("[^a-z0-9]+", "_", self.name.lower()).strip("_")
        self.stored = []
        layout = TYPES.get((kind, size))
        if layout is None or self.rate == 0 or abs(decimals) > 100:
            return
        count = min(count, max(0, len(data) - begin) // size)
        self.stored = list(unpack(data, begin, f"{count}{layout}")) if count > 1 else [
            unpack(data, begin, layout)] if count else []
        factor = 1 if self.column in PLACES else UNITS.get(self.unit.lower(), 1)
        values = [value(one, shift, multiplier, scale, decimals) for one in self.stored]
        self.values = [one * factor if one is not None else None for one in values]


def channels(data):
    found, seen, at = [], set(), unpack(data, 8, "I")
    while at and at not in seen:
        seen.add(at)
        found.append(Channel(data, at))
        at = found[-1].next
    if at:
        raise Refused(at, "the list of channels leads back into itself")
    return found


def tables(found):
    """A table for each rate. Channels whose names need a number are not compared."""
    out = {}
    for rate in {channel.rate for channel in found if channel.stored}:
        own = [channel for channel in found if channel.rate == rate and channel.stored]
        rows = max(len(channel.stored) for channel in own)
        table = out[f"channels_{rate}hz"] = {"time": [row / rate for row in range(rows)]}
        for number, channel in enumerate(own):
            name = channel.column
            again = any(other.column == name for other in own[:number]) or name == "time" or not name[:1].isalpha()
            if not again:
                table[name] = channel.values + [None] * (rows - len(channel.values))
    return out


def read(data):
    reading = Reading("ld")
    take(data, 0, HEADER, "the header")
    found = channels(data)
    for name, at, size in (("driver", 158, 64), ("vehicle", 222, 64), ("track", 350, 64)):
        if text(data, at, size):
            reading.properties[name] = text(data, at, size)
    reading.tables = tables(found)
    reading.tables["channels"] = {"name": [channel.name or None for channel in found],
                                  "unit": [channel.unit or None for channel in found],
                                  "rate": [channel.rate for channel in found],
                                  "samples": [len(channel.stored) for channel in found],
                                  "id": [channel.id for channel in found]}
    return reading
