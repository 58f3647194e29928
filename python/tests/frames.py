"""Data frames of pandas and polars, where they are installed: `python3 -m unittest tests.frames`."""

import importlib
import json
import os
import unittest

import assay

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SCORES = {f"item-{i}": (i * 37 % 101) / 100 for i in range(80)}
LIBRARIES = [name for name in ("pandas", "polars") if importlib.util.find_spec(name)]
if not LIBRARIES:
    raise unittest.SkipTest("neither pandas nor polars is installed")


class Frames(unittest.TestCase):
    def setUp(self):
        self.plain = assay.pool(SCORES, scale=(1, 5))

    def labels(self):
        return [(item, 1 + 4 * SCORES[item]) for item in assay.draw(self.plain, 3)[:20]]

    def test_frames_come_in_by_column_and_go_out_by_method(self):
        expected = assay.estimate(self.labels(), self.plain)
        for name in LIBRARIES:
            frame = importlib.import_module(name).DataFrame
            pool = assay.pool(frame({"key": list(SCORES), "judge": list(SCORES.values())}), scale=(1, 5), id="key", score="judge")
            self.assertEqual(pool, self.plain, name)
            ids, values = zip(*self.labels())
            found = assay.estimate(frame({"id": ids, "value": values}), pool)
            self.assertEqual(found, expected, name)
            self.assertEqual(list(found.frame(name)["method"]), list(found))
            rows, header = assay.read(os.path.join(FOLDER, "tests", "labels.jsonl"))
            self.assertEqual(assay.estimate(frame(rows), header), assay.estimate(rows, header), name)
            with self.assertRaisesRegex(ValueError, "no column 'score'.*it has: key, judge"):
                assay.pool(frame({"key": ["a"], "judge": [0.5]}), id="key")
            without = assay.pool(frame({"id": list(SCORES)}), scale=(1, 5), score=None)
            self.assertFalse(without["hasSurrogate"])

    @unittest.skipUnless("pandas" in LIBRARIES, "pandas is not installed")
    def test_a_series_has_its_ids_in_its_index(self):
        import pandas

        self.assertEqual(assay.pool(pandas.Series(SCORES), scale=(1, 5)), self.plain)
        with self.assertRaisesRegex(ValueError, "no index but 0, 1, 2"):
            assay.pool(pandas.Series(list(SCORES.values())))
        with self.assertRaisesRegex(ValueError, "is a value and no id"):
            assay.pool(pandas.Series([0.5, 0.25], index=[0.1, 0.2]))
        labels = pandas.Series(dict(self.labels()))
        self.assertEqual(assay.estimate(labels, self.plain), assay.estimate(self.labels(), self.plain))
        skipped = labels.copy()
        skipped.iloc[2] = None
        self.assertGreater(
            (lambda e: e.upper - e.lower)(assay.estimate(skipped, self.plain)["calibrated"]),
            (lambda e: e.upper - e.lower)(assay.estimate(labels, self.plain)["calibrated"]),
        )
        small = pandas.Series([0, 1], index=["a", "b"], dtype="int64")
        self.assertEqual(assay.pool(small)["scores"], {"a": 0, "b": 1})

    @unittest.skipUnless("pandas" in LIBRARIES, "pandas is not installed")
    def test_every_notebook_runs_from_top_to_bottom(self):
        notebooks = sorted(name for name in os.listdir(os.path.join(FOLDER, "notebooks")) if name.endswith(".ipynb"))
        self.assertEqual(len(notebooks), 3)
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        for name in notebooks:
            os.chdir(os.path.join(FOLDER, "notebooks"))
            with open(name, encoding="utf-8") as file:
                cells = json.load(file)["cells"]
            space = {"__name__": name}
            if name.startswith("3") and not os.environ.get("ASSAY_COMMAND"):
                continue
            for number, cell in enumerate(cells):
                if cell["cell_type"] == "code":
                    exec(compile("".join(cell["source"]), f"{name}, cell {number}", "exec"), space)


if __name__ == "__main__":
    unittest.main()
