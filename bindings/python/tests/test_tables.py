"""Tables read into arrays are what the command writes."""

import csv
import io
import unittest

import numpy as np
import paddock
from support import SAMPLES, Case, command, every_table


def cell_text(column, value, missing):
    """A value as the command writes it, for what is not a float."""
    if missing or value is None:
        return ""
    if column.type == "bool":
        return "true" if value else "false"
    if column.type == "bytes":
        return value.hex()
    return str(value)


class TablesAsTheCommandWritesThem(Case):
    def test_every_table_of_every_sample(self):
        tables = cells = 0
        for path, name, table in every_table():
            with self.subTest(file=path.name, table=name):
                cells += self.compare(table, command("table", path, name))
                tables += 1
        self.assertGreater(tables, 60)
        self.assertGreater(cells, 100_000)

    def compare(self, table, text):
        arrays = table.read()
        rows = list(csv.reader(io.StringIO(text.decode("utf-8"), newline="")))
        self.assertEqual(rows[0], list(arrays))
        self.assertEqual(len(rows) - 1, len(table))
        for i, (name, array) in enumerate(arrays.items()):
            column, written = table.columns[name], [row[i] for row in rows[1:]]
            missing = np.ma.getmaskarray(array) if column.nullable and array.dtype != object else np.zeros(len(array), bool)
            if array.dtype.kind == "f":
                read = np.array([float(cell) if cell else np.nan for cell in written]).astype(array.dtype)
                np.testing.assert_array_equal(read[~missing], np.ma.getdata(array)[~missing], err_msg=name)
                self.assertEqual([not cell for cell in written], list(missing))
            else:
                self.assertEqual(written, [cell_text(column, *pair) for pair in zip(array.tolist() if array.dtype != object else array, missing)], name)
        return len(arrays) * len(table)

    def test_ranges_and_batches_are_parts_of_the_whole(self):
        with paddock.open(SAMPLES / "race.vcr") as race:
            poses = race.tables["poses"]
            whole = poses.read(["time", "x", "driver"])
            part = poses.read(["x"], 1000, 17)
            np.testing.assert_array_equal(part["x"], whole["x"][1000:1017])
            batches = list(poses.batches(["time", "driver"], 999))
            self.assertEqual([len(batch["time"]) for batch in batches[:-1]], [999] * (len(batches) - 1))
            for name in ("time", "driver"):
                np.testing.assert_array_equal(np.concatenate([batch[name] for batch in batches]), whole[name])
            self.assertEqual(len(poses.read(["x"], len(poses), 0)["x"]), 0)

    def test_what_is_not_there(self):
        with paddock.open(SAMPLES / "race.vcr") as race:
            laps = race.tables["laps"]
            with self.assertRaisesRegex(KeyError, "no column 'laptime'"):
                laps["laptime"]
            with self.assertRaisesRegex(KeyError, "no table 'lapse'"):
                race.tables["lapse"]
            for first, count in ((0, len(laps) + 1), (-1, 1), (len(laps) + 1, 0), (0, -1)):
                with self.assertRaises(IndexError):
                    laps.read(["lap"], first, count)
            self.assertNotIn("lapse", race.tables)
            self.assertIsNone(race.tables.get("lapse"))

    def test_missing_values_are_masked(self):
        with paddock.open(SAMPLES / "race.vcr") as race:
            laps = race.tables["laps"]
            times, kinds = laps["lap_time"], laps["kind"]
            self.assertTrue(np.ma.getmaskarray(times)[kinds == "incomplete"].all())
            self.assertGreater(times.count(), 0)
            self.assertTrue((times.compressed() > 10).all())

    def test_arrays_in_memory_are_not_copied(self):
        with paddock.open(SAMPLES / "lap.raf") as lap:
            dynamics = lap.tables["dynamics"]
            once, again = dynamics["yaw_rate"], dynamics.read(["yaw_rate"], 100, 50)["yaw_rate"]
            self.assertTrue(np.shares_memory(once.data, again.data))
            np.testing.assert_array_equal(once[100:150].filled(-9), again.filled(-9))
            before = once.filled(-9)
        np.testing.assert_array_equal(once.filled(-9), before)
        with self.assertRaises(ValueError):
            once.data[0] = 1

    def test_columns_say_what_they_are(self):
        with paddock.open(SAMPLES / "lap.raf") as lap:
            telemetry = lap.tables["telemetry"]
            speed = telemetry.columns["speed"]
            self.assertEqual((speed.unit, speed.role, speed.type, speed.nullable), ("m/s", "speed", "float32", False))
            self.assertEqual(telemetry.find_role("time").name, "time")
            self.assertIsNone(telemetry.find_role("lap"))
            self.assertEqual(telemetry.sorted_by, "time")
            self.assertFalse(telemetry.computed)
            self.assertTrue(lap.tables["laps"].computed)

    def test_csv_file(self):
        import tempfile
        from pathlib import Path

        with tempfile.TemporaryDirectory() as folder, paddock.open(SAMPLES / "race.vcr") as race:
            path = Path(folder) / "laps.csv"
            race.tables["laps"].write_csv(path)
            self.assertEqual(path.read_bytes(), command("table", SAMPLES / "race.vcr", "laps"))
            with self.assertRaises(paddock.Error) as caught:
                race.tables["laps"].write_csv(Path(folder) / "no such folder" / "laps.csv")
            self.assertEqual(caught.exception.status, "input or output failed")


class Pandas(Case):
    def setUp(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("pandas is not installed")

    def test_frame(self):
        with paddock.open(SAMPLES / "race.vcr") as race:
            table = race.tables["laps"]
            frame = table.to_pandas()
        self.assertEqual(list(frame.columns), [name for name, column in table.columns.items() if not column.hidden])
        self.assertEqual(len(frame), len(table))
        self.assertEqual(frame.attrs["units"]["lap_time"], "s")
        self.assertEqual(str(frame["lap_time"].dtype), "float64")
        self.assertEqual(str(frame["position"].dtype), "Int32")
        best = frame[frame["best"].fillna(False).astype(bool)].set_index("driver")["lap_time"]
        self.assertTrue((best > 0).all())


if __name__ == "__main__":
    unittest.main()
