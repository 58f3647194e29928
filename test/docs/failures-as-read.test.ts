import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  createRng,
  exponentialKeyOrder,
  goodEstimate,
  type ModeObservation,
  ModeOrder,
  ModeSequence,
  temperedProbabilities,
  UnnamedFailures,
  uniformOpen,
  uniformOrder,
} from '../../stats/index.ts';

/*
 * Shares, orders and the bound of failure modes, computed twice more: by a script written from docs/recipe.md alone
 * (recipe_as_read.py), and by docs/verify.py, which anybody may run.
 */

const docs = path.join(import.meta.dirname, '../../docs');
const script = path.join(import.meta.dirname, 'recipe_as_read.py');
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython)
  console.warn('python3 is not installed here, so failure modes are not computed a second time.');

test('of the section on failure modes nothing is left out', () => {
  const words = (text: string) => text.trim().replaceAll(/\s+/g, ' ');
  const section = readFileSync(path.join(docs, 'recipe.md'), 'utf8').split('## 4d.')[1]!.split('## 5.')[0]!;
  const source = words(readFileSync(script, 'utf8').replaceAll(/^ *#> /gm, ''));
  const missing = section
    // What follows is computed again by docs/verify.py alone: signals.test.ts and releases.test.ts of test/core/failures.
    .slice(section.indexOf('**(a)'), section.indexOf('**(d)'))
    .split('\n')
    .map(words)
    .filter((line) => line !== '' && !source.includes(line));
  // It is the caller who says of which pairs and modes, and so at which level.
  expect(missing).toEqual(['alpha/(k (k - 1)/2).']);
});

const N = 70;
const rng = createRng(31);
const s = Float64Array.from({ length: N }, () => uniformOpen(rng));
const q = temperedProbabilities(s);
const modeOf = (share: number) => Array.from({ length: N }, () => (uniformOpen(rng) < share ? 1 : 0));
const [often, seldom] = [modeOf(0.3), modeOf(0.08)];
const uniform = [...uniformOrder(N, 5, N)];
const weighted = [...exponentialKeyOrder(q, 5, N)];

interface Case {
  readonly kind: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly ours: readonly (number | null | undefined)[];
}

interface Cell {
  readonly y: readonly number[];
  readonly clock: number;
  readonly labels: number;
  readonly plan: number | null;
  readonly isWeighted?: boolean;
  readonly steps?: number;
  /** Places of the draw order that nobody coded. */
  readonly unknown?: (place: number) => boolean;
}

const some: Cell[] = [
  { y: often, clock: 0, labels: 8, plan: 20 },
  { y: often, clock: 8, labels: 20, plan: 30, steps: 1 },
  { y: seldom, clock: 20, labels: 30, plan: null, unknown: (place) => place % 7 === 3, steps: 1 },
  { y: often.map((one, i) => (one + often[(i + 1) % N]!) / 2), clock: 5, labels: 14, plan: 40 },
  { y: often, clock: 10, labels: 18, plan: 30, isWeighted: true, steps: 1 },
  { y: seldom, clock: 0, labels: 7, plan: 10, isWeighted: true, unknown: (place) => place % 5 === 1 },
  { y: often, clock: 30, labels: 40, plan: 20, steps: 1 },
  { y: often, clock: 64, labels: 70, plan: 70, steps: 1 },
  { y: often, clock: 12, labels: 12, plan: 30 },
  { y: often, clock: 70, labels: 70, plan: 30, unknown: (place) => place < 2 },
];

const shares = some.map(({ y, clock, labels, plan, isWeighted, steps, unknown }): Case => {
  const order = (isWeighted ? weighted : uniform).slice(0, labels);
  const items = order.map(
    (pool, place): ModeObservation => ({ pool, y: unknown?.(place) ? 'unknown' : y[pool]! }),
  );
  const sequence = new ModeSequence({
    ...{ populationSize: N, before: items.slice(0, clock), plan, alpha: 0.1, steps },
    ...(isWeighted && { probabilities: q }),
  });
  for (const item of items.slice(clock)) sequence.advance(item);
  const { value, lower, upper, whereFound } = sequence.state;
  const draws = items.map((item) => [isWeighted ? q[item.pool] : null, item.y === 'unknown' ? null : item.y]);
  const given = {
    N,
    m: clock,
    draws,
    plan,
    alpha: 0.1,
    q: isWeighted ? [...q] : null,
    S: 0.1,
    K: steps ?? 0,
  };
  return { kind: 'share', given, ours: [value, lower, upper, whereFound] };
});

const orders = [false, true].map((isWeighted): Case => {
  const [clock, labels] = [9, 17];
  const items = (isWeighted ? weighted : uniform).slice(0, labels).map((pool, place) => ({
    ...{ pool, first: often[pool]! },
    second: place === 12 ? ('unknown' as const) : seldom[pool]!,
  }));
  const order = new ModeOrder({
    ...{ populationSize: N, before: items.slice(0, clock), plan: 40, alpha: 0.1, steps: 1 },
    ...(isWeighted && { probabilities: q }),
  });
  for (const item of items.slice(clock)) order.add(item);
  const { value, lower, upper } = order.state;
  const draws = items.map(({ pool, first, second }) => [
    isWeighted ? q[pool] : null,
    first,
    second === 'unknown' ? null : second,
  ]);
  const given = { N, m: clock, draws, plan: 40, alpha: 0.1, q: isWeighted ? [...q] : null, K: 1 };
  return { kind: 'order', given, ours: [value, lower, upper] };
});

const bounds = [false, true].map((isWeighted): Case => {
  const order = isWeighted ? weighted : uniform;
  const least = Math.min(...q);
  const bound = new UnnamedFailures({
    ...{ populationSize: N, alpha: 0.1 },
    ...(isWeighted && { leastProbability: least }),
  });
  const u = order.map((_, j) => (j % 9 === 1 && j < 40 ? 1 : 0));
  const ours = order.map(
    (item, j) => bound.add({ isNew: u[j] === 1, ...(isWeighted && { probability: q[item]! }) }).items,
  );
  const drawn = isWeighted ? order.map((item) => q[item]) : null;
  return { kind: 'bound', given: { N, u, alpha: 0.1, q: drawn, least: isWeighted ? least : null }, ours };
});

const cases = [...shares, ...orders, ...bounds];

function apart(read: readonly (readonly (number | null)[])[]): unknown[] {
  return cases.flatMap(({ kind, ours }, i) => {
    const most = Math.max(
      ...ours.map((one, j) =>
        (one ?? null) === null || read[i]![j] === null
          ? Number((one ?? null) !== read[i]![j])
          : Math.abs(one! - read[i]![j]!),
      ),
    );
    return most < 1e-9 && read[i]!.length === ours.length ? [] : [{ kind, i, ours, read: read[i] }];
  });
}

test('shares, orders and the bound are what the page says', { timeout: 120_000 }, () => {
  expect(cases.filter(({ ours }) => typeof ours[0] === 'number').length).toBe(cases.length - 2);
  if (!hasPython) return;
  const input = JSON.stringify([
    ...cases.map(({ kind, given }) => [kind, given]),
    ['good', { once: [1, 1, 0.5], n: 40 }],
  ]);
  const { stdout, stderr } = spawnSync('python3', [script, 'failures'], { input, encoding: 'utf8' });
  expect(stderr).toBe('');
  const read = JSON.parse(stdout);
  expect(apart(read)).toEqual([]);
  expect(goodEstimate([1, 1, 0.5], 40)).toBeCloseTo(read.at(-1), 12);
});

const driver = `
import json, sys
sys.path.insert(0, sys.argv[1])
import verify
def one(kind, g):
    if kind == "bound":
        return verify.unnamed_bound(g["N"], g["u"], g["alpha"], g["q"], g["least"])
    args = (g["N"], g["m"], [tuple(d) for d in g["draws"]], g["plan"], g["alpha"], g["q"])
    if kind == "order":
        found = verify.mode_order(*args, steps=g["K"])
        return [found[name] for name in ("value", "lower", "upper")]
    found = verify.mode_share(*args, S=g["S"], steps=g["K"])
    return [found[name] for name in ("value", "lower", "upper", "found")]
print(json.dumps([one(*case) for case in json.load(sys.stdin)]))
`;

test('and what the script beside the page computes', { timeout: 120_000 }, () => {
  const input = JSON.stringify(cases.map(({ kind, given }) => [kind, given]));
  expect(JSON.parse(input)).toHaveLength(cases.length);
  if (!hasPython) return;
  const { stdout, stderr } = spawnSync('python3', ['-B', '-c', driver, docs], { input, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(apart(JSON.parse(stdout))).toEqual([]);
});
