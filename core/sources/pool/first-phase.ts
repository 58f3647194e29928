import { createHash } from 'node:crypto';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { findDataset, findSystem } from '../../../db/datasets.ts';
import { answeredNames, countsOfItems, itemCopier, scoreCopier } from '../../../db/first-phase-items.ts';
import { type FirstPhaseRow, findFirstPhase, insertFirstPhase } from '../../../db/first-phases.ts';
import {
  ensureSystem,
  finishCriterion,
  finishDataset,
  finishSignal,
  insertCriterion,
  insertDataset,
  insertSignal,
  prepareImport,
} from '../../../db/import-rows.ts';
import { stepsOf } from '../../../db/item-spans.ts';
import { listCriteria, listSignals } from '../../../db/scores.ts';
import { isTakenAlong, placeWords } from '../../../db/study-sources.ts';
import type { WritableDb } from '../../../db/types.ts';
import type { SourceQuestion } from '../../../shared/contract/source.ts';
import { AppError } from '../../../shared/errors.ts';
import { formatCount, plural } from '../../../shared/number-text.ts';
import { FEWEST_IN_FIRST_PHASE, firstPhaseText } from '../../../stats/index.ts';
import { freshSeed } from '../../model/setup/create-study.ts';
import { firstPhaseHash } from '../../model/study/draw-hash.ts';
import { type CoreContext, openProjectOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { newDatasetName } from '../import/dataset-name.ts';
import { tableFor } from './check-source.ts';
import { firstRows, readPool, type TakenRow } from './draw-rows.ts';
import { openStated } from './open-source.ts';

export interface NewFirstPhase {
  from: { datasetId: number; system: string } | { source: SourceQuestion; timeout?: number | undefined };
  rows: number;
  seed?: number | undefined;
  name?: string | undefined;
}

export interface TakenPhase {
  datasetId: number;
  dataset: string;
  populationSize: number;
  items: number;
  seed: number;
}

/** Fewer rows than this may be taken only in tests of this module: what a first phase widens the interval by would be all of it. */
const usualFewest = FEWEST_IN_FIRST_PHASE;

/**
 * Takes a uniform part of a pool that is too large to be judged whole, as a data set of its own: the rows whose SHA-256 of salt,
 * seed and id are the smallest. A pool that has no more rows than are asked for is taken whole.
 *
 * @throws AppError INVALID_INPUT when it would be too small; CONFLICT when the pool is itself a part; as `openStated`, `readPool`
 *   and `firstRows`
 */
export async function takeFirstPhase(
  context: CoreContext,
  input: NewFirstPhase,
  { fewest = usualFewest, signal }: { fewest?: number; signal?: AbortSignal | undefined } = {},
): Promise<TakenPhase> {
  const { seed = freshSeed(), from } = input;
  const asked = { ...input, seed, fewest };
  const taken =
    'source' in from
      ? await takeFromSource(context, asked, signal)
      : await takeFromDataset(context, asked, signal);
  context.events.publish({ type: 'data.changed' });
  return taken;
}

interface Asked extends NewFirstPhase {
  readonly seed: number;
  readonly fewest: number;
}

/** @throws AppError INVALID_INPUT when so few rows of a larger pool are asked for that they say nothing of it */
function assertEnough({ rows, fewest }: Asked, populationSize: number): void {
  if (rows >= fewest || rows >= populationSize) return;
  throw new AppError(
    'INVALID_INPUT',
    `A first phase of ${plural(rows, 'row')} says too little of ${formatCount(populationSize)}: its interval would be wider by .017 of the scale and more.`,
    { field: 'rows', mend: `Take at least ${formatCount(fewest)}.` },
  );
}

async function takeFromSource(
  context: CoreContext,
  asked: Asked,
  signal: AbortSignal | undefined,
): Promise<TakenPhase> {
  const { db } = openProjectOf(context);
  const { from, rows: wanted, seed, name } = asked;
  if (!('source' in from)) throw new Error('a source was asked for');
  const { source, asked: stated } = await openStated(
    context,
    { ...from.source, score: null },
    { timeout: from.timeout, signal },
  );
  try {
    const query = {
      question: stated,
      seed,
      salt: firstPhaseText(seed, ''),
      table: await tableFor(source, stated),
    };
    const read = await readPool({ source, query });
    const populationSize = read.pool.counts.reduce((sum, count) => sum + count, 0);
    assertEnough(asked, populationSize);
    const rows = await firstRows({ source, query }, read, wanted, () => 1);
    const silent = rows.filter(({ response }) => response === null).length;
    if (silent > 0) {
      throw new AppError(
        'INVALID_INPUT',
        `${formatCount(silent)} of the first ${formatCount(rows.length)} rows have no reply in "${stated.response.column}".`,
        {
          field: 'response',
          mend: `Leave such rows out of the pool: --where "${stated.response.column} is not null".`,
        },
      );
    }
    const facts = {
      name: newDatasetName(db, `${stated.table ?? path.parse(stated.paths[0]!).name} first phase.x`, name)
        .name,
      sourceFile: placeWords(stated),
      populationSize,
      seed,
      cut: rows.at(-1)!.hash,
      origin: { source: stated, engine: source.dialect.name, fingerprint: read.fingerprint },
      at: context.now(),
    };
    return await whenWritable(() =>
      db
        .transaction(() =>
          storePhase(
            db,
            facts,
            rows.map(({ id }) => id),
            (first, datasetId) => storeRows(db, { first, datasetId, system: stated.response.system }, rows),
          ),
        )
        .immediate(),
    );
  } finally {
    source.close();
  }
}

/** How many items are looked at before others get their turn. */
const itemsAtOnce = 10_000;

async function takeFromDataset(
  context: CoreContext,
  asked: Asked,
  signal: AbortSignal | undefined,
): Promise<TakenPhase> {
  const { db } = openProjectOf(context);
  const { from, rows: wanted, seed, name } = asked;
  if (!('datasetId' in from)) throw new Error('a data set was asked for');
  const dataset = findDataset(db, from.datasetId);
  const system = findSystem(db, from.system);
  if (!dataset || !system) {
    const what = dataset ? `no system named ${from.system}` : `no data set ${from.datasetId}`;
    throw new AppError('NOT_FOUND', `There is ${what} in this project.`, {
      field: dataset ? 'system' : 'datasetId',
    });
  }
  if (findFirstPhase(db, dataset.id) || isTakenAlong(db, dataset.id)) {
    throw new AppError('CONFLICT', `${dataset.name} is itself a part of a pool.`, {
      field: 'datasetId',
      mend: 'Take the first phase of the pool itself.',
    });
  }
  const smallest = new SmallestHashes(wanted);
  let populationSize = 0;
  for (const step of stepsOf(dataset, itemsAtOnce)) {
    signal?.throwIfAborted();
    await nextTurn();
    for (const [itemId, id] of answeredNames(db, step, dataset.id, system.id)) {
      populationSize++;
      smallest.offer({ itemId, id, hash: firstPhaseHash(seed, id) });
    }
  }
  assertEnough(asked, populationSize);
  const rows = smallest.sorted();
  if (rows.length === 0) {
    throw new AppError('INVALID_INPUT', `${from.system} answered no item of ${dataset.name}.`, {
      field: 'system',
    });
  }
  const facts = {
    name: newDatasetName(db, `${dataset.name} first phase.x`, name).name,
    sourceFile: dataset.sourceFile,
    populationSize,
    seed,
    cut: rows.at(-1)!.hash,
    origin: { dataset: dataset.name, contentHash: dataset.contentHash, system: from.system },
    at: context.now(),
  };
  return whenWritable(() =>
    db
      .transaction(() =>
        storePhase(
          db,
          facts,
          rows.map(({ id }) => id),
          (first, datasetId) => {
            copyScales(db, dataset.id, datasetId);
            const copy = itemCopier(db, datasetId);
            const scores = scoreCopier(db, copySignals(db, dataset.id, datasetId));
            for (const [i, { itemId }] of rows.entries()) {
              copy(itemId, first + i);
              scores(itemId, first + i);
            }
          },
        ),
      )
      .immediate(),
  );
}

interface HashedItem {
  readonly itemId: number;
  readonly id: string;
  readonly hash: string;
}

/** The items of the smallest hashes, equals by id; no more than twice as many are held as are wanted. */
class SmallestHashes {
  readonly #wanted: number;
  #held: HashedItem[] = [];
  #bound: string | undefined;

  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  offer(item: HashedItem): void {
    if (this.#bound !== undefined && item.hash > this.#bound) return;
    this.#held.push(item);
    if (this.#held.length < 2 * this.#wanted + 1000) return;
    this.#held = this.sorted();
    this.#bound = this.#held.at(-1)!.hash;
  }

  sorted(): HashedItem[] {
    const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
    return this.#held.sort((a, b) => order(a.hash, b.hash) || order(a.id, b.id)).slice(0, this.#wanted);
  }
}

interface PhaseFacts extends Pick<FirstPhaseRow, 'populationSize' | 'seed' | 'cut' | 'origin'> {
  readonly name: string;
  readonly sourceFile: string;
  readonly at: string;
}

/** Stores a part as a data set; `fill` stores its items from the id that it is given on. */
function storePhase(
  db: WritableDb,
  { name, sourceFile, at, ...phase }: PhaseFacts,
  ids: readonly string[],
  fill: (firstItemId: number, datasetId: number) => void,
): TakenPhase {
  const { datasetId, firstItemId } = insertDataset(db, {
    name,
    sourceFile,
    format: 'assay-jsonl',
    importedAt: at,
  });
  fill(firstItemId, datasetId);
  const contentHash = createHash('sha256');
  for (const id of ids) contentHash.update(`${JSON.stringify(id)}\n`);
  finishDataset(db, datasetId, {
    contentHash: contentHash.digest('hex'),
    itemCount: ids.length,
    ...countsOfItems(db, datasetId),
  });
  insertFirstPhase(db, { ...phase, datasetId, items: ids.length, takenAt: at });
  const { populationSize, seed } = phase;
  return { datasetId, dataset: name, populationSize, items: ids.length, seed };
}

function storeRows(
  db: WritableDb,
  { first, datasetId, system }: { first: number; datasetId: number; system: string },
  rows: readonly TakenRow[],
): void {
  const systemId = ensureSystem(db, system);
  const put = prepareImport(db);
  for (const [i, { id, question, response }] of rows.entries()) {
    const turns = JSON.stringify(question === null ? [] : [{ role: 'user', content: question }]);
    put.item(first + i, datasetId, id, null, turns, null, null, null);
    put.response(first + i, systemId, 0, response);
  }
  put.flush();
}

/** What people rate, without what they said. */
function copyScales(db: WritableDb, from: number, to: number): void {
  for (const { name, kind, scale, declared, integer } of listCriteria(db, from)) {
    if (kind === 'answer') continue;
    finishCriterion(db, insertCriterion(db, to, name), { kind, scale, declared, integer });
  }
}

function copySignals(db: WritableDb, from: number, to: number): (readonly [number, number])[] {
  return listSignals(db, from).map(({ id, kind, name, criterion, scale, declared }) => {
    const copy = insertSignal(db, to, { kind, name, criterion: criterion ?? '' });
    finishSignal(db, copy, scale, declared);
    return [id, copy] as const;
  });
}
