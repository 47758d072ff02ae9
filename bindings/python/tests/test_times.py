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

    def test_measures(self):
        lines = (PROJECT / "tests/files/texts/measures.txt").read_text(encoding="utf-8").splitlines()
        cases = [line.split(" ", 2) for line in lines if not line.startswith("#")]
        self.assertGreater(len(cases), 10)
        for value, decimals, wanted in cases:
            made = [
                write(float(value), int(decimals))
                for write in (paddock.format_fixed, paddock.format_speed, paddock.format_distance)
            ]
            self.assertEqual(made, wanted.split(";"))


if __name__ == "__main__":
    unittest.main()
