"""Writes the results file that the game would have written of a replay, from what `paddock standings --json` and
`paddock laps --json` say about it, and then changed as requested: a results file knows more than a replay, and not all
the same.

    results_of.py STANDINGS.json LAPS.json OUT.xml [CHANGE...]

    kind=Qualify        another kind of session
    invalid=NAME:LAP    the lap has no time
    slower=S            every lap is S seconds longer than in the replay
    penalty=NAME:S      S seconds added at the end, and the order made again
    out=NAME            disqualified, last
    left=NAME           had left: the file does not name the driver
    joined=NAME         the file names a driver whom the replay does not have, last
    upper               names in capitals, with a blank behind
    class=NAME:CLASS    the driver's class; all others are in Cup
"""

import json
import sys
from xml.sax.saxutils import escape

with open(sys.argv[1], encoding="utf-8") as file:
    results = json.load(file)["results"]
with open(sys.argv[2], encoding="utf-8") as file:
    laps = json.load(file)["laps"]
changes = [change.partition("=")[::2] for change in sys.argv[4:]]


def all_of(key):
    return [value.partition(":")[::2] for name, value in changes if name == key]


kind = dict(changes).get("kind", "Race")
slower = float(dict(changes).get("slower", 0))
invalid = {(name, int(lap)) for name, lap in all_of("invalid")}
penalties = {name: float(seconds) for name, seconds in all_of("penalty")}
out = {name for name, _ in all_of("out")}
left = {name for name, _ in all_of("left")}
classes = dict(all_of("class"))
capitals = "upper" in dict(changes)


def shown(name):
    return escape(name.upper() + " " if capitals else name)


def order(row):
    name = row["driver"]
    total = (row["total_time"] or 0) + penalties.get(name, 0)
    if kind != "Race":
        return (name in out, row["best_lap_time"] or float("inf"))
    return (name in out, row["status"] != "finished", -row["laps"], total)


rows = sorted((row for row in results if row["driver"] not in left), key=order)
text = ['<?xml version="1.0" encoding="utf-8"?>', '<rFactorXML version="1.0">', "<RaceResults>",
        "<TrackVenue>Paddock Ring</TrackVenue>", f"<{kind}>", "<DateTime>1729804338</DateTime>", "<Laps>6</Laps>",
        "<Minutes>0</Minutes>", "<Stream>"]
for row in rows:
    text.append(f'<Score et="60.0">{shown(row["driver"])}({row["slot"]}) lap=0 point=1 t=20.000 et=60.000</Score>')
    if row["driver"] in penalties:
        seconds = penalties[row["driver"]]
        text.append(f'<Penalty et="300.0">{shown(row["driver"])} received Drive Thru penalty, 0s, 0laps. Result: '
                    "penalties=1, 1st=Drive Thru,0s</Penalty>")
        text.append(f'<Penalty et="440.0">{shown(row["driver"])} finished before serving penalty, added '
                    f"{seconds:g} seconds to totalET</Penalty>")
text.append("</Stream>")
for place, row in enumerate(rows, 1):
    name, finished = row["driver"], row["status"] == "finished"
    status = "DQ" if name in out else "Finished Normally" if finished else "DNF"
    text += ["<Driver>", f"<Name>{shown(name)}</Name>", "<Connected>1</Connected>", "<VehName>Paddock GT</VehName>",
             f"<CarClass>{classes.get(name, 'Cup')}</CarClass>", f"<CarNumber>{place + 100}</CarNumber>",
             "<isPlayer>1</isPlayer>", f"<GridPos>{row['grid_position'] or 0}</GridPos>", f"<Position>{place}</Position>"]
    best = None
    for lap in laps:
        if lap["driver"] != name or lap["lap_time"] is None or lap["kind"] == "incomplete":
            continue
        time = lap["lap_time"] + slower
        valid = (name, lap["lap"]) not in invalid
        best = min(best or time, time) if valid else best
        text.append(f'<Lap num="{lap["lap"]}" p="1" et="{lap["start_time"]:.3f}">'
                    f'{f"{time:.4f}" if valid else "--.----"}</Lap>')
    if best:
        text.append(f"<BestLapTime>{best:.4f}</BestLapTime>")
    text.append(f"<Laps>{row['laps']}</Laps>")
    text.append(f"<Pitstops>{row['pit_stops']}</Pitstops>")
    if finished and row["total_time"] is not None:
        text.append(f"<FinishTime>{row['total_time'] + penalties.get(name, 0):.4f}</FinishTime>")
    text += [f"<FinishStatus>{status}</FinishStatus>", "</Driver>"]
for place, (name, _) in enumerate(all_of("joined"), len(rows) + 1):
    text += ["<Driver>", f"<Name>{shown(name)}</Name>", f"<Position>{place}</Position>", "<Laps>0</Laps>",
             "<FinishStatus>DNF</FinishStatus>", "</Driver>"]
text += [f"</{kind}>", "</RaceResults>", "</rFactorXML>", ""]
with open(sys.argv[3], "w", encoding="utf-8") as file:
    file.write("\n".join(text))
