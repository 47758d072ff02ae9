"""What README.md and examples/ show works."""

import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

from support import PROJECT, SAMPLES, Case

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent / "examples"


def run(*arguments):
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *map(str, arguments)], cwd=SAMPLES, env=environment, text=True, capture_output=True, check=False
    )


class Examples(Case):
    def test_readme(self):
        blocks = re.findall(r"```python\n(.*?)```", (PROJECT / "bindings/python/README.md").read_text("utf-8"), re.DOTALL)
        self.assertEqual(len(blocks), 1)
        done = run("-c", blocks[0])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("gMotor replay", done.stdout)

    def test_docs(self):
        blocks = re.findall(r"```python\n(.*?)```", (PROJECT / "docs" / "python.md").read_text("utf-8"), re.DOTALL)
        self.assertEqual(len(blocks), 1)
        done = run("-c", blocks[0])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"(?s)A\. Varga.* s\n$")

    def test_fastest_laps(self):
        done = run(EXAMPLES / "fastest_laps.py", ".", 3)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), 3)
        self.assertEqual(lines, sorted(lines))
        self.assertRegex(lines[0], r"^1:0\d\.\d{3}  .+, lap \d+ of \w")

    def test_gg_diagram(self):
        done = run(EXAMPLES / "gg_diagram.py", "lap.raf")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("braking", done.stdout)
        done = run(EXAMPLES / "gg_diagram.py", "scan.rld")
        self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    unittest.main()
