"""Rows of queries are what the command writes of the same tables; units go with columns, and with nothing else."""

import csv
import io
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings

import numpy as np
import paddock
from paddock.library import library_path
from support import COMMAND, FILES, SAMPLES, Case, command

LAP, RACE = SAMPLES / "lap.raf", SAMPLES / "race.vcr"


def written(*arguments):
    """Names and rows of CSV that the command writes."""
    rows = list(csv.reader(io.StringIO(command(*arguments).decode("utf-8"), newline="")))
    return rows[0], rows[1:]


def cell_text(value, kind):
    if value is None or value is np.ma.masked:
        return ""
    if kind == "bool":
        return "true" if value else "false"
    if kind == "bytes":
        return value.hex()
    return str(value)


def names_of_tables(path):
    _, rows = written("sql", f"SELECT name FROM paddock_tables('{path}')")
    return [row[0] for row in rows]


class Rows(Case):
    def compare(self, table, names, rows):
        arrays = table.read()
        self.assertEqual(names, list(arrays))
        self.assertEqual(len(rows), len(table))
        for i, name in enumerate(names):
            array, cells = arrays[name], [row[i] for row in rows]
            missing = np.ma.getmaskarray(array) if array.dtype != object else np.array([value is None for value in array], bool)
            if array.dtype.kind == "f":
                expected = np.array([float(cell) if cell else np.nan for cell in cells]).astype(array.dtype)
                np.testing.assert_array_equal(expected[~missing], np.ma.getdata(array)[~missing], err_msg=name)
                self.assertEqual([not cell for cell in cells], list(missing), name)
            else:
                kind = table.columns[name].type
                self.assertEqual(cells, [cell_text(value, kind) for value in (array if array.dtype == object else array.tolist())], name)
        return len(names) * len(rows)

    def test_every_table_of_every_sample(self):
        tables = cells = 0
        for path in FILES:
            for name in names_of_tables(path):
                with self.subTest(file=path.name, table=name):
                    rows = paddock.sql(f"SELECT * FROM paddock('{path}', '{name}')")
                    cells += self.compare(rows, *written("table", path, name))
                    tables += 1
        self.assertGreater(tables, 20)
        self.assertGreater(cells, 100_000)

    def test_answers(self):
        for name in ("laps", "results", "incidents"):
            rows = paddock.sql(f"SELECT * FROM paddock('{RACE}', '{name}')")
            self.assertGreater(self.compare(rows, *written("table", RACE, name)), 0)

    def test_a_query_computed_by_hand(self):
        names, rows = written("table", RACE, "laps")
        best = {}
        for row in rows:
            lap = dict(zip(names, row))
            if lap["clean"] == "true" and lap["lap_time"]:
                best[lap["driver"]] = min(best.get(lap["driver"], float("inf")), float(lap["lap_time"]))
        found = paddock.sql(f"SELECT driver, min(lap_time) AS best FROM paddock('{RACE}', 'laps') WHERE clean GROUP BY driver ORDER BY driver")
        self.assertEqual(list(found["driver"]), sorted(best))
        np.testing.assert_array_equal(found["best"], [best[driver] for driver in sorted(best)])

    def test_several_files(self):
        found = paddock.sql(f"SELECT file, count(*) AS n, max(speed) AS top FROM '{SAMPLES}/lap*.raf' GROUP BY file ORDER BY file")
        self.assertEqual([os.path.basename(path) for path in found["file"]], ["lap-2.raf", "lap-3.raf", "lap.raf"])
        for path, count, top in zip(found["file"], found["n"], found["top"]):
            names, rows = written("table", path, "telemetry")
            self.assertEqual(count, len(rows))
            self.assertEqual(np.float32(max(float(row[names.index("speed")]) for row in rows)), top)

    def test_values_of_every_kind(self):
        found = paddock.sql(
            "SELECT * FROM (VALUES (true, 1::TINYINT, 2::UBIGINT, 0.25::FLOAT, 1e300, 'ä<b>', '\\x00\\xFF'::BLOB, 12.34::DECIMAL(9,2), DATE '2024-02-29', "
            "[1, NULL], 170141183460469231731687303715884105727::HUGEINT, 5::HUGEINT), (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)) "
            "AS t(b, i, u, f, d, s, x, m, day, l, h, small)"
        )
        first = {name: array[0] for name, array in found.read().items()}
        self.assertEqual({name: column.type for name, column in found.columns.items()}, {
            "b": "bool", "i": "int8", "u": "uint64", "f": "float32", "d": "float64", "s": "text", "x": "bytes", "m": "float64",
            "day": "text", "l": "text", "h": "float64", "small": "int64",
        })
        self.assertEqual(first, {"b": True, "i": 1, "u": 2, "f": 0.25, "d": 1e300, "s": "ä<b>", "x": b"\x00\xff", "m": 12.34, "day": "2024-02-29",
                                 "l": "[1, NULL]", "h": 2.0**127, "small": 5})
        for name, array in found.read().items():
            self.assertTrue(array[1] is None or array[1] is np.ma.masked, name)

    def test_names_of_columns_differ(self):
        self.assertEqual(list(paddock.sql("SELECT 1 AS a, 2 AS a, 3 AS a_1").columns), ["a", "a_1", "a_1_1"])

    def test_statements_and_no_rows(self):
        self.assertEqual(list(paddock.sql("CREATE TABLE t AS SELECT 7 AS x; SELECT x FROM t")["x"]), [7])
        self.assertEqual(len(paddock.sql(f"SELECT * FROM '{LAP}' WHERE speed < -1")), 0)

    def test_many_rows(self):
        found = paddock.sql("SELECT i, CASE WHEN i % 3 = 0 THEN NULL ELSE 'row number ' || i END AS t FROM range(100001) r(i)").read()
        np.testing.assert_array_equal(found["i"], np.arange(100001))
        self.assertEqual(list(found["t"]), [None if i % 3 == 0 else f"row number {i}" for i in range(100001)])

    def test_to_pandas_and_csv(self):
        found = paddock.sql(f"SELECT driver, lap_time FROM paddock('{RACE}', 'laps')")
        frame = found.to_pandas()
        self.assertEqual(frame.attrs["units"], {"lap_time": "s"})
        with tempfile.TemporaryDirectory() as folder:
            found.write_csv(os.path.join(folder, "laps.csv"))
            with open(os.path.join(folder, "laps.csv"), newline="", encoding="utf-8") as file:
                self.assertEqual(list(csv.reader(file))[1:], written("table", RACE, "laps", "--columns", "driver,lap_time")[1])


class Units(Case):
    def units(self, query):
        return {name: column.unit for name, column in paddock.sql(query).columns.items()}

    def test_columns_as_they_are(self):
        units = self.units(f"SELECT time, speed AS v, engine_speed, gear FROM '{LAP}' LIMIT 1")
        self.assertEqual(units, {"time": "s", "v": "m/s", "engine_speed": "rad/s", "gear": None})

    def test_what_takes_values(self):
        for what in ("max(speed)", "first(speed)", "arg_min(speed, time)", "lag(speed) OVER (ORDER BY time)", "coalesce(speed, 0)",
                     "CASE WHEN gear > 2 THEN speed END", f"(SELECT min(speed) FROM '{SAMPLES}/lap-2.raf')"):
            with self.subTest(what=what):
                self.assertEqual(self.units(f"SELECT {what} AS x FROM '{LAP}'"), {"x": "m/s"})

    def test_what_computes(self):
        for what in ("speed * 3.6", "speed / time", "-speed", "sum(speed)", "avg(speed)", "round(speed, 1)", "count(speed)", "speed::VARCHAR", "speed > 3", "[speed]",
                     "sqrt(speed)", "stddev(speed)"):
            with self.subTest(what=what):
                self.assertEqual(self.units(f"SELECT {what} AS speed FROM '{LAP}' LIMIT 1"), {"speed": None})

    def test_mixed_units(self):
        for what in ("CASE WHEN gear > 2 THEN speed ELSE time END", "coalesce(time, speed)", "greatest(speed, distance)"):
            with self.subTest(what=what):
                self.assertEqual(self.units(f"SELECT {what} AS x, speed FROM '{LAP}' LIMIT 1"), {"x": None, "speed": "m/s"})
        for one, other, unit in (("speed", "time", None), ("speed", "throttle", None), ("throttle", "speed", None), ("speed", "speed", "m/s")):
            query = f"SELECT {one} AS x FROM '{LAP}' UNION ALL SELECT {other} FROM '{SAMPLES}/lap-2.raf'"
            with self.subTest(one=one, other=other):
                self.assertEqual(self.units(query), {"x": unit})

    def test_through_subqueries(self):
        query = f"WITH fast AS (SELECT lap_time AS t, driver FROM paddock('{RACE}', 'laps') WHERE clean) SELECT min(t) AS best, driver FROM fast GROUP BY driver"
        self.assertEqual(self.units(query), {"best": "s", "driver": None})

    def test_a_column_of_the_same_name_elsewhere(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "own.csv")
            path.write_text("speed\n120\n", encoding="utf-8")
            query = f"SELECT o.speed AS own, l.speed AS recorded FROM '{path}' o, '{LAP}' l LIMIT 1"
            self.assertEqual(self.units(query), {"own": None, "recorded": "m/s"})


class Datasets(Case):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.archive = os.path.join(cls.folder, "archive")
        command("ingest", SAMPLES, "--to", cls.archive, "--quiet")

    def test_catalogue_and_tables(self):
        found = paddock.sql(f"SELECT file, format FROM '{self.archive}' WHERE format IS NOT NULL ORDER BY file")
        known = sorted(str(path) for path in SAMPLES.iterdir() if subprocess.run([COMMAND, "info", str(path)], capture_output=True, check=False).returncode == 0)
        self.assertEqual(list(found["file"]), known)
        names, rows = written("table", RACE, "laps")
        found = paddock.sql(f"SELECT driver, lap, lap_time FROM paddock('{self.archive}', 'laps') WHERE file = '{RACE}' ORDER BY driver, lap")
        wanted = sorted((row[names.index("driver")], int(row[names.index("lap")]), row[names.index("lap_time")]) for row in rows)
        self.assertEqual([(driver, lap) for driver, lap in zip(found["driver"], found["lap"])], [row[:2] for row in wanted])
        np.testing.assert_array_equal(np.ma.filled(found["lap_time"], np.nan), [float(row[2]) if row[2] else np.nan for row in wanted])

    def test_as_a_document(self):
        with paddock.dataset(self.archive) as dataset:
            best, files = dataset.tables["best_laps"], dataset.tables["files"]
            self.assertEqual(best.columns["best_time"].unit, "s")
            names, rows = written("table", RACE, "laps")
            laps = [dict(zip(names, row)) for row in rows]
            fastest = min(float(lap["lap_time"]) for lap in laps if lap["clean"] == "true" and lap["lap_time"])
            self.assertEqual([time for file, time in zip(best["file"], best["best_time"]) if file == str(RACE)], [fastest])
            self.assertEqual(sorted(files["file"]), sorted(str(path) for path in SAMPLES.iterdir()))
            self.assertEqual(dataset.properties["files"].value, len(files))
            self.assertEqual(dataset.path, self.archive)

    def test_no_dataset(self):
        with self.assertRaisesRegex(paddock.Error, "is no dataset") as caught:
            paddock.dataset(SAMPLES)
        self.assertEqual((caught.exception.code, caught.exception.path), ("argument.dataset", str(SAMPLES)))

    def test_a_table_that_it_does_not_have(self):
        with self.assertRaisesRegex(paddock.Error, "there is no table \"lapz\" in this dataset") as caught:
            paddock.sql(f"FROM paddock('{self.archive}', 'lapz')")
        self.assertEqual((caught.exception.code, caught.exception.path), ("argument.table", self.archive))


class Failures(Case):
    def test_mistakes_in_a_query(self):
        with self.assertRaises(paddock.Error) as caught:
            paddock.sql(f"SELECT\n  nope FROM '{LAP}'")
        self.assertRegex(str(caught.exception), r'(?s)^Binder Error: Referenced column "nope" not found.*\^$')
        self.assertEqual((caught.exception.code, caught.exception.path, caught.exception.offset), ("", None, None))
        for query in ("SELEC 1", "", "SELECT 1 +", "SELECT * FROM nowhere"):
            with self.subTest(query=query), self.assertRaises(paddock.Error):
                paddock.sql(query)

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            damaged = os.path.join(folder, "damaged.raf")
            with open(damaged, "wb") as file:
                file.write(LAP.read_bytes()[:3000])
            with self.assertRaises(paddock.Error) as opened:
                paddock.open(damaged)
            with self.assertRaises(paddock.Error) as asked:
                paddock.sql(f"SELECT * FROM '{damaged}'")
            self.assertEqual((asked.exception.code, asked.exception.offset, asked.exception.path), (opened.exception.code, opened.exception.offset, damaged))
            shutil.copy(LAP, os.path.join(folder, "whole.raf"))
            query = f"SELECT file FROM '{folder}/*.raf' GROUP BY file"
            with self.assertRaises(paddock.Error):
                paddock.sql(query)
            with warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always")
                found = paddock.sql(query, on_error="skip")
            self.assertEqual([os.path.basename(path) for path in found["file"]], ["whole.raf"])
            self.assertEqual(len(told), 1, [str(warning.message) for warning in told])
            self.assertIn(damaged, str(told[0].message))
            self.assertIn(opened.exception.code, str(told[0].message))

    def test_no_file_is_written(self):
        with tempfile.TemporaryDirectory() as folder:
            for statement in (
                f"COPY (SELECT 1) TO '{folder}/one.csv'",
                f"CREATE TABLE t(x INT); -- ;\n /* ; */ export DATABASE '{folder}/all'",
                f"SELECT 1 /* ' */; EXPORT DATABASE '{folder}/all'",
                f"SELECT $$'$$; EXPORT DATABASE '{folder}/all'",
                f"SELECT E'\\''; EXPORT DATABASE '{folder}/all'",
                f"ATTACH '{folder}/own.db'; SELECT 1",
                f"SELECT ';'; COPY (SELECT 1) TO '{folder}/two.parquet'; SELECT 2",
            ):
                with self.assertRaisesRegex(paddock.Error, "writes no files"):
                    paddock.sql(statement)
            self.assertEqual(os.listdir(folder), [])

    def test_without_duckdb(self):
        """In a separate process, where DUCKDB_PREFIX leads nowhere."""
        program = "import paddock\ntry:\n    paddock.sql('SELECT 1')\nexcept paddock.Error as error:\n    print(error.status, error, sep='\\n')"
        done = subprocess.run([sys.executable, "-c", program], env={**os.environ, "DUCKDB_PREFIX": "/nowhere"}, capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout.splitlines(), ["unsupported", "SQL and Parquet need DuckDB: DUCKDB_PREFIX is /nowhere, where neither lib/libduckdb.so nor libduckdb.so is"])

    def test_without_the_part(self):
        """A copy of the library alone: the error says which file is missing, and where it was looked for."""
        program = "import paddock\ntry:\n    paddock.sql('SELECT 1')\nexcept paddock.Error as error:\n    print(error.status, error.code, error.message, sep='\\n')"
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "libpaddock.so.1")
            shutil.copy(library_path(), path)
            done = subprocess.run([sys.executable, "-c", program], env={**os.environ, "PADDOCK_LIBRARY": path}, capture_output=True, text=True, check=True)
            self.assertEqual(
                done.stdout.splitlines(),
                ["unsupported", "sql.part", f"SQL needs paddock-sql.so, which is not in {folder}/paddock or {folder}/lib/paddock"],
            )

    def test_limit_of_memory(self):
        with self.assertRaisesRegex(paddock.Error, "Out of Memory"):
            paddock.sql("SET temp_directory = ''; SELECT list(i) FROM range(50000000) r(i)", memory_limit=50_000_000)

    def test_interrupt(self):
        """Ctrl-C ends a query that would run for hours, soon, and it comes out as KeyboardInterrupt."""
        program = (
            "import paddock, sys\nprint('begins', flush=True)\n"
            "try:\n    paddock.sql('SELECT sum(a.i * b.i) FROM range(10000000) a(i), range(10000000) b(i)')\n"
            "except KeyboardInterrupt:\n    print('ended', flush=True)"
        )
        with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as done:
            self.assertEqual(done.stdout.readline(), "begins\n")
            time.sleep(1)
            done.send_signal(2)
            self.assertEqual(done.communicate(timeout=30)[0], "ended\n")

    def test_threads(self):
        found, failed = {}, []

        def ask(i):
            try:
                found[i] = list(paddock.sql(f"SELECT {i} AS x, count(*) AS n FROM paddock('{RACE}', 'laps')").read().values())
            except BaseException as error:  # noqa: B902
                failed.append(error)

        threads = [threading.Thread(target=ask, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failed, [])
        count = len(written("table", RACE, "laps")[1])
        self.assertEqual({i: (int(x[0]), int(n[0])) for i, (x, n) in found.items()}, {i: (i, count) for i in range(8)})


if __name__ == "__main__":
    unittest.main()
