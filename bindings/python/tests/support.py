"""What the tests share: where samples and the command are."""

import os
import subprocess
import unittest
from collections.abc import Iterator
from pathlib import Path

import paddock

PROJECT = Path(os.environ.get("PADDOCK_PROJECT", Path(__file__).resolve().parents[3]))
SAMPLES = PROJECT / "samples"
COMMAND = os.environ.get("PADDOCK_COMMAND", str(PROJECT / "build" / "paddock"))

# One of every kind of file.
FILES = sorted(path for path in SAMPLES.iterdir() if path.suffix in {".raf", ".vcr", ".rpl", ".rld", ".tri", ".fsh", ".fam", ".cfm"})


def command(*arguments: object) -> bytes:
    done = subprocess.run([COMMAND, *map(str, arguments)], stdout=subprocess.PIPE, check=False)
    if done.returncode not in (0, 1):
        raise AssertionError(f"paddock {' '.join(map(str, arguments))}: status {done.returncode}")
    return done.stdout


def every_table() -> Iterator[tuple[Path, str, paddock.Table]]:
    """Those of every file, with the answers that it can give; a table lives until the next file."""
    for path in FILES:
        with paddock.open(path) as document:
            for name in document.tables:
                table = document.tables.get(name)
                if table is not None:
                    yield path, name, table


class Case(unittest.TestCase):
    maxDiff = 2000
