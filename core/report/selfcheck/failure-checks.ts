import {
  coin,
  exponentialKeyOrder,
  joinedColumn,
  type ModeObservation,
  ModeOrder,
  ModeSequence,
  mean,
  modeOrderAlpha,
  type Rng,
  StepShare,
  temperedProbabilities,
  UnnamedFailures,
  uniformInt,
  uniformOpen,
  uniformOrder,
} from '../../../stats/index.ts';
import { changeOfMode, type ModeInRelease } from '../../design/series/mode-change.ts';
import { kindsOf } from '../../estimate/failures/mode-signals.ts';
import type { LookCheck, RunOutcome } from './self-check.ts';

const alpha = 0.05;
/** Room for rounding in a bound. */
const ROUNDING = 1e-9;

/** How conversations and what goes wrong in them are made. */
interface Traffic {
  readonly N: number;
  /** Share of the conversations that each mode has, by itself. */
  readonly shares: readonly number[];
  /** Draws by hardness, on which conversations that a machine finds hard have more of each mode. */
  readonly weighted?: boolean;
}

/** Who codes: one person, two of whom the mean counts, or two and nobody decides where they differ. */
type People = 'one' | 'mean' | 'majority';

/** Conversations with what is said of each, in the order of the draw. */
interface CodedPool {
  readonly N: number;
  /** By mode, of every conversation: what a full evaluation would say. */
  readonly values: readonly Float64Array[];
  /** By mode: whether people say so much that there is a value. */
  readonly isKnown: readonly Uint8Array[];
  readonly order: Uint32Array;
  readonly q?: Float64Array;
}

/** How often somebody says of a conversation the opposite of what is so. */
const ERROR = 0.1;

export function codedPool(rng: Rng, { N, shares, weighted }: Traffic, people: People = 'one'): CodedPool {
  const s = Float64Array.from({ length: N }, () => uniformOpen(rng));
  const seed = uniformInt(rng, 0, 0xffff_ffff);
  const values = shares.map(() => new Float64Array(N));
  const isKnown = shares.map(() => new Uint8Array(N).fill(1));
  for (const [mode, share] of shares.entries()) {
    for (let item = 0; item < N; item++) {
      const truth = coin(rng, weighted ? Math.min(2 * share * (1 - s[item]!), 1) : share);
      const says = () => (people === 'one' || coin(rng, ERROR) === 0 ? truth : 1 - truth);
      const [first, second] = [says(), people === 'one' ? truth : says()];
      if (people === 'majority' && first !== second) isKnown[mode]![item] = 0;
      // Where nobody decides the decision would be a toss.
      values[mode]![item] = people === 'majority' && first !== second ? coin(rng, 0.5) : (first + second) / 2;
    }
  }
  const q = weighted ? temperedProbabilities(s) : undefined;
  const order = q ? exponentialKeyOrder(q, seed, N) : uniformOrder(N, seed, N);
  return { N, values, isKnown, order, ...(q && { q }) };
}

/** A mode as somebody named it: what it means of every conversation, after so many of them were read. */
interface Named {
  readonly clock: number;
  readonly values: Float64Array;
  readonly isKnown: Uint8Array;
}

/** How a mode comes to be named; undefined where it is not. */
type Naming = (pool: CodedPool, labels: number) => Named | undefined;

/** The sum of a mode over the first conversations. */
const seenIn = ({ order, values, isKnown }: CodedPool, mode: number, labels: number): number =>
  order.subarray(0, labels).reduce((sum, item) => sum + values[mode]![item]! * isKnown[mode]![item]!, 0);

const byFrequency = (pool: CodedPool, labels: number): number[] => {
  const seen = pool.values.map((_, mode) => seenIn(pool, mode, labels));
  return seen.map((_, mode) => mode).sort((a, b) => seen[b]! - seen[a]!);
};

const ofMode = ({ values, isKnown }: CodedPool, mode: number, clock: number): Named => ({
  clock,
  values: values[mode]!,
  isKnown: isKnown[mode]!,
});

/** When somebody first says that a conversation has it. */
const whenFirstSeen: Naming = (pool, labels) => {
  const at = pool.order
    .subarray(0, labels - 1)
    .findIndex((item) => pool.values[0]![item]! > 0 && pool.isKnown[0]![item] === 1);
  return at < 0 ? undefined : ofMode(pool, 0, at + 1);
};

const mostFrequentAt =
  (clock: number): Naming =>
  (pool) =>
    ofMode(pool, byFrequency(pool, clock)[0]!, clock);

/** The three most frequent become one: a conversation has it as much as it has any of them. */
const mergedAt =
  (clock: number): Naming =>
  (pool) => {
    const three = byFrequency(pool, clock).slice(0, 3);
    const all = <T extends Float64Array | Uint8Array>(lists: readonly T[], pick: typeof Math.max): T =>
      lists[0]!.map((_, item) => pick(...three.map((mode) => lists[mode]![item]!))) as T;
    return { clock, values: all(pool.values, Math.max), isKnown: all(pool.isKnown, Math.min) };
  };

/** What of it is known besides what people differ on. */
interface Coding {
  readonly people?: People;
  /** Whether the conversations before the clock were looked at again; they are not known otherwise. */
  readonly lookedAgain?: boolean;
  /** Part of the conversations that have it, and a third as many of the others, that nobody coded. */
  readonly uncoded?: number;
  /** What narrows the share. */
  readonly judge?: keyof typeof judgeKinds;
}

const namings = {
  'named when first seen': whenFirstSeen,
  'the most frequent of those seen': mostFrequentAt(40),
  'merged after looking': mergedAt(40),
} as const;

/** What is known of a mode: its value on each conversation, and the judges whose scores narrow it. */
interface Known {
  readonly knownOf: (item: number) => ModeObservation['y'];
  readonly hasSteps: boolean;
  readonly judges?: readonly JudgeOfMode[];
}

function shareHolds(
  pool: CodedPool,
  named: Named,
  labels: number,
  { knownOf, hasSteps, judges = [] }: Known,
) {
  const truth = mean(named.values);
  const judged = judgedPool(pool, judges);
  const observe = (item: number): ModeObservation => ({
    pool: judged?.kinds[item] ?? item,
    y: knownOf(item),
  });
  const sequence = new ModeSequence({
    populationSize: pool.N,
    before: [...pool.order.subarray(0, named.clock)].map(observe),
    plan: labels,
    alpha,
    ...(hasSteps && { steps: 1 }),
    ...(pool.q && { probabilities: pool.q }),
    ...judged?.known,
  });
  for (let drawn = named.clock; ; drawn++) {
    const { lower, upper } = sequence.pointAfter(drawn);
    if (lower > truth + ROUNDING || upper < truth - ROUNDING) return false;
    if (drawn === labels) return true;
    sequence.advance(observe(pool.order[drawn]!));
  }
}

/** Scores of the whole pool that a model gave by the definition of a mode, as they join its share. */
interface JudgeOfMode {
  readonly since: number;
  /** More where it says that a conversation has the mode. */
  readonly scores: readonly number[];
}

/** The pool by what its judges say, as `assay failures` takes it in; undefined without a judge that says anything. */
function judgedPool({ q }: CodedPool, judges: readonly JudgeOfMode[]) {
  const joins = judges.flatMap(({ scores, since }) => joinedColumn(scores, [], since) ?? []);
  if (joins.length === 0) return undefined;
  const { kinds, ...known } = kindsOf(joins, q);
  return { kinds, known };
}

/** How often a judge is right, of conversations that have the mode and of others. */
const judgeKinds = {
  'good judge': { has: 0.8, hasNot: 0.9 },
  'useless judge': { has: 0.5, hasNot: 0.5 },
  'reversed judge': { has: 0.2, hasNot: 0.1 },
  // It repeats what people said of the conversations that it was made from, and tosses a coin for all others.
  'judge that knows its examples by heart': { has: 0.5, hasNot: 0.5, knows: true },
  // At first one that tosses coins, later one that is good.
  'two judges': { has: 0.8, hasNot: 0.9, after: 'useless judge' },
} as const;

function judgesOf(rng: Rng, pool: CodedPool, named: Named, kind: keyof typeof judgeKinds): JudgeOfMode[] {
  const own: { has: number; hasNot: number; knows?: true; after?: 'useless judge' } = judgeKinds[kind];
  const before = own.after ? judgesOf(rng, pool, named, own.after) : [];
  const since = named.clock + LABELS_PER_JUDGE * before.length;
  const known = new Set(own.knows ? pool.order.subarray(0, since) : []);
  const scores = Array.from(named.values, (value, item) => {
    const isRight = known.has(item) ? 1 : coin(rng, value > 0 ? own.has : own.hasNot);
    return isRight === 1 ? value : 1 - value;
  });
  return [...before, { since, scores }];
}

/** Labels between one judge and the next. */
const LABELS_PER_JUDGE = 15;

function share(
  how: keyof typeof namings,
  traffic: Traffic,
  labels: number,
  { people = 'one', lookedAgain = true, uncoded = 0, judge }: Coding = {},
): LookCheck {
  const { N, shares, weighted } = traffic;
  const more = [
    people === 'one' ? '' : `two annotators, ${people}`,
    lookedAgain ? '' : 'not looked at again',
    uncoded > 0 ? 'some not coded' : '',
    weighted ? 'hardness draws' : '',
    judge ?? '',
  ].filter(Boolean);
  return {
    name: `share of a failure mode, ${how}`,
    population: [`${shares.length} modes, ${100 * shares[0]!} %`, ...more].join(', '),
    ...{ populationSize: N, labels, alpha },
    run(rng): RunOutcome {
      const pool = codedPool(rng, traffic, people);
      const named = namings[how](pool, labels);
      if (!named) return 'not shown';
      const isCoded = named.values.map((value) => coin(rng, 1 - uncoded * (value > 0 ? 1 : 1 / 3)));
      const early = new Set(lookedAgain ? [] : pool.order.subarray(0, named.clock));
      const knownOf = (item: number) =>
        named.isKnown[item] === 1 && isCoded[item] === 1 && !early.has(item)
          ? named.values[item]!
          : 'unknown';
      const judges = judge ? judgesOf(rng, pool, named, judge) : [];
      const known = { knownOf, hasSteps: people !== 'mean', judges };
      return shareHolds(pool, named, labels, known) ? 'holds' : 'misses';
    },
  };
}

/** All pairs of the most frequent modes at label 20, which is when they were named, together. */
function order(traffic: Traffic): LookCheck {
  const [modes, clock, labels] = [3, 20, 100];
  return {
    name: 'order of failure modes',
    population: `${modes} of ${traffic.shares.length} modes${traffic.weighted ? ', hardness draws' : ''}`,
    ...{ populationSize: traffic.N, labels, alpha },
    run(rng): RunOutcome {
      const pool = codedPool(rng, traffic);
      const named = byFrequency(pool, clock).slice(0, modes);
      const pairs = named.flatMap((a, i) => named.slice(i + 1).map((b) => [a, b] as const));
      const hold = pairs.every(([a, b]) => {
        const [first, second] = [pool.values[a]!, pool.values[b]!];
        const of = (item: number) => ({ pool: item, first: first[item]!, second: second[item]! });
        const sequence = new ModeOrder({
          populationSize: pool.N,
          before: [...pool.order.subarray(0, clock)].map(of),
          plan: labels,
          alpha: modeOrderAlpha(alpha, modes),
          steps: 1,
          ...(pool.q && { probabilities: pool.q }),
        });
        const truth = mean(first) - mean(second);
        for (const item of pool.order.subarray(clock, labels)) {
          const { lower, upper } = sequence.add(of(item));
          if (lower > truth + ROUNDING || upper < truth - ROUNDING) return false;
        }
        return true;
      });
      return hold ? 'holds' : 'misses';
    },
  };
}

/**
 * How the share of a mode differs between two releases that answer the same conversations in one order: both intervals at half of the
 * error level. The mode is named when it is first seen in the release before; half of the conversations keep what they had.
 */
function betweenReleases(traffic: Traffic, labels: number, rise: number): LookCheck {
  return {
    name: 'failure mode from release to release, not paired',
    population: `${100 * traffic.shares[0]!} % before, ${rise} times as many after`,
    ...{ populationSize: traffic.N, labels, alpha },
    run(rng): RunOutcome {
      const pool = codedPool(rng, traffic);
      const named = whenFirstSeen(pool, labels);
      if (!named) return 'not shown';
      const { clock, values: before } = named;
      const chance = Math.min(1, traffic.shares[0]! * rise);
      const after = before.map((value) => (coin(rng, 0.5) === 1 ? value : coin(rng, chance)));
      const [first, second] = [before, after].map((values) => {
        const of = (item: number) => ({ pool: item, y: values[item]! });
        const seen = [...pool.order.subarray(0, clock)].map(of);
        const half = alpha / 2;
        const sequence = new ModeSequence({
          populationSize: pool.N,
          before: seen,
          plan: labels,
          alpha: half,
          steps: 1,
        });
        return { sequence, of };
      });
      const truth = mean(after) - mean(before);
      for (const item of pool.order.subarray(clock, labels)) {
        const [was, is] = [first!, second!].map(({ sequence, of }) => sequence.add(of(item)));
        if (is!.lower - was!.upper > truth + ROUNDING || is!.upper - was!.lower < truth - ROUNDING)
          return 'misses';
      }
      return 'holds';
    },
  };
}

/** How a release and the one before it come about, and what is known of them. */
interface PairedReleases {
  /** How many times as many of the conversations that do not keep what they had have the mode. */
  readonly rise: number;
  /** Part of the conversations whose replies are equal. */
  readonly equal?: number;
  /** Part of each release of which nobody says anything. */
  readonly unknown?: number;
  /** Draws before the mode was named; named when first seen unless said. */
  readonly clock?: number;
}

/**
 * The same on the items of both: what is shown at the last label is within all that was shown before, so that it misses if any look does.
 */
function pairedReleases(
  traffic: Traffic,
  labels: number,
  { rise, equal = 0, unknown = 0, clock }: PairedReleases,
): LookCheck {
  const more = [
    equal > 0 ? `${100 * equal} % equal replies` : '',
    unknown > 0 ? `${100 * unknown} % not known` : '',
    clock === undefined ? '' : `named at label ${clock}`,
  ].filter(Boolean);
  return {
    name: 'failure mode from release to release, paired',
    population: [`${100 * traffic.shares[0]!} % before, ${rise} times as many after`, ...more].join(', '),
    ...{ populationSize: traffic.N, labels, alpha },
    run(rng): RunOutcome {
      const pool = codedPool(rng, traffic);
      const named = clock === undefined ? whenFirstSeen(pool, labels) : ofMode(pool, 0, clock);
      if (!named) return 'not shown';
      const before = named.values;
      const isEqual = before.map(() => coin(rng, equal));
      const chance = Math.min(1, traffic.shares[0]! * rise);
      const after = before.map((value, item) =>
        isEqual[item] === 1 || coin(rng, 0.5) === 1 ? value : coin(rng, chance),
      );
      const drawn = [...pool.order.subarray(0, labels)];
      const ofRelease = (values: Float64Array): ModeInRelease => ({
        ...{ clock: named.clock, prefix: labels, steps: 1 },
        values: drawn.map((item) => (coin(rng, unknown) === 1 ? 'unknown' : values[item]!)),
      });
      const pairs = drawn.flatMap((item, draw) => (isEqual[item] === 1 ? [] : { now: draw, before: draw }));
      const { lower, upper } = changeOfMode(ofRelease(after), ofRelease(before), {
        ...{ differing: traffic.N - isEqual.reduce((sum, one) => sum + one, 0), sharedItems: traffic.N },
        ...{ plannedPairs: pairs.length, alpha, drawn: pairs },
        clock: pairs.filter(({ now }) => now < named.clock).length,
      });
      const truth = mean(after) - mean(before);
      return lower > truth + ROUNDING || upper < truth - ROUNDING ? 'misses' : 'holds';
    },
  };
}

/** What the bound says after each label, and what is so: items that nobody has read and that have a failure without a name. */
interface UnnamedRun {
  readonly bound: number[];
  readonly truth: number[];
}

/**
 * Reads conversation by conversation and names what goes wrong.
 *
 * @param naming chance that a failure is named on the conversation where it is seen; it is tried again on the next that has it
 */
export function unnamedRun(rng: Rng, pool: CodedPool, labels: number, naming = 1): UnnamedRun {
  const { N, values, q } = pool;
  const bound = new UnnamedFailures({
    populationSize: N,
    alpha,
    ...(q && { leastProbability: q.reduce((least, one) => Math.min(least, one), 1) }),
  });
  /** Modes without a name of every conversation, and how many conversations that nobody has read have one. */
  const open = Uint16Array.from({ length: N }, (_, item) => values.filter((of) => of[item]! > 0).length);
  const isNamed = values.map(() => false);
  const isRead = new Uint8Array(N);
  let left = open.reduce((count, modes) => count + (modes > 0 ? 1 : 0), 0);
  const run: UnnamedRun = { bound: [], truth: [] };
  for (const item of pool.order.subarray(0, labels)) {
    const isNew = open[item]! > 0;
    run.bound.push(bound.add({ isNew, ...(q && { probability: q[item]! }) }).items);
    isRead[item] = 1;
    if (isNew) left--;
    for (const [mode, of] of values.entries()) {
      if (of[item]! === 0 || isNamed[mode] || coin(rng, naming) === 0) continue;
      isNamed[mode] = true;
      for (let one = 0; one < N; one++) {
        if (of[one]! > 0 && --open[one]! === 0 && isRead[one] === 0) left--;
      }
    }
    run.truth.push(left);
  }
  return run;
}

const unnamed = (words: string, traffic: Traffic, labels: number, naming = 1): LookCheck => ({
  name: 'failures without a name',
  population: words,
  ...{ populationSize: traffic.N, labels, alpha },
  run(rng): RunOutcome {
    const { bound, truth } = unnamedRun(rng, codedPool(rng, traffic), labels, naming);
    return truth.every((items, n) => items <= bound[n]!) ? 'holds' : 'misses';
  },
});

/** The share of the steps of one kind that are wrong: of items that have none to four, those with more steps have more that are wrong. */
const stepsOfAKind = (N: number, labels: number, { weighted = false, unrated = 0 }): LookCheck => ({
  name: 'share of steps of one kind',
  population: [
    `${N} items with 0 to 4 steps`,
    weighted ? 'hardness draws' : '',
    unrated > 0 ? 'some not rated' : '',
  ]
    .filter(Boolean)
    .join(', '),
  ...{ populationSize: N, labels, alpha },
  run(rng): RunOutcome {
    const { order, q } = codedPool(rng, { N, shares: [0.1], weighted });
    const counts = Array.from({ length: N }, () => uniformInt(rng, 0, 4));
    const wrong = counts.map((steps) =>
      Array.from({ length: steps }, () => Number(coin(rng, 0.06 * steps))).reduce((sum, one) => sum + one, 0),
    );
    const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
    if (sum(counts) === 0) return 'not shown';
    const truth = sum(wrong) / sum(counts);
    const share = new StepShare({ counts, alpha, isYesOrNo: true, probabilities: q });
    for (const item of order.subarray(0, labels)) {
      share.advance(item, unrated > 0 && coin(rng, unrated) === 1 ? 'unknown' : wrong[item]!);
      const { lower, upper } = share.share;
      if (lower > truth + ROUNDING || upper < truth - ROUNDING) return 'misses';
    }
    return 'holds';
  },
});

const like = (modes: number, each: number) => new Array<number>(modes).fill(each);
export const zipf = Array.from({ length: 20 }, (_, k) => 0.25 / (k + 1));

/** Shares, orders and the bound of failure modes, named in the ways that mislead a plain count, at all looks. */
export function failureChecks(): LookCheck[] {
  const [first, frequent, merged] = Object.keys(namings) as (keyof typeof namings)[];
  return [
    share(first!, { N: 1000, shares: [0.02] }, 120),
    share(first!, { N: 60, shares: [0.1] }, 60),
    share(first!, { N: 400, shares: [0.05], weighted: true }, 120),
    share(frequent!, { N: 2000, shares: like(20, 0.05) }, 120),
    share(frequent!, { N: 60, shares: like(20, 0.1) }, 60),
    share(frequent!, { N: 400, shares: like(20, 0.05), weighted: true }, 120),
    share(frequent!, { N: 400, shares: like(20, 0.05) }, 120, { lookedAgain: false }),
    share(frequent!, { N: 400, shares: like(20, 0.05) }, 120, { people: 'mean' }),
    share(frequent!, { N: 400, shares: like(20, 0.05) }, 120, { people: 'majority' }),
    share(frequent!, { N: 400, shares: like(20, 0.1) }, 120, { uncoded: 0.3 }),
    share(merged!, { N: 2000, shares: like(20, 0.04) }, 120),
    share(merged!, { N: 60, shares: like(20, 0.1), weighted: true }, 60),
    order({ N: 400, shares: like(8, 0.1) }),
    order({ N: 400, shares: zipf, weighted: true }),
    betweenReleases({ N: 400, shares: [0.05] }, 120, 1),
    betweenReleases({ N: 60, shares: [0.1] }, 60, 4),
    pairedReleases({ N: 400, shares: [0.05] }, 120, { rise: 1 }),
    pairedReleases({ N: 1000, shares: [0.02] }, 120, { rise: 2, clock: 0 }),
    pairedReleases({ N: 400, shares: [0.2] }, 120, { rise: 0.3, equal: 0.4 }),
    pairedReleases({ N: 60, shares: [0.1] }, 60, { rise: 4, equal: 0.2 }),
    pairedReleases({ N: 400, shares: [0.2] }, 120, { rise: 0, clock: 40 }),
    pairedReleases({ N: 400, shares: [0.2] }, 120, { rise: 1.5, unknown: 0.1, equal: 0.3 }),
    unnamed('20 modes, Zipf from 25 %', { N: 2000, shares: zipf }, 120),
    unnamed('20 modes, Zipf from 25 %, hardness draws', { N: 400, shares: zipf, weighted: true }, 120),
    unnamed('20 modes, Zipf from 25 %, named late', { N: 400, shares: zipf }, 120, 0.3),
    unnamed('three common modes', { N: 60, shares: [0.2, 0.1, 0.05] }, 60),
    unnamed('40 modes of 1 %', { N: 400, shares: like(40, 0.01) }, 120),
    unnamed('200 modes of .5 %', { N: 2000, shares: like(200, 0.005) }, 120),
    share(first!, { N: 400, shares: [0.1] }, 120, { judge: 'good judge' }),
    share(first!, { N: 400, shares: [0.1], weighted: true }, 120, { judge: 'good judge' }),
    share(frequent!, { N: 60, shares: like(20, 0.1) }, 60, { judge: 'good judge' }),
    share(frequent!, { N: 400, shares: like(20, 0.05) }, 120, { judge: 'useless judge' }),
    share(frequent!, { N: 400, shares: like(20, 0.05), weighted: true }, 120, { judge: 'useless judge' }),
    share(first!, { N: 400, shares: [0.1] }, 120, { judge: 'reversed judge' }),
    share(frequent!, { N: 400, shares: like(20, 0.05), weighted: true }, 120, { judge: 'reversed judge' }),
    share(frequent!, { N: 400, shares: like(20, 0.05) }, 120, {
      judge: 'judge that knows its examples by heart',
    }),
    share(merged!, { N: 400, shares: like(20, 0.04), weighted: true }, 120, { judge: 'two judges' }),
    share(first!, { N: 400, shares: [0.1] }, 120, { judge: 'good judge', people: 'mean' }),
    share(first!, { N: 400, shares: [0.1] }, 120, { judge: 'good judge', uncoded: 0.3 }),
    stepsOfAKind(400, 120, {}),
    stepsOfAKind(60, 60, {}),
    stepsOfAKind(400, 120, { weighted: true }),
    stepsOfAKind(400, 120, { unrated: 0.2 }),
  ];
}
