"""Differences that are known, each with its reason: known-differences.txt."""

import fnmatch
import os

HERE = os.path.dirname(os.path.abspath(__file__))


class Known:
    """Lines of three parts: file, field, reason; the first two may have * and ?."""

    def __init__(self):
        self.lines, self.used = [], set()
        with open(os.path.join(HERE, "known-differences.txt"), encoding="utf-8") as file:
            for line in file:
                if line.strip() and not line.startswith("#"):
                    name, field, reason = (part.strip() for part in line.split("|", 2))
                    self.lines.append((name, field, reason))

    def has(self, name, difference):
        for number, (file, field, _) in enumerate(self.lines):
            if fnmatch.fnmatchcase(name, file) and fnmatch.fnmatchcase(difference.field, field):
                self.used.add(number)
                return True
        return False

    def unused(self):
        return [f"{file} | {field}" for number, (file, field, _) in enumerate(self.lines) if number not in self.used]
