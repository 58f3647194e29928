import path from 'node:path';
import { writeAudit } from '../../db/audit.ts';
import { insertDrawRun, insertDraws } from '../../db/draws.ts';
import {
  ensureSystem,
  finishCriterion,
  finishDataset,
  insertCriterion,
  insertDataset,
  insertDatasetSystem,
  prepareImport,
} from '../../db/import-rows.ts';
import { insertStudy } from '../../db/studies.ts';
import { insertColumns } from '../../db/study-columns.ts';
import { insertPlan } from '../../db/study-plans.ts';
import { insertSourceRows, insertStudySource, placeWords } from '../../db/study-sources.ts';
import type { WritableDb } from '../../db/types.ts';
import type { Scale, Study } from '../../shared/contract/index.ts';
import type { SourceQuestion } from '../../shared/contract/source.ts';
import { AppError } from '../../shared/errors.ts';
import { questionFor } from '../../shared/question-words.ts';
import { drawnHistogram, freezeLevels, HASH_DRAW_RULE } from '../../stats/index.ts';
import { freeName, freshSeed } from '../design/create-study.ts';
import { describeStudy } from '../design/describe-study.ts';
import { sourceDraws } from '../design/source-draws.ts';
import { levelsHash } from '../estimate/surrogate/levels-hash.ts';
import { hashWithColumns } from '../estimate/surrogate/score-pool.ts';
import { newDatasetName } from '../import/sink/dataset-name.ts';
import { type CoreContext, openProjectOf } from '../platform/context.ts';
import { designs, opaqueRef } from '../studies/design.ts';
import { formFor } from '../studies/label-form.ts';
import { usualName } from '../studies/measure-name.ts';
import { valueSteps } from '../studies/value-steps.ts';
import { tableFor } from './check-source.ts';
import { firstRows, type ReadPool, readPoolFor, rowsHash, type TakenRow } from './draw-rows.ts';
import { dropCount, keptCount } from './kept-count.ts';
import { openStated } from './open-source.ts';
import type { PoolQuery } from './pool-queries.ts';
import type { PoolSource } from './pool-source.ts';
import { tellingProgress } from './report-progress.ts';

export interface NewSourceStudy {
  source: SourceQuestion;
  criterion: { name: string; scale: Scale };
  preset: 'calibrated-hardness' | 'uniform';
  seed?: number | undefined;
  alpha: number;
  size: number;
  ahead: number;
  name?: string | undefined;
  timeout?: number | undefined;
}

/**
 * Makes a study of rows that stay where they are: their histogram, and the first rows of the draw order with their texts,
 * come into the project; it is stored in one transaction or not at all.
 *
 * @throws AppError as `openStated`, `readPool` and `firstRows`
 */
export async function createSourceStudy(
  context: CoreContext,
  input: NewSourceStudy,
  signal?: AbortSignal,
): Promise<Study> {
  openProjectOf(context);
  const { seed = freshSeed() } = input;
  const { source, asked } = await openStated(context, input.source, { timeout: input.timeout, signal });
  try {
    const query = { question: asked, seed, table: await tableFor(source, asked) };
    return await studyOfPool(context, input, { source, query });
  } finally {
    source.close();
  }
}

/** What a place of rows is called: its table, else its first file or folder. */
const placeName = ({ table, paths }: SourceQuestion): string => table ?? path.parse(paths[0]!).name;

/** Makes the study of rows that a source gives. @throws AppError as `readPool` and `firstRows` */
export async function studyOfPool(
  context: CoreContext,
  input: NewSourceStudy,
  { source, query }: { source: PoolSource; query: PoolQuery },
): Promise<Study> {
  const { db } = openProjectOf(context);
  const { question: asked, seed } = query;
  const weight = designs[input.preset].weight!;
  const wantedRows = Math.max(input.ahead, input.size);
  const { read, rows } = await tellingProgress(context, source, async (tell) => {
    const asking = { source, query, tell };
    const found = keptCount(context, asking) ?? (await readPoolFor(asking, { wanted: wantedRows, weight }));
    return { read: found, rows: await firstRows(asking, found, wantedRows, weight) };
  });
  if (rows.length < input.size) {
    throw new AppError('INVALID_INPUT', `The pool has ${rows.length} items; ${input.size} cannot be drawn.`, {
      field: 'size',
      remedy: `Draw at most ${rows.length}.`,
    });
  }
  const wanted =
    input.name?.trim() ||
    usualName({ kind: 'criterion', criterion: input.criterion.name }, 1, placeName(asked));
  const facts = {
    ...input,
    source: asked,
    seed,
    engine: source.dialect.name,
    at: context.now(),
  };
  const make = db.transaction(() => store(db, { ...facts, name: freeName(context, wanted) }, read, rows));
  const studyId = make.immediate();
  dropCount(context);
  context.events.publish({ type: 'data.changed' });
  context.events.publish({ type: 'study.changed', studyId });
  return describeStudy(context, studyId);
}

interface Facts extends NewSourceStudy {
  readonly seed: number;
  readonly name: string;
  readonly engine: string;
  readonly at: string;
}

function store(db: WritableDb, facts: Facts, read: ReadPool, rows: readonly TakenRow[]): number {
  const { name, criterion, source, seed, size, preset, alpha, at } = facts;
  const { datasetId, firstItemId, systemId } = storeRows(db, facts, rows);
  const { criterionId, measure, form, integer } = storeRating(db, datasetId, criterion);
  const columns = freezeLevels(read.pool);
  const { summary } = drawnHistogram(read.pool, designs[preset].weight!);
  const signalHash = hashWithColumns(levelsHash(read.pool), columns);
  const { scale } = criterion;
  const { populationSize } = summary;
  const steps = valueSteps({ form, scale, integer, isComparison: false, populationSize });
  const studyId = insertStudy(db, {
    ...{ name, datasetId, systemId, criterionId, measure, preset, alpha, form, signalHash },
    surrogate: source.score === null ? { kind: 'none' } : { kind: 'auto', name: source.score.column },
    bettingRule: steps === null ? 3 : 4,
    valueSteps: steps,
    drawRule: HASH_DRAW_RULE,
    scale: criterion.scale,
    populationSize: summary.populationSize,
    missingSurrogate: read.missing,
    poolSummary: summary,
    referenceEvaluation: null,
    question: questionFor(measure, form, { direction: scale.direction }),
    guidelines: '',
    batchRef: opaqueRef(),
    createdAt: at,
    against: null,
  });
  const { query, files, missingLevel, fingerprint } = read;
  insertStudySource(
    db,
    studyId,
    { engine: facts.engine, asked: source, files, query, missingLevel, fingerprint, readAt: at },
    read.pool,
  );
  insertColumns(db, studyId, columns);
  const firstDraw = { preset, seed, size, at };
  storeDraw(
    db,
    studyId,
    firstDraw,
    rows.map(({ level }, i) => ({ itemId: firstItemId + i, level })),
  );
  const plan = {
    name,
    preset,
    seed,
    alpha,
    size,
    signalHash,
    source,
    fingerprint,
    populationSize: summary.populationSize,
  };
  writeAudit(db, { at, action: 'study.create', studyId, details: plan });
  return studyId;
}

/** What people rate, and how they are asked. */
function storeRating(db: WritableDb, datasetId: number, criterion: Facts['criterion']) {
  const criterionId = insertCriterion(db, datasetId, criterion.name);
  const isWhole = [criterion.scale.min, criterion.scale.max].every(Number.isInteger);
  const isBinary = criterion.scale.min === 0 && criterion.scale.max === 1;
  const kind = isBinary ? 'binary' : 'rating';
  finishCriterion(db, criterionId, { kind, scale: criterion.scale, declared: true, integer: isWhole });
  const measure = { kind: 'criterion' as const, criterion: criterion.name };
  const form = formFor(
    measure,
    { kind, scale: criterion.scale, integer: isWhole },
    { turns: 1, isComparison: false },
  );
  return { criterionId, measure, form, integer: isWhole };
}

/** The rows that are drawn, in the order of the draw. */
function storeDraw(
  db: WritableDb,
  studyId: number,
  { preset, seed, size, at }: Pick<Facts, 'preset' | 'seed' | 'size' | 'at'>,
  rows: Parameters<typeof insertSourceRows>[2],
): void {
  insertSourceRows(db, studyId, rows);
  insertDrawRun(db, studyId, { generation: 1, seed, labelsBefore: 0, createdAt: at });
  insertPlan(
    db,
    { studyId, generation: 1, createdAt: at },
    { drawsBefore: 0, plan: { kind: 'labels', labels: size } },
  );
  insertDraws(db, studyId, 1, sourceDraws(db, { studyId, preset, from: 0, size }));
}

/** The rows that were taken along, as a data set of their own. */
function storeRows(db: WritableDb, { source, at }: Facts, rows: readonly TakenRow[]) {
  const added = insertDataset(db, {
    name: newDatasetName(db, `${placeName(source)} in place.x`, undefined).name,
    sourceFile: placeWords(source),
    format: 'assay-jsonl',
    importedAt: at,
  });
  const { datasetId, firstItemId } = added;
  const systemId = ensureSystem(db, source.response.system);
  const put = prepareImport(db);
  for (const [i, { id, question, response }] of rows.entries()) {
    const turns = JSON.stringify(question === null ? [] : [{ role: 'user', content: question }]);
    put.item(firstItemId + i, datasetId, id, null, turns, null, null, null);
    if (response !== null) put.response(firstItemId + i, systemId, 0, response);
  }
  put.flush();
  insertDatasetSystem(db, datasetId, systemId, rows.filter(({ response }) => response !== null).length);
  const counts = { itemCount: rows.length, itemsWithContext: 0, itemsWithReferences: 0, groupCount: 0 };
  finishDataset(db, datasetId, { contentHash: rowsHash(rows), ...counts });
  return { datasetId, firstItemId, systemId };
}
