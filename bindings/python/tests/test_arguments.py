"""Wrong arguments: every parameter of every public function says what is wrong, and nothing is done."""

import inspect
import os
import tempfile
import unittest

import numpy as np
import paddock
from support import SAMPLES, Case

NOT_WHOLE = [-1, -(2**70), 2**70, 0.5, "1", None, [], float("nan"), True]
COUNTS = [value for value in NOT_WHOLE if value is not None]  # None is a default
NAMES = [1, b"speed", [1], object()]
NUMBERS = ["1", [], float("nan"), float("inf"), object(), True]
PATHS = [1, None, [], object(), "a\0b"]
FLAGS = [1, 0, None, "yes"]
LAPS = [1, None, object(), (), (1, 2, 3, 4), ("a", "b", "c", "d")]
LINES = [(1, 2, 3), (1, 2, 3, 4, 5), "1234", 7, (1, 2, 3, "4"), (1, 2, 3, float("nan"))]
DOCUMENTS = [1, "track.tri", object()]

# What a function that formats takes, besides decimals.
FORMATTED = {
    **{f"format_{kind}": "seconds" for kind in ("time", "duration", "gap")},
    "format_fixed": "value",
    "format_speed": "metres_per_second",
    "format_distance": "metres",
}

# By function and parameter. Rows before the first are rows that are not there: IndexError.
WRONG = {
    "open": {
        "source": [1, None, [], object(), "a\0b", b"\0"[:0]],
        "format": [1, b"raf", [], "a\0b"],
        "name": [1, b"raf", [], "a\0b"],
        "partial": FLAGS,
        "memory_limit": [0, -1, 2**70, 0.5, "1", True],
    },
    "compare": {"references": LAPS, "method": ["guess", 1, None], "step": [0, -1, *NUMBERS], "track": DOCUMENTS},
    "formats": {},
    "dataset": {"path": PATHS},
    "sql": {
        "query": [1, None, b"SELECT 1", [], "SELECT 1\0"],
        "on_error": [1, None, "continue", b"skip"],
        "memory_limit": [0, -1, 2**70, 0.5, "1", True],
    },
    **{name: {quantity: NUMBERS, "decimals": [4, *COUNTS]} for name, quantity in FORMATTED.items()},
    "Document.handle": {},
    "Document.close": {},
    "Document.check": {"full": FLAGS},
    "Document.analyse": {
        "track": DOCUMENTS,
        "results": DOCUMENTS,
        "car_info": DOCUMENTS,
        "line": LINES,
        "until": NUMBERS,
        "until_lap": [0, *COUNTS],
        "incident_gap": [0, -1, *NUMBERS],
    },
    "Document.motion": {"wheel": [1, b"x", [], "a\0b"]},
    "Table.find_role": {"role": [1, None, b"x"]},
    "Table.read": {"columns": NAMES, "first": NOT_WHOLE, "count": COUNTS},
    "Table.batches": {"columns": NAMES, "size": [0, *NOT_WHOLE]},
    "Table.to_pandas": {"columns": NAMES, "first": NOT_WHOLE, "count": COUNTS},
    "Table.write_csv": {"path": PATHS},
    "Run.read": {"channels": NAMES, "first": NOT_WHOLE, "count": COUNTS},
    "Run.at": {"times": [1, "1", None, [[1.0]], ["a"], object()], "channels": NAMES},
    "Run.segments": {},
    "Image.pixels": {},
    "Image.save_png": {"path": PATHS},
}
# What else would be right is given with each wrong argument.
RIGHT = {"Run.at": {"times": [1.0]}, "sql": {"query": "SELECT 1"}, **{name: {quantity: 1.0} for name, quantity in FORMATTED.items()}}


def public_functions():
    """By name: those of the package, and methods of its classes."""
    for name in paddock.__all__:
        thing = getattr(paddock, name)
        if inspect.isfunction(thing):
            yield name, thing
        elif inspect.isclass(thing) and not issubclass(thing, Exception):
            for method, function in vars(thing).items():
                if inspect.isfunction(function) and not method.startswith("_"):
                    yield f"{name}.{method}", function


class WrongArguments(Case):
    def setUp(self):
        self.lap = paddock.open(SAMPLES / "lap.raf")
        self.race = paddock.open(SAMPLES / "race.vcr")
        self.pictures = paddock.open(SAMPLES / "pictures.fsh")
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def subject(self, kind):
        return {
            "Document": self.race,
            "Table": self.lap.tables["telemetry"],
            "Run": self.race.motion().runs[0],
            "Image": self.pictures.images[0],
        }[kind]

    def test_every_parameter_has_wrong_arguments(self):
        found = {
            name: {parameter for parameter in inspect.signature(function).parameters if parameter != "self"}
            for name, function in public_functions()
        }
        self.assertEqual(found, {name: set(wrong) for name, wrong in WRONG.items()})

    def test_wrong_arguments_are_said(self):
        tried = 0
        before = sorted(os.listdir(self.folder.name))
        functions = dict(public_functions())
        for name, parameters in WRONG.items():
            given = [self.subject(name.split(".")[0])] if "." in name else []
            for parameter, values in parameters.items():
                for value in values:
                    with self.subTest(function=name, parameter=parameter, value=repr(value)):
                        self.refused(functions[name], given, name, parameter, value)
                        tried += 1
        self.assertGreater(tried, 150)
        self.assertEqual(sorted(os.listdir(self.folder.name)), before)

    def refused(self, function, given, name, parameter, value):
        right = dict(RIGHT.get(name, {}))
        if name == "compare":
            laps = (self.lap, self.lap) if parameter != "references" else (self.lap, value)
            call = lambda: function(*laps, **({} if parameter == "references" else {parameter: value}))
        elif name == "open" and parameter != "source":
            call = lambda: function(SAMPLES / "lap.raf", **{parameter: value})
        else:
            call = lambda: function(*given, **{**right, parameter: value})
        with self.assertRaises((TypeError, ValueError, IndexError, paddock.Error)) as caught:
            call()
        if not (name == "open" and value == b""):  # bytes that are no file have a separate Error
            self.assertNotIsInstance(caught.exception, paddock.Error, str(caught.exception))
        self.assertGreater(len(str(caught.exception)), 10)

    def test_numbers_in_a_list_of_them(self):
        telemetry = self.lap.tables["telemetry"]
        for wrong in (1, None, b"speed", ("speed",)):
            with self.subTest(wrong=wrong), self.assertRaises(TypeError):
                telemetry[wrong]
        for parts in (self.race.surfaces, self.pictures.images):
            for wrong in ("0", None, 0.5):
                with self.subTest(wrong=wrong), self.assertRaises(TypeError):
                    parts[wrong]
            with self.assertRaises(IndexError):
                parts[len(parts)]
        with self.assertRaises(TypeError):
            self.race.tables[1]
        with self.assertRaises(ValueError):
            self.race.tables["a\0b"]

    def test_what_is_not_there(self):
        telemetry = self.lap.tables["telemetry"]
        with self.assertRaises(KeyError):
            telemetry.read(["sped"])
        with self.assertRaises(IndexError):
            telemetry.read(first=len(telemetry), count=1)
        self.assertEqual(len(telemetry.read(["speed"], np.int64(3), np.uint8(4))["speed"]), 4)
        self.assertEqual(len(next(telemetry.batches(["speed"], np.int32(10)))["speed"]), 10)

    def test_closed_documents(self):
        race = paddock.open(SAMPLES / "race.vcr")
        table, tables, motion = race.tables["laps"], race.tables, race.motion()
        race.close()
        for call in (
            race.handle, race.check, race.motion, race.analyse, lambda: race.properties, lambda: race.findings, lambda: race.answers, lambda: tables["laps"],
            lambda: list(tables), table.read, table.to_pandas, table.batches, lambda: table["driver"], table.__arrow_c_stream__,
            lambda: table.write_csv(os.path.join(self.folder.name, "laps.csv")), lambda: paddock.compare(race, self.lap), lambda: self.lap.analyse(track=race), race.__enter__,
        ):
            with self.assertRaises(ValueError) as caught:
                call()
            self.assertIn("closed", str(caught.exception))
        self.assertEqual(os.listdir(self.folder.name), [])
        self.assertGreater(len(motion.runs[0].read(["x"])["x"]), 0)  # it holds the file itself


class Callbacks(Case):
    def test_what_is_raised_inside_comes_out(self):
        """The package's own callbacks: an interrupt in one is not swallowed."""
        from paddock import findings

        def interrupted(**_):
            raise KeyboardInterrupt

        before, findings.Finding = findings.Finding, interrupted
        damaged = (SAMPLES / "lap.raf").read_bytes()[:500_000]
        try:
            with paddock.open(damaged, name="lap.raf", partial=True) as lap, self.assertRaises(KeyboardInterrupt):
                lap.check()
        finally:
            findings.Finding = before
        with paddock.open(damaged, name="lap.raf", partial=True) as lap:
            self.assertGreater(len(lap.check()), 0)


if __name__ == "__main__":
    unittest.main()
