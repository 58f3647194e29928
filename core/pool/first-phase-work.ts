import { isDeepStrictEqual } from 'node:util';
import { findDataset, findSystem } from '../../db/datasets.ts';
import { answeredNames, itemCopier, scoreCopier } from '../../db/first-phase-items.ts';
import { findFirstPhase } from '../../db/first-phases.ts';
import {
  ensureSystem,
  finishCriterion,
  finishSignal,
  insertCriterion,
  insertSignal,
  prepareImport,
} from '../../db/import-rows.ts';
import { stepsOf } from '../../db/item-spans.ts';
import { listCriteria, listSignals } from '../../db/scores.ts';
import { isTakenAlong } from '../../db/study-sources.ts';
import type { WritableDb } from '../../db/types.ts';
import { AppError } from '../../shared/errors.ts';
import { formatCount, plural } from '../../shared/number-text.ts';
import type { JobScope, JobWork } from '../platform/jobs/job-work.ts';
import { firstPhaseHash } from '../studies/draw-hash.ts';
import { SmallestHashes } from '../studies/smallest-hashes.ts';
import type { TakenRow } from './draw-rows.ts';
import { type PhaseFacts, type PhaseFill, storePhase, type TakenPhase } from './store-phase.ts';

/** A part of a data set, that is still to be chosen. */
interface OfDataset {
  readonly datasetId: number;
  readonly system: string;
  readonly rows: number;
  /** Fewer rows of a larger pool are refused. */
  readonly fewest: number;
  readonly seed: number;
  readonly name?: string | undefined;
}

/** Rows that a source has handed over. */
export interface PhaseOfSource {
  readonly facts: PhaseFacts;
  readonly system: string;
  readonly taken: readonly Pick<TakenRow, 'id' | 'hash' | 'question' | 'response'>[];
}

/** Takes the first phase of a data set, or stores that of a source: all of it or, after a cancel, nothing. */
export const firstPhaseWork: JobWork<OfDataset | PhaseOfSource, TakenPhase> = (scope, params) =>
  'taken' in params
    ? storePhase(scope, params.facts, params.taken, (db, datasetId) => rowFill(db, datasetId, params.system))
    : takeFromDataset(scope, params);

/** @throws AppError INVALID_INPUT when so few rows of a larger pool are asked for that they say nothing of it */
export function assertEnough(
  { rows, fewest }: Pick<OfDataset, 'rows' | 'fewest'>,
  populationSize: number,
): void {
  if (rows >= fewest || rows >= populationSize) return;
  throw new AppError(
    'INVALID_INPUT',
    `A first phase of ${plural(rows, 'row')} is too small for ${formatCount(populationSize)}. It widens the interval by .017 of the scale or more.`,
    { field: 'rows', remedy: `Take at least ${formatCount(fewest)}.` },
  );
}

/** How many items are looked at before a cancel is. */
const itemsAtOnce = 10_000;

async function takeFromDataset(scope: JobScope, asked: OfDataset): Promise<TakenPhase> {
  const { db } = scope;
  const { rows: wanted, seed, name } = asked;
  const { dataset, system } = poolOf(db, asked);
  const smallest = new SmallestHashes(wanted);
  let populationSize = 0;
  for (const step of stepsOf(dataset, itemsAtOnce)) {
    await scope.checkpoint();
    for (const [itemId, id] of answeredNames(db, step, dataset.id, system.id)) {
      populationSize++;
      smallest.offer({ itemId, id, hash: firstPhaseHash(seed, id) });
    }
    scope.progress(step.place, dataset.itemCount, 'items', 'Choosing rows');
  }
  if (populationSize === 0) {
    throw new AppError('INVALID_INPUT', `${asked.system} answered no item of ${dataset.name}.`, {
      field: 'system',
    });
  }
  assertEnough(asked, populationSize);
  const origin = { dataset: dataset.name, contentHash: dataset.contentHash, system: asked.system };
  const facts = { ...{ name, populationSize, seed, origin }, sourceFile: dataset.sourceFile };
  return storePhase(scope, { ...facts, namedAfter: dataset.name }, smallest.sorted(), (_, datasetId) => {
    // Others may have written between the look at all names and the transaction that copies them.
    if (!isDeepStrictEqual(findDataset(db, dataset.id), dataset)) throw changedMeanwhile(dataset.name);
    return copyFill(db, dataset.id, datasetId);
  });
}

/** @throws AppError NOT_FOUND; CONFLICT when the pool is itself a part */
function poolOf(db: WritableDb, asked: Pick<OfDataset, 'datasetId' | 'system'>) {
  const dataset = findDataset(db, asked.datasetId);
  const system = findSystem(db, asked.system);
  if (!dataset || !system) {
    const what = dataset ? `no system named ${asked.system}` : `no data set ${asked.datasetId}`;
    throw new AppError('NOT_FOUND', `There is ${what} in this project.`, {
      field: dataset ? 'system' : 'datasetId',
    });
  }
  if (findFirstPhase(db, dataset.id) || isTakenAlong(db, dataset.id)) {
    throw new AppError('CONFLICT', `${dataset.name} is itself a part of a pool.`, {
      field: 'datasetId',
      remedy: 'Take the first phase of the pool itself.',
    });
  }
  return { dataset, system };
}

const changedMeanwhile = (name: string) =>
  new AppError('CONFLICT', `${name} changed while its first phase was chosen.`, {
    field: 'datasetId',
    remedy: 'Take it again; nothing was stored.',
  });

/** Items with replies and scores of machines, out of another data set. */
function copyFill(db: WritableDb, from: number, to: number): PhaseFill<{ readonly itemId: number }> {
  copyScales(db, from, to);
  const copy = itemCopier(db, to);
  const scores = scoreCopier(db, copySignals(db, from, to));
  return {
    put({ itemId }, newId) {
      copy(itemId, newId);
      scores(itemId, newId);
    },
  };
}

/** Rows with question and reply. */
function rowFill(
  db: WritableDb,
  datasetId: number,
  system: string,
): PhaseFill<Pick<TakenRow, 'id' | 'question' | 'response'>> {
  const systemId = ensureSystem(db, system);
  const { item, response: reply, flush } = prepareImport(db);
  return {
    flush,
    put({ id, question, response }, itemId) {
      const turns = JSON.stringify(question === null ? [] : [{ role: 'user', content: question }]);
      item(itemId, datasetId, id, null, turns, null, null, null);
      reply(itemId, systemId, 0, response);
    },
  };
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
