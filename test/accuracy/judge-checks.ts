/**
 * Whether the intervals of all checks of improved judges hold together: `node test/accuracy/judge-checks.ts [runs] [seed]`.
 * Real people and judges of ../shared/data. In each run 100 items are labeled by chance, half of them for practice. Of five versions the
 * one with the best practice agreement is checked, then five new ones are made, and so on: five checks a run, all on the same check
 * labels. Versions say what the judge says, mixed with chance; some know most practice labels by heart. `greedy` makes new versions
 * from the one that did best in checks, so that what is checked depends on the check labels.
 */
import {
  checkLevel,
  createRng,
  judgeAgreement,
  practiceHalf,
  type Rng,
  uniformInt,
  uniformOpen,
  uniformOrder,
  weightedPearson,
} from '../../stats/index.ts';
import { printTable } from './markdown-table.ts';
import { type RealPopulation, realPopulations } from './real-populations.ts';

const [runs = 200, seed = 1] = process.argv.slice(2, 4).map(Number);
const labels = 100;
const rounds = 5;
const candidates = 5;
const alpha = 0.05;

type Scores = Float64Array | number[];

/** Scores that follow the judge on a share of the items, and give another item's score on the rest. */
function mixed(rng: Rng, from: Scores, share: number): number[] {
  return Array.from(from, (score) =>
    uniformOpen(rng) < share ? score : from[uniformInt(rng, 0, from.length - 1)]!,
  );
}

/** Agreement of practice labels, and of all items that nobody practiced on. */
function agreementOf(y: Scores, s: Scores, items: readonly number[], isYesNo: boolean): number {
  const pairs = items.map((i) => ({ a: y[i]!, b: s[i]!, weight: 1 }));
  if (!isYesNo) return weightedPearson(pairs) ?? 0;
  return pairs.filter(({ a, b }) => a >= 0.5 === b >= 0.5).length / pairs.length;
}

interface Tally {
  runs: number;
  allHeld: number;
  checks: number;
  held: number;
  shown: number;
  width: number;
  /** Practice agreement less the truth, of the version chosen first. */
  flattery: number;
}

function simulate(population: RealPopulation, isGreedy: boolean): Tally {
  const { y, s } = population;
  const N = y.length;
  const isYesNo = Array.from(y).every((value) => value === 0 || value === 1);
  const kind = isYesNo ? ('yes-no' as const) : ('rating' as const);
  const tally: Tally = { runs: 0, allHeld: 0, checks: 0, held: 0, shown: 0, width: 0, flattery: 0 };
  const rng = createRng(seed);
  for (let run = 0; run < runs; run++) {
    const drawn = Array.from(
      uniformOrder(N, uniformInt(rng, 0, 0xffff_ffff), Math.min(labels, Math.floor(N / 2))),
    );
    const items = drawn.map((item) => ({ item, group: String(item), value: y[item]! }));
    const half = practiceHalf(items, uniformInt(rng, 0, 0xffff_ffff));
    const practice = drawn.filter((item) => half.has(item));
    const check = drawn.filter((item) => !half.has(item));
    const elsewhere = Array.from({ length: N }, (_, i) => i).filter((item) => !half.has(item));
    let base: Scores = s;
    let bestChecked = Number.NEGATIVE_INFINITY;
    let held = true;
    for (let number = 1; number <= rounds; number++) {
      const versions = Array.from({ length: candidates }, (_, i) => {
        const own = mixed(rng, isGreedy ? base : s, 0.6 + 0.4 * uniformOpen(rng));
        if (i === 0) for (const item of practice) if (uniformOpen(rng) < 0.8) own[item] = y[item]!;
        return own;
      });
      const [chosen] = versions
        .map((scores) => ({ scores, practice: agreementOf(y, scores, practice, isYesNo) }))
        .sort((a, b) => b.practice - a.practice);
      const pairs = check.map((item) => ({ a: y[item]!, b: chosen!.scores[item]!, weight: 1 }));
      const level = checkLevel(number, alpha);
      const agreement = judgeAgreement(pairs, { scale: { min: 0, max: 1 }, kind, level });
      const truth = agreementOf(y, chosen!.scores, elsewhere, isYesNo);
      if (number === 1) tally.flattery += chosen!.practice - truth;
      tally.checks++;
      if (agreement.lower !== null && agreement.upper !== null) {
        const isInside = truth >= agreement.lower - 1e-9 && truth <= agreement.upper + 1e-9;
        tally.shown++;
        tally.held += Number(isInside);
        tally.width += (agreement.upper - agreement.lower) / 2;
        held &&= isInside;
      }
      if ((agreement.value ?? -1) > bestChecked) {
        bestChecked = agreement.value ?? -1;
        base = chosen!.scores;
      }
    }
    tally.runs++;
    tally.allHeld += Number(held);
  }
  return tally;
}

const wanted = ['openqa_nq', 'mtrag_human', 'pandalm_pairs'];
const perSet = 2;
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const rows = wanted.flatMap((set) =>
  realPopulations()
    .filter((one) => one.set === set && one.y.length >= labels)
    .slice(0, perSet)
    .flatMap((population) =>
      [false, true].map((isGreedy) => {
        const { runs: n, allHeld, checks, held, shown, width, flattery } = simulate(population, isGreedy);
        return [
          `${set}: ${population.name}${isGreedy ? ', greedy' : ''}`,
          String(population.y.length),
          percent(flattery / n),
          percent(shown / checks),
          percent(held / shown),
          percent(allHeld / n),
          (width / shown).toFixed(3),
        ];
      }),
    ),
);
printTable(
  ['Labels and judge', 'N', 'Practice above truth', 'Shown', 'Check holds', 'All five hold', 'Half-width'],
  rows,
);
