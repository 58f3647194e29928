import { unnamedSystem } from '../../../shared/study-choices.ts';
import { parseJson } from '../../platform/files/parse-json.ts';
import { isIdOfTexts } from '../evidence/column-names.ts';
import { isJsonObject } from '../readers/json/json-lines.ts';
import type { HeldItem } from '../sink/whole-items.ts';
import { hasTexts, type ReadFile, type ReplyPlace, scoresOfReplies } from './reply-ids.ts';
import { answeringIn, areSame, type Texts } from './system-names.ts';

/** Replies that a sheet has at least, and letters of the longest: fewer or shorter ones may be the same by chance. */
const fewestReplies = 3;
const longReply = 30;

/** What the system that nothing names said in an item. */
const saidIn = ({ responses }: HeldItem): Texts => responses.get(unnamedSystem) ?? [];

/**
 * A file that repeats replies of other files, under numbers of its own and without a word of whose each is, as raters get them who are
 * not to know: its scores come out as those of the items and systems that the replies are of. Undefined where one of its replies stands
 * nowhere else, or in several places.
 *
 * @param called what a system of a file of replies is called in the end
 */
export function scoresOfSheet<File extends ReadFile>(
  sheet: File,
  replies: readonly File[],
  called: (file: File, system: string) => string,
): File | undefined {
  const [only, another] = answeringIn(sheet);
  if (only !== unnamedSystem || another !== undefined || sheet.items.length < fewestReplies) return undefined;
  // Most files are no sheets: their first reply shows that, before the others are looked for.
  const first = saidIn(sheet.items[0]!);
  if (
    !replies.some(({ items }) =>
      items.some(({ responses }) => [...responses.values()].some((texts) => areSame(texts, first))),
    )
  )
    return undefined;
  const wanted = new Set(sheet.items.map((item) => JSON.stringify(saidIn(item))));
  const places = placesOf(replies, wanted, called);
  const named = new Map<string, ReplyPlace>();
  for (const one of sheet.items) {
    const { head } = one;
    const said = JSON.stringify(saidIn(one));
    const [reply, other] = places.get(toAsked(said, head)) ?? places.get(said) ?? [];
    if (reply === undefined || other !== undefined || named.has(head.id)) return undefined;
    named.set(head.id, reply);
  }
  const isLong = [...wanted].some((texts) => texts.length > longReply);
  // Under the ids of one system's items it is that system's, or another one's that says the same.
  const isByIds = sheet.items.some(({ head }) => named.get(head.id)!.item.id === head.id);
  const areSeveral = new Set([...named.values()].map(({ system }) => system)).size > 1;
  return isLong && (areSeveral || !isByIds) ? scoresOfReplies(sheet, named) : undefined;
}

/** A file that says of which item and system the reply of each number is, and nothing else. */
export interface BlindKey {
  /** The column with the numbers. */
  readonly column: string;
  readonly replies: ReadonlyMap<string, ReplyPlace>;
}

/**
 * The key to numbers under which replies were rated blindly: a table without texts and scores, with a number, an item and a system in
 * each row. Undefined where a file is none.
 *
 * @param itemOf the known item of an id
 * @param systems those that answered
 * @param readBy reads the file by one column of ids, with all others as fields
 */
export async function keyIn<File extends ReadFile>(
  file: File,
  itemOf: (id: string) => ReplyPlace['item'] | undefined,
  systems: readonly string[],
  readBy: (column: string) => Promise<File>,
): Promise<BlindKey | undefined> {
  const isSaid = file.items.some(
    ({ human, machine, responses }) => human.length + machine.length + responses.size > 0,
  );
  if (isSaid || hasTexts(file)) return undefined;
  for (const column of file.columns.filter(isIdOfTexts)) {
    const { items } = await readBy(column);
    const found = new Map<string, ReplyPlace>();
    for (const { head } of items) {
      const said = fieldsIn(head.meta);
      const item = said.map(itemOf).find((one) => one !== undefined);
      const system = said.find((one) => systems.includes(one));
      if (item !== undefined && system !== undefined) found.set(head.id, { item, system });
    }
    const isOther = items.some(({ head }) => itemOf(head.id) === undefined);
    if (items.length > 0 && isOther && found.size === items.length) return { column, replies: found };
  }
  return undefined;
}

const fieldsIn = (meta: string | null): string[] => {
  const fields = meta === null ? undefined : parseJson(meta);
  return isJsonObject(fields) ? Object.values(fields).map(String) : [];
};

const toAsked = (said: string, { conversation }: Pick<HeldItem['head'], 'conversation'>): string =>
  `${said}\n${conversation}`;

/** Where those replies stand that are wanted, by their texts as JSON, and with what was asked: the first two of each, as two are too many. */
function placesOf<File extends ReadFile>(
  files: readonly File[],
  wanted: ReadonlySet<string>,
  called: (file: File, system: string) => string,
): Map<string, ReplyPlace[]> {
  const places = new Map<string, ReplyPlace[]>();
  for (const file of files) {
    for (const { head, responses } of file.items) {
      for (const [system, texts] of responses) {
        const said = JSON.stringify(texts);
        if (!wanted.has(said)) continue;
        const place = { item: head, system: called(file, system) };
        for (const key of [said, toAsked(said, head)]) {
          const known = places.get(key);
          if (known === undefined) places.set(key, [place]);
          else if (known.length === 1) known.push(place);
        }
      }
    }
  }
  return places;
}
