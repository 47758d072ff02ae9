"""The wheels: what is in them, what they need of a system, and that nothing else of Paddock is used."""

import base64
import csv
import hashlib
import io
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

import paddock
from paddock import library
from support import PROJECT, SAMPLES, Case

WHEELS = Path(os.environ.get("PADDOCK_WHEELS", PROJECT / "build" / "python"))
VERSION = paddock.__version__
WINDOWS = bool(os.environ.get("PADDOCK_WINDOWS_WHEEL", "1"))
WINE = shutil.which("wine64") or next((path for path in ("/usr/lib/wine/wine64", "/usr/lib/wine/wine64-stable") if os.path.exists(path)), None)
COMPILER = shutil.which("x86_64-w64-mingw32-gcc-posix")

LOAD = """
#include <stdio.h>
#include <windows.h>
int main(void)
{
    HMODULE library = LoadLibraryA("libpaddock.dll");
    const char *(*version)(void) = library ? (const char *(*)(void))(void *)GetProcAddress(library, "pdk_version") : NULL;
    if (version == NULL) return 1;
    puts(version());
    return 0;
}
"""


def wheel(pattern):
    found = sorted(WHEELS.glob(pattern))
    if len(found) != 1:
        raise AssertionError(f"{WHEELS} has {len(found)} wheels {pattern}")
    return found[0]


class Installed(Case):
    def test_it_uses_its_own_library(self):
        self.assertEqual(library.library_path().resolve().parent, Path(paddock.__file__).resolve().parent / "lib")
        with open("/proc/self/maps", encoding="utf-8") as maps:
            loaded = set(re.findall(r"\S*/(?:lib)?paddock[^/\s]*\.so\S*", maps.read()))
        self.assertTrue(all(path.startswith(sys.prefix + "/") for path in map(os.path.realpath, loaded)), loaded)

    def test_parts(self):
        lib, ffi = library.lib, library.ffi
        info, present = ffi.new("pdk_part_info *"), {}
        for i in range(lib.pdk_part_count()):
            self.assertTrue(lib.pdk_part_at(i, info))
            present[library.known_text(info.id)] = bool(info.present)
        self.assertEqual(present, {"png": True, "meshoptimizer": True, "cairo": False, "duckdb": True})

    def test_parts_work(self):
        with tempfile.TemporaryDirectory() as folder, paddock.open(SAMPLES / "pictures.fsh") as pictures:
            path, image = Path(folder, "picture.png"), pictures.images[0]
            image.save_png(path)
            data = path.read_bytes()
            self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
            self.assertEqual([int.from_bytes(data[at : at + 4], "big") for at in (16, 20)], [image.width, image.height])

    def test_what_is_missing_is_named(self):
        """cairo is in no wheel: the library says which file it looked for, and where."""
        lib, ffi = library.lib, library.ffi
        error, plot, output = ffi.new("pdk_error *"), ffi.new("pdk_plot **"), ffi.new("pdk_output **")
        with paddock.open(SAMPLES / "lap.raf") as lap:
            laps = ffi.new("pdk_lap_reference[1]", [{"document": lap.handle().pointer}])
            self.assertEqual(lib.pdk_plot_create(lib.PDK_PLOT_GG, laps, 1, ffi.NULL, plot, error), lib.PDK_OK, library.known_text(error.message))
            self.assertEqual(lib.pdk_output_memory(output, error), lib.PDK_OK)
            self.assertEqual(lib.pdk_plot_write(plot[0], lib.PDK_PLOT_PNG, output[0], error), lib.PDK_E_UNSUPPORTED)
            lib.pdk_output_close(output[0])
            lib.pdk_plot_close(plot[0])
        self.assertEqual(library.known_text(error.code), "plot.absent")
        self.assertIn("paddock-cairo.so, which is not in", library.known_text(error.message))
        self.assertIn(str(library.library_path().parent / "paddock"), library.known_text(error.message))


class Contents(Case):
    def entries(self, path):
        with zipfile.ZipFile(path) as archive:
            self.assertIsNone(archive.testzip())
            return {name: archive.read(name) for name in archive.namelist()}

    def check_record(self, entries):
        rows = list(csv.reader(io.StringIO(entries[f"paddock-{VERSION}.dist-info/RECORD"].decode("utf-8"))))
        self.assertEqual(sorted(row[0] for row in rows), sorted(entries))
        for name, digest, size in rows:
            if name.endswith("/RECORD"):
                continue
            expected = base64.urlsafe_b64encode(hashlib.sha256(entries[name]).digest()).rstrip(b"=").decode("ascii")
            self.assertEqual((digest, int(size)), (f"sha256={expected}", len(entries[name])), name)

    def facts(self, entries):
        lines = entries[f"paddock-{VERSION}.dist-info/WHEEL"].decode("utf-8").splitlines()
        return dict(line.split(": ", 1) for line in lines if line)

    def test_linux(self):
        path = wheel("paddock-*-manylinux_*.whl")
        entries = self.entries(path)
        self.check_record(entries)
        libraries = {name for name in entries if ".so" in name}
        self.assertEqual({os.path.basename(name) for name in libraries}, {"libpaddock.so.1", "libduckdb.so", *(f"paddock-{part}.so" for part in ("png", "mesh", "duckdb", "sql"))})
        tag = path.name[: -len(".whl")].split("-", 2)[2]
        self.assertEqual((self.facts(entries)["Tag"], self.facts(entries)["Root-Is-Purelib"]), (tag, "false"))
        self.assertEqual(tag, f"py3-none-manylinux_2_{self.newest_glibc(entries, libraries)}_{platform.machine()}")
        self.assertIn(b"======== libdeflate", entries[f"paddock-{VERSION}.dist-info/THIRD-PARTY.txt"])

    def newest_glibc(self, entries, libraries):
        """By another way than that of wheel.py: what the section of version needs says."""
        newest = 0
        for name in libraries:
            with tempfile.NamedTemporaryFile() as file:
                file.write(entries[name])
                file.flush()
                said = subprocess.run(["readelf", "-W", "--version-info", file.name], check=True, capture_output=True, text=True).stdout
            needs = said.split("Version needs section", 1)[1]
            newest = max([newest, *(int(minor) for minor in re.findall(r"Name: GLIBC_2\.(\d+)", needs))])
        return newest

    @unittest.skipUnless(WINDOWS, "the wheel for Windows is left out (WINDOWS=)")
    def test_windows(self):
        path = wheel("paddock-*-win_amd64.whl")
        entries = self.entries(path)
        self.check_record(entries)
        self.assertEqual(self.facts(entries)["Tag"], "py3-none-win_amd64")
        self.assertEqual([name for name in entries if "/lib/" in name], ["paddock/lib/libpaddock.dll"])
        dll = entries["paddock/lib/libpaddock.dll"]
        at = int.from_bytes(dll[0x3C:0x40], "little")
        self.assertEqual((dll[:2], dll[at : at + 6]), (b"MZ", b"PE\0\0\x64\x86"))
        pure = {name: data for name, data in entries.items() if name.endswith((".py", "py.typed"))}
        linux = self.entries(wheel("paddock-*-manylinux_*.whl"))
        self.assertEqual(pure, {name: data for name, data in linux.items() if name.endswith((".py", "py.typed"))})

    @unittest.skipUnless(WINDOWS, "the wheel for Windows is left out (WINDOWS=)")
    @unittest.skipUnless(WINE and COMPILER, "Wine or the compiler for Windows is not here")
    def test_the_dll_loads(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "load.c").write_text(LOAD, encoding="utf-8")
            with zipfile.ZipFile(wheel("paddock-*-win_amd64.whl")) as archive:
                Path(folder, "libpaddock.dll").write_bytes(archive.read("paddock/lib/libpaddock.dll"))
            subprocess.run([COMPILER, "load.c", "-o", "load.exe"], cwd=folder, check=True)
            environment = {**os.environ, "WINEPREFIX": os.path.join(folder, "wine"), "WINEDEBUG": "-all"}
            done = subprocess.run([WINE, "load.exe"], cwd=folder, env=environment, capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout.strip()), (0, VERSION), done.stderr)


class Refused(Case):
    """wheel.py makes none of a library that a system may not have all of."""

    def refused(self, program, *options):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "own.c").write_text(program, encoding="utf-8")
            Path(folder, "notice").write_text("none", encoding="utf-8")
            subprocess.run(["cc", "-shared", "-fPIC", "own.c", "-o", "own.so", *options], cwd=folder, check=True)
            tool = PROJECT / "bindings" / "python" / "wheel.py"
            done = subprocess.run(
                [sys.executable, tool, wheel("paddock-*-manylinux_*.whl"), folder, "notice", "own.so=own.so"], cwd=folder, capture_output=True, text=True, check=False
            )
            self.assertEqual([name for name in os.listdir(folder) if name.endswith(".whl")], [])
            return done.returncode, done.stderr.strip()

    def test_a_library_that_not_every_linux_has(self):
        self.assertEqual(
            self.refused("int zlibVersion(void); int own(void) { return zlibVersion(); }", "-l:libz.so.1"),
            (1, "wheel.py: own.so needs libz.so.1, which not every Linux has and which is not in the wheel"),
        )

    def test_a_folder_of_this_machine(self):
        self.assertEqual(self.refused("int own;", "-Wl,-rpath,/nowhere"), (1, "wheel.py: own.so looks for libraries in /nowhere"))


if __name__ == "__main__":
    unittest.main()
