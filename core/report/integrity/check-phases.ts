import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { listAudit } from '../../../db/audit.ts';
import { findDataset, findSystem, listDatasets } from '../../../db/datasets.ts';
import { answeredNames, namesBetween } from '../../../db/first-phase-items.ts';
import { type FirstPhaseRow, findFirstPhase, findStudyFirstPhase } from '../../../db/first-phases.ts';
import { spansOf, stepsOf } from '../../../db/item-spans.ts';
import type { StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { uniformOfHash } from '../../../stats/index.ts';
import { firstPhaseHash } from '../../studies/draw-hash.ts';
import { SmallestHashes } from '../../studies/smallest-hashes.ts';

/** How far a first phase may have more or fewer rows than its cut lets expect, in standard deviations. */
const mostDeviations = 6;

/**
 * Whether as many of the rows of a pool lie up to a hash as that lets expect.
 *
 * @param populationSize rows of the pool
 * @param items those whose hash is no larger than `cut`
 */
export function isLikelyPart(populationSize: number, items: number, cut: string): boolean {
  if (populationSize <= items) return populationSize === items;
  const share = uniformOfHash(cut);
  const deviation = Math.sqrt(populationSize * share * (1 - share));
  return Math.abs(populationSize * share - items) <= mostDeviations * deviation + 1;
}

const namesAtOnce = 10_000;

/**
 * Whether a data set is the first of its pool by hash that it is said to be: its items come by rising hash up to the cut, they are
 * those that were hashed when it was taken, and so many of so many are likely.
 *
 * @param isWhole whether a pool that the project still has is walked through, too
 */
export function isPart(db: ReadableDb, phase: FirstPhaseRow, isWhole: boolean): boolean {
  const { datasetId, populationSize, items, seed, cut } = phase;
  const dataset = findDataset(db, datasetId);
  if (!dataset) return false;
  // Items that were added since are not of the part, and no study of it takes them in.
  const [own] = spansOf(dataset);
  if (!own || own.to - own.from + 1 !== items || !isLikelyPart(populationSize, items, cut)) return false;
  const hasher = createHash('sha256');
  const names = new Set<string>();
  let [before, isRising] = ['', true];
  for (let from = own.from; from <= own.to && isRising; from += namesAtOnce) {
    const span = { from, to: Math.min(own.to, from + namesAtOnce - 1) };
    for (const name of namesBetween(db, datasetId, span)) {
      const hash = firstPhaseHash(seed, name);
      isRising &&= hash >= before;
      before = hash;
      names.add(name);
      hasher.update(`${JSON.stringify(name)}\n`);
    }
  }
  const isOwn = isRising && before === cut && names.size === items;
  return (
    isOwn && hasher.digest('hex') === dataset.contentHash && (!isWhole || isFirstOfPool(db, phase, names))
  );
}

/** Whether the pool has as many answered items, and these are its first; so of one that the project has no more. */
function isFirstOfPool(db: ReadableDb, phase: FirstPhaseRow, names: ReadonlySet<string>): boolean {
  const { origin, populationSize, items, seed } = phase;
  if (!('dataset' in origin)) return true;
  const pool = listDatasets(db).find(({ contentHash }) => contentHash === origin.contentHash);
  const system = findSystem(db, origin.system);
  if (!pool || !system) return true;
  const smallest = new SmallestHashes(items);
  let count = 0;
  for (const step of stepsOf(pool, namesAtOnce)) {
    for (const [itemId, id] of answeredNames(db, step, pool.id, system.id)) {
      count++;
      smallest.offer({ itemId, id, hash: firstPhaseHash(seed, id) });
    }
  }
  return count === populationSize && smallest.sorted().every(({ id }) => names.has(id));
}

/** Whether what a study says of a larger pool is what its data set and its audit trail say. */
export function isPhaseAsPlanned(db: ReadableDb, { id, datasetId, populationSize }: StudyRow): boolean {
  const stored = findStudyFirstPhase(db, id);
  const made = listAudit(db, id).find(({ action }) => action === 'study.create');
  // Another program may have left nothing of the entry.
  const planned = (made?.details as { firstPhase?: unknown } | null | undefined)?.firstPhase;
  if (made && !isDeepStrictEqual(planned, stored)) return false;
  if (!stored) return true;
  const part = findFirstPhase(db, datasetId);
  return (
    part !== undefined &&
    part.items === populationSize &&
    part.populationSize === stored.populationSize &&
    part.seed === stored.seed &&
    part.cut === stored.cut
  );
}
