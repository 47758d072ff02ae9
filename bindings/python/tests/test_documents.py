"""Opening, closing, and what goes wrong."""

import gc
import re
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import numpy as np
import paddock
from support import FILES, PROJECT, SAMPLES, Case


def is_mapped(path):
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
        return any(line.rstrip().endswith(str(path)) for line in maps)


class Documents(Case):
    def test_every_sample_opens(self):
        for path in FILES:
            with self.subTest(path.name), paddock.open(path) as document:
                self.assertIn(document.format, {known.id for known in paddock.formats()})
                self.assertEqual(document.size, path.stat().st_size)
                self.assertTrue(document.evidence)
                self.assertEqual([finding for finding in document.check() if finding.severity == "error"], [])
                self.assertGreater(len(document.properties), 0)

    def test_bytes_are_copied(self):
        data = bytearray((SAMPLES / "race.vcr").read_bytes())
        document = paddock.open(data, name="race.vcr")
        with paddock.open(SAMPLES / "race.vcr") as file:
            expected = file.tables["laps"]["lap_time"]
        data[:] = bytes(len(data))
        np.testing.assert_array_equal(document.tables["laps"]["lap_time"].filled(-1), expected.filled(-1))

    def test_closed(self):
        document = paddock.open(SAMPLES / "race.vcr")
        laps = document.tables["laps"]
        document.close()
        document.close()
        self.assertTrue(document.closed)
        for use in (lambda: laps["lap"], lambda: document.tables["laps"], document.check, document.motion, lambda: document.images[0]):
            with self.assertRaises((ValueError, IndexError)):
                use()

    @unittest.skipUnless(sys.platform == "linux", "looks into /proc")
    def test_arrays_outlive_their_document(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "road.rld"
            path.write_bytes((SAMPLES / "scan.rld").read_bytes())
            document = paddock.open(path)
            surface = document.surfaces[0]
            before = surface.positions.copy()
            part = surface.positions[10:20, 2]
            document.close()
            del document, surface
            gc.collect()
            self.assertTrue(is_mapped(path))
            np.testing.assert_array_equal(part, before[10:20, 2])
            self.assertFalse(part.flags.writeable)
            del part
            gc.collect()
            self.assertFalse(is_mapped(path))

    def test_closing_while_threads_read(self):
        for _ in range(20):
            document = paddock.open(SAMPLES / "race.vcr")
            poses = document.tables["poses"]
            failures = []

            def read():
                try:
                    for _ in range(50):
                        poses.read(["time", "x", "y", "z"], 0, 5000)
                except ValueError:
                    pass  # closed
                except BaseException as failure:  # noqa: BLE001
                    failures.append(failure)

            threads = [threading.Thread(target=read) for _ in range(4)]
            for thread in threads:
                thread.start()
            document.close()
            for thread in threads:
                thread.join()
            self.assertEqual(failures, [])


class Databases(Case):
    """Telemetry of Le Mans Ultimate, by the part that has DuckDB."""

    def setUp(self):
        found = sorted(PROJECT.glob("build-duckdb/node_modules/@duckdb/node-bindings-*/libduckdb.so"))
        if not found or not (PROJECT / "build/lib/paddock/paddock-duckdb.so").exists():
            self.skipTest("DuckDB is not here")
        self.library = found[0]

    def test_laps_are_those_that_were_driven(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "drive.duckdb"
            maker = [sys.executable, str(PROJECT / "tests/cli/lmu_of.py"), str(self.library), str(path)]
            truth = subprocess.run(maker, stdout=subprocess.PIPE, check=True, text=True).stdout
            driven = [float(line.split()[2]) for line in truth.splitlines() if re.match(r"lap\d ", line)]
            with paddock.open(path) as drive, paddock.open(path) as again:
                self.assertEqual(drive.format, "lmu-telemetry")
                timed = drive.tables["laps"]["lap_time"][:3]
                for lap, true in zip(timed, driven[:3]):
                    self.assertAlmostEqual(float(lap), true, delta=0.0002)
                self.assertEqual(list(again.tables), list(drive.tables))
            path.write_bytes(path.read_bytes()[:4096] + bytes(9000))
            with self.assertRaises(paddock.Error):
                paddock.open(path)


class Failures(Case):
    def error_of(self, *arguments, **options):
        with self.assertRaises(paddock.Error) as caught:
            paddock.open(*arguments, **options)
        return caught.exception

    def test_no_such_file(self):
        error = self.error_of(SAMPLES / "not here.vcr")
        self.assertEqual((error.status, error.offset), ("input or output failed", None))
        self.assertIn("not here.vcr", str(error))

    def test_unknown_empty_and_folder(self):
        self.assertEqual(self.error_of(PROJECT / "README.md").status, "unknown format")
        self.assertEqual(self.error_of(b"").status, "unknown format")
        self.assertEqual(self.error_of(SAMPLES).status, "input or output failed")

    def test_truncated(self):
        data = (SAMPLES / "lap.raf").read_bytes()
        error = self.error_of(data[: len(data) // 2])
        self.assertEqual((error.status, error.code.split(".")[0]), ("truncated", "raf"))
        self.assertIsInstance(error.offset, int)
        part = paddock.open(data[: len(data) // 2], partial=True)
        self.assertTrue(part.findings)
        self.assertGreater(len(part.tables["telemetry"]), 0)

    def test_every_cut_is_an_error_or_a_document(self):
        data = (SAMPLES / "race.vcr").read_bytes()
        for size in range(0, len(data), len(data) // 97):
            try:
                paddock.open(data[:size]).close()
            except paddock.Error as error:
                self.assertTrue(error.code and error.message)

    def test_limits(self):
        self.assertEqual(self.error_of(SAMPLES / "race.vcr", memory_limit=4096).status, "limit reached")

    def test_what_a_file_cannot_answer(self):
        with paddock.open(next(path for path in FILES if path.suffix == ".tri")) as track:
            self.assertIn("nothing moves", track.answers["laps"])
            self.assertNotIn("laps", list(track.tables))
            with self.assertRaisesRegex(paddock.UnavailableError, "nothing moves"):
                track.tables["laps"]
            with self.assertRaises(paddock.UnavailableError):
                track.motion()
            self.assertIsNone(track.tables.get("laps"))


if __name__ == "__main__":
    unittest.main()
