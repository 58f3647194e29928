import { listAnnotators } from '../../../../db/annotators.ts';
import { listDraws, readPool } from '../../../../db/draws.ts';
import { NO_LEVEL, readItemLevels } from '../../../../db/item-levels.ts';
import { currentLabels, type PresentLabel } from '../../../../db/labels.ts';
import { itemsOfRanking } from '../../../../db/page-labels.ts';
import { listPracticeItems, practicedPositions } from '../../../../db/practice.ts';
import { listCheckItems } from '../../../../db/quality.ts';
import { comparisonsOfRanking, type StudyRow } from '../../../../db/studies.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import { createRng, normalizeAnswer, type Rng, uniformInt } from '../../../../stats/index.ts';
import { labelKeysFor } from '../../../studies/label-key.ts';

/** What everybody said of one item of a round: annotator id to labels, one for each of the study's keys. */
export interface PracticedItem {
  readonly itemId: number;
  readonly said: ReadonlyMap<number, readonly PresentLabel[]>;
}

/** The items of a round, in order, with the present labels of every annotator. */
export function practicedItems(db: ReadableDb, study: StudyRow, round: number): PracticedItem[] {
  return listPracticeItems(db, study.id, round).map(({ itemId }) => {
    const labels = labelKeysFor({ ...study, practiceRound: round }, itemId).flatMap((key) =>
      currentLabels(db, key),
    );
    return { itemId, said: Map.groupBy(labels, ({ annotatorId }) => annotatorId) };
  });
}

/**
 * The values of a round as agreement reads them: a row for each item (in a comparison of ratings for each item and
 * system), a column for each annotator, undefined where nothing or a skip was given. Written answers that are the same
 * once normalized have the same value.
 *
 * Not the words that Agreement compares: those take the difference of two replies, and class labels as the metric reads
 * them. Batches were opened by this alpha, so it stays what it was.
 */
export function practiceUnits(
  study: Pick<StudyRow, 'criterionId' | 'against'>,
  items: readonly PracticedItem[],
  annotatorIds: readonly number[],
): (number | undefined)[][] {
  const codes = new Map<string, number>();
  const codeOf = (text: string) => {
    const code = codes.get(text) ?? codes.size;
    codes.set(text, code);
    return code;
  };
  const given = (label: PresentLabel | undefined): number | undefined => {
    if (label?.content.kind === 'score') return label.content.value;
    if (label?.content.kind !== 'answer') return undefined;
    return codeOf(JSON.stringify(label.content.answers.map((turn) => turn.map(normalizeAnswer))));
  };
  const systems = study.against && study.criterionId !== null ? [0, 1] : [0];
  return items.flatMap(({ said }) =>
    systems.map((system) => annotatorIds.map((id) => given(said.get(id)?.[system]))),
  );
}

/** Places of the pool that are drawn or practiced on, or whose right answer is known: of a ranking in any of its pairs. */
function takenPositions(db: ReadableDb, study: StudyRow): Set<number> {
  // A check on a page may be in the pools of other pairs alone.
  const taken = new Set(practicedPositions(db, study.id).filter((position) => position >= 0));
  for (const { poolPosition } of listDraws(db, study.id, study.generation)) taken.add(poolPosition);
  if (study.rankingId !== null) {
    const checks = comparisonsOfRanking(db, study.rankingId).flatMap(({ id }) => listCheckItems(db, id));
    const ofPairs = new Set([...itemsOfRanking(db, study.rankingId), ...checks.map(({ itemId }) => itemId)]);
    for (const [position, itemId] of readPool(db, study.id).itemIds.entries()) {
      if (ofPairs.has(itemId)) taken.add(position);
    }
  }
  return taken;
}

/** How many places of the pool are neither drawn nor practiced on. */
export const countFree = (db: ReadableDb, study: StudyRow): number =>
  study.populationSize - takenPositions(db, study).size;

/**
 * A uniform choice of places that are neither drawn nor practiced on: the first of a seeded Fisher-Yates shuffle, or, of a pool
 * that is known by its levels, what a seed throws until enough are there. At least so many must be free.
 */
export function choosePositions(db: ReadableDb, study: StudyRow, size: number, seed: number): number[] {
  const rng = createRng(seed);
  const taken = takenPositions(db, study);
  const levels = readItemLevels(db, study.id);
  if (levels) return thrown(levels.cells, taken, size, rng);
  const free = Array.from({ length: study.populationSize }, (_, place) => place).filter(
    (place) => !taken.has(place),
  );
  for (let at = 0; at < size; at++) {
    const other = uniformInt(rng, at, free.length - 1);
    [free[at], free[other]] = [free[other]!, free[at]!];
  }
  return free.slice(0, size);
}

function thrown(cells: Uint16Array, taken: Set<number>, size: number, rng: Rng): number[] {
  const found: number[] = [];
  while (found.length < size) {
    const place = uniformInt(rng, 0, cells.length - 1);
    if (cells[place] === NO_LEVEL || taken.has(place)) continue;
    taken.add(place);
    found.push(place);
  }
  return found;
}

/** Who takes part in a round: the members of the study, or without members whoever has begun. */
export function practicing(
  db: ReadableDb,
  memberIds: readonly number[],
  items: readonly PracticedItem[],
): { id: number; name: string; done: number }[] {
  const begun = new Set(items.flatMap(({ said }) => [...said.keys()]));
  return listAnnotators(db)
    .filter(({ id }) => (memberIds.length > 0 ? memberIds.includes(id) : begun.has(id)))
    .map(({ id, name }) => ({ id, name, done: items.filter(({ said }) => said.has(id)).length }));
}
