"""The files to compare: real ones, samples, golden ones, generated ones; and small ones to damage."""

import glob
import os
import struct

import variants
import vcr

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FORMATS = ("raf", "rld", "rply", "tri", "vcr", "wwww", "shpi", "crp", "packed", "ld")
REAL = ("raf", "rld", "rply", "nfs", "logger")
SYNTH = {
    "raf-seed-7.raf": "raf --seconds 20 --seed 7", "raf-hand-2.raf": "raf --seconds 20 --hand 2",
    "rld.rld": "rld --points 3k", "rply-1.1.rpl": "rply --dialect 1.1 --seconds 15",
    "rply-2.1.rpl": "rply --dialect 2.1 --seconds 15 --cars 5", "tri-open.tri": "tri --dialect open",
    "tri-closed.tri": "tri --dialect closed --seed 4", "wwww-open.fam": "wwww --dialect open",
    "wwww-closed.fam": "wwww --dialect closed", "wwww-car.cfm": "wwww --dialect car", "shpi.fsh": "shpi", "crp-car.crp": "crp", "crp-track.crp": "crp --dialect track",
    "vcr-r1.vcr": "vcr --dialect r1 --cars 5 --laps 2 --session race --poses-every 10",
    "vcr-r2.vcr": "vcr --dialect r2 --cars 5 --laps 2 --session race --poses-every 10",
    "vcr-l.vcr": "vcr --dialect l --cars 5 --laps 2 --session race --poses-every 10",
    "vcr-r1-practice.vcr": "vcr --dialect r1 --cars 4 --minutes 4 --session practice --poses-every 10",
    "vcr-r2-practice.vcr": "vcr --dialect r2 --cars 4 --minutes 4 --session practice --poses-every 10 --gzip",
    "vcr-l-qualifying.vcr": "vcr --dialect l --cars 4 --minutes 4 --session qualifying --poses-every 10"}
SMALL = {
    "raf.raf": "raf --seconds 0.2", "rld.rld": "rld --points 40", "rply-1.1": "rply --dialect 1.1 --seconds 2",
    "rply-2.1": "rply --dialect 2.1 --seconds 2", "vcr-r1": "vcr --dialect r1 --cars 3 --seconds 1",
    "vcr-r2": "vcr --dialect r2 --cars 3 --seconds 1", "vcr-l": "vcr --dialect l --cars 3 --seconds 1",
    "vcr-r1-race": "vcr --dialect r1 --cars 4 --laps 1 --poses-every 100",
    "vcr-r2-race": "vcr --dialect r2 --cars 4 --laps 1 --poses-every 100",
    "vcr-l-race": "vcr --dialect l --cars 4 --laps 1 --poses-every 100",
    "tri-closed": "tri --dialect closed", "wwww-closed": "wwww --dialect closed", "wwww-car": "wwww --dialect car",
    "shpi": "shpi", "crp": "crp"}
CODECS = ("refpack", "huffman", "huffman-delta", "huffman-delta2", "bytepair")


def content(path):
    with open(path, "rb") as file:
        return file.read()


def real_folder():
    return os.environ.get("PADDOCK_REAL") or os.path.join(PROJECT, "..", "shared", "real")


def real():
    """Name, path of each; says aloud what is not there."""
    found = []
    for name in REAL:
        folder = os.path.join(real_folder(), name)
        paths = sorted(glob.glob(os.path.join(folder, "*.*")))
        if not paths:
            print(f"SKIPPED: second reader: there are no real files in {folder}")
        found += [(f"real/{name}/{os.path.basename(path)}", path) for path in paths]
    return found


def golden(kind):
    paths = [path for format_id in FORMATS
             for path in sorted(glob.glob(os.path.join(PROJECT, "tests", "golden", format_id, kind, "*")))]
    return [(os.path.relpath(path, PROJECT), path) for path in paths if not path.endswith((".expect", ".info"))]


def samples():
    found = sorted(glob.glob(os.path.join(PROJECT, "samples", "*.*")))
    return [(os.path.relpath(path, PROJECT), path) for path in found if not path.endswith((".md", ".sh"))]


def synth(command, folder, wanted):
    found = []
    for name, options in wanted.items():
        format_id, *rest = options.split()
        path = os.path.join(folder, name)
        done = command.run("synth", format_id, path, *rest)
        if done.returncode:
            raise SystemExit(f"second: paddock synth {options}: {done.stderr.decode()}")
        found.append((f"synth/{name}", path))
    return found


def packed(command, folder, source):
    """The same bytes in each packing."""
    found = []
    for codec in CODECS:
        path = os.path.join(folder, f"packed-{codec}")
        done = command.run("pack", source, path, "--codec", codec)
        if done.returncode:
            raise SystemExit(f"second: paddock pack --codec {codec}: {done.stderr.decode()}")
        found.append((f"synth/packed-{codec}", path))
    return found


def vcr_variants(folder):
    """Files of the layouts that notes differ about, made of small generated ones in the folder."""
    made = variants.made_of(*(content(os.path.join(folder, f"vcr-{dialect}")) for dialect in ("r1", "r2", "l")))
    for name, data in made.items():
        with open(os.path.join(folder, f"vcr-{name}.vcr"), "wb") as file:
            file.write(data)
    return [(f"synth/vcr-{name}.vcr", os.path.join(folder, f"vcr-{name}.vcr")) for name in made]


def shortened(name, data):
    """A whole lap of few blocks, so that many damaged copies can be read; None where a file is too large for that."""
    if name.endswith(".raf"):
        blocks = min(30, struct.unpack_from("<i", data, 20)[0])
        split = blocks * (data[9] or 10)
        lap = data[:171] + struct.pack("<B4i", 1, split, 0, 0, 0) + data[188:1024 + blocks * 192]
        return lap[:20] + struct.pack("<i", blocks) + lap[24:]
    return data if len(data) < 300_000 and not name.lower().endswith((".qfs", ".crp", ".fsh")) else None


def small_ones(command, folder):
    found = synth(command, folder, SMALL)
    return found + packed(command, folder, found[1][1]) + vcr_variants(folder)


def to_damage(command, folder, real_files):
    """Name and bytes of what is damaged: small generated files, golden ones, real ones cut short."""
    small = small_ones(command, folder)
    found = [(name, shortened(name, vcr.gunzip(content(path))[0])) for name, path in small + golden("ok") + real_files]
    return [(name, data) for name, data in found if data is not None]
