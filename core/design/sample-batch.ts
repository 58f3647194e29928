import { writeAudit } from '../../db/audit.ts';
import {
  eachPoolId,
  insertDrawRun,
  insertDraws,
  isSeedOfAnother,
  listDrawRuns,
  listDraws,
  type NewDraw,
  readPool,
} from '../../db/draws.ts';
import { readItemLevels } from '../../db/item-levels.ts';
import { findItem } from '../../db/items.ts';
import { readPoolLevels } from '../../db/pool-levels.ts';
import { comparisonsOfRanking, getStudy, type StudyRow } from '../../db/studies.ts';
import { readChoice } from '../../db/study-choices.ts';
import { listFrozenSignals } from '../../db/study-columns.ts';
import { listJoins } from '../../db/study-joins.ts';
import { insertMended, insertPlan, mendedFrom } from '../../db/study-plans.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { DrawRow, Study } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { plural } from '../../shared/number-text.ts';
import { fromUnit } from '../../stats/index.ts';
import { lastQuestion } from '../data/last-question.ts';
import { prefixWeights } from '../estimate/influence.ts';
import { forgetLiveEstimates } from '../estimate/kept-estimates.ts';
import { liveEstimateOf } from '../estimate/live-estimates.ts';
import { newestOfPairs } from '../estimate/ranking.ts';
import { drawsOfLevels, walked, walkLevels } from '../estimate/surrogate/level-order.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { designs, drawItems } from '../studies/design.ts';
import { shownScale } from '../studies/estimand-scale.ts';
import { assignAnew, extendAssignments } from './assignments.ts';
import { freshSeed } from './create-study.ts';
import { describeStudy } from './describe-study.ts';
import { joinAgain } from './join-study.ts';
import { planOf, replanFor } from './replan.ts';
import { refuseOnSource, sourceDraws } from './source-draws.ts';

/** Makes a batch longer in the same order. Labels stay where they are. */
export function growBatch(context: CoreContext, studyId: number, size: number): Study {
  const db = dbOf(context);
  db.transaction(() => {
    const study = getStudy(db, studyId);
    if (size <= study.drawCount) {
      throw new AppError('INVALID_INPUT', `The batch already has ${study.drawCount} draws.`, {
        field: 'size',
        remedy: 'A batch only grows: give a larger size. Labels already given are never dropped.',
      });
    }
    assertFits(study, size);
    const known = listDraws(db, studyId, study.generation);
    const refs = new Map(known.map(({ itemId, ref }) => [itemId, ref]));
    const draws = drawsOf(context, study, study.seed, known.length, size, refs);
    insertDraws(db, studyId, study.generation, draws);
    extendAssignments(db, study);
    replanFor(context, study, size);
    writeAudit(db, {
      at: context.now(),
      action: 'sample.grow',
      studyId,
      details: { from: known.length, to: size },
    });
  }).immediate();
  return changed(context, studyId);
}

/**
 * A new draw over the same frozen signals, and over those that joined since. Stored labels are used again when the new order comes to
 * their items. Redraws after labels were given are written down, because choosing among draws would bend the number. Pairs of a ranking
 * whose items come in one order are drawn anew together, so that they still do.
 */
export function redrawBatch(context: CoreContext, studyId: number, seed = freshSeed()): Study {
  const db = dbOf(context);
  const studyIds = db
    .transaction(() => {
      const studies = drawnTogether(db, getStudy(db, studyId));
      for (const study of studies) drawAnew(context, study, seed);
      return studies.map(({ id }) => id);
    })
    .immediate();
  for (const id of studyIds) if (id !== studyId) changed(context, id);
  return changed(context, studyId);
}

/** The studies of which an item is asked at once: of a page all pairs, of written answers those that were drawn by one seed. */
function drawnTogether(db: ReadableDb, study: StudyRow): StudyRow[] {
  const { rankingId, pageInstrument, criterionId, preset, seed } = study;
  const isOfPages = pageInstrument !== null;
  if (rankingId === null || !(isOfPages || (criterionId === null && designs[preset].uniform))) return [study];
  const pairs = newestOfPairs(comparisonsOfRanking(db, rankingId));
  const together = pairs.filter((pair) => isOfPages || (pair.preset === preset && pair.seed === seed));
  return together.some(({ id }) => id === study.id) ? together : [study];
}

function drawAnew(context: CoreContext, study: StudyRow, seed: number): void {
  const db = dbOf(context);
  const studyId = study.id;
  refuseOnSource(db, studyId, 'Another draw');
  const { labeled } = liveEstimateOf(context, studyId).finished;
  assertFreshSeed(db, study, seed);
  const generation = study.generation + 1;
  const createdAt = context.now();
  const plan = planOf(context, study);
  const isMended = mendedFrom(db, studyId, study.generation) !== null;
  const draws = drawsOf(context, study, seed, 0, study.drawCount, new Map());
  insertDrawRun(db, studyId, { generation, seed, labelsBefore: labeled, createdAt });
  insertDraws(db, studyId, generation, draws);
  if (plan) insertPlan(db, { studyId, generation, createdAt }, { drawsBefore: 0, plan });
  if (isMended) insertMended(db, { studyId, generation, createdAt }, 0);
  assignAnew(db, getStudy(db, studyId));
  const details = { seed, labelsBefore: labeled, generation };
  writeAudit(db, { at: createdAt, action: 'sample.redraw', studyId, details });
  joinAgain(db, study, { generation, createdAt });
}

/**
 * A study may guess by labels of another, or by scores that were made from labels. What it guesses by must not know which items come
 * first.
 *
 * @throws AppError CONFLICT
 */
function assertFreshSeed(db: ReadableDb, { id: studyId, generation }: StudyRow, seed: number): void {
  const hasJoined = listJoins(db, studyId, generation).length > 0;
  const isCarried = listFrozenSignals(db, studyId).some(({ id }) => id.startsWith('carried-from:'));
  const isOfAnother = isSeedOfAnother(db, studyId, seed);
  const isOwn = hasJoined && listDrawRuns(db, studyId).some((run) => run.seed === seed);
  if (!isOwn && !(isOfAnother && (isCarried || hasJoined))) return;
  throw new AppError(
    'CONFLICT',
    isOwn
      ? `This study was drawn by seed ${seed} before.`
      : `Another study of this project was drawn by seed ${seed}.`,
    {
      field: 'seed',
      remedy:
        'Choose another seed. What this study guesses by may be made from labels that were given in that order.',
    },
  );
}

function drawsOf(
  context: CoreContext,
  study: StudyRow,
  seed: number,
  from: number,
  size: number,
  refs: Map<number, string>,
): NewDraw[] {
  const db = dbOf(context);
  const { preset, drawRule } = study;
  const histogram = readPoolLevels(db, study.id);
  if (histogram) {
    const items = readItemLevels(db, study.id);
    if (!items) return sourceDraws(db, { studyId: study.id, preset, from, size });
    const levels = { datasetId: study.datasetId, items, histogram, preset, seed, size };
    return drawsOfLevels(levels, walked(walkLevels(db, levels)).first, from, refs);
  }
  const pool = readPool(db, study.id);
  const probabilities = designs[study.preset].probabilities(pool.surrogateValues);
  const externalIds = eachPoolId(db, study.id);
  const choice = readChoice(db, study.id);
  return drawItems({ preset, seed, drawRule, ...pool, externalIds, probabilities, choice, from, size, refs });
}

function assertFits({ preset, populationSize }: StudyRow, size: number): void {
  if (designs[preset].id === 'with-replacement' || size <= populationSize) return;
  throw new AppError(
    'INVALID_INPUT',
    `The pool has ${plural(populationSize, 'item')}; ${size} cannot be drawn.`,
    {
      field: 'size',
      remedy: `Draw at most ${populationSize}.`,
    },
  );
}

function changed(context: CoreContext, studyId: number): Study {
  forgetLiveEstimates(context, studyId);
  context.events.publish({ type: 'study.changed', studyId });
  context.events.publish({ type: 'estimate.changed', studyId });
  return describeStudy(context, studyId);
}

/** A window of the draws of a study, with their weight once the estimate uses them. */
export function listBatch(context: CoreContext, studyId: number, window: { offset: number; limit: number }) {
  const db = dbOf(context);
  const study = getStudy(db, studyId);
  const live = liveEstimateOf(context, studyId);
  const weights = prefixWeights(context, studyId);
  const rows = listDraws(db, studyId, study.generation, window).map((draw): DrawRow => {
    const final = live.finalOf(draw.itemId);
    const { externalId, conversation } = findItem(db, draw.itemId)!;
    const inPrefix = draw.order < live.prefixLength;
    return {
      order: draw.number,
      itemId: draw.itemId,
      externalId,
      question: lastQuestion(conversation),
      surrogateValue: draw.surrogateValue,
      probability: draw.probability,
      weight: weights[draw.order] ?? null,
      state: !final ? 'open' : !inPrefix ? 'waiting' : final.kind === 'skipped' ? 'skipped' : 'labeled',
      value: final?.kind === 'value' ? fromUnit(final.y, shownScale(study)) : null,
    };
  });
  return { total: study.drawCount, rows };
}
