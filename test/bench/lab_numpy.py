"""The experiment of HumCoE's Table 1 in vectorised numpy, timed: the other side of lab.bench.ts.

Reads surrogate and human values as two rows of doubles from the file that is named. For every line that comes in it runs
every method on `seeds` seeds at T = 5, 10, ..., 30 and prints one JSON object: the processor seconds of that run and the
root mean squared errors at T = 30, which the bench compares with its own. All seeds go through each step together, as
arrays of seeds x items or seeds x candidates; the wealth is a product, as in the bench, without a logarithm.
"""
import json
import sys
import time

import numpy as np

BUDGETS = np.array([5, 10, 15, 20, 25, 30])
T = 30
GRID = np.linspace(0, 1, 1001)
ALPHA, C, K, L0, N0, AIM, BOLDNESS = 0.05, 0.8, 4, 0.5, 2, 0.32, 1.3


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


def calibrated(y, s, q, order):
    """LURE weights, shrunk slope, and the betting confidence sequence with its running intersection."""
    n_items, runs = len(y), len(order)
    mean, variance = s.mean(), s.var()
    prior_variance = max(0.375 * mean * (1 - mean), 0.0375)
    most_s_over_q = (s / q).max()
    # max_i (1 - b s_i)/q_i is read from the few lines that can lead for some b in [0, 1].
    slopes = np.linspace(0, 1, 101)
    leaders = np.unique(np.argmax((1 - slopes[:, None] * s) / q, axis=1))
    lead_s, lead_q = s[leaders], q[leaders]
    zero = np.zeros(runs)
    plain = {key: zero.copy() for key in ("s", "y", "ss", "sy", "yy")}
    tilted = {key: zero.copy() for key in plain}
    drawn, ones = zero.copy(), zero.copy()
    slope = np.full(runs, L0)
    p, v = np.full(runs, mean), np.full(runs, prior_variance)
    wealth = np.ones((runs, GRID.size))
    low, high = zero.copy(), np.ones(runs)
    values, lowers, uppers = (np.empty((runs, T)) for _ in range(3))
    for t in range(T):
        item = order[:, t]
        yt, st, qt = y[item], s[item], q[item]
        left, reach = n_items - t, 1 - drawn
        pi = qt / reach
        base = (slope * (n_items * mean - plain["s"]) + plain["y"]) / n_items
        payoff = (yt - slope * st) / (n_items * pi) + base
        lowest = base - slope * reach * most_s_over_q / n_items
        highest = base + reach * ((1 - slope[:, None] * lead_s) / lead_q).max(axis=1) / n_items
        lead = p[:, None] - GRID
        aimed = (np.abs(lead) + AIM * np.sqrt(v)[:, None]) / 2
        stake = BOLDNESS * aimed / (v[:, None] + aimed * aimed)
        toward = lead >= 0
        room = np.where(toward, GRID - lowest[:, None], highest[:, None] - GRID)
        np.minimum(stake, C / np.maximum(room, 1e-9), out=stake)
        stake = np.where(toward, stake, -stake)
        stake *= payoff[:, None] - GRID
        stake += 1
        wealth *= stake
        total = n_items * GRID
        dead = (total < plain["y"][:, None] - 1e-9) | (total > (plain["y"] + left)[:, None] + 1e-9)
        wealth[dead] = np.inf
        a = (1 / (left * pi) - 1) / (left - 1)
        for key, x in (("s", st), ("y", yt), ("ss", st * st), ("sy", st * yt), ("yy", yt * yt)):
            plain[key] += x
            tilted[key] += a * x
        drawn, ones = drawn + qt, ones + a
        n = t + 1
        rest = n_items - n
        weight = n + rest * ones
        w = {key: plain[key] + rest * tilted[key] for key in plain}
        factor = n / weight
        sxx = factor * (w["ss"] - w["s"] ** 2 / weight)
        sxy = factor * (w["sy"] - w["s"] * w["y"] / weight)
        syy = factor * (w["yy"] - w["y"] ** 2 / weight)
        slope = np.clip((sxy + K * L0 * variance) / (sxx + K * variance), 0, 1)
        estimate = w["y"] / weight + slope * (mean - w["s"] / weight)
        residual = np.maximum(syy - 2 * slope * sxy + slope**2 * sxx, 0)
        p = (N0 * mean + n * estimate) / (N0 + n)
        v = (N0 * prior_variance + residual + N0 * n / (N0 + n) * (estimate - mean) ** 2) / (N0 + n)
        accepted = wealth < 1 / ALPHA
        first = accepted.argmax(axis=1)
        last = GRID.size - 1 - accepted[:, ::-1].argmax(axis=1)
        bottom, top = plain["y"] / n_items, (plain["y"] + rest) / n_items
        low = np.maximum(low, np.maximum(GRID[first] - 0.001, bottom))
        high = np.minimum(high, np.minimum(GRID[last] + 0.001, top))
        values[:, t] = np.clip(np.clip(estimate, bottom, top), low, high)
        lowers[:, t], uppers[:, t] = low, high
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
        "calibrated-hardness": calibrated(y, s, tempered, orders["calibrated-hardness"])[0],
        "uniform": calibrated(y, s, uniform, orders["uniform"])[0],
    }


def main():
    file, seeds = sys.argv[1], int(sys.argv[2])
    s, y = np.fromfile(file).reshape(2, -1)
    for _ in sys.stdin:
        start = time.process_time()
        values = experiment(s, y, seeds)
        seconds = time.process_time() - start
        errors = {name: float(np.sqrt(np.mean((value[..., -1] - y.mean()) ** 2))) for name, value in values.items()}
        print(json.dumps({"numpy": np.__version__, "seconds": seconds, "rmse": errors}), flush=True)


main()
