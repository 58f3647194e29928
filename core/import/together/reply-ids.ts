import type { ColumnMapping } from '../../../shared/contract/index.ts';
import { unnamedSystem } from '../../../shared/study-choices.ts';
import { isIdOfTexts, spacedName } from '../evidence/column-names.ts';
import { addCount, Problems } from '../readers/problems.ts';
import type { HeldItem } from '../sink/whole-items.ts';
import { withId } from './known-items.ts';
import { byId } from './match-items.ts';

/** A file as it was read. */
export interface ReadFile {
  readonly items: readonly HeldItem[];
  readonly problems: Problems;
  readonly remarks: ReadonlyMap<string, number>;
  /** The columns of its first rows; none where it is no table. */
  readonly columns: readonly string[];
  /** What its columns were taken for. */
  readonly readBy: ColumnMapping | undefined;
}

/** Whose reply an id names, and to which item. */
export interface ReplyPlace {
  readonly item: Pick<HeldItem['head'], 'id' | 'conversation' | 'context'>;
  readonly system: string;
}

/** Reads a held file once more, knowing these systems. */
type ReadAgain<File> = (
  file: File,
  systems: readonly string[] | undefined,
  change: (mapping: ColumnMapping) => ColumnMapping,
) => Promise<File>;

/**
 * A file of scores that goes by the ids of replies, where replies have ids of their own beside those of their items: `output_id` in a
 * table of outputs by `prompt_id` and model, and in one of ratings. Its scores come out as those of the items and systems that the
 * replies are of. Undefined where the scores go by anything else.
 *
 * @param called what a system of a file of replies is called in the end
 */
export async function scoresByReply<File extends ReadFile>(
  scores: File,
  replies: readonly File[],
  called: (file: File, system: string) => string,
  readAgain: ReadAgain<File>,
): Promise<File | undefined> {
  if (scores.readBy === undefined || hasTexts(scores)) return undefined;
  let byReply: { readonly read: File; readonly column: string } | undefined;
  for (const file of replies) {
    const found = await scoresByIdsOf(file, scores, called, readAgain);
    if (found === undefined) continue;
    if (byReply !== undefined) return withFault(found.read, found.column);
    byReply = found;
  }
  return byReply?.read;
}

/** The scores by the only column of ids that a file of replies has, too, and that names a reply of it each time. */
async function scoresByIdsOf<File extends ReadFile>(
  file: File,
  scores: File,
  called: (file: File, system: string) => string,
  readAgain: ReadAgain<File>,
): Promise<{ readonly read: File; readonly column: string } | undefined> {
  const found: { read: File; column: string }[] = [];
  for (const ids of idsOfReplies(file, scores)) {
    const named = await repliesOf(file, ids.ofReply, called, readAgain);
    if (named.size === 0) continue;
    const read = await readAgain(scores, [unnamedSystem], (mapping) => withId(mapping, ids.ofScore));
    const isNamed = read.items.filter(({ head }) => byId(named, head.id) !== undefined).length;
    if (isNamed * 2 > read.items.length) found.push({ read: ofReplies(read, named), column: ids.ofScore });
  }
  const [only, another] = found;
  return another === undefined ? only : undefined;
}

/**
 * Scores that do not say whose they are, by ids of items of which each has the reply of one system alone. Undefined where an item has
 * several, or where most are unknown.
 */
export async function scoresOfOnlyReplies<File extends ReadFile>(
  scores: File,
  replies: readonly File[],
  called: (file: File, system: string) => string,
  readAgain: () => Promise<File>,
): Promise<File | undefined> {
  const { readBy } = scores;
  if (readBy === undefined || readBy.system !== undefined || hasTexts(scores)) return undefined;
  const named = new Map<string, ReplyPlace>();
  const several = new Set<string>();
  for (const file of replies) {
    for (const { head, responses } of file.items) {
      for (const one of responses.keys()) {
        const system = called(file, one);
        if (named.has(head.id) && named.get(head.id)!.system !== system) several.add(head.id);
        named.set(head.id, { item: head, system });
      }
    }
  }
  const read = await readAgain();
  const found = read.items.filter(({ head }) => byId(named, head.id) !== undefined);
  const areSure = found.every(({ head }) => !several.has(byId(named, head.id)!.item.id));
  return areSure && found.length * 2 > read.items.length ? ofReplies(read, named) : undefined;
}

/** Scores by ids that replies of several files have. */
function withFault<File extends ReadFile>(scores: File, column: string): File {
  const problems = new Problems();
  const message = `${column} names replies of several files: each has these ids.`;
  problems.add(0, column, message, 'Name the items and systems instead: "prompt_id" and "system".');
  return { ...scores, problems };
}

/** The replies of a file by what a column of it calls them. */
async function repliesOf<File extends ReadFile>(
  file: File,
  column: string,
  called: (file: File, system: string) => string,
  readAgain: ReadAgain<File>,
): Promise<ReadonlyMap<string, ReplyPlace>> {
  const item = file.readBy?.id;
  const byReply = await readAgain(file, undefined, ({ id: _, group: _g, ...rest }) => ({
    ...rest,
    id: column,
    repeats: 'items',
    ...(item !== undefined && { group: item }),
  }));
  return repliesById(byReply, file, (system) => called(file, system));
}

/**
 * Scores by a column that may name items or replies, which have the same numbers: `sample_id`, where the first reply is no reply to the
 * first prompt. They come out with that one fault, since only the name can say it.
 *
 * @param byItem the scores as those of items
 * @param texts the files that say what was asked or answered
 */
export async function withOneMeaning<File extends ReadFile>(
  byItem: File,
  texts: readonly File[],
  called: (file: File, system: string) => string,
  readAgain: ReadAgain<File>,
): Promise<File> {
  const column = byItem.readBy?.id;
  if (column === undefined || hasTexts(byItem) || idOfQuestion.test(spacedName(column))) return byItem;
  const isOfItems = ({ readBy }: ReadFile) =>
    readBy?.id !== undefined && spacedName(readBy.id) === spacedName(column);
  if (texts.some(isOfItems)) return byItem;
  for (const file of texts) {
    const ofReply = file.columns.find((one) => one !== file.readBy?.id && isNamedAsReply(one));
    if (ofReply === undefined) continue;
    const named = await repliesOf(file, ofReply, called, readAgain);
    const found = byItem.items.filter(({ head }) => byId(named, head.id) !== undefined);
    const other = found.find(({ head }) => byId(named, head.id)!.item.id !== head.id);
    const areTheirs = found.every(({ head, human, machine }) =>
      [...human, ...machine].every(({ system }) =>
        [unnamedSystem, byId(named, head.id)!.system].includes(system),
      ),
    );
    if (other === undefined || !areTheirs || found.length * 2 <= byItem.items.length) continue;
    const problems = new Problems();
    const message = `${column} may name replies or items: both have these ids.`;
    problems.add(
      other.head.line,
      column,
      message,
      'Call it "response_id" if it names replies, "prompt_id" if it names items.',
    );
    return { ...byItem, problems };
  }
  return byItem;
}

/** Whether items of a file say what was asked, or what it was about. */
export const hasTexts = ({ items }: ReadFile): boolean =>
  items.some(({ head }) => head.conversation !== '[]' || head.context !== null);

/** What tables of scores call the `id` of a table of replies. */
const idOfReply =
  /^(?:(?:model_|system_)?(?:response|output|answer|reply|completion|generation|prediction)|message|resp|candidate)_(?:id|uid|uuid)$/;
/** What they call the `id` of a table of prompts. */
const idOfQuestion = /^(?:(?:prompt|question|query|input|instruction|request)_(?:id|uid|uuid)|qid)$/;
/** Assay's own names for the ids of items. */
const idOfItem = /^(?:id|item|item_id|external_id)$/;

const isNamedAsReply = (column: string): boolean => {
  const name = spacedName(column);
  return name === 'id' || idOfReply.test(name);
};

/** Whether a column of scores holds ids that may be those of replies. */
const mayNameReplies = (column: string): boolean => {
  const name = spacedName(column);
  return isIdOfTexts(name) && !idOfQuestion.test(name) && !idOfItem.test(name);
};

const elsewhere =
  'Import it together with the replies. If it names the items as they are here, call the column "prompt_id".';

/**
 * Refuses scores by a column that may name replies, where the items that it finds keep other ids of their replies: numbers of replies
 * and of items may be the same.
 *
 * @param fieldsOf the further fields of a stored item
 */
export function refuseOtherIds(
  { items, problems, readBy }: ReadFile,
  fieldsOf: (id: string) => Readonly<Record<string, unknown>> | undefined,
): void {
  const column = readBy?.id;
  if (column === undefined || !mayNameReplies(column)) return;
  const other = items.find(({ head: { id } }) => {
    const fields = fieldsOf(id);
    const ofReply = fields?.[column] ?? fields?.id;
    return ofReply !== undefined && String(ofReply) !== id;
  });
  if (other === undefined) return;
  const names = idOfReply.test(spacedName(column)) ? 'names' : 'may name';
  const message = `${column} ${names} replies, and this data set has its items by other ids.`;
  problems.add(other.head.line, column, message, elsewhere);
}

/** The columns of a file of replies and of one of scores that may hold ids of replies. */
function idsOfReplies(
  { readBy, columns }: ReadFile,
  scores: ReadFile,
): readonly { readonly ofReply: string; readonly ofScore: string }[] {
  if (readBy === undefined) return [];
  return columns.flatMap((ofReply) => {
    const name = spacedName(ofReply);
    if (ofReply === readBy.id || !isIdOfTexts(name)) return [];
    const ids = scores.columns.filter((one) => isIdOfTexts(spacedName(one)));
    const named = name === 'id' ? ids.filter((one) => idOfReply.test(spacedName(one))) : [];
    const alike = ids.filter((one) => spacedName(one) === name);
    // A column `id` beside other ids is of the row of its own table.
    const ofReplies = named.length > 0 || (name === 'id' && ids.length > 1) ? named : alike;
    return ofReplies.map((ofScore) => ({ ofReply, ofScore }));
  });
}

/** The replies of a file by their ids; none where an id names no reply, or several. */
function repliesById(
  { items, problems, readBy }: ReadFile,
  file: ReadFile,
  called: (system: string) => string,
): ReadonlyMap<string, ReplyPlace> {
  const hasIds = readBy?.group !== undefined;
  const known = new Map(file.items.map(({ head }) => [head.id, head]));
  const said = hasIds ? undefined : itemsBySaid(file);
  const found = new Map<string, ReplyPlace>();
  for (const { head, responses } of items) {
    const [system, another] = responses.keys();
    if (system === undefined || another !== undefined || found.has(head.id)) return new Map();
    const item = said?.get(saidKey(head, system, responses))?.shift() ?? byId(known, head.group ?? '');
    if (item === undefined) return new Map();
    found.set(head.id, { item, system: called(system) });
  }
  return problems.count > 0 ? new Map() : found;
}

type Head = HeldItem['head'];

const saidKey = ({ conversation }: Head, system: string, responses: HeldItem['responses']): string =>
  JSON.stringify([conversation, system, responses.get(system)]);

/** The items of a file by what a system said to what was asked, in the order in which they stand. */
function itemsBySaid({ items }: ReadFile): Map<string, Head[]> {
  const found = new Map<string, Head[]>();
  for (const { head, responses } of items) {
    for (const system of responses.keys()) {
      const key = saidKey(head, system, responses);
      const known = found.get(key);
      if (known) known.push(head);
      else found.set(key, [head]);
    }
  }
  return found;
}

/** A file of replies as one of scores of the items and systems that these are of elsewhere. */
export const scoresOfReplies = <File extends ReadFile>(
  file: File,
  named: ReadonlyMap<string, ReplyPlace>,
): File =>
  ofReplies({ ...file, items: file.items.map((item) => ({ ...item, responses: new Map() })) }, named);

/** Scores by the ids of replies as scores of the items and systems of these. */
function ofReplies<File extends ReadFile>(file: File, named: ReadonlyMap<string, ReplyPlace>): File {
  const items = new Map<string, HeldItem>();
  const remarks = new Map(file.remarks);
  for (const { head, responses, human, machine } of file.items) {
    const reply = byId(named, head.id);
    const { id, conversation, context } = reply?.item ?? head;
    const item = items.get(id) ?? {
      head: { ...head, id, conversation, context },
      responses,
      human: [],
      machine: [],
    };
    if (item.head.meta !== head.meta)
      addCount(remarks, 'replies have further fields of their own; those of the first reply of an item stay');
    const ofReply = <Score extends { system: string }>(score: Score) => ({
      ...score,
      system: reply?.system ?? score.system,
    });
    item.human.push(...human.map(ofReply));
    item.machine.push(...machine.map(ofReply));
    items.set(id, item);
  }
  // From here on they go by the ids of items.
  return { ...file, items: [...items.values()], remarks, readBy: undefined };
}
