import { createHash } from 'node:crypto';
import { writeAudit } from '../../db/audit.ts';
import { readPool } from '../../db/draws.ts';
import { findJudgeOfScores } from '../../db/judges.ts';
import { readPoolLevels } from '../../db/pool-levels.ts';
import { listSignalScales } from '../../db/scores.ts';
import { getStudy, type StudyRow } from '../../db/studies.ts';
import { listFrozenSignals, readColumns } from '../../db/study-columns.ts';
import { insertJoin, type JoinColumn, listJoins, readAllJoins, readJoins } from '../../db/study-joins.ts';
import type { ReadableDb, WritableDb } from '../../db/types.ts';
import { triedItems } from '../../db/verdicts.ts';
import type { Joinable, Study } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { hasInterval } from '../../shared/presets.ts';
import { joinedWhen } from '../../shared/signal-words.ts';
import { fromUnit, joinedColumn } from '../../stats/index.ts';
import { bytesOf, freezeValues } from '../../stats/planned/frozen-columns.ts';
import { countedOf, studyOfFailures, whyNone } from '../estimate/failures/failure-table.ts';
import { shareOfMode } from '../estimate/failures/mode-shares.ts';
import { readHere, seenDraws } from '../estimate/failures/seen-draws.ts';
import { forgetLiveEstimates } from '../estimate/kept-estimates.ts';
import { LiveEstimate } from '../estimate/live-estimate.ts';
import { liveEstimateOf } from '../estimate/live-estimates.ts';
import { sequenceOf } from '../estimate/study-sequence.ts';
import {
  type MachineSignal,
  machineSignals,
  ownMachineValues,
} from '../estimate/surrogate/machine-signals.ts';
import { finish, poolPlacesOf } from '../estimate/surrogate/pool-column.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { estimateScale } from '../studies/estimand-scale.ts';
import { type ModeHistory, modeById, modesOf } from '../studies/failures/modes.ts';
import { describeStudy } from './describe-study.ts';
import { planOf } from './replan.ts';

/** What a signal joins: the number of a study, or the share of a failure mode in it. */
interface JoinedNumber {
  readonly studyId: number;
  /** The failure mode; the number of the study where none is named. */
  readonly modeId?: number | undefined;
}

interface Target {
  readonly study: StudyRow;
  readonly mode: ModeHistory | null;
}

/** @throws AppError NOT_FOUND; CONFLICT for a mode where the study does not ask what went wrong */
function targetOf(db: ReadableDb, { studyId, modeId }: JoinedNumber): Target {
  if (modeId === undefined) return { study: getStudy(db, studyId), mode: null };
  return { study: studyOfFailures(db, studyId), mode: modeById(modesOf(db), modeId) };
}

/** What may join a study now, or a failure mode, and what its interval would be without what has joined. @throws AppError NOT_FOUND */
export function joinable(context: CoreContext, asked: JoinedNumber): Joinable {
  const db = dbOf(context);
  const target = targetOf(db, asked);
  const { study } = target;
  const problem = whyNoneMayJoin(context, target);
  const drawsBefore = drawsBeforeJoin(context, target);
  const { populationSize } = study;
  const joined = joinsOf(db, target).map(({ signal, name, drawsBefore: before }) => ({
    ...{ signal, name, drawsBefore: before },
  }));
  const facts = { problem, populationSize, drawsBefore, joined };
  if (problem) return { ...facts, signals: [], narrowed: null };
  const { itemIds } = readPool(db, study.id);
  const signals = machineSignals({ db }, study.datasetId, { ofOthers: false }).map((signal) => {
    const scored = scoresOf(db, study, itemIds, signal).filter((value) => !Number.isNaN(value)).length;
    return {
      id: signal.id,
      name: signal.name,
      scored,
      problem: whyNot(db, target, signal, { scored, drawsBefore }),
    };
  });
  return { ...facts, signals, narrowed: narrowedBy(context, target) };
}

/**
 * Draws that a signal which joins now may rest on: those that somebody has labeled, skipped or seen, since prompts are made from what
 * was read. Of a failure mode also those that its own clock counts.
 */
function drawsBeforeJoin(context: CoreContext, { study, mode }: Target): number {
  const here = Math.max(liveEstimateOf(context, study.id).spokenDraws, readHere(dbOf(context), study));
  if (!mode) return here;
  const seen = seenDraws(context).find(({ studyId }) => studyId === study.id);
  return Math.max(here, seen?.draws ?? 0);
}

/** Why no signal at all may join a study; null where one may. */
function whyNoneMayJoin(context: CoreContext, { study, mode }: Target): string | null {
  const db = dbOf(context);
  if (mode?.now.retired) return 'the failure mode is retired';
  if (mode && whyNone(db, study) !== null) return whyNone(db, study);
  if (study.populationSize === 0 || !hasInterval(study.preset)) return 'it has no betting interval';
  if (readPoolLevels(db, study.id)) return 'its pool is known by levels, not item by item';
  if (mode) return null;
  if (study.bettingRule === 2) return 'it began under rule 2, whose bets rest on one surrogate';
  const plan = planOf(context, study);
  return plan?.kind === 'once' && plan.approximate
    ? 'its approximate interval at one look rests on the signals that it began with'
    : null;
}

/** Why one signal may not; null where it may. */
function whyNot(
  db: ReadableDb,
  target: Target,
  signal: MachineSignal,
  { scored, drawsBefore }: { scored: number; drawsBefore: number },
): string | null {
  const { id } = signal;
  const { study, mode } = target;
  const joined = joinsOf(db, target).find(({ signal }) => signal === id);
  if (joined) return `it joined ${joinedWhen(joined.drawsBefore)}`;
  if (!mode && isFromStart(db, study, id)) return 'it is in the study from the start';
  if (drawsBefore >= study.populationSize) return 'every item of the pool has been drawn';
  if (scored === study.populationSize) return null;
  if (scored > 0 && hasTriedTheRest(db, study, signal)) return null;
  const of = study.against ? 'pairs' : 'items';
  return `it has scored ${scored} of the ${study.populationSize} ${of} of the pool`;
}

/** Whether a judge of this project was run on each item of a pool that it has no score for: it refused, say, and will not score it. */
function hasTriedTheRest(db: ReadableDb, study: StudyRow, signal: MachineSignal): boolean {
  const { datasetId, systemId, against } = study;
  const { name, criterion } = listSignalScales(db, datasetId).find(({ id }) => id === signal.signalId)!;
  const judge = findJudgeOfScores(db, name);
  if (!judge || criterion === null) return false;
  const tried = [systemId, ...(against ? [against.systemId] : [])].map((id) =>
    triedItems(db, judge.id, id, criterion),
  );
  const { itemIds } = readPool(db, study.id);
  const scores = scoresOf(db, study, itemIds, signal);
  return itemIds.every(
    (itemId, place) => !Number.isNaN(scores[place]) || tried.some((one) => one.has(itemId)),
  );
}

function isFromStart(db: ReadableDb, { id: studyId, surrogate }: StudyRow, id: string): boolean {
  const own =
    surrogate.kind === 'judge'
      ? `judge:${surrogate.judge}/${surrogate.criterion}`
      : surrogate.kind === 'auto'
        ? `auto:${surrogate.name}`
        : null;
  return id === own || listFrozenSignals(db, studyId).some((one) => one.id === id);
}

const joinsOf = (db: ReadableDb, { study: { id, generation }, mode }: Target) =>
  listJoins(db, id, generation).filter(({ modeId }) => modeId === (mode?.id ?? null));

/** What a machine score says of each item of a pool; NaN where it says nothing. */
function scoresOf(
  db: ReadableDb,
  { datasetId, systemId, against }: StudyRow,
  itemIds: readonly number[],
  signal: MachineSignal,
): Float32Array {
  return ownMachineValues(db, signal, { systemId, against }, poolPlacesOf(db, datasetId, itemIds));
}

/** The interval now and by the signals from the start alone; null where none has joined. Of a failure mode as shares of 1. */
function narrowedBy(context: CoreContext, target: Target): Joinable['narrowed'] {
  const db = dbOf(context);
  const { study, mode } = target;
  if (joinsOf(db, target).length === 0) return null;
  if (mode) {
    const shares = [true, false].map(
      (withJoins) => shareOfMode(context, countedOf(context, study), mode, { withJoins }).share,
    );
    // Of a share that is not estimable yet no interval is shown anywhere.
    if (shares.some(({ value }) => value === null)) return null;
    const [narrow, wide] = shares.map(({ lower, upper }) => ({ lower, upper }));
    return { with: narrow!, without: wide! };
  }
  const alone = new LiveEstimate(db, study, () => sequenceOf(db, study, study.alpha, { withJoins: false }));
  const scale = estimateScale(study);
  const endsOf = ({ state: { lower, upper } }: LiveEstimate) => {
    const ends = [fromUnit(lower, scale), fromUnit(upper, scale)];
    return { lower: Math.min(...ends), upper: Math.max(...ends) };
  };
  return { with: endsOf(liveEstimateOf(context, study.id)), without: endsOf(alone) };
}

interface JoinRequest extends JoinedNumber {
  /** Id of a machine score, or its name. */
  readonly signal: string;
  /** Who takes it in; empty where nobody says so. */
  readonly by: string;
}

/**
 * Freezes a machine score as it is now and takes it into the predictor of a study from the first draw on that nobody has
 * seen. It may rest on all labels that are there. What it says of the pool beyond the signals from the start becomes its column.
 * Of a failure mode it joins the share alone; items that it calls worse are expected to have the mode.
 *
 * @throws AppError INVALID_INPUT when the study takes none in, or this signal cannot join; nothing has changed then
 */
export function joinStudy(context: CoreContext, { signal: asked, by, ...number }: JoinRequest): Study {
  const db = dbOf(context);
  const studyId = db
    .transaction(() => {
      const target = targetOf(db, number);
      const { study, mode } = target;
      const { id: studyId, generation } = study;
      const what = mode ? `"${mode.now.name}" in "${study.name}"` : `"${study.name}"`;
      const none = whyNoneMayJoin(context, target);
      if (none) {
        throw new AppError('INVALID_INPUT', `No signal can join ${what}: ${none}.`, {
          field: 'studyId',
          remedy: 'Make a new study with it; the labels are used again.',
        });
      }
      const signal = findSignal(db, study, asked);
      const { itemIds } = readPool(db, study.id);
      const scores = scoresOf(db, study, itemIds, signal);
      const scored = scores.filter((score) => !Number.isNaN(score)).length;
      const drawsBefore = drawsBeforeJoin(context, target);
      const problem = whyNot(db, target, signal, { scored, drawsBefore });
      if (problem) throw cannotJoin(signal, problem);
      // As of signals from the start, what it says nothing of counts as the mean.
      finish({ ...signal, values: scores });
      const join = frozenJoin(context, target, { signal, scores, drawsBefore, by });
      storeJoin(db, { studyId, generation }, join);
      return studyId;
    })
    .immediate();
  forgetLiveEstimates(context, studyId);
  context.events.publish({ type: 'study.changed', studyId });
  return describeStudy(context, studyId);
}

function findSignal(db: ReadableDb, { datasetId }: StudyRow, asked: string): MachineSignal {
  const signals = machineSignals({ db }, datasetId, { ofOthers: false });
  const found = signals.find(({ id }) => id === asked) ?? signals.find(({ name }) => name === asked);
  if (found) return found;
  throw new AppError('INVALID_INPUT', `The data set has no machine score called "${asked}".`, {
    field: 'signal',
    remedy:
      signals.length === 0
        ? 'Run a judge on its items first, or import scores.'
        : `Choose one of: ${signals.map(({ id }) => id).join(', ')}.`,
  });
}

const cannotJoin = ({ name }: MachineSignal, problem: string) =>
  new AppError('INVALID_INPUT', `"${name}" cannot join the study: ${problem}.`, {
    field: 'signal',
    remedy: problem.includes('has scored')
      ? 'Run it on all items of the pool, then let it join.'
      : 'Choose another machine score.',
  });

interface NewJoin {
  readonly signal: MachineSignal;
  readonly scores: Float32Array;
  readonly drawsBefore: number;
  readonly by: string;
}

function frozenJoin(
  context: CoreContext,
  { study: { id, generation }, mode }: Target,
  { signal, scores, drawsBefore, by }: NewJoin,
): JoinColumn {
  const db = dbOf(context);
  const modeId = mode?.id ?? null;
  const columns = [...(mode ? [] : readColumns(db, id)), ...readJoins(db, id, generation, modeId)];
  const column = joinedColumn(mode ? scores.map((score) => -score) : scores, columns, drawsBefore);
  if (!column) {
    const isOneValue = scores.every((score) => score === scores[0]);
    const already = 'it says nothing that the signals of the study do not say already';
    throw cannotJoin(signal, isOneValue ? 'it says the same of every item' : already);
  }
  const { penalty, slope } = column;
  const frozen = { signal: signal.id, penalty, slope, ...freezeValues(Float64Array.from(column.values)) };
  return {
    ...frozen,
    ...{ name: signal.name, drawsBefore, modeId, joinedBy: by, createdAt: context.now() },
    sha256: joinHash({ drawsBefore, modeId, ...frozen }),
  };
}

/**
 * Has the signals of a draw join the next one from its beginning: they were made before that is drawn, so that none of its draws can
 * have a part in them. Call it inside the transaction that draws.
 */
export function joinAgain(
  db: WritableDb,
  { id: studyId, generation: before }: StudyRow,
  { generation, createdAt }: { generation: number; createdAt: string },
): void {
  for (const joined of readAllJoins(db, studyId, before)) {
    const join = { ...joined, drawsBefore: 0, createdAt };
    storeJoin(db, { studyId, generation }, { ...join, sha256: joinHash(join) });
  }
}

/** Stores a signal that joins, and writes it down. */
function storeJoin(
  db: WritableDb,
  { studyId, generation }: { studyId: number; generation: number },
  join: JoinColumn,
): void {
  const { signal, name, drawsBefore, modeId, sha256, joinedBy: by, createdAt: at } = join;
  insertJoin(db, { studyId, generation }, join);
  const failure = modeId !== null && { modeId, failure: modeById(modesOf(db), modeId).now.name };
  const details = { signal, name, drawsBefore, sha256, by, ...failure };
  writeAudit(db, { at, action: 'study.join', studyId, details });
}

/** SHA-256 over what decides of a signal that joined: its id, when and what it joined, its numbers and its cells. */
export function joinHash(
  join: Pick<JoinColumn, 'signal' | 'drawsBefore' | 'modeId' | 'penalty' | 'slope' | 'unit' | 'values'>,
): string {
  const { signal, drawsBefore, modeId, penalty, slope, unit } = join;
  const cells = bytesOf(join);
  const numbers = Float64Array.of(
    ...[Buffer.byteLength(signal), drawsBefore, penalty, slope, unit, cells.byteLength],
    ...(modeId === null ? [] : [modeId]),
  );
  return createHash('sha256')
    .update(new Uint8Array(numbers.buffer))
    .update(signal)
    .update(cells)
    .digest('hex');
}
