"""Estimates from labels and what is known of the pool."""

from __future__ import annotations

import math
import os
import random
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, NamedTuple, Optional

from . import recipe, tables


class Estimate(NamedTuple):
    """One method's answer on the scale of the labels. `lower` and `upper` are None where the method has no interval that holds."""

    value: Optional[float]
    lower: Optional[float]
    upper: Optional[float]

    def __str__(self) -> str:
        if self.value is None:
            return "not estimable"
        return f"{self.value:.4g}" if self.lower is None else f"{self.value:.4g} ({self.lower:.4g} to {self.upper:.4g})"


class Estimates(dict):
    """Every method's `Estimate` by its name. "calibrated" answers the question."""

    def rows(self) -> list[dict]:
        return [{"method": name, **estimate._asdict()} for name, estimate in self.items()]

    def frame(self, library: str | None = None) -> Any:
        """The table of methods as a data frame of pandas or polars."""
        return tables.records(self.rows(), library)

    def __repr__(self) -> str:
        return "\n".join(f"{name:<24} {estimate}" for name, estimate in self.items())

    def _repr_html_(self) -> str:
        return tables.table(self.rows())


class Pool(dict):
    """What is known before the first label: a dictionary as the header of a label file, and the order that was drawn last."""

    order: tuple = ()

    def copy(self) -> "Pool":
        made = Pool(self)
        made.order = self.order
        return made

    def __repr__(self) -> str:
        scale, has = self["scale"], "with" if self["hasSurrogate"] else "without"
        drawn = ", drawn" if self.order else ""
        return f"Pool of {self['N']} items {has} machine scores, scale {scale['min']} to {scale['max']}, alpha {self['alpha']}{drawn}"


def read(path: str | os.PathLike) -> tuple[list[dict], dict]:
    """Labels and pool of a label file or a JSON report that Assay wrote.

    :raises ValueError: where the file is none, was changed since it was written, or follows a rule unknown here.
    """
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    kind = "labels" if text.startswith('{"assay":"labels"') else "report"
    try:
        text, fault = recipe.unsealed(kind, text)
        record = text if kind == "labels" else recipe.loads(text)["record"]
        first, _, lines = record.partition("\n")
        header = recipe.loads(first)
        rows = [recipe.loads(line) for line in lines.split("\n") if line.strip()]
        rule = header["bettingRule"]
    except (ValueError, KeyError, TypeError, AttributeError, SystemExit) as error:
        raise ValueError(f"{path} is no label file and no JSON report of Assay: {error}") from None
    if fault:
        raise ValueError(f"{path}: {fault}")
    if rule not in (2, 3, 4):
        raise ValueError(f"{path} follows betting rule {rule}; this version knows rules 2 to 4")
    return rows, header


def pool(
    scores: Any,
    scale: tuple[float, float] = (0, 1),
    alpha: float = 0.05,
    direction: str = "higher",
    *,
    id: str = "id",
    score: str | None = "score",
) -> Pool:
    """What is known before the first label, for labels of items that are drawn uniformly, without replacement.

    :param scores: a machine score in [0, 1] for every item, 1 best, by its id: a mapping, a Series of pandas by its index, or a frame
        of pandas or polars with the columns `id` and `score`. Or the ids alone, in a list, where there is none.
    :param scale: least and largest value of a label.
    :param alpha: error level; the interval holds at all looks together with probability 1 - alpha.
    :param direction: "higher" or "lower", whichever is better.
    :param id: of a frame, the column with the ids.
    :param score: of a frame, the column with the machine scores; None where it has none.
    :raises ValueError: where it is not clear which values are ids, a score is outside [0, 1], an id stands twice, or the pool is empty.
    """
    ids, known = _items_of(scores, id, score)
    has_scores = known is not None
    values = dict(zip(ids, known)) if known is not None else dict.fromkeys(ids, 0.5)
    low, high = scale
    if not ids:
        raise ValueError("the pool is empty")
    if len(values) < len(ids):
        twice = next(item for at, item in enumerate(ids) if item in ids[:at])
        raise ValueError(f"the id {twice!r} stands twice")
    if direction not in ("higher", "lower") or not (low < high) or not 0 < alpha < 1:
        raise ValueError("direction is higher or lower, scale goes upwards, and alpha lies between 0 and 1")
    for item, value in values.items():
        if not recipe.is_number(value) or not 0 <= value <= 1:
            raise ValueError(f"the machine score of {item!r} is {value!r}, and not from 0 to 1")
    N, mean = len(values), recipe.mean(values.values())
    made = {
        "scale": {"min": low, "max": high, "direction": direction},
        "systems": [None],
        "sharedItems": N,
        "N": N,
        "alpha": alpha,
        "design": "uniform",
        "overlap": 1,
        "finalRule": "mean",
        "bettingRule": 2,
        "hasSurrogate": has_scores,
        "scores": values,
        "pool": {
            "mean": mean,
            "variance": math.fsum((s - mean) ** 2 for s in values.values()) / N,
            "min": min(values.values()),
            "max": max(values.values()),
            "maxSurrogateOverProbability": N * max(values.values()),
            # (1 - b s)/q with q = 1/N is largest, at every slope b, for the least s.
            "envelope": [{"intercept": N, "slope": -N * min(values.values())}],
        },
    }
    return Pool(made)


def _items_of(scores: Any, id: str, score: str | None) -> tuple[list, list | None]:
    """Ids, and machine scores where there are any."""
    if tables.is_frame(scores):
        ids = tables.column(scores, id, "the ids")
        return ids, None if score is None else tables.column(scores, score, "the machine scores (score=None: there is none)")
    if tables.is_series(scores):
        ids = [_known_as(tables.plain(item)) for item in scores.index]
        if ids == list(range(len(ids))):
            raise ValueError("the Series has no index but 0, 1, 2 ..., so that no value has an id: series.set_axis(ids)")
        return ids, [tables.plain(value) for value in scores]
    if isinstance(scores, Mapping):
        return list(scores), [tables.plain(value) for value in scores.values()]
    if isinstance(scores, (str, bytes)) or not isinstance(scores, Iterable):
        raise ValueError(f"a pool is made of machine scores by id, or of ids, not of {type(scores).__name__}")
    return [_known_as(tables.plain(item)) for item in scores], None


def _known_as(item: Any) -> Any:
    """An id. :raises ValueError: where it may be a score, or nothing at all."""
    if isinstance(item, (bool, float)):
        raise ValueError(f"{item!r} is a value and no id: give the scores by their ids, as a dictionary or a Series with an index")
    if not isinstance(item, Hashable) or item is None or isinstance(item, (tuple, Mapping)):
        raise ValueError(f"{item!r} is no id: give ids, or machine scores by id")
    return item


def draw(pool: Pool, seed: int) -> list:
    """All items of a pool of one's own in a random order: label them from the first on, and stop wherever you like.

    The pool remembers the order, and `estimate` holds the labels against it.
    """
    if not isinstance(pool, Pool):
        raise ValueError("a study that Assay drew has its order already; only a pool made by assay.pool is drawn here")
    ids = sorted(pool["scores"], key=str)
    random.Random(seed).shuffle(ids)
    pool.order = tuple(ids)
    return ids


def estimate(labels: Any, pool: Mapping, order: Iterable | None = None) -> Estimates:
    """Every method that the labels define, by name; "calibrated" answers the question, with an interval at all looks.

    :param labels: rows as `read` gives them; or pairs of id and value, mappings with `id` and `value`, a frame with these columns, or a
        Series by its index. A value of None is a skip. Of every item from the first drawn on, none left out.
    :param pool: as `read` or `pool` gives it.
    :param order: the items in the order in which they were drawn; by default that of the last `draw` of this pool. Without any the
        labels themselves have to be in that order, which nobody can check.
    :returns: a dictionary from the name of a method to its `Estimate`, on the scale of the labels.
    :raises ValueError: where a label is of an item that the pool does not have, is not on the scale, or one in between is missing.
    """
    rows = _labels_of(labels) if "scores" in pool else tables.rows_of(labels)
    if "scores" in pool:
        drawn = list(order) if order is not None else list(getattr(pool, "order", ()))
        rows = [_row(number, label, pool) for number, label in enumerate(rows, start=1)]
        twice = len(rows) - len({row["id"] for row in rows})
        if twice:
            raise ValueError(f"{twice} of the labels are of an item that was labeled before")
        if order is not None or drawn:
            rows = _as_drawn(rows, _checked(drawn, len(rows), pool))
    prefix = recipe.prefix_of(pool, rows)
    looks = recipe.bracketed(pool, prefix, False) if pool["design"] != "humcoe" else []
    scale = recipe.shown_scale(pool)
    found = recipe.methods_of(pool, prefix, looks)
    return Estimates({name: Estimate(*recipe.shown_row(row, scale)) for name, row in found.items()})


def gate(found: Estimate, *, at_least: float | None = None, at_most: float | None = None) -> str:
    """Whether an interval decides a claim: "pass", "fail" or "inconclusive". One that holds at all looks may be asked after every label.

    :raises ValueError: where not exactly one bound is given, it is no number, or the method has no interval.
    """
    if (at_least is None) == (at_most is None):
        raise ValueError("give either at_least or at_most")
    if not recipe.is_number(at_least if at_most is None else at_most):
        raise ValueError("a bound is a number")
    if found.lower is None or found.upper is None:
        raise ValueError("this method has no interval that holds, so that it decides nothing")
    if at_least is not None:
        return "pass" if found.lower >= at_least else "fail" if found.upper < at_least else "inconclusive"
    return "pass" if found.upper <= at_most else "fail" if found.lower > at_most else "inconclusive"


def _labels_of(labels: Any) -> list:
    if tables.is_frame(labels):
        return list(zip(tables.column(labels, "id", "the ids"), tables.column(labels, "value", "the labels")))
    if tables.is_series(labels):
        return [(tables.plain(item), tables.plain(value)) for item, value in labels.items()]
    if isinstance(labels, Mapping):
        return list(labels.items())
    return list(labels)


def _checked(order: list, labels: int, pool: Mapping) -> list:
    """:raises ValueError: where an order of the draw repeats an item, has one that the pool lacks, or is shorter than the labels."""
    if len(set(order)) < len(order):
        raise ValueError("the order of the draw has an item twice")
    unknown = [item for item in order if item not in pool["scores"]]
    if unknown:
        raise ValueError(f"the order of the draw has {unknown[0]!r}, which is not in the pool")
    if len(order) < labels:
        raise ValueError(f"the order of the draw has {len(order)} items, and there are {labels} labels")
    return order


def _as_drawn(rows: list[dict], drawn: list) -> list[dict]:
    """The labels in the order of the draw."""
    by_id = {row["id"]: row for row in rows}
    for number, item in enumerate(drawn[: len(rows)], start=1):
        if item not in by_id:
            later = next(row["id"] for row in rows if row["id"] not in set(drawn[: len(rows)]))
            raise ValueError(
                f"{item!r} was drawn as number {number} and has no label, while {later!r} came later and has one: "
                "label it, or give None for a skip; or give the order in which they were drawn (order=...)"
            )
    return [{**by_id[item], "draw_order": number} for number, item in enumerate(drawn[: len(rows)], start=1)]


def _row(number: int, label: Any, pool: Mapping) -> dict:
    """A label of one's own as a line of a label file."""
    try:
        item, value = (label["id"], label["value"]) if isinstance(label, Mapping) else label
    except (KeyError, TypeError, ValueError):
        raise ValueError(f"label {number} is {label!r}, and no pair of id and value") from None
    item, value = tables.plain(item), tables.plain(value)
    if item not in pool["scores"]:
        raise ValueError(f"label {number} is of {item!r}, which is not in the pool")
    is_skip = value is None
    scale = pool["scale"]
    if not is_skip and not (recipe.is_number(value) and scale["min"] <= value <= scale["max"]):
        raise ValueError(f"label {number}, of {item!r}, is {value!r}, and not from {scale['min']} to {scale['max']}")
    return {
        "draw_order": number,
        "id": item,
        "system": None,
        "s": pool["scores"][item],
        "probability": 1 / pool["N"],
        "annotator": "",
        "kind": "skip" if is_skip else "score",
        "value": None if is_skip else value,
        "source": "screen",
    }
