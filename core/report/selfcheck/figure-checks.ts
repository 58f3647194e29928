import type { Coefficient } from '../../../shared/contract/index.ts';
import {
  type AgreementUnit,
  type AltTestItem,
  type AltTestScore,
  altTest,
  aptitudeOf,
  aptitudeParts,
  checkLevel,
  clusteredCorrelation,
  clusteredInterval,
  correctedShare,
  createRng,
  exactShare,
  jackknife,
  judgeAgreement,
  judgeFigures,
  labelWorth,
  lengthBias,
  mean,
  meanOfCases,
  positionBias,
  practiceHalf,
  preferenceLength,
  type Rng,
  uniformInt,
  uniformOpen,
  uniformOrder,
  type WeightedPair,
  weightedMean,
  weightedPearson,
} from '../../../stats/index.ts';
import { withIntervals } from '../../labeling/agreement/figures.ts';
import { groupStatistics, type Statistic } from '../../labeling/agreement/statistics.ts';
import { atOnce } from '../../labeling/agreement/steps.ts';
import { biasRow } from '../../models/judge/bias-rows.ts';
import { coefficientsOf, coefficientValue } from '../../models/judge/coefficients.ts';
import { binary, ceiling, heavy, type Values } from './claim-checks.ts';
import type { LookCheck, RunOutcome } from './self-check.ts';

const alpha = 0.05;

/** Items that a check draws from, so many that drawing one again does not matter. */
const POOL = 4000;

/** How a second rating follows from the first: by chance alone, mostly, nearly always, or turned around. */
const follow = {
  useless: (rng: Rng, _u: number) => uniformOpen(rng),
  helpful: (rng: Rng, u: number) => (uniformOpen(rng) < 0.7 ? u : uniformOpen(rng)),
  close: (rng: Rng, u: number) => (uniformOpen(rng) < 0.95 ? u : uniformOpen(rng)),
  reversed: (rng: Rng, u: number) => (uniformOpen(rng) < 0.7 ? 1 - u : uniformOpen(rng)),
} as const;

interface Rated {
  readonly values: Values;
  readonly second: keyof typeof follow;
  /** Whether the draw takes items with a low second rating more often. */
  readonly isWeighted?: boolean;
  readonly labels: number;
}

const steps: Values = { name: 'five steps', of: (u) => Math.floor(5 * u) / 4, mean: 0.5 };

/** What comes of values with an interval or without one. */
function outcome(
  ends: { lower?: number | null | undefined; upper?: number | null | undefined } | undefined,
  truth: number,
): RunOutcome {
  const { lower, upper } = ends ?? {};
  if (lower === null || lower === undefined || upper === null || upper === undefined) return 'not shown';
  return truth >= lower - 1e-9 && truth <= upper + 1e-9 ? 'holds' : 'misses';
}

/** A pool of rated items, made once, and a way to draw from it with replacement. */
function poolOf({ values, second, isWeighted = false }: Rated): {
  readonly all: readonly WeightedPair[];
  readonly draw: (rng: Rng, labels: number) => WeightedPair[];
} {
  const rng = createRng(7);
  const cut: number[] = [];
  let total = 0;
  const drawn = Array.from({ length: POOL }, (): WeightedPair => {
    const u = uniformOpen(rng);
    const [a, b] = [values.of(u), values.of(follow[second](rng, u))];
    const q = isWeighted ? Math.sqrt(0.2 + (b > 0.5 ? 0.3 : 1) + uniformOpen(rng)) : 1;
    total += q;
    cut.push(total);
    return { a, b, weight: 1 / q };
  });
  const place = (at: number): number => {
    let [low, high] = [0, POOL - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cut[middle]! < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    all: drawn.map(({ a, b }) => ({ a, b, weight: 1 })),
    draw: (own, labels) => Array.from({ length: labels }, () => drawn[place(total * uniformOpen(own))]!),
  };
}

/** A check of a figure of pairs, made when it is first run: its truth is that of the whole pool. */
function ofPairs(
  name: string,
  rated: Rated,
  ends: (
    pairs: readonly WeightedPair[],
    rng: Rng,
    all: readonly WeightedPair[],
  ) => Parameters<typeof outcome>[0],
  truthOf: (all: readonly WeightedPair[]) => number | undefined,
  note = '',
): LookCheck {
  let made: { pool: ReturnType<typeof poolOf>; truth: number | undefined } | undefined;
  const { values, second, isWeighted, labels } = rated;
  return {
    ...{ name, labels, alpha, populationSize: 0 },
    population: `${note}${values.name}, ${second} second rating${isWeighted ? ', weighted draws' : ''}`,
    run(rng) {
      if (!made) {
        const pool = poolOf(rated);
        made = { pool, truth: truthOf(pool.all) };
      }
      const { pool, truth } = made;
      return truth === undefined ? 'not shown' : outcome(ends(pool.draw(rng, labels), rng, pool.all), truth);
    },
  };
}

function coefficient(id: Coefficient['id'], rated: Rated, order: 'drawn' | 'sorted' = 'drawn'): LookCheck {
  const sorted = (pairs: readonly WeightedPair[]) => pairs.toSorted((x, y) => x.a - y.a || x.b - y.b);
  const of = (pairs: readonly WeightedPair[]) =>
    coefficientsOf(order === 'sorted' ? sorted(pairs) : pairs, [id])[0]!;
  const note = order === 'sorted' ? `${id}, file sorted, ` : `${id}, `;
  return ofPairs('judge coefficient', rated, of, (all) => coefficientValue(id, all), note);
}

const bias = (rated: Rated): LookCheck =>
  ofPairs(
    'judge minus people',
    rated,
    (pairs) => biasRow('', pairs, { human: [0, 1], scale: { min: 0, max: 1 } }),
    (all) => weightedMean(all, ({ a, b }) => b - a),
  );

/** The share of yes of all that a judge answered, corrected by its errors on the labeled ones. */
const corrected = (rated: Rated): LookCheck =>
  ofPairs(
    'share corrected by a judge',
    rated,
    (pairs, _, all) =>
      correctedShare(
        pairs,
        Float64Array.from(all, ({ b }) => b),
        alpha,
      ),
    (all) => weightedMean(all, ({ a }) => a),
  );

/** Judge minus human by a length that is the first value on a long scale. */
const byLength = (rated: Rated): LookCheck =>
  ofPairs(
    'length and judge',
    rated,
    (pairs) => lengthBias(pairs.map(({ a, b, weight }) => ({ a: 3 * a, b, weight }))),
    (all) => (weightedPearson(all) ?? Number.NaN) ** 2,
  );

const preferred = (part: 'longer' | 'atEqualLength', rated: Rated): LookCheck => {
  const of = (pairs: readonly WeightedPair[]) =>
    preferenceLength(pairs.map(({ a, b, weight }) => ({ a: 2 * a - 0.7, b, weight })))?.[part];
  return ofPairs('length and preference', rated, of, (all) => of(all)?.value, `${part}, `);
};

/** @param most items of a conversation, of which there are one to so many, all alike */
const inOrders = (part: 'first' | 'turned', rated: Rated, most = 1): LookCheck => {
  const of = (pairs: readonly WeightedPair[]) =>
    positionBias(pairs.map(({ a, b, cluster }) => ({ whenFirst: a, whenSecond: b, cluster })));
  const ends = (pairs: readonly WeightedPair[], rng: Rng) => {
    const found = of(
      pairs.flatMap((pair, i) =>
        Array.from({ length: uniformInt(rng, 1, most) }, () => ({ ...pair, cluster: String(i) })),
      ),
    );
    return part === 'first' ? found : found && { lower: found.turnedLower, upper: found.turnedUpper };
  };
  const note = most > 1 ? `${part}, conversations of 1 to ${most} items, ` : `${part}, `;
  return ofPairs('order of replies', rated, ends, (all) => of(all)?.[part], note);
};

/** Labels that a score saves alone, or beside another one that half follows the people. */
function worth(isBeside: boolean, rated: Rated): LookCheck {
  const study = { labels: 30, populationSize: 1000 };
  const cases = (pairs: readonly WeightedPair[]) =>
    pairs.map(({ a, b, weight }, i) => ({ y: a, x: [b, (7 * a + ((i * 37) % 11)) / 17], weight }));
  const of = (pairs: readonly WeightedPair[]) => labelWorth(cases(pairs), 0, isBeside ? [1] : [], study);
  const saved = (all: readonly WeightedPair[]) => of(all)?.saved;
  return ofPairs('labels saved', rated, of, saved, isBeside ? 'beside another score, ' : '');
}

/** How far people agree of whom each rates by the first one's lead, some of them leaving items out. */
function agreement(
  statistic: Statistic,
  { people, holes = 0, ...rated }: Rated & { people: number; holes?: number },
): LookCheck {
  const units = (pairs: readonly WeightedPair[], rng: Rng): AgreementUnit[] =>
    pairs.map(({ a, b, weight }, cluster) => ({
      values: Array.from({ length: people }, (_, i) =>
        i === 0 ? a : i === 1 ? b : uniformOpen(rng) < holes ? undefined : uniformOpen(rng) < 0.5 ? a : b,
      ),
      ...{ weight, cluster },
    }));
  const how = { seed: 0, resamples: 0, alpha, range: 1 };
  return ofPairs(
    'agreement of annotators',
    rated,
    (pairs, rng) => atOnce(withIntervals([statistic], units(pairs, rng), how))[0]!,
    (all) => statistic.of(units(all, createRng(11))),
    `${statistic.name}, ${people} people, `,
  );
}

/** A share of independent cases. */
const share = (p: number, labels: number): LookCheck => ({
  ...{ name: 'share of independent cases', labels, alpha, populationSize: 0 },
  population: `a share of ${p}`,
  run(rng) {
    const good = Array.from({ length: labels }, () => Number(uniformOpen(rng) < p));
    return outcome(
      exactShare(
        good.reduce((sum, one) => sum + one, 0),
        labels,
      ),
      p,
    );
  },
});

/** What checks alone say: of groups of items, or of two systems that often agree on an item. */
function checksAlone(kind: 'groups' | 'difference', p: number, units: number): LookCheck {
  const most = kind === 'groups' ? 6 : 1;
  return {
    ...{ name: 'checks alone', labels: units, alpha, populationSize: 0 },
    population:
      kind === 'groups'
        ? `a share of ${p} in groups of 1 to ${most}`
        : `a difference of ${p} on the same items`,
    run(rng) {
      const found = Array.from({ length: units }, () => {
        if (kind === 'groups') {
          const size = 1 + uniformInt(rng, 0, most - 1);
          const level = uniformOpen(rng);
          const own = () => (uniformOpen(rng) < 0.7 ? level : uniformOpen(rng));
          return {
            size,
            sum: Array.from({ length: size }, () => Number(own() < p)).reduce((a, b) => a + b, 0),
          };
        }
        const u = uniformOpen(rng);
        return { size: 1, sum: u < p ? 1 : u < p + 0.05 ? 0 : u < p + 0.1 ? 1 : 0.5 };
      });
      return outcome(meanOfCases(found, alpha), kind === 'groups' ? p : (1 + p) / 2);
    },
  };
}

interface Passages {
  readonly p: number;
  readonly groups: number;
  /** Share of an answer's value that is its passage's. */
  readonly alike: number;
  /** Answers of a passage: from 1 to so many. */
  readonly most: number;
  /** Answers of the first passage, where it has more than the others. */
  readonly first?: number;
  /** Whether few passages have most of the answers. */
  readonly isSkewed?: boolean;
}

/** Answers of passages, right or wrong; of each passage from 1 to so many. */
function answersOf(rng: Rng, { p, groups, alike, most, first, isSkewed }: Passages): number[][] {
  return Array.from({ length: groups }, (_, passage) => {
    const level = uniformOpen(rng);
    const usual = isSkewed
      ? Math.ceil(most * (-Math.log(uniformOpen(rng))) ** 1.5)
      : 1 + uniformInt(rng, 0, most - 1);
    const count = passage === 0 ? (first ?? usual) : usual;
    return Array.from({ length: count }, () =>
      Number((uniformOpen(rng) < alike ? level : uniformOpen(rng)) < p),
    );
  });
}

/** A score of a protocol over passages, or what it is more under another setting of which some answers differ. */
function protocolScore(passages: Passages, changed?: number): LookCheck {
  const { p, groups, alike, most, first, isSkewed } = passages;
  const isDifference = changed !== undefined;
  const sizes = isSkewed ? 'few of them long' : `1 to ${most} answers each`;
  return {
    ...{
      name: isDifference ? 'protocol difference' : 'protocol score',
      labels: groups,
      alpha,
      populationSize: 0,
    },
    population: `${p} right, passages ${alike} alike, ${sizes}${first === undefined ? '' : `, ${first} of the first`}${isDifference ? `, ${changed} of them anew` : ''}`,
    run(rng) {
      const values = answersOf(rng, passages).map((own) =>
        own.map((one) =>
          isDifference ? (uniformOpen(rng) < changed ? Number(uniformOpen(rng) < p) - one : 0) : one,
        ),
      );
      const [moves] = jackknife(values, (some) => [mean(some.flat())]);
      const ends = { lowest: isDifference ? -1 : 0, highest: 1, alpha };
      const sizes = values.map(({ length }) => length);
      return outcome(moves && clusteredInterval(moves, { ...ends, sizes }), isDifference ? 0 : p);
    },
  };
}

/** Ten runs of each instruction, right as often as the instruction is easy; some are always right, or never. */
function repeated(part: 'average' | 'aptitude' | 'unreliability', labels: number, sure: number): LookCheck {
  const drawn = (rng: Rng, many: number) =>
    Array.from({ length: many }, (_, cluster) => {
      const ease = uniformOpen(rng) < sure ? uniformInt(rng, 0, 1) : uniformOpen(rng);
      const scores = Array.from({ length: 10 }, () => Number(uniformOpen(rng) < ease));
      return { cluster: String(cluster), scores };
    });
  let truth: number | undefined;
  return {
    ...{ name: 'aptitude and unreliability', labels, alpha, populationSize: 0 },
    population: `${part}, ${sure} of the instructions always right or never`,
    run(rng) {
      truth ??= mean(drawn(createRng(17), 10 * POOL).map(({ scores }) => aptitudeParts[part](scores)));
      return outcome(aptitudeOf(drawn(rng, labels))[part], truth);
    },
  };
}

/** The correlation over units of workers who share half of what they say; of all units it is a half. */
const overWorkers = (
  kind: 'pearson' | 'spearman',
  workers: number,
  units: number,
  first = units,
): LookCheck => ({
  ...{ name: 'correlation over workers', labels: (workers - 1) * units + first, alpha, populationSize: 0 },
  population: `${kind}, ${workers} workers of ${units} units${first === units ? '' : `, the first of ${first}`}`,
  run(rng) {
    const pairs = Array.from({ length: workers }, (_, worker) => {
      const own = uniformOpen(rng);
      return Array.from({ length: worker === 0 ? first : units }, () => {
        const u = uniformOpen(rng) < 0.5 ? own : uniformOpen(rng);
        return { a: u, b: uniformOpen(rng) < 0.5 ? u : uniformOpen(rng), cluster: String(worker) };
      });
    }).flat();
    return outcome(clusteredCorrelation(kind, pairs).interval, 0.5);
  },
});

/**
 * Four people on a scale of so many steps, the judge right less often than they are; what most say is right. Items of a conversation
 * have a judge who is right on nearly all of them, or on nearly none.
 */
function ratedBy(
  rng: Rng,
  { steps: many, judge, sizes = [1, 1] }: Omit<AltTested, 'score' | 'labels'>,
): AltTestItem[] {
  const [least, most] = sizes;
  const isOfOne = most === 1;
  const knows = uniformOpen(rng) < judge ? 0.95 : 0.1;
  return Array.from({ length: uniformInt(rng, least, most) }, () => {
    const right = uniformInt(rng, 0, many - 1);
    const say = (p: number) => (uniformOpen(rng) < p ? right : uniformInt(rng, 0, many - 1));
    const ratings = Array.from({ length: 4 }, (_, annotator) => ({ annotator, value: say(0.8) }));
    const judged = say(isOfOne ? judge : knows);
    return { judge: judged, ratings: uniformOpen(rng) < 0.3 ? ratings.slice(0, 3) : ratings };
  });
}

interface AltTested {
  readonly score: AltTestScore;
  readonly steps: number;
  /** How often the judge is right beside chance. */
  readonly judge: number;
  /** Items, or conversations of several. */
  readonly labels: number;
  /** Fewest and most items of a conversation. */
  readonly sizes?: readonly [number, number];
}

/**
 * The advantage over people, or the verdict where it should be no: epsilon is what the judge is behind the one whom it is nearest to, so
 * that it wins against nobody.
 */
function alternative(part: 'advantage' | 'verdict', { score, labels, ...people }: AltTested): LookCheck {
  let made: { pool: AltTestItem[][]; truth: number; epsilon: number } | undefined;
  const make = () => {
    const rng = createRng(13);
    const pool = Array.from({ length: POOL }, () => ratedBy(rng, people));
    const whole = altTest(pool.flat(), { score, epsilon: 0 });
    if ('lacks' in whole) throw new Error('the pool of a check has ratings enough');
    const behind = whole.annotators.map(({ judge, person }) => person - judge);
    return { pool, truth: whole.advantage.value, epsilon: Math.max(0, Math.min(...behind)) };
  };
  return {
    name: part === 'advantage' ? 'advantage over people' : 'judge called good enough to replace people',
    population: `${score}, ${people.steps} steps, judge right in ${people.judge}${people.sizes ? `, conversations of ${people.sizes.join(' to ')} items` : ''}`,
    ...{ populationSize: 0, labels, alpha },
    run(rng) {
      made ??= make();
      const { pool, truth, epsilon } = made;
      const drawn = Array.from({ length: labels }, () => pool[uniformInt(rng, 0, POOL - 1)]!);
      const items = drawn.flatMap((own, cluster) => own.map((one) => ({ ...one, cluster: String(cluster) })));
      const found = altTest(items, { score, epsilon });
      if ('lacks' in found) return 'not shown';
      if (part === 'verdict') return found.passes ? 'misses' : 'holds';
      return outcome(found.advantage, truth);
    },
  };
}

/** Figures that stand around an estimate: of judges, of agreement, of protocols. */
const rounds = 5;

/**
 * Five checks of improved judges together: each round the best of five versions by practice agreement is checked, and all intervals
 * have to hold. Versions mix the judge with chance; one knows most practice labels by heart. What is true is a version's agreement
 * on labels that nobody practiced on.
 */
function ofChecks(rated: Rated): LookCheck {
  const { values, second, labels, isWeighted = false } = rated;
  const kind = values.name.startsWith('yes') ? 'yes-no' : 'rating';
  const scale = { min: 0, max: 1 };
  const agreed = (pairs: readonly WeightedPair[]) =>
    judgeAgreement(pairs, { scale, kind, level: null }).value;
  let pool: ReturnType<typeof poolOf> | undefined;
  return {
    ...{ name: 'checks of improved judges', labels, alpha, populationSize: 0 },
    population: `${rounds} checks, ${values.name}, ${second} judge${isWeighted ? ', weighted draws' : ''}`,
    run(rng) {
      pool ??= poolOf(rated);
      const practice = pool.draw(rng, labels);
      // Items of their own: nobody knows a check label by heart, even where the same pair was drawn twice.
      const check = pool.draw(rng, labels).map((pair) => ({ ...pair }));
      let isShown = false;
      for (let number = 1; number <= rounds; number++) {
        const versions = Array.from({ length: 5 }, (_, i) => versionOf(rng, i === 0 ? practice : []));
        const best = versions.reduce((one, other) =>
          (agreed(practice.map(other)) ?? -2) > (agreed(practice.map(one)) ?? -2) ? other : one,
        );
        const level = checkLevel(number, alpha);
        const found = judgeAgreement(check.map(best), { scale, kind, level });
        const truth = agreed(pool.all.map(best));
        const verdict = truth === null ? 'not shown' : outcome(found, truth);
        if (verdict === 'misses') return verdict;
        isShown ||= verdict === 'holds';
      }
      return isShown ? 'holds' : 'not shown';
    },
  };
}

/**
 * How a checked judge does in all conversations, of which half are for practice: people and judge are alike within one. A study draws
 * its labels item by item from the pool.
 */
function ofConversations(figure: 'agreement' | 'bias', conversations: number, labels: number): LookCheck {
  const items = 800;
  const asked = { scale: { min: 0, max: 1 }, kind: 'yes-no' } as const;
  return {
    ...{ name: 'checks of improved judges', labels, alpha, populationSize: items },
    population: `${figure}, half of ${conversations} conversations, .5 alike`,
    run(rng) {
      const levels = Array.from(
        { length: conversations },
        () => [uniformOpen(rng), uniformOpen(rng)] as const,
      );
      const all = Array.from({ length: items }, (_, item) => {
        const cluster = String(item % conversations);
        const own = levels[item % conversations]!;
        const [u, v] = own.map((level) => (uniformOpen(rng) < 0.5 ? level : uniformOpen(rng))) as [
          number,
          number,
        ];
        const a = Number(u < 0.6);
        return { item, group: cluster, cluster, value: a, a, b: v < 0.8 ? a : 1 - a, weight: 1 };
      });
      const drawn = Array.from(
        uniformOrder(items, uniformInt(rng, 0, 0xffff_ffff), labels),
        (at) => all[at]!,
      );
      const practice = practiceHalf(drawn, uniformInt(rng, 0, 0xffff_ffff));
      const check = drawn.filter(({ item }) => !practice.has(item));
      const truth = judgeFigures(all, { ...asked, level: null })[figure].value!;
      return outcome(judgeFigures(check, { ...asked, level: alpha })[figure], truth);
    },
  };
}

/** A version of a judge: a part of its scores is turned around, by what the item is; labels in `known` are given as they are. */
function versionOf(rng: Rng, known: readonly WeightedPair[]): (pair: WeightedPair) => WeightedPair {
  const share = 0.4 * uniformOpen(rng);
  const turn = uniformOpen(rng);
  const byHeart = new Set(known);
  // By what was said alone: the weight of a label is none of the judge's business.
  const isTurned = ({ a, b }: WeightedPair) => (1e4 * (1 + b + 2 * a) * (1 + turn)) % 1 < share;
  return (pair) => {
    if (byHeart.has(pair)) return { ...pair, b: pair.a };
    return isTurned(pair) ? { ...pair, b: 1 - pair.b } : pair;
  };
}

export function figureChecks(): LookCheck[] {
  const rare = [0.1, 0.5, 0.9, 0.97].map(binary);
  const scales = [steps, ceiling, heavy];
  const ids = [
    'krippendorff-alpha',
    'cohen-kappa',
    'weighted-kappa',
    'pearson',
    'spearman',
    'kendall',
  ] as const;
  const [alphaOf, , fleiss, percent, apart] = groupStatistics.interval;
  const [nominal] = groupStatistics.nominal;
  return [
    ...[0.01, 0.1, 0.5, 0.98, 0.99].flatMap((p) => [8, 10, 100].map((labels) => share(p, labels))),
    ...(['krippendorff-alpha', 'pearson'] as const).flatMap((id) =>
      (['useless', 'close', 'reversed'] as const).flatMap((second) =>
        rare.map((values) => coefficient(id, { values, second, labels: 100 })),
      ),
    ),
    ...ids.flatMap((id) =>
      scales
        .filter((values) => (id !== 'cohen-kappa' && id !== 'kendall') || values !== heavy)
        .map((values) => coefficient(id, { values, second: 'helpful', isWeighted: true, labels: 60 })),
    ),
    ...[60, 300].map((labels) =>
      coefficient('krippendorff-alpha', { values: binary(0.5), second: 'helpful', isWeighted: true, labels }),
    ),
    ...[binary(0.99), ceiling, heavy].flatMap((values) =>
      ([8, 30, 100] as const).flatMap((labels) =>
        (['close', 'useless'] as const).map((second) =>
          bias({ values, second, isWeighted: labels === 30, labels }),
        ),
      ),
    ),
    ...[0.3, 0.5, 0.9].flatMap((p) =>
      (['close', 'helpful'] as const).flatMap((second) =>
        [40, 200].map((labels) => corrected({ values: binary(p), second, labels })),
      ),
    ),
    ...[steps, binary(0.5)].flatMap((values) =>
      (['useless', 'helpful'] as const).map((second) => byLength({ values, second, labels: 40 })),
    ),
    ...(['longer', 'atEqualLength'] as const).flatMap((part) =>
      [binary(0.5), steps, heavy].map((values) => preferred(part, { values, second: 'helpful', labels: 30 })),
    ),
    ...(['first', 'turned'] as const).flatMap((part) => [
      ...[binary(0.9), ceiling].map((values) => inOrders(part, { values, second: 'close', labels: 20 })),
      ...[binary(0.5), steps].map((values) => inOrders(part, { values, second: 'helpful', labels: 20 }, 6)),
    ]),
    ...[steps, ceiling, binary(0.9)].flatMap((values) =>
      [false, true].map((isBeside) => worth(isBeside, { values, second: 'helpful', labels: 100 })),
    ),
    ...[30, 100].flatMap((labels) => [
      agreement(alphaOf, { values: steps, second: 'close', people: 3, labels }),
      agreement(nominal, { values: binary(0.5), second: 'close', people: 3, holes: 0.5, labels }),
      agreement(nominal, { values: binary(0.8), second: 'helpful', people: 4, labels }),
      agreement(fleiss, { values: steps, second: 'helpful', people: 3, labels }),
    ]),
    ...[8, 30].flatMap((labels) => [
      agreement(percent, { values: binary(0.97), second: 'close', people: 2, labels }),
      agreement(apart, { values: ceiling, second: 'helpful', people: 3, holes: 0.5, labels }),
    ]),
    ...[0.9, 0.99].flatMap((p) =>
      [6, 12, 50].flatMap((groups) => [
        protocolScore({ p, groups, alike: 0.5, most: 4 }),
        protocolScore({ p, groups, alike: 0.5, most: 4 }, 0.2),
      ]),
    ),
    ...(['average', 'aptitude', 'unreliability'] as const).flatMap((part) =>
      [6, 30].flatMap((labels) => [0.3, 0.95].map((sure) => repeated(part, labels, sure))),
    ),
    ...[50, 100].flatMap((labels) => [
      alternative('advantage', { score: 'accuracy', steps: 2, judge: 0.9, labels }),
      alternative('advantage', { score: 'accuracy', steps: 4, judge: 0.3, labels }),
      alternative('advantage', { score: 'rmse', steps: 5, judge: 0.98, labels }),
      alternative('verdict', { score: 'accuracy', steps: 2, judge: 0.6, labels }),
      alternative('verdict', { score: 'rmse', steps: 5, judge: 0.6, labels }),
    ]),
    ...(
      [
        [10, [8, 8]],
        [20, [1, 14]],
        [60, [4, 4]],
      ] as const
    ).flatMap(([labels, sizes]) => [
      alternative('advantage', { score: 'accuracy', steps: 2, judge: 0.6, labels, sizes }),
      alternative('verdict', { score: 'accuracy', steps: 2, judge: 0.6, labels, sizes }),
      alternative('verdict', { score: 'rmse', steps: 5, judge: 0.6, labels, sizes }),
    ]),
    ...[8, 20, 100].flatMap((units) => [
      ...[0.5, 0.9, 0.98].map((p) => checksAlone('groups', p, units)),
      ...[0, 0.3].map((p) => checksAlone('difference', p, units)),
    ]),
    ofChecks({ values: binary(0.5), second: 'helpful', labels: 40 }),
    ofChecks({ values: binary(0.8), second: 'close', labels: 40 }),
    ofChecks({ values: steps, second: 'helpful', isWeighted: true, labels: 60 }),
    ...[20, 100].flatMap((conversations) => [
      ofConversations('agreement', conversations, 200),
      ofConversations('bias', conversations, 200),
    ]),
    ...(['cohen-kappa', 'pearson'] as const).map((id) =>
      coefficient(id, { values: binary(0.5), second: 'helpful', labels: 200 }, 'sorted'),
    ),
    ...(['cohen-kappa', 'pearson', 'spearman', 'kendall'] as const).flatMap((id) => [
      coefficient(id, { values: steps, second: 'close', labels: 30 }),
      coefficient(id, { values: id === 'cohen-kappa' ? binary(0.5) : steps, second: 'helpful', labels: 40 }),
    ]),
    overWorkers('pearson', 30, 3),
    overWorkers('spearman', 40, 1),
    ...[12, 30, 60].flatMap((groups) => [
      protocolScore({ p: 0.7, groups, alike: 0.5, most: 8, isSkewed: true }),
      protocolScore({ p: 0.7, groups, alike: 0.5, most: 8, isSkewed: true }, 0.2),
    ]),
    // One passage and one worker that outweigh all others by as much as is still shown.
    ...[0.9, 0.99].flatMap((p) => [
      protocolScore({ p, groups: 20, alike: 0.5, most: 3, first: 20 }),
      protocolScore({ p, groups: 50, alike: 1, most: 2, first: 30 }, 0.2),
    ]),
    overWorkers('pearson', 60, 2, 15),
    overWorkers('spearman', 60, 2, 10),
    // Six replies of sixty are the shorter ones.
    preferred('atEqualLength', { values: binary(0.9), second: 'helpful', labels: 60 }),
  ];
}
