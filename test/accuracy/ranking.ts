/**
 * Rankings on real data: `node test/accuracy/ranking.ts [seeds] [first seed] [set] [pairs, pages, levels or budget]` prints the tables of
 * docs/measured/rankings.md. Labels go to pairs that still matter for what is to be found; beside it the fixed plan, which gives every
 * pair all of its labels, on the same orders. On one page ratings go to the systems of such pairs; its fixed plan rates all
 * systems on every page. A table is of pairs that share alpha out by what is to be found, beside all pairs; there a written
 * answer is one label of all systems. The last is of how many pairs 400 labels or ratings decide.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  mean,
  normalizationOf,
  type RankedPopulation,
  type RankingAim,
  RankingPages,
  RankingRace,
  rankedPools,
  sameResponses,
  temperedProbabilities,
  trueGap,
} from '../../stats/index.ts';
import { rougeL } from '../../stats/metrics/rouge-l.ts';
import { f1Squad1 } from '../../stats/metrics/squad1.ts';
import type { RaceResult } from '../../stats/simulation/ranking-pairs.ts';

interface Item {
  reference?: string[];
  responses: Record<string, string>;
  human: Record<string, Record<string, number[]>>;
  judge?: Record<string, Record<string, Record<string, number>>>;
}

interface Source {
  name: string;
  file: string;
  systems: readonly string[];
  /** Goodness and surrogate in [0, 1] of a system on an item; null where it has none. */
  y: (item: Item, system: string) => number | null;
  s: (item: Item, system: string) => number;
  /** Labels of each pair by the fixed plan. */
  labels: number;
}

const folder = path.join(import.meta.dirname, '../../../shared/data');
const rated = (criterion: string) => (item: Item, system: string) => {
  const values = item.human[system]?.[criterion];
  return values && values.length > 0 ? (mean(values) - 1) / 4 : null;
};
const likeReference = ({ responses, reference }: Item, system: string) =>
  Math.max(...reference!.map((text) => rougeL(responses[system]!, text)));
const clip = (value: number) => Math.min(1, Math.max(0, value));

const sources: Source[] = [
  {
    name: 'NQ-open, word F1',
    file: 'openqa_nq/nqopen_full.jsonl',
    systems: ['EMDR2', 'R2D2', 'FiD-KD', 'FiD', 'DPR'],
    y: ({ responses, reference }, system) => f1Squad1.score(responses[system]!, reference!) ?? null,
    s: ({ responses }, system) => f1Squad1.score(responses[system]!, [responses.Contriever_FiD!]) ?? 0.5,
    labels: 1000,
  },
  {
    name: 'DSTC9 track 1, accuracy',
    file: 'dstc9_track1/items.jsonl',
    systems: [],
    y: rated('accuracy'),
    s: likeReference,
    labels: 1000,
  },
  {
    name: 'USR Topical-Chat, overall',
    file: 'usr_topical_chat/items.jsonl',
    systems: [],
    y: rated('overall'),
    s: ({ judge }, system) => clip(judge!.UniEval![system]!.overall! / 5),
    labels: 60,
  },
];

function populationOf({ name, file, systems, y, s }: Source): RankedPopulation & { names: string[] } {
  const all = readFileSync(path.join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Item);
  const names =
    systems.length > 0 ? [...systems] : [...new Set(all.flatMap(({ human }) => Object.keys(human)))].sort();
  const items = all.filter((item) =>
    names.every((system) => item.responses[system] !== undefined && y(item, system) !== null),
  );
  const normalize = normalizationOf(f1Squad1.id);
  return {
    name: `${name} (N = ${items.length})`,
    names,
    systems: names.map((system) => ({
      y: Float64Array.from(items, (item) => y(item, system)!),
      s: Float64Array.from(items, (item) => s(item, system)),
    })),
    isSame: (a, b, i) => {
      const { responses } = items[i]!;
      return sameResponses([responses[names[a]!]!], [responses[names[b]!]!], normalize);
    },
  };
}

const margin = 0.02;
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const share = (values: readonly boolean[]) => (values.filter(Boolean).length / values.length).toFixed(3);

/** Where each system stands as far as it is to be found: in, out or open; of the whole order every pair. */
const decision = ({ verdicts, places }: RaceResult, top: number | null) =>
  top === null
    ? verdicts.map(({ verdict }) => verdict).join()
    : places
        .toSorted((a, b) => a.system - b.system)
        .map(({ best, worst }) => (worst <= top ? 'in' : best > top ? 'out' : 'open'))
        .join();

/** What deals labels: to pairs, or to pages of systems. */
interface Dealer {
  /** Labels of the fixed plan. */
  readonly fixedLabels: number;
  draw(seed: number): void;
  assignNext(aim: RankingAim, isFixed?: boolean): RaceResult;
}

const dealers = {
  pairs: (population: RankedPopulation, labels: number): Dealer =>
    new RankingRace(population, { ...{ alpha: 0.05, labels, margin }, probabilities: temperedProbabilities }),
  pages: (population: RankedPopulation, labels: number): Dealer =>
    new RankingPages(population, { alpha: 0.05, labels, margin }),
};

const aims = [1, 3, null].map((top) => ({ top, isChained: true }));

function tableOf(
  source: Source,
  dealer: keyof typeof dealers,
  seeds: readonly number[],
): (string | number)[][] {
  const population = populationOf(source);
  const race = dealers[dealer](population, source.labels);
  const runs = seeds.map((seed) => {
    race.draw(seed);
    return aims.map((aim) => ({ dealt: race.assignNext(aim), fixed: race.assignNext(aim, true) }));
  });
  const gaps = rankedPools(population).map(trueGap);
  return aims.map(({ top }, a) => {
    const ofAim = runs.map((run) => run[a]!);
    const dealt = median(ofAim.map((run) => run.dealt.labels));
    const stopped = median(ofAim.map((run) => run.fixed.labels));
    return [
      population.name,
      population.systems.length,
      top === null ? 'order' : top === 1 ? 'best' : `best ${top}`,
      ...[race.fixedLabels, stopped, dealt],
      (dealt / race.fixedLabels).toFixed(2),
      (dealt / stopped).toFixed(2),
      share(ofAim.map((run) => decision(run.dealt, top) === decision(run.fixed, top))),
      share(ofAim.map((run) => run.dealt.isFound)),
      share(
        ofAim.map(({ dealt: { verdicts } }) => verdicts.some(({ verdict }, i) => isWrong(verdict, gaps[i]!))),
      ),
    ];
  });
}

const isWrong = (verdict: string, gap: number): boolean =>
  (verdict === 'first' && gap < 0) ||
  (verdict === 'second' && gap > 0) ||
  (verdict === 'practically-equal' && Math.abs(gap) > margin + 1e-12);

const row = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
const count = Number(process.argv[2] ?? 200);
const from = Number(process.argv[3] ?? 1);
const chosen = process.argv[4] ?? '';
const seeds = Array.from({ length: count }, (_, i) => from + i);
const ways = Object.keys(dealers) as (keyof typeof dealers)[];

/** Labels to find the best so many, when all pairs share alpha out and when only those do that can make what is found wrong. */
function levelsOf(source: Source): (string | number)[][] {
  const population = populationOf(source);
  const { systems } = population;
  const isWritten = source.file.startsWith('openqa');
  const means = systems.map(({ y }) => mean(y));
  const base = { alpha: 0.05, labels: source.labels, margin };
  return [1, 3].flatMap((top) => {
    const aim = { top, isChained: true };
    const least = means.toSorted((a, b) => b - a)[top - 1]!;
    const isGood = means.map((value) => value >= least);
    const made = (goal: RankingAim | undefined): Record<string, Dealer> => {
      const options = { ...base, ...(goal && { goal }) };
      return {
        'pair by pair': new RankingRace(population, { ...options, probabilities: temperedProbabilities }),
        [isWritten ? 'one draw, written answers' : 'one page']: new RankingPages(
          population,
          options,
          isWritten,
        ),
      };
    };
    const [all, ofGoal] = [made(undefined), made(aim)];
    return Object.keys(all).map((way) => {
      const runs = seeds.map((seed) =>
        [all, ofGoal].map((dealers) => {
          dealers[way]!.draw(seed);
          return dealers[way]!.assignNext(aim);
        }),
      );
      const [before, after] = [0, 1].map((i) => runs.map((run) => run[i]!));
      const [was, is] = [before!, after!].map((found) => median(found.map(({ labels }) => labels)));
      const isFalse = ({ places }: RaceResult) =>
        places.some(({ system, best, worst }) =>
          worst <= top ? !isGood[system] : best > top && isGood[system],
        );
      return [
        ...[population.name, systems.length, top === 1 ? 'best' : `best ${top}`, way, was!, is!],
        (is! / was!).toFixed(2),
        ...[before!, after!].map((found) => share(found.map(({ isFound }) => isFound))),
        ...[before!, after!].map((found) => share(found.map(isFalse))),
      ];
    });
  });
}

const budget = 400;
const fewSystems = 5;

/** How many of the pairs of five systems so many labels decide pair by pair, and as many ratings on one page. */
function budgetOf(source: Source, isPreferred: boolean): (string | number)[][] {
  const whole = populationOf(source);
  const byMean = whole.systems.toSorted((a, b) => mean(b.y) - mean(a.y));
  const step = (byMean.length - 1) / (fewSystems - 1);
  const places = Array.from({ length: fewSystems }, (_, i) =>
    whole.systems.indexOf(byMean[Math.round(i * step)]!),
  );
  const population: RankedPopulation = {
    name: whole.name,
    systems: places.map((place) => whole.systems[place]!),
    isSame: (a, b, item) => whole.isSame!(places[a]!, places[b]!, item),
    isPreferred,
  };
  const gaps = rankedPools(population).map(trueGap);
  const pagesFor = (ratings: number) => {
    const few = Math.min(ratings / fewSystems, population.systems[0]!.y.length);
    const tried = dealers.pages(population, few);
    tried.draw(seeds[0]!);
    return Math.floor((few * ratings) / tried.fixedLabels);
  };
  const ways = {
    'pair by pair': dealers.pairs(population, budget / gaps.length),
    'one page': dealers.pages(population, pagesFor(budget)),
  };
  return Object.entries(ways).map(([way, dealer]) => {
    const runs = seeds.map((seed) => {
      dealer.draw(seed);
      // Preferences do not add up.
      return dealer.assignNext({ top: null, isChained: !isPreferred }, true);
    });
    const decided = runs.map(
      ({ verdicts }) => verdicts.filter(({ verdict }) => verdict !== 'undecided').length,
    );
    return [
      ...[
        population.name,
        isPreferred ? 'which is better' : 'ratings',
        way,
        Math.round(mean(runs.map(({ labels }) => labels))),
      ],
      mean(decided).toFixed(1),
      share(runs.map(({ verdicts }) => verdicts.some(({ verdict }, i) => isWrong(verdict, gaps[i]!)))),
    ];
  });
}

console.log(
  `Rankings, ${count} seeds from ${from}, alpha .05, differences of less than ${margin} do not matter`,
);
for (const dealer of ways.filter((name) => name.startsWith(process.argv[5] ?? ''))) {
  console.log(dealer === 'pairs' ? '\nPair by pair\n' : '\nOn one page\n');
  row([
    ...['Data', 'systems', 'to find', 'fixed plan', 'fixed, stopped', 'dealt', 'share', 'of stopped'],
    ...['same decisions', 'found', 'wrong'],
  ]);
  row(['---', '--:', '---', ...Array.from({ length: 8 }, () => '--:')]);
  for (const source of sources.filter(({ file }) => file.startsWith(chosen))) {
    if (!existsSync(path.join(folder, source.file))) {
      console.log(`${source.name}: not measured, as ${source.file} is not there.`);
      continue;
    }
    for (const cells of tableOf(source, dealer, seeds)) row(cells);
  }
}
if ('levels'.startsWith(process.argv[5] ?? '')) {
  console.log('\nBy the level of all pairs, and by that of what is to be found\n');
  row([
    ...['Data', 'systems', 'to find', 'labeled', 'all pairs', 'what is to be found', 'share'],
    ...['found before', 'found', 'wrong before', 'wrong'],
  ]);
  row(['---', '--:', '---', '---', ...Array.from({ length: 7 }, () => '--:')]);
  for (const source of sources.filter(({ file }) => file.startsWith(chosen))) {
    if (existsSync(path.join(folder, source.file))) for (const cells of levelsOf(source)) row(cells);
  }
}
if ('budget'.startsWith(process.argv[5] ?? '')) {
  console.log(`\nPairs of five systems that ${budget} labels or ratings decide, of ten\n`);
  row(['Data', 'asked', 'labeled', 'labels or replies', 'decided', 'wrong']);
  row(['---', '---', '---', '--:', '--:', '--:']);
  for (const source of sources.filter(({ file }) => file.startsWith(chosen))) {
    if (!existsSync(path.join(folder, source.file))) continue;
    for (const isPreferred of [false, true]) for (const cells of budgetOf(source, isPreferred)) row(cells);
  }
}
