"""Runs the sequence of docs/verify.py on worked cases whose whole pool is known; prints the largest difference.

    python3 planned_vectors.py docs/verify.py vectors.json
"""

import importlib.util
import json
import math
import sys

spec = importlib.util.spec_from_file_location("verify", sys.argv[1])
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)


def standardized(values):
    center = verify.mean(values)
    variance = verify.mean([(value - center) ** 2 for value in values])
    return [[(value - center) / math.sqrt(variance) for value in values]] if variance > 1e-18 else []


def columns_of(surrogate, quality=(), other=(), carried=(), carriedSingle=()):
    some = lambda lists: [column for values in lists for column in standardized(values)]
    main, summed = some([surrogate]), some(carried)
    good = main + some(quality)
    composite = some([[verify.mean(row) for row in zip(*good)]]) if good else []
    shrunk = 0.22 * (0.6 if summed else 1)
    rest = good + some(other) + some(carriedSingle)
    return (
        [(column, 12, 0.44 / len(summed)) for column in summed]
        + [(column, 16, shrunk) for column in composite + main]
        + [(column, 120, 0) for column in rest]
    )


class WholePool(verify.Planned):
    """The sequence with the pool itself in place of the record."""

    def __init__(self, header, rows, qs):
        self.pool, self.pool_qs, self.drawn = rows, qs, []
        super().__init__(header, None)

    def mean_of(self, n, ridge):
        return verify.mean([ridge.of(row) for row in self.pool])

    def refit_of(self, n, ridge):
        size = verify.LEVELS[not self.weights]
        sides = [{"counts": [0] * size, "masses": [0.0] * size} for _ in range(2)]
        for item, (row, q) in enumerate(zip(self.pool, self.pool_qs)):
            if item in self.drawn:
                continue
            for side, level in zip(sides, self.level_of(ridge.of(row), q)):
                side["counts"][level] += 1
                side["masses"][level] += q
        return {"mean": self.mean_of(n, ridge), "up": sides[0], "down": sides[1]}


def differences(case):
    surrogate, columns = case["signals"]["surrogate"], columns_of(**case["signals"])
    N, probabilities = len(surrogate), case.get("probabilities") or [1] * len(surrogate)
    unit = verify.mean(probabilities)
    qs = [p / unit for p in probabilities]
    weights = {"unit": unit, "step": max(1 / q for q in qs) * (1 + 1e-7) / 40, "meanWeight": verify.mean([1 / q for q in qs])}
    header = {
        "N": N, "alpha": 0.05, "pool": {"mean": verify.mean(surrogate)},
        "plans": [{"drawsBefore": 0, "kind": "none" if case["plan"] is None else "labels", "labels": case["plan"]}],
        "signals": [{"penalty": penalty, "slope": slope, "unit": 1} for _, penalty, slope in columns],
        "predictor": {"weights": weights} if "probabilities" in case else {},
    }
    pool = [[column[item] for column, _, _ in columns] for item in range(N)]
    sequence = WholePool(header, pool, qs)
    for stated, look in zip(case["looks"], sequence.looks):
        yield from (abs(a - b) for a, b in zip(stated, look))
    for item, y, row in zip(case["order"], case["values"], case["expected"]):
        sequence.refit()
        p, v = sequence.expected()
        sequence.add(pool[item], surrogate[item], probabilities[item], y)
        sequence.drawn.append(item)
        found, ridge = sequence.state, sequence.fit(0)
        pairs = [(row["mean"], p), (row["variance"], v), (row["gate"], ridge.gate)]
        pairs += [(row[name], found[name]) for name in ("value", "lower", "upper")]
        pairs += zip(row["slopes"], ridge.slopes)
        yield from (abs(a - b) for a, b in pairs)


cases = json.load(open(sys.argv[2], encoding="utf-8"))
found = [list(differences(case)) for case in cases]
print(f"{sum(map(len, found))} numbers of {len(cases)} cases; largest difference {max(map(max, found)):.3g}")
