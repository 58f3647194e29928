import { statSync } from 'node:fs';
import { findStoredItem, hasAddition, iterateStoredTexts, noteAddition } from '../../db/additions.ts';
import { writeAudit } from '../../db/audit.ts';
import { studiesOfDataset } from '../../db/dataset-removal.ts';
import { type DatasetRow, listSystems } from '../../db/datasets.ts';
import { refreshIndexed } from '../../db/item-search.ts';
import { listResponses } from '../../db/items.ts';
import { longTransaction } from '../../db/long-transaction.ts';
import { isTakenAlong } from '../../db/study-sources.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { FilesTogether, ImportResult } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { formatName } from '../../shared/import-formats.ts';
import { plural } from '../../shared/number-text.ts';
import { unnamedSystem } from '../../shared/study-choices.ts';
import { claimScores } from '../data/claimed-scores.ts';
import { keepUnusedScales } from '../data/declare-scale.ts';
import { DeclaredScales } from '../data/declared-scales.ts';
import { datasetOf } from '../data/describe-dataset.ts';
import { parseJson } from '../platform/files/parse-json.ts';
import type { JobScope } from '../platform/jobs/job-work.ts';
import { formatOf } from './formats/registry.ts';
import type { ImportParams } from './import-request.ts';
import { readItems } from './read-items.ts';
import type { SourceFile } from './readers/file-head.ts';
import { isJsonObject, type JsonObject } from './readers/json/json-lines.ts';
import { Problems, refuseTextless } from './readers/problems.ts';
import { AppendSink } from './sink/append-sink.ts';
import { contentHash, hashFile } from './sink/content-hash.ts';
import type { ItemSink } from './sink/item-sink.ts';
import { type HeldFile, holdFiles, mostBytesTogether } from './together/held-file.ts';
import { contentOf, filesOf, scopeWatch } from './together/import-files.ts';
import {
  handOn,
  isMoreOf,
  type JoinTarget,
  joinFiles,
  matchWarnings,
  togetherOf,
} from './together/join-files.ts';
import { itemKeyOf, KnownItems } from './together/match-items.ts';
import { problemsOf } from './together/problems-together.ts';
import { refuseOtherIds } from './together/reply-ids.ts';

/** Files that are held to be added to a data set. */
interface HeldToAdd {
  readonly held: readonly HeldFile[];
  readonly problems: Problems;
  /** Hands on what they hold, matched with what is stored; part of the caller's transaction. */
  handOn(dataset: DatasetRow, sink: ItemSink): Promise<{ together?: FilesTogether; warnings: string[] }>;
}

/** Reads files that are to be added; null for a single one too large to be held, which is then taken item by item, by ids alone. */
async function holdToAdd(scope: JobScope, params: ImportParams): Promise<HeldToAdd | null> {
  const files = filesOf(params);
  const isSingle = files.length === 1;
  if (isSingle && (statSync(params.path, { throwIfNoEntry: false })?.size ?? 0) > mostBytesTogether)
    return null;
  const datasetId = params.append?.datasetId;
  const storedItem = (id: string) =>
    datasetId === undefined ? undefined : findStoredItem(scope.db, datasetId, id);
  const askedIn = (id: string) => storedItem(id)?.conversation;
  const held = await holdFiles(files, params.append?.systems, scopeWatch(scope), askedIn);
  for (const one of held) refuseOtherIds(one, (id) => fieldsIn(storedItem(id)?.meta));
  const problems = isSingle ? held[0]!.problems : problemsOf(held, files);
  const checkpoint = async (items: readonly unknown[], done: number) => {
    scope.progress(done, items.length, 'items');
    await scope.checkpoint();
  };
  return {
    held,
    problems,
    async handOn(dataset, sink) {
      const { db } = scope;
      if (isSingle && !needsMatching(db, dataset.id, held[0]!)) {
        const { items, remarks } = held[0]!;
        for (const [what, count] of remarks) sink.remark(what, count);
        await handOn(items, held, sink, (done) => checkpoint(items, done));
        return { warnings: [] };
      }
      const joined = joinFiles(held, targetOf(db, dataset.id));
      const faulty = held.find((one) => one.problems.count > 0);
      if (faulty) throw problemsOf(held, files).refusal(faulty.path);
      for (const [what, count] of joined.remarks) sink.remark(what, count);
      await handOn(joined.items, held, sink, (done) => checkpoint(joined.items, done));
      return { together: togetherOf(joined), warnings: matchWarnings(joined.files) };
    },
  };
}

const fieldsIn = (meta: string | null | undefined): JsonObject => {
  const fields = meta == null ? undefined : parseJson(meta);
  return isJsonObject(fields) ? fields : {};
};

/** A data set as files are matched with it. */
function targetOf(db: ReadableDb, datasetId: number): JoinTarget {
  const known = new KnownItems();
  for (const texts of iterateStoredTexts(db, datasetId)) known.add(itemKeyOf(texts));
  return { known, ...repliesIn(db, datasetId) };
}

function repliesIn(db: ReadableDb, datasetId: number): Omit<JoinTarget, 'known'> {
  const systems = new Map(listSystems(db, datasetId).map(({ id, name }) => [name, id]));
  return {
    systems: [...systems.keys()],
    reply(externalId, system) {
      const item = findStoredItem(db, datasetId, externalId);
      return (
        item && listResponses(db, item.id).find(({ systemId }) => systemId === systems.get(system))?.text
      );
    },
  };
}

const itemsLookedAt = 1000;

/** Whether items of a file are to be found by more than their ids, or its replies are of a system that only the file names. */
function needsMatching(db: ReadableDb, datasetId: number, file: HeldFile): boolean {
  if (file.system !== undefined) return true;
  const first = file.items.slice(0, itemsLookedAt);
  const keys = first.map(({ head }) => itemKeyOf(head));
  if (keys.some(({ hasOwnId, asked }) => !hasOwnId && asked !== '')) return true;
  if (!first.some(({ responses }) => responses.has(unnamedSystem))) return false;
  const ids = keys.map(({ id }) => id);
  return !isMoreOf({ ...file, items: first }, ids, repliesIn(db, datasetId));
}

/** Thrown at the end of a trial, so that nothing of it stays. */
class TrialEnded extends Error {
  readonly result: ImportResult;
  constructor(result: ImportResult) {
    super('the trial has ended');
    this.result = result;
  }
}

/**
 * Adds a file to a data set: items, replies of further systems, scores and votes; or nothing at all. Studies stay on the pool that
 * they were drawn from. A trial says what it would do and keeps nothing.
 *
 * @throws AppError NOT_FOUND, CONFLICT, IMPORT_REFUSED with every line that does not fit what is there
 */
export async function appendFile(
  scope: JobScope,
  params: ImportParams & { append: NonNullable<ImportParams['append']> },
  source: SourceFile,
): Promise<ImportResult> {
  const { db } = scope;
  const dataset = datasetOf(db, params.append.datasetId);
  if (isTakenAlong(db, dataset.id)) throw elsewhere(dataset);
  const held = await holdToAdd(scope, params);
  const isSeveral = held !== null && held.held.length > 1;
  const hash = isSeveral ? contentOf(held.held, params) : contentHash(await hashFile(source, scope), params);
  if (hash === dataset.contentHash || hasAddition(db, dataset.id, hash)) return alreadyAdded(dataset);
  const work = longTransaction(db, async () => {
    const result = await addItems(scope, params, source, dataset, { hash, held });
    if (params.append.isTrial) throw new TrialEnded(result);
    return result;
  });
  return work.catch((error: unknown) => {
    if (error instanceof TrialEnded) return error.result;
    throw error;
  });
}

async function addItems(
  scope: JobScope,
  params: ImportParams & { append: NonNullable<ImportParams['append']> },
  source: SourceFile,
  dataset: DatasetRow,
  { hash, held }: { hash: string; held: HeldToAdd | null },
): Promise<ImportResult> {
  const { db } = scope;
  const problems = held?.problems ?? new Problems();
  const declared = new DeclaredScales(params.scales);
  const sink = new AppendSink(
    db,
    { dataset, furtherRaters: params.append.furtherRaters },
    problems,
    declared,
  );
  const found = held
    ? await held.handOn(dataset, sink.whole)
    : await streamed(scope, params, source, sink, problems);
  sink.whole.end();
  refuseTextless({ items: sink.items + sink.matched, hasText: true }, formatName(params.format), problems);
  if (problems.count > 0) throw problems.refusal(source.path);
  sink.finish();
  sink.warnings.push(...keepUnusedScales(db, dataset.id, declared));
  writeDown(scope, params, { dataset, hash, sink });
  const { items, matched, responses, humanScores, machineScores, joined, same } = sink;
  return {
    ...nothing(dataset),
    ...{ items, responses, humanScores, machineScores, unchanged: false },
    appended: {
      ...{ matched, joined, same },
      systems: sink.newSystems,
      scores: sink.scores.newNames,
      studies: studiesOfDataset(db, dataset.id),
    },
    ...(found.together && { together: found.together }),
    warnings: [...(source.note === undefined ? [] : [source.note]), ...found.warnings, ...sink.warnings],
  };
}

/** Takes a file item by item, which are found by their ids. */
async function streamed(
  scope: JobScope,
  { format, mapping, append }: ImportParams,
  source: SourceFile,
  sink: AppendSink,
  problems: Problems,
): Promise<Awaited<ReturnType<HeldToAdd['handOn']>>> {
  const file = { mapping, head: source.head, systems: append?.systems, isPart: true };
  scope.progress(0, source.sizeBytes, 'bytes');
  await readItems(source, formatOf(format), file, problems, sink.whole, {
    async afterBlock(bytesRead) {
      const items = sink.items + sink.matched;
      scope.progress(bytesRead, source.sizeBytes, 'bytes', plural(items, 'item'));
      await scope.checkpoint();
    },
  });
  return { warnings: [] };
}

/** Keeps what the file added and where from, for the data set, its counts and its index, and the audit. */
function writeDown(
  { db, now }: JobScope,
  params: ImportParams,
  { dataset, hash, sink }: { dataset: DatasetRow; hash: string; sink: AppendSink },
): void {
  const addedAt = now();
  noteAddition(
    db,
    dataset.id,
    {
      sourceFile: params.sourceName,
      format: params.format,
      contentHash: hash,
      firstItemId: sink.firstItemId,
      itemCount: sink.items,
      addedAt,
    },
    sink,
  );
  sink.countAnswers();
  refreshIndexed(db, [...new Set(sink.refreshed)]);
  const { items, matched, responses, humanScores, machineScores, joined } = sink;
  const details = {
    ...{ datasetId: dataset.id, file: params.sourceName, sha256: hash, items, matched },
    ...{ responses, humanScores, machineScores, joined },
  };
  writeAudit(db, { at: addedAt, action: 'dataset.grow', studyId: null, details });
  if (params.claimed && humanScores + joined > 0) {
    claimScores(db, dataset, { at: addedAt, file: params.sourceName, scores: humanScores + joined });
  }
}

const nothing = ({ id, name }: DatasetRow): ImportResult => ({
  ...{
    datasetId: id,
    datasetName: name,
    items: 0,
    responses: 0,
    humanScores: 0,
    machineScores: 0,
    labels: 0,
  },
  unchanged: true,
  warnings: [],
});

const alreadyAdded = (dataset: DatasetRow): ImportResult => ({
  ...nothing(dataset),
  warnings: [`The data set "${dataset.name}" holds this very content already; nothing was changed.`],
});

const elsewhere = ({ name }: DatasetRow) =>
  new AppError('CONFLICT', `The pool of "${name}" stays in its files; only rows of its draw are here.`, {
    remedy: 'Add to those files, and set up a new study on them.',
  });
