"""Numbers from labels alone, without Node."""

import os
import random
import unittest

import assay

FILE = os.path.join(os.path.dirname(__file__), "labels.jsonl")


class OfAFile(unittest.TestCase):
    def test_every_number_that_the_file_states_comes_out_again(self):
        labels, pool = assay.read(FILE)
        found = assay.estimate(labels, pool)
        stated = [row for row in pool["stated"]["estimates"] if row["value"] is not None]
        self.assertGreater(len(stated), 5)
        for row in stated:
            for name in ("value", "lower", "upper"):
                got, said = getattr(found[row["method"]], name), row[name]
                if said is None:
                    self.assertIsNone(got, row["method"])
                else:
                    self.assertAlmostEqual(got, said, delta=1e-12, msg=f"{row['method']}, {name}")

    def test_fewer_labels_give_a_wider_interval(self):
        labels, pool = assay.read(FILE)
        few, all_of_them = (assay.estimate(labels[:n], pool)["calibrated"] for n in (10, 15))
        self.assertLess(all_of_them.upper - all_of_them.lower, few.upper - few.lower)

    def test_a_file_that_was_changed_is_refused(self):
        with open(FILE, encoding="utf-8") as file:
            text = file.read().replace('"value":1,', '"value":5,', 1)
        with self.assertRaisesRegex(ValueError, "SHA-256"):
            assay.read(self.written(text))

    def test_what_is_no_label_file_is_refused(self):
        for text in ("", "id,value\n1,2\n", '{"assay":"labels"}\n', "[1, 2]"):
            with self.assertRaises(ValueError, msg=text):
                assay.read(self.written(text))

    def written(self, text):
        import tempfile

        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "labels.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path


class OfOnesOwn(unittest.TestCase):
    def setUp(self):
        chance = random.Random(7)
        self.scores = {f"item-{i}": chance.random() for i in range(200)}
        self.truth = {i: 1 + 4 * min(1, max(0, 0.8 * s + chance.uniform(-0.1, 0.1))) for i, s in self.scores.items()}
        self.pool = assay.pool(self.scores, scale=(1, 5))

    def labels(self, n, seed=1):
        return [(item, self.truth[item]) for item in assay.draw(self.pool, seed)[:n]]

    def mean(self):
        return sum(self.truth.values()) / len(self.truth)

    def test_the_interval_holds_the_truth_at_every_look_of_nearly_every_draw(self):
        look = lambda n, seed: assay.estimate(self.labels(n, seed), self.pool)["calibrated"]
        # The interval after more labels lies in those before, so that the last of them misses where any has.
        looks = [look(n, 1) for n in (10, 25, 60)]
        for before, after in zip(looks, looks[1:]):
            self.assertTrue(before.lower <= after.lower <= after.upper <= before.upper)
        lasts = [look(60, seed) for seed in range(20)]
        missed = sum(not last.lower <= self.mean() <= last.upper for last in lasts)
        # Five or more of 20 would come once in 400 times where the interval holds with 95 %.
        self.assertLess(missed, 5)

    def test_machine_scores_that_say_something_make_it_narrower(self):
        blind = assay.pool(list(self.scores), scale=(1, 5))
        width = lambda pool: (lambda e: e.upper - e.lower)(assay.estimate(self.labels(40), pool)["calibrated"])
        self.assertLess(width(self.pool), width(blind))

    def test_all_items_labeled_leave_no_doubt(self):
        found = assay.estimate(self.labels(200), self.pool)["calibrated"]
        for bound in found:
            self.assertAlmostEqual(bound, self.mean(), delta=1e-9)

    def test_where_less_is_better_the_ends_stand_the_right_way_round(self):
        pool = assay.pool(self.scores, scale=(1, 5), direction="lower")
        found = assay.estimate(self.labels(20), pool)["calibrated"]
        self.assertTrue(found.lower <= found.value <= found.upper)

    def test_a_skip_widens_the_interval(self):
        labels = self.labels(20)
        with_skip = [(labels[0][0], None)] + labels[1:]
        plain, skipped = (assay.estimate(of, self.pool)["calibrated"] for of in (labels, with_skip))
        self.assertGreater(skipped.upper - skipped.lower, plain.upper - plain.lower)

    def test_rows_and_frames_are_taken_too(self):
        rows = [{"id": item, "value": value} for item, value in self.labels(12)]

        class Frame:
            """As pandas and polars have it: columns by name."""

            columns, shape = ["id", "value"], (len(rows), 2)

            def __getitem__(self, name):
                return [row[name] for row in rows]

        expected = assay.estimate(self.labels(12), self.pool)
        self.assertEqual(assay.estimate(rows, self.pool), expected)
        self.assertEqual(assay.estimate(Frame(), self.pool), expected)

    def test_labels_are_put_into_the_order_of_the_draw_and_none_may_be_missing(self):
        labels = self.labels(12)
        expected = assay.estimate(labels, self.pool)
        self.assertEqual(assay.estimate(list(reversed(labels)), self.pool), expected)
        self.assertEqual(assay.estimate(dict(labels), self.pool), expected)
        order = assay.draw(self.pool, 1)
        with self.assertRaisesRegex(ValueError, f"{order[3]!r} was drawn as number 4 and has no label"):
            assay.estimate(labels[:3] + labels[4:], self.pool)
        other = assay.draw(self.pool, 2)
        with self.assertRaisesRegex(ValueError, "was drawn as number 1"):
            assay.estimate(labels, self.pool)
        self.assertNotEqual(order, other)
        for given, said in (
            ([], "has 0 items, and there are 12 labels"),
            (order[:5], "has 5 items"),
            (order[:1] * 12, "an item twice"),
            (["item-900"] + order, "item-900"),
        ):
            with self.assertRaisesRegex(ValueError, said):
                assay.estimate(labels, self.pool, order=given)
        with self.assertRaisesRegex(ValueError, "was drawn as number 1"):
            assay.estimate(labels, self.pool.copy())
        self.assertEqual(assay.estimate(labels, self.pool, order=order), expected)

    def test_a_gate_decides_by_the_interval(self):
        found = assay.Estimate(4.2, 4.0, 4.5)
        for bound, verdict in (({"at_least": 4}, "pass"), ({"at_least": 4.6}, "fail"), ({"at_least": 4.1}, "inconclusive"),
                               ({"at_most": 4.5}, "pass"), ({"at_most": 3.9}, "fail"), ({"at_most": 4.2}, "inconclusive")):
            self.assertEqual(assay.gate(found, **bound), verdict, bound)
        for bounds in ({}, {"at_least": 1, "at_most": 2}):
            with self.assertRaises(ValueError):
                assay.gate(found, **bounds)
        with self.assertRaisesRegex(ValueError, "is a number"):
            assay.gate(found, at_least=float("nan"))
        with self.assertRaisesRegex(ValueError, "no interval"):
            assay.gate(assay.Estimate(4.2, None, None), at_least=4)

    def test_what_is_shown_is_meant_for_people(self):
        found = assay.estimate(self.labels(12), self.pool)
        self.assertRegex(repr(found), r"(?m)^calibrated +\d\.\d+ \(\d\.\d+ to \d\.\d+\)$")
        self.assertIn("<td>calibrated</td>", found._repr_html_())
        self.assertIn("Pool of 200 items with machine scores, scale 1 to 5", repr(self.pool))
        self.assertIn("&lt;b&gt;", assay.Answer(rows=[{"name": "<b>"}])._repr_html_())
        self.assertEqual(str(assay.Estimate(None, None, None)), "not estimable")

    def test_what_is_not_clear_to_be_an_id_is_refused(self):
        for given, said in (
            ([0.5, 0.25], "is a value and no id"),
            ([True, False], "is a value and no id"),
            ("chat-1", "not of str"),
            (3, "not of int"),
            ([("a", 0.5)], "no id"),
            (["a", None], "no id"),
        ):
            with self.assertRaisesRegex(ValueError, said):
                assay.pool(given)

    def test_a_study_of_a_file_is_not_drawn_anew(self):
        _, header = assay.read(FILE)
        with self.assertRaisesRegex(ValueError, "has its order already"):
            assay.draw(header, 1)

    def test_what_cannot_be_is_refused_by_name(self):
        for labels, said in (
            ([("item-900", 3)], "item-900"),
            ([("item-1", 6)], "item-1"),
            ([("item-1", "good")], "good"),
            ([("item-1", 3), ("item-1", 4)], "labeled before"),
            ([("item-1", 3, 4)], "no pair of id and value"),
            (["item-1"], "no pair of id and value"),
        ):
            with self.assertRaisesRegex(ValueError, said):
                assay.estimate(labels, self.pool)
        for scores in ({}, {"a": 2}, {"a": float("nan")}, ["a", "a"]):
            with self.assertRaises(ValueError, msg=str(scores)):
                assay.pool(scores)


if __name__ == "__main__":
    unittest.main()
