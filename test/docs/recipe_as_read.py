"""docs/recipe.md, sections 4b and 4d, as somebody computes it who has read that page and nothing else.

    python3 recipe_as_read.py report.json
    python3 recipe_as_read.py failures < cases.json

Lines that begin with "#>" are those of the page, word for word; what follows them does what they say and no more, slowly. Written for
reports of one study without replacement, by rule 3, whose labels become values by their mean. Prints one line of JSON:
after every draw of the history the largest distance of value, lower and upper end from what the report says.
"""

import json
import math
import sys


def held(x, low, high):
    return min(max(x, low), high)


def solved(A, columns):
    """A^-1 times each column, by elimination."""
    d = len(A)
    rows = [list(A[i]) + [column[i] for column in columns] for i in range(d)]
    for i in range(d):
        pivot = max(range(i, d), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(d):
            if k != i and rows[k][i] != 0:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i])]
    return [[rows[i][d + j] / rows[i][i] for i in range(d)] for j in range(len(columns))]


# (a) Looks


def looks_of(plan, N):
    kind, P = plan["kind"], plan["labels"]
    #> **(a) Looks** are lists of labels T, share w, boldness B and lean. A plan `once` of P: T = min(P, N), w = 1, B = 1, leaning, and
    #> growth share G = 0. Else G = .04 and the shares sum to .96:
    if kind == "once":
        return [[min(P, N), 1, 1, True]], 0
    G = 0.04
    if kind == "labels" and P < N:
        #> - P < N: T = 10 with w = .07 if P > 15; 30 with .02 if P > 45; both B = 1.25. P with .74, or .81 if P <= 15, B = 1. The ladder gets .15,
        #>   or .13 if P > 45; if it has no rung, P gets that, too.
        looks = [[10, 0.07, 1.25, True]] if P > 15 else []
        looks += [[30, 0.02, 1.25, True]] if P > 45 else []
        looks += [[P, 0.81 if P <= 15 else 0.74, 1, True]]
        ladder = 0.13 if P > 45 else 0.15
    else:
        #> - `none`, or P >= N: 10 (.07, B = 1.25), 30 (.22), 100 (.20), those up to .85 N; if there are none, N with .96 alone. The ladder gets the
        #>   rest, at most .26 a rung; what is left raises all shares in proportion.
        looks = [[10, 0.07, 1.25, True], [30, 0.22, 1, True], [100, 0.20, 1, True]]
        looks = [look for look in looks if look[0] <= 0.85 * N]
        if not looks:
            return [[N, 0.96, 1, True]], G
        ladder = 0.96 - sum(look[1] for look in looks)
    #> - Ladder from the last of these, t: I = t/(1 - t/N); I <- I sqrt(10), T = ceil(I N/(I + N) - 1e-9) while T <= .85 N; shares fall by .85
    #>   from rung to rung; B = 1. Rungs do not lean; all other looks do.
    t, rungs = looks[-1][0], []
    if t < N:
        I = t / (1 - t / N) * math.sqrt(10)
        while math.ceil(I * N / (I + N) - 1e-9) <= 0.85 * N:
            rungs.append(math.ceil(I * N / (I + N) - 1e-9))
            I *= math.sqrt(10)
    parts = [0.85**k for k in range(len(rungs))]
    if kind == "labels" and P < N:
        if not rungs:
            looks[-1][1] += ladder
        looks += [[T, ladder * part / sum(parts), 1, False] for T, part in zip(rungs, parts)]
    else:
        looks += [[T, min(0.26, ladder * part / sum(parts)), 1, False] for T, part in zip(rungs, parts)]
        have = sum(look[1] for look in looks)
        looks = [[T, w * 0.96 / have, B, lean] for T, w, B, lean in looks]
    return looks, G


# (b) Predictor


class Predictor:
    def __init__(self, xs, ys, signals, S):
        n, d = len(ys), len(signals)
        self.shares, self.j = [], None
        rho, L = [one["slope"] for one in signals], [one["penalty"] for one in signals]
        #>   v0 = max(.375 S (1 - S), .0375); before any label p = S and v = v0
        v0 = max(0.375 * S * (1 - S), 0.0375)
        self.r = []
        if n < 2:
            #> - n < 2: b = sqrt(v0) rho; c = S at n = 0, (2 S + y - b'x)/3 held to [0, 1] at n = 1. No residuals, g = 1.
            self.b = [math.sqrt(v0) * one for one in rho]
            self.c = S if n == 0 else held((2 * S + ys[0] - self.along(xs[0])) / 3, 0, 1)
            return
        ybar = sum(ys) / n
        #> - l_i = (y_i - ybar) n/(n - 1). Without columns: c = ybar, r = l, g = 0.
        l = [(y - ybar) * n / (n - 1) for y in ys]
        if d == 0:
            self.b, self.c, self.r = [], ybar, l
            return
        #> - sy^2 = (sum (y - ybar)^2 + 2 v0)/(n + 2), b0 = sy rho; X and y centered on the labels; A = X'X + diag(L);
        sy2 = (sum((y - ybar) ** 2 for y in ys) + 2 * v0) / (n + 2)
        b0 = [math.sqrt(sy2) * one for one in rho]
        xbar = [sum(x[k] for x in xs) / n for k in range(d)]
        X = [[x[k] - xbar[k] for k in range(d)] for x in xs]
        y0 = [y - ybar for y in ys]
        A = [[sum(x[i] * x[j] for x in X) + (L[i] if i == j else 0) for j in range(d)] for i in range(d)]
        #>   b = b0 + A^-1 X'(y - X b0); r_i = (y - X b)_i/max(1 - x_i'A^-1 x_i - 1/n, .05).
        left = [y - sum(a * b for a, b in zip(x, b0)) for x, y in zip(X, y0)]
        right = [sum(x[k] * e for x, e in zip(X, left)) for k in range(d)]
        step, *turned = solved(A, [right] + X)
        b = [a + c for a, c in zip(b0, step)]
        r = [
            (y - sum(a * c for a, c in zip(x, b))) / max(1 - sum(a * c for a, c in zip(x, t)) - 1 / n, 0.05)
            for x, y, t in zip(X, y0, turned)
        ]
        #> - n >= 4: g = 2/(2 + exp(h)), h = (n/2) ln((sum r^2 + .1 sy^2)/(sum l^2 + .1 sy^2)) held to [-30, 30]; else g = 1. Then b <- g b,
        #>   r <- g r + (1 - g) l, c = ybar - b'xbar held to [0, 1].
        g = 1
        if n >= 4:
            of = sum(e * e for e in r) + 0.1 * sy2, sum(e * e for e in l) + 0.1 * sy2
            g = 2 / (2 + math.exp(held(n / 2 * math.log(of[0] / of[1]), -30, 30)))
        self.b = [g * one for one in b]
        self.r = [g * a + (1 - g) * e for a, e in zip(r, l)]
        self.c = held(ybar - self.along(xbar), 0, 1)

    def along(self, x):
        return sum(b * one for b, one in zip(self.b, x))

    def f(self, x):
        #> **(b) Predictor** f = min(max(c + b'x, 0), 1) after n labels, v0 as in section 3, rho the slopes and L the penalties:
        return min(max(self.c + self.along(x), 0), 1)


# (e) Payoff


class Levels:
    """Values of the levels of unlabeled items with the sums of their q."""

    def __init__(self, values, masses):
        self.values, self.Q = values, sum(masses)
        self.F = sum(f * m for f, m in zip(values, masses)) / self.Q
        self.top = max(l for l, m in enumerate(masses) if m > 1e-9)
        self.from_above, M, E = [], 0.0, 0.0
        for l, (m, f) in enumerate(zip(masses, values)):
            M, E = M + m, E + m * f
            if m > 1e-9:
                self.from_above.insert(0, (l, f, M, E))
        self.filled = [(l, m, f) for l, (m, f) in enumerate(zip(masses, values)) if m != 0]

    def largest(self, t, mu, k):
        #> - For a larger t: j, the highest level with items, from f* down, with f_j <= c + (1 - k)/t + 1e-12, where M is the mass up to j, E the sum
        #>   of masses times values up to j, c = ((Q (1 - t mu) - k (Q - M) - M)/t + E)/M. The factor is max(1 + t (c - f_l), k) + t Y up to level j, k + t Y
        #>   above. C(t) is the mean over the masses of (1 + t c - a)^2 up to j and (k + t f - a)^2 above, a = 1 - t mu + t F.
        Q, free, room = self.Q, self.Q * (1 - t * mu), (1 - k) / t + 1e-12
        for j, f, M, E in self.from_above:
            c = ((free - k * (Q - M) - M) / t + E) / M
            if f <= c + room:
                return j, c
        return -1, 0.0

    def C(self, t, mu, k):
        j, c = self.largest(t, mu, k)
        a = 1 - t * mu + t * self.F
        kept, above = (1 + t * c - a) ** 2, k - a
        parts = [m * (kept if l <= j else (above + t * f) ** 2) for l, m, f in self.filled]
        return sum(parts) / self.Q

    def payoff(self, z, V, mu, k, l, Y):
        #> over the masses, f* the highest level with an item, Y = w y. lim = (1 - k)/max(f* - F + mu, 1e-9).
        lim = (1 - k) / max(self.values[self.top] - self.F + mu, 1e-9)
        t = z
        if z > lim:
            #> - Else the t among lim and, if t4 = min((1 - k)/max(mu, 1e-9), z) > 1.0001 lim, lim + (t4 - lim) i/4, i = 1..4, with the largest
            #>   z V t - (V t^2 + C(t))/2, the first of equals; C(lim) = 0. For lim: as above with t for z.
            t4 = min((1 - k) / max(mu, 1e-9), z)
            tried = [(lim, 0.0)]
            if t4 > 1.0001 * lim:
                steps = [lim + (t4 - lim) * i / 4 for i in range(1, 5)]
                tried += [(t, self.C(t, mu, k)) for t in steps]
            gains = [z * V * t - (V * t * t + C) / 2 for t, C in tried]
            t = tried[gains.index(max(gains))][0]
        if t <= lim:
            #> - z <= lim: 1 + z (Y - f_l + F - mu).
            return 1 + t * (Y - self.values[l] + self.F - mu)
        j, c = self.largest(t, mu, k)
        return (max(1 + t * (c - self.values[l]), k) if l <= j else k) + t * Y


# (c) and (d): one sequence


class Sequence:
    def __init__(self, header, record):
        self.header, self.record, self.N, self.S = header, record, header["N"], header["pool"]["mean"]
        self.weights = header["predictor"].get("weights")
        self.xs, self.ys, self.qs, self.ps = [], [], [], []
        self.next_refit, self.refits, self.known = 0, iter(record["refits"]), {}
        first = [plan for plan in header["plans"] if plan["drawsBefore"] == 0][-1]
        self.looks, self.G = looks_of(first, self.N)
        self.wealth = []
        for m in range(1001):
            #> **(d) Bets.** Every candidate m = 0, 1/1000, ..., 1 has two gamblers a look, with w a up and w (1 - a) down, a = .15 + .7 Phi((S - m)/.1) where the
            #> look leans and 1/2 where not, and one for growth with G. Before each label, in this order:
            a = 0.15 + 0.7 * 0.5 * math.erfc(-(self.S - m / 1000) / 0.1 / math.sqrt(2))
            sides = [(w * a, w * (1 - a)) if lean else (w / 2, w / 2) for _, w, _, lean in self.looks]
            self.wealth.append({"up": [u for u, _ in sides], "down": [d for _, d in sides], "growth": self.G})
        self.over = set()
        self.low, self.high, self.empty = 0.0, 1.0, False

    def lure(self):
        """v of section 2, or 1 on uniform draws."""
        n, N = len(self.ys), self.N
        if not self.weights:
            return [1.0] * n
        #> of the pool; a_m = (1/((N - m + 1) pi_m) - 1)/(N - m), 0 for the last item; v_m = 1 + (N - n) a_m (LURE; Farquhar, Gal and
        v, before = [], 0.0
        for m, q in enumerate(self.ps, start=1):
            pi = q / (1 - before)
            before += q
            v.append(1.0 if m == N else 1 + (N - n) * (1 / ((N - m + 1) * pi) - 1) / (N - m))
        return v

    def level(self, f, q):
        #> draws, else `probability`/`unit`; Q the sum of the masses; w = Q/(R q). Levels of the last refit's f: uniform floor(32 f + .5) of
        #> 33, with values l/32, downward those of 1 - f; else floor(f/(q `step`) + .5) of 41, with values l `step` Q/R, downward the same of 1 - f; `step` is
        if not self.weights:
            return math.floor(32 * f + 0.5), 32 - math.floor(32 * f + 0.5)
        step = self.weights["step"]
        return math.floor(f / (q * step) + 0.5), math.floor((1 - f) / (q * step) + 0.5)

    def fitted(self, before):
        """(b) by the columns from the start, and (g) by those that had joined when there were so many labels."""
        n, own = len(self.ys), [one for one in self.header["signals"] if "joined" not in one]
        fit = Predictor([x[: len(own)] for x in self.xs], self.ys, own, self.S)
        v0 = max(0.375 * self.S * (1 - self.S), 0.0375)
        #> **(g) Signals that joined** stand last in `signals`, with the draws before them, j, as `joined.drawsBefore`; `x` has their cells of every draw. Their
        #> columns have no part in (b). Each is fitted after (b), in the order of the header, to the labels after the first j alone:
        #> - s^2 = (sum r^2 + 2 v0)/(n + 2) before the first of them, r being those of (b), 0 below two labels; m = n - j labels since.
        r = list(fit.r) if n > 1 else [0.0] * n
        s2 = (sum(one * one for one in r) + 2 * v0) / (n + 2)
        for k, signal in enumerate(self.header["signals"]):
            j = signal.get("joined", {}).get("drawsBefore")
            if j is None or j > before:
                continue
            m, since = n - j, range(j, n)
            #> - A = sum x^2 + L over these m labels, c0 = rho s, c1 = c0 + sum x (r - x c0)/A, l = (r - x c1)/max(1 - x^2/A, .05).
            A = sum(self.xs[i][k] ** 2 for i in since) + signal["penalty"]
            c0 = signal["slope"] * math.sqrt(s2)
            c1 = c0 + sum(self.xs[i][k] * (r[i] - self.xs[i][k] * c0) for i in since) / A
            l = {i: (r[i] - self.xs[i][k] * c1) / max(1 - self.xs[i][k] ** 2 / A, 0.05) for i in since}
            #> - h = (m/2) ln((4 s^2 + sum l^2)/(4 s^2 + sum r^2)) held to [-30, 30]; g = 2/(2 + exp(h)); the slope is g c1.
            old = 4 * s2 + sum(r[i] ** 2 for i in since)
            h = held(m / 2 * math.log((4 * s2 + sum(one * one for one in l.values())) / old), -30, 30)
            g = 2 / (2 + math.exp(h))
            fit.b = list(fit.b) + [g * c1]
            #> - r <- g l + (1 - g) r of these labels. The share is the new 4 s^2 + sum r^2 over the old one, at most 1; s^2 <- share s^2.
            for i in since:
                r[i] = g * l[i] + (1 - g) * r[i]
            share = min((4 * s2 + sum(r[i] ** 2 for i in since)) / old, 1)
            s2 *= share
            fit.shares.append((j, share))
            #> With one of them, j now the largest, e of (c) and the estimate weigh what was known at j and what came since. F is the mean of f over the pool.
            fit.j = j
        return fit

    def weighed(self, fit, F):
        """Estimate and spread, (g)."""
        n, N, j = len(self.ys), self.N, fit.j
        if j is None:
            left = sum(v * (y - fit.f(x)) for v, y, x in zip(self.lure(), self.ys, self.xs)) / n
            return F + left, 1 / n - 1 / N
        #> - a = K/V and b = (n - j)/((1 - j/N) max(1 - n/N, 1e-12)): K the product of the shares of those that joined at j, V and e0 the spread and the estimate after j
        #>   labels, held to what is possible. At j = 0 they are infinite and S.
        K = math.prod(share for at, share in fit.shares if at == j)
        e0, V = self.known[j] if j else (self.S, math.inf)
        a, b = K / V, (n - j) / ((1 - j / N) * max(1 - n / N, 1e-12))
        #> - The estimate is (a e0 + b E)/(a + b), its spread 1/(a + b); at n = j e0 and V/K. Without a join the spread is 1/n - 1/N.
        if n == j:
            return e0, V / K
        #> - rest = (N F - sum f of the first j)/(N - j) + sum v (y - f)/(n - j) over the labels since; E = (sum y of the first j + (N - j) rest)/N.
        since = list(zip(self.lure(), self.ys, self.xs))[j:]
        rest = (N * F - sum(fit.f(x) for x in self.xs[:j])) / (N - j)
        rest += sum(v * (y - fit.f(x)) for v, y, x in since) / (n - j)
        E = (sum(self.ys[:j]) + (N - j) * rest) / N
        return (a * e0 + b * E) / (a + b), 1 / (a + b)

    def refit(self):
        n = len(self.ys)
        #> **(c) Before a bet**, with n labels and R = N - n. Refits are at n = 0, ..., 10, then at max(n + 1, ceil(1.1 n - 1e-9)). q is 1 on uniform
        if n < self.next_refit:
            return
        following = lambda n: n + 1 if n < 10 else max(n + 1, math.ceil(1.1 * n - 1e-9))
        #> f of (b) gets the sum of slope times x. A bet has the signals with j <= n, an estimate after n labels those with j < n. Refits are also at each j, and at j plus
        #> the numbers of (c). v of (c) is multiplied by all shares, and the residual deviation by their root.
        joined = [one["joined"]["drawsBefore"] for one in self.header["signals"] if "joined" in one]
        self.next_refit = min([following(n)] + [j if j > n else j + following(n - j) for j in joined])
        self.fit, stored = self.fitted(n), next(self.refits)
        self.mean, self.up = stored["mean"], list(stored["up"]["masses" if self.weights else "counts"])
        self.down = list(stored["down"]["masses"]) if self.weights else self.up[::-1]
        if not self.weights and self.fit.j is None:
            #> - e = S at n = 0; else the mean of the last refit plus (1/n) sum v (y - f); on uniform draws both with f rounded to its level.
            seen = [self.level(self.fit.f(x), 1)[0] / 32 for x in self.xs]
            self.mean = (sum(count * l / 32 for l, count in enumerate(self.up)) + sum(seen)) / self.N

    def expected(self):
        n, N = len(self.ys), self.N
        e = self.S
        if self.fit.j is not None:
            e = self.weighed(self.fit, self.mean)[0]
        elif n > 0:
            f = [self.fit.f(x) for x in self.xs]
            f = f if self.weights else [self.level(one, 1)[0] / 32 for one in f]
            e = self.mean + sum(v * (y - one) for v, y, one in zip(self.lure(), self.ys, f)) / n
        #> - p = (N (4 S + n e)/(4 + n) - sum y)/R held to [0, 1]; v = (4 v0 `meanWeight` + n k)/(4 + n), with k the mean of (r/q)^2 over the
        #>   labels of the last refit (0 where it has no residuals; `meanWeight` is 1 on uniform draws).
        p = held((N * (4 * self.S + n * e) / (4 + n) - sum(self.ys)) / (N - n), 0, 1)
        v0 = max(0.375 * self.S * (1 - self.S), 0.0375)
        r = self.fit.r
        k = sum((one / q) ** 2 for one, q in zip(r, self.qs)) / len(r) if r else 0.0
        v = (4 * v0 * (self.weights["meanWeight"] if self.weights else 1) + n * k) / (4 + n)
        return p, math.prod(share for _, share in self.fit.shares) * v

    def add(self, x, probability, y):
        n, N = len(self.ys), self.N
        R = N - n
        #> 1. A plan that takes hold: the up wealth of all looks goes to the looks T > n of the new table in proportion to their shares, the down
        #>    wealth likewise; without such a look to growth.
        for plan in self.header["plans"]:
            if plan["drawsBefore"] == n > 0:
                self.looks, self.G = looks_of(plan, N)
                self.over = {k for k, look in enumerate(self.looks) if look[0] <= n}
                open_shares = [0 if k in self.over else look[1] for k, look in enumerate(self.looks)]
                whole = sum(open_shares)
                for own in filter(None, self.wealth):
                    for side in ("up", "down"):
                        moved = sum(own[side])
                        own[side] = [moved * share / whole if whole else 0.0 for share in open_shares]
                        own["growth"] += 0 if whole else moved
        self.refit()
        p, v = self.expected()
        q = probability / self.weights["unit"] if self.weights else 1.0
        unit = self.weights["step"] * sum(self.up) / R if self.weights else 1 / 32
        w = sum(self.up) / (R * q)
        up, down = (Levels([l * unit for l in range(len(side))], side) for side in (self.up, self.down))
        up_level, down_level = self.level(self.fit.f(x), q)
        #> 2. A look with T <= n: up and down wealth go to those of the later looks, and of both a part to growth, by starting shares (w of the later, G).
        for k, look in enumerate(self.looks):
            if look[0] <= n and k not in self.over:
                self.over.add(k)
                later = list(range(k + 1, len(self.looks)))
                whole = sum(self.looks[i][1] for i in later) + self.G
                for own in filter(None, self.wealth) if whole else []:
                    for side in ("up", "down"):
                        moved, own[side][k] = own[side][k], 0.0
                        for i in later:
                            own[side][i] += moved * self.looks[i][1] / whole
                        own["growth"] += moved * self.G / whole
        alpha, total = self.header["alpha"], sum(self.ys)
        for place, own in enumerate(self.wealth):
            if own is None:
                continue
            #> 3. mu = (N m - sum y)/R; out for good beyond [-1e-9, 1 + 1e-9], else held to [0, 1]. D = p - mu; W is all wealth of the candidate before the label.
            mu = (N * place / 1000 - total) / R
            if mu < -1e-9 or mu > 1 + 1e-9:
                self.wealth[place] = None
                continue
            mu = held(mu, 0, 1)
            D, W = p - mu, sum(own["up"]) + sum(own["down"]) + own["growth"]

            def factor(side, z, V, k):
                #> **(e) Payoff** of an upward stake z on an item of level l; for a downward one 1 - mu, the downward levels and 1 - y. F is the mean of the values
                if side == "up":
                    return up.payoff(z, V, mu, k, up_level, w * y)
                return down.payoff(z, V, 1 - mu, k, down_level, w * (1 - y))

            for k, (T, _, B, _) in enumerate(self.looks):
                for side in ("up", "down") if k not in self.over else ():
                    #> 4. Look gambler with x > .0001: price = x/(1.0005/alpha - (W - x)), none from 1 on; V = v + .6 D^2; stake
                    #>    B sqrt(-2 ln price)/sqrt((T - n) V max(1 - (T - n)/R, .02)), none below 1e-9; least factor k = .05.
                    x_own = own[side][k]
                    if x_own > 0.0001:
                        price, V = x_own / (1.0005 / alpha - (W - x_own)), v + 0.6 * D * D
                        if price < 1:
                            z = B * math.sqrt(-2 * math.log(price))
                            z /= math.sqrt((T - n) * V * max(1 - (T - n) / R, 0.02))
                            if z >= 1e-9:
                                own[side][k] = x_own * factor(side, z, V, 0.05)
            #> 5. Growth: V = v + D^2, stake |D|/V towards p, none where |D| < 1e-9; k = .1.
            V = v + D * D
            if abs(D) >= 1e-9:
                own["growth"] *= factor("up" if D > 0 else "down", abs(D) / V, V, 0.1)
            #> 6. x <- x times the payoff (e). Out for good when the sum is 1/alpha or more.
            if sum(own["up"]) + sum(own["down"]) + own["growth"] >= 1 / alpha:
                self.wealth[place] = None
        #> (1 + 1e-7) max(1/q)/40, `meanWeight` mean(1/q). A label takes its q off its two levels.
        self.up[up_level] -= q
        self.down[down_level] -= q
        self.xs.append(x), self.ys.append(y), self.qs.append(q), self.ps.append(probability)
        self.narrow()

    def narrow(self):
        n, N, total = len(self.ys), self.N, sum(self.ys)
        if n == N:
            #> 0 and 1 in their place. Shown is the intersection with all earlier looks; if it were empty, the last that was not. With all N
            #> items labeled both ends are sum y/N.
            self.low = self.high = total / N
            return
        #> 4. Accepted are the candidates left with log-wealth < ln(1/alpha). Lower end: the first of them less 1/1000, or sum y/N or 0 if
        #>    larger; upper end: the last plus 1/1000, or (sum y + N - n)/N or 1 if smaller (with the sums after the draw). None accepted:
        accepted = [place / 1000 for place, own in enumerate(self.wealth) if own is not None]
        low = max(accepted[0] - 0.001 if accepted else 0, total / N, 0)
        high = min(accepted[-1] + 0.001 if accepted else 1, (total + N - n) / N, 1)
        if max(self.low, low) > min(self.high, high) + 1e-12:
            self.empty = True
        if not self.empty:
            self.low, self.high = max(self.low, low), min(self.high, high)

    def value(self):
        n, N, total = len(self.ys), self.N, sum(self.ys)
        #> Estimate: mean of f over the pool plus (1/n) sum v (y - f), v of section 2 (1 on uniform draws), with b of all n labels, but of the last
        #> refit where N d > 4,000,000 or n d^2 > 1,000,000 for d columns; held to [sum y/N, (sum y + N - n)/N], then to the interval. Residual standard
        d = sum("joined" not in one for one in self.header["signals"])
        isLast = N * d > 4_000_000 or n * d * d > 1_000_000
        fit = self.fit if isLast else self.fitted(n - 1)
        e, spread = self.weighed(fit, self.record["means"][n - 1])
        e = held(e, total / N, (total + N - n) / N)
        self.known[n] = e, spread
        self.e, self.r = e, fit.r
        return held(e, self.low, self.high)


def main(path):
    report = json.load(open(path, encoding="utf-8"))
    first, *lines = report["record"].strip().split("\n") if isinstance(report["record"], str) else report["record"]
    header = json.loads(first) if isinstance(first, str) else first
    scale = header["scale"]
    #> y = (value - min)/(max - min), or one minus that where lower is better. In a comparison each annotator's y is
    unit = lambda value: (value - scale["min"]) / (scale["max"] - scale["min"])
    by_draw = {}
    for line in lines:
        row = json.loads(line) if isinstance(line, str) else line
        by_draw.setdefault(row["draw_order"], []).append(row)
    sides = [("low", 0.0), ("high", 1.0)] if "high" in header["predictor"] else [("low", 0.0)]
    sequences = [(Sequence(header, header["predictor"][side]), skipped) for side, skipped in sides]
    distances, stepped = [], True
    for point in report["history"][1:]:
        rows = by_draw[point["draws"]]
        given = [unit(row["value"]) for row in rows if row["value"] is not None]
        given = [1 - y for y in given] if scale["direction"] == "lower" else given
        x = [one["unit"] * cell for one, cell in zip(header["signals"], rows[0]["x"])]
        for sequence, skipped in sequences:
            sequence.add(x, rows[0]["probability"], sum(given) / len(given) if given else skipped)
        #> Skips: sections 3 and 4 run once with y = 0 for every skipped draw and once with 1. Value and slope are the middle of the two, the
        #> interval reaches from the lower of the lower ends to the higher of the upper ones, the deviation is the larger.
        values = [sequence.value() for sequence, _ in sequences]
        value = (values[0] + values[-1]) / 2
        low, high = min(s.low for s, _ in sequences), max(s.high for s, _ in sequences)
        #> **(f) Rule 4** is rule 3, and then rounds inward what is shown at a look. Values lie in K = `steps` equal steps from 0 to 1, so the mean of the pool
        N, K = header["N"], header.get("steps", 0)
        #> is held to them. Both ends stay where j would be larger below than above; after a y with K y farther than 1e-6 from a whole number; and
        stepped = stepped and all(abs(K * y - round(K * y)) <= 1e-6 for y in given)
        #> where `overlap` is above 1 and `finalRule` is `mean`. The difference of two releases is by rule 3.
        if header["bettingRule"] == 4 and stepped and not (header["overlap"] > 1 and header["finalRule"] == "mean"):
            #> is one of j/(N K): the lower end goes up to j = ceil(lower N K - 1e-6), the upper one down to j = floor(upper N K + 1e-6), and the value
            least, most = math.ceil(low * N * K - 1e-6), math.floor(high * N * K + 1e-6)
            if least <= most:
                low, high = least / (N * K), most / (N * K)
                value = held(value, low, high)
        #> One system: min + x (max - min), or max - x (max - min) where lower is better. A comparison: the same on the scale from -R to R with
        shown = [scale["min"] + one * (scale["max"] - scale["min"]) for one in (value, low, high)]
        if scale["direction"] == "lower":
            shown = [scale["max"] - one * (scale["max"] - scale["min"]) for one in (value, high, low)]
        stated = [point["value"], point["lower"], point["upper"]]
        distances.append(max(abs(a - b) for a, b in zip(shown, stated)))
    ends = 0
    if header["plans"][-1].get("approximate"):
        one = next(row for row in report["estimate"]["estimates"] if row["method"] == "one-look")
        found = one_look(sequences[0][0], scale)
        ends = len(found)
        distances.extend(abs(a - b) for a, b in zip(found, [one["lower"], one["upper"]]))
    print(json.dumps({"looks": len(report["history"]) - 1, "largest": max(distances), "ends": ends}))


# Section 5, `one-look`


def quantile(p, degrees):
    # Student's t by Simpson's rule on its density, and bisection.
    density = lambda x: math.exp(
        math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2) - (degrees + 1) / 2 * math.log1p(x * x / degrees)
    ) / math.sqrt(degrees * math.pi)
    low, high = 0.0, 50.0
    for _ in range(60):
        middle = (low + high) / 2
        steps, width = 2000, (low + high) / 2 / 2000
        area = sum((1 if k in (0, steps) else 4 if k % 2 else 2) * density(k * width) for k in range(steps + 1)) * width / 3
        low, high = (middle, high) if 0.5 + area < p else (low, middle)
    return low


def one_look(study, scale):
    y, N, e, r, alpha = study.ys, study.N, study.e, study.r, study.header["alpha"]
    n = len(y)
    told = [math.floor(10**9 * one + 0.5) for one in y]
    k = n - max(told.count(one) for one in told)
    #> `one-look` has ends only where n >= 20, k >= 3 and k (N - n)/n >= 3, k being the labels that differ from the most frequent value
    if not (n >= 20 and k >= 3 and k * (N - n) / n >= 3):
        return []
    #> (values are told apart by floor(10^9 y + 1/2)). With r the residuals of 4b (b) and p = (n e + 1)/(n + 2) held to [0, 1]:
    p = held((n * e + 1) / (n + 2), 0, 1)
    #> - V = mean r^2 + p (1 - p)/n; F = t^2 (1 - n/N)/n, t as of `student-t`; h = sqrt(F V); a = F (1 - 2n/N) (mean r^3)/(2 V);
    V = sum(one**2 for one in r) / n + p * (1 - p) / n
    F = quantile(1 - alpha / 2, n - 1) ** 2 * (1 - n / N) / n
    h, a = math.sqrt(F * V), F * (1 - 2 * n / N) * (sum(one**3 for one in r) / n) / (2 * V)
    #>   m = ln(2/alpha)/(-N ln(1 - n/N)); d = (n/N^2) times the smallest distance between two different labels.
    m = math.log(2 / alpha) / (-N * math.log(1 - n / N))
    different = sorted(set(told))
    d = n / N**2 * min(b - c for c, b in zip(different, different[1:])) / 10**9
    #> - lower end e - max(h, sqrt(a^2 + h^2) - a, m e) - d; upper end e + max(h, sqrt(a^2 + h^2) + a, m (1 - e)) + d; both held to
    #>   [sum y/N, (sum y + N - n)/N].
    low = held(e - max(h, math.sqrt(a * a + h * h) - a, m * e) - d, sum(y) / N, (sum(y) + N - n) / N)
    high = held(e + max(h, math.sqrt(a * a + h * h) + a, m * (1 - e)) + d, sum(y) / N, (sum(y) + N - n) / N)
    span = scale["max"] - scale["min"]
    if scale["direction"] == "lower":
        return [scale["max"] - high * span, scale["max"] - low * span]
    return [scale["min"] + low * span, scale["min"] + high * span]


# Section 4d: failure modes


class Rest(Sequence):
    def __init__(self, N, plan, alpha, S, q):
        #> **(a) Share.** The rest is a study by section 4b of the N - m items that are not among the first m draws, with N - m for N. Its q are those of the
        self.left = q and list(q)
        predictor = {}
        if q:
            #> pool for these items, over their sum; `unit`, `step` and `meanWeight` are of them. It has no signals unless some are stated, and S = .1. A plan of P labels
            unit = sum(q) / len(q)
            predictor["weights"] = {
                "unit": unit,
                "step": (1 + 1e-7) * max(unit / one for one in q) / 40,
                "meanWeight": sum(unit / one for one in q) / len(q),
            }
        #> becomes P - m, and `none` from m = P on. The f of every item is then the c of (b).
        plan = {"drawsBefore": 0, **({"kind": "labels", "labels": plan} if plan else {"kind": "none", "labels": None})}
        header = {"N": N, "pool": {"mean": S}, "alpha": alpha, "signals": [], "predictor": predictor, "plans": [plan]}
        super().__init__(header, {"refits": []})

    def refit(self):
        n = len(self.ys)
        if n < self.next_refit:
            return
        self.next_refit = n + 1 if n < 10 else max(n + 1, math.ceil(1.1 * n - 1e-9))
        self.fit = Predictor(self.xs, self.ys, [], self.S)
        self.mean = f = min(max(self.fit.c, 0), 1)
        self.up, self.down = ([0.0] * (41 if self.weights else 33) for _ in range(2))
        if not self.weights:
            self.mean = self.level(f, 1)[0] / 32
            self.up[self.level(f, 1)[0]] += self.N - n
            self.down = self.up[::-1]
        for q in self.left or []:
            q /= self.weights["unit"]
            up, down = self.level(f, q)
            self.up[up] += q
            self.down[down] += q

    def draw(self, q, y):
        self.add([], q, y)
        if self.left:
            self.left.remove(q)

    def value(self):
        fit = Predictor(self.xs, self.ys, [], self.S)
        self.record["means"] = {len(self.ys) - 1: fit.c}
        return super().value()


def share(N, m, draws, plan, alpha, q, S, K):
    before, since = draws[:m], draws[m:]
    #> - Z is the sum of the known y of the first m draws, and U how many of them are unknown. Lower end (Z + (N - m) l)/N, upper end
    Z, U = sum(y for _, y in before if y is not None), sum(y is None for _, y in before)
    known = [y for _, y in since if y is not None]
    #> - Where it was found: the mean of all known y, of the first m draws, too.
    count = m - U + len(known)
    found = (Z + sum(known)) / count if count else None
    if m == N:
        return [Z / N if U == 0 else None, Z / N, (Z + U) / N, found]
    left = q and list(q)
    for one, _ in before if q else []:
        left.remove(one)
    total = sum(left) if q else None
    left = left and [one / total for one in left]
    sides = 2 if len(known) < len(since) else 1
    rest = [Rest(N - m, plan - m if plan and plan > m else None, alpha, S, left) for _ in range(sides)]
    for one, y in since:
        for skipped, sequence in enumerate(rest):
            sequence.draw(one / total if q else None, skipped if y is None else y)
    #> - l and u are its ends after n - m draws, unknown draws as skips; where y lies in K steps of every item they are rounded inward as in (f), with N - m
    l, u = min(one.low for one in rest), max(one.high for one in rest)
    if K and all(abs(K * y - round(K * y)) <= 1e-6 for y in known):
        #>   for N.
        least, most = math.ceil(l * (N - m) * K - 1e-6), math.floor(u * (N - m) * K + 1e-6)
        if least <= most:
            l, u = least / ((N - m) * K), most / ((N - m) * K)
    #>   (Z + U + (N - m) u)/N.
    low, high = (Z + (N - m) * l) / N, (Z + U + (N - m) * u) / N
    if not known:
        #>   is (Z + (N - m + U) e)/N, held to the ends; there is none before a y since the clock is known. Where m = N it is Z/N if U = 0.
        return [None, low, high, found]
    #> - With a and b the values of the rest with unknown draws at 0 and at 1, and r the mean of the known y since the clock, e = a + r (b - a). The value
    a, b = rest[0].value(), rest[-1].value()
    e = a + sum(known) / len(known) * (b - a)
    return [held((Z + (N - m + U) * e) / N, low, high), low, high, found]


def order(N, m, draws, plan, alpha, q, K):
    #> **(b) Order.** That mode A is more frequent than B by d: y = (y_A - y_B + 1)/2, unknown where one of the two is; m is the later clock, S = .5, and there are twice
    #> as many steps. With x the share of (a), d = 2x - 1. Of k open modes all shares hold together at alpha/k each, all orders at
    pairs = [[one, None if A is None or B is None else (A - B + 1) / 2] for one, A, B in draws]
    found = share(N, m, pairs, plan, alpha, q, 0.5, 2 * K)
    return [None if x is None else 2 * x - 1 for x in found[:3]]


def bound(N, u, alpha, q, least):
    M, found, h, before = N, [], [], 0.0
    for j, one in enumerate(u, start=1):
        #> **(c) Without a name.** u_j = 1 where the j-th draw has a failure for which nobody had made a name before it, or where that is unknown. pi_j as in
        #> section 2, 1/(N - j + 1) on uniform draws; h_j = u_j/(N pi_j); L the smaller of 1 and N times the least q of the pool, 1 on uniform draws.
        pi = 1 / (N - j + 1) if not q or j == N else q[j - 1] / (1 - before)
        before += q[j - 1] if q else 0
        h.append(one / (N * pi))
        L = min(1, N * least) if q else 1
        #> - After n draws at most M items that nobody has drawn have a failure without a name: the largest M up to N - n and up to that of n - 1 draws with
        #>   E(M/N) < 1/alpha. Their share of all is M/N, of those not drawn M/(N - n).
        M = min(M, N - j)
        while E(M / N, h, L) >= 1 / alpha:
            M -= 1
        found.append(M)
    return found


def E(m, h, L):
    #> - E(m) = 1/(J + 1) + sum over k = 0, ..., J - 1 of G_k/((k + 1)(k + 2)), J = ceil(n/10) and G_k the mean over z = L, L/2, L/4 of
    #>   the product over j = 10 k + 1, ..., n of 1 + z (m - h_j).
    n = len(h)
    J = math.ceil(n / 10)
    total = 1 / (J + 1)
    for k in range(J):
        G = 0.0
        for z in (L, L / 2, L / 4):
            product = 1.0
            for j in range(10 * k + 1, n + 1):
                product *= 1 + z * (m - h[j - 1])
            G += product / 3
        total += G / ((k + 1) * (k + 2))
    return total


def good(once, n):
    #> - Beside it (Good, 1953): the sum of 1/(N pi) over the draws on which a mode was seen that was seen on no other, one for each such mode, over n; on uniform draws
    #>   with 1 for 1/(N pi). Held to [0, 1].
    return held(sum(once) / n, 0, 1)


def failures():
    kinds = {"share": share, "order": order, "bound": bound, "good": good}
    print(json.dumps([kinds[kind](**given) for kind, given in json.load(sys.stdin)]))


if __name__ == "__main__":
    failures() if sys.argv[1] == "failures" else main(sys.argv[1])
