"""The experiment of HumCoE's Table 1 in vectorised numpy, timed: the other side of lab.bench.ts.

Reads surrogate and human values as two rows of doubles from the file that is named. For every line that comes in it runs
every method on `seeds` seeds at T = 5, 10, ..., 30 and prints one JSON object: the processor seconds of that run and the
root mean squared errors at T = 30, which the bench compares with its own. All seeds go through each step together, as
arrays of seeds x items or seeds x candidates. The two presets run rule 3 with the surrogate alone, planned for T = 30: the
candidates between the first and the last that is live for any seed are kept, and the cut of the control variate is worked out
only where a stake needs it.
"""
import json
import math
import sys
import time

import numpy as np

BUDGETS = np.array([5, 10, 15, 20, 25, 30])
T = 30
GRID = np.linspace(0, 1, 1001)
ALPHA = 0.05
# Rule 3: penalties and prior slopes of composite, surrogate and surrogate once more; see RULE3 in docs/recipe.md.
PENALTY, PREFER = np.array([16.0, 16.0, 120.0]), np.array([0.22, 0.22, 0.0])
LOOK_RISK, GROWTH_RISK, GROWTH_SHARE, PSEUDO = 0.95, 0.9, 0.04, 4
REFITS = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 21, 24, 27}


def humcoe(y, q, order):
    """Eq. 3 and 4 at every budget."""
    n = len(y)
    picked, correction = y[order], 1 / (n * q[order]) - 1
    sums = np.cumsum(picked, axis=1)[:, BUDGETS - 1]
    corrections = np.cumsum(picked * correction, axis=1)[:, BUDGETS - 1]
    return (sums + (n - BUDGETS) / (n - 1) * corrections) / BUDGETS


def hybrid(y, s, order):
    """People for the labelled items, the machine for the rest."""
    return s.mean() + np.cumsum(y[order] - s[order])[BUDGETS - 1] / len(y)


def look_table(n_items, plan):
    """Labels, share, boldness and lean of the looks of a plan from 16 to 45 labels."""
    ladder, information = [], plan / (1 - plan / n_items)
    while True:
        information *= math.sqrt(10)
        labels = math.ceil(information * n_items / (information + n_items) - 1e-9)
        if labels > 0.85 * n_items:
            break
        ladder.append(labels)
    weights = 0.85 ** np.arange(len(ladder))
    rungs = [(labels, share, 1.0, False) for labels, share in zip(ladder, 0.15 * weights / weights.sum())]
    return [(10, 0.07, 1.25, True), (plan, 0.74, 1.0, True)] + rungs


def fit(x, y, mean, prior):
    """Slopes, intercept and leave-one-out residuals of the gated ridge: x is seeds x labels x columns."""
    runs, n, _ = x.shape
    if n < 2:
        slopes = np.tile(math.sqrt(prior) * PREFER, (runs, 1))
        if n == 0:
            return slopes, np.full(runs, mean), np.zeros((runs, 0))
        return slopes, np.clip((2 * mean + y[:, 0] - (slopes * x[:, 0]).sum(1)) / 3, 0, 1), np.zeros((runs, 0))
    center = y.mean(1, keepdims=True)
    squares = ((y - center) ** 2).sum(1)
    spread = np.sqrt((squares + 2 * prior) / (n + 2))
    start = spread[:, None] * PREFER
    middle = x.mean(1)
    centered = x - middle[:, None]
    residual = y - center - np.einsum("rnk,rk->rn", centered, start)
    inverse = np.linalg.inv(np.einsum("rnk,rnj->rkj", centered, centered) + np.diag(PENALTY))
    delta = np.einsum("rkj,rnj,rn->rk", inverse, centered, residual, optimize=True)
    leverage = np.einsum("rnk,rkj,rnj->rn", centered, inverse, centered, optimize=True)
    left_out = (residual - np.einsum("rnk,rk->rn", centered, delta)) / np.maximum(1 - leverage - 1 / n, 0.05)
    plain = (y - center) * n / (n - 1)
    slopes = start + delta
    if n >= 4:
        slack = 0.1 * spread**2
        evidence = n / 2 * np.log(((left_out**2).sum(1) + slack) / ((plain**2).sum(1) + slack))
        gate = 2 / (2 + np.exp(np.clip(evidence, -30, 30)))
        slopes *= gate[:, None]
        left_out = gate[:, None] * left_out + (1 - gate[:, None]) * plain
    return slopes, np.clip(center[:, 0] - (slopes * middle).sum(1), 0, 1), left_out


class Side:
    """The levels of one side: mass of the unlabelled items of every seed on each level."""

    def __init__(self, level, q, unlabelled, count):
        self.level, self.runs, self.count = level, len(level), count
        place = level + count * np.arange(self.runs)[:, None]
        size = count * self.runs
        self.mass = np.bincount(place.ravel(), (q * unlabelled).ravel(), size).reshape(self.runs, count)
        self.items = np.bincount(place.ravel(), unlabelled.ravel(), size).reshape(self.runs, count)

    def remove(self, item, q):
        rows = np.arange(self.runs)
        level = self.level[rows, item]
        self.items[rows, level] -= 1
        self.mass[rows, level] -= q
        self.mass[self.items < 0.5] = 0

    def settle(self, step, scale, item, y):
        value = step * np.arange(self.count) * scale[:, None]
        total = self.mass.sum(1)
        share = self.mass / total[:, None]
        self.up_to, self.sum_to = share.cumsum(1), (share * value).cumsum(1)
        squares = (share * value**2).cumsum(1)
        self.beyond = squares[:, -1:] - squares
        self.mean = self.sum_to[:, -1]
        self.top = np.where(self.items > 0.5, value, 0).max(1)
        # The mean of (level - f)+, which tells the level of a cut; levels of different seeds are kept apart by 10.
        self.short = (value * self.up_to - self.sum_to + 10 * np.arange(self.runs)[:, None]).ravel()
        self.drawn = value[np.arange(self.runs), self.level[np.arange(self.runs), item]]
        self.y = y

    def factor(self, wanted, variance, risk, mu):
        """What stakes multiply by: seeds x candidates."""
        room = np.maximum((self.top - self.mean)[:, None] + mu, 1e-9)
        limit = risk / room
        paid = 1 + np.minimum(wanted, limit) * ((self.mean - self.drawn + self.y)[:, None] - mu)
        seed, at = np.nonzero(wanted > limit)
        if len(seed) == 0:
            return paid
        w, v, m, low = wanted[seed, at], variance[seed, at], mu[seed, at], limit[seed, at]
        most = np.minimum(risk / np.maximum(m, 1e-9), w)
        gained, best, cut = w * v * low - 0.5 * v * low**2, low.copy(), np.zeros(len(w))
        tries = most > low * 1.0001
        for trial in range(1, 5):
            tried = low + (most - low) * trial / 4
            short = risk / tried - m
            place = np.searchsorted(self.short, short + 1e-12 + 10 * seed, side="right") - 1
            place = np.maximum(place, self.count * seed)
            mass = self.up_to.ravel()[place]
            there = mass > 0
            level = np.where(there, (short + self.sum_to.ravel()[place]) / np.where(there, mass, 1), 0)
            lost = mass * level**2 + self.beyond.ravel()[place] - (self.mean[seed] + short) ** 2
            gain = w * v * tried - 0.5 * tried**2 * (v + lost)
            better = tries & (gain > gained)
            gained, best, cut = np.where(better, gain, gained), np.where(better, tried, best), np.where(better, level, cut)
        taken = best > low
        seed, at = seed[taken], at[taken]
        kept = np.maximum(cut[taken] - self.drawn[seed], 0)
        paid[seed, at] = 1 - risk + best[taken] * (kept + self.y[seed])
        return paid


def planned(y, s, q, order):
    """Gated ridge, LURE weights, planned-look and growth gamblers, and their running intersection; q uniform or not."""
    n_items, runs = len(y), len(order)
    rows = np.arange(runs)
    mean, prior = s.mean(), max(0.375 * s.mean() * (1 - s.mean()), 0.0375)
    z = (s - mean) / s.std()
    columns = np.stack([z, z, z])
    is_uniform = np.ptp(q) == 0
    q = q / q.mean()
    count = 33 if is_uniform else 41
    step = (1 / q).max() * (1 if is_uniform else 1 + 1e-7) / (count - 1)
    inverse = 1 / (q * step)
    looks = look_table(n_items, T)
    upward = 0.15 + 0.7 * np.array([0.5 * (1 + math.erf((mean - g) / 0.1 / math.sqrt(2))) for g in GRID])
    wealth = [[np.tile(w * (upward if leans else 0.5 + 0 * upward), (runs, 1)),
               np.tile(w * (1 - upward if leans else 0.5 + 0 * upward), (runs, 1))] for _, w, _, leans in looks]
    growth = np.full((runs, GRID.size), GROWTH_SHARE)
    live = np.ones((runs, GRID.size), dtype=bool)
    start, stop, over = 0, GRID.size, 0
    unlabelled = np.ones((runs, n_items))
    sum_y, low, high = np.zeros(runs), np.zeros(runs), np.ones(runs)
    excess = np.zeros((runs, T))
    values, lowers, uppers = (np.empty((runs, T)) for _ in range(3))
    for t in range(T):
        seen = order[:, :t]
        labels = y[seen]
        if t in REFITS:
            slopes, intercept, left_out = fit(columns.T[seen], labels, mean, prior)
            f = np.clip(intercept[:, None] + slopes @ columns, 0, 1)
            up = Side((f * inverse + 0.5).astype(np.int64), q, unlabelled, count)
            down = Side(((1 - f) * inverse + 0.5).astype(np.int64), q, unlabelled, count)
            rounded = up.level * step * q if is_uniform else f
            pool_mean = rounded.mean(1)
            told = rounded
            square = ((left_out / q[seen[:, :left_out.shape[1]]]) ** 2).mean(1) if t > 1 else np.zeros(runs)
        left = n_items - t
        corrected = mean
        if t > 0:
            residual = labels - told[rows[:, None], seen]
            corrected = pool_mean + ((1 + left * excess[:, :t]) * residual).mean(1)
        of = (PSEUDO * mean + t * corrected) / (PSEUDO + t)
        p = np.clip((n_items * of - sum_y) / left, 0, 1)
        v = (PSEUDO * prior * (1 / q).mean() + t * square) / (PSEUDO + t)
        item = order[:, t]
        scale = up.mass.sum(1) / left
        weight = scale / q[item]
        up.settle(step, scale, item, weight * y[item])
        down.settle(step, scale, item, weight * (1 - y[item]))
        while over < len(looks) and looks[over][0] <= t:
            rest = GROWTH_SHARE + sum(w for _, w, _, _ in looks[over + 1:])
            for side in (0, 1):
                for later in range(over + 1, len(looks)):
                    wealth[later][side] += wealth[over][side] * (looks[later][1] / rest)
                growth += wealth[over][side] * (GROWTH_SHARE / rest)
            over += 1
        kept = slice(start, stop)
        mu = (n_items * GRID[kept] - sum_y[:, None]) / left
        alive = live[:, kept] & (mu >= -1e-9) & (mu <= 1 + 1e-9)
        mu = np.clip(mu, 0, 1)
        distance = p[:, None] - mu
        variance = v[:, None] + 0.6 * distance**2
        everything = growth[:, kept] + sum(own[side][:, kept] for own in wealth[over:] for side in (0, 1))
        for (labels_at, _, boldness, _), own in zip(looks[over:], wealth[over:]):
            draws = labels_at - t
            pace = boldness**2 / (draws * max(1 - draws / left, 0.02)) / variance
            for side, (levels, at) in enumerate(((up, mu), (down, 1 - mu))):
                x = own[side][:, kept]
                price = x / (1.0005 / ALPHA - (everything - x))
                bets = alive & (x > 1e-4) & (price < 1)
                wanted = np.sqrt(-2 * np.log(np.where(bets, price, 1)) * pace)
                own[side][:, kept] = np.where(bets, x * levels.factor(wanted, variance, LOOK_RISK, at), x)
        spread = v[:, None] + distance**2
        wanted = np.where(alive, np.abs(distance) / spread, 0)
        rises = distance >= 0
        growth[:, kept] *= np.where(
            rises,
            up.factor(np.where(rises, wanted, 0), spread, GROWTH_RISK, mu),
            down.factor(np.where(rises, 0, wanted), spread, GROWTH_RISK, 1 - mu),
        )
        after = growth[:, kept] + sum(own[side][:, kept] for own in wealth[over:] for side in (0, 1))
        live[:, kept] = alive & (after < 1 / ALPHA)
        anywhere = np.flatnonzero(live.any(0))
        start, stop = anywhere[0], anywhere[-1] + 1
        excess[:, t] = (weight - 1) / (left - 1)
        unlabelled[rows, item] = 0
        up.remove(item, q[item])
        down.remove(item, q[item])
        sum_y += y[item]
        n = t + 1
        first, last = live.argmax(1), GRID.size - 1 - live[:, ::-1].argmax(1)
        bottom, top = sum_y / n_items, (sum_y + n_items - n) / n_items
        low = np.maximum(low, np.maximum(GRID[first] - 0.001, bottom))
        high = np.minimum(high, np.minimum(GRID[last] + 0.001, top))
        lowers[:, t], uppers[:, t] = low, high
        if n in BUDGETS:
            seen = order[:, :n]
            slopes, intercept, _ = fit(columns.T[seen], y[seen], mean, prior)
            f = np.clip(intercept[:, None] + slopes @ columns, 0, 1)
            residual = y[seen] - f[rows[:, None], seen]
            estimate = f.mean(1) + ((1 + (n_items - n) * excess[:, :n]) * residual).mean(1)
            values[:, t] = np.clip(np.clip(estimate, bottom, top), low, high)
    return values[:, BUDGETS - 1], lowers, uppers


def experiment(s, y, seeds):
    n = len(y)
    q = (1 - s) / (1 - s).sum()
    q = np.maximum(q, 0.2 / n)
    q /= q.sum()
    tempered = np.sqrt(2 - s)
    tempered /= tempered.sum()
    uniform = np.full(n, 1 / n)
    cumulative = np.cumsum(q)
    # The seed is shared by all methods, as in the paper: one exponential an item serves both designs.
    draws = np.empty((seeds, T), dtype=np.int64)
    orders = {"calibrated-hardness": np.empty((seeds, T), dtype=np.int64), "uniform": np.empty((seeds, T), dtype=np.int64)}
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        draws[seed] = np.searchsorted(cumulative, rng.random(T) * cumulative[-1], side="right")
        exponential = rng.standard_exponential(n)
        for name, design in (("calibrated-hardness", tempered), ("uniform", uniform)):
            keys = exponential / design
            top = np.argpartition(keys, T)[:T]
            orders[name][seed] = top[np.argsort(keys[top])]
    hard = np.argsort(s, kind="stable")[:T]
    wrong = np.flatnonzero(s < 0.5)
    confident = wrong[np.argsort(-s[wrong], kind="stable")][:T]
    return {
        "humcoe": humcoe(y, q, draws),
        "top-k": (np.cumsum(y[hard]) / np.arange(1, T + 1))[BUDGETS - 1],
        "hmceval": hybrid(y, s, hard),
        "mcm": hybrid(y, s, confident),
        "calibrated-hardness": planned(y, s, tempered, orders["calibrated-hardness"]),
        "uniform": planned(y, s, uniform, orders["uniform"]),
    }


def main():
    file, seeds = sys.argv[1], int(sys.argv[2])
    s, y = np.fromfile(file).reshape(2, -1)
    for _ in sys.stdin:
        start = time.process_time()
        values = experiment(s, y, seeds)
        seconds = time.process_time() - start
        widths = {name: float(np.mean(value[2][:, -1] - value[1][:, -1]) / 2) for name, value in values.items() if isinstance(value, tuple)}
        points = {name: value[0] if isinstance(value, tuple) else value for name, value in values.items()}
        errors = {name: float(np.sqrt(np.mean((value[..., -1] - y.mean()) ** 2))) for name, value in points.items()}
        print(json.dumps({"numpy": np.__version__, "seconds": seconds, "rmse": errors, "widths": widths}), flush=True)


main()
