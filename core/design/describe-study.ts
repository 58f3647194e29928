import { additionsSince } from '../../db/additions.ts';
import { listDrawRuns } from '../../db/draws.ts';
import { findStudyFirstPhase } from '../../db/first-phases.ts';
import { getStudy, type StudyRow } from '../../db/studies.ts';
import { findChoice } from '../../db/study-choices.ts';
import { listFrozenSignals } from '../../db/study-columns.ts';
import { readStudyFields } from '../../db/study-fields.ts';
import { readStudyGoal } from '../../db/study-goals.ts';
import { listJoins } from '../../db/study-joins.ts';
import { listPlans, mendedFrom } from '../../db/study-plans.ts';
import { countSourceRows, findStudySource, placeWords } from '../../db/study-sources.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { Study } from '../../shared/contract/index.ts';
import { labelCounts } from '../estimate/label-counts.ts';
import { liveEstimateOf } from '../estimate/live-estimates.ts';
import { surrogateName } from '../estimate/surrogate/surrogate-names.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { versionOf } from '../platform/record-version.ts';
import { shownFields } from '../studies/form-fields.ts';
import { measureName } from '../studies/measure-name.ts';
import { pairedItemsOf } from '../studies/paired-items.ts';

/** A study as screens and the command line see it. @throws AppError NOT_FOUND */
export function describeStudy(context: CoreContext, studyId: number): Study {
  const row = getStudy(dbOf(context), studyId);
  const live = liveEstimateOf(context, row.id);
  const { labeled, skipped } = live.finished;
  return {
    id: row.id,
    name: row.name,
    datasetId: row.datasetId,
    datasetName: row.datasetName,
    system: row.systemName,
    comparison: row.against && pairedItemsOf(row, row.against),
    rankingId: row.rankingId,
    measure: row.measure,
    measureName: measureName(row.measure),
    surrogate: row.surrogate,
    surrogateName: surrogateName(row.surrogate),
    preset: row.preset,
    scale: row.scale,
    seed: row.seed,
    alpha: row.alpha,
    populationSize: row.populationSize,
    drawCount: row.drawCount,
    itemsDrawn: row.itemsDrawn,
    labeled,
    skipped,
    counts: labelCounts(context, row),
    redraws: listDrawRuns(dbOf(context), row.id).length - 1,
    signalHash: row.signalHash,
    question: row.question,
    guidelines: row.guidelines,
    form: row.form,
    fields: shownFields(readStudyFields(dbOf(context), row.id)),
    goal: readStudyGoal(dbOf(context), row.id),
    bettingRule: row.bettingRule,
    plan: listPlans(dbOf(context), row.id, row.generation).at(-1)?.plan ?? null,
    signals: listFrozenSignals(dbOf(context), row.id),
    joins: listJoins(dbOf(context), row.id, row.generation)
      .filter(({ modeId }) => modeId === null)
      .map(({ signal, name, drawsBefore, sha256, joinedBy, createdAt }) => {
        return { signal, name, drawsBefore, sha256, by: joinedBy, at: createdAt };
      }),
    mendedFrom: mendedFrom(dbOf(context), row.id, row.generation),
    source: sourceOf(dbOf(context), row),
    firstPhase: firstPhaseOf(dbOf(context), row),
    choice: findChoice(dbOf(context), row.id) ?? null,
    addedSince: addedSince(dbOf(context), row),
    createdAt: row.createdAt,
    version: versionOf(editedState(dbOf(context), row)),
  };
}

/** What of a study a page changes; with the plan that it follows. */
export function editedState(db: ReadableDb, { id, name, question, guidelines, generation }: StudyRow) {
  return {
    name,
    question,
    guidelines,
    fields: shownFields(readStudyFields(db, id)),
    goal: readStudyGoal(db, id),
    plan: listPlans(db, id, generation).at(-1)?.plan ?? null,
  };
}

function firstPhaseOf(db: ReadableDb, { id }: StudyRow): Study['firstPhase'] {
  const found = findStudyFirstPhase(db, id);
  return found ? { populationSize: found.populationSize, seed: found.seed, alpha: found.alpha } : null;
}

function addedSince(db: ReadableDb, { id, datasetId, createdAt }: StudyRow): Study['addedSince'] {
  // Rows of a pool in place that were taken along later were in the pool before.
  if (findStudySource(db, id)) return null;
  const { files, items } = additionsSince(db, datasetId, createdAt);
  return files > 0 ? { files, items } : null;
}

function sourceOf(db: ReadableDb, { id, missingSurrogate: missing }: StudyRow): Study['source'] {
  const found = findStudySource(db, id);
  if (!found) return null;
  const { engine, asked, query, fingerprint, readAt } = found;
  return {
    engine,
    place: placeWords(asked),
    query,
    fingerprint,
    missing,
    taken: countSourceRows(db, id),
    readAt,
  };
}
