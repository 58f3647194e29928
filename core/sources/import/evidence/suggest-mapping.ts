import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { unnamedSystem } from '../formats/chats/chat-record.ts';
import { pathOf } from '../readers/json/record-columns.ts';
import { cellsIn } from '../readers/tables/cell-values.ts';
import {
  answerBy,
  criterionNames,
  genericReply,
  human,
  judge,
  mlflowMetric,
  modelName,
  names,
  numberedPerson,
  plainName,
  raterNames,
  reference,
  response,
  responseBy,
  responseOf,
  rightAnswer,
  sibling,
  sourceNames,
  spacedName,
  systemNames,
  textInside,
  toolMetric,
} from './column-names.ts';
import { isOwn, isProse, type Look, lookAt } from './column-values.ts';
import { type DialogueColumns, dialogueColumn, dialogueColumns, turnColumn } from './dialogue-columns.ts';
import { classesOf, holderOf, humanColumns, ratedColumns, signalColumns } from './scored-columns.ts';
import { plainColumnName } from './translated-names.ts';
import { guessTypes } from './typed-columns.ts';

/**
 * Guesses what each column holds from its name and, where rows are given, from what stands in it; a person may correct it before the
 * import. A column that no name tells is guessed at only where its values leave little doubt: turns of a conversation, long texts
 * beside each other, names that repeat.
 *
 * @param known the systems of the data set that the file is added to: scores without a reply are of theirs
 */
export function suggestMapping(
  columns: readonly string[],
  rows: readonly (readonly string[])[] = [],
  known: readonly string[] = [],
): ColumnMapping {
  // Of a path the last name says what the value is.
  const open = new Map(columns.map((column) => [column, plainColumnName(column)]));
  const seen = new Map(columns.map((column, index) => [column, lookAt(rows.map((row) => row[index] ?? ''))]));
  const cells = (column: string) => cellsIn(column, columns, rows);
  const said = hasReplies(open, seen) ? undefined : dialogueColumns(open, seen, cells);
  if (said) return dialogueMapping(said, columns, rows, open, seen);
  const single = namedColumns(columns, open, seen);
  takeTurns(single, open, seen);
  const long = longColumns(open, seen);
  takeAll(open, Object.values(long));
  const { responses, references } = takeReplies(open, seen, long);
  if (rows.length > 0) guessTexts(single, responses, isScored(open, long), open, seen);
  const exchange: Pick<ColumnMapping, 'group' | 'turn'> = exchangeColumns(single, responses, open, seen);
  takeAll(open, Object.values(exchange));
  if (exchange.group !== undefined && exchange.group === single.id) delete single.id;
  const unnamed = known.length > 0 && single.conversation === undefined ? known : [unnamedSystem];
  const systems = responses.length > 0 ? responses.map(({ system }) => system) : unnamed;
  const scores = scoredColumns(open, seen, { systems, known }, rows.length === 0 ? undefined : cells);
  const scored = new Set([...scores.human, ...scores.signals].map(({ column }) => column));
  const fields = [...open.keys()].filter((column) => pathOf(column).length === 1 && !scored.has(column));
  return {
    ...{ ...single, ...exchange, ...long, references, responses, ...scores },
    ...classesOf([...scores.human, ...scores.signals], columns, rows),
    ...guessTypes([...scored], fields, columns, rows),
  };
}

/** Columns that hold one thing of a record each, by field of the mapping. */
type Single = Partial<Record<keyof typeof names, string>>;

const takeAll = (open: Map<string, string>, columns: readonly (string | undefined)[]): void => {
  for (const column of columns) if (column !== undefined) open.delete(column);
};

/** The columns that are called by what they hold. */
function namedColumns(
  columns: readonly string[],
  open: Map<string, string>,
  seen: ReadonlyMap<string, Look>,
): Single {
  // A list inside a record has several of a kind: none of them names the record or is its question.
  const whole = columns.filter((column) => pathOf(column).every((step) => typeof step === 'string'));
  const isCalled = (column: string, name: string) => open.get(column) === name || spacedName(column) === name;
  const isLong = Object.values(longColumns(open, seen)).some((column) => column !== undefined);
  const mayBe: Partial<Record<keyof typeof names, (column: string) => boolean>> = {
    id: (column) => isLong || open.get(column) === 'id' || !seen.get(column)!.repeats,
    question: (column) => !sourceNames.test(open.get(column)!) || !seen.get(column)!.areNames,
  };
  const single: Single = {};
  for (const [field, wanted] of Object.entries(names) as [keyof typeof names, readonly string[]][]) {
    const allowed = whole.filter((column) => open.has(column) && (mayBe[field]?.(column) ?? true));
    const name = wanted.find((one) => allowed.some((column) => isCalled(column, one)));
    const column = name === undefined ? undefined : allowed.find((one) => isCalled(one, name));
    if (column === undefined) continue;
    single[field] = column;
    open.delete(column);
  }
  // A conversation's own id, where no two rows share it, names the row.
  if (single.id !== undefined || single.group === undefined || !isOwn(seen.get(single.group)!)) return single;
  const { group, ...rest } = single;
  return { ...rest, id: group };
}

/** Takes a column of turns for the conversation; a column of that name that holds numbers is none. */
function takeTurns(single: Single, open: Map<string, string>, seen: ReadonlyMap<string, Look>): void {
  const turns = single.conversation ?? [...open.keys()].find((column) => seen.get(column)!.areTurns);
  if (turns === undefined) return;
  if (single.conversation === undefined) {
    single.conversation = turns;
    open.delete(turns);
  } else if (seen.get(turns)!.areNumbers) delete single.conversation;
}

/** Takes the columns of replies and of right answers. */
function takeReplies(
  open: Map<string, string>,
  seen: ReadonlyMap<string, Look>,
  long: Pick<ColumnMapping, 'system'>,
): Pick<ColumnMapping, 'responses' | 'references'> {
  const responses = repliesIn(open, seen);
  takeAll(
    open,
    responses.map(({ column }) => column),
  );
  const isReference = ([column, plain]: readonly [string, string]) =>
    !mlflowMetric.test(column) && (reference.test(plain) || reference.test(spacedName(column)));
  const named = [...open].filter(isReference).map(([column]) => column);
  takeAll(open, named);
  // What was scored is what a system said: a right answer needs no score.
  const isReply = isScored(open, long) && responses.length === 0 && named.length === 1;
  if (!isReply) return { responses, references: named };
  return { responses: [{ column: named[0]!, system: unnamedSystem }], references: [] };
}

/** The columns of scores, and who gave them. */
function scoredColumns(
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
  { systems, known }: { systems: readonly string[]; known: readonly string[] },
  cells: ((column: string) => readonly string[]) | undefined,
): Pick<ColumnMapping, 'human' | 'signals'> {
  const signals = signalColumns(open, systems, seen);
  const told = humanColumns(open, systems, known);
  const mapped = new Set([...signals, ...told].map(({ column }) => column));
  const left = [...open].filter(([column]) => !mapped.has(column));
  return { human: told.concat(ratedColumns(left, systems, cells)), signals };
}

/** Whether a column holds replies by its name, so that rows are more than single turns. */
const hasReplies = (open: ReadonlyMap<string, string>, seen: ReadonlyMap<string, Look>): boolean =>
  repliesIn(open, seen).some(({ column }) => pathOf(column).length === 1);

/** The mapping of a table with one turn of a dialogue a row. */
function dialogueMapping(
  said: DialogueColumns,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  open: Map<string, string>,
  seen: ReadonlyMap<string, Look>,
): ColumnMapping {
  for (const column of Object.values(said).filter((one) => one !== undefined)) open.delete(column);
  const id = [...open].find(([column, plain]) => rowIds.includes(plain) && !seen.get(column)!.repeats)?.[0];
  const long = longColumns(open, seen);
  for (const column of [id, ...Object.values(long)].filter((one) => one !== undefined)) open.delete(column);
  const human = humanColumns(open, [unnamedSystem], []);
  const signals = signalColumns(open, [unnamedSystem], seen);
  const scored = [...human, ...signals].map(({ column }) => column);
  return {
    ...(id !== undefined && { id }),
    ...said,
    ...long,
    references: [],
    responses: [],
    human,
    signals,
    ...classesOf([...human, ...signals], columns, rows),
    ...guessTypes(scored, [], columns, rows),
  };
}

const rowIds: readonly string[] = ['id', 'message_id', 'utterance_id', 'turn_id', 'uid', 'uuid'];

/** Where each row is a question with its reply, the columns that name its dialogue and its place there. */
function exchangeColumns(
  { question, conversation }: { question?: string | undefined; conversation?: string | undefined },
  responses: ColumnMapping['responses'],
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): Pick<ColumnMapping, 'group' | 'turn'> {
  if (question === undefined || conversation !== undefined || responses.length !== 1) return {};
  const all = [...seen.keys()].filter((column) => column !== question && column !== responses[0]!.column);
  const group = dialogueColumn(all, seen);
  const turn = group === undefined ? undefined : turnColumn([...open.keys()].filter((one) => one !== group));
  return group === undefined || turn === undefined ? {} : { group, turn };
}

/** Whether a value is the text of an object that is a reply, as `outputs.answer`. */
const isTextInside = (column: string, plain: string): boolean =>
  pathOf(column).length === 2 && response.test(holderOf(column)) && textInside.test(plain);

/** The columns of replies, with the systems that their names tell; numbers beside them are scores of replies. */
function repliesIn(
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): ColumnMapping['responses'] {
  const found = [...open].flatMap(([column, plain]) => {
    if (mlflowMetric.test(column)) return [];
    const isUnnamed = [plain, spacedName(column)].some((one) => genericReply.test(one) || response.test(one));
    if (isUnnamed || isTextInside(column, plain)) return [{ column, system: unnamedSystem }];
    if (toolMetric.test(plain) || rightAnswer.test(plain)) return [];
    const named = [responseOf, responseBy, answerBy].map((by) => by.exec(plain)?.[1]).find(Boolean);
    return named === undefined ? [] : [{ column, system: named }];
  });
  const texts = found.filter(({ column }) => !seen.get(column)!.areNumbers);
  return apart(texts.length > 0 ? texts : found);
}

/** The path of a column without the places in lists: that of every record which a document has in one. */
const listless = (column: string): string =>
  JSON.stringify(pathOf(column).map((step) => (typeof step === 'number' ? 0 : step)));

/** Whether a column is one of several that are alike in a list, none of which speaks for the record. */
const isOneOfList = (column: string, columns: readonly string[]): boolean =>
  columns.some((other) => other !== column && listless(other) === listless(column));

/** Replies of a system that nobody named, each a system of its own where they are several: one would take the place of another. */
function apart(found: ColumnMapping['responses']): ColumnMapping['responses'] {
  const isUnnamed = ({ system }: { system: string }) => system === unnamedSystem;
  const columns = found.filter(isUnnamed).map(({ column }) => column);
  const single = found.filter((one) => !isUnnamed(one) || !isOneOfList(one.column, columns));
  const unnamed = single.filter(isUnnamed);
  if (unnamed.length < 2) return single;
  return single.map((one) => (isUnnamed(one) ? { ...one, system: one.column } : one));
}

/** Whether columns that are left hold scores, or name the system that answered. */
const isScored = (open: ReadonlyMap<string, string>, { system }: Pick<ColumnMapping, 'system'>): boolean =>
  system !== undefined ||
  [...open.values()].some((plain) => [human, judge, numberedPerson].some((score) => score.test(plain)));

/** Columns that name systems, people or criteria over and over: those of a long table. */
function longColumns(
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): Pick<ColumnMapping, 'system' | 'rater' | 'criterion'> {
  const find = (wanted: readonly string[]) =>
    [...open].find(([column, plain]) => wanted.includes(plain) && seen.get(column)!.areNames)?.[0];
  const found = { system: find(systemNames), rater: find(raterNames), criterion: find(criterionNames) };
  return Object.fromEntries(Object.entries(found).filter(([, column]) => column !== undefined));
}

/**
 * Takes prose that no name tells for the question, then for the response, in the order of the columns; the only text beside scores
 * is what was scored.
 */
function guessTexts(
  single: { question?: string; conversation?: string },
  responses: ColumnMapping['responses'],
  hasScores: boolean,
  open: Map<string, string>,
  seen: ReadonlyMap<string, Look>,
): void {
  const columns = [...seen.keys()];
  const isText = (column: string) => seen.get(column)!.areTexts && !isOneOfList(column, columns);
  const nextText = () => {
    const found = [...open.keys()].find(isText);
    if (found !== undefined) open.delete(found);
    return found;
  };
  const textsLeft = () => [...open.keys()].filter(isText).length;
  const isOnlyText = hasScores && responses.length === 0 && textsLeft() === 1;
  if (single.conversation === undefined && single.question === undefined && isOnlyText) {
    responses.push({ column: nextText()!, system: unnamedSystem });
  } else if (single.conversation === undefined && single.question === undefined) {
    const question = nextText();
    if (question !== undefined) single.question = question;
  }
  if (single.conversation !== undefined || responses.length > 0 || single.question === undefined) return;
  // Columns that differ by a letter or a number, and hold no names, are replies side by side.
  const siblings = [...open].filter(([column, plain]) => sibling.test(plain) && isProse(seen.get(column)!));
  if (siblings.length > 1 && siblings.some(([column]) => seen.get(column)!.areTexts)) {
    for (const [column, plain] of siblings) {
      open.delete(column);
      responses.push({ column, system: plain });
    }
    return;
  }
  for (const column of byModel(open, seen)) {
    open.delete(column);
    responses.push({ column, system: column.trim() });
  }
  if (responses.length > 0) return;
  // Of several nobody can tell which is judged.
  const reply = textsLeft() === 1 ? nextText() : undefined;
  if (reply !== undefined) responses.push({ column: reply, system: unnamedSystem });
}

/** Columns of prose that are called by a model, or by what another column names over and over, as who won. */
function byModel(open: ReadonlyMap<string, string>, seen: ReadonlyMap<string, Look>): string[] {
  const told = new Set([...open.keys()].flatMap((column) => [...seen.get(column)!.names]));
  return [...open.keys()]
    .filter((column) => modelName.test(plainName(column)) || told.has(column.trim()))
    .filter((column) => isProse(seen.get(column)!));
}
