import {
  ABOVE_MOST,
  BESIDE_CARRIED,
  CARRIED_PENALTY,
  CARRIED_SLOPE,
  JOINED_PENALTY,
  JOINED_SLOPE,
  MAIN_PENALTY,
  MAIN_SLOPE,
  OTHER_PENALTY,
  UNIFORM_LEVELS,
  WEIGHTED_LEVELS,
} from '../../../stats/index.ts';
import { looksAtStart } from '../../estimate/study-sequence.ts';
import {
  type LabelHeader,
  type PlannedFields,
  plannedFieldsOf,
  type StatedPredictor,
} from '../../import/formats/labels/label-record.ts';
import { designs } from '../../studies/design.ts';
import { temperedHardness } from './check-rows.ts';
import { type Check, compareData, compareNumber, compareText } from './checks.ts';
import { type DrawnValue, finishedPrefix } from './drawn-values.ts';
import { type Recomputed, storedPlans } from './recompute.ts';

type Refit = StatedPredictor['refits'][number];
type Levels = Refit['up'];

/** Slack of sums, and items that share one of the sums of the whole pool. */
const ROUNDING = 1e-9;
const SUMMED = 10_000;

/** Largest cell that fits into a byte. */
const MOST_CELL = 127;

/**
 * What a file of rule 3 says beside its labels: its looks are those of its plan, and what the predictor says of the items that
 * nobody labeled can be of this pool, these draws and these labels at all. Which of the possible it is, only the pool can tell.
 */
export function checkPlanned(header: LabelHeader, found: Pick<Recomputed, 'draws' | 'misplaced'>): Check[] {
  const planned = plannedFieldsOf(header);
  if (!planned) return checkMended(header);
  const { plans, looks, signals, predictor } = planned;
  const prefix = finishedPrefix(found.draws);
  const joints = signals.flatMap(({ joined }) => joined?.drawsBefore ?? []);
  const firstSkip = prefix.findIndex(({ y }) => y === 'skipped');
  const { low, high } = predictor;
  const faults = [
    ...(header.mendedFrom === undefined ? [] : ['rule 3 is not mended']),
    ...faultsOfPlans(plans, header),
    ...faultsOfJoins(signals, header),
    ...faultsOfCells(signals, prefix),
    ...faultsOfWeights(predictor.weights, prefix, header),
    ...faultsOfPredictor(low, prefix, { header, predictor, joints }),
    ...(high ? faultsOfPredictor(high, prefix, { header, predictor, joints }) : []),
    ...found.misplaced.map((draw) => `draw ${draw} lies on a level where the predictor has no item`),
    ...((high !== undefined) === firstSkip >= 0 ? [] : ['high: it is there where an item was skipped']),
    ...(high && !areSame(low, high, firstSkip) ? ['high: it parts from low before an item was skipped'] : []),
  ];
  return [
    ...compareData('looks', looks, looksAtStart(header.N, storedPlans(plans))),
    ...compareData('signals', signals.map(priorOf), expectedPriors(signals)),
    ...faults.map((what) => compareText('plans and predictor', what, 'not possible')),
    compareNumber('what of plans and predictor cannot be', faults.length, 0),
  ];
}

/** Rule 2 is mended at a draw of the batch; rule 3, and draws without an interval, have nothing to mend. */
function checkMended({ mendedFrom, bettingRule, design, draws }: LabelHeader): Check[] {
  if (mendedFrom === undefined) return [];
  const isPossible = bettingRule === 2 && designs[design].id === 'without-replacement' && mendedFrom <= draws;
  return [compareNumber('mended where it can be', Number(isPossible), 1)];
}

type Signals = PlannedFields['signals'];

const priorOf = ({ penalty, slope }: Signals[number]) => ({ penalty, slope });

/** Penalty and slope before any label of each column, which follow from what it is made of. */
function expectedPriors(signals: Signals): ReturnType<typeof priorOf>[] {
  const carried = signals.filter(({ kind }) => kind === 'carried').length;
  return signals.map(({ kind, slope }) => {
    if (kind === 'joined') return { penalty: JOINED_PENALTY, slope };
    if (kind === 'carried') return { penalty: CARRIED_PENALTY, slope: CARRIED_SLOPE / carried };
    if (kind !== 'composite' && kind !== 'surrogate') return { penalty: OTHER_PENALTY, slope: 0 };
    return { penalty: MAIN_PENALTY, slope: MAIN_SLOPE * (carried > 0 ? BESIDE_CARRIED : 1) };
  });
}

/** Cells are kept in four bytes, or, where they have a unit, in one. */
function faultsOfCells(signals: Signals, prefix: readonly DrawnValue[]): string[] {
  const isCell = (cell: number, k: number) =>
    signals[k]!.unit === 1
      ? Math.fround(cell) === cell
      : Number.isInteger(cell) && Math.abs(cell) <= MOST_CELL;
  return prefix.flatMap(({ x }, i) => (x!.every(isCell) ? [] : [`x of draw ${i + 1} is in no column`]));
}

function faultsOfPlans(plans: PlannedFields['plans'], { draws, systems, design }: LabelHeader): string[] {
  return plans.flatMap(({ drawsBefore, kind, labels, approximate }, i) => {
    const at = `plans.${i}`;
    const is: [boolean, string][] = [
      [(labels === null) !== (kind === 'none'), `${at}: every kind but "none" has labels`],
      [i === 0 && drawsBefore > 0, `${at}: it does not hold from the first draw`],
      [drawsBefore > draws, `${at}: there are ${draws} draws`],
      [i > 0 && drawsBefore < plans[i - 1]!.drawsBefore, `${at}: it holds before the one that it follows`],
      [kind === 'once' && drawsBefore > 0, `${at}: a single look is declared before the first label`],
      [approximate === true && kind !== 'once', `${at}: the approximate interval is for one look`],
      [approximate === true && design !== 'uniform', `${at}: the approximate interval needs uniform draws`],
      [approximate === true && systems.length > 1, `${at}: the approximate interval is for one system`],
      [kind === 'none' && systems.length > 1, `${at}: a comparison states its plan`],
    ];
    return is.flatMap(([isWrong, what]) => (isWrong ? [what] : []));
  });
}

/** Signals that joined follow those from the start, in the order in which they did, at draws that there are. */
function faultsOfJoins(signals: Signals, { draws }: LabelHeader): string[] {
  let last = 0;
  let areJoined = false;
  return signals.flatMap(({ id, kind, slope, joined }) => {
    const isWrong = joined
      ? joined.drawsBefore < last || joined.drawsBefore > draws || !(slope > 0 && slope <= JOINED_SLOPE)
      : areJoined;
    areJoined ||= joined !== undefined;
    last = joined?.drawsBefore ?? last;
    return isWrong || (kind === 'joined') !== (joined !== undefined)
      ? [`${id}: it cannot have joined so`]
      : [];
  });
}

/** Probabilities have mean 1/N; the highest level is the weight of the easiest item of the pool. */
function faultsOfWeights(
  weights: PlannedFields['predictor']['weights'],
  prefix: readonly DrawnValue[],
  header: LabelHeader,
): string[] {
  if (!weights) return [];
  const { unit, step, meanWeight } = weights;
  const [least] = massesOf(weights, prefix, header);
  const highest = step * (WEIGHTED_LEVELS - 1);
  return [
    ...(isNear(unit * header.N, 1) ? [] : ['weights.unit: the mean of N probabilities is 1/N']),
    ...(least === undefined || isNear(highest * least, ABOVE_MOST) ? [] : ['weights.step']),
    ...(meanWeight < 1 - ROUNDING || meanWeight > highest ? ['weights.meanWeight'] : []),
  ];
}

/** Least and largest mass that an item of the pool can have, by an item drawn; none where nothing was. */
function massesOf(
  weights: PlannedFields['predictor']['weights'],
  [first]: readonly DrawnValue[],
  { pool }: LabelHeader,
): [number, number] | [] {
  if (!first || !weights) return [];
  const massAt = (s: number) =>
    ((first.probability / weights.unit) * temperedHardness(s)) / temperedHardness(first.surrogate);
  return [massAt(pool.max), massAt(pool.min)];
}

interface Around {
  readonly header: LabelHeader;
  readonly predictor: PlannedFields['predictor'];
  /** Labels at which a signal joined. */
  readonly joints: readonly number[];
}

function faultsOfPredictor(
  { means, refits }: StatedPredictor,
  prefix: readonly DrawnValue[],
  around: Around,
): string[] {
  const expected = refitsBefore(prefix.length, around.joints);
  const isScheduled =
    refits.length === expected.length && refits.every((one, i) => one.labels === expected[i]);
  return [
    ...(means.length === prefix.length ? [] : ['means: there is one for each label']),
    ...(isScheduled ? [] : [`refits: they fall at ${expected.join(', ')} labels`]),
    ...refits.flatMap((refit) => faultsOfRefit(refit, means, { prefix, ...around })),
  ];
}

/** Numbers of labels at which the predictor of the bets is fitted, below `labels`. */
function refitsBefore(labels: number, joints: readonly number[]): number[] {
  const next = (n: number) => (n < 10 ? n + 1 : Math.max(n + 1, Math.ceil(1.1 * n - ROUNDING)));
  const nextOf = (n: number) =>
    Math.min(next(n), ...joints.map((since) => (since > n ? since : since + next(n - since))));
  const at: number[] = [];
  for (let n = 0; n < labels; n = nextOf(n)) at.push(n);
  return at;
}

function faultsOfRefit(
  { labels, mean, up, down }: Refit,
  means: readonly number[],
  { prefix, header, predictor: { weights }, joints }: Around & { readonly prefix: readonly DrawnValue[] },
): string[] {
  const isWeighted = !designs[header.design].uniform;
  // The estimate uses the same fit, or, in the largest pools, that of the last refit.
  const isOfEstimate = [means[labels - 1], means[labels]].some(
    (other) => other !== undefined && isNear(mean, other),
  );
  const drawn = prefix.slice(0, labels).reduce((sum, { probability }) => sum + probability, 0);
  const sets = [up, ...(down ? [down] : [])];
  const expected = {
    size: isWeighted ? WEIGHTED_LEVELS : UNIFORM_LEVELS,
    items: header.N - labels,
    mass: weights && header.N - drawn / weights.unit,
    masses: massesOf(weights, prefix, header),
  };
  return [
    // Where a signal joins, the bets have it one label before the estimate.
    ...(labels > 0 && !isOfEstimate && !joints.includes(labels)
      ? ['the mean is not that of the estimate']
      : []),
    ...((down !== undefined) === isWeighted ? [] : ['down belongs to draws that are not uniform']),
    ...sets.flatMap((levels) => faultsOfLevels(levels, expected)),
  ].map((what) => `refit at ${labels} labels: ${what}`);
}

interface ExpectedLevels {
  readonly size: number;
  readonly items: number;
  /** Sum of all masses, and the least and largest of one item; undefined on uniform draws. */
  readonly mass: number | undefined;
  readonly masses: readonly number[];
}

function faultsOfLevels(
  { counts, masses }: Levels,
  { size, items, mass, masses: [least, most] }: ExpectedLevels,
) {
  const sum = counts.reduce((total, count) => total + count, 0);
  const fits = (one: number, count: number) =>
    one >= count * (least! - ROUNDING) && one <= count * (most! + ROUNDING);
  return [
    ...(counts.length === size ? [] : [`there are ${size} levels`]),
    ...(sum === items ? [] : [`the levels hold ${sum} items, and ${items} are not labeled`]),
    ...((masses !== undefined) === (mass !== undefined)
      ? []
      : ['masses belong to draws that are not uniform']),
    ...(masses && masses.length !== counts.length ? ['every level has a mass'] : []),
    ...(masses &&
    mass !== undefined &&
    Math.abs(total(masses) - mass) > ROUNDING * Math.max(1, items / SUMMED)
      ? ['the masses are not those of the items that are not labeled']
      : []),
    ...(masses?.every((one, level) => fits(one, counts[level] ?? 0)) === false
      ? ['a level has another mass than its items can']
      : []),
  ];
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= ROUNDING * Math.max(1, Math.abs(a));

/** Whether two records say the same up to the labels before the first skip. */
function areSame(a: StatedPredictor, b: StatedPredictor, labels: number): boolean {
  const [x, y] = [a, b].map(({ means, refits }) =>
    JSON.stringify([means.slice(0, labels), refits.filter((refit) => refit.labels <= labels)]),
  );
  return x === y;
}
