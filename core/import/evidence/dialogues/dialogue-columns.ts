import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { pathOf } from '../../readers/json/record-columns.ts';
import { lastName, plainName, spacedName } from '../column-names.ts';
import { areSpeakers, flaggedSpeaker, speakerRole } from './speaker-roles.ts';

const plainSpeakers = [
  'speaker',
  'role',
  'author_role',
  'speaker_role',
  'sender_role',
  'turn_role',
  'speaker_id',
];
/** Names that may mean something else, unless a user or an assistant stands there. */
const speakerNames = [
  ...plainSpeakers,
  ...['message_role', 'from', 'sender', 'sender_type', 'author_type', 'participant', 'author', 'who'],
  ...['user_type'],
];
const textNames = [
  ...['text', 'utterance', 'message', 'content', 'utterance_text', 'message_text', 'turn_text', 'body'],
  ...['message_body', 'plain_body', 'message_content', 'value', 'said', 'transcript'],
];
const dialogueNames = [
  ...['conversation_id', 'dialogue_id', 'dialog_id', 'conv_id', 'convo_id', 'session_id', 'chat_id'],
  ...['thread_id', 'thread_ts', 'ticket_id', 'call_id', 'conversation', 'dialogue', 'dialog', 'session'],
  ...['chat', 'thread', 'ticket', 'conv', 'convo', 'conversation_hash', 'transcript_id'],
];
/** By their place first: a clock may show two turns at one time. */
const turnNames = [
  ...['turn', 'turn_id', 'turn_index', 'turn_idx', 'turn_number', 'turn_no', 'turn_num', 'utterance_index'],
  ...['utterance_idx', 'message_index', 'utterance_id', 'position', 'step', 'seq', 'sequence', 'order'],
  ...['index', 'idx', 'timestamp', 'ts', 'created_at', 'sent_at', 'datetime', 'time', 'date'],
];

/** What a guess knows of a column's first cells. */
interface CellLook {
  readonly mayBeNames: boolean;
  readonly areNumbers: boolean;
  readonly areTurns: boolean;
  readonly repeats: boolean;
}

/** The columns of a table with one turn of a dialogue a row. */
export type DialogueColumns = Required<Pick<ColumnMapping, 'speaker' | 'text' | 'group'>> &
  Pick<ColumnMapping, 'turn'>;

const askedPrefix = /^(?:u|usr|user|human|person|customer|client|q|question|query|prompt|instruction)$/;
const saidPrefix = /^(?:b|bot|a|ai|assistant|answer|agent|s|sys|system|r|reply|response|model|chatbot)$/;
/** A turn by its number: `u1`, `bot_2`, `Question 3`. */
const numberedName = /^([a-z]{1,12})_?(\d{1,2})$/;

type TurnLook = Readonly<
  Record<'areTexts' | 'areNumbers' | 'areDates' | 'areVerdicts' | 'areObjects', boolean>
>;

/** A reply may be one word; numbers, days and verdicts are no turns. */
const mayBeSaid = ({ areNumbers, areDates, areVerdicts, areObjects }: TurnLook): boolean =>
  !areNumbers && !areDates && !areVerdicts && !areObjects;

/**
 * The turns of one conversation in columns of one turn each, u1, b1, u2, b2: two kinds of names with the same numbers, the user's and
 * the system's, of two turns each or more. The last that the system says is the reply.
 */
export function numberedTurns(
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, TurnLook>,
): { turns: string[]; reply: string } | undefined {
  const found = [...open.keys()].flatMap((column) => {
    const [, prefix, number] = numberedName.exec(spacedName(column)) ?? [];
    const look = seen.get(column)!;
    return prefix === undefined || !mayBeSaid(look) ? [] : [{ column, prefix, number: Number(number) }];
  });
  const of = (kind: RegExp) => found.filter(({ prefix }) => kind.test(prefix));
  const [asked, said] = [of(askedPrefix), of(saidPrefix)].map((side) =>
    side.toSorted((a, b) => a.number - b.number),
  ) as [typeof found, typeof found];
  const isOne = (side: typeof found) => new Set(side.map(({ prefix }) => prefix)).size === 1;
  const areAlike = asked.every(
    ({ number }, i) => said[i]?.number === number && number === asked[0]!.number + i,
  );
  if (!asked.some(({ column }) => seen.get(column)!.areTexts)) return undefined;
  if (asked.length < 2 || asked.length !== said.length || !isOne(asked) || !isOne(said) || !areAlike)
    return undefined;
  const all = asked.flatMap(({ column }, i) => [column, said[i]!.column]);
  return { turns: all.slice(0, -1), reply: all.at(-1)! };
}

const finder =
  (columns: readonly string[]) =>
  (wanted: readonly string[], mayBe: (column: string) => boolean): string | undefined => {
    const names = columns.map((column) => [column, plainName(lastName(column)), spacedName(column)] as const);
    for (const name of wanted) {
      const found = names.find(([column, plain, spaced]) => [plain, spaced].includes(name) && mayBe(column));
      if (found) return found[0];
    }
    return undefined;
  };

/** The column that tells the place of a row in its dialogue. */
export const turnColumn = (open: readonly string[]): string | undefined =>
  finder(open)(turnNames, () => true);

/** The column that names the dialogue of a row, by a name that says so. */
export const dialogueColumn = (open: readonly string[], seen: ReadonlyMap<string, CellLook>) =>
  finder(open)(dialogueNames, (column) => seen.get(column)!.repeats && !seen.get(column)!.areTurns);

/**
 * Finds out a table of dialogues, one turn a row: a column that names the dialogue over and over, one that says who speaks, and
 * one with what is said.
 */
export function dialogueColumns(
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, CellLook>,
  cellsOf: (column: string) => readonly string[],
): DialogueColumns | undefined {
  const columns = [...open.keys()];
  const find = finder(columns);
  const group = dialogueColumn(columns, seen);
  if (group === undefined) return undefined;
  const isSpeaker = (column: string) => {
    const speakers = cellsOf(column).filter((cell) => cell !== '');
    const isPlain = plainSpeakers.includes(open.get(column)!);
    return (
      seen.get(column)!.mayBeNames && (isPlain || speakers.some((name) => speakerRole(name) !== undefined))
    );
  };
  const isFlag = (column: string) => {
    const roles = new Set(cellsOf(column).map((cell) => flaggedSpeaker(column, cell)));
    return roles.size === 2 && !roles.has(undefined);
  };
  const speaker =
    find(speakerNames, (column) => column !== group && isSpeaker(column)) ?? columns.find(isFlag);
  const isText = (column: string) =>
    column !== speaker && column !== group && !seen.get(column)!.areNumbers && !seen.get(column)!.areTurns;
  const text = find(textNames, isText);
  if (speaker === undefined || text === undefined) return undefined;
  const taken = [group, speaker, text];
  const turn = turnColumn(columns.filter((column) => !taken.includes(column)));
  return { group, speaker, text, ...(turn !== undefined && { turn }) };
}

/**
 * The column that says who speaks, and the one that says what, in a table of turns whose columns have no such names, with the one that
 * names the dialogue. Without that such a table is refused, and its turns are no items.
 */
export function turnsAlone(
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, CellLook & { readonly names: ReadonlySet<string>; readonly areTexts: boolean }>,
): Pick<ColumnMapping, 'speaker' | 'text' | 'group'> | undefined {
  const columns = [...open.keys()];
  if (columns.some((column) => seen.get(column)!.areTurns || pathOf(column).length > 1)) return undefined;
  const speaker = columns.find((column) => areSpeakers(seen.get(column)!.names));
  if (speaker === undefined) return undefined;
  const text = columns.find((column) => column !== speaker && seen.get(column)!.areTexts);
  const group = dialogueColumn(columns, seen);
  return text === undefined ? undefined : { speaker, text, ...(group !== undefined && { group }) };
}
