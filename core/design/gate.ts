import { listDrawRuns } from '../../db/draws.ts';
import { findRelease } from '../../db/series.ts';
import { getStudy, type StudyRow } from '../../db/studies.ts';
import { listPlans } from '../../db/study-plans.ts';
import type { ReadableDb } from '../../db/types.ts';
import { chainHead } from '../../db/word-chain.ts';
import type { Gate, GateClaim, Scale } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { sameName } from '../../shared/person-name.ts';
import { factsOf, faultOf, leadingEstimate } from '../estimate/estimate-report.ts';
import { countedOf, studyOfFailures, whyNone } from '../estimate/failures/failure-table.ts';
import { shareOfMode } from '../estimate/failures/mode-shares.ts';
import { adviceOf } from '../estimate/forecast/study-advice.ts';
import { liveEstimateAt, whenSettled } from '../estimate/live-estimates.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { designs } from '../studies/design.ts';
import { asksShare, estimateScale } from '../studies/estimand-scale.ts';
import { type ModeHistory, type Modes, modeById, modesOf } from '../studies/failures/modes.ts';
import { measureName } from '../studies/measure-name.ts';
import { releaseDifference } from './series/release-difference.ts';
import { judgeBreak, judgesOf } from './series/release-judges.ts';
import { refreshSeries } from './series/series.ts';

/** What is held against the bound: a number known to lie in an interval, on the scale of the claim. */
interface Held {
  readonly study: StudyRow;
  readonly scale: Scale;
  readonly value: number | null;
  readonly lower: number;
  readonly upper: number;
  readonly alpha: number;
  readonly labeled: number;
  readonly basis: Gate['basis'];
  /** Draws that could be chosen among: the first, and those made after labels had been given. */
  readonly draws: number;
}

/** What part of the error level all draws after the first have together. */
const LATER_DRAWS = 0.1;

/**
 * The error level of a gate on the k-th draw of a study that could be chosen among others. Each draw after labels is another chance to
 * pass: the first has alpha, the later ones together a tenth of it, alpha/10 * 6/(pi^2 (k - 1)^2) the k-th, whose sum over all k is
 * alpha/10 (Euler). So no number of draws passes what does not deserve it, or fails what does, with probability above 1.1 alpha.
 *
 * @param alpha error level of the study, in (0, 1)
 * @param draw k, an integer of at least 1
 */
export const levelOfDraw = (alpha: number, draw: number): number =>
  draw === 1 ? alpha : (alpha * LATER_DRAWS * 6) / (Math.PI * (draw - 1)) ** 2;

/**
 * Decides a claim about a study by the interval that holds at all looks, so a pipeline may ask after every label: it passes a
 * release that does not deserve it, or fails one that does, with probability at most alpha over all its askings of the first draw, and
 * of at most alpha/10 more over all later draws (`levelOfDraw`).
 *
 * A release and the one before it in a series are compared by their difference on the items that both answered, with the labels of
 * equal replies taken over: what the series says, and one interval. Other studies of one system each are compared by their intervals, which both hold with probability 1 - alpha - alpha' (Boole's
 * inequality), two alpha where their levels are equal; a study that compares two systems by their difference on the same items, which is narrower.
 *
 * @throws AppError INVALID_INPUT when the study has no such interval, when two studies measure differently, or when the claim is
 *   true or false whatever the labels say; of a failure mode as `decideFailure`
 */
export async function checkGate(context: CoreContext, studyId: number, claim: GateClaim): Promise<Gate> {
  const { accepted: altered } = context.altered;
  if (claim.kind === 'not-worse' && claim.thanStudyId !== undefined) {
    const release = findRelease(dbOf(context), studyId);
    // As the series itself does before it is shown: labels that the previous release got since count for this one, too.
    if (release?.beforeStudyId === claim.thanStudyId) refreshSeries(context, release.seriesId);
    await whenSettled(context, claim.thanStudyId, () => null);
  }
  const decided = await whenSettled(context, studyId, decide, claim);
  return { ...decided, altered: [...altered], chain: chainHead(dbOf(context)) };
}

function decide(context: CoreContext, studyId: number, claim: GateClaim): Decided {
  if (claim.kind === 'failure') return decideFailure(context, askedStudy(context, studyId), claim);
  const held = heldOf(context, studyId);
  if (claim.kind === 'not-worse' && claim.thanStudyId !== undefined) {
    const other = heldOf(context, claim.thanStudyId);
    const compared = pairedDifference(context, held, other) ?? difference(held, other);
    const decided = gateOf(dbOf(context), compared, notWorse(held.scale, claim.by), null);
    return { ...decided, judgeBreak: judgeBreak(dbOf(context), other.study, held.study) };
  }
  const isSecond = claim.kind === 'not-worse' && isSecondOf(held.study, claim.thanSystem);
  const bound = claim.kind === 'not-worse' ? notWorse(held.scale, claim.by, isSecond) : claim;
  assertOpen(held, bound);
  return gateOf(dbOf(context), held, bound, labelsAhead(context, held, bound.value));
}

/** All of the outcome that the study itself gives. */
type Decided = Omit<Gate, 'altered' | 'chain'>;

type Bound = Extract<GateClaim, { value: number }>;

/** @throws AppError INVALID_INPUT when a study has no interval that holds at all looks; CONFLICT when it cannot be read */
function askedStudy(context: CoreContext, studyId: number): StudyRow {
  const study = getStudy(dbOf(context), studyId);
  if (designs[study.preset].id !== 'without-replacement') {
    throw new AppError('INVALID_INPUT', `"${study.name}" has no interval that holds at all looks.`, {
      field: '--study',
      remedy: 'Ask a study that was drawn by calibrated hardness or uniformly.',
    });
  }
  const fault = faultOf(context, study);
  if (fault !== null) throw new AppError('CONFLICT', fault, { field: '--study' });
  return study;
}

const drawsOf = (context: CoreContext, studyId: number): number =>
  1 + listDrawRuns(dbOf(context), studyId).filter(({ labelsBefore }) => labelsBefore > 0).length;

function heldOf(context: CoreContext, studyId: number): Held {
  const study = askedStudy(context, studyId);
  const draws = drawsOf(context, studyId);
  const alpha = levelOfDraw(study.alpha, draws);
  const live = liveEstimateAt(context, study, alpha);
  const scale = estimateScale(study);
  const { value, lower, upper } = leadingEstimate(factsOf(study, { plan: planOf(context, study) }), live);
  return {
    study,
    scale,
    value: live.labeledItems > 0 || study.populationSize === 0 ? value : null,
    lower: lower ?? scale.min,
    upper: upper ?? scale.max,
    alpha,
    labeled: live.labeledItems,
    draws,
    basis: 'study',
  };
}

const planOf = (context: CoreContext, study: StudyRow) =>
  listPlans(dbOf(context), study.id, study.generation).at(-1)?.plan ?? null;

/**
 * A release minus the one before it as their series has it: on the items that both answered, by one interval at the level of the
 * study. Undefined where the other study is not the previous release, the series cannot tell the difference, or one of the two was drawn
 * anew after labels: that interval has no stricter level.
 */
function pairedDifference(
  context: CoreContext,
  { study, scale, draws }: Held,
  before: Held,
): Held | undefined {
  const release = findRelease(dbOf(context), study.id);
  if (release?.beforeStudyId !== before.study.id || draws > 1 || before.draws > 1) return undefined;
  const found = releaseDifference(context, release);
  if (found?.kind !== 'estimate') return undefined;
  const span = scale.max - scale.min;
  return {
    ...{ study, scale: { ...scale, min: -span, max: span }, alpha: study.alpha, draws, basis: 'paired' },
    ...{ value: found.value, lower: found.lower, upper: found.upper, labeled: found.pairs },
  };
}

/** The first minus the second, wherever their two means may lie. */
function difference(first: Held, second: Held): Held {
  const [a, b] = [first.study, second.study];
  if (a.against || b.against || a.id === b.id) {
    throw new AppError('INVALID_INPUT', 'Only studies of one system each can be compared.', {
      field: '--not-worse-than',
      remedy: 'A study that compares two systems is asked by the name of one of them.',
    });
  }
  const instrument = ({ measure, scale }: StudyRow) => JSON.stringify([measureName(measure), scale]);
  if (instrument(a) !== instrument(b)) {
    throw new AppError('INVALID_INPUT', `"${a.name}" and "${b.name}" do not measure the same.`, {
      field: '--not-worse-than',
      remedy: 'Name a study with the same measure on the same scale.',
    });
  }
  const span = first.scale.max - first.scale.min;
  return {
    study: a,
    scale: { ...first.scale, min: -span, max: span },
    value: first.value === null || second.value === null ? null : first.value - second.value,
    lower: first.lower - second.upper,
    upper: first.upper - second.lower,
    alpha: first.alpha + second.alpha,
    labeled: first.labeled + second.labeled,
    draws: Math.max(first.draws, second.draws),
    basis: 'two-intervals',
  };
}

/** "Not worse by more" as a bound of the first system minus the second, on the measure's own scale. */
function notWorse({ direction }: Scale, by: number, isSecond = false): Bound {
  const isAtLeast = (direction === 'higher') !== isSecond;
  return isAtLeast ? { kind: 'at-least', value: -by } : { kind: 'at-most', value: by };
}

/** Whether the system that shall not be worse is the second of a comparison. @throws AppError when it compares others */
function isSecondOf(study: StudyRow, than: string | undefined): boolean {
  if (study.against && than === study.against.systemName) return false;
  if (study.against && than === study.systemName) return true;
  const remedy = study.against
    ? `It compares "${study.systemName}" and "${study.against.systemName}": name the one that is the standard.`
    : 'Name another study of one system, or ask a study that compares two systems.';
  throw new AppError('INVALID_INPUT', `"${study.name}" has no comparison with "${than ?? ''}".`, {
    field: '--not-worse-than',
    remedy,
  });
}

function assertOpen({ scale, study }: Held, { value }: Bound): void {
  if (value > scale.min && value < scale.max) return;
  throw new AppError('INVALID_INPUT', `${value} is not inside the scale of "${study.name}".`, {
    field: study.against ? '--by' : '--at-least',
    remedy: `Give a value above ${scale.min} and below ${scale.max}.`,
  });
}

/** Labels that the study is expected to need from here until its interval leaves the bound; null where that is not known. */
function labelsAhead(context: CoreContext, { study, alpha }: Held, threshold: number): number | null {
  const facts = factsOf(study, { plan: planOf(context, study) });
  const goal = { targetHalfWidth: null, threshold, budget: null };
  const isRating = study.form.kind === 'rating';
  const live = liveEstimateAt(context, study, alpha);
  const more = adviceOf(facts, live, { goal, isRating }).threshold?.expected?.more;
  return more === undefined ? null : live.openAmongNext(more, { countsSkips: false });
}

const shareScale: Scale = { min: 0, max: 1, direction: 'lower' };

/**
 * Whether so few of all conversations have a failure mode, by the interval of its share at the error level of the study. A meaning that
 * was fixed after draws had been seen is another chance to pass, as another draw is, and `levelOfDraw` counts both.
 *
 * @throws AppError CONFLICT when the study does not ask what went wrong, or the mode is retired; INVALID_INPUT when it has no shares
 */
function decideFailure(
  context: CoreContext,
  { id: studyId }: StudyRow,
  { modeId, atMost }: Extract<GateClaim, { kind: 'failure' }>,
): Decided {
  const db = dbOf(context);
  const study = studyOfFailures(db, studyId);
  const why = whyNone(db, study);
  if (why !== null) {
    throw new AppError('INVALID_INPUT', `"${study.name}" gives no share of a failure: ${why}.`, {
      field: '--study',
    });
  }
  const modes = modesOf(db);
  const mode = modeById(modes, modeId);
  if (mode.now.retired) {
    throw new AppError('CONFLICT', `The failure mode "${mode.now.name}" is retired.`, {
      field: '--failure',
      remedy: 'Restore it, or ask of one that is open.',
    });
  }
  const draws = drawsOf(context, studyId);
  const meanings = meaningsOf(modes, mode, studyId);
  const alpha = levelOfDraw(study.alpha, draws + meanings - 1);
  const found = shareOfMode(context, countedOf(context, study, alpha), mode);
  const { share, clock, since, known } = found;
  const held: Held = {
    ...{ study, scale: shareScale, alpha, draws, basis: 'study', labeled: known },
    ...share,
  };
  const reason = share.value !== null ? null : whyNothing(study, { clock, since });
  return {
    ...gateOf(
      db,
      held,
      { kind: 'at-most', value: atMost },
      codingsAhead(share, { since, clock, study, atMost }),
    ),
    failure: { modeId, name: mode.now.name, clock, since, meanings, reason },
  };
}

/** Draws after the clock from which a forecast is made. */
const fewestForecast = 10;

/**
 * Labels that a share is expected to need from here until its interval leaves the bound, if the estimate stays: the distance of the
 * value to its end nearer to the bound shrinks as the standard error of n draws without replacement out of m does, sqrt(1/n - 1/m)
 * (Cochran, 1977, eq. 2.8). It is a forecast without an interval. Null before ten draws since the clock, and where the value is the bound.
 */
export function codingsAhead(
  { value, lower, upper }: Pick<Held, 'value' | 'lower' | 'upper'>,
  {
    since,
    clock,
    study,
    atMost,
  }: { since: number; clock: number; study: Pick<StudyRow, 'populationSize'>; atMost: number },
): number | null {
  const m = study.populationSize - clock;
  if (value === null || since < fewestForecast || since >= m) return null;
  const now = value < atMost ? upper - value : value - lower;
  const wanted = Math.abs(value - atMost);
  if (wanted === 0 || now <= wanted) return null;
  const n = 1 / ((1 / since - 1 / m) * (wanted / now) ** 2 + 1 / m);
  return Math.min(m - since, Math.max(1, Math.ceil(n - since)));
}

/** How many meanings of its name a mode could be asked by in a study: each that was fixed after draws had been seen is one more. */
function meaningsOf({ byId }: Modes, mode: ModeHistory, studyId: number): number {
  const meanings = [...byId.values()]
    .flatMap(({ events }) => events)
    .filter(
      ({ modeId, changesMeaning, name }) =>
        changesMeaning && (modeId === mode.id || sameName(name, mode.now.name)),
    );
  const late = meanings.filter(({ seen }) => seen.some((one) => one.studyId === studyId)).length;
  return late + Number(late < meanings.length);
}

/** Why no draw says anything of a mode yet. */
function whyNothing({ drawCount }: StudyRow, { clock, since }: { clock: number; since: number }): string {
  if (since > 0) return 'No conversation drawn since its present meaning was fixed is coded yet.';
  const from =
    clock === 0
      ? 'No conversation is coded yet.'
      : `Its present meaning was fixed at draw ${clock}, and no draw after that counts yet.`;
  return clock >= drawCount ? `${from} Draw more items, and code them.` : from;
}

function gateOf(db: ReadableDb, held: Held, { kind, value: bound }: Bound, more: number | null): Decided {
  const { value, lower, upper, scale, labeled, alpha } = held;
  const isMet = kind === 'at-least' ? lower >= bound : upper <= bound;
  const isMissed = kind === 'at-least' ? upper < bound : lower > bound;
  const verdict = isMet ? 'pass' : isMissed ? 'fail' : 'inconclusive';
  return {
    verdict,
    bound: { kind, value: bound },
    study: held.study.name,
    value,
    lower,
    upper,
    scale,
    ...(asksShare(held.study) && { isShare: true as const }),
    labeled,
    basis: held.basis,
    draws: held.draws,
    scoredBy: judgesOf(db, held.study),
    judgeBreak: null,
    moreLabels: verdict === 'inconclusive' ? more : 0,
    confidence: 1 - alpha,
  };
}
