"""Projects by way of the command line. ASSAY_COMMAND says which one; without it these tests are skipped."""

import json
import os
import sqlite3
import tempfile
import unittest

import assay

SCALES = ["criterion:helpful=1..5", "judge:kind/helpful=1..5"]


def line(i):
    rating = 1 + i * 7 % 5
    return {
        "id": f"item-{i}",
        "conversation": [{"role": "user", "content": f"What is {i} plus {i}?"}],
        "responses": {"alpha": f"It is {2 * i}."},
        "human": {"alpha": {"helpful": rating}},
        "judge": {"kind": {"alpha": {"helpful": min(5, rating + i % 2)}}},
    }


@unittest.skipUnless(os.environ.get("ASSAY_COMMAND"), "ASSAY_COMMAND does not say how Assay is started")
class OfAProject(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.at = lambda name: os.path.join(folder.name, name)
        os.environ["ASSAY_DATA_DIR"] = self.at("preferences")

    def test_from_a_file_to_the_same_numbers_by_the_recipe(self):
        with open(self.at("data.jsonl"), "w", encoding="utf-8") as file:
            file.writelines(json.dumps(line(i)) + "\n" for i in range(40))
        project = assay.Project.create(self.at("p.assay"))
        self.assertEqual(project.import_file(self.at("data.jsonl"), scale=SCALES)["items"], 40)
        project.create_study(system="alpha", seed=1)
        with open(self.at("labels.csv"), "w", encoding="utf-8") as file:
            drawn = [draw["externalId"] for draw in project.run("sample")["draws"]][:12]
            file.write("item,value\n" + "".join(f"{i},{1 + int(i[5:]) * 7 % 5}\n" for i in drawn))
        self.assertEqual(project.label(self.at("labels.csv"))["labeled"], 12)
        said = project.estimate()
        self.assertEqual((said["labeled"], said["default"]), (12, "calibrated"))

        project.report(self.at("out.jsonl"), format="labels-jsonl")
        found = assay.estimate(*assay.read(self.at("out.jsonl")))
        for row in said["estimates"]:
            if row["value"] is not None:
                self.assertAlmostEqual(found[row["method"]].value, row["value"], delta=1e-9, msg=row["method"])

    def test_several_files_are_a_system_each(self):
        for name in ("one", "two"):
            with open(self.at(f"{name}.jsonl"), "w", encoding="utf-8") as file:
                lines = [{"prompt": f"What is {i}?", "response": f"{name} {i}"} for i in range(4)]
                file.writelines(json.dumps(line) + "\n" for line in lines)
        project = assay.Project.create(self.at("p.assay"))
        taken = project.import_file(self.at("one.jsonl"), self.at("two.jsonl"))
        self.assertEqual(taken["together"]["patterns"], [{"systems": ["one", "two"], "items": 4}])

    def test_what_goes_wrong_is_said_with_its_code_and_mend(self):
        with self.assertRaises(assay.AssayError) as raised:
            assay.Project(self.at("missing.assay")).estimate()
        self.assertEqual((raised.exception.code, raised.exception.exit_code), ("FILE_NOT_FOUND", 1))
        self.assertTrue(raised.exception.remedy)

    def test_wrong_usage_is_an_error_too(self):
        with self.assertRaisesRegex(assay.AssayError, "frobnicate"):
            assay.run("demo", "--frobnicate")

    def test_failures_are_shares_and_an_altered_project_gives_no_number_unless_a_person_goes_on(self):
        with open(self.at("data.jsonl"), "w", encoding="utf-8") as file:
            file.writelines(json.dumps(line(i)) + "\n" for i in range(10))
        project = assay.Project.create(self.at("p.assay"))
        project.import_file(self.at("data.jsonl"), scale=SCALES)
        project.create_study(system="alpha", seed=1, failures=True)
        project.run("failures", "make", name="Wrong date")
        found = project.failures()
        (row,) = found["modes"]
        self.assertEqual((found["items"], row["mode"]["name"], row["clock"]), (10, "Wrong date", 0))
        self.assertEqual(row["share"], {"value": None, "lower": 0, "upper": 1})
        with self.assertRaises(assay.AssayError) as raised:
            project.failures(study="no such study")
        self.assertEqual(raised.exception.code, "NOT_FOUND")

        project.run("label", from_gold=True)
        db = sqlite3.connect(self.at("p.assay"))
        triggers = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            db.execute(f'DROP TRIGGER "{name}"')
        db.execute("UPDATE label SET value = 5")
        for _, sql in triggers:
            db.execute(sql)
        db.commit()
        db.close()
        with self.assertRaises(assay.AssayError) as raised:
            project.estimate()
        self.assertEqual((raised.exception.code, raised.exception.exit_code), ("PROJECT_ALTERED", 5))
        self.assertIn("changed by another program", raised.exception.altered[0])
        self.assertEqual(project.estimate(accept_altered=True)["altered"], raised.exception.altered)


if __name__ == "__main__":
    unittest.main()
