import { writeAudit } from '../../../db/audit.ts';
import { findDataset, findSystem } from '../../../db/datasets.ts';
import { countPool } from '../../../db/pools.ts';
import { insertCriterion } from '../../../db/scale-declarations.ts';
import { listCriteria } from '../../../db/scores.ts';
import {
  countReusedItems,
  deleteSeries,
  findRelease,
  getSeries,
  insertRelease,
  insertSeries,
  labelsThatCount,
  listReleases,
  listSeries,
  type ReleaseRow,
  type SeriesRow,
  writeAlert,
} from '../../../db/series.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import { readStudyFields } from '../../../db/study-fields.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { BeginSeries, NewRelease, Release, Series } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { proposedSurrogate } from '../../../shared/study-choices.ts';
import { estimateReport } from '../../estimate/estimate-report.ts';
import { forgetLiveEstimates } from '../../estimate/kept-estimates.ts';
import { labelChanged, liveEstimateOf } from '../../estimate/live-estimates.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { asksShare } from '../../studies/estimand-scale.ts';
import { shownFields } from '../../studies/form-fields.ts';
import { labelKeyFor } from '../../studies/label-key.ts';
import { measureName, usualName } from '../../studies/measure-name.ts';
import { assignAnew, takeTeam, unassignTakenOver } from '../assignments.ts';
import { assertDataset, createStudy, freeName } from '../create-study.ts';
import { studyOptions } from '../study-options.ts';
import { againOf } from './asked-again.ts';
import { foreseenPairs, releaseDifference } from './release-difference.ts';
import { judgeBreak, judgesOf } from './release-judges.ts';
import { reuseLabels } from './reuse-labels.ts';
import { whyOtherQuestion } from './same-question.ts';
import { type SharedReplies, sharedReplies } from './shared-replies.ts';
import { watchOf, whyOtherWindow } from './watch.ts';

/** Every series of the project, the newest first. */
export const describeAllSeries = (context: CoreContext): Series[] =>
  listSeries(dbOf(context)).map((row) => describeSeries(context, row));

/** @throws AppError NOT_FOUND */
export const findSeries = (context: CoreContext, seriesId: number): Series =>
  describeSeries(context, getSeries(dbOf(context), seriesId));

/**
 * Makes a study the first release of a series.
 *
 * @throws AppError CONFLICT when its sample could not be that of further releases, or it is in a series already
 */
export function beginSeries(context: CoreContext, { studyId, name, leastDrop }: BeginSeries): Series {
  const db = dbOf(context);
  const seriesId = db
    .transaction(() => {
      const study = getStudy(db, studyId);
      assertFit(study);
      assertFree(context, study);
      if (leastDrop !== undefined && leastDrop >= study.scale.max - study.scale.min) {
        throw new AppError('INVALID_INPUT', 'No drop on this scale is that large.', {
          field: 'leastDrop',
          remedy: `Name a drop below ${study.scale.max - study.scale.min}.`,
        });
      }
      const what = leastDrop === undefined ? 'Releases' : 'Watch';
      const id = insertSeries(db, {
        name: freeSeriesName(context, name?.trim() || `${what}, ${measureName(study.measure)}`),
        createdAt: context.now(),
        leastDrop: leastDrop ?? null,
      });
      insertRelease(db, { studyId, seriesId: id, position: 1, ...newStart, windowLabels: null });
      writeAudit(db, {
        at: context.now(),
        action: 'series.begin',
        studyId,
        details: { seriesId: id, ...(leastDrop !== undefined && { leastDrop }) },
      });
      return id;
    })
    .immediate();
  context.events.publish({ type: 'study.changed', studyId });
  return findSeries(context, seriesId);
}

/** Of a study that no release before is compared with. */
const newStart = { beforeStudyId: null, plannedPairs: 0, againShare: null } as const;

function assertFit(study: StudyRow): void {
  const { name, against, preset, drawRule } = study;
  const why = against
    ? 'compares two systems'
    : preset !== 'uniform'
      ? 'draws some items more often than others, by a guess that every release would change'
      : drawRule !== 2
        ? 'was drawn by the rule of earlier versions, whose order changes with every item that is added'
        : null;
  if (why === null) return;
  throw new AppError('CONFLICT', `"${name}" cannot begin a series: it ${why}.`, {
    field: 'studyId',
    remedy:
      'Begin with a new study of one system, drawn uniformly: all releases are then judged on one sample. Labels given so far count in it, too.',
  });
}

function assertFree(context: CoreContext, { id, name }: StudyRow): void {
  if (!findRelease(dbOf(context), id)) return;
  throw new AppError('CONFLICT', `"${name}" belongs to a series already.`, { field: 'studyId' });
}

function freeSeriesName(context: CoreContext, wanted: string): string {
  const taken = new Set(listSeries(dbOf(context)).map(({ name }) => name));
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted} (${n})`;
  return name;
}

/**
 * Adds a release: a study that asks the same of its replies, drawn by the order of the series. Replies that are equal to labeled
 * ones of the previous release take over their labels.
 *
 * @throws AppError INVALID_INPUT when it answered no item of the previous release, NOT_FOUND
 */
export async function addRelease(context: CoreContext, asked: NewRelease): Promise<Series> {
  const db = dbOf(context);
  const { name: seriesName, leastDrop } = getSeries(db, asked.seriesId);
  const releases = listReleases(db, asked.seriesId);
  const last = releases.at(-1);
  if (!last) throw new AppError('CONFLICT', `"${seriesName}" has no releases left.`, { field: 'seriesId' });
  const before = getStudy(db, last.studyId);
  const datasetId = asked.datasetId ?? before.datasetId;
  const systemId = repliesOf(context, datasetId, asked.system);
  if (leastDrop !== null) {
    assertNew(context, releases, { ...asked, datasetId, systemId });
    // As the reference: the window before may have been asked otherwise since.
    const reference = getStudy(db, releases[0]!.studyId);
    const { size = before.drawCount } = asked;
    const window = await studyLike(context, reference, { ...asked, datasetId, systemId, size });
    return takeWindow(context, { seriesId: asked.seriesId, studyId: window.id });
  }
  if (asked.again !== undefined) assertRated(before);
  const shared = sharedWith(context, before, { ...asked, datasetId, systemId });
  const study = await studyLike(context, before, { ...asked, datasetId, systemId });
  const given = db
    .transaction(() => {
      assertLast(db, last);
      const release: ReleaseRow = {
        studyId: study.id,
        seriesId: asked.seriesId,
        position: last.position + 1,
        beforeStudyId: before.id,
        plannedPairs: foreseenPairs(context, study, shared),
        windowLabels: null,
        againShare: asked.again ?? null,
      };
      insertRelease(db, release);
      const reused = reuseLabels(db, before, study, shared, release, context.now());
      assignAnew(db, study);
      const again = againOf(db, study, release, shared).length;
      const told = { series: seriesName, after: before.name, reused: reused.length };
      const details = { ...told, ...(release.againShare !== null && { again }) };
      writeAudit(db, { at: context.now(), action: 'series.release', studyId: study.id, details });
      return reused;
    })
    .immediate();
  for (const itemId of given) labelChanged(context, itemId, study.id);
  context.events.publish({ type: 'study.changed', studyId: study.id });
  return findSeries(context, asked.seriesId);
}

/** @throws AppError CONFLICT where another release was added while the study of this one was made */
function assertLast(db: ReadableDb, { seriesId, studyId }: ReleaseRow): void {
  if (listReleases(db, seriesId).at(-1)?.studyId === studyId) return;
  throw new AppError('CONFLICT', 'The series got another release a moment ago.', {
    field: 'seriesId',
    remedy: 'Look at it, then add yours.',
  });
}

/** @throws AppError INVALID_INPUT where people write answers: they say what is right, and drift in no direction */
function assertRated({ measure }: StudyRow): void {
  if (measure.kind === 'criterion') return;
  throw new AppError('INVALID_INPUT', 'Only ratings are asked again: people write answers here.', {
    field: 'again',
    remedy: 'Leave the share out.',
  });
}

function repliesOf(context: CoreContext, datasetId: number, system: string): number {
  const db = dbOf(context);
  if (!findDataset(db, datasetId)) {
    throw new AppError('NOT_FOUND', `There is no data set ${datasetId} in this project.`, {
      field: 'datasetId',
    });
  }
  const id = findSystem(db, system)?.id;
  if (id !== undefined && countPool(db, datasetId, id) > 0) return id;
  throw new AppError('NOT_FOUND', `No system ${system} has replies in that data set.`, {
    field: 'system',
    remedy: 'Import the replies of the release first, as a data set of its own or with the others.',
  });
}

type Replies = NewRelease & { readonly datasetId: number; readonly systemId: number };

/** @throws AppError INVALID_INPUT when a release shares no item with the one before */
function sharedWith(context: CoreContext, before: StudyRow, { system, ...now }: Replies): SharedReplies {
  if (before.datasetId === now.datasetId && before.systemId === now.systemId) {
    throw new AppError('INVALID_INPUT', `${system} is the previous release; there is nothing new to judge.`, {
      field: 'system',
    });
  }
  const shared = sharedReplies(dbOf(context), before, now, before.measure);
  const { equal, differing, changed } = shared;
  if (equal.length + differing.length > 0) return shared;
  throw new AppError('INVALID_INPUT', `${system} answered no item of the previous release.`, {
    field: 'system',
    remedy:
      changed > 0
        ? `${changed} items have the same ids, but other conversations, passages or numbers of turns. Give every release the same questions.`
        : 'Items are found by their ids: give the same question the same id in every release.',
  });
}

/** Whether the conversations of a window are in the watch already. */
function assertNew(context: CoreContext, windows: readonly ReleaseRow[], { system, ...now }: Replies): void {
  const isThere = windows
    .map(({ studyId }) => getStudy(dbOf(context), studyId))
    .some(({ datasetId, systemId }) => datasetId === now.datasetId && systemId === now.systemId);
  if (!isThere) return;
  throw new AppError('CONFLICT', `${system} in that data set is a window of the watch already.`, {
    field: 'datasetId',
    remedy: 'Import the conversations that came since as a data set of their own.',
  });
}

/**
 * Makes a study the next window of a watch.
 *
 * @throws AppError CONFLICT when it asks something else than the reference, is no uniform draw, or is in a series already
 */
export function takeWindow(
  context: CoreContext,
  { seriesId, studyId }: { seriesId: number; studyId: number },
): Series {
  const db = dbOf(context);
  db.transaction(() => {
    const { name, leastDrop } = getSeries(db, seriesId);
    const releases = listReleases(db, seriesId);
    const study = getStudy(db, studyId);
    if (leastDrop === null || releases.length === 0)
      throw new AppError('CONFLICT', `"${name}" is not a watch with a reference.`, { field: 'seriesId' });
    const why = whyOtherWindow(getStudy(db, releases[0]!.studyId), study);
    if (why !== null) {
      throw new AppError('CONFLICT', `"${study.name}" is not a window of "${name}": ${why}`, {
        field: 'studyId',
      });
    }
    assertFit(study);
    assertFree(context, study);
    const position = releases.at(-1)!.position + 1;
    insertRelease(db, { studyId, seriesId, position, ...newStart, windowLabels: study.drawCount });
    writeAudit(db, {
      at: context.now(),
      action: 'series.window',
      studyId,
      details: { series: name, position },
    });
  }).immediate();
  context.events.publish({ type: 'study.changed', studyId });
  return findSeries(context, seriesId);
}

/** Writes down that a drop was told to somebody. */
export function alertGiven(context: CoreContext, seriesId: number): Series {
  writeAlert(dbOf(context), getSeries(dbOf(context), seriesId).id, context.now());
  return findSeries(context, seriesId);
}

/** A study as the one before, of other replies: same question, form, scale, seed, error level and team. */
async function studyLike(context: CoreContext, before: StudyRow, asked: Replies): Promise<StudyRow> {
  const db = dbOf(context);
  const { measure, question, guidelines, form, seed, alpha, scale } = before;
  const { system, datasetId, systemId, name, surrogate, size = before.drawCount } = asked;
  const fields = shownFields(readStudyFields(db, before.id));
  if (
    measure.kind === 'criterion' &&
    !listCriteria(db, datasetId).some((one) => one.name === measure.criterion)
  )
    insertCriterion(db, datasetId, measure.criterion, scale);
  const proposed = proposedSurrogate(studyOptions(db, datasetId), [system], measure) ?? {
    kind: 'none' as const,
  };
  const { name: datasetName } = assertDataset(db, datasetId);
  const { id } = await createStudy(context, {
    name: freeName(context, name?.trim() || usualName(measure, 1, datasetName)),
    ...{ datasetId, system, measure, question, guidelines, form, seed, alpha },
    surrogate: surrogate ?? (before.surrogate.kind === 'none' ? before.surrogate : proposed),
    preset: 'uniform',
    ...(fields.length > 0 && { fields }),
    size: Math.min(size, countPool(db, datasetId, systemId)),
  });
  db.transaction(() => takeTeam(db, before, getStudy(db, id))).immediate();
  forgetLiveEstimates(context, id);
  return getStudy(db, id);
}

/** Takes over labels that the previous release got since, release by release. */
export function refreshSeries(context: CoreContext, seriesId: number): Series {
  const db = dbOf(context);
  for (const release of listReleases(db, seriesId)) {
    const { studyId, beforeStudyId } = release;
    if (beforeStudyId === null) continue;
    const given = db
      .transaction(() => {
        const [before, study] = [getStudy(db, beforeStudyId), getStudy(db, studyId)];
        const shared = sharedReplies(db, before, study, study.measure);
        const reused = reuseLabels(db, before, study, shared, release, context.now());
        unassignTakenOver(db, study, reused);
        return reused;
      })
      .immediate();
    for (const itemId of given) labelChanged(context, itemId, studyId);
  }
  return findSeries(context, seriesId);
}

/** Removes a series; its studies and their labels stay. @throws AppError NOT_FOUND */
export function removeSeries(context: CoreContext, seriesId: number): Record<string, never> {
  const db = dbOf(context);
  getSeries(db, seriesId);
  const [first] = listReleases(db, seriesId);
  deleteSeries(db, seriesId);
  if (first) context.events.publish({ type: 'study.changed', studyId: first.studyId });
  return {};
}

function describeSeries(context: CoreContext, row: SeriesRow): Series {
  const { id, name, createdAt } = row;
  const rows = listReleases(dbOf(context), id);
  const watch = watchOf(context, row, rows);
  const counted = new Set<number>();
  const releases = rows.map((release, i) => ({
    ...describeRelease(context, release, { isWindow: watch !== null, previous: rows[i - 1] }),
    ...labelsOfRelease(context, release, counted),
  }));
  return { id, name, createdAt, watch, releases };
}

/**
 * How many labels people gave for a release, and how many they had given for an earlier one.
 *
 * @param counted ids of the labels of earlier releases, which those of this one join: an answer that people wrote counts for
 *   every release that replied to the question
 */
function labelsOfRelease(
  context: CoreContext,
  { studyId }: ReleaseRow,
  counted: Set<number>,
): Pick<Release, 'labelsSpent' | 'labelsSaved'> {
  const db = dbOf(context);
  const study = getStudy(db, studyId);
  const { itemId: _, ...key } = labelKeyFor(study, 0);
  const labels = labelsThatCount(db, { ...key, studyId, generation: study.generation });
  const saved = labels.filter(([id, isReused]) => isReused || counted.has(id));
  for (const [id] of labels) counted.add(id);
  return { labelsSpent: labels.length - saved.length, labelsSaved: saved.length };
}

function describeRelease(
  context: CoreContext,
  release: ReleaseRow,
  { isWindow, previous }: { isWindow: boolean; previous: ReleaseRow | undefined },
): Omit<Release, 'labelsSpent' | 'labelsSaved'> {
  const db = dbOf(context);
  const { studyId, beforeStudyId, position } = release;
  const study = getStudy(db, studyId);
  const { estimates, default: leading, fault } = estimateReport(context, studyId);
  const {
    value = null,
    lower = null,
    upper = null,
  } = estimates.find(({ method }) => method === leading) ?? {};
  const { finished, labeledItems: counted } = liveEstimateOf(context, studyId);
  const reused = countReusedItems(db, studyId);
  return {
    position,
    studyId,
    study: study.name,
    system: study.systemName,
    datasetName: study.datasetName,
    measureName: measureName(study.measure),
    scale: study.scale,
    ...(asksShare(study) && { isShare: true as const }),
    populationSize: study.populationSize,
    drawn: study.drawCount,
    labeled: finished.labeled,
    counted,
    reused,
    value,
    lower,
    upper,
    alpha: study.alpha,
    notReused: beforeStudyId === null ? null : whyOtherQuestion(getStudy(db, beforeStudyId), study),
    difference: isWindow ? null : releaseDifference(context, release),
    fault,
    scoredBy: judgesOf(db, study),
    judgeBreak: previous ? judgeBreak(db, getStudy(db, previous.studyId), study) : null,
    createdAt: study.createdAt,
  };
}
