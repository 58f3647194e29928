"""The order of draw rule 2 of a file of rows by sorting all keys of docs/verify.py. Prints one hash a case."""

import hashlib
import json
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "docs"))
sys.dont_write_bytecode = True
import verify  # noqa: E402

rows = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
known = [math.floor(r["score"] * 16384 + 0.5) for r in rows if r["score"] is not None]
middle = math.floor(sum(known) / len(known) + 0.5)
levels = [middle if r["score"] is None else math.floor(r["score"] * 16384 + 0.5) for r in rows]


def written(x):
    digits, exponent = f"{x:.11e}".split("e")
    return f"{digits}e{int(exponent):+d}"


for design in ("calibrated-hardness", "uniform"):
    for seed in (1, 20261001, 4294967295):
        weight = (lambda s: math.sqrt(2 - s)) if design == "calibrated-hardness" else (lambda s: 1.0)
        weights = {level: weight(level / 16384) for level in set(levels)}
        order = []
        for row, level in zip(rows, levels):
            key = verify.key_of({"seed": seed, "design": design}, {"id": row["id"], "s": level / 16384})
            order.append((key, row["id"], level))
        order.sort()
        mean = math.fsum(level / 16384 for level in levels) / len(rows)
        variance = math.fsum((level / 16384 - mean) ** 2 for level in levels) / len(rows)
        total = math.fsum(weights[level] for level in levels)
        parts = [str(len(rows)), str(len(rows) - len(known)), written(mean), written(variance), written(total)]
        parts += [f"{i}\t{level}\t{written(key)}" for key, i, level in order[:1000]]
        print(design, seed, hashlib.sha256("\n".join(parts).encode("utf-8")).hexdigest(), flush=True)
