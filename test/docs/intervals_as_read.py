"""Intervals beside the main one, computed from the pages alone: docs/methods.md (Subgroups, Other claims, More than two systems),
docs/agreement.md (How far annotators agree), docs/judges.md (A judge beside people), docs/protocols.md (Intervals), docs/recipe.md (4c, 5),
docs/releases.md (Its bets).

Reads cases as JSON from standard input and writes what it finds. Standard library alone; nothing here is taken from the product's code.
"""

import json
import math
import sys
from itertools import combinations
from statistics import NormalDist


def beta_cdf(x, a, b):
    """I_x(a, b) by the series of the hypergeometric function (Abramowitz and Stegun, 26.5.4)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_cdf(1 - x, b, a)
    term, total, i = 1.0, 1.0, 0
    while term > 1e-18 * total:
        term *= (a + b + i) / (a + 1 + i) * x
        total += term
        i += 1
    log = a * math.log(x) + b * math.log1p(-x) + math.lgamma(a + b) - math.lgamma(a + 1) - math.lgamma(b)
    return math.exp(log) * total


def root(rises, low, high):
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if rises(middle) < 0 else (low, middle)
    return (low + high) / 2


def beta_quantile(p, a, b):
    if a <= 0 or b <= 0:
        return 0.0 if a <= 0 else 1.0
    return root(lambda x: beta_cdf(x, a, b) - p, 0, 1)


def tail(t, freedom):
    """P(|T| > t) of Student's t."""
    return beta_cdf(freedom / (freedom + t * t), freedom / 2, 0.5)


def student(alpha, freedom):
    return root(lambda t: alpha - tail(t, freedom), 0, 1e6)


def clopper_pearson(x, n, alpha, half_step=0.0):
    return (
        beta_quantile(alpha / 2, x - half_step, n - x + 1 + half_step),
        beta_quantile(1 - alpha / 2, x + 1 + half_step, n - x - half_step),
    )


def bounded(x, variance, k, freedom, left, alpha):
    """The hull of t and exact binomial: methods.md, Subgroups."""
    if left == 0:
        return [x, x]
    c = (k * x + 1) / (k + 2)
    # k labels of mean x whose mean has this variance, and one label at each end of the scale.
    squares = k * (k - 1) * variance + k * (x - c) ** 2 + c**2 + (1 - c) ** 2
    v = left * squares / ((k + 2) * (k + 1))
    reach = student(alpha, freedom) * math.sqrt(v)
    # As many labels as have the variance v, of values 0 and 1 with mean c: v = c (1 - c)/(m + 1) m/k at m = k.
    m = k / (k + 1) * c * (1 - c) / v
    # A label stands for 1/left labels of a pool of which part is labeled.
    low, high = clopper_pearson(x * m, m, alpha, (1 / left - 1) / 2)
    return [max(0, min(x, c - reach, low)), min(1, max(x, c + reach, high))]


def product(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def trace(a):
    return sum(a[i][i] for i in range(len(a)))


def eigen(a):
    """Eigenvalues and vectors of a symmetric matrix, by Jacobi's rotations."""
    n = len(a)
    a = [row[:] for row in a]
    vectors = [[float(i == j) for j in range(n)] for i in range(n)]
    for _ in range(60):
        for p in range(n):
            for q in range(p + 1, n):
                if abs(a[p][q]) < 1e-18:
                    continue
                angle = 0.5 * math.atan2(2 * a[p][q], a[q][q] - a[p][p])
                c, s = math.cos(angle), math.sin(angle)
                turn = [[float(i == j) for j in range(n)] for i in range(n)]
                turn[p][p], turn[q][q], turn[p][q], turn[q][p] = c, c, s, -s
                a = product(product([list(r) for r in zip(*turn)], a), turn)
                vectors = product(vectors, turn)
    return [a[i][i] for i in range(n)], vectors


def inverse_root(a):
    values, vectors = eigen(a)
    scaled = [[x * (1 / math.sqrt(value) if value > 1e-9 else 0) for x, value in zip(row, values)] for row in vectors]
    return product(scaled, [list(r) for r in zip(*vectors)])


def residual_maker(weights):
    total = sum(weights)
    return [[float(i == j) - w / total for j, w in enumerate(weights)] for i in range(len(weights))]


def cr2(weights, residuals, groups):
    """Pustejovsky and Tipton (2018), Eq. 11, with whole matrices."""
    m = residual_maker(weights)
    both = product(m, [list(r) for r in zip(*m)])
    total = 0.0
    for group in sorted(set(groups)):
        own = [i for i, g in enumerate(groups) if g == group]
        a = inverse_root([[both[i][j] for j in own] for i in own])
        total += sum(weights[i] * a[p][q] * residuals[j] for p, i in enumerate(own) for q, j in enumerate(own)) ** 2
    return total / sum(weights) ** 2


def satterthwaite(shares):
    """(tr M)^2/tr M^2, M the sum over groups of w m m', m the rows of I - 1 a', w = a^2/(m m')."""
    m = residual_maker(shares)
    n = len(shares)
    inner = product(m, [list(r) for r in zip(*m)])
    # tr of a sum of w m m' is that of the matrix of inner products, weighted.
    whole = [[math.sqrt(shares[i] ** 2 / inner[i][i] * shares[j] ** 2 / inner[j][j]) * inner[i][j] for j in range(n)] for i in range(n)]
    return trace(whole) ** 2 / trace(product(whole, whole))


def kish(shares):
    return sum(shares) ** 2 / sum(a * a for a in shares)


def subgroup(values, weights, size, alpha):
    total = sum(weights)
    shares = [w / total for w in weights]
    x = sum(a * y for a, y in zip(shares, values))
    k = min(kish(shares), total / max(weights))
    variance = k / (k - 1) * sum((a * (y - x)) ** 2 for a, y in zip(shares, values))
    left = 1 - len(values) / size if size else 1
    return bounded(x, variance, k, satterthwaite(shares), left, alpha)


def calibrated(labels, slope, mean):
    total = sum(one["weight"] for one in labels)
    y = sum(one["weight"] * one["y"] for one in labels) / total
    s = sum(one["weight"] * one["surrogate"] for one in labels) / total
    residuals = [one["y"] - y - slope * (one["surrogate"] - s) for one in labels]
    return min(1, max(0, y + slope * (mean - s))), residuals, s


def grow(x, ends, arm):
    return [x - math.hypot(x - ends[0], arm), x + math.hypot(ends[1] - x, arm)]


def hull(*intervals):
    return [max(0, min(low for low, _ in intervals)), min(1, max(high for _, high in intervals))]


def future(labels, slope, pool, own, alpha):
    groups = [one["cluster"] for one in labels]
    weights = [one["weight"] for one in labels]
    size = len(pool)
    mean = sum(one["surrogate"] for one in pool) / size
    value, residuals, s = calibrated(labels, slope, mean)
    total = sum(weights)
    names = sorted(set(groups))
    shares = [sum(w for w, g in zip(weights, groups) if g == name) / total for name in names]
    k = min(kish(shares), total / max(weights))
    ends = bounded(value, cr2(weights, residuals, groups), k, satterthwaite(shares), 1, alpha)
    there = sorted(set(one["cluster"] for one in pool))
    g = len(there)
    of_pool = g / (g - 1) * sum(sum(one["surrogate"] - mean for one in pool if one["cluster"] == name) ** 2 for name in there) / size**2
    together = sum(
        sum(w * e for w, e, h in zip(weights, residuals, groups) if h == name)
        * sum(w * (one["surrogate"] - s) for w, one, h in zip(weights, labels, groups) if h == name)
        for name in names
    ) / total**2 * len(names) / g
    added = slope**2 * of_pool + 2 * slope * max(0, together)
    return hull(grow(value, ends, student(alpha, g - 1) * math.sqrt(added)), own)


def annotators(labels, table, slope, mean, size, own, alpha):
    """Every annotator labeled every item: the mean squares of Shrout and Fleiss (1979). The part that chance has stays in."""
    value, residuals, _ = calibrated(labels, slope, mean)
    weights = [one["weight"] for one in labels]
    shares = [w / sum(weights) for w in weights]
    k = min(kish(shares), sum(weights) / max(weights))
    variance = cr2(weights, residuals, list(range(len(labels))))
    ends = bounded(value, variance, k, satterthwaite(shares), 1 - len(labels) / size, alpha)
    items, people = len(table), len(table[0])
    whole = sum(map(sum, table)) / (items * people)
    between = items * sum((sum(row[a] for row in table) / items - whole) ** 2 for a in range(people)) / (people - 1)
    seen = between / items
    reach = student(alpha, (people - 1) / 2) * math.sqrt(seen / people)
    c = (k * value + 1) / (k + 2)
    odds, apart = math.log(c / (1 - c)), reach / (c * (1 - c))
    down = max(reach, c - 1 / (1 + math.exp(apart - odds)))
    up = max(reach, 1 / (1 + math.exp(-odds - apart)) - c)
    wide = [max(0, value - math.hypot(value - ends[0], down)), min(1, value + math.hypot(ends[1] - value, up))]
    return hull(wide, own)


def jackknife(items, statistic, in_order=False):
    """Kott (2001): items are dealt in turn into 50 groups, or as many as there are items; more than 50 in mixed order."""
    groups = min(50, len(items))
    if len(items) > 50 and not in_order:
        items = [items[place] for place in sorted(range(len(items)), key=mixed)]
    parts = [statistic([one for i, one in enumerate(items) if i % groups != g]) for g in range(groups)]
    middle = sum(parts) / groups
    squares = [(part - middle) ** 2 for part in parts]
    moving = sum(squares) ** 2 / sum(s * s for s in squares) if sum(squares) > 0 else 0
    return (groups - 1) / groups * sum(squares), moving, groups


def mixed(place):
    """The finalizer of MurmurHash3, 32 bits."""
    place = (place ^ place >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    place = (place ^ place >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    return place ^ place >> 16


def coefficient(items, statistic, alike, apart):
    """Of items and their weights; a pseudo-item has half the weight of an item."""
    of = lambda some: statistic([one for one, _ in some], [w for _, w in some])
    items = [items[i] for i in sorted(range(len(items)), key=mixed)]
    ends = []
    for more in ([], alike, apart):
        some = [(one, 1) for one in items] + [(one, 0.5) for one in more]
        variance, moving, groups = jackknife(some, of, in_order=True)
        freedom = 2 * groups * moving / (groups - moving) if moving < groups else groups - 1
        reach = student(0.05, max(2, min(groups - 1, freedom))) * math.sqrt(variance)
        ends += [of(some) - reach, of(some) + reach]
    return [max(-1, min(ends)), min(1, max(ends))]


def alpha_of(units, distance, weights=None):
    """Krippendorff (2011), from the pairable values; every value of an item counts by its weight, n being what it is."""
    weights = weights or [1] * len(units)
    units = [([v for v in unit if v is not None], w) for unit, w in zip(units, weights)]
    units = [(unit, w) for unit, w in units if len(unit) > 1]
    values = [(v, w) for unit, w in units for v in unit]
    n, total = len(values), sum(w for _, w in values)
    seen = sum(w * sum(distance(a, b) for a in unit for b in unit) / (len(unit) - 1) for unit, w in units) / total
    expected = sum(v * w * distance(a, b) for a, v in values for b, w in values) * (n / total) ** 2 / (n * (n - 1))
    return 1 - seen / expected


def agreement(units, level):
    apart = (lambda a, b: float(a != b)) if level == "nominal" else (lambda a, b: (a - b) ** 2)
    values = [v for unit in units for v in unit if v is not None]
    low, high, people = min(values), max(values), len(units[0])
    alike = [[low] * people, [high] * people]
    turned = [[low if a % 2 == 0 else high for a in range(people)], [high if a % 2 == 0 else low for a in range(people)]]
    return coefficient(units, lambda some, weights: alpha_of(some, apart, weights), alike, turned)


def ordinal_alpha(units):
    """Krippendorff (2011): (values from c to k, less half of those at both ends)^2."""
    pairable = [[v for v in unit if v is not None] for unit in units]
    values = [v for unit in pairable if len(unit) > 1 for v in unit]

    def apart(c, k):
        low, high = min(c, k), max(c, k)
        between = sum(low <= v <= high for v in values)
        return (between - (values.count(low) + values.count(high)) / 2) ** 2 if low < high else 0.0

    return [alpha_of(units, apart)]


def fleiss(units):
    """Fleiss (1971), from pairs of raters: every item has as many."""
    pairs = [(a, b) for unit in units for i, a in enumerate(unit) for j, b in enumerate(unit) if i != j]
    seen = sum(a == b for a, b in pairs) / len(pairs)
    values = [v for unit in units for v in unit]
    chance = sum((values.count(kind) / len(values)) ** 2 for kind in set(values))
    return [(seen - chance) / (1 - chance)]


def weighted_kappa(pairs, power, weights=None):
    """Cohen (1968): disagreement seen over that of all pairs of one rater's values with the other's."""
    weights = weights or [1] * len(pairs)
    total = sum(weights)
    seen = sum(w * abs(a - b) ** power for (a, b), w in zip(pairs, weights)) / total
    chance = sum(v * w * abs(a - b) ** power for (a, _), v in zip(pairs, weights) for (_, b), w in zip(pairs, weights))
    return 1 - seen * total**2 / chance


def weighted_kappa_interval(pairs, power):
    a, b = zip(*pairs)
    alike = [[min(a), min(b)], [max(a), max(b)]]
    apart = [[min(a), max(b)], [max(a), min(b)]]
    return [weighted_kappa(pairs, power), *coefficient(pairs, lambda some, w: weighted_kappa(some, power, w), alike, apart)]


def ranks(values, weights):
    """Ties at their middle rank; an item takes up as much of the ranking as it weighs."""
    both = list(zip(values, weights))
    return [sum(w for v, w in both if v < one) + sum(w for v, w in both if v == one) / 2 for one in values]


def spearman(pairs, weights=None):
    a, b = zip(*pairs)
    weights = weights or [1] * len(pairs)
    return pearson(list(zip(ranks(a, weights), ranks(b, weights))), weights)


def spearman_interval(pairs):
    a, b = zip(*pairs)
    alike = [[min(a), min(b)], [max(a), max(b)]]
    apart = [[min(a), max(b)], [max(a), min(b)]]
    return [spearman(pairs), *coefficient(pairs, spearman, alike, apart)]


def contrast(before, after):
    """protocols.md, Intervals: what a figure of passages is more under another setting, between -1 and 1."""
    moved = [b - a for a, b in zip(before, after)]
    low, high = passages([(one + 1) / 2 for one in moved])
    return [sum(moved) / len(moved), 2 * low - 1, 2 * high - 1]


def distance_of_sides(sides):
    """methods.md, Subgroups: the centers' distance over the root of both variances, with k = 1/sum a^2 and nothing for 1 - n/N."""
    found = []
    for labels in sides:
        total = sum(w for _, w in labels)
        shares = [w / total for _, w in labels]
        k = kish(shares)
        x = sum(a * y for a, (y, _) in zip(shares, labels))
        c = (k * x + 1) / (k + 2)
        scatter = sum((a * (y - x)) ** 2 for a, (y, _) in zip(shares, labels))
        found.append((c, (k * k * scatter + k * (x - c) ** 2 + c**2 + (1 - c) ** 2) / ((k + 2) * (k + 1))))
    (c, v), (d, w) = found
    return abs(c - d) / math.sqrt(v + w)


def parts(labels):
    """The probability by t, and that by all deals of the labels, which the seed's deals come near to; adjusted by Holm (1979)."""
    kinds = sorted({part for *_, part in labels})
    by_t, by_deals = [], []
    for kind in kinds:
        side = lambda is_own: [(y, w) for y, w, part in labels if (part == kind) == is_own]
        seen = distance_of_sides([side(True), side(False)])
        freedom = min(satterthwaite([w / sum(w for _, w in own) for _, w in own]) for own in (side(True), side(False)))
        by_t.append(tail(seen, freedom))
        size = len(side(True))
        deals = reached = 0
        for own in combinations(range(len(labels)), size):
            chosen = set(own)
            dealt = [[labels[i][:2] for i in range(len(labels)) if (i in chosen) == is_own] for is_own in (True, False)]
            deals += 1
            reached += distance_of_sides(dealt) >= seen - 1e-9
        by_deals.append(reached / deals)
    return [*by_t, *by_deals]


def window_factors(window, of, m, is_turned):
    """releases.md, Its bets: what each gambler's wealth is multiplied by, or None where m is refuted outright."""
    shares = (0.03, 0.1, 0.25, 0.5, 0.9)
    turn = (lambda x: 1 - x) if is_turned else (lambda x: x)
    ys = [1.0 if y is None else turn(y) for y in window["y"]]
    wealth = [1.0] * 5
    if of != "conversations":
        if of == "system":
            planned = window["planned"]
            ys = [sum(ys[:planned]) / planned] if len(ys) >= planned else []
        for x in ys:
            wealth = [w * (1 + f * (m - x) / (1 - m)) for w, f in zip(wealth, shares)]
        return wealth
    size, scores = window["size"], [turn(s) for s in window["scores"]]
    left = turn(window["mean"]) * size
    for t in range(len(ys) + 1):
        owed = (m * size - sum(ys[:t])) / (size - t) if t < size else m * size - sum(ys)
        if owed > 1 + 1e-9:
            return None
        if t == len(ys):
            return wealth
        s, r = scores[:t], left / (size - t)
        middle, value = (sum(s) / t, sum(ys[:t]) / t) if t else (0, 0)
        sss = sum((one - middle) ** 2 for one in s)
        ssy = sum((one - middle) * (y - value) for one, y in zip(s, ys))
        c = min(1, max(0, (ssy + 0.25) / (sss + 0.5)))
        x, b = ys[t] - c * (scores[t] - r), 1 + c * r
        wealth = [w * (1 + f * (owed - x) / (b - owed)) for w, f in zip(wealth, shares)]
        left -= scores[t]


def lowest_mean(windows, of, level, is_reference=False):
    count = len(windows)

    def together(m):
        factors = [window_factors(window, of, m, is_reference) for window in windows]
        if is_reference:
            return math.inf if factors[0] is None else sum(factors[0]) / 5
        total = 1 / (count + 1)
        for k in range(1, count + 1):
            if None in factors[k - 1 :]:
                return math.inf
            carried = [math.prod(own[j] for own in factors[k - 1 :]) for j in range(5)]
            total += sum(carried) / 5 / (k * (k + 1))
        return total

    low, high = 0.0, 1.0 - 1e-12
    if together(high) < 1 / level:
        return 1.0
    return root(lambda m: together(m) - 1 / level, low, high)


def watch(reference, windows, alpha):
    level = alpha / 2
    bound = lambda of: 1 - lowest_mean([reference], of, level, True)
    return [
        bound("alike"),
        bound("conversations"),
        *(lowest_mean(windows, of, level) for of in ("system", "alike", "conversations")),
    ]


def holm(probabilities):
    m, least, found = len(probabilities), 0.0, [0.0] * len(probabilities)
    for rank, i in enumerate(sorted(range(m), key=lambda i: probabilities[i])):
        least = max(least, min(1, (m - rank) * probabilities[i]))
        found[i] = least
    return found


def first_phase(low, high, n, size, alpha):
    """recipe.md, section 4c, on [0, 1]."""
    wider = math.sqrt((1 - (n - 1) / size) * math.log(2 / alpha) / (2 * n)) if n < size else 0
    return [wider, max(0, low - wider), min(1, high + wider)]


def kappa(pairs, weights):
    all, n = [(a, b, w) for (a, b), w in zip(pairs, weights)], sum(weights)
    kinds = sorted({v for pair in pairs for v in pair})
    seen = sum(w for a, b, w in all if a == b) / n
    of = lambda place, k: sum(one[2] for one in all if one[place] == k)
    chance = sum(of(0, k) * of(1, k) for k in kinds) / n**2
    return (seen - chance) / (1 - chance)


def kappa_interval(pairs):
    values = [v for pair in pairs for v in pair]
    low, high = min(values), max(values)
    return coefficient(pairs, kappa, [[low, low], [high, high]], [[low, high], [high, low]])


def pearson(pairs, weights=None):
    all = [(a, b, w) for (a, b), w in zip(pairs, weights or [1] * len(pairs))]
    ma, mb = (sum(one[2] * one[i] for one in all) / sum(w for *_, w in all) for i in (0, 1))
    ab = sum(w * (a - ma) * (b - mb) for a, b, w in all)
    return ab / math.sqrt(sum(w * (a - ma) ** 2 for a, _, w in all) * sum(w * (b - mb) ** 2 for _, b, w in all))


def pearson_interval(pairs):
    a, b = zip(*pairs)
    alike = [[min(a), min(b)], [max(a), max(b)]]
    return coefficient(pairs, pearson, alike, [[min(a), max(b)], [max(a), min(b)]])


def worth(pairs, size):
    """Labels that a score saves: judges.md, What a judge is worth. Each label is predicted from all others."""
    n = len(pairs)

    def left_out(by_line):
        total = 0.0
        for i, (y, s) in enumerate(pairs):
            others = [pair for j, pair in enumerate(pairs) if j != i]
            my, ms = (sum(pair[p] for pair in others) / (n - 1) for p in (0, 1))
            spread = sum((one - ms) ** 2 for _, one in others)
            slope = sum((a - my) * (b - ms) for a, b in others) / spread if by_line else 0
            total += (y - my - slope * (s - ms)) ** 2
        return total

    alone = left_out(False)
    # One item more on which the score is worth nothing.
    ratio = min(1, (left_out(True) + alone / n) / (alone + alone / n))
    saved = lambda left: 1 / (1 / size + left * (1 / n - 1 / size)) - n
    low, high = pearson_interval(pairs)
    least, most = sorted((abs(low), abs(high)))
    least = 0 if low <= 0 <= high else least
    return [saved(ratio), saved(max(ratio, 1 - least**2)), saved(min(ratio, 1 - most**2))]


def alt_test(items, score, epsilon, clusters=None):
    """judges.md, Can it replace people? `clusters` says which conversation each item is of, where several are of one."""
    def of(value, others):
        if score == "accuracy":
            return sum(value == other for other in others) / len(others)
        return -math.sqrt(sum((value - other) ** 2 for other in others) / len(others))

    people = range(len(items[0]["ratings"]))
    shares, probabilities, wins = [], [], []
    for a in people:
        own = []
        for item in items:
            others = [r for b, r in enumerate(item["ratings"]) if b != a]
            ahead = of(item["judge"], others) - of(item["ratings"][a], others)
            own.append((float(ahead >= -1e-12), float(ahead <= 1e-12)))
        wins.append([judge for judge, _ in own])
        shares.append(sum(judge for judge, _ in own) / len(own))
        behind = [person - judge for judge, person in own]
        mean = sum(behind) / len(own)
        sd = math.sqrt(sum((one - mean) ** 2 for one in behind) / (len(own) - 1))
        error, freedom = sd / math.sqrt(len(own)), len(own) - 1
        if clusters:
            left_out = [[d for d, c in zip(behind, clusters) if c != one] for one in sorted(set(clusters))]
            means = [sum(part) / len(part) for part in left_out]
            middle = sum(means) / len(means)
            error = math.sqrt((len(means) - 1) / len(means) * sum((one - middle) ** 2 for one in means))
            freedom = satterthwaite([1 - len(part) / len(behind) for part in left_out])
        t = (mean - epsilon) / error
        half = tail(abs(t), freedom) / 2
        probabilities.append(half if t < 0 else 1 - half)
    m = len(probabilities)
    limit = 0.05 / sum(1 / i for i in range(1, m + 1))
    passing = [p for i, p in enumerate(sorted(probabilities), 1) if p <= i / m * limit]
    beaten = sum(p <= max(passing) for p in probabilities) if passing else 0
    advantage = sum(shares) / m
    by_item = [[[wins[a][i] for a in people]] for i in range(len(items))]
    n = len(items)
    if clusters:
        named = list(dict.fromkeys(clusters))
        by_item = [[wins_of[0] for wins_of, c in zip(by_item, clusters) if c == one] for one in named]
        n = n**2 / sum(len(own) ** 2 for own in by_item)
    variance, *_ = jackknife(by_item, lambda some: mean_of([win for own in some for one in own for win in one]))
    return [beaten / m, advantage, *probabilities, *bounded(advantage, variance, n, n - 1, 1, 0.05)]


def mean_of(values):
    return sum(values) / len(values)


def rogan_gladen(labels, share, size, alpha):
    """recipe.md, section 5."""
    m1, m0 = (sum(1 for y, _ in labels if y == kind) for kind in (1, 0))
    a = sum(s for y, s in labels if y == 1) / m1
    b = 1 - sum(s for y, s in labels if y == 0) / m0
    z = NormalDist().inv_cdf(1 - alpha / 2)
    p = (size * share + z * z / 2) / (size + z * z)
    b, a = (m0 * b + 1) / (m0 + 2), (m1 * a + 1) / (m1 + 2)
    t = (p + b - 1) / (b + a - 1)
    g, h = b * (1 - b) / (m0 + 2), a * (1 - a) / (m1 + 2)
    d = 2 * z * z * (t * h - (1 - t) * g)
    reach = z * math.sqrt(p * (1 - p) / (size + z * z) + (1 - t) ** 2 * g + t * t * h) / (b + a - 1)
    return [t + d - reach, t + d + reach]


def bradley_terry(pairs, systems):
    """methods.md, More than two systems: the likelihood is climbed by small steps along its gradient."""
    b = [0.0] * systems
    rates = [(i, j, (n * w + 0.5) / (n + 1)) for i, j, w, n in pairs]
    for _ in range(20000):
        step = [0.0] * systems
        for i, j, w in rates:
            miss = w - 1 / (1 + math.exp(b[j] - b[i]))
            step[i] += miss
            step[j] -= miss
        b = [x + 0.5 * s for x, s in zip(b, step)]
    mean = sum(b) / systems
    return [1000 + 400 / math.log(10) * (x - mean) for x in b]


def passages(values):
    n = len(values)
    mean = sum(values) / n
    variance, *_ = jackknife(values, lambda some: sum(some) / len(some))
    return bounded(mean, variance, n, n - 1, 1, 0.05)


def percentile(values, share):
    """With linear interpolation between neighbors, as numpy has it."""
    place = share * (len(values) - 1)
    low = int(place)
    ordered = sorted(values) + [max(values)]
    return ordered[low] + (place - low) * (ordered[low + 1] - ordered[low])


def aptitude(instructions):
    """protocols.md, Lost in conversation: figures over instructions, intervals over documents."""
    documents = {}
    for document, scores in instructions:
        documents.setdefault(document, []).append(scores)
    clusters = list(documents.values())
    k = kish([len(own) for own in clusters])
    found = []
    for of in (
        lambda scores: sum(scores) / len(scores),
        lambda scores: percentile(scores, 0.9),
        lambda scores: percentile(scores, 0.9) - percentile(scores, 0.1),
    ):
        mean = lambda some: sum(of(scores) for own in some for scores in own) / sum(map(len, some))
        variance, *_ = jackknife(clusters, mean)
        found += [mean(clusters), *bounded(mean(clusters), variance, k, k - 1, 1, 0.05)]
    return found


def workers(pairs):
    """protocols.md, Correlation with people: a delete-a-group jackknife over workers beside pseudo-items, each half as heavy as a worker."""
    by_worker = {}
    for worker, a, b in pairs:
        by_worker.setdefault(worker, []).append((a, b, 1))
    clusters = list(by_worker.values())
    weight = len(pairs) / len(clusters)

    def pearson_of(some, _):
        flat = [pair for own in some for pair in own]
        total = sum(w for *_, w in flat)
        ma, mb = (sum(pair[2] * pair[i] for pair in flat) / total for i in (0, 1))
        ab = sum(w * (a - ma) * (b - mb) for a, b, w in flat)
        aa, bb = sum(w * (a - ma) ** 2 for a, _, w in flat), sum(w * (b - mb) ** 2 for _, b, w in flat)
        return ab / math.sqrt(aa * bb)

    a, b = [a for _, a, _ in pairs], [b for *_, b in pairs]
    corner = lambda x, y: [(x, y, weight / 2)]
    alike = [corner(min(a), min(b)), corner(max(a), max(b))]
    return coefficient(clusters, pearson_of, alike, [corner(min(a), max(b)), corner(max(a), min(b))])


def length(pairs):
    """methods.md, Two systems: wins of the longer response, and the win rate at equal length."""
    apart = [(b if a > 0 else 1 - b, w) for a, b, w in pairs if a != 0]
    longer = subgroup([b for b, _ in apart], [w for _, w in apart], 0, 0.05)

    def line(some):
        total = sum(w for *_, w in some)
        ma, mb = (sum(one[2] * one[i] for one in some) / total for i in (0, 1))
        v = sum(w * (a - ma) ** 2 for a, _, w in some) / total
        return ma, v, mb - ma * sum(w * (a - ma) * (b - mb) for a, b, w in some) / total / v

    m, v, value = line(pairs)
    variance, *_ = jackknife(pairs, lambda some: line(some)[2])
    carried = kish([(w * (1 - m * (a - m) / v)) ** 2 for a, _, w in pairs])
    k = min(kish([w for *_, w in pairs]) / (1 + m * m / v), carried)
    return [*longer, value, *bounded(value, variance, k, k - 1, 1, 0.05)]


kinds = {
    "aptitude": aptitude,
    "workers": workers,
    "length": length,
    "share": lambda x, n: list(clopper_pearson(x, n, 0.05)),
    "passages": passages,
    "subgroup": subgroup,
    "future": future,
    "annotators": annotators,
    "agreement": agreement,
    "kappa": kappa_interval,
    "ordinal-alpha": ordinal_alpha,
    "fleiss": fleiss,
    "weighted-kappa": weighted_kappa_interval,
    "spearman": spearman_interval,
    "contrast": contrast,
    "parts": parts,
    "holm": holm,
    "watch": watch,
    "first-phase": first_phase,
    "worth": worth,
    "alt-test": alt_test,
    "rogan-gladen": rogan_gladen,
    "bradley-terry": bradley_terry,
}
json.dump([kinds[kind](**given) for kind, given in json.load(sys.stdin)], sys.stdout)
