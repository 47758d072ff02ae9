"""Makes the wheel of one system from the wheel of pure Python and the shared libraries that belong into it.

Usage: wheel.py PURE_WHEEL OUT_FOLDER THIRD_PARTY_TEXT LIBRARY=NAME...

NAME is the file's name in paddock/lib. Libraries are all of Linux or all of Windows. The tag of Linux follows from them: the newest version
of a symbol of glibc that one needs. A library that needs anything else than what every Linux of that tag has, or what is in the wheel too, is
refused. The same files give the same bytes; times are SOURCE_DATE_EPOCH.

Needs binutils: readelf and objdump, and for Windows x86_64-w64-mingw32-objdump.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import sys
import time
import zipfile
from pathlib import Path, PurePosixPath

# PEP 600 and the lists of auditwheel: what a wheel may expect of Linux.
EXPECTED = re.compile(
    r"(lib(c|m|dl|rt|pthread|util|nsl|resolv)\.so\.\d|ld-linux(-x86-64|-aarch64)?\.so\.\d|libgcc_s\.so\.1|libstdc\+\+\.so\.6)"
)
# What GCC's libraries have on the oldest Linux with the newest tag that needs no more than manylinux_2_24.
NEWEST = {"GLIBCXX": (3, 4, 22), "CXXABI": (1, 3, 10), "GCC": (7, 0, 0)}
MACHINES = {"Advanced Micro Devices X86-64": "x86_64", "AArch64": "aarch64"}
# What comes with Windows.
OF_WINDOWS = re.compile(r"(kernel32|msvcrt|advapi32|user32|gdi32|shell32|ole32|bcrypt|ntdll|api-ms-win-[a-z0-9-]+)\.dll", re.IGNORECASE)


def output_of(*command: object) -> str:
    return subprocess.run([*map(str, command)], check=True, capture_output=True, text=True).stdout


def refuse(reason: str) -> None:
    sys.exit(f"wheel.py: {reason}")


def numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in version.split("."))


class Linux:
    """Shared libraries of Linux."""

    def __init__(self, libraries: dict[str, Path]) -> None:
        self.needed: tuple[int, ...] = (2, 0)
        self.machine = ""
        inside = {PurePosixPath(name).name for name in libraries}
        for name, path in libraries.items():
            self._look_at(name, path, inside)

    def _look_at(self, name: str, path: Path, inside: set[str]) -> None:
        found = re.search(r"^ *Machine: +(.*)$", output_of("readelf", "-h", path), re.MULTILINE)
        machine = MACHINES.get(found.group(1) if found else "", "")
        if not machine or self.machine not in ("", machine):
            refuse(f"{name} is not for the processor of the other libraries")
        self.machine = machine
        dynamic = output_of("readelf", "-d", path)
        for library in re.findall(r"\(NEEDED\) +Shared library: \[(.*)\]", dynamic):
            if library not in inside and not EXPECTED.fullmatch(library):
                refuse(f"{name} needs {library}, which not every Linux has and which is not in the wheel")
        for folders in re.findall(r"\((?:RPATH|RUNPATH)\) .*\[(.*)\]", dynamic):
            if not all(folder.startswith("$ORIGIN") for folder in folders.split(":")):
                refuse(f"{name} looks for libraries in {folders}")
        for line in output_of("objdump", "-T", path).splitlines():
            symbol = re.search(r"\*UND\*.*\(?\b(GLIBC|GLIBCXX|CXXABI|GCC)_([0-9.]+)\b\)?", line)
            if symbol and symbol.group(1) == "GLIBC":
                self.needed = max(self.needed, numbers(symbol.group(2))[:2])
            elif symbol and numbers(symbol.group(2)) > NEWEST[symbol.group(1)]:
                refuse(f"{name} needs {symbol.group(1)}_{symbol.group(2)}: too new for the library of many a Linux")

    def tag(self) -> str:
        return f"manylinux_{self.needed[0]}_{self.needed[1]}_{self.machine}"


class Windows:
    """DLLs."""

    def __init__(self, libraries: dict[str, Path]) -> None:
        for name, path in libraries.items():
            said = output_of("x86_64-w64-mingw32-objdump", "-p", path)
            if "pei-x86-64" not in said:
                refuse(f"{name} is no DLL of 64 bits")
            for library in re.findall(r"DLL Name: (.*)", said):
                if not OF_WINDOWS.fullmatch(library.strip()):
                    refuse(f"{name} needs {library.strip()}, which Windows does not have")

    def tag(self) -> str:
        return "win_amd64"


class Wheel:
    """A file that is being written: every entry with its hash, as RECORD needs it."""

    def __init__(self, path: Path, epoch: int) -> None:
        self._zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9)
        self._time = time.gmtime(max(epoch, 315532800))[:6]  # a .zip begins with 1980
        self._record: list[str] = []

    def add(self, name: str, data: bytes, is_program: bool = False) -> None:
        entry = zipfile.ZipInfo(name, self._time)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.create_system = 3
        entry.external_attr = (0o100755 if is_program else 0o100644) << 16
        self._zip.writestr(entry, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode("ascii")
        self._record.append(f"{name},sha256={digest},{len(data)}\n")

    def close(self, record: str) -> None:
        text = "".join(self._record) + f"{record},,\n"
        self.add(record, text.encode("utf-8"))
        self._zip.close()


def facts_for(text: str, tag: str) -> bytes:
    """The file WHEEL of a wheel with libraries."""
    lines = [line for line in text.splitlines() if line and not line.startswith(("Root-Is-Purelib:", "Tag:"))]
    return "\n".join([*lines, "Root-Is-Purelib: false", f"Tag: py3-none-{tag}", ""]).encode("utf-8")


def main() -> None:
    pure, out, notices = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
    libraries = {name: Path(path) for path, name in (argument.rsplit("=", 1) for argument in sys.argv[4:])}
    system = (Windows if all(name.endswith(".dll") for name in libraries) else Linux)(libraries)
    name, version = pure.name.split("-")[:2]
    folder = f"{name}-{version}.dist-info"
    path = out / f"{name}-{version}-py3-none-{system.tag()}.whl"
    part = path.with_suffix(".part")
    wheel = Wheel(part, int(os.environ.get("SOURCE_DATE_EPOCH", "0")))
    with zipfile.ZipFile(pure) as source:
        for entry in sorted(set(source.namelist()) - {f"{folder}/RECORD", f"{folder}/WHEEL"}):
            wheel.add(entry, source.read(entry))
        wheel_facts = source.read(f"{folder}/WHEEL").decode("utf-8")
    for library in sorted(libraries):
        wheel.add(f"{name}/lib/{library}", libraries[library].read_bytes(), True)
    wheel.add(f"{folder}/THIRD-PARTY.txt", notices.read_bytes())
    wheel.add(f"{folder}/WHEEL", facts_for(wheel_facts, system.tag()))
    wheel.close(f"{folder}/RECORD")
    part.rename(path)
    print(path)


main()
