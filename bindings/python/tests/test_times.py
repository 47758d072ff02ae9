"""Times as text: the cases that the library and the page are tested with, too."""

import unittest

import paddock
from support import PROJECT, Case


class Times(Case):
    def test_cases(self):
        lines = (PROJECT / "tests/files/texts/times.txt").read_text(encoding="utf-8").splitlines()
        cases = [line.split() for line in lines if not line.startswith("#")]
        self.assertGreater(len(cases), 10)
        for seconds, decimals, *wanted in cases:
            made = [
                write(float(seconds), int(decimals))
                for write in (paddock.format_time, paddock.format_duration, paddock.format_gap)
            ]
            self.assertEqual(made, wanted)


if __name__ == "__main__":
    unittest.main()
