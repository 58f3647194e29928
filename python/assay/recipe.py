#!/usr/bin/env python3
"""Computes every number of an Assay report again, from the labels in it alone, without Assay's code.

    python3 verify.py labels.jsonl        labels written by "assay report --format labels-jsonl"
    python3 verify.py report.json         a report written by "assay report --format json", of one study or of several
    python3 verify.py checks.json         what checks alone say, written by "assay estimate --json"

Follows docs/recipe.md, whose sections are named below. Needs the standard library only. Prints the largest difference
and exits with 1 when a number differs by more than 1e-9, when a column of a label line cannot be what it is, when a name
stands twice in one object, or when the hash that closes the file is of something else. Exits with 4 when all that it compared
agrees and something was not compared: a method that the recipe does not have, or lines of an earlier kind. It says which.

Of a JSON report it reads the methods, the history, the labels and series of releases, and nothing else. It checks no
signature and no page: "assay verify" does. Whoever makes up labels and computes everything from them is found out by neither.
"""

import hashlib
import json
import math
import re
import statistics
import sys
from bisect import bisect_right
from collections import Counter, defaultdict, namedtuple
from itertools import accumulate
from operator import add, mul, sub

TOLERANCE = 1e-9
GRID = 1000
SLOPE_PRIOR_STRENGTH, SLOPE_PRIOR = 4, 0.5
BET_PRIOR_STRENGTH = 2
BET_FRACTION, BET_AIM, BET_BOLDNESS, LEAST_LEAD = 0.8, 0.32, 1.3, 1e-9
MENDED_GROWTH, MENDED_HAND_OVER = 0.9, 100


def mean(values):
    return math.fsum(values) / len(values)


def clip(value, low, high):
    return min(max(value, low), high)


# Section 1: final values


def to_unit(value, scale):
    """Section 1, first paragraph."""
    share = (value - scale["min"]) / (scale["max"] - scale["min"])
    return share if scale["direction"] == "higher" else 1 - share


def word_of(header, rows_of):
    """Section 1. What one person said: what it counts as for a majority, and y in [0, 1] (None: skipped or left out)."""
    if any(row["kind"] == "skip" for row in rows_of):
        return "skip", None
    first, second = (rows_of + [None])[:2]
    if first["kind"] == "answer":
        said = ("answer", first.get("answer_group"))
    else:
        said = ("score", first["value"] - (second["value"] if second else 0))
    if any(row["value"] is None for row in rows_of):
        return said, None
    units = [to_unit(row["value"], header["scale"]) for row in rows_of]
    return said, units[0] if len(units) == 1 else (units[0] - units[1] + 1) / 2


def words_of(header, rows):
    """Section 1: who counts, and what each said."""
    by_person = defaultdict(dict)
    for row in rows:
        by_person[row["annotator"]].setdefault(row["system"], row)
    whole = [labels for labels in by_person.values() if all(s in labels for s in header["systems"])]
    return [word_of(header, [labels[system] for system in header["systems"]]) for labels in whole]


def mean_word(words):
    """Section 1, rule `mean`."""
    values = [y for _, y in words if y is not None]
    return mean(values) if values else "skipped"


def final_value(header, rows):
    """Section 1. In [0, 1]; "skipped"; or None while too few have spoken, or the rule leaves the item to a decision."""
    decided = words_of(header, [row for row in rows if row.get("source") == "adjudication"])
    labels = [row for row in rows if row.get("source") != "adjudication"]
    words = words_of(header, labels)
    is_whole = any(row.get("source") in ("gold", "simulated") for row in labels)
    if not words or (len(words) < header.get("overlap", 1) and not is_whole):
        return None
    rule = header.get("finalRule", "mean")
    if rule == "mean":
        return mean_word(words)
    limit = len(words) / 2 if rule == "majority" else len(words) - 1
    agreed = [[w for w in words if w[0] == word[0]] for word in words]
    majority = [group[:1] for group in agreed if len(group) > limit][:1]
    chosen = (majority + [decided[:1]])[0] if rule == "majority" else decided[:1] or (majority + [[]])[0]
    return mean_word(chosen) if chosen else None


Draw = namedtuple("Draw", "item s q y x")


def prefix_of(header, rows):
    """Section 1, last paragraph. The draws from the first on, until one has no final value."""
    by_draw = defaultdict(list)
    for row in rows:
        by_draw[row["draw_order"]].append(row)
    prefix = []
    while len(prefix) + 1 in by_draw:
        of_draw = by_draw[len(prefix) + 1]
        y = final_value(header, of_draw)
        if y is None:
            break
        first = of_draw[0]
        prefix.append(Draw(first["id"], first["s"], first["probability"], y, first.get("x")))
    return prefix


# Section 2: weights


def steps(qs, N):
    """Section 2: pi_m. Probability of each draw given those before it."""
    result = []
    for m, q in enumerate(qs):
        rest = max(1 - math.fsum(qs[:m]), q)
        result.append(1.0 if N - m == 1 else min(1.0, q / rest))
    return result


def lure_slopes(qs, N):
    """Section 2: a_m."""
    return [0.0 if N - m == 1 else (1 / ((N - m) * pi) - 1) / (N - m - 1) for m, pi in enumerate(steps(qs, N))]


def lure_weights(qs, N):
    """Section 2: v_m."""
    return [1 + (N - len(qs)) * a for a in lure_slopes(qs, N)]


def humcoe_weights(qs, N):
    """Section 2, with replacement: w_m."""
    share = 0 if N == 1 else (N - len(qs)) / (N - 1)
    return [1 + share * (1 / (N * q) - 1) for q in qs]


# Section 3: estimate with the surrogate as control variate


class Regression:
    def __init__(self, header, ss, ys, weights):
        """Section 3: slope, e, RSS, p and v."""
        pool, n = header["pool"], len(ys)
        prior_mean = pool["mean"]
        prior_variance = max(0.375 * prior_mean * (1 - prior_mean), 0.0375)
        constant = pool["variance"] <= 1e-12
        self.n = n
        if n == 0:
            self.slope = 0 if constant else SLOPE_PRIOR
            self.value, self.weighted_mean, self.rss = prior_mean, None, 0.0
            self.p, self.v = prior_mean, prior_variance
            return
        W = math.fsum(weights)
        total = lambda xs: math.fsum(w * x for w, x in zip(weights, xs))
        s1, y1 = total(ss), total(ys)
        factor = n / W
        sxx = factor * (total([s * s for s in ss]) - s1 * s1 / W)
        sxy = factor * (total([s * y for s, y in zip(ss, ys)]) - s1 * y1 / W)
        syy = factor * (total([y * y for y in ys]) - y1 * y1 / W)
        prior = SLOPE_PRIOR_STRENGTH * pool["variance"]
        b = 0 if constant else clip((sxy + prior * SLOPE_PRIOR) / (sxx + prior), 0, 1)
        self.slope, self.weighted_mean = b, y1 / W
        self.value = y1 / W + b * (prior_mean - s1 / W)
        self.rss = max(syy - 2 * b * sxy + b * b * sxx, 0)
        k = BET_PRIOR_STRENGTH
        self.p = (k * prior_mean + n * self.value) / (k + n)
        surprise = k * n / (k + n) * (self.value - prior_mean) ** 2
        self.v = (k * prior_variance + self.rss + surprise) / (k + n)

    def deviation(self, estimate):
        """Section 3: residual standard deviation."""
        if self.n == 0:
            return None
        p = (self.n * estimate + 1) / (self.n + 2)
        spread = p * (1 - p)
        return math.sqrt(spread) if self.n == 1 else math.sqrt((self.rss + 2 * spread) / self.n)


# Section 4: the confidence sequence


def stake(lead, v, below, above):
    """Section 4, step 3."""
    x = abs(lead)
    if x < LEAST_LEAD:
        return 0.0
    aimed = (x + BET_AIM * math.sqrt(v)) / 2
    return held(BET_BOLDNESS * aimed / (v + aimed * aimed), lead, below, above)


def growth_stake(lead, v, left, below, above):
    """Section 4, "Mended": the stake on the copy."""
    x = abs(lead) / left
    return held(x / (v + x * x) / left, lead, below, above) if abs(lead) >= LEAST_LEAD else 0.0


def held(size, lead, below, above):
    """Section 4, step 3: what a stake is held to."""
    if lead > 0:
        return BET_FRACTION / below if below > 1e-9 and size * below > BET_FRACTION else size
    return -BET_FRACTION / above if above > 1e-9 and size * above > BET_FRACTION else -size


def mixed(bets, growth):
    """Section 4, "Mended". Log-wealth of both kinds of bets together."""
    a, b = math.log(1 - MENDED_GROWTH) + bets, math.log(MENDED_GROWTH) + growth
    return math.inf if math.inf in (a, b) else max(a, b) + math.log1p(math.exp(-abs(a - b)))


class Sequence:
    """One betting confidence sequence; `states` holds a dictionary for every look."""

    def __init__(self, header):
        self.header = header
        self.log_wealth = [0.0] * (GRID + 1)
        self.growth, self.handed_over = None, False  # log-wealth on bets for growth, once rule 2 is mended
        self.ss, self.ys, self.qs = [], [], []
        self.lower, self.upper, self.empty = 0.0, 1.0, False
        self.regression = Regression(header, [], [], [])
        self.state = self.look()

    def add(self, _, s, q, y):
        self.bet(s, q, y)
        self.ss.append(s), self.ys.append(y), self.qs.append(q)
        self.regression = Regression(self.header, self.ss, self.ys, lure_weights(self.qs, self.header["N"]))
        self.narrow()
        self.state = self.look()

    def bet(self, s, q, y):
        """Section 4, steps 1 to 3."""
        self.mend()
        N, pool, n = self.header["N"], self.header["pool"], len(self.ys)
        b, left = self.regression.slope, N - n
        rest = max(1 - math.fsum(self.qs), 0)
        pi = 1.0 if left == 1 else min(1.0, q / max(rest, q))
        sum_y = math.fsum(self.ys)
        base = (b * (N * pool["mean"] - math.fsum(self.ss)) + sum_y) / N
        payoff = (y - b * s) / (N * pi) + base
        lowest = base - b * rest * pool["maxSurrogateOverProbability"] / N
        highest = base + rest * max(max(e["intercept"] + e["slope"] * b for e in pool["envelope"]), 0) / N
        p, v, wealth, out, log = self.regression.p, self.regression.v, self.log_wealth, math.inf, math.log
        least, most = sum_y - 1e-9, sum_y + left + 1e-9
        for g, own in enumerate(wealth):
            if own == out:
                continue
            if not least <= N * g / GRID <= most:
                wealth[g] = out
                continue
            m = g / GRID
            lead, below, above, gain = p - m, m - lowest, highest - m, payoff - m
            if self.growth:
                factor = 1 + growth_stake(lead, v, left / N, below, above) * gain
                self.growth[g] += log(factor if factor > 1e-300 else 1e-300)
            factor = 1 + stake(lead, v, below, above) * gain
            wealth[g] = own + log(factor if factor > 1e-300 else 1e-300)

    def mend(self):
        """Section 4, "Mended": the copy, and when it becomes the sum."""
        n = len(self.ys)
        if self.header.get("mendedFrom") == n:
            self.growth = list(self.log_wealth)
        if self.growth and not self.handed_over and n >= MENDED_HAND_OVER:
            self.growth, self.handed_over = list(map(mixed, self.log_wealth, self.growth)), True

    def wealth(self):
        """Section 4, "Mended": the wealth in step 4."""
        if not self.growth:
            return self.log_wealth
        both = self.growth if self.handed_over else map(mixed, self.log_wealth, self.growth)
        return [math.inf if own == math.inf else one for own, one in zip(self.log_wealth, both)]

    def bounds(self):
        """Section 3: [sum y/N, (sum y + N - n)/N]."""
        N, sum_y = self.header["N"], math.fsum(self.ys)
        return sum_y / N, (sum_y + N - len(self.ys)) / N

    def narrow(self):
        """Section 4, step 4."""
        low, high = self.bounds()
        if len(self.ys) == self.header["N"]:
            self.lower = self.upper = low
            return
        limit = math.log(1 / self.header["alpha"])
        accepted = [g / GRID for g, wealth in enumerate(self.wealth()) if wealth < limit]
        lower = max(accepted[0] - 1 / GRID if accepted else 0, low, 0)
        upper = min(accepted[-1] + 1 / GRID if accepted else 1, high, 1)
        if self.empty:
            return
        lower, upper = max(self.lower, lower), min(self.upper, upper)
        if lower > upper + 1e-12:
            self.empty = True
        else:
            self.lower, self.upper = min(lower, upper), max(lower, upper)

    def look(self):
        """Section 3, second item, and section 4."""
        low, high = self.bounds()
        within = clip(self.regression.value, low, high)
        value = clip(within, self.lower, self.upper) if self.ys else self.header["pool"]["mean"]
        return {
            "value": value, "lower": self.lower, "upper": self.upper, "slope": self.regression.slope,
            "deviation": self.regression.deviation(within),
        }


# Section 4b: the confidence sequence of planned looks


LEVELS = {True: 33, False: 41}  # on uniform draws, and on weighted ones
GROWTH_SHARE = 0.04
LOOK_RISK, GROWTH_RISK = 0.95, 0.9
OPENING, SECOND, PLAN_SHARE, LADDER_SHARE = (10, 0.07), (30, 0.02), 0.74, 0.15
NO_PLAN, MOST_UNPLANNED = ((10, 0.07), (30, 0.22), (100, 0.20)), 0.26
EARLY_BOLDNESS, LADDER_RATIO, LADDER_DECAY, LAST_PART = 1.25, math.sqrt(10), 0.85, 0.85


def look_table(N, plan):
    """Section 4b (a). The looks of a plan: (labels, starting share, factor on stakes, whether the start leans to S)."""
    kind, labels = plan
    if kind == "once":
        return [(min(labels, N), 1.0, 1.0, True)]
    wanted = 1 - GROWTH_SHARE
    if kind == "none" or labels >= N:
        base = [(t, w, EARLY_BOLDNESS if t == 10 else 1.0, True) for t, w in NO_PLAN if t <= LAST_PART * N]
        if not base:
            return [(N, wanted, 1.0, True)]
        share, most = wanted - sum(w for _, w, _, _ in base), MOST_UNPLANNED
    else:
        opens, second = labels > 15, labels > 45
        early = ([OPENING] if opens else []) + ([SECOND] if second else [])
        base = [(t, w, EARLY_BOLDNESS, True) for t, w in early]
        base.append((labels, PLAN_SHARE + (0 if opens else OPENING[1]), 1.0, True))
        share, most = LADDER_SHARE - (SECOND[1] if second else 0), 1.0
    start, rungs = base[-1][0], []
    information = start / (1 - start / N) if start < N else math.inf
    while start < N:
        information *= LADDER_RATIO
        t = math.ceil(information * N / (information + N) - 1e-9)
        if t > LAST_PART * N:
            break
        rungs.append(t)
    parts = [LADDER_DECAY**k for k in range(len(rungs))]
    looks = base + [(t, min(share * part / sum(parts), most), 1.0, False) for t, part in zip(rungs, parts)]
    have = sum(w for _, w, _, _ in looks)
    if wanted - have <= 1e-12:
        return looks
    if most < 1:
        return [(t, w * wanted / have, bold, leans) for t, w, bold, leans in looks]
    return [(t, w + (wanted - have if t == labels else 0), bold, leans) for t, w, bold, leans in looks]


def dot(a, b):
    return sum(map(mul, a, b))


class Ridge:
    """Predictor clip(intercept + slopes x, 0, 1) of rows and values, with its leave-one-out residuals and its gate."""

    def __init__(self, rows, ys, columns, S, v0):
        """Section 4b (b)."""
        n, d = len(ys), len(columns)
        penalty, rho = [c["penalty"] for c in columns], [c["slope"] for c in columns]
        self.left_out, self.gate = [], 1.0
        if n < 2:
            self.slopes = [math.sqrt(v0) * r for r in rho]
            self.intercept = S if n == 0 else clip((2 * S + ys[0] - dot(self.slopes, rows[0])) / 3, 0, 1)
            return
        center = 0.0
        for y in ys:
            center += y
        center /= n
        plain = [(y - center) * n / (n - 1) for y in ys]
        if d == 0:
            self.slopes, self.intercept, self.left_out, self.gate = [], center, plain, 0.0
            return
        spread = math.sqrt((math.fsum((y - center) ** 2 for y in ys) + 2 * v0) / (n + 2))
        means = [mean(column) for column in zip(*rows)]
        centered = [list(map(sub, row, means)) for row in rows]
        across = list(zip(*centered))
        start = [spread * r for r in rho]
        left = [y - center - dot(row, start) for row, y in zip(centered, ys)]
        lower = []
        for k in range(d):
            line = [dot(across[k], across[j]) for j in range(k + 1)]
            line[k] += penalty[k]
            for j in range(k + 1):
                rest = line[j] - dot(line[:j], (lower[j] if j < k else line)[:j])
                line[j] = math.sqrt(rest) if j == k else rest / lower[j][j]
            lower.append(line)
        inverse = [[0.0] * d for _ in range(d)]  # of the triangle, by columns
        for j in range(d):
            own = inverse[j]
            own[j] = 1 / lower[j][j]
            for k in range(j + 1, d):
                own[k] = -dot(lower[k][j:k], own[j:k]) / lower[k][k]
        by_rows = list(zip(*inverse))
        turned = [[dot(line, row) for line in by_rows] for row in centered]
        right = [dot(column, left) for column in zip(*turned)]
        delta = [dot(column, right) for column in inverse]
        slopes = list(map(add, start, delta))
        loo = [
            (r - dot(row, delta)) / max(1 - dot(t, t) - 1 / n, 0.05) for r, row, t in zip(left, centered, turned)
        ]
        if n >= 4:
            slack = 0.1 * spread * spread
            evidence = n / 2 * math.log((dot(loo, loo) + slack) / (dot(plain, plain) + slack))
            self.gate = 2 / (2 + math.exp(clip(evidence, -30, 30)))
        g = self.gate
        self.slopes = [g * b for b in slopes]
        self.left_out = [g * a + (1 - g) * b for a, b in zip(loo, plain)]
        self.intercept = clip(center - dot(self.slopes, means), 0, 1)

    def of(self, row):
        """Section 4b (b): f."""
        told = self.intercept
        for slope, x in zip(self.slopes, row):
            told += slope * x
        return clip(told, 0, 1)


class Joined:
    """Section 4b (g). A predictor with the columns that joined: their slopes follow those of the others."""

    def __init__(self, base, rows, joins, v0):
        """`joins` are (draws before, place of the cell, penalty, slope) of those that count."""
        n = len(rows)
        self.slopes, self.intercept, self.left_out = list(base.slopes), base.intercept, base.left_out
        self.gate = base.gate
        self.share, self.last_share, self.at = 1.0, 1.0, None
        left = list(base.left_out) if n > 1 else [0.0] * n
        square = (dot(left, left) + 2 * v0) / (n + 2)
        for since, place, penalty, slope in joins:
            cells, rest = [row[place] for row in rows[since:]], left[since:]
            start, whole = slope * math.sqrt(square), dot(cells, cells) + penalty
            own = start + sum(x * (r - x * start) for x, r in zip(cells, rest)) / whole
            without = 4 * square + dot(rest, rest)
            loo = [(r - x * own) / max(1 - x * x / whole, 0.05) for x, r in zip(cells, rest)]
            evidence = len(cells) / 2 * math.log((4 * square + dot(loo, loo)) / without)
            gate = 2 / (2 + math.exp(clip(evidence, -30, 30)))
            left[since:] = rest = [gate * a + (1 - gate) * b for a, b in zip(loo, rest)]
            share = min((4 * square + dot(rest, rest)) / without, 1)
            self.slopes.append(gate * own)
            self.share, square = self.share * share, square * share
            self.last_share = self.last_share * share if since == self.at else share
            self.at = since

    of = Ridge.of


class Levels:
    """Unlabeled items by level: how much of the next draw lies on each, and sums up to each."""

    def __init__(self, counts, masses):
        self.counts, self.mass = list(counts), list(masses)

    def remove(self, level, mass):
        """Section 4b (c): a label takes its q off its level."""
        if level >= len(self.counts) or self.counts[level] < 1:
            sys.exit("An item drawn lies on a level where the predictor's record has no item.")
        self.counts[level] -= 1
        self.mass[level] = self.mass[level] - mass if self.counts[level] else 0.0

    def settle(self, scale):
        """Section 4b (c): the values of the levels; (e): F and f*, and sums over the first so many levels."""
        self.values = [level * scale for level in range(len(self.mass))]
        self.masses = list(accumulate(self.mass, initial=0.0))
        self.sums = list(accumulate(map(mul, self.mass, self.values), initial=0.0))
        self.squares = list(accumulate((m * v * v for m, v in zip(self.mass, self.values)), initial=0.0))
        self.total, self.sum, self.square = self.masses[-1], self.sums[-1], self.squares[-1]
        self.mean = self.sum / self.total
        self.top = max(level for level, count in enumerate(self.counts) if count > 0)
        self.above_mean = self.values[self.top] - self.mean
        self.rises = [m * v - e for m, v, e in zip(self.masses[1:], self.values, self.sums[1:])]

    def cut(self, stake, mu, least):
        """Section 4b (e): how many levels there are up to j, c, and C(t), the variance that a cut control variate adds.
        f_j <= c + (1 - k)/t says that M f_j - E, which only grows with j, is at most (Q (1 - t mu) - k Q)/t."""
        total = self.total
        most = total * (1 - least - stake * mu) / stake
        kept = bisect_right(self.rises, most + 1e-12 * total, 0, self.top + 1)
        mass, below = self.masses[kept], self.sums[kept]
        if mass > 0:
            center = (most - (1 - least) * mass / stake + below) / mass
        else:
            kept, center = 0, 0.0
        middle = 1 + stake * (self.mean - mu)
        flat, offset = 1 + stake * center - middle, least - middle
        above = offset * (offset * (total - mass) + 2 * stake * (self.sum - below))
        squares = stake * stake * (self.square - self.squares[kept])
        return kept, center, (mass * flat * flat + above + squares) / total

    def payoff(self, wanted, variance, least, mu, level, y):
        """Section 4b (e)."""
        value = self.values[level]
        limit = (1 - least) / max(self.above_mean + mu, 1e-9)
        if wanted <= limit:
            return 1 + wanted * (self.mean - mu - value + y)
        best, kept = limit, None
        most = min((1 - least) / max(mu, 1e-9), wanted)
        if most > limit * 1.0001:
            wish = wanted * variance
            gain = wish * limit - 0.5 * variance * limit * limit
            for trial in range(1, 5):
                stake = limit + (most - limit) * trial / 4
                levels, c, lost = self.cut(stake, mu, least)
                grown = wish * stake - 0.5 * (variance * stake * stake + lost)
                if grown > gain:
                    gain, best, kept, center = grown, stake, levels, c
        if kept is None:
            return 1 + limit * (self.mean - mu - value + y)
        return (max(1 + best * (center - value), least) if level < kept else least) + best * y


class Planned:
    """One confidence sequence of planned looks; `record` says what the predictor makes of the items not drawn."""

    def __init__(self, header, record):
        """Section 4b (a), and (d) before the first label."""
        self.header, self.record, self.N = header, record, header["N"]
        self.S = header["pool"]["mean"]
        self.v0 = max(0.375 * self.S * (1 - self.S), 0.0375)
        self.weights = header["predictor"].get("weights")
        self.plans = [(p["drawsBefore"], (p["kind"], p["labels"])) for p in header["plans"]]
        self.looks = look_table(self.N, [plan for before, plan in self.plans if before == 0][-1])
        self.growth = 0 if sum(w for _, w, _, _ in self.looks) > 1 - GROWTH_SHARE / 2 else GROWTH_SHARE
        self.over, self.wealth = 0, []
        for g in range(GRID + 1):
            up = 0.15 + 0.7 * 0.5 * math.erfc((g / GRID - self.S) / 0.1 / math.sqrt(2))
            own = [w * side for _, w, _, leans in self.looks for side in ((up, 1 - up) if leans else (0.5, 0.5))]
            self.wealth.append(own + [self.growth])
        self.rows, self.ys, self.qs, self.at_draw, self.sum_y = [], [], [], [], 0.0
        self.columns = [c for c in header["signals"] if "joined" not in c]
        self.joins = [
            (c["joined"]["drawsBefore"], place, c["penalty"], c["slope"])
            for place, c in enumerate(header["signals"]) if "joined" in c
        ]
        self.joints = {0: (self.S, math.inf)}
        self.refit_at, self.refits, self.fitted = 0, 0, {}
        self.lower, self.upper, self.empty = 0.0, 1.0, False
        self.ridge = self.fit(0)

    def fit(self, joined):
        """Section 4b (b) on all n labels, and (g) with what had joined by so many."""
        n, d = len(self.ys), len(self.columns)
        joins = [join for join in self.joins if join[0] <= joined]
        if n not in self.fitted:
            self.fitted = {n: Ridge([row[:d] for row in self.rows], self.ys, self.columns, self.S, self.v0)}
        if (n, len(joins)) not in self.fitted:
            self.fitted[n, len(joins)] = Joined(self.fitted[n], self.rows, joins, self.v0)
        return self.fitted[n, len(joins)]

    def refit_of(self, n, ridge):
        """Section 4b, `refits`. Mean and levels of the predictions of the pool at a refit."""
        refit = self.record["refits"][self.refits]
        if refit["labels"] != n:
            sys.exit(f"There is no record of the predictor of {n} labels.")
        return refit

    def mean_of(self, n, ridge):
        """Section 4b (b), `means`. Mean over the pool of the predictions behind the estimate after n labels."""
        return self.record["means"][n - 1]

    def level_of(self, f, q):
        """Section 4b (c). Level of a prediction, and of one minus it."""
        if not self.weights:
            level = math.floor(f * 32 + 0.5)
            return level, 32 - level
        step = self.weights["step"]
        return math.floor(f / q / step + 0.5), math.floor((1 - f) / q / step + 0.5)

    def refit(self):
        """Section 4b (c): refits and levels."""
        n = len(self.ys)
        if n < self.refit_at:
            return
        self.ridge = self.fit(n)
        refit = self.refit_of(n, self.ridge)
        self.refits += 1
        later = lambda n: n + 1 if n < 10 else max(n + 1, math.ceil(1.1 * n - 1e-9))
        starts = [since for since, _, _, _ in self.joins]
        self.refit_at = min([later(n)] + [since if since > n else since + later(n - since) for since in starts])
        self.pooled = refit["mean"]
        counts = refit["up"]["counts"]
        if len(counts) != LEVELS[not self.weights] or sum(counts) != self.N - n:
            sys.exit(f"The levels of the predictor of {n} labels are not those of the items not labeled.")
        if self.weights:
            self.up, self.down = (Levels(refit[side]["counts"], refit[side]["masses"]) for side in ("up", "down"))
        else:
            self.up, self.down = Levels(counts, counts), Levels(counts[::-1], counts[::-1])
            seen = sum(self.level_of(self.ridge.of(row), 1)[0] for row in self.rows)
            self.rounded = (sum(count * level for level, count in enumerate(counts)) + seen) / 32 / self.N

    def correction(self, ridge, since=0):
        """Section 4b (b), "Estimate". Mean residual of the labels since, under LURE weights."""
        N, n = self.N, len(self.ys)
        excess = [0 if n == N else (N - n) * (w - 1) / (N - m) for m, w in enumerate(self.at_draw, start=1)]
        told = list(zip(excess, self.ys, self.rows))[since:]
        return mean([(1 + v) * (y - ridge.of(row)) for v, y, row in told])

    def combined(self, ridge, pooled):
        """Section 4b (g): estimate and spread from the last join on, by the mean of the predictions over the pool."""
        N, n, j = self.N, len(self.ys), ridge.at
        before, spread = self.joints[j]
        if n == j:
            return before, spread / ridge.last_share
        told = sum(ridge.of(row) for row in self.rows[:j])
        rest = (N * pooled - told) / (N - j) + self.correction(ridge, j)
        after = (sum(self.ys[:j]) + (N - j) * rest) / N
        old, fresh = ridge.last_share / spread, (n - j) / ((1 - j / N) * max(1 - n / N, 1e-12))
        return (old * before + fresh * after) / (old + fresh), 1 / (old + fresh)

    def estimate(self):
        """Section 4b (b), "Estimate", and (g). With what it rests on; not held to what is possible."""
        n, d = len(self.ys), len(self.columns)
        ridge = self.fit(n - 1) if self.N * d <= 4_000_000 and n * d * d <= 1_000_000 else self.ridge
        pooled = self.mean_of(n, ridge)
        if ridge.at is None:
            return pooled + self.correction(ridge), 1 / n - 1 / self.N, ridge
        return *self.combined(ridge, pooled), ridge

    def expected(self):
        """Section 4b (c): p and v. Mean and variance that the bets expect of the items not labeled."""
        N, n = self.N, len(self.ys)
        if self.ridge.at is not None:
            e = self.combined(self.ridge, self.pooled)[0]
        elif n == 0:
            e = self.S
        elif self.weights:
            e = self.pooled + self.correction(self.ridge)
        else:
            levels = [self.level_of(self.ridge.of(row), 1)[0] for row in self.rows]
            e = self.rounded + mean([y - level / 32 for y, level in zip(self.ys, levels)])
        p = clip((N * (4 * self.S + n * e) / (4 + n) - self.sum_y) / (N - n), 0, 1)
        square = mean([(r / q) ** 2 for r, q in zip(self.ridge.left_out, self.qs)]) if self.ridge.left_out else 0.0
        v0 = self.v0 * (self.weights["meanWeight"] if self.weights else 1)
        return p, self.ridge.share * (4 * v0 + n * square) / (4 + n)

    def add(self, x, s, probability, y):
        """Section 4b (c): q, Q and w of a label; then (d)."""
        n, R = len(self.ys), self.N - len(self.ys)
        for before, plan in self.plans:
            if before == n > 0:
                self.replan(look_table(self.N, plan))
        self.refit()
        row = [c["unit"] * cell for c, cell in zip(self.header["signals"], x)]
        q, scale, unit = 1.0, 1.0, 1 / 32
        if self.weights:
            q = probability / self.weights["unit"]
            scale, unit = sum(self.up.mass) / R, self.weights["step"]
        self.up.settle(unit * scale), self.down.settle(unit * scale)
        level, down_level = self.level_of(self.ridge.of(row), q)
        weight = scale / q
        self.bet((level, weight * y), (down_level, weight * (1 - y)), *self.expected())
        self.up.remove(level, q), self.down.remove(down_level, q)
        self.rows.append(row), self.ys.append(y), self.qs.append(q), self.at_draw.append(weight)
        self.sum_y += y
        self.narrow()
        if any(since == n + 1 for since, _, _, _ in self.joins):
            raw, spread, _ = self.estimate()
            self.joints[n + 1] = clip(raw, *self.bounds()), spread

    def bet(self, up, down, p, v):
        """Section 4b (d), steps 2 to 6."""
        n, R = len(self.ys), self.N - len(self.ys)
        while self.over < len(self.looks) and self.looks[self.over][0] <= n:
            self.hand_on()
        open_looks = list(enumerate(self.looks))[self.over :]
        alpha = self.header["alpha"]
        for g, own in enumerate(self.wealth):
            if own is None:
                continue
            mu = (self.N * (g / GRID) - self.sum_y) / R
            if mu < -1e-9 or mu > 1 + 1e-9:
                self.wealth[g] = None
                continue
            mu = clip(mu, 0, 1)
            everything, distance = sum(own), p - mu
            variance = v + 0.6 * distance * distance
            for look, (labels, _, bold, _) in open_looks:
                draws = labels - n
                spread = math.sqrt(draws * variance * max(1 - draws / R, 0.02))
                for side in (0, 1):
                    wealth = own[2 * look + side]
                    if wealth <= 1e-4:
                        continue
                    price = wealth / (1.0005 / alpha - (everything - wealth))
                    if price >= 1:
                        continue
                    stake = bold * math.sqrt(-2 * math.log(price)) / spread
                    if stake >= 1e-9:
                        factor = self.settled(side, stake, variance, 1 - LOOK_RISK, mu, up, down)
                        own[2 * look + side] = wealth * factor
            lead = abs(distance)
            if lead >= 1e-9:
                variance = v + lead * lead
                if lead / variance > 1e-9:
                    side = int(distance < 0)
                    own[-1] *= self.settled(side, lead / variance, variance, 1 - GROWTH_RISK, mu, up, down)
            if sum(own) >= 1 / alpha:
                self.wealth[g] = None

    def settled(self, side, stake, variance, least, mu, up, down):
        """Section 4b (e), for the side of a stake."""
        if side:
            return self.down.payoff(stake, variance, least, 1 - mu, *down)
        return self.up.payoff(stake, variance, least, mu, *up)

    def hand_on(self):
        """Section 4b (d), step 2. A look is over: its wealth goes to the later ones and to growth."""
        over, self.over = self.over, self.over + 1
        later = list(enumerate(self.looks))[self.over :]
        rest = sum(w for _, (_, w, _, _) in later) + self.growth
        if rest == 0:
            return
        for own in filter(None, self.wealth):
            up, down = own[2 * over], own[2 * over + 1]
            for look, (_, share, _, _) in later:
                own[2 * look] += up * share / rest
                own[2 * look + 1] += down * share / rest
            own[-1] += (up + down) * self.growth / rest
            own[2 * over] = own[2 * over + 1] = 0.0

    def replan(self, looks):
        """Section 4b (d), step 1. Wealth of all looks moves to those of another plan that are to come, each side for itself."""
        n = len(self.ys)
        self.over = sum(labels <= n for labels, _, _, _ in looks)
        rest = sum(w for _, w, _, _ in looks[self.over :])
        for g, own in enumerate(self.wealth):
            if own is None:
                continue
            up, down = sum(own[:-1:2]), sum(own[1:-1:2])
            shares = [w / rest if k >= self.over else 0.0 for k, (_, w, _, _) in enumerate(looks)]
            moved = [side * share for share in shares for side in (up, down)]
            self.wealth[g] = moved + [own[-1] + (0 if rest else up + down)]
        self.looks, self.growth = looks, GROWTH_SHARE

    def bounds(self):
        """Section 3: [sum y/N, (sum y + N - n)/N]."""
        return self.sum_y / self.N, (self.sum_y + self.N - len(self.ys)) / self.N

    def narrow(self):
        """Section 4, step 4, of the candidates that are not out."""
        low, high = self.bounds()
        if len(self.ys) == self.N:
            self.lower = self.upper = low
            return
        alive = [g for g, own in enumerate(self.wealth) if own is not None]
        lower = max(low, alive[0] / GRID - 1 / GRID if alive else 0)
        upper = min(high, alive[-1] / GRID + 1 / GRID if alive else 1)
        lower, upper = max(self.lower, lower), min(self.upper, upper)
        if not self.empty:
            if lower > upper + 1e-12:
                self.empty = True
            else:
                self.lower, self.upper = min(lower, upper), max(lower, upper)
        self.empty = self.empty or not alive

    @property
    def state(self):
        """Section 4b (b), "Estimate"."""
        n = len(self.ys)
        raw, _, ridge = self.estimate()
        left = ridge.left_out
        return {
            "value": clip(clip(raw, *self.bounds()), self.lower, self.upper),
            "lower": self.lower, "upper": self.upper, "slope": None,
            "deviation": math.sqrt(ridge.share * mean([r * r for r in left])) if n > 1 else None,
            "free": clip(raw, *self.bounds()), "left_out": left,
        }


# Skipped items


def sequences(header, prefix):
    """Section 4, "Skips". The sequence with skipped items at 0, and with skips the one with them at 1."""
    skips = any(draw.y == "skipped" for draw in prefix)
    if header["bettingRule"] == 2 or header["N"] == 0:
        return [Sequence(header) for _ in range(1 + skips)]
    return [Planned(header, header["predictor"][side]) for side in ["low", "high"][: 1 + skips]]


def rounded_inward(lower, upper, means):
    """Section 4b (f)."""
    first, last = math.ceil(lower * means - 1e-6), math.floor(upper * means + 1e-6)
    return (lower, upper) if first > last else (first / means, last / means)


def bracketed(header, prefix, every):
    """Section 4, "Skips". Every look, or the last one only; skipped items count once as 0 and once as 1."""
    looks, labels, both = [], [], sequences(header, prefix)
    steps, stepped = header.get("steps"), True
    for n, draw in enumerate(prefix, start=1):
        for skipped, sequence in enumerate(both):
            sequence.add(draw.x, draw.s, draw.q, skipped if draw.y == "skipped" else draw.y)
        if draw.y != "skipped":
            labels.append(draw.y)
            stepped = stepped and (steps is None or abs(steps * draw.y - round(steps * draw.y)) <= 1e-6)
        if not every and n < len(prefix):
            continue
        a, b = both[0].state, both[-1].state
        middle = lambda name: None if a[name] is None else a[name] + (b[name] - a[name]) / 2
        lower, upper = min(a["lower"], b["lower"]), max(a["upper"], b["upper"])
        value = middle("value")
        if header["bettingRule"] == 4 and stepped and (header["overlap"] == 1 or header["finalRule"] != "mean"):
            lower, upper = rounded_inward(lower, upper, steps * header["N"])
            value = clip(value, lower, upper)
        looks.append({
            "value": value, "slope": middle("slope"), "lower": lower, "upper": upper,
            "deviation": None if a["deviation"] is None else max(a["deviation"], b["deviation"]),
            "labeled": len(labels), "plain_mean": mean(labels) if labels else None,
            "free": a.get("free"), "left_out": a.get("left_out"),
        })
    return looks


# Section 4d: failure modes


class Kinds:
    """Section 4d (a). Items of a pool by kinds, each with its q (None on uniform draws), its cells, and how many there are."""

    def __init__(self, N, qs=None, signals=None):
        """`qs` are the probabilities of the pool in any unit, `signals` what a mode of a file says of what joined it."""
        self.joined = signals["joined"] if signals else []
        if signals:
            self.qs = signals.get("probabilities") or [None] * len(signals["counts"])
            self.cells = list(zip(*(join["cells"] for join in self.joined)))
            self.counts = list(signals["counts"])
        else:
            self.qs = sorted(set(qs)) if qs else [None]
            self.cells = [()] * len(self.qs)
            self.counts = [qs.count(q) for q in self.qs] if qs else [N]

    def of(self, q, place):
        """The kind of a draw: where it stands in `places` of the signals, else by its q."""
        return self.qs.index(q) if place is None else place


class Rest(Planned):
    """Section 4d (a). The study of the items left after the clock: its predictor needs no record."""

    def __init__(self, kinds, clock, counts, plan, alpha, S, later=()):
        """`counts` are the items of each kind that are left at the clock; `plan` is a kind and its labels, `later` those made since,
        with the draws before each."""
        self.kinds, self.whole, self.left, predictor = kinds, counts, list(counts), {}
        N = sum(counts)
        if kinds.qs[0] is not None:
            unit = math.fsum(map(mul, kinds.qs, counts)) / N
            inverse = [(unit / q, count) for q, count in zip(kinds.qs, counts) if count]
            predictor["weights"] = {
                "unit": unit, "step": (1 + 1e-7) * max(inverse)[0] / 40,
                "meanWeight": math.fsum(w * count for w, count in inverse) / N,
            }
        signals = [{**join, "joined": {"drawsBefore": max(0, join["drawsBefore"] - clock)}} for join in kinds.joined]
        header = {"N": N, "pool": {"mean": S}, "alpha": alpha, "signals": signals, "predictor": predictor}
        header["plans"] = [{"drawsBefore": n, "kind": kind, "labels": labels} for n, (kind, labels) in [(0, plan), *later]]
        super().__init__(header, None)

    def told(self, ridge):
        """f of each kind."""
        units = [join["unit"] for join in self.kinds.joined]
        return [ridge.of([unit * cell for unit, cell in zip(units, cells)]) for cells in self.kinds.cells]

    def refit_of(self, n, ridge):
        """Section 4d (a), last sentence: levels of f."""
        sides = []
        for side in (0, 1):
            counts = [0] * LEVELS[not self.weights]
            masses = [0.0] * len(counts)
            for f, q, count in zip(self.told(ridge), self.kinds.qs, self.left):
                mass = q / self.weights["unit"] if self.weights else 1
                level = self.level_of(f, mass)[side]
                counts[level] += count
                masses[level] += count * mass
            sides.append({"counts": counts, "masses": masses})
        return {"labels": n, "mean": self.mean_of(n, ridge), "up": sides[0], "down": sides[1]}

    def mean_of(self, n, ridge):
        """Section 4d (a), last sentence."""
        return math.fsum(map(mul, self.told(ridge), self.whole)) / self.N

    def draw(self, kind, y):
        """Section 4d (a): the next draw."""
        self.add(self.kinds.cells[kind], None, self.kinds.qs[kind], y)
        self.left[kind] -= 1


def mode_share(N, clock, draws, plan, alpha, qs=None, S=0.1, steps=None, replans=(), once=False, signals=None):
    """Section 4d (a). Share of a mode after all draws given: value (None where there is none), lower, upper, found (None likewise).

    `draws` are (q, y) in their order, y None where unknown or its two ends, q None on uniform draws; `plan` is the labels asked for or None, `once`
    whether it is the only look, `replans` the plans made after the clock, (draws before, labels or None); `qs` the probabilities of
    the whole pool, None on uniform draws; `signals` what the file says of signals that joined the mode."""
    before, since = draws[:clock], draws[clock:]
    ends_of = lambda some: [(0, 1) if y is None else y for _, y in some if y is None or isinstance(y, tuple)]
    known_of = lambda some: [y for _, y in some if y is not None and not isinstance(y, tuple)]
    known, later, opened = known_of(before), known_of(since), ends_of(since)
    Z, U, R = math.fsum(known), clock - len(known), N - clock
    low, high = (Z + math.fsum(ends[i] for ends in ends_of(before)) for i in (0, 1))
    found = mean(known + later) if known + later else None
    if R == 0:
        return {"value": None if U else Z / N, "lower": low / N, "upper": high / N, "found": found}
    kinds = Kinds(N, qs, signals)
    places = signals["places"] if signals else [None] * len(draws)
    of_draws = [kinds.of(q, place) for (q, _), place in zip(draws, places)]
    counts = list(kinds.counts)
    for kind in of_draws[:clock]:
        counts[kind] -= 1
    plan_of = lambda P, kind: ("none", None) if P is None or P <= clock else (kind, P - clock)
    rest_plan = plan_of(plan, "once" if once else "labels")
    changes = [(n - clock, plan_of(P, "labels")) for n, P in replans]
    both = [Rest(kinds, clock, counts, rest_plan, alpha, S, changes) for _ in range(1 + (len(later) < len(since)))]
    for kind, (_, y) in zip(of_draws[clock:], since):
        for unknown, rest in enumerate(both):
            rest.draw(kind, unknown if y is None else y[unknown] if isinstance(y, tuple) else y)
    lower, upper = min(rest.lower for rest in both), max(rest.upper for rest in both)
    if steps and all(abs(steps * y - round(steps * y)) <= 1e-6 for y in later):
        lower, upper = rounded_inward(lower, upper, steps * R)
    lower, upper = (low + R * lower) / N, (high + R * upper) / N
    if not later:
        return {"value": None, "lower": lower, "upper": upper, "found": found}
    low, high, part = both[0].state["value"], both[-1].state["value"], 0
    if opened:
        least, most = (mean([ends[i] for ends in opened]) for i in (0, 1))
        part = clip((mean(later) - least) / (most - least), 0, 1)
    e = low + part * (high - low)
    return {"value": clip((Z + (R + U) * e) / N, lower, upper), "lower": lower, "upper": upper, "found": found}


def mode_order(N, clock, draws, plan, alpha, qs=None, steps=None, half=False):
    """Section 4d (b). By how much A is more frequent than B; `draws` are (q, y of A, y of B). Where one of the two is unknown, `half`
    is whether the other one leaves its ends."""

    def pair(a, b):
        if a is not None and b is not None:
            return (a - b + 1) / 2
        if not half or a is b:
            return None
        return (((a or 0) - (1 if b is None else b) + 1) / 2, ((1 if a is None else a) - (b or 0) + 1) / 2)

    pairs = [(q, pair(a, b)) for q, a, b in draws]
    share = mode_share(N, clock, pairs, plan, alpha, qs, 0.5, steps and 2 * steps)
    return {name: None if share[name] is None else 2 * share[name] - 1 for name in ("value", "lower", "upper")}


def check_failures(header, prefix, against):
    """Section 4d (a), of every mode of a file."""
    failures = header["failures"]
    pool, places, N = failures.get("pool"), failures.get("places"), header["N"]
    qs = pool and [q for q, count in zip(pool["probabilities"], pool["counts"]) for _ in range(count)]
    if pool:
        against.number("failure modes: items of the pool", len(qs), N)
    steps = 1 if header["overlap"] == 1 or header["finalRule"] != "mean" else None
    plans = [(p["drawsBefore"], p["kind"], p["labels"]) for p in header["plans"]]
    modes = [(f"failure mode {mode['name']}", mode["clock"], mode) for mode in failures["modes"]]
    if "nothingWrong" in failures:
        modes.append(("nothing wrong", 0, failures["nothingWrong"]))
    for name, clock, mode in modes:
        values = mode["values"][: max(clock, len(prefix))]
        against.number(f"{name}: draws that count", len(values), max(clock, len(prefix)))
        draws = [(pool["probabilities"][places[j]] if pool else None, y) for j, y in enumerate(values)]
        _, kind, labels = [plan for plan in plans if plan[0] <= clock][-1]
        replans = [(n, labels_then) for n, _, labels_then in plans if n > clock]
        alpha, signals = header["alpha"], mode.get("signals")
        if signals:
            against.number(f"{name}: items of all kinds", sum(signals["counts"]), N)
        how = {"steps": steps, "replans": replans, "once": kind == "once", "signals": signals}
        share = mode_share(N, clock, draws, labels, alpha, qs, **how)
        against.row(name, mode["stated"], (share["value"], share["lower"], share["upper"]))
    if "unnamed" in failures:
        news = [1 if new is None else int(new) for new in failures["unnamed"]["isNew"]]
        drawn = pool and [pool["probabilities"][place] / math.fsum(qs) for place in places[: len(news)]]
        bounds = unnamed_bound(N, news, header["alpha"], drawn, pool and min(qs) / math.fsum(qs))
        against.number("failures without a name: draws", len(news), len(prefix))
        against.number("failures without a name", failures["unnamed"]["stated"]["upper"], bounds[-1] / N)
    kinds = set()
    for kind in failures.get("steps", ()):
        name = f"steps of {kind['kind'] or 'no call'}"
        fault = "stated twice" if kind["kind"] in kinds else fault_of_steps(kind, pool, N)
        kinds.add(kind["kind"])
        if fault:
            against.differing.append(f"{name}: {fault}")
            continue
        against.row(name, kind["stated"], step_share(kind, header["alpha"], steps is not None))


def fault_of_steps(kind, of_study, N):
    """Why the items and draws that a kind of steps rests on cannot be those of the study; None where they can."""
    items, draws = sum(size["items"] for size in kind["sizes"]), len(kind["values"])
    pool, places = kind.get("pool"), kind.get("places")
    not_of_pool = "its draws are not of its pool"
    if items > N:
        return "of more items than the pool has"
    if not of_study or not pool or places is None:
        return None if not of_study and not pool and places is None and draws <= items else not_of_pool
    qs, counts = pool["probabilities"], pool["counts"]
    most = dict(zip(of_study["probabilities"], of_study["counts"]))
    is_part = len(qs) == len(counts) == len(set(qs)) and sum(counts) == items
    is_part = is_part and all(count <= most.get(q, 0) for q, count in zip(qs, counts))
    drawn = all(0 <= at < len(counts) and places.count(at) <= counts[at] for at in set(places))
    return None if is_part and drawn and len(places) == draws else not_of_pool


def step_share(kind, alpha, whole):
    """Section 4d (e). Share of the steps of one kind that are wrong: value (None where there is none), lower, upper."""
    N = sum(size["items"] for size in kind["sizes"])
    most = max(size["steps"] for size in kind["sizes"])
    mean_steps = sum(size["steps"] * size["items"] for size in kind["sizes"]) / N
    pool = kind.get("pool")
    qs = pool and [q for q, count in zip(pool["probabilities"], pool["counts"]) for _ in range(count)]
    drawn = [pool["probabilities"][place] for place in kind["places"]] if pool else [None] * len(kind["values"])
    share = mode_share(N, 0, list(zip(drawn, kind["values"])), None, alpha, qs, steps=most if whole else None)
    of = lambda m: None if m is None else min(1, m * most / mean_steps)
    return of(share["value"]), of(share["lower"]), of(share["upper"])


def unnamed_bound(N, news, alpha, qs=None, least=None):
    """Section 4d (c). M after each draw. `news` are u_j; `qs` their q and `least` the least of the pool, None on uniform draws."""
    drawn = [0.0, *accumulate(qs)] if qs else []
    losses, bounds, most = [], [N], 1 if qs is None else min(1, N * least)
    for j, new in enumerate(news):
        chance = 1 / (N - j) if qs is None or j == N - 1 else qs[j] / (1 - drawn[j])
        losses.append(new / (N * chance))
        M = min(bounds[-1], N - j - 1)
        low = 0
        if unnamed_wealth(M / N, losses, most) >= 1 / alpha:
            while M - low > 1:
                middle = (low + M) // 2
                low, M = (low, middle) if unnamed_wealth(middle / N, losses, most) >= 1 / alpha else (middle, M)
            M = low
        bounds.append(M)
    return bounds[1:]


def unnamed_wealth(m, losses, most):
    """Section 4d (c): E(m)."""
    starts = math.ceil(len(losses) / 10)
    total = 1 / (starts + 1)
    for k in range(starts):
        products = [math.prod(1 + most / part * (m - h) for h in losses[10 * k :]) for part in (1, 2, 4)]
        total += mean(products) / ((k + 1) * (k + 2))
    return total


# Section 5: every method


# Below are those that labels and header are enough for; the others have no value in a study.
METHODS = set(
    "calibrated plain-mean shrunk-difference lure lure-error hansen-hurwitz hajek ppi ppi-plus-plus rogan-gladen student-t greg one-look humcoe "
    "humcoe-no-calibration surrogate-only isotonic stratified-mean spread active-inference humcoe-random-sample top-k "
    "top-k-hybrid hmceval mcm".split()
)


# Items of these designs are chosen, not drawn by chance; the method that answers the question of each.
BASELINES = {"top-k": "top-k", "hmceval": "hmceval", "hmceval-certain": "hmceval", "mcm": "mcm"}


def methods_of_chosen(header, ss, ys):
    """Section 5, of chosen items. Methods of chosen items: their mean, or people where there are any and the surrogate elsewhere."""
    rest = header["pool"]["mean"] + math.fsum(y - s for y, s in zip(ys, ss)) / header["N"]
    yield "plain-mean", mean(ys)
    if header["design"] in ("top-k", "hmceval"):
        yield "top-k", mean(ys)
        yield "top-k-hybrid", rest
    if header["design"] == "mcm":
        yield "mcm", rest
    else:
        yield "hmceval", rest


def isotonic(levels, N, prefix, weights):
    """Section 5, `isotonic`. A curve of y on s that never falls, for every item of the pool; labeled items have their label in place of it."""
    blocks = []
    for s in sorted({draw.s for draw in prefix}):
        here = [(w, draw.y) for w, draw in zip(weights, prefix) if draw.s == s]
        weight = math.fsum(w for w, _ in here)
        blocks.append([s, s, math.fsum(w * y for w, y in here) / weight, weight])
        while len(blocks) > 1 and blocks[-2][2] >= blocks[-1][2]:
            low, _, a, u = blocks[-2]
            _, high, b, v = blocks.pop()
            blocks[-1] = [low, high, (a * u + b * v) / (u + v), u + v]

    def curve(s):
        before, after = [b for b in blocks if b[0] <= s], [b for b in blocks if b[1] >= s]
        if not before or not after:
            return (before or after[:1])[-1][2]
        (_, left, a, _), (right, _, b, _) = before[-1], after[0]
        return a if right <= left else a + (b - a) * (s - left) / (right - left)

    total = math.fsum(count * curve(s) for s, count in zip(levels["values"], levels["counts"]))
    return (total + math.fsum(draw.y - curve(draw.s) for draw in {d.item: d for d in prefix}.values())) / N


def methods_of(header, prefix, looks):
    """Section 5. Value and interval of every method that is defined on the study's draws; the others have none."""
    N, pool, with_replacement = header["N"], header["pool"], header["design"] == "humcoe"
    found = defaultdict(lambda: (None, None, None))
    if N == 0:
        found["calibrated"] = (0.5, 0.5, 0.5)
        return found
    if header["hasSurrogate"]:
        found["surrogate-only"] = (pool["mean"], None, None)
    ys = [draw.y for draw in prefix if draw.y != "skipped"]
    if looks and ys:
        found["calibrated"] = (looks[-1]["value"], looks[-1]["lower"], looks[-1]["upper"])
    if not ys or len(ys) < len(prefix):
        return found
    ss, qs, n = [draw.s for draw in prefix], [draw.q for draw in prefix], len(ys)
    if header["design"] in BASELINES:
        found.update((name, (value, None, None)) for name, value in methods_of_chosen(header, ss, ys))
        return found
    weights = [1 / (N * q) for q in qs] if with_replacement else lure_weights(qs, N)
    average = lambda ws, xs: math.fsum(w * x for w, x in zip(ws, xs)) / n
    put = lambda name, value: found.__setitem__(name, (value, None, None))
    put("plain-mean", mean(ys))
    put("ppi", pool["mean"] + average(weights, [y - s for y, s in zip(ys, ss)]))
    if with_replacement:
        put("hansen-hurwitz", average(weights, ys))
        put("humcoe-no-calibration", mean(ys))
        if n >= 2 and "levels" in pool:
            put("isotonic", isotonic(pool["levels"], N, prefix, weights))
        if n <= N:
            put("humcoe", average(humcoe_weights(qs, N), ys))
    else:
        put("lure", average(weights, ys))
        put("lure-error", 1 - average(weights, [1 - y for y in ys]))
    scale_to_one = [w / math.fsum(weights) for w in weights]
    mean_y, mean_s = (math.fsum(w * x for w, x in zip(scale_to_one, xs)) for xs in (ys, ss))
    if n >= 2:
        put("hajek", mean_y)
    cross = n * math.fsum(w * (s - mean_s) * (y - mean_y) for w, s, y in zip(scale_to_one, ss, ys))
    squares = n * math.fsum(w * (s - mean_s) ** 2 for w, s in zip(scale_to_one, ss))
    constant = pool["variance"] <= 1e-12
    prior = SLOPE_PRIOR_STRENGTH * pool["variance"]
    slope = 0 if constant else clip((cross + prior * SLOPE_PRIOR) / (squares + prior), 0, 1)
    shrunk = mean_y + slope * (pool["mean"] - mean_s)
    put("shrunk-difference", shrunk if with_replacement else clip(shrunk, sum(ys) / N, (sum(ys) + N - n) / N))
    if n >= 3 and len(set(ss)) > 1:
        put("greg", mean_y + cross / squares * (pool["mean"] - mean_s))
    if n >= 2 and header["design"] == "uniform":
        put("ppi-plus-plus", ppi_plus_plus(pool, N, n, mean_y, mean_s, cross, constant))
        look = only_look(header)
        corrected = rogan_gladen(pool, ss, ys)
        if corrected is not None:
            put("rogan-gladen", corrected)
            if look == n:
                found["rogan-gladen"] = (corrected, *rogan_gladen_ends(pool, N, ss, ys, header["alpha"]))
        if look is not None:
            put("student-t", mean(ys))
            if header["plans"][-1].get("approximate"):
                put("one-look", looks[-1]["free"])
                if look == n:
                    found["one-look"] = one_look_interval(looks[-1]["free"], looks[-1]["left_out"], ys, N, header["alpha"])
        if look == n:
            found["student-t"] = student_interval(ys, N, header["alpha"])
            found["ppi-plus-plus"] = ppi_interval(pool, N, found["ppi-plus-plus"][0], ys, ss, header["alpha"])
    return found


def judge_errors(pool, ss, ys):
    """Section 5, `rogan-gladen`. Labels of no and yes, specificity and sensitivity; None where one is undefined or a value is no yes or no."""
    no, yes = ([s for s, y in zip(ss, ys) if y == said] for said in (0, 1))
    binary = len(no) + len(yes) == len(ys) and abs(pool["variance"] - pool["mean"] * (1 - pool["mean"])) <= 1e-9
    return (len(no), len(yes), 1 - mean(no), mean(yes)) if binary and no and yes else None


def rogan_gladen(pool, ss, ys):
    errors = judge_errors(pool, ss, ys)
    if errors is None or errors[2] + errors[3] <= 1 + 1e-12:
        return None
    return clip((pool["mean"] + errors[2] - 1) / (errors[2] + errors[3] - 1), 0, 1)


def rogan_gladen_ends(pool, N, ss, ys, alpha):
    no, yes, specificity, sensitivity = judge_errors(pool, ss, ys)
    z = statistics.NormalDist().inv_cdf(1 - alpha / 2)
    p = (N * pool["mean"] + z * z / 2) / (N + z * z)
    q0, q1 = (no * specificity + 1) / (no + 2), (yes * sensitivity + 1) / (yes + 2)
    if q0 + q1 - 1 <= 1e-9:
        return 0, 1
    t, v0, v1 = (p + q0 - 1) / (q0 + q1 - 1), q0 * (1 - q0) / (no + 2), q1 * (1 - q1) / (yes + 2)
    center = t + 2 * z * z * (t * v1 - (1 - t) * v0)
    reach = z * math.sqrt(p * (1 - p) / (N + z * z) + (1 - t) ** 2 * v0 + t**2 * v1) / (q0 + q1 - 1)
    return clip(center - reach, 0, 1), clip(center + reach, 0, 1)


def only_look(header):
    """Labels at the one look that was declared before the first label, or None."""
    plan = (header.get("plans") or [{"kind": "none"}])[-1]
    return min(plan["labels"], header["N"]) if plan["kind"] == "once" else None


def around(value, reach):
    return value, clip(value - reach, 0, 1), clip(value + reach, 0, 1)


def student_interval(ys, N, alpha):
    n, center = len(ys), mean(ys)
    variance = math.fsum((y - center) ** 2 for y in ys) / (n - 1)
    return around(center, student_quantile(1 - alpha / 2, n - 1) * math.sqrt((1 - n / N) * variance / n))


def one_look_interval(e, left_out, ys, N, alpha):
    """Section 5, `one-look`. The approximate interval; no ends where the labels are too few or too alike for it."""
    n = len(ys)
    apart = Counter(math.floor(1e9 * y + 0.5) for y in ys)
    differing = n - max(apart.values())
    if n < 20 or differing < 3 or differing * (N - n) / n < 3:
        return e, None, None
    share, p = n / N, clip((n * e + 1) / (n + 2), 0, 1)
    square, cube = mean([r * r for r in left_out]), mean([r**3 for r in left_out])
    variance = square + p * (1 - p) / n
    factor = student_quantile(1 - alpha / 2, n - 1) ** 2 * (1 - share) / n
    plain, lean = math.sqrt(factor * variance), factor * (1 - 2 * share) * cube / variance / 2
    skewed, missed = math.hypot(lean, plain), math.log(2 / alpha) / -math.log1p(-share) / N
    values = sorted(apart)
    step = min(b - a for a, b in zip(values, values[1:])) / 1e9 * share / N
    down = max(plain, skewed - lean, missed * e) + step
    up = max(plain, skewed + lean, missed * (1 - e)) + step
    low, high = math.fsum(ys) / N, (math.fsum(ys) + N - n) / N
    return e, clip(e - down, low, high), clip(e + up, low, high)


def student_quantile(p, degrees):
    """By bisection of the distribution of t, a finite sum in its angle (Abramowitz and Stegun 26.7.3 and 26.7.4)."""

    def inside(t):
        angle = math.atan(t / math.sqrt(degrees))
        term = total = math.cos(angle) if degrees % 2 else 1.0
        for k in range(3 if degrees % 2 else 2, degrees - 1, 2):
            term *= (k - 1) / k * math.cos(angle) ** 2
            total += term
        if degrees % 2:
            return 2 / math.pi * (angle + (math.sin(angle) * total if degrees > 1 else 0))
        return math.sin(angle) * total

    low, high = 0.0, 1.0
    while inside(high) < 2 * p - 1:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if inside(middle) < 2 * p - 1 else (low, middle)
    return (low + high) / 2


def ppi_interval(pool, N, value, ys, ss, alpha):
    n, center_y, center_s = len(ys), mean(ys), mean(ss)
    others, constant = N - n, pool["variance"] <= 1e-12
    sxy = math.fsum((s - center_s) * (y - center_y) for s, y in zip(ss, ys))
    sxx, syy = (math.fsum((x - c) ** 2 for x in xs) for xs, c in ((ss, center_s), (ys, center_y)))
    tuning = 0.0
    if others > 0 and not constant:
        tuning = clip(sxy / n / ((1 + n / others) * pool["variance"] * N / (N - 1)), 0, 1)
    variance = max(syy - 2 * tuning * sxy + tuning**2 * sxx, 0) / n**2
    if others > 0:
        mean_others = (N * pool["mean"] - n * center_s) / others
        squares = N * pool["variance"] - sxx - n * (center_s - pool["mean"]) ** 2
        squares -= others * (mean_others - pool["mean"]) ** 2
        variance += tuning**2 * max(squares, 0) / others**2
    return around(value, statistics.NormalDist().inv_cdf(1 - alpha / 2) * math.sqrt(variance))


def ppi_plus_plus(pool, N, n, mean_y, mean_s, cross, constant):
    others = N - n
    if others == 0 or constant:
        return mean_y
    variance = pool["variance"] * N / (N - 1)
    tuning = clip(cross / n / ((1 + n / others) * variance), 0, 1)
    return mean_y + tuning * ((N * pool["mean"] - n * mean_s) / others - mean_s)


# Section 6: the shown scale


def shown_scale(header):
    scale = header["scale"]
    if len(header["systems"]) == 1:
        return scale
    reach = scale["max"] - scale["min"]
    if header["N"] > 0:
        reach = reach * header["N"] / header["sharedItems"]
    return {"min": -reach, "max": reach, "direction": scale["direction"]}


def shown(unit, scale):
    if unit is None:
        return None
    span = scale["max"] - scale["min"]
    return scale["min"] + unit * span if scale["direction"] == "higher" else scale["max"] - unit * span


def shown_row(row, scale):
    value, lower, upper = (shown(x, scale) for x in row)
    return (value, lower, upper) if lower is None or lower <= upper else (value, upper, lower)


# The comparison


class Comparison:
    def __init__(self):
        self.count, self.largest, self.differing = 0, 0.0, []
        self.unknown = set()

    def number(self, what, stated, computed):
        self.count += 1
        if stated is None or computed is None:
            if stated is not computed:
                self.differing.append(f"{what}: file says {stated}, computed {computed}")
            return
        difference = abs(stated - computed) / max(1, abs(stated))
        self.largest = max(self.largest, difference)
        if not difference <= TOLERANCE:
            self.differing.append(f"{what}: file says {stated}, computed {computed}")

    def row(self, what, stated, computed):
        for name, value in zip(("value", "lower", "upper"), computed):
            self.number(f"{what}, {name}", stated[name], value)


# Every column of the label lines, in files of version 3 and 4


COLUMNS = (
    "study N shared_items seed alpha design draw_order id system probability s s_mean u x weight annotator kind value answer "
    "answer_group reason source estimate_visible duration_ms labeled_at decision_note decision_outdated overlap final_rule "
    "final_state final_value"
).split()
REPEATED = {
    "study": "study", "N": "N", "shared_items": "sharedItems", "seed": "seed", "alpha": "alpha", "design": "design",
    "overlap": "overlap", "final_rule": "finalRule",
}
NOBODY = {"gold": "Imported evaluation", "simulated": "Simulated annotators"}
TEMPER = 1
INSTANT = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z)?")


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def state_of(header, of_draw):
    """Where a draw stands, and its final value on the shown scale."""
    y = final_value(header, of_draw)
    labels = [row for row in of_draw if row["source"] != "adjudication"]
    if y is not None:
        if y == "skipped":
            return "skipped", None
        scale = header["scale"]
        if len(header["systems"]) == 2:
            reach = scale["max"] - scale["min"]
            scale = {"min": -reach, "max": reach, "direction": scale["direction"]}
        return "value", shown(y, scale)
    words = words_of(header, labels)
    if not words:
        return "open", None
    is_whole = any(row["source"] in NOBODY for row in labels)
    return ("waiting" if len(words) < header["overlap"] and not is_whole else "undecided"), None


def faults_of(header, row):
    """What is wrong with a line by itself."""
    scale, pool, source, kind, value = header["scale"], header["pool"], row["source"], row["kind"], row["value"]
    is_decision, is_nobody = source == "adjudication", source in NOBODY
    for column, name in REPEATED.items():
        if row[column] != header[name]:
            yield f"{column} is not that of the header"
    if not is_number(row["s_mean"]) or abs(row["s_mean"] - pool["mean"]) > TOLERANCE:
        yield "s_mean is not that of the header"
    if row["system"] not in header["systems"]:
        yield "system"
    if not isinstance(row["draw_order"], int) or not 1 <= row["draw_order"] <= header["draws"]:
        yield "draw_order"
    if not is_number(row["s"]) or not pool["min"] - 1e-12 <= row["s"] <= pool["max"] + 1e-12:
        yield "s"
    if not is_number(row["probability"]) or not 0 < row["probability"] <= 1:
        yield "probability"
    if kind not in ("score", "answer", "skip"):
        yield "kind"
    if (kind == "score") != (value is not None) and kind != "answer":
        yield "value: a rating has one, a skip none"
    if value is not None and (not is_number(value) or not scale["min"] <= value <= scale["max"]):
        yield "value is not on the scale"
    if row["answer"] is not None and kind != "answer":
        yield "answer"
    if (row["answer_group"] is not None) != (kind == "answer"):
        yield "answer_group"
    if (row["reason"] is not None) != (kind == "skip"):
        yield "reason"
    if source not in ("screen", "import", "adjudication", *NOBODY):
        yield "source"
    if is_nobody and row["annotator"] != NOBODY[source]:
        yield "source does not fit the annotator"
    if not isinstance(row["annotator"], str) or not row["annotator"].strip():
        yield "annotator"
    if not isinstance(row["estimate_visible"], bool) or not is_number(row["duration_ms"]) or row["duration_ms"] < 0:
        yield "estimate_visible or duration_ms"
    if (is_decision or is_nobody) and (row["estimate_visible"] or row["duration_ms"] != 0):
        yield "nobody worked at a screen for this line"
    if not isinstance(row["labeled_at"], str) or not INSTANT.fullmatch(row["labeled_at"]):
        yield "labeled_at"
    if (row["decision_outdated"] is not None) != is_decision or (row["decision_note"] is not None and not is_decision):
        yield "decision_outdated or decision_note"


def faults_of_all(header, rows):
    """What is wrong with the lines together: their order, who spoke twice, and the probabilities of the design."""
    said, draws, before, total = set(), {}, None, {}
    hardness = lambda s: math.sqrt(1 - s + TEMPER)
    for row in rows:
        is_decision, order = row["source"] == "adjudication", row["draw_order"]
        key = (order, row["system"], None if is_decision else row["annotator"])
        if (is_decision, key) in said:
            yield f"draw {order}: {row['annotator']} stands there twice"
        said.add((is_decision, key))
        if before and (before["draw_order"] > order):
            yield f"draw {order} stands after a later draw"
        if before and before["draw_order"] == order and before["source"] == "adjudication" and not is_decision:
            yield f"draw {order}: a label stands after a decision"
        known = draws.setdefault(row["id"], row)
        if known["draw_order"] != order and header["design"] != "humcoe":
            yield f"{row['id']} is drawn twice"
        if (known["s"], known["probability"]) != (row["s"], row["probability"]):
            yield f"{row['id']} has another s or probability elsewhere"
        total[row["id"]] = row["probability"]
        before = row
    if math.fsum(total.values()) > 1 + TOLERANCE and header["design"] not in BASELINES:
        yield "the probabilities sum to more than 1"
    for row in draws.values():
        first = next(iter(draws.values()))
        expected = {
            "uniform": lambda: 1 / header["N"],
            "calibrated-hardness": lambda: first["probability"] * hardness(row["s"]) / hardness(first["s"]),
            "humcoe": lambda: row["probability"],
        }.get(header["design"], lambda: 1)()
        if abs(row["probability"] - expected) > TOLERANCE * expected:
            yield f"the design does not give {row['id']} its probability"


def faults_of_choice(header, rows):
    """The least sure are labeled first, or the surest, of those that are labeled at all; the seed decides between equals."""
    sign = -1 if header["design"] in ("top-k", "hmceval") else 1
    below, before = header["choice"]["disagreement"], None
    for row in rows:
        if not is_number(row["u"]):
            yield f"draw {row['draw_order']}: u"
            return
        if below is not None and row["s"] >= below:
            yield f"draw {row['draw_order']}: the surrogate does not disagree"
        place = (sign * row["u"], digest_of(header, row))
        if before is not None and place < before:
            yield f"draw {row['draw_order']}: by its u, {row['id']} comes before an earlier item"
        before = place


def digest_of(header, row):
    return hashlib.sha256(f"assay-draw-2|{header['seed']}|{row['id']}".encode("utf-8", "replace")).hexdigest()


def key_of(header, row):
    """The key of a row's item by draw rule 2."""
    digest = digest_of(header, row)
    uniform = (2 * int(digest[:16], 16) + 1) / 2**65
    weight = math.sqrt(1 - row["s"] + TEMPER) if header["design"] == "calibrated-hardness" else 1
    return math.inf if uniform == 1 else -math.log1p(-uniform) / weight


def faults_of_keys(header, rows):
    before = 0
    for row in rows:
        key = key_of(header, row)
        if key < before * (1 - 1e-12):
            yield f"draw {row['draw_order']}: by the seed, {row['id']} comes before an earlier draw"
        before = max(before, key)


def check_columns(header, rows, against):
    left_out = {"x"} if header["bettingRule"] == 2 or header["N"] == 0 else set()
    left_out |= set() if header["design"] in BASELINES else {"u"}
    columns = [c for c in COLUMNS if c not in left_out]
    for number, row in enumerate(rows, start=2):
        if list(row) != columns:
            against.differing.append(f"line {number}: the columns are not those of a label line")
            return
    for number, row in enumerate(rows, start=2):
        against.differing += [f"line {number}: {fault}" for fault in faults_of(header, row)]
    against.differing += faults_of_all(header, rows)
    if header["design"] in BASELINES:
        against.differing += faults_of_choice(header, rows)
    if header.get("drawRule") == 2 and header["design"] != "humcoe":
        against.differing += faults_of_keys(header, rows)
    by_draw = defaultdict(list)
    for row in rows:
        by_draw[row["draw_order"]].append(row)
    for order, of_draw in by_draw.items():
        state, value = state_of(header, of_draw)
        for row in of_draw:
            if row["final_state"] != state:
                against.differing.append(f"draw {order}: final_state is {row['final_state']}, computed {state}")
            against.number(f"final value of draw {order}", row["final_value"], value)
    against.number("rows", header["stated"]["rows"], len(rows))


def check_first_phase(header, rows, own, against):
    """What is said of the larger pool that the study's own is the first of by hash: Serfling (1974), by the union bound."""
    phase, n = header["firstPhase"], header["N"]
    low, high = header["scale"]["min"], header["scale"]["max"]
    reach = 0 if n >= phase["N"] else math.sqrt((1 - (n - 1) / phase["N"]) * math.log(2 / phase["alpha"]) / (2 * n))
    reach *= high - low
    stated = phase["stated"]
    against.number("half-width of the first phase", stated["halfWidth"], reach)
    _, lower, upper = own if header["design"] in ("calibrated-hardness", "uniform") else (None, None, None)
    against.number("lower end of all", stated["lower"], None if lower is None else max(low, lower - reach))
    against.number("upper end of all", stated["upper"], None if upper is None else min(high, upper + reach))
    for row in rows:
        text = f"assay-phase1|{phase['seed']}|{row['id']}"
        if hashlib.sha256(text.encode("utf-8", "replace")).hexdigest() > phase["cut"]:
            against.differing.append(f"draw {row['draw_order']}: {row['id']} is not in the first phase")
    share = int(phase["cut"], 16) / 2**256
    if n < phase["N"] and abs(phase["N"] * share - n) > 6 * math.sqrt(phase["N"] * share * (1 - share)) + 1:
        against.differing.append("the last hash of the first phase lets expect another number of rows")
    if (n < phase["N"]) != (phase["alpha"] > 0) or n > phase["N"]:
        against.differing.append("the error level of the first phase does not fit its size")


def check_looks(header, against):
    plans = [(p["kind"], p["labels"]) for p in header["plans"] if p["drawsBefore"] == 0]
    table = look_table(header["N"], plans[-1])
    against.number("looks", len(header["looks"]), len(table))
    for stated, look in zip(header["looks"], table):
        for name, value in zip(("labels", "share", "boldness", "leans"), look):
            against.number(f"look at {look[0]} labels, {name}", stated[name], value)


def check(header, rows, lines, report, against):
    prefix = prefix_of(header, rows)
    scale = shown_scale(header)
    sequential = header["design"] in ("calibrated-hardness", "uniform")
    looks = bracketed(header, prefix, report is not None) if sequential else []
    stated = header["stated"]
    if hashlib.sha256(lines.encode("utf-8")).hexdigest() != header["labelsSha256"]:
        against.differing.append("the SHA-256 of the label lines is another one")
    labeled = {draw.item for draw in prefix if draw.y != "skipped"}
    against.number("labeled items", stated["labeled"], len(labeled))
    against.number("skipped items", stated["skipped"], len({draw.item for draw in prefix if draw.y == "skipped"}))
    known = looks[-1] if looks and labeled else None
    if "looks" in header:
        check_looks(header, against)
    against.number("slope", stated["slope"], known and known["slope"])
    against.number("residual standard deviation", stated["residualStandardDeviation"], known and known["deviation"])

    computed = {name: shown_row(row, scale) for name, row in methods_of(header, prefix, looks).items()}
    if "firstPhase" in header:
        check_first_phase(header, rows, computed.get("calibrated", (None, None, None)), against)
    if len({row["method"] for row in stated["estimates"]}) < len(stated["estimates"]):
        against.differing.append("a method stands twice")
    for estimates in [stated["estimates"]] + ([report["estimate"]["estimates"]] if report else []):
        for row in estimates:
            if row["method"] not in METHODS:
                against.unknown.add(row["method"])
                continue
            against.row(row["method"], row, computed.get(row["method"], (None, None, None)))

    qs = [draw.q for draw in prefix]
    weights = lure_weights(qs, header["N"]) if sequential else humcoe_weights(qs, header["N"])
    if header["design"] in BASELINES:
        weights = []
    for row in rows:
        order = row["draw_order"]
        against.number(f"weight of draw {order}", row["weight"], weights[order - 1] if order <= len(weights) else None)
    if "failures" in header:
        check_failures(header, prefix, against)
    if report:
        check_history(header, prefix, looks, report["history"], scale, against)
        check_together(header, prefix, report, scale, against)


def check_history(header, prefix, looks, history, scale, against):
    points = []
    if header["N"] == 0:
        points = [(0, 0, 0, 0, None)]
    elif looks or header["design"] in ("calibrated-hardness", "uniform"):
        start = (0, shown(header["pool"]["mean"], scale), scale["min"], scale["max"], None)
        points = [start] + [
            (n + 1, *shown_row((look["value"], look["lower"], look["upper"]), scale), shown(look["plain_mean"], scale))
            for n, look in enumerate(looks)
        ]
    else:
        labeled = [draw for draw in prefix if draw.y != "skipped"]
        for n in range(1, len(labeled) + 1):
            found = methods_of(header, labeled[:n], [])
            value = found[BASELINES.get(header["design"], "humcoe")][0]
            points.append((n, shown(value, scale), None, None, shown(found["plain-mean"][0], scale)))
    against.number("points of the history", len(history), len(points))
    for stated, (draws, value, lower, upper, plain_mean) in zip(history, points):
        against.number("draws of a point", stated["draws"], draws)
        against.row(f"after {draws} draws", stated, (value, lower, upper))
        against.number(f"after {draws} draws, plain mean", stated["plainMean"], plain_mean)


# What several slices say together


def check_together(header, prefix, report, scale, against):
    """The study's own interval at its share of the error level, and Holm's correction of the tests of subgroups."""
    criteria = report.get("otherCriteria", [])
    joint = [one["together"] for one in criteria if "together" in one]
    if joint:
        alpha = header["alpha"] / (len(criteria) + 1)
        at_share = {**header, "alpha": alpha}
        sequential = header["design"] in ("calibrated-hardness", "uniform")
        looks = bracketed(at_share, prefix, False) if sequential else []
        own = methods_of(at_share, prefix, looks).get(report["estimate"]["default"])
        _, lower, upper = shown_row(own, scale) if own else (None, None, None)
        for stated in joint:
            against.number("share of the error level", stated["alpha"], alpha)
            against.number("own interval beside other criteria, lower", stated["ownLower"], lower)
            against.number("own interval beside other criteria, upper", stated["ownUpper"], upper)
    for split in report.get("subgroups", []):
        tests = [one["differs"] for one in split["subgroups"] if one.get("differs")]
        for stated, adjusted in zip(tests, holm([test["probability"] for test in tests])):
            against.number(f"adjusted probability of {split['name']}", stated["adjusted"], adjusted)


def holm(probabilities):
    """Holm (1979): the i-th smallest of m times m - i + 1, and none below the one before it."""
    adjusted = [1.0] * len(probabilities)
    least = 0.0
    for rank, index in enumerate(sorted(range(len(probabilities)), key=lambda i: probabilities[i])):
        least = max(least, min(1.0, (len(probabilities) - rank) * probabilities[index]))
        adjusted[index] = least
    return adjusted


# Series of releases


def check_series(report, records, against):
    """What each release of a series comes to, and how it differs from the one before, where both are in the report."""
    differences = {one["studyId"]: one for one in report.get("differences", [])}
    for series in report.get("series", []):
        for before, release in zip([None] + series["releases"], series["releases"]):
            name, known = f"release {release['position']}", records.get(release["studyId"])
            if known:
                check_release(name, release, *known, against)
            stated = release["difference"]
            if not before or stated["kind"] != "estimate" or not known or before["studyId"] not in records:
                continue
            record = differences.get(release["studyId"])
            if stated["differing"] > 0 and record is None:
                against.differing.append(f"{name}: nothing says which of its replies differ")
            else:
                check_difference(name, stated, record, known[0], finals(*known), finals(*records[before["studyId"]]), against)
                check_changes(name, stated, record or {}, known, records[before["studyId"]], against)


def check_release(name, release, header, rows, against):
    prefix = prefix_of(header, rows)
    looks = bracketed(header, prefix, False)
    known = methods_of(header, prefix, looks).get("calibrated")
    against.row(name, release, shown_row(known, header["scale"]) if known else (None, None, None))
    values = [y for y in finals(header, rows).values() if y != "skipped"]
    against.number(f"{name}, labeled", release["labeled"], len(values))
    if "counted" in release:
        against.number(f"{name}, labeled and counted", release["counted"], len({one.item for one in prefix if one.y != "skipped"}))
    given = {(row["draw_order"], row["annotator"]) for row in rows if row["source"] not in ("adjudication", "simulated")}
    against.number(f"{name}, labels spent and saved", release["labelsSpent"] + release["labelsSaved"], len(given))


def finals(header, rows):
    """The final value of every item that has one."""
    by_item = defaultdict(list)
    for row in rows:
        by_item[row["id"]].append(row)
    values = {item: final_value(header, of_item) for item, of_item in by_item.items()}
    return {item: y for item, y in values.items() if y is not None}


def check_difference(name, stated, record, header, now, then, against):
    """(later - earlier + 1)/2 of the items that differ goes through rule 3, times their share; the others differ by 0. Where
    equal replies are rated again, the same of them is taken out, both at half of the error level."""
    N, scale = stated["differing"], header["scale"]
    again = record and record.get("again")
    alpha = header["alpha"] / 2 if again else header["alpha"]
    prefix, state = [], {"value": 0.5, "lower": 0.5, "upper": 0.5}
    if N > 0:
        prefix, state = played_pairs(record, alpha, N, stated["plannedPairs"], now, then)
    share, span = N / stated["sharedItems"], (scale["max"] - scale["min"]) * (1 if scale["direction"] == "higher" else -1)
    raw = lambda unit: None if unit is None else (2 * unit - 1) * span
    value = None if state["value"] is None else share * raw(state["value"])
    lower, upper = sorted((share * raw(state["lower"]), share * raw(state["upper"])))
    if again:
        items = [{"id": item, "x": []} for item in again["items"]]
        of_again = {"differing": items, "surrogateMean": 0.5, "signals": [], "predictor": again["predictor"]}
        same, drift = played_pairs(of_again, alpha, stated["sharedItems"] - N, 0, now, then)
        low, high = sorted((raw(drift["lower"]), raw(drift["upper"])))
        against.row(f"{name}, drift", stated["drift"], (raw(drift["value"]), low, high))
        against.number(f"{name}, pairs rated again", stated["drift"]["pairs"], len(same))
        most = share * abs(span)
        lower, upper = clip(lower - share * high, -most, most), clip(upper - share * low, -most, most)
        known = value is not None and drift["value"] is not None
        value = clip(value - share * raw(drift["value"]), lower, upper) if known else None
    against.row(f"{name}, difference", stated, (value, lower, upper))
    against.number(f"{name}, pairs", stated["pairs"], len(prefix))


def check_changes(name, stated, record, now, then, against):
    """Section 4d (f), each failure mode in two releases."""
    sides = []
    for header, rows in (now, then):
        orders = {row["id"]: row["draw_order"] - 1 for row in rows}
        modes = {mode["name"]: mode for mode in header.get("failures", {}).get("modes", ())}
        whole = header["overlap"] == 1 or header["finalRule"] != "mean"
        sides.append((orders, modes, len(prefix_of(header, rows)), whole))
    N, steps = stated["differing"], 1 if all(side[3] for side in sides) else None
    for mode in record.get("failures", ()):
        draws = []
        for i, item in enumerate(record["differing"]):
            pair, done = [None], True
            for orders, modes, prefix, _ in sides:
                own, order = modes[mode["name"]], orders.get(item["id"])
                seen = order is not None and order < max(own["clock"], prefix)
                pair.append(own["values"][order] if seen else None)
                done = done and order is not None and order < prefix
            if i >= mode["clock"] and not done:
                break
            draws.append(tuple(pair))
        found = mode_order(N, mode["clock"], draws, stated["plannedPairs"] or None, now[0]["alpha"], None, steps, True)
        part = N / stated["sharedItems"]
        row = (None if found[key] is None else part * found[key] for key in ("value", "lower", "upper"))
        against.row(f"{name}, failure mode {mode['name']}", mode["stated"], tuple(row))


def played_pairs(record, alpha, N, planned, now, then):
    """The pairs at the beginning that both releases have finished, and where rule 3 ends on them."""
    prefix = []
    for one in record["differing"]:
        y, x = now.get(one["id"]), then.get(one["id"])
        if y is None or x is None:
            break
        y = "skipped" if "skipped" in (y, x) else (y - x + 1) / 2
        prefix.append(Draw(one["id"], None, 1 / N, y, one["x"]))
    plan = {"drawsBefore": 0, "kind": "labels" if planned else "none", "labels": planned or None}
    pool = {
        "N": N, "alpha": alpha, "bettingRule": 3, "pool": {"mean": record["surrogateMean"]},
        "signals": record["signals"], "predictor": record["predictor"], "plans": [plan],
    }
    looks = bracketed(pool, prefix, False)
    state = looks[-1] if looks else {"value": None, "lower": 0, "upper": 1}
    if all(draw.y == "skipped" for draw in prefix):
        state = {**state, "value": None}
    return prefix, state


# The hash that closes a file


SEALS = {
    "labels": (re.compile(r',"seal":(\{[^{}\n]*\})\}\n'), "}\n"),
    "report": (re.compile(r',\n  "seal": (\{[^{}\n]*\})\n\}\n\Z'), "\n}\n"),
}


def unsealed(kind, text):
    """The file without its seal, and what is wrong with that."""
    pattern, after = SEALS[kind]
    found = pattern.search(text)
    if not found:
        is_new = re.search('"version":[34]', text.split("\n", 1)[0]) or '"assay": "report"' in text[:100]
        return text, "the file has no seal, which Assay writes last" if is_new else None
    bare = text[: found.start()] + after + text[found.end() :]
    stated = loads(found.group(1)).get("sha256")
    same = stated == hashlib.sha256(bare.encode("utf-8")).hexdigest()
    return bare, None if same else "the SHA-256 that closes the file is of something else"


def loads(text):
    def once(pairs):
        names = [name for name, _ in pairs]
        if len(set(names)) < len(names):
            sys.exit(f"A name stands twice in one object: {', '.join(sorted(names))[:200]}")
        return dict(pairs)

    return json.loads(text, object_pairs_hook=once)


def check_record(record, report, against):
    """A study by its labels; report: what the JSON report says of it, None for a label file."""
    first, _, lines = record.partition("\n")
    header = loads(first)
    if (header["bettingRule"] == 4) != ("steps" in header):
        sys.exit("The header states steps by rule 4, and by no other rule.")
    if header["bettingRule"] not in (2, 3, 4):
        sys.exit(f"The file follows betting rule {header['bettingRule']}, this script rules 2 to 4.")
    rows = [loads(line) for line in lines.split("\n") if line.strip()]
    if header["version"] >= 3:
        check_columns(header, rows, against)
    check(header, rows, lines, report, against)
    return header, rows


# What checks and judges alone say (recipe, section 7)


CASE_BETS = [math.sin(math.pi * (k + 0.5) / 64) ** 2 for k in range(32)]
MOST_COMPARED = 6


def halved(is_below):
    """The largest number in [0, 1] that is below what is sought, to 2^-53."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return low


def log_chance(k, n, p):
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) + k * math.log(p) + (n - k) * math.log1p(-p)


def at_least(k, n, p):
    """The chance of k or more of n, each with chance p in (0, 1)."""
    return math.fsum(math.exp(log_chance(i, n, p)) for i in range(k, n + 1))


def exact_share(k, n, alpha):
    """Clopper and Pearson (1934)."""
    lower = 0.0 if k == 0 else halved(lambda p: p == 0 or (p < 1 and at_least(k, n, p) < alpha / 2))
    upper = 1.0 if k == n else halved(lambda p: p < 1 and (p == 0 or 1 - at_least(k + 1, n, p) > alpha / 2))
    return k / n, lower, upper


def case_end(units, value, alpha):
    """The smallest mean that bets on units (sum, size, count) do not rule out, to 2^-40."""
    largest = max(size for _, size, _ in units)
    if sum(count for _, _, count in units) > 2000:
        units = [(s if s == int(s) else math.floor(s * 1024) / 1024, size, count) for s, size, count in units]
    limit = math.log(2 / alpha) + math.log(len(CASE_BETS))
    low, high = 0.0, min(1.0, max(0.0, value))
    for _ in range(40):
        if not high > low:
            break
        m = (low + high) / 2
        logs = [math.fsum(c * math.log1p(f * (s - m * k) / (m * largest)) for s, k, c in units) for f in CASE_BETS] if m > 0 else [-math.inf]
        most = max(logs)
        capital = most + math.log(sum(math.exp(one - most) for one in logs)) if m > 0 else -math.inf
        low, high = (m, high) if capital >= limit else (low, m)
    return low


def case_mean(units, alpha):
    values, cases = math.fsum(s * c for s, _, c in units), sum(k * c for _, k, c in units)
    value = values / cases
    turned = [(k - s, k, c) for s, k, c in units]
    return value, case_end(units, value, alpha), 1 - case_end(turned, 1 - value, alpha)


def check_alone(all_checks, against):
    """Compares every figure with the units that it carries. Gives the names of those that carry none."""
    missing = []
    for checks in all_checks:
        low, high = checks["scale"]["min"], checks["scale"]["max"]
        compared = min(MOST_COMPARED, len(checks["systems"]))
        for row in checks["systems"] + checks["pairs"]:
            name = " ".join(str(part) for part in (checks["name"], row["system"], row.get("against")) if part)
            if "evidence" not in row:
                missing.append(name)
                continue
            units = [(one["sum"], one["size"], one["count"]) for one in row["evidence"]]
            n = sum(count for _, _, count in units)
            against.number(f"{name}, items", row["items"], sum(size * count for _, size, count in units))
            if "against" in row:
                found = case_mean(units, 2 * checks["alpha"] / (compared * (compared - 1)))
                ends = [(2 * one - 1) * (high - low) for one in found]
                up, down = (ends[1] > 0, ends[2] < 0) if checks["scale"]["direction"] == "higher" else (ends[2] < 0, ends[1] > 0)
                verdict = "system" if up else "against" if down else "undecided"
                if row["verdict"] != verdict:
                    against.differing.append(f"{name}, verdict: file says {row['verdict']}, its scores say {verdict}")
            else:
                against.number(f"{name}, units", row["units"], n)
                exact = not checks["grouped"] and all(s in (0, 1) for s, _, _ in units)
                passed = sum(count for s, _, count in units if s == 1)
                found = exact_share(passed, n, checks["alpha"]) if exact else case_mean(units, checks["alpha"])
                ends = [low * (1 - one) + high * one for one in found]
            against.row(name, row, ends)
    return missing


def main_alone(all_checks):
    against = Comparison()
    missing = check_alone(all_checks, against)
    print(f"{against.count} numbers computed from scores of checks alone; largest difference {against.largest:.3g}")
    for line in against.differing[:40]:
        print(line)
    if missing:
        print(f"NOT CHECKED, for the file does not hold what they were made of: {', '.join(missing)[:400]}")
    return 1 if against.differing else 4 if missing else 0


NEITHER = "is neither a label file (JSON Lines) nor a JSON report of Assay. Write one: assay report P --format labels-jsonl"


def report_in(path, text):
    """The JSON report that a file is. Ends with a sentence where it is none."""
    try:
        report = loads(text)
    except ValueError:
        sys.exit(f"{path} {NEITHER}")
    if isinstance(report, dict) and ("studies" in report or "record" in report or report.get("basis") == "checks"):
        return report
    sys.exit(f"{path} {NEITHER}")


def main(path):
    try:
        with open(path, encoding="utf-8", newline="") as file:
            text = file.read()
    except OSError as error:
        sys.exit(f"{path} cannot be read: {error.strerror}.")
    except ValueError:
        sys.exit(f"{path} {NEITHER}")
    kind = "labels" if text.startswith('{"assay":"labels"') else "report"
    alone = None if kind == "labels" else report_in(path, text)
    if alone and alone.get("basis") == "checks":
        return main_alone(alone["checks"])
    text, fault = unsealed(kind, text)
    report = None if kind == "labels" else report_in(path, text)
    against = Comparison()
    against.differing += [fault] if fault else []
    records, labels, checked = {}, 0, []
    for study in report.get("studies", [report]) if report else [None]:
        header, rows = check_record(study["record"] if study else text, study, against)
        labels += len(rows)
        checked.append((header, rows))
        if study:
            records[study["estimate"]["studyId"]] = header, rows
    if report:
        check_series(report, records, against)
    print(f"{against.count} numbers computed from {labels} labels; largest difference {against.largest:.3g}")
    if against.unknown:
        names = ", ".join(sorted(json.dumps(name) for name in against.unknown))
        print(f"Not recomputed, for this script does not know the method: {names}")
    for line in against.differing[:40]:
        print(line)
    if against.differing:
        print(f"{len(against.differing)} differ")
        return 1
    old = any(header["version"] < 3 for header, _ in checked)
    if old:
        print("NOT CHECKED: what stands in the label lines beside the numbers, for the file is of an earlier kind")
    return 4 if old or against.unknown else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
