import { countFound, listFound, listFoundModes } from '../../../db/found-failures.ts';
import { findItem } from '../../../db/items.ts';
import { getStudy } from '../../../db/studies.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { type Modes, modeNamed, modesOf } from '../../studies/failures/modes.ts';

/** Names that are shown: of a file with more nobody reads all. */
const mostNames = 500;

/** Failure modes and notes that the data of a study brought, which are in no share: nobody drew their items. */
export function foundFailures(
  context: CoreContext,
  { studyId, from, limit }: { studyId: number; from: number; limit: number },
) {
  const db = dbOf(context);
  const { datasetId } = getStudy(db, studyId);
  const notes = listFound(db, datasetId, 'note', { from, limit });
  return {
    modes: joined(listFoundModes(db, datasetId, mostNames), modesOf(db)),
    notes: notes.map(({ itemId, words, source }) => ({
      ...{ itemId, note: words, source },
      externalId: findItem(db, itemId)!.externalId,
    })),
    noteCount: countFound(db, datasetId, 'note'),
  };
}

/** Names with the failure mode of the project that is called so, whatever their case; null where none is yet. */
const joined = (found: readonly { words: string; items: number }[], modes: Modes) =>
  found.map(({ words, items }) => ({ name: words, items, modeId: modeNamed(modes, words)?.id ?? null }));
