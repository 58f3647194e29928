import {
  type CodedKey,
  countExclusions,
  itemsLabeledSince,
  type Look,
  listCodings,
  listCodingsOfItem,
  listLooks,
  newestLook,
  type StoredCoding,
} from '../../../db/failure-looks.ts';
import { keptMaps } from '../../../db/kept-maps.ts';
import { labelFieldsOf } from '../../../db/label-fields.ts';
import { newestLabelId } from '../../../db/labels.ts';
import { listExclusions } from '../../../db/quality.ts';
import type { StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { FailureCoding } from '../../../shared/contract/index.ts';
import { nameKey } from '../../../shared/person-name.ts';
import { labelKeyFor } from '../label-key.ts';
import { type FailuresQuestion, failuresQuestion } from './coding.ts';
import { isOpenAt, type Modes } from './modes.ts';

/** What somebody answered to the question of failures, with the label that it came with. */
interface Coding extends FailureCoding {
  readonly labelId: number;
  readonly createdAt: string;
}

/** What one person says of an item: by a label, and by looking again. */
export interface PersonSays {
  readonly annotatorId: number;
  readonly coding: Coding | undefined;
  /** Oldest first. A note that was named counts while it stands. */
  readonly looks: readonly Look[];
}

/** What everybody says of an item. */
export interface ItemSays {
  readonly itemId: number;
  /** In order of annotator. */
  readonly people: readonly PersonSays[];
  /** What was decided between them, oldest first. */
  readonly decisions: readonly Look[];
}

interface Kept {
  readonly stamp: { label: number; look: number; exclusions: number };
  readonly codings: Map<number, readonly StoredCoding[]>;
  readonly says: Map<number, ItemSays>;
}

const keptOf = keptMaps<string, Kept>();

/**
 * What people say went wrong in a study, by item: of the items drawn what came with labels, and of these and others what was said by
 * looking again. Excluded annotators and practice aside. After a label only the items labeled since are read again.
 */
export function saidOfFailures(db: ReadableDb, study: StudyRow): ReadonlyMap<number, ItemSays> {
  const question = failuresQuestion(db, study.id);
  if (!question) return new Map();
  const name = `${study.id} ${study.generation} ${study.drawCount} ${question.name}`;
  const before = db.inTransaction ? undefined : keptOf(db).get(name);
  const stamp = { label: newestLabelId(db), look: newestLook(db), exclusions: countExclusions(db) };
  const isSame =
    before?.stamp.label === stamp.label &&
    before.stamp.look === stamp.look &&
    before.stamp.exclusions === stamp.exclusions;
  if (isSame) return before.says;
  const kept = readSaid(db, study, question, stamp, before);
  if (!db.inTransaction) keptOf(db).set(name, kept);
  return kept.says;
}

function readSaid(
  db: ReadableDb,
  study: StudyRow,
  question: FailuresQuestion,
  stamp: Kept['stamp'],
  before: Kept | undefined,
): Kept {
  const { systemId, criterionId, instrument } = labelKeyFor(study, 0);
  const key: CodedKey = {
    ...{ studyId: study.id, generation: study.generation, field: question.name },
    ...{ systemId, criterionId, instrument },
  };
  const isGoing = before?.stamp.exclusions === stamp.exclusions;
  const codings = isGoing
    ? before.codings
    : new Map(Map.groupBy(listCodings(db, key), ({ itemId }) => itemId));
  const changed = isGoing ? itemsLabeledSince(db, key, before.stamp.label) : [...codings.keys()];
  if (isGoing) {
    for (const itemId of changed) codings.set(itemId, listCodingsOfItem(db, key, itemId));
  }
  const excluded = new Set(listExclusions(db, study.id).map(({ annotatorId }) => annotatorId));
  const looks = Map.groupBy(
    listLooks(db, study.id).filter(({ annotatorId }) => !excluded.has(annotatorId)),
    ({ itemId }) => itemId,
  );
  const says = isGoing ? before.says : new Map<number, ItemSays>();
  const isLooked = !isGoing || before.stamp.look !== stamp.look;
  const again = new Set([...changed, ...(isLooked ? looks.keys() : [])]);
  for (const itemId of again) {
    says.set(itemId, itemSays(db, question.name, itemId, codings.get(itemId) ?? [], looks.get(itemId) ?? []));
  }
  return { stamp, codings, says };
}

function itemSays(
  db: ReadableDb,
  field: string,
  itemId: number,
  stored: readonly StoredCoding[],
  looks: readonly Look[],
): ItemSays {
  const codings = new Map(
    stored.map(({ annotatorId, labelId, createdAt, value }): [number, Coding] => [
      annotatorId,
      { ...(JSON.parse(value) as FailureCoding), labelId, createdAt },
    ]),
  );
  const said = looks.filter(({ source }) => source !== 'decision');
  const ids = [...new Set([...codings.keys(), ...said.map(({ annotatorId }) => annotatorId)])];
  const people = ids
    .sort((a, b) => a - b)
    .map((annotatorId): PersonSays => {
      const coding = codings.get(annotatorId);
      const own = said.filter((look) => look.annotatorId === annotatorId && stands(db, field, look, coding));
      return { annotatorId, coding, looks: own };
    });
  return { itemId, people, decisions: looks.filter(({ source }) => source === 'decision') };
}

/** A note that was named says something while its writer still says it. */
function stands(db: ReadableDb, field: string, { labelId }: Look, coding: Coding | undefined): boolean {
  if (labelId === null || labelId === coding?.labelId) return true;
  const note = (labelFieldsOf(db, labelId).get(field) as FailureCoding | undefined)?.note;
  return coding !== undefined && note === coding.note;
}

/**
 * Whether a person says that an item has a mode, under the meaning that the mode has now; undefined where they have not said so of this
 * meaning. What they say by a label counts where the list of their page had the event that fixed it. Of two that were merged what is
 * known of both is known of the one; a part has not what the whole had not.
 */
export function saysOf(modes: Modes, person: PersonSays, modeId: number): boolean | undefined {
  return under(modes, person, modeId, modes.newest);
}

function under(modes: Modes, person: PersonSays, modeId: number, upTo: number): boolean | undefined {
  const mode = modes.byId.get(modeId);
  const meaning =
    mode &&
    (mode.meaning.id <= upTo ? mode.meaning : mode.events.findLast((e) => e.changesMeaning && e.id <= upTo));
  if (!meaning) return undefined;
  const { coding, looks } = person;
  const byLabel = coding && coded();
  const look = looks.findLast((one) => one.modeId === modeId && one.meaning === meaning.id);
  const isNewer = byLabel === undefined || (look && look.createdAt >= coding!.createdAt);
  if (look && look.present !== null && isNewer) return look.present;
  if (byLabel !== undefined) return byLabel;
  if (meaning.kind === 'joined') {
    return either(
      under(modes, person, modeId, meaning.id - 1),
      under(modes, person, meaning.otherModeId!, meaning.id - 1),
    );
  }
  const whole =
    meaning.kind === 'part' ? under(modes, person, meaning.otherModeId!, meaning.id - 1) : undefined;
  return whole === false ? false : undefined;

  function coded(): boolean | undefined {
    const isKnown = meaning!.id <= coding!.list;
    if (coding!.modes.includes(modeId)) {
      return isKnown || isOwnMaking(person, meaning!) ? true : undefined;
    }
    return isKnown && isOpenAt(mode!, coding!.list) ? false : undefined;
  }
}

/** Whether a mode has the meaning that somebody gave it when they made it on their page. */
const isOwnMaking = (
  { annotatorId, coding }: PersonSays,
  meaning: { kind: string; annotatorId: number; name: string },
): boolean =>
  meaning.kind === 'made' &&
  meaning.annotatorId === annotatorId &&
  (coding?.made ?? []).some((name) => nameKey(name) === nameKey(meaning.name));

function either(a: boolean | undefined, b: boolean | undefined): boolean | undefined {
  if (a === true || b === true) return true;
  return a === false && b === false ? false : undefined;
}

/** What a person says of an item does not change, so that what it comes to is made once by one list of modes. */
const modesOfPerson = new WeakMap<PersonSays, { modes: Modes; said: readonly number[] }>();

/**
 * Modes that a person says an item has, whatever the meaning was when they said so; of merged ones the one that is left. For showing, and
 * for what was found where.
 */
export function modesSaid(modes: Modes, person: PersonSays): readonly number[] {
  const known = modesOfPerson.get(person);
  if (known?.modes === modes) return known.said;
  const { coding, looks } = person;
  const found = new Set(coding?.modes);
  const newest = new Map(looks.map((look) => [look.modeId, look]));
  for (const [modeId, { present, createdAt, meaning }] of newest) {
    const isAnsweredSince = coding && coding.createdAt > createdAt && meaning <= coding.list;
    if (isAnsweredSince) continue;
    if (present === true) found.add(modeId);
    if (present === false) found.delete(modeId);
  }
  const said = [...new Set([...found].map((id) => presentId(modes, id)))].sort((a, b) => a - b);
  modesOfPerson.set(person, { modes, said });
  return said;
}

/** The same of all who speak of an item, each mode once. */
const modesOfItem = new WeakMap<ItemSays, { modes: Modes; said: readonly number[] }>();

export function modesOnItem(modes: Modes, says: ItemSays): readonly number[] {
  const known = modesOfItem.get(says);
  if (known?.modes === modes) return known.said;
  const said = [...new Set(says.people.flatMap((person) => modesSaid(modes, person)))];
  modesOfItem.set(says, { modes, said });
  return said;
}

function presentId(modes: Modes, id: number): number {
  let now = modes.byId.get(id)?.now;
  while (now?.kind === 'merged') now = modes.byId.get(now.otherModeId!)?.now;
  return now?.modeId ?? id;
}
