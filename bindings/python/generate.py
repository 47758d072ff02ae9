"""Writes the two files of the package that come from the C headers: their declarations for cffi, and the version.

Usage: generate.py PROJECT_FOLDER PACKAGE_FOLDER

Needs a C compiler's preprocessor (`cc`, or what CC says) and cffi. Neither is needed to install the wheel.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import cffi

LINE_MARKER = re.compile(r'# \d+ "([^"]*)"')


def declarations(project: Path) -> str:
    """What the public header and that of the part for SQL declare, without what they include from the system."""
    include, part = project / "include", project / "parts" / "sql"
    compiler = shlex.split(os.environ.get("CC", "cc"))
    command = [*compiler, "-E", "-DPDK_STATIC", f"-I{include}", str(part / "sql_part.h")]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    ours, lines = False, []
    for line in text.splitlines():
        marker = LINE_MARKER.match(line)
        if marker:
            ours = Path(marker.group(1)).parent in (include / "paddock", part)
        elif ours and line.strip():
            lines.append(line)
    return "\n".join(lines)


def interface_number(project: Path) -> str:
    """The number in the library's file name, which changes when programs must be compiled again."""
    found = re.search(r"^set\(abi (\d+)\)", (project / "CMakeLists.txt").read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        sys.exit("generate.py: CMakeLists.txt has no line set(abi N)")
    return found.group(1)


def version(include: Path) -> str:
    text = (include / "paddock" / "core.h").read_text(encoding="utf-8")
    numbers = [re.search(rf"#define PDK_VERSION_{part} (\d+)", text) for part in ("MAJOR", "MINOR", "PATCH")]
    return ".".join(number.group(1) for number in numbers if number)


def main() -> None:
    project, package = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    include = project / "include"
    interface = cffi.FFI()
    interface.cdef(declarations(project))
    interface.set_source("paddock._interface", None)
    interface.emit_python_code(str(package / "_interface.py"))
    facts = f'VERSION = "{version(include)}"\nINTERFACE = {interface_number(project)}\n'
    (package / "_version.py").write_text(facts, encoding="utf-8")


main()
