"""Motion, comparison, answers with options."""

import json
import unittest

import numpy as np
import paddock
from support import SAMPLES, Case, command


class Answers(Case):
    def test_results_are_those_of_the_command(self):
        told = json.loads(command("standings", "--json", SAMPLES / "race.vcr"))["results"]
        with paddock.open(SAMPLES / "race.vcr") as race:
            results = race.tables["results"]
            self.assertEqual(list(results["driver"]), [row["driver"] for row in told])
            self.assertEqual(results["laps"].tolist(), [row["laps"] for row in told])

    def test_counts_can_be_subtracted(self):
        with paddock.open(SAMPLES / "race.vcr") as race:
            results = race.tables["results"]
            gained = results["grid_position"] - results["position"]
        self.assertLess(gained.min(), 0)
        self.assertLess(gained.max(), 100)

    def test_after_a_lap(self):
        told = json.loads(command("standings", "--json", "--lap", 2, SAMPLES / "race.vcr"))["results"]
        with paddock.open(SAMPLES / "race.vcr") as race, race.analyse(until_lap=2) as then:
            self.assertEqual(list(then.tables["results"]["driver"]), [row["driver"] for row in told])

    def test_other_files(self):
        results = SAMPLES.parent / "tests" / "files" / "results_xml" / "race.xml"
        with paddock.open(SAMPLES / "race.vcr") as race, paddock.open(results) as other:
            with self.assertRaises(paddock.Error) as caught:
                race.analyse(results=other)
            self.assertEqual(caught.exception.code, "results.drivers")
            with paddock.open(SAMPLES / "lap.raf") as lap, self.assertRaises(paddock.Error) as caught:
                lap.analyse(car_info=other)
            self.assertEqual(caught.exception.code, "analysis.car_info")

    def test_compare(self):
        files = [str(SAMPLES / f"lap-{i}.raf") for i in (2, 3)]
        told = json.loads(command("compare", "--json", *files))
        with paddock.compare(*files) as comparison:
            sectors = comparison.tables["sectors"]
            self.assertEqual(sectors["delta_1"].tolist(), [row["deltas"][0] for row in told["sectors"]])
            steps = comparison.tables["steps"].read(["distance", "delta_1"])
            self.assertEqual(steps["delta_1"][0], 0)
        with paddock.open(files[0]) as one, self.assertRaises(paddock.Error) as caught:
            paddock.compare((one, None, 7), files[1])
        self.assertEqual(caught.exception.code, "compare.lap")
        with self.assertRaises(paddock.Error):
            paddock.compare(files[0])

    def test_references(self):
        race = str(SAMPLES / "race.vcr")
        with paddock.compare(f"{race}#C. Lind#4", f"{race}#1#best") as one, paddock.open(race) as document:
            with paddock.compare((document, "C. Lind", 4), (document, 1)) as other:
                np.testing.assert_array_equal(one.tables["steps"]["delta_1"], other.tables["steps"]["delta_1"])


class Moving(Case):
    def test_runs(self):
        with paddock.open(SAMPLES / "race.vcr") as race:
            motion = race.motion()
            drivers = race.tables["drivers"]
            self.assertEqual([run.name for run in motion.runs], list(drivers["name"]))
            run = motion.runs[0]
            whole = run.read(["time", "x"])
            self.assertEqual(len(whole["x"]), run.samples)
            np.testing.assert_array_equal(run.at(whole["time"][100:103], ["x"])["x"], whole["x"][100:103])
            self.assertEqual(sum(segment.count for segment in run.segments()), run.samples)
            self.assertTrue(np.isnan(run.at([-1e9], ["x"])["x"]).all())
            with self.assertRaisesRegex(KeyError, "no channel"):
                run.read(["fuel"])
            with self.assertRaises(IndexError):
                run.read(["x"], run.samples, 1)
        # The motion holds the file itself.
        self.assertEqual(len(run.read(["x"], 0, 5)["x"]), 5)


class Pictures(Case):
    def test_pixels(self):
        with paddock.open(SAMPLES / "pictures.fsh") as pictures:
            image = pictures.images[0]
            pixels = image.pixels()
            self.assertEqual(pixels.shape, (image.height, image.width, 4))
            self.assertEqual(len(pictures.images[:]), len(pictures.images))
            self.assertEqual(pictures.images[-1].name, pictures.images[len(pictures.images) - 1].name)
            with self.assertRaises(IndexError):
                pictures.images[len(pictures.images)]


class Surfaces(Case):
    def test_arrays(self):
        stats = json.loads(command("surface", "stats", "--json", SAMPLES / "scan.rld"))
        with paddock.open(SAMPLES / "scan.rld") as road:
            surface = road.surfaces[0]
            self.assertEqual((len(surface.positions), len(surface.triangles)), (stats["points"], stats["triangles"]))
            corners = surface.positions[surface.triangles].astype(float)
            area = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1).sum() / 2
            self.assertAlmostEqual(area / stats["area"], 1, places=6)


if __name__ == "__main__":
    unittest.main()
