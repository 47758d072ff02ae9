"""What a notebook shows: well-formed HTML with all texts escaped, few rows, units; values as the command writes them."""

import csv
import io
import unittest
from html.parser import HTMLParser

import paddock
from support import FILES, SAMPLES, Case, command


class Reader(HTMLParser):
    """Rows of cells as texts; every element must be closed in its turn."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.rows, self.open, self.texts, self.elements = [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.texts.append(data)
        if "td" in self.open or "th" in self.open:
            self.rows[-1][-1] += data


class Html(Case):
    def test_every_sample(self):
        tables = 0
        for path in FILES:
            with paddock.open(path) as document:
                Reader(document._repr_html_())
                Reader(document.check()._repr_html_())
                for name in document.tables:
                    table = document.tables.get(name)
                    if table is not None:
                        rows = Reader(table._repr_html_()).rows
                        self.assertEqual(len(rows) - 1, min(len(table), 10), name)
                        self.assertLessEqual(max(map(len, rows)), 20)
                        tables += 1
        self.assertGreater(tables, 60)

    def test_values_and_units(self):
        with paddock.open(SAMPLES / "lap.raf") as lap:
            read = Reader(lap.tables["telemetry"]._repr_html_())
        written = list(csv.reader(io.StringIO(command("table", SAMPLES / "lap.raf", "telemetry", "--rows", ":10").decode("utf-8"))))
        self.assertEqual([head.replace("\xa0", "") for head in read.rows[0][:4]], ["times", "throttle", "brake", "steerrad"])
        for shown, row in zip(read.rows[1:], written[1:]):
            for cell, value in zip(shown, row):
                self.assertAlmostEqual(float(cell), float(value), delta=1e-6 * max(1, abs(float(value))))
        self.assertIn("the first 10 are shown", "".join(read.texts))

    def test_missing_values_and_texts(self):
        found = paddock.sql("SELECT NULL::INT AS a, NULL::VARCHAR AS b, NULL::DOUBLE AS c, true AS d, '\\x00\\xAB'::BLOB AS e, repeat('x', 500) AS f")
        row = Reader(found._repr_html_()).rows[1]
        self.assertEqual(row[:5], ["", "", "", "true", "00ab"])
        self.assertEqual((len(row[5]), row[5][-1]), (80, "…"))

    def test_texts_are_escaped(self):
        bad = "<script>alert(1)</script>&amp;\"'"
        found = paddock.sql(f"""SELECT '{bad.replace("'", "''")}' AS "{bad.replace('"', '""')}" """)
        read = Reader(found._repr_html_())
        self.assertEqual(read.rows[1], [bad])
        self.assertEqual(read.rows[0][0].rstrip("\xa0"), bad)
        self.assertNotIn("script", {tag for tag, _ in read.elements})
        with paddock.open((SAMPLES / "lap.raf").read_bytes(), name=f"{bad}.raf") as lap:
            read = Reader(lap._repr_html_())
            self.assertNotIn("script", {tag for tag, _ in read.elements})
            self.assertIn(bad, "".join(read.texts))

    def test_documents(self):
        with paddock.open(SAMPLES / "race.vcr") as race:
            read = Reader(race._repr_html_())
            shown = {row[0]: row[1:] for row in read.rows[1:]}
            self.assertEqual(list(shown), list(race.properties))
            self.assertIn("laps", "".join(read.texts))
        self.assertIn("closed", race._repr_html_())

    def test_a_table_of_a_closed_document(self):
        with paddock.open(SAMPLES / "race.vcr") as race:
            laps = race.tables["laps"]
        self.assertIn("(closed)", laps._repr_html_())

    def test_findings(self):
        with paddock.open((SAMPLES / "lap.raf").read_bytes()[:500_000], name="lap.raf", partial=True) as lap:
            findings = lap.check()
            rows = Reader(findings._repr_html_()).rows
            self.assertEqual(rows[0], ["severity", "code", "offset", "where", "message"])
            self.assertEqual([(row[0], row[1], row[4]) for row in rows[1:]], [(item.severity, item.code, item.message) for item in findings[:10]])
            self.assertEqual(rows[1][2], "" if findings[0].offset is None else f"0x{findings[0].offset:X}")
        with paddock.open(SAMPLES / "lap.raf") as lap:
            self.assertIn("0 findings", lap.check()._repr_html_())


if __name__ == "__main__":
    unittest.main()
