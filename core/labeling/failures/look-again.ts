import { insertLook } from '../../../db/failure-looks.ts';
import { findItem, getItem } from '../../../db/items.ts';
import { findLabel } from '../../../db/labels.ts';
import { responsesOf } from '../../../db/pools.ts';
import type { DrawNumber, LabelItem, Turn } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { turnsOfItem } from '../../data/step-facts.ts';
import { studyOfFailures } from '../../estimate/failures/failure-table.ts';
import { drawnSaid, whyUnknown } from '../../estimate/failures/mode-values.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { annotatorOf } from '../../studies/annotators/present-annotator.ts';
import { isOpenAt, type ModeHistory, type Modes, modeById, modesOf } from '../../studies/failures/modes.ts';
import { modesSaid, type PersonSays, saysOf } from '../../studies/failures/said.ts';
import { labelKeyFor } from '../../studies/label-key.ts';
import { shownTurns } from '../session/blind-item.ts';

interface NewLook {
  readonly studyId: number;
  readonly itemId: number;
  readonly modeId: number;
  readonly present: boolean | null;
  readonly labelId?: number | undefined;
  readonly decides?: true | undefined;
  readonly annotatorId?: number | undefined;
  readonly clientKey: string;
}

const refused = (message: string, field: string, remedy: string) =>
  new AppError('INVALID_INPUT', message, { field, remedy });

/**
 * Keeps what somebody says of one item and one mode under its present meaning; of a note that is named, what its writer says.
 *
 * @param source `suggested` where a person accepted what a model had grouped
 * @throws AppError NOT_FOUND, or INVALID_INPUT for what is not of the study
 */
export async function keepLook(
  context: CoreContext,
  given: NewLook,
  source: 'screen' | 'suggested' = 'screen',
): Promise<{ lookId: number; present: boolean | null }> {
  const db = dbOf(context);
  const lookId = await whenWritable(() =>
    db.transaction(() => writeLook(context, given, source)).immediate(),
  );
  context.events.publish({ type: 'failures.changed' });
  context.events.publish({ type: 'estimate.changed', studyId: given.studyId });
  return { lookId, present: given.present };
}

/** The same inside a transaction. */
function writeLook(
  context: CoreContext,
  { studyId, itemId, modeId, present, labelId, decides, annotatorId, clientKey }: NewLook,
  source: 'screen' | 'suggested',
): number {
  const db = dbOf(context);
  const study = studyOfFailures(db, studyId);
  const { now, meaning } = modeById(modesOf(db), modeId);
  const item = findItem(db, itemId);
  const isOfPool = item?.datasetId === study.datasetId && responsesOf(db, itemId, study.systemId).length > 0;
  if (!isOfPool) {
    throw new AppError('NOT_FOUND', 'That item is not in the pool of this study.', {
      field: 'itemId',
      remedy: 'Choose an item that the system answered.',
    });
  }
  if (now.retired) throw refused(`The failure mode "${now.name}" is retired.`, 'modeId', 'Restore it first.');
  const by = annotatorOf(context, annotatorId).id;
  const writer = labelId === undefined ? by : writerOf(context, { study, itemId, labelId, present });
  return insertLook(db, {
    ...{ clientKey, studyId, itemId, systemId: study.systemId, modeId, present, meaning: meaning.id },
    ...{ annotatorId: writer, byAnnotatorId: by, labelId: labelId ?? null },
    source: decides ? 'decision' : source,
    createdAt: context.now(),
  });
}

/** Who wrote the note that is named. @throws AppError */
function writerOf(
  context: CoreContext,
  {
    study,
    itemId,
    labelId,
    present,
  }: { study: ReturnType<typeof studyOfFailures>; itemId: number; labelId: number; present: boolean | null },
): number {
  const label = findLabel(dbOf(context), labelId);
  const key = labelKeyFor(study, itemId);
  const isOfItem =
    label?.itemId === itemId &&
    label.systemId === key.systemId &&
    label.criterionId === key.criterionId &&
    label.instrument === key.instrument;
  if (!label || !isOfItem) {
    throw new AppError('NOT_FOUND', 'That note does not belong to this item.', {
      field: 'labelId',
      remedy: 'Open the list of notes again.',
    });
  }
  // That somebody has not said something is no reading of their note.
  if (present === false) {
    throw refused('A note says what went wrong, not what did not.', 'present', 'Look at the item yourself.');
  }
  return label.annotatorId;
}

/** An item to say anew of whether it has a mode. */
interface AgainItem {
  itemId: number;
  externalId: string;
  draw: DrawNumber;
  conversation: Turn[];
  replies: LabelItem['replies'];
  passage: string | null;
  note: string;
  before: boolean | null;
  said: { yes: number; of: number } | null;
}

/**
 * What somebody coded of which they have not said whether the present meaning of a mode fits, in draw order; with `decides` the items
 * on which people differ and that the rule of the study leaves to a decision.
 */
export function toLookAgain(
  context: CoreContext,
  {
    studyId,
    modeId,
    decides = false,
    annotatorId,
    limit,
  }: {
    studyId: number;
    modeId: number;
    decides?: boolean | undefined;
    annotatorId?: number | undefined;
    limit: number;
  },
): { left: number; items: AgainItem[] } {
  const db = dbOf(context);
  const study = studyOfFailures(db, studyId);
  const modes = modesOf(db);
  const mode = modeById(modes, modeId);
  const { id } = annotatorOf(context, annotatorId);
  const { draws, says } = drawnSaid(db, study);
  const found = draws.filter(({ itemId }) => {
    const people = says.get(itemId)?.people ?? [];
    if (decides) return whyUnknown(study, modes, mode, says.get(itemId)) === 'decision';
    const own = people.find(({ annotatorId: by }) => by === id);
    return own?.coding !== undefined && saysOf(modes, own, modeId) === undefined;
  });
  const items = found.slice(0, limit).map(({ itemId, number }): AgainItem => {
    const item = getItem(db, itemId, 'itemId');
    const { context: passage, externalId } = item;
    const shown = shownTurns(turnsOfItem(item), responsesOf(db, itemId, study.systemId));
    const { people } = says.get(itemId)!;
    const said = decides
      ? whatPeopleSaid(modes, people, modeId)
      : whatOneSaid(modes, mode, people.find(({ annotatorId: by }) => by === id)!);
    return { itemId, externalId, draw: number, ...shown, passage, ...said };
  });
  return { left: found.length, items };
}

/** What somebody wrote, and said of a mode under an earlier meaning. */
function whatOneSaid(modes: Modes, mode: ModeHistory, person: PersonSays) {
  const had = modesSaid(modes, person).includes(mode.id);
  const wasAsked = isOpenAt(mode, person.coding!.list);
  return { note: person.coding!.note, before: had ? true : wasAsked ? false : null, said: null };
}

/** What people wrote between whom it is decided, and how many of them say that the item has the mode. */
function whatPeopleSaid(modes: Modes, people: readonly PersonSays[], modeId: number) {
  const words = people.flatMap((person) => saysOf(modes, person, modeId) ?? []);
  const notes = people.flatMap(({ coding }) => (coding?.note.trim() ? [coding.note.trim()] : []));
  const said = { yes: words.filter((word) => word).length, of: words.length };
  return { note: notes.join('\n'), before: null, said };
}
