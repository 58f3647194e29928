import { partsOfPlan } from '../../../db/study-plans.ts';
import type {
  OtherCriterion,
  Release,
  ReleaseDifference,
  Subgroups,
} from '../../../shared/contract/index.ts';
import { type BracketedState, holm } from '../../../stats/index.ts';
import { changeOfMode, isBeforeClock, type ModeInRelease } from '../../design/series/mode-change.ts';
import {
  differenceAlpha,
  exact,
  itemDifference,
  pairPlan,
  releaseDifferenceFrom,
} from '../../design/series/release-difference.ts';
import { modeSteps } from '../../estimate/failures/failure-table.ts';
import { looksAtStart } from '../../estimate/study-sequence.ts';
import type { LabelHeader, LabelRecord, PlannedFields } from '../../import/formats/labels/label-record.ts';
import { designs } from '../../studies/design.ts';
import type { DifferenceRecord } from '../difference-record.ts';
import { compareShare } from './check-failures.ts';
import { checkPlanned } from './check-planned.ts';
import { type Check, compareData, compareNumber } from './checks.ts';
import { finishedPrefix, type StandingDraw } from './drawn-values.ts';
import { plannedSequence, type Recomputed, recompute, storedPlans } from './recompute.ts';

type Estimated = Extract<ReleaseDifference, { kind: 'estimate' }>;

/** What a difference has to be, and whether what it rests on beside the labels can be at all. */
export interface ExpectedDifference {
  readonly difference: Estimated;
  readonly checks: readonly Check[];
}

/** Where nothing differs, the difference is 0. */
export const noDifferenceIn = (stated: Estimated, { scale }: Pick<Release, 'scale'>): Estimated =>
  releaseDifferenceFrom(exact, { ...countsIn(stated), scale });

/**
 * The difference between two releases of the report, from the labels of both. How many items both answered, and how many and
 * which of them differ, is as the report has it.
 *
 * @throws RangeError when an item stands twice among those that differ, or out of the order of the draw
 */
export function expectedDifference(
  stated: Estimated,
  record: DifferenceRecord,
  { header, later, earlier }: { header: LabelHeader; later: Recomputed; earlier: Recomputed },
): ExpectedDifference {
  const { again } = record;
  const halved = { ...header, alpha: differenceAlpha(header.alpha, again !== undefined) };
  const { differing: N, plannedPairs, sharedItems } = stated;
  const pairs = playedPairs(record, halved, { N, plannedPairs, later, earlier });
  const drift =
    again && playedPairs(ofAgain(again), halved, { N: sharedItems - N, plannedPairs: 0, later, earlier });
  return {
    difference: releaseDifferenceFrom(pairs.state, {
      ...{ ...countsIn(stated), scale: header.scale },
      ...(drift && { again: { asked: again.items.length, state: drift.state } }),
    }),
    checks: [...pairs.checks, ...(drift?.checks ?? [])],
  };
}

/** A release with its labels. */
interface Labeled {
  readonly header: LabelHeader;
  readonly found: Recomputed;
}

/** How failure modes changed between two releases of the report, from what the label files of both say of each draw. */
export function checkChanges(
  { differing, sharedItems, plannedPairs }: Pick<Estimated, 'differing' | 'sharedItems' | 'plannedPairs'>,
  record: DifferenceRecord,
  { later, earlier }: { later: Labeled; earlier: Labeled },
): Check[] {
  if (!record.failures) return [];
  const [now, then] = [ordersOf(later.found), ordersOf(earlier.found)];
  // An item without a label has no row, and so no place here.
  const drawn = record.differing.map(({ id }) => ({ now: now.get(id), before: then.get(id) }));
  const counts = { differing, sharedItems, plannedPairs, alpha: later.header.alpha, drawn };
  const inLater = later.header.failures?.modes ?? [];
  const told = inLater.filter(({ name }) => modeIn(earlier, name) !== undefined).map(({ name }) => name);
  return [
    ...compareData(
      'failure modes',
      record.failures.map(({ name }) => name),
      told,
    ),
    ...record.failures.flatMap(({ name, stated, clock }) => {
      const [one, other] = [modeIn(later, name), modeIn(earlier, name)];
      if (!one || !other) return [];
      const what = `failure mode ${name}`;
      const misplaced = drawn.filter(
        (pair, i) =>
          pair.now !== undefined &&
          pair.before !== undefined &&
          isBeforeClock(one, other, pair) !== i < clock,
      );
      return [
        compareNumber(`${what}: pairs on the other side of its clock`, misplaced.length, 0),
        ...compareShare(what, stated, changeOfMode(one, other, { ...counts, clock })),
      ];
    }),
  ];
}

/** Where each item stands in the draw, from 0. */
const ordersOf = ({ draws }: Recomputed) => new Map(draws.map(({ item, order }) => [item, order - 1]));

function modeIn({ header, found }: Labeled, name: string): ModeInRelease | undefined {
  const mode = header.failures?.modes.find((one) => one.name === name);
  return (
    mode && {
      clock: mode.clock,
      prefix: finishedPrefix(found.draws).length,
      values: mode.values.map((y) => y ?? 'unknown'),
      ...modeSteps(header),
    }
  );
}

type PairRecord = Pick<DifferenceRecord, 'signals' | 'predictor' | 'surrogateMean' | 'differing'>;

/** Equal replies that are rated again, as the record of a difference: no signal says anything of them. */
const ofAgain = ({ items, predictor }: NonNullable<DifferenceRecord['again']>): PairRecord => ({
  ...{ signals: [], predictor, surrogateMean: 0.5 },
  differing: items.map((id) => ({ id, x: [] })),
});

function playedPairs(
  record: PairRecord,
  header: LabelHeader,
  of: { N: number; plannedPairs: number; later: Recomputed; earlier: Recomputed },
): { state: BracketedState; checks: readonly Check[] } {
  const draws = pairedDraws(record, of.later, of.earlier, of.N);
  const ofPairs = headerOf(header, record, of);
  const sequence = plannedSequence(ofPairs, ofPairs, finishedPrefix(draws));
  for (const [pool, { y, surrogate, probability }] of finishedPrefix(draws).entries())
    sequence.add({ y, pool, surrogate, probability });
  const misplaced = [...new Set((sequence.planned ?? []).flatMap((one) => one?.misplaced ?? []))];
  return { state: sequence.state, checks: checkPlanned(ofPairs, { draws, misplaced }) };
}

const countsIn = ({ sharedItems, differing, changed, plannedPairs, leastDifference }: Estimated) => ({
  ...{ sharedItems, differing, changed, plannedPairs, leastDifference },
});

/** Those of the beginning that both releases have finished, as draws of the pool of the difference. */
function pairedDraws(
  { differing, surrogateMean }: PairRecord,
  later: Recomputed,
  earlier: Recomputed,
  populationSize: number,
): StandingDraw[] {
  const [now, then] = [finalsOf(later), finalsOf(earlier)];
  const orders = new Map(later.draws.map(({ item, order }) => [item, order]));
  const draws: StandingDraw[] = [];
  let before = 0;
  for (const { id, x } of differing) {
    const y = itemDifference(now.get(id), then.get(id));
    if (y === undefined) break;
    const order = orders.get(id)!;
    if (order <= before)
      throw new RangeError(`${id} stands out of the order of the draw among what differs.`);
    before = order;
    draws.push({
      ...{ order: draws.length + 1, item: id, x, surrogate: surrogateMean, probability: 1 / populationSize },
      standing: {
        kind: 'final',
        final: y === 'skipped' ? { kind: 'skipped', reasons: [] } : { kind: 'value', y },
      },
    });
  }
  return draws;
}

const finalsOf = ({ draws }: Recomputed) =>
  new Map(
    draws.flatMap(({ item, standing }) =>
      standing.kind === 'final' ? [[item, standing.final] as const] : [],
    ),
  );

/** The pool of a difference as the header of a study's labels would say it. */
function headerOf(
  { mendedFrom: _, steps: __, ...header }: LabelHeader,
  { signals, predictor, surrogateMean, differing }: PairRecord,
  { N, plannedPairs }: { N: number; plannedPairs: number },
): LabelHeader & PlannedFields {
  const plan = pairPlan(plannedPairs);
  const plans = [{ drawsBefore: 0, ...partsOfPlan(plan) }];
  return {
    ...header,
    ...{ N, draws: differing.length, bettingRule: 3, signals, predictor, plans },
    looks: looksAtStart(N, storedPlans(plans)),
    pool: { ...header.pool, mean: surrogateMean },
  };
}

/** Subgroups with the probabilities that the report has, and what Holm's correction makes of them. */
export function expectedSubgroups(stated: Subgroups): Subgroups {
  const adjusted = holm(stated.subgroups.flatMap(({ differs }) => differs?.probability ?? []));
  let next = 0;
  return {
    ...stated,
    subgroups: stated.subgroups.map((one) =>
      one.differs ? { ...one, differs: { ...one.differs, adjusted: adjusted[next++]! } } : one,
    ),
  };
}

/**
 * Other criteria with the share of the error level that each has when all are to hold together, and the study's own interval at that
 * share, from its labels. Those of the other criteria rest on labels that are not in the report.
 */
export function expectedCriteria(
  stated: readonly OtherCriterion[],
  { header, rows }: LabelRecord,
): OtherCriterion[] {
  if (!stated.some(({ together }) => together)) return [...stated];
  const alpha = header.alpha / (stated.length + 1);
  const { estimates } = recompute({ header: { ...header, alpha }, rows });
  const own = estimates.find(({ method }) => method === designs[header.design].defaultMethod);
  const { lower: ownLower = null, upper: ownUpper = null } = own ?? {};
  return stated.map((one) =>
    one.together ? { ...one, together: { ...one.together, alpha, ownLower, ownUpper } } : one,
  );
}
