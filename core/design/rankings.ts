import { writeAudit } from '../../db/audit.ts';
import { findSystem } from '../../db/datasets.ts';
import { offeredRuns } from '../../db/portal-validations.ts';
import { findQualityPlan } from '../../db/quality.ts';
import {
  deleteEmptyRanking,
  getRanking,
  joinRanking,
  listRankings,
  type RankingRow,
  renameRanking,
  shareLevelAmongAll,
  writeRankingTop,
} from '../../db/rankings.ts';
import { comparisonsOfRanking, getStudy, listStudies, type StudyRow } from '../../db/studies.ts';
import { readStudyGoal } from '../../db/study-goals.ts';
import { listMessages } from '../../db/team-messages.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { RankingStudy, Scale, Study } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { mostOrdered } from '../../shared/preference.ts';
import { orderQuestion } from '../../shared/question-words.ts';
import { pairAlpha } from '../../stats/index.ts';
import { leastDifferenceOf } from '../estimate/comparison.ts';
import { scaleOfQuestion } from '../estimate/forecast/study-goal.ts';
import { forgetLiveEstimates } from '../estimate/kept-estimates.ts';
import { liveEstimateOf } from '../estimate/live-estimates.ts';
import {
  comparisonsBeside,
  matteringStudies,
  missingPairs,
  newestOfPairs,
  systemsOf,
  whenPairsSettled,
} from '../estimate/ranking.ts';
import { type CoreContext, dbOf, openProjectOf } from '../platform/context.ts';
import { assertCurrent, sharedState, versionOf } from '../platform/record-version.ts';
import { asksPreference } from '../studies/label-form.ts';
import { onePage, orderedPage } from '../studies/label-key.ts';
import { measureName, usualName } from '../studies/measure-name.ts';
import {
  assertDataset,
  freeAmong,
  freeName,
  freshSeed,
  type NewStudyInput,
  plannedStudy,
  takenNames,
} from './create-study.ts';
import { describeStudy } from './describe-study.ts';
import { editStudy, removeStudy } from './edit-study.ts';
import { chainWhereItHolds, storeRanking } from './ranking-work.ts';
import { growBatch } from './sample-batch.ts';

/** New rankings find the best N at the level of the pairs that can make that wrong; gathered ones have labels already, and do not. */
const newLevelRule = 2 as const;

interface NewPairsInput extends Omit<NewStudyInput, 'system' | 'against'> {
  systems: readonly string[];
  /** How many of the best are to be found; null, and where it is not said, the whole order. */
  top?: number | null | undefined;
  /** Whether each reply of an item is rated once, on one page with all others, for every pair that it is in. */
  onePage?: boolean | undefined;
}

/**
 * A ranking: one study for each pair of systems, made by one job, all of them or none. `alpha` is that of all statements
 * together; each study gets its share of it. On one page all pairs are drawn uniformly by one seed: items come in one order,
 * which each pair keeps as far as its replies differ. So are uniform draws for written answers, each of which serves all pairs.
 *
 * @throws AppError INVALID_INPUT when a system is named twice, or is the surrogate of a pair that it belongs to, or a pair cannot
 * be drawn, or as many are to be found as there are, or one page is asked for what cannot be on one; CANCELED
 */
export async function createPairs(context: CoreContext, input: NewPairsInput): Promise<Study[]> {
  const { systems, alpha, name, top = null, onePage: _, ...asked } = input;
  assertRankable(input);
  assertTop(top, systems.length);
  const project = openProjectOf(context);
  const datasetName = assertDataset(project.db, asked.datasetId).name;
  const scale = scaleOfQuestion(project.db, { ...asked, system: systems[0]!, against: systems[1]! });
  const page = pageFor(input, scale);
  const wanted = name?.trim() || usualName(asked.measure, systems.length, datasetName);
  const isOneDraw = page !== null || (asked.measure.kind === 'metric' && asked.preset === 'uniform');
  const drawn = isOneDraw ? { seed: asked.seed ?? freshSeed() } : {};
  const taken = takenNames(context);
  const share = pairAlpha(alpha, systems.length);
  const question = asked.question?.trim() || page?.question;
  const pairs = systems.flatMap((system, i) =>
    systems
      .slice(i + 1)
      .map((against) =>
        plannedStudy(context, { ...asked, ...drawn, question, system, against, alpha: share }, taken, true),
      ),
  );
  const ranking = {
    name: freeAmong(taken, wanted),
    ...{ alpha, top },
    instrument: page?.instrumentOf(systems.map((system) => findSystem(project.db, system)!.id)) ?? null,
    levelRule: newLevelRule,
  };
  const isNewCriterion = asked.measure.kind === 'criterion' && scale === undefined;
  const { finished } = context.jobs.start(project, 'ranking', `Sampling: ${ranking.name}`, {
    ranking,
    pairs,
  });
  const { studyIds } = await finished;
  if (isLabeled(context, studyIds))
    shareLevelAmongAll(project.db, getStudy(project.db, studyIds[0]!).rankingId!);
  if (isNewCriterion) context.events.publish({ type: 'data.changed' });
  for (const studyId of studyIds) context.events.publish({ type: 'study.changed', studyId });
  return studyIds.map((studyId) => describeStudy(context, studyId));
}

/** Whether labels of pairs are known, such as those of an earlier ranking that asked the same. */
const isLabeled = (context: CoreContext, studyIds: readonly number[]): boolean =>
  studyIds.some((studyId) => liveEstimateOf(context, studyId).spokenDraws > 0);

interface AskedPage {
  readonly instrumentOf: (systemIds: readonly number[]) => string;
  /** In place of the usual question; undefined where that fits. */
  readonly question?: string;
}

/** How all replies to an item are asked about at once; null where that is done pair by pair. @throws AppError INVALID_INPUT */
function pageFor(input: NewPairsInput, scale: Scale | undefined): AskedPage | null {
  if (!input.onePage) return null;
  assertPageable(input);
  const { form, measure } = input;
  const asksOrder = form ? form.kind === 'preference' : asksPreference(measure, scale);
  if (measure.kind !== 'criterion' || !asksOrder) return { instrumentOf: onePage };
  assertOrderable(input);
  return { instrumentOf: orderedPage, question: orderQuestion(measure.criterion, scale?.direction) };
}

/**
 * Replies are rated on one page where each is rated by itself, and where items come in one order for all pairs.
 *
 * @throws AppError INVALID_INPUT
 */
function assertPageable({ measure, preset, fields = [], systems }: NewPairsInput): void {
  const refuse = (problem: string, field: string, remedy: string) =>
    new AppError('INVALID_INPUT', problem, { field, remedy });
  if (measure.kind !== 'criterion') {
    throw refuse(
      'Replies share a page only where people rate them or put them in order.',
      'onePage',
      'Choose a criterion that people rate, or label pair by pair.',
    );
  }
  if (preset !== 'uniform') {
    throw refuse(
      'On one page all pairs need the same order of items, which drawing by hardness does not give.',
      'preset',
      'Draw uniformly, or label pair by pair.',
    );
  }
  if (fields.length > 0) {
    throw refuse(
      'A page of several replies asks no further questions.',
      'fields',
      'Leave them out, or label pair by pair.',
    );
  }
  if (systems.length < fewestGathered) {
    throw refuse('Two replies are shown side by side anyway.', 'systems', 'Name three systems or more.');
  }
}

/**
 * People put the replies of a page in order by one key for each, in which equal ones share a place.
 *
 * @throws AppError INVALID_INPUT
 */
function assertOrderable({ form, systems }: NewPairsInput): void {
  if (systems.length > mostOrdered) {
    throw new AppError('INVALID_INPUT', `People do not put ${systems.length} replies in order on one page.`, {
      field: 'systems',
      remedy: `Name ${mostOrdered} systems at most, rate the replies, or label pair by pair.`,
    });
  }
  if (form?.kind !== 'preference' || (form.steps === 3 && !form.bothBad)) return;
  throw new AppError(
    'INVALID_INPUT',
    'An order says which reply is better, neither by how much nor that both are bad.',
    {
      field: 'form',
      remedy: 'Ask for a preference in three steps, or label pair by pair.',
    },
  );
}

/** @throws AppError INVALID_INPUT when every system would be among those to find */
function assertTop(top: number | null, systems: number): void {
  if (top === null || top < systems) return;
  throw new AppError('INVALID_INPUT', `There are ${systems} systems, so there are no ${top} best to find.`, {
    field: 'top',
    remedy: `Find the best, the best ${systems - 1} at most, or the whole order.`,
  });
}

function assertRankable({ systems, surrogate }: NewPairsInput): void {
  if (new Set(systems).size < systems.length) {
    throw new AppError('INVALID_INPUT', 'A system is named twice.', {
      field: 'systems',
      remedy: 'Name each system once.',
    });
  }
  if (surrogate.kind === 'system' && systems.includes(surrogate.system)) {
    throw new AppError(
      'INVALID_INPUT',
      `${surrogate.system} is both the machine score and one of the systems.`,
      {
        field: 'surrogate',
        remedy: 'Choose a machine score that is not one of the systems, or none.',
      },
    );
  }
}

const fewestGathered = 3;

/**
 * Makes one ranking of the comparisons beside a study that belong to none.
 *
 * @throws AppError CONFLICT when they are of fewer than three systems, a pair of them has no comparison, or several ask something of
 * their annotators
 */
export async function gatherRanking(
  context: CoreContext,
  { studyId, name, alpha }: { studyId: number; name?: string | undefined; alpha: number },
): Promise<RankingStudy> {
  const db = dbOf(context);
  const { rankingId, comparisons } = db
    .transaction(() => {
      const asked = getStudy(db, studyId);
      const comparisons =
        asked.against === null || asked.rankingId !== null ? [] : comparisonsBeside(db, asked);
      const systems = systemsOf(comparisons);
      if (systems.length < fewestGathered) {
        throw new AppError('CONFLICT', `There are no comparisons to gather around "${asked.name}".`, {
          field: 'studyId',
          remedy: 'Name a comparison outside of rankings. Its measure must compare three systems or more.',
        });
      }
      const [missing] = missingPairs(comparisons);
      if (missing) {
        throw new AppError('CONFLICT', `No study compares ${missing.system} and ${missing.against} yet.`, {
          remedy: 'A ranking needs every pair: make that comparison first.',
        });
      }
      assertOneSpeaks(db, comparisons);
      const datasetName = assertDataset(db, asked.datasetId).name;
      const wanted = name?.trim() || usualName(asked.measure, systems.length, datasetName);
      const freed = freeName(context, wanted);
      const id = storeRanking(
        db,
        { name: freed, alpha, top: null, instrument: null, levelRule: 1 },
        context.now(),
      );
      for (const study of comparisons) {
        joinRanking(db, study.id, id);
        writeAudit(db, {
          at: context.now(),
          action: 'ranking.gather',
          studyId: study.id,
          details: { ranking: freed, alpha },
        });
      }
      chainWhereItHolds(db, id);
      return { rankingId: id, comparisons };
    })
    .immediate();
  for (const study of comparisons) context.events.publish({ type: 'study.changed', studyId: study.id });
  return findRanking(context, rankingId);
}

/** The first of a ranking has the checks, messages and runs of all: those of others would reach nobody. @throws AppError CONFLICT */
function assertOneSpeaks(db: ReadableDb, comparisons: readonly StudyRow[]): void {
  const [, ...others] = comparisons.toSorted((a, b) => a.id - b.id);
  const one = others.find(
    ({ id }) => findQualityPlan(db, id) || listMessages(db, id).length > 0 || offeredRuns(db, id).length > 0,
  );
  if (!one) return;
  throw new AppError(
    'CONFLICT',
    `"${one.name}" has checks, messages or runs for its annotators that a ranking would lose.`,
    {
      remedy: 'Make a new ranking of these systems; the labels are used again.',
    },
  );
}

export const describeRankings = (context: CoreContext): RankingStudy[] =>
  listRankings(dbOf(context)).map((ranking) => describeRanking(context, ranking));

/** A ranking, once its labels so far say which pairs are decided. @throws AppError NOT_FOUND */
export async function findRanking(context: CoreContext, rankingId: number): Promise<RankingStudy> {
  return whenPairsSettled(context, rankingId, () =>
    describeRanking(context, getRanking(dbOf(context), rankingId)),
  );
}

function describeRanking(context: CoreContext, ranking: RankingRow): RankingStudy {
  const { id, name, alpha, top, createdAt } = ranking;
  const comparisons = comparisonsOfRanking(dbOf(context), id);
  const newest = newestOfPairs(comparisons);
  // A ranking goes with its last pair.
  const first = newest[0]!;
  return {
    id,
    name,
    datasetId: first.datasetId,
    datasetName: first.datasetName,
    measure: first.measure,
    measureName: measureName(first.measure),
    systems: systemsOf(comparisons),
    alpha,
    top,
    onePage: ranking.instrument !== null,
    leastDifference: sharedMargin(newest),
    question: first.question,
    guidelines: first.guidelines,
    ...progressOf(context, newest, matteringStudies(context, ranking)),
    pairs: newest.map((study) => describeStudy(context, study.id)),
    createdAt,
    version: versionOf(rankingState(ranking, comparisons)),
  };
}

/** What of a ranking a page changes; what its pairs have, as all of them have it. */
const rankingState = ({ name, top }: RankingRow, pairs: readonly StudyRow[]) => ({
  name,
  top,
  ...sharedState(
    pairs.map((pair) => {
      const { question, guidelines } = pair;
      return { question, guidelines, leastDifference: leastDifferenceOf(pair) };
    }),
  ),
});

const standings = ['open', 'waiting', 'undecided', 'final'] as const;

/** The smallest difference that matters of all pairs; null where they have several. */
function sharedMargin(pairs: readonly StudyRow[]): number | null {
  const [margin, ...others] = new Set(pairs.map(leastDifferenceOf));
  return others.length === 0 ? margin! : null;
}

/**
 * Of how many places of the queue there is a final word, and how many it still deals. An answer that was written serves every
 * pair of its item, and so is a page.
 */
function progressOf(
  context: CoreContext,
  pairs: readonly StudyRow[],
  mattering: ReadonlyMap<number, number>,
) {
  const isOfItem = pairs[0]?.criterionId === null || pairs[0]?.pageInstrument != null;
  const places = new Map<string, 'final' | 'dealt' | 'idle'>();
  for (const { id } of pairs) {
    const live = liveEstimateOf(context, id);
    for (const kind of standings) {
      for (const itemId of live.itemsWhere(kind)) {
        const key = isOfItem ? `${itemId}` : `${itemId} ${id}`;
        if (kind === 'final') {
          if (places.get(key) !== 'dealt') places.set(key, 'final');
        } else if (mattering.has(id) || !places.has(key)) {
          places.set(key, mattering.has(id) ? 'dealt' : 'idle');
        }
      }
    }
  }
  const count = (which: 'final' | 'dealt') => [...places.values()].filter((one) => one === which).length;
  return {
    items: places.size,
    answered: count('final'),
    left: count('dealt'),
    mattering: mattering.size,
  };
}

interface RankingEdit {
  readonly rankingId: number;
  readonly name?: string | undefined;
  readonly question?: string | undefined;
  readonly guidelines?: string | undefined;
  readonly top?: number | null | undefined;
  readonly leastDifference?: number | undefined;
  /** What the page had loaded. */
  readonly version?: string | undefined;
}

/**
 * Changes the name of a ranking and what it is to find, and the question, the guidelines and the smallest difference that matters
 * of all its pairs. @throws AppError NOT_FOUND, INVALID_INPUT when that difference does not fit the scale, or all systems would
 * be found, CONFLICT when another window changed what is to be changed
 */
export async function editRanking(context: CoreContext, edit: RankingEdit): Promise<RankingStudy> {
  const { rankingId, name, top, leastDifference, version, ...text } = edit;
  const db = dbOf(context);
  const comparisons = allOrNone(context, () => {
    const ranking = getRanking(db, rankingId);
    const comparisons = comparisonsOfRanking(db, ranking.id);
    const stored = rankingState(ranking, comparisons);
    assertCurrent(version, {
      stored,
      wanted: { ...text, name, top, leastDifference },
      words: 'This ranking',
    });
    // What is refused is refused before anything is stored: a goal that one pair refuses fits none of them.
    if (top !== undefined) assertTop(top, systemsOf(comparisons).length);
    const isOfPairs = [text.question, text.guidelines, leastDifference].some((one) => one !== undefined);
    for (const { id: studyId } of isOfPairs ? comparisons : []) {
      const goal =
        leastDifference === undefined ? {} : { goal: { ...readStudyGoal(db, studyId), leastDifference } };
      editStudy(context, { studyId, ...text, ...goal });
    }
    if (top !== undefined) aimAt(context, ranking, top, comparisons);
    if (name !== undefined) renameRanking(db, rankingId, name);
    return comparisons;
  });
  for (const { id: studyId } of comparisons) context.events.publish({ type: 'study.changed', studyId });
  return findRanking(context, rankingId);
}

/** Changes several pairs in one transaction. What was computed of a change that is taken back is forgotten. */
function allOrNone<T>(context: CoreContext, change: () => T): T {
  try {
    return dbOf(context).transaction(change).immediate();
  } catch (error) {
    forgetLiveEstimates(context);
    throw error;
  }
}

/** Writes down what a ranking is to find, in the history of each pair. Call it inside a transaction. */
function aimAt(
  context: CoreContext,
  { id: rankingId, top: was, levelRule }: RankingRow,
  top: number | null,
  comparisons: readonly StudyRow[],
): void {
  const db = dbOf(context);
  if (top === was) return;
  // A choice of what to find that is made with labels known has the level that holds for all choices.
  const isLate =
    levelRule === 2 &&
    isLabeled(
      context,
      comparisons.map(({ id }) => id),
    );
  const details = { was, now: top, ...(isLate && { levelRule: 1 }) };
  writeRankingTop(db, rankingId, top);
  if (isLate) shareLevelAmongAll(db, rankingId);
  for (const { id: studyId } of comparisons) {
    writeAudit(db, { at: context.now(), action: 'ranking.find', studyId, details });
  }
}

/**
 * Makes the batch of each pair that still matters longer, as far as its items go; where none does, that of every pair.
 *
 * @throws AppError NOT_FOUND, CONFLICT when every item that differs is drawn already
 */
export async function growRanking(
  context: CoreContext,
  { rankingId, by }: { rankingId: number; by: number },
): Promise<RankingStudy> {
  const db = dbOf(context);
  const mattering = await whenPairsSettled(context, rankingId, () =>
    matteringStudies(context, getRanking(db, rankingId)),
  );
  allOrNone(context, () => {
    const open = newestOfPairs(comparisonsOfRanking(db, rankingId)).filter(
      ({ id, drawCount, populationSize }) =>
        drawCount < populationSize && (mattering.size === 0 || mattering.has(id)),
    );
    if (open.length === 0) {
      throw new AppError('CONFLICT', 'Every item whose replies differ is drawn already.', {
        remedy: 'There is nothing further to label for this ranking.',
      });
    }
    for (const { id, drawCount, populationSize } of open) {
      growBatch(context, id, Math.min(drawCount + by, populationSize));
    }
  });
  return findRanking(context, rankingId);
}

/** Removes a ranking with its comparisons; labels stay. @throws AppError NOT_FOUND */
export function removeRanking(context: CoreContext, rankingId: number): Record<string, never> {
  const db = dbOf(context);
  db.transaction(() => {
    getRanking(db, rankingId);
    for (const { id } of listStudies(db)) {
      if (getStudy(db, id).rankingId === rankingId) removeStudy(context, id, { withRanking: true });
    }
    deleteEmptyRanking(db, rankingId);
  }).immediate();
  return {};
}
