import type { FailureShare } from '../../../shared/contract/index.ts';
import { JOINED_PENALTY, JOINED_SLOPE, UnnamedFailures } from '../../../stats/index.ts';
import { modeSteps } from '../../estimate/failures/failure-table.ts';
import {
  type CountedMode,
  type FixedPool,
  freshDifference,
  freshShare,
} from '../../estimate/failures/mode-shares.ts';
import type {
  FailureRecord,
  LabelHeader,
  LabelRecord,
  StepRecord,
} from '../../import/formats/labels/label-record.ts';
import type { Failures } from '../report-content.ts';
import { type Check, compareNumber, compareText } from './checks.ts';
import { finishedPrefix } from './drawn-values.ts';
import { type Recomputed, storedPlans } from './recompute.ts';

type Stated = Failures['modes'][number];
type Mode = FailureRecord['modes'][number];

/** The pool that the modes of a file are counted in: items of equal probability are as good as one another. */
function poolIn(header: LabelHeader, { pool }: FailureRecord): FixedPool {
  const { N, alpha, plans = [] } = header;
  return {
    populationSize: N,
    ...{ alpha, plans: storedPlans(plans) },
    ...modeSteps(header),
    ...(pool && { probabilities: pool.probabilities, counts: Float64Array.from(pool.counts) }),
  };
}

type CountedIn = Pick<Mode, 'clock' | 'values' | 'signals'>;

/** The pool of a mode that signals joined. */
const signalsFrom = ({
  joined,
  counts,
  probabilities,
  places,
}: NonNullable<Mode['signals']>): CountedMode['signals'] => ({
  joins: joined.map(({ drawsBefore: since, penalty, slope, unit, cells }) => ({
    ...{ since, penalty, slope, unit, values: Float64Array.from(cells) },
  })),
  counts: Float64Array.from(counts),
  ...(probabilities && { probabilities }),
  places,
});

const countedIn = (
  { places }: FailureRecord,
  { clock, values, signals }: CountedIn,
  prefix: number,
): CountedMode => ({
  clock,
  length: Math.max(clock, prefix),
  signals: signals && signalsFrom(signals),
  values: countedValues(values, places),
});

const countedValues = (values: Mode['values'], places: FailureRecord['places']): CountedMode['values'] =>
  values.map((y, draw) => ({ pool: places ? places[draw]! : draw, y: y ?? ('unknown' as const) }));

const shareIn = (header: LabelHeader, record: FailureRecord, mode: CountedIn, prefix: number): FailureShare =>
  freshShare(poolIn(header, record), countedIn(record, mode, prefix));

/** The bound on failures without a name, of all items and of those that nobody has read. */
function unnamedIn(
  { N, alpha }: LabelHeader,
  { pool, places, unnamed }: FailureRecord,
): { upper: number; ofUnread: number; unread: number } | null {
  if (!unnamed) return null;
  const total = pool?.probabilities.reduce((sum, one, i) => sum + one * pool.counts[i]!, 0) ?? 1;
  const bound = new UnnamedFailures({
    ...{ populationSize: N, alpha },
    ...(pool && { leastProbability: Math.min(...pool.probabilities) / total }),
  });
  for (const [draw, isNew] of unnamed.isNew.entries()) {
    const probability = pool && places ? { probability: pool.probabilities[places[draw]!]! / total } : {};
    bound.add({ isNew: isNew ?? 'unknown', ...probability });
  }
  const { ofAll, ofUnread } = bound.state;
  return { upper: ofAll, ofUnread, unread: N - unnamed.isNew.length };
}

/**
 * The shares of failure modes in a label file, from what it says of each draw: the share of every mode, and whether the draws and their
 * probabilities are those of the labels.
 */
export function checkFailures({ header, rows }: LabelRecord, found: Recomputed): Check[] {
  const { failures } = header;
  if (!failures) return [];
  const prefix = finishedPrefix(found.draws).length;
  const { modes, nothingWrong, unnamed, steps = [] } = failures;
  const latest = Math.max(0, ...modes.map(({ clock }) => clock));
  const checkShare = (what: string, stated: Mode['stated'], of: CountedIn): Check[] =>
    compareShare(what, stated, shareIn(header, failures, of, prefix));
  return [
    ...checkPool(failures, { header, rows }),
    ...modes.flatMap((mode) => [
      compareNumber(`failure mode ${mode.name}: draws`, mode.values.length, Math.max(latest, prefix)),
      ...checkSignals(mode, failures, header),
      ...checkShare(`failure mode ${mode.name}`, mode.stated, mode),
    ]),
    ...(nothingWrong
      ? [
          compareNumber('nothing wrong: draws', nothingWrong.values.length, prefix),
          ...checkShare('nothing wrong', nothingWrong.stated, { clock: 0, values: nothingWrong.values }),
        ]
      : []),
    ...(unnamed
      ? [
          compareNumber('failures without a name: draws', unnamed.isNew.length, prefix),
          compareNumber('failures without a name', unnamed.stated.upper, unnamedIn(header, failures)!.upper),
        ]
      : []),
    ...steps.flatMap((one, at) => {
      const what = `steps of ${one.kind === '' ? 'no call' : one.kind}`;
      const isAgain = steps.slice(0, at).some(({ kind }) => kind === one.kind);
      const fault = isAgain ? 'stated twice' : faultOfSteps(one, failures, header);
      return fault === null
        ? compareShare(what, one.stated, stepsIn(header, one))
        : [compareText(what, fault, 'not possible')];
    }),
  ];
}

export const compareShare = (what: string, stated: Mode['stated'], share: FailureShare): Check[] => [
  compareNumber(`${what}: value`, stated.value, share.value),
  compareNumber(`${what}: lower end`, stated.lower, share.lower),
  compareNumber(`${what}: upper end`, stated.upper, share.upper),
];

/** Why the items and draws that a kind of steps rests on cannot be those of the study; null where they can. */
function faultOfSteps(
  { sizes, pool, places, values }: StepRecord,
  { pool: ofStudy }: FailureRecord,
  { N }: LabelHeader,
): string | null {
  const items = sizes.reduce((sum, size) => sum + size.items, 0);
  if (items > N) return 'of more items than the pool has';
  const isUniform = ofStudy === undefined;
  if ((pool === undefined) !== isUniform || (places === undefined) !== isUniform) return notOfPool;
  if (!pool || !places) return values.length > items ? notOfPool : null;
  const { probabilities, counts } = pool;
  const mostOf = new Map(ofStudy?.probabilities.map((one, at) => [one, ofStudy.counts[at] ?? 0]));
  const isPart =
    probabilities.length === counts.length &&
    new Set(probabilities).size === probabilities.length &&
    counts.reduce((sum, count) => sum + count, 0) === items &&
    probabilities.every((one, at) => counts[at]! <= (mostOf.get(one) ?? 0));
  const drawn = Map.groupBy(places, (place) => place);
  const areDrawn =
    places.length === values.length && [...drawn].every(([at, draws]) => draws.length <= (counts[at] ?? 0));
  return isPart && areDrawn ? null : notOfPool;
}

const notOfPool = 'its draws are not of its pool';

/** The share of the steps of one kind that are wrong, as `StepShare` has it. */
function stepsIn(header: LabelHeader, { sizes, pool, places, values }: StepRecord): FailureShare {
  const items = sizes.reduce((sum, size) => sum + size.items, 0);
  const most = Math.max(...sizes.map(({ steps }) => steps));
  const mean = sizes.reduce((sum, size) => sum + size.steps * size.items, 0) / items;
  const isYesOrNo = modeSteps(header).steps === 1;
  const counted = {
    clock: 0,
    length: values.length,
    signals: undefined,
    values: countedValues(values, places),
  };
  const { value, lower, upper } = freshShare(
    {
      populationSize: items,
      ...{ alpha: header.alpha, plans: [] },
      ...(isYesOrNo && { steps: most }),
      ...(pool && { probabilities: pool.probabilities, counts: Float64Array.from(pool.counts) }),
    },
    counted,
  );
  const of = (share: number) => Math.min(1, (share * most) / mean);
  return { value: value === null ? null : of(value), lower: of(lower), upper: of(upper) };
}

/** Whether what joined a mode can have joined so: kinds hold all items of the pool, and the draws among them. */
function checkSignals(
  { name, signals }: Mode,
  { pool, places }: FailureRecord,
  { N, draws }: LabelHeader,
): Check[] {
  if (!signals) return [];
  const { joined, counts, probabilities, places: kinds } = signals;
  const drawn = new Map<number, number>();
  for (const kind of kinds) drawn.set(kind, (drawn.get(kind) ?? 0) + 1);
  const isOwn = (own: number | undefined, draw: number) =>
    pool ? own === pool.probabilities[places![draw]!] : own === undefined;
  let last = 0;
  const inOrder = joined.every(({ drawsBefore, penalty, slope, cells }) => {
    const isRight =
      drawsBefore >= last &&
      penalty === JOINED_PENALTY &&
      slope > 0 &&
      slope <= JOINED_SLOPE &&
      cells.length === counts.length;
    last = drawsBefore;
    return isRight;
  });
  const faults = [
    ...(inOrder ? [] : ['signals joined in another way than they can']),
    ...(counts.reduce((sum, count) => sum + count, 0) === N ? [] : ['kinds hold other items than the pool']),
    ...(kinds.length === draws ? [] : ['each draw has one kind']),
    ...([...drawn].every(([kind, times]) => times <= (counts[kind] ?? 0))
      ? []
      : ['more draws of a kind than items']),
    ...(kinds.every((kind, draw) => isOwn(probabilities?.[kind], draw))
      ? []
      : ['a draw has another probability than its kind']),
  ];
  return faults.map((what) => compareText(`failure mode ${name}: signals`, what, 'not possible'));
}

function checkPool({ pool, places, open, modes }: FailureRecord, { header, rows }: LabelRecord): Check[] {
  const isShort = open < modes.length;
  const ofModes = compareNumber('open failure modes', open, isShort ? modes.length : open);
  if (!pool || !places) return [ofModes];
  const items = pool.counts.reduce((sum, count) => sum + count, 0);
  const total = pool.probabilities.reduce((sum, one, i) => sum + one * pool.counts[i]!, 0);
  const others = rows.filter(({ draw_order: order, probability }) => {
    const own = pool.probabilities[places[order - 1]!];
    return own === undefined || Math.abs(own / total - probability) > 1e-9;
  });
  return [
    ofModes,
    compareNumber('failure modes: items of the pool', items, header.N),
    compareNumber('failure modes: draws', places.length, header.draws),
    ...others.map(({ draw_order: order }) =>
      compareText(`failure modes: draw ${order}`, 'of this probability', 'of another in its labels'),
    ),
  ];
}

/** What a report has to say of failure modes, given what its label file says of each draw; the rest is as the report has it. */
export function expectedFailures(stated: Failures, { header }: LabelRecord, found: Recomputed): Failures {
  const { failures } = header;
  if (!failures) return withoutShares(stated);
  const own = new Map(failures.modes.map((mode) => [mode.name, mode]));
  const prefix = finishedPrefix(found.draws).length;
  const { nothingWrong, unnamed } = stated;
  const bound = unnamedIn(header, failures);
  const fine = failures.nothingWrong;
  return {
    ...stated,
    open: failures.open,
    nothingWrong: {
      ...nothingWrong,
      share: fine ? shareIn(header, failures, { clock: 0, values: fine.values }, prefix) : null,
    },
    unnamed: bound && { ...bound, good: unnamed?.good ?? null },
    modes: stated.modes.map((mode, i) => expectedMode(mode, failures.modes[i])),
    order: stated.order.map((claim) => {
      const [a, b] = [own.get(claim.name), own.get(claim.than)];
      if (!a || !b) return { ...claim, decided: false };
      const of = [countedIn(failures, a, prefix), countedIn(failures, b, prefix)] as const;
      const difference = freshDifference(poolIn(header, failures), of, { prefix, openCount: failures.open });
      return { ...claim, decided: difference.lower > 0, difference };
    }),
    ...(stated.steps && { steps: stated.steps.map((one) => ({ ...one, ...expectedSteps(one.kind) })) }),
  };

  function expectedSteps(kind: string): Pick<NonNullable<Failures['steps']>[number], 'share'> {
    const inFile = failures?.steps?.find((one) => one.kind === kind);
    return { share: inFile ? stepsIn(header, inFile) : null };
  }

  function expectedMode({ joins: _, ...mode }: Stated, inFile: Mode | undefined): Stated {
    if (!inFile) return withoutShare(mode);
    const { name, clock, values } = inFile;
    const known = values.slice(0, clock).filter((y) => y !== null);
    return {
      ...mode,
      ...{ name, clock, counted: Math.max(clock, prefix), known: known.length },
      with: known.reduce((sum, y) => sum + y, 0),
      ...joinsOf(inFile),
      share: shareIn(header, failures!, inFile, prefix),
      ...(mode.atHalf !== undefined && {
        atHalf: shareIn({ ...header, alpha: header.alpha / 2 }, failures!, inFile, prefix),
      }),
    };
  }
}

/** Failure modes of which the label file has nothing. */
const withoutShares = (stated: Failures): Failures => ({
  ...stated,
  modes: stated.modes.map(withoutShare),
  ...(stated.steps && { steps: stated.steps.map((one) => ({ ...one, share: null })) }),
  order: [],
  unnamed: null,
  nothingWrong: { ...stated.nothingWrong, share: null },
});

const withoutShare = (mode: Stated): Stated => ({
  ...mode,
  share: null,
  ...(mode.atHalf !== undefined && { atHalf: null }),
});

/** What joined a mode, as a report names it; nothing where nothing did. */
const joinsOf = ({ signals }: Mode): Pick<Stated, 'joins'> =>
  signals
    ? { joins: signals.joined.map(({ name, drawsBefore, sha256 }) => ({ name, drawsBefore, sha256 })) }
    : {};

/** What of failure modes no label of a file says, in words. */
export const takenOfFailures = (headers: readonly LabelHeader[]): string[] =>
  headers.some(({ failures }) => failures !== undefined)
    ? [
        'of each failure mode which draws have it, and which draws brought a new one',
        'how many draws had been seen when each failure mode got its present meaning',
      ]
    : [];
