"""What the command says about files, many at a time."""

import collections
import csv
import io
import json
import subprocess
import tempfile

BATCH = 200


class Answer:
    """About one file: the error, or format, properties, tables with the types of their columns, and findings."""

    def __init__(self, info, findings):
        self.error = info.get("error")
        self.format = info.get("format")
        self.packed = info.get("packed")
        self.properties = info.get("properties", {})
        self.types = {table["name"]: {column["name"]: column["type"] for column in table["columns"]}
                      for table in info.get("tables", [])}
        self.images = [image["name"] for image in info.get("images", [])]
        self.findings = findings
        self.tables = {}


class Command:
    def __init__(self, paddock):
        self.paddock = paddock

    def run(self, *arguments):
        done = subprocess.run([self.paddock, *arguments], capture_output=True, check=False)
        if done.returncode < 0:
            raise SystemExit(f"second: paddock {' '.join(arguments[:3])} ... ended by signal {-done.returncode}")
        return done

    def lines(self, verb, paths):
        done = self.run(verb, "--json", *paths)
        found = [json.loads(line) for line in done.stdout.decode("utf-8", "surrogateescape").splitlines()]
        if len(found) != len(paths):
            raise SystemExit(f"second: paddock {verb}: {len(found)} answers about {len(paths)} files")
        return found

    def answers(self, paths):
        out = {}
        for first in range(0, len(paths), BATCH):
            some = paths[first:first + BATCH]
            findings = [line.get("findings") or [] for line in self.lines("check", some)]
            for path, info, found in zip(some, self.lines("info", some), findings):
                out[path] = Answer(info, found)
        return out

    def read_tables(self, answers, wanted):
        """All tables of the files for which wanted(path) names some; files with the same columns go in one call."""
        groups = collections.defaultdict(list)
        for path, answer in answers.items():
            for name in wanted(path):
                if name in answer.types:
                    groups[name, tuple(answer.types[name].items())].append(path)
        for (name, types), paths in groups.items():
            for first in range(0, len(paths), BATCH):
                self.read_table(name, dict(types), paths[first:first + BATCH], answers)

    def read_table(self, name, types, paths, answers):
        done = self.run("table", "--table", name, "--all", "--format", "csv", *paths)
        rows = list(csv.reader(io.StringIO(done.stdout.decode("utf-8", "surrogateescape"), newline="")))
        for path in paths:
            answers[path].tables[name] = {column: [] for column in types}
        if not rows:
            return
        names, several = rows[0], rows[0][0] == "file"
        by_path = collections.defaultdict(list)
        for row in rows[1:]:
            by_path[row[0] if several else paths[0]].append(row)
        for path, mine in by_path.items():
            for column, texts in zip(names, zip(*mine)):
                if column != "file" or not several:
                    answers[path].tables[name][column] = convert(texts, types[column])

    def unpacked(self, path):
        return self.run("unpack", path, "-").stdout

    def raw(self, path):
        """Rows of all records as they are stored, by the name of the record; points of a track are taken out of theirs."""
        found = collections.defaultdict(list)
        for part in json.loads(self.run("dump", path).stdout)["parts"]:
            (name, rows), = part.items()
            if isinstance(rows, (dict, list)):
                found[name] += [tuple(rows.values())] if isinstance(rows, dict) else map(tuple, rows)
        found["tri.record.points"] = [tuple(point) for record in found["tri.record"] for point in record[-1]]
        return found

    def pictures(self, path):
        """PNG files by name of the picture."""
        with tempfile.TemporaryDirectory() as folder:
            done = self.run("images", "--json", path, folder)
            found = [json.loads(line) for line in done.stdout.splitlines()]  # the pictures, then what failed
            return {image["name"]: content(image["file"])
                    for line in found if isinstance(line, list) for image in line}


def content(path):
    with open(path, "rb") as file:
        return file.read()


def convert(texts, kind):
    if kind in ("text", "bytes"):
        return [text or None for text in texts]
    if kind == "bool":
        return [None if not text else text == "true" for text in texts]
    number = float if kind.startswith("float") else int
    return [None if not text else number(text) for text in texts]
