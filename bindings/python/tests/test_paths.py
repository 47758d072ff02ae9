"""Paths: a NUL inside is refused by every function that takes one, and no output replaces what was read."""

import inspect
import os
import pkgutil
import tempfile
from pathlib import Path
from typing import Any, Callable

import paddock
from support import SAMPLES, Case


def functions_with_paths() -> set[str]:
    """Every public function and method of the package with a parameter that can be a path."""
    found = set()
    for module_info in pkgutil.iter_modules(paddock.__path__, "paddock."):
        if module_info.name.endswith("_interface"):
            continue
        module = __import__(module_info.name, fromlist=["*"])
        owners = [module] + [each for _, each in inspect.getmembers(module, inspect.isclass) if each.__module__ == module.__name__]
        for owner in owners:
            for name, each in inspect.getmembers(owner, inspect.isfunction):
                if each.__module__ != module.__name__ or name.startswith("_"):
                    continue
                annotations = [str(kind) for key, kind in each.__annotations__.items() if key != "return"]
                if any("PathLike" in kind or "Source" in kind or "Reference" in kind for kind in annotations):
                    found.add(each.__qualname__)
    return found - {"path_bytes", "output_file"}  # what the others call


class BytesPath:
    def __init__(self, path: bytes) -> None:
        self.path = path

    def __fspath__(self) -> bytes:
        return self.path


class Paths(Case):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.victim = str(self.folder / "victim.raf")
        Path(self.victim).write_bytes((SAMPLES / "lap.raf").read_bytes())

    def test_nul(self) -> None:
        lap = paddock.open(self.victim)
        image = paddock.open(SAMPLES / "pictures.fsh").images[0]
        calls: dict[str, Callable[[Any], object]] = {
            "open": paddock.open,
            "compare": lambda path: paddock.compare(lap, path),
            "dataset": paddock.dataset,
            "Table.write_csv": lambda path: lap.tables["telemetry"].write_csv(path),
            "Image.save_png": image.save_png,
        }
        self.assertEqual(functions_with_paths(), set(calls))
        before = {path: path.read_bytes() for path in self.folder.iterdir()}
        for name, call in calls.items():
            for path in (self.victim + "\0.txt", "\0", self.victim + "\0"):
                with self.subTest(name=name, path=path), self.assertRaises(ValueError):
                    call(path)
            with self.subTest(name=name), self.assertRaises(ValueError):
                call(BytesPath(os.fsencode(self.victim) + b"\0.txt"))
        self.assertEqual({path: path.read_bytes() for path in self.folder.iterdir()}, before)

    def test_nul_in_names(self) -> None:
        with paddock.open(self.victim) as lap:
            for call in (
                lambda: lap.tables["telemetry\0x"],
                lambda: lap.motion("front_left\0x"),
                lambda: paddock.open(b"bytes", name="a\0.raf"),
                lambda: paddock.open(self.victim, format="raf\0x"),
                lambda: paddock.compare((lap, "A\0", None), (lap, None, None)),
            ):
                with self.assertRaises((ValueError, KeyError)):
                    call()

    def test_outputs_are_no_inputs(self) -> None:
        link, hard = self.folder / "link.csv", self.folder / "hard.csv"
        link.symlink_to(self.victim)
        os.link(self.victim, hard)
        before = Path(self.victim).read_bytes()
        with paddock.open(self.victim) as lap:
            for path in (self.victim, link, hard, self.folder / "." / "victim.raf"):
                for table in (lap.tables["telemetry"], lap.analyse().tables["laps"]):
                    with self.subTest(path=path), self.assertRaises(paddock.Error) as caught:
                        table.write_csv(path)
                    self.assertEqual(caught.exception.code, "output.input")
            lap.tables["telemetry"].write_csv(self.folder / "out.csv")
            lap.tables["telemetry"].write_csv(self.folder / "out.csv")
        self.assertEqual(Path(self.victim).read_bytes(), before)
        self.assertEqual(hard.read_bytes(), before)
