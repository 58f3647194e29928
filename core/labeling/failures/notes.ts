import { countFound, listFound, listFoundModes } from '../../../db/found-failures.ts';
import { findItem } from '../../../db/items.ts';
import { getStudy } from '../../../db/studies.ts';
import type { FailureCoding, FailureNote } from '../../../shared/contract/index.ts';
import { studyOfFailures } from '../../estimate/failures/failure-table.ts';
import { drawnSaid } from '../../estimate/failures/mode-values.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { type Modes, modeNamed, modesOf } from '../../studies/failures/modes.ts';
import { modesSaid } from '../../studies/failures/said.ts';
import { speakersById } from '../agreement/speakers.ts';

interface AskedNotes {
  readonly studyId: number;
  readonly show: 'unnamed' | 'named' | 'all';
  readonly search: string;
  readonly from: number;
  readonly limit: number;
}

/** What somebody wrote of a run, and below it of its steps. */
const noteOf = ({ note, steps = [] }: FailureCoding): string =>
  [
    note.trim(),
    ...steps.flatMap((one) => (one.note.trim() === '' ? [] : `Step ${one.step + 1}: ${one.note.trim()}`)),
  ]
    .filter(Boolean)
    .join('\n');

/** Notes that people wrote on the drawn items of a study, in the order of the draw. */
export function failureNotes(
  context: CoreContext,
  { studyId, show, search, from, limit }: AskedNotes,
): { notes: FailureNote[]; total: number } {
  const db = dbOf(context);
  const study = studyOfFailures(db, studyId);
  const modes = modesOf(db);
  const speakers = speakersById(context);
  const wanted = search.trim().toLowerCase();
  const { draws, says } = drawnSaid(db, study);
  const found = draws.flatMap(({ itemId, number }) =>
    (says.get(itemId)?.people ?? []).flatMap((person) => {
      const { coding, annotatorId } = person;
      const note = coding ? noteOf(coding) : '';
      if (!coding || note === '' || !note.toLowerCase().includes(wanted)) return [];
      const own = modesSaid(modes, person).filter((id) => modes.byId.get(id)?.now.retired === false);
      if ((show === 'unnamed' && own.length > 0) || (show === 'named' && own.length === 0)) return [];
      return [{ itemId, number, coding, note, annotatorId, own }];
    }),
  );
  const notes = found
    .slice(from, from + limit)
    .map(({ itemId, number, coding, note, annotatorId, own }): FailureNote => {
      const { id, name, initials, color } = speakers.get(annotatorId)!;
      return {
        ...{ labelId: coding.labelId, itemId, draw: number, annotator: { id, name, initials, color } },
        externalId: findItem(db, itemId)!.externalId,
        ...{ note, at: coding.at, modes: own, writtenAt: coding.createdAt },
      };
    });
  return { notes, total: found.length };
}

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
