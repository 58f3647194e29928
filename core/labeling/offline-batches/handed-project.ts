import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { ensureAnnotator, importedEvaluation } from '../../../db/annotators.ts';
import { insertDrawRun, insertDraws } from '../../../db/draws.ts';
import { insertHandedModes } from '../../../db/failure-modes.ts';
import {
  ensureSystem,
  finishCriterion,
  finishDataset,
  insertCriterion,
  insertDataset,
  insertDatasetSystem,
  prepareImport,
} from '../../../db/import-rows.ts';
import { createProject, type OpenProject, openProject, removeProject } from '../../../db/open.ts';
import { insertPicture } from '../../../db/pictures.ts';
import { insertRanking, joinRanking } from '../../../db/rankings.ts';
import { insertStudy } from '../../../db/studies.ts';
import { writeStudyFields } from '../../../db/study-fields.ts';
import type { WritableDb } from '../../../db/types.ts';
import type { LabelForm, Measure } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { summarizePool } from '../../../stats/index.ts';
import type { CoreContext } from '../../platform/context.ts';
import { type HandedFacts, handedFacts, keepHandedFacts } from '../../studies/annotators/handed-facts.ts';
import { storedFields } from '../../studies/form-fields.ts';
import { formScale } from '../../studies/form-scale.ts';
import { onePage, orderedPage } from '../../studies/label-key.ts';
import { isSwapped } from '../session/sides.ts';
import { type AnyBatchFile, type BatchContent, issuedOf } from './batch-file.ts';
import { readBatchFile } from './read-batch-file.ts';

/**
 * Opens a handed-out batch: a small project of its own in the application's folder, made at the first opening, so that
 * its labels are kept like all others. It knows of the systems, scores and other labels as little as the file does.
 *
 * @throws AppError as `readBatchFile`; CONFLICT when another batch of the same id was opened before
 */
export function openHandedBatch(context: CoreContext, file: string): OpenProject {
  const { batch, content } = readBatchFile(file);
  const folder = path.join(context.dataDir, 'handed');
  const target = path.join(folder, `${batch.batchId}.assay`);
  if (existsSync(target)) return reopen(context, target, batch);
  mkdirSync(folder, { recursive: true });
  const project = createProject(target, `Batch of ${content.items.length}`, context.now());
  try {
    project.db.transaction(() => fill(project.db, batch, content, context.now())).immediate();
  } catch (error) {
    project.close();
    removeProject(target);
    throw error;
  }
  return project;
}

function reopen(context: CoreContext, target: string, batch: AnyBatchFile): OpenProject {
  const project = openProject(target, context.now());
  const facts = handedFacts(project.db);
  const isSame =
    facts?.contentSha256 === batch.contentSha256 &&
    (facts.issued?.annotator ?? null) === (issuedOf(batch)?.annotator ?? null);
  if (isSame) return project;
  project.close();
  throw new AppError('CONFLICT', 'Another batch with the same number was opened on this machine before.', {
    remedy: 'Ask for the batch to be handed out again.',
  });
}

const sideSeed = 0;

/** Whether each item shows all its replies on one page. */
const isOfPages = ({ items }: BatchContent): boolean => items.some(({ page }) => page !== undefined);

/** What stands for the systems, of which a batch knows nothing: of pages one for each place that a reply can have. */
function systemNames(content: BatchContent): string[] {
  if (!isOfPages(content)) return content.sideBySide ? ['Reply', 'Other reply'] : ['Reply'];
  const places = content.items.flatMap(({ page = [] }) => page.map(({ place }) => place));
  return Array.from({ length: Math.max(1, ...places) + 1 }, (_, place) => `Reply ${place + 1}`);
}

function fill(db: WritableDb, batch: AnyBatchFile, content: BatchContent, now: string): void {
  const { items, form, fields } = content;
  const { datasetId, firstItemId } = insertDataset(db, {
    name: 'Batch',
    sourceFile: batch.batchId,
    format: 'assay-jsonl',
    importedAt: now,
  });
  const systemIds = systemNames(content).map((name) => ensureSystem(db, name));
  for (const id of systemIds) insertDatasetSystem(db, datasetId, id, items.length);
  insertItems(db, content, datasetId, firstItemId, systemIds);
  for (const [sha256, { base64, ...facts }] of Object.entries(content.pictures ?? {}))
    insertPicture(db, { datasetId, sha256, ...facts, bytes: Buffer.from(base64, 'base64') });
  const counts = { itemCount: items.length, itemsWithContext: 0, itemsWithReferences: 0, groupCount: 0 };
  finishDataset(db, datasetId, { contentHash: batch.contentSha256, ...counts });
  const criterionId = insertCriterionOf(db, datasetId, batch, form);
  const studyId = insertStudyOf(db, batch, content, datasetId, systemIds, criterionId);
  writeStudyFields(
    db,
    studyId,
    storedFields(db, { datasetId, criterionId, isComparison: systemIds.length > 1, form }, fields),
  );
  if (isOfPages(content)) {
    const rankingId = insertRanking(db, {
      ...{ name: 'Batch', batchRef: `${batch.batchId}-pages`, createdAt: now },
      ...{ alpha: 0.05, top: null, chained: false, levelRule: 1, pageKey: null },
      instrument: (form.kind === 'preference' ? orderedPage : onePage)(systemIds),
    });
    joinRanking(db, studyId, rankingId);
  }
  insertDrawRun(db, studyId, { generation: 1, seed: 0, labelsBefore: 0, createdAt: now });
  const draws = items.map(({ ref }, order) => ({
    order,
    itemId: firstItemId + order,
    poolPosition: order,
    surrogateValue: 0,
    probability: 1 / items.length,
    ref,
  }));
  insertDraws(db, studyId, 1, draws);
  const facts: HandedFacts = {
    batchId: batch.batchId,
    contentSha256: batch.contentSha256,
    copyId: randomBytes(12).toString('hex'),
    issued: issuedOf(batch),
    ...(content.failures && { failureList: content.failures.list }),
  };
  keepHandedFacts(db, facts);
  if (content.failures) {
    const { modes, list } = content.failures;
    const annotatorId = ensureAnnotator(db, importedEvaluation, { simulated: true }).id;
    insertHandedModes(db, modes, { list, annotatorId, createdAt: now });
  }
  if (facts.issued?.annotator) ensureAnnotator(db, facts.issued.annotator);
}

/** Items as the label screen takes them apart again: of k replies the last k user turns are the prompts. */
function insertItems(
  db: WritableDb,
  { items }: BatchContent,
  datasetId: number,
  firstItemId: number,
  systemIds: readonly number[],
): void {
  const rows = prepareImport(db);
  const [first, second] = systemIds;
  for (const [position, item] of items.entries()) {
    const { ref, conversation, rightReplies, passage, page = [] } = item;
    const replies = page[0]?.replies ?? item.replies;
    const itemId = firstItemId + position;
    const prompts =
      replies.length > 1 ? replies.map(({ prompt }) => ({ role: 'user', content: prompt })) : [];
    const turns = JSON.stringify([...conversation, ...prompts]);
    rows.item(itemId, datasetId, ref, null, turns, passage, null, null);
    for (const { place, replies: turns } of page) {
      for (const [turn, { text }] of turns.entries()) rows.response(itemId, systemIds[place]!, turn, text);
    }
    if (page.length > 0) continue;
    const isOtherLeft = rightReplies !== null && isSwapped(sideSeed, position);
    const [left, right] = isOtherLeft ? [second!, first!] : [first!, second];
    for (const [turn, { text }] of replies.entries()) rows.response(itemId, left, turn, text);
    for (const [turn, { text }] of (rightReplies ?? []).entries()) rows.response(itemId, right!, turn, text);
  }
  rows.flush();
}

/** The measure's own criterion, under a name that no further question has. */
function insertCriterionOf(
  db: WritableDb,
  datasetId: number,
  { batchId }: AnyBatchFile,
  form: LabelForm,
): number | null {
  if (form.kind === 'answer') return null;
  const criterionId = insertCriterion(db, datasetId, batchId);
  const kind = form.kind === 'binary' ? 'binary' : 'rating';
  finishCriterion(db, criterionId, { kind, scale: formScale(form), declared: true, integer: false });
  return criterionId;
}

function insertStudyOf(
  db: WritableDb,
  { batchId, contentSha256 }: AnyBatchFile,
  { items, form, question, guidelines }: BatchContent,
  datasetId: number,
  [systemId, againstId]: readonly number[],
  criterionId: number | null,
): number {
  const pool = new Float64Array(items.length);
  const measure: Measure =
    criterionId === null
      ? { kind: 'metric', metric: 'f1-squad1' }
      : { kind: 'criterion', criterion: batchId };
  return insertStudy(db, {
    name: 'Batch',
    datasetId,
    systemId: systemId!,
    criterionId,
    measure,
    surrogate: { kind: 'none' },
    preset: 'uniform',
    alpha: 0.05,
    bettingRule: 2,
    valueSteps: null,
    drawRule: 1,
    scale: formScale(form),
    populationSize: items.length,
    missingSurrogate: 0,
    poolSummary: summarizePool(
      pool,
      pool.map(() => 1 / items.length),
    ),
    signalHash: contentSha256,
    referenceEvaluation: null,
    form,
    question,
    guidelines,
    batchRef: batchId,
    createdAt: '',
    against: againstId === undefined ? null : { systemId: againstId, sharedItems: items.length, sideSeed },
  });
}
