import type { NewDraw } from '../../db/draws.ts';
import { readPoolLevels } from '../../db/pool-levels.ts';
import { countSourceRows, findStudySource, listSourceRows } from '../../db/study-sources.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { Preset } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { drawnHistogram, valueOfLevel } from '../../stats/index.ts';
import { designs, opaqueRef } from '../studies/design.ts';

/**
 * The draws from order `from` (inclusive) to `size` (exclusive) of a study whose pool stays where it is: the rows that were
 * taken along are the order already. An item's place in the pool is its place in the order.
 *
 * @throws AppError CONFLICT where fewer rows were taken along
 */
export function sourceDraws(
  db: ReadableDb,
  { studyId, preset, from, size }: { studyId: number; preset: Preset; from: number; size: number },
): NewDraw[] {
  const pool = readPoolLevels(db, studyId)!;
  const taken = countSourceRows(db, studyId);
  if (size > taken) {
    throw new AppError('CONFLICT', `Only the first ${taken} rows of this study's order were copied.`, {
      field: 'size',
      remedy: `Draw at most ${taken}, or let more be taken from the source: assay sample --size ${size} does.`,
    });
  }
  const { probabilities } = drawnHistogram(pool, designs[preset].weight!);
  const probabilityOf = new Map(pool.levels.map((level, i) => [level, probabilities[i]!]));
  return listSourceRows(db, studyId, { offset: from, limit: size - from }).map(
    ({ position, itemId, level }) => ({
      order: position,
      itemId,
      poolPosition: position,
      surrogateValue: valueOfLevel(level),
      probability: probabilityOf.get(level)!,
      ref: opaqueRef(),
    }),
  );
}

/** @throws AppError CONFLICT where the pool of a study stays where it is */
export function refuseOnSource(db: ReadableDb, studyId: number, what: string): void {
  if (!findStudySource(db, studyId)) return;
  throw new AppError('CONFLICT', `${what} is not there for a study whose pool stays where it is.`, {
    remedy: 'Make a new study with another seed, or import the items.',
  });
}
