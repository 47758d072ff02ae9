"""Compares the command with the second reader on every file there is, and on damaged copies.

    run.py PADDOCK FOLDER [--mutations N] [--largest BYTES] [--only PATTERN]
"""

import argparse
import collections
import fnmatch
import os
import sys

import files
import mutate
from judge import Case, judge
from known import Known
from ours import Command

TOGETHER = 50  # copies that are asked about in one call
COMPLETE = 300  # damaged copies of each file, from which on a known difference that does not occur is a failure


class Run:
    def __init__(self, command, only):
        self.command, self.only = command, only
        self.known, self.counts = Known(), collections.Counter()

    def compare(self, cases):
        """All that is not known about some files, which are asked about together."""
        answers = self.command.answers([case.path for case in cases])
        read = {case.path: case for case in cases if case.reading}
        self.command.read_tables({path: answers[path] for path in read if not answers[path].error},
                                 lambda path: read[path].tables())
        return {case: self.unknown(case, judge(case, answers[case.path], self.command)) for case in cases}

    def unknown(self, case, verdict):
        found = [difference for difference in verdict.differences if not self.known.has(case.name, difference)]
        self.counts["known difference" if verdict.differences and not found else verdict.kind] += 1
        return [f"{case.name}: {difference}" for difference in found]

    def whole(self, found, whole=True):
        cases = [Case(name, path, files.content(path), whole) for name, path in self.wanted(found)]
        for case, differences in self.compare(cases).items() if cases else ():
            report(case.name, differences)

    def wanted(self, found):
        return [pair for pair in found if fnmatch.fnmatchcase(pair[0], self.only)]

    def damaged(self, sources, count, folder):
        for name, data in self.wanted(sources):
            copies, differences = list(mutate.copies(name, data, count)), []
            for first in range(0, len(copies), TOGETHER):
                differences += self.some_damaged(name, copies[first:first + TOGETHER], folder)
            report(f"{name}, {len(copies)} damaged copies", differences)

    def some_damaged(self, name, copies, folder):
        cases = [written(name, label, data, folder) for label, data in copies]
        differences = [line for lines in self.compare(cases).values() for line in lines]
        for case in cases:
            os.remove(case.path)
        return differences

    def end(self, complete):
        for line in self.known.unused() if complete else []:
            report("known-differences.txt", [f"a difference that does not occur any more: {line}"])
        print("second reader:", ", ".join(f"{count} {kind}" for kind, count in sorted(self.counts.items())))


def written(name, label, data, folder):
    path = os.path.join(folder, f"damaged-{label}{os.path.splitext(name)[1]}")
    with open(path, "wb") as file:
        file.write(data)
    return Case(f"{name}@{label}", path, data, False)


FAILED = []


def report(name, differences):
    FAILED.extend(differences)
    for line in differences:
        print("not ok -", line)
    if not differences:
        print("ok", name)


def small(found, largest):
    return [(name, path) for name, path in found if os.path.getsize(path) <= largest]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("paddock")
    parser.add_argument("folder")
    parser.add_argument("--mutations", type=int, default=COMPLETE, help="damaged copies of each small file")
    parser.add_argument("--largest", type=int, default=1 << 30, help="bytes of the largest file")
    parser.add_argument("--only", default="*", help="only files with names like this")
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    run = Run(Command(os.path.abspath(options.paddock)), options.only)
    real = small(files.real(), options.largest)
    made = files.small_ones(run.command, options.folder)
    made += files.synth(run.command, options.folder, files.SYNTH) if options.largest > 1 << 20 else []
    run.whole(real + small(files.samples() + files.golden("ok") + made, options.largest))
    run.whole(files.golden("bad"), whole=False)
    if options.mutations:
        run.damaged(files.to_damage(run.command, options.folder, real), options.mutations, options.folder)
    run.end(real and options.only == "*" and options.mutations >= COMPLETE and options.largest >= 1 << 30)
    return 1 if FAILED else 0


if __name__ == "__main__":
    sys.exit(main())
