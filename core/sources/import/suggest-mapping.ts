import type { ColumnMapping } from '../../../shared/contract/index.ts';
import { cellJson, saidCells, wordsOf } from './cell-values.ts';
import { unnamedSystem } from './chat-record.ts';
import {
  answerBy,
  auto,
  criterionNames,
  genericReply,
  human,
  isOfMachine,
  judge,
  lastName,
  metricHolder,
  mlflowMetric,
  modelName,
  names,
  numberedPerson,
  ownRating,
  ownScore,
  plainName,
  ratedRange,
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
import { inEnglish, namedRange } from './column-words.ts';
import { type DialogueColumns, dialogueColumn, dialogueColumns, turnColumn } from './dialogue-columns.ts';
import { numberIn } from './number-words.ts';
import { isTurns, pathOf } from './record-columns.ts';
import type { FilePlace } from './record-fields.ts';
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
  const open = new Map(columns.map((column) => [column, nameOf(column)]));
  const take = (column: string) => open.delete(column);
  const seen = new Map(columns.map((column, index) => [column, lookAt(rows.map((row) => row[index] ?? ''))]));
  // A list inside a record has several of a kind: none of them names the record or is its question.
  const whole = columns.filter((column) => pathOf(column).every((step) => typeof step === 'string'));
  const takeNamed = (wanted: readonly string[], mayBe: (column: string) => boolean = () => true) => {
    for (const name of wanted) {
      const found = whole.find((column) => {
        const plain = open.get(column);
        return plain !== undefined && (plain === name || spacedName(column) === name) && mayBe(column);
      });
      if (found !== undefined && take(found)) return found;
    }
    return undefined;
  };
  const cellsOf = (column: string) => cellsIn(column, columns, rows);
  const said = hasReplies(open, seen) ? undefined : dialogueColumns(open, seen, cellsOf);
  if (said) return dialogueMapping(said, columns, rows, open, seen);
  const isLong = Object.values(longColumns(open, seen)).some((column) => column !== undefined);
  const mayName = (column: string) => isLong || open.get(column) === 'id' || !seen.get(column)!.repeats;
  const mayAsk = (column: string) => !sourceNames.test(open.get(column)!) || !seen.get(column)!.areNames;
  const single: Partial<Record<keyof typeof names, string>> = Object.fromEntries(
    Object.entries(names).flatMap(([field, wanted]) => {
      const mayBe = field === 'id' ? mayName : field === 'question' ? mayAsk : undefined;
      const column = takeNamed(wanted, mayBe);
      return column === undefined ? [] : [[field, column]];
    }),
  );
  // A conversation's own id, where no two rows share it, names the row.
  if (single.id === undefined && single.group !== undefined && isOwn(seen.get(single.group)!)) {
    single.id = single.group;
    delete single.group;
  }
  const turns = single.conversation ?? [...open.keys()].find((column) => seen.get(column)!.areTurns);
  if (turns !== undefined && single.conversation === undefined && take(turns)) {
    Object.assign(single, { conversation: turns });
  } else if (turns !== undefined && seen.get(turns)!.areNumbers) delete single.conversation;
  const long = longColumns(open, seen);
  for (const column of Object.values(long)) if (column !== undefined) take(column);
  const responses = repliesIn(open, seen);
  for (const { column } of responses) take(column);
  const isReference = (column: string, plain: string) =>
    reference.test(plain) || reference.test(spacedName(column));
  const named = [...open].flatMap(([column, plain]) =>
    !mlflowMetric.test(column) && isReference(column, plain) && take(column) ? [column] : [],
  );
  const references = isScored(open, long) && responses.length === 0 && named.length === 1 ? [] : named;
  // What was scored is what a system said: a right answer needs no score.
  for (const column of references === named ? [] : named) responses.push({ column, system: unnamedSystem });
  if (rows.length > 0) guessTexts(single, responses, isScored(open, long), open, seen);
  const exchange: Pick<ColumnMapping, 'group' | 'turn'> = exchangeColumns(single, responses, open, seen);
  for (const column of Object.values(exchange)) if (column !== undefined) take(column);
  if (exchange.group !== undefined && exchange.group === single.id) delete single.id;
  const unnamed = known.length > 0 && single.conversation === undefined ? known : [unnamedSystem];
  const systems = responses.length > 0 ? responses.map(({ system }) => system) : unnamed;
  const signals = signalColumns(open, systems, seen);
  const told = humanColumns(open, systems, known);
  const mapped = new Set([...signals, ...told].map(({ column }) => column));
  const people = told.concat(
    ratedColumns(
      [...open].filter(([column]) => !mapped.has(column)),
      systems,
      rows.length === 0 ? undefined : cellsOf,
    ),
  );
  const scored = new Set([...people, ...signals].map(({ column }) => column));
  return {
    ...single,
    ...exchange,
    ...long,
    references,
    responses,
    human: people,
    signals,
    ...classesOf([...people, ...signals], columns, rows),
    ...guessTypes(
      [...scored],
      [...open.keys()].filter((column) => pathOf(column).length === 1 && !scored.has(column)),
      columns,
      rows,
    ),
  };
}

/** What the rules of names compare: without a range, and in English. */
const nameOf = (column: string): string => inEnglish(plainName(namedRange(column)?.name ?? lastName(column)));

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

function humanColumns(
  open: ReadonlyMap<string, string>,
  systems: readonly string[],
  known: readonly string[],
): ColumnMapping['human'] {
  // A rating and a score beside each other are two questions, and no votes on one.
  const bare = new Set([...open.values()].filter((plain) => human.test(plain) && !plain.includes('_')));
  return [...open].flatMap(([column, plain]) => {
    if (numberedPerson.test(plain) && systems.length === 1) {
      return [{ column, system: systems[0]!, criterion: 'rating' }];
    }
    // What lies deep in a record, or in one of its lists, may be a model's word as well as a person's.
    const path = pathOf(column);
    if (path.length > 2 || path.some((step) => typeof step === 'number')) return [];
    const own = systems.find((system) => ownScore.exec(plain)?.[1] === system);
    if (own !== undefined) return [{ column, system: own, criterion: 'rating' }];
    const found = human.exec(plain);
    if (!found) return ratedColumn(column, systems);
    const whose = splitSystem(found[1] ?? '', systems) ?? nobodys(found[1] ?? '', systems, known);
    if (!whose) return [];
    const isShared = [...open].some(([other, name]) => other !== column && name === plain);
    const criterion = isShared ? holderOf(column) : '';
    const unnamed = bare.size > 1 && bare.has(plain) ? plain : 'rating';
    const rated = whose.rest.replace(ratedRange, '');
    return [{ column, system: whose.system, criterion: rated || criterion || unnamed }];
  });
}

/**
 * Columns whose names tell a range that their values keep to: what people rated, under the name of the column, where no word of it
 * says that a machine did.
 */
function ratedColumns(
  open: readonly (readonly [string, string])[],
  systems: readonly string[],
  cells: ((column: string) => readonly string[]) | undefined,
): ColumnMapping['human'] {
  return open.flatMap(([column, plain]) => {
    const told = namedRange(column);
    if (!told || !cells || pathOf(told.name).length > 1 || human.test(plain) || isOfMachine(plain)) return [];
    const values = saidCells(cells(column)).map((cell) => numberIn(cell, true) ?? Number.NaN);
    const keeps = values.every((value) => value >= told.range.min && value <= told.range.max);
    const whose = splitSystem(plain, systems);
    if (values.length === 0 || !keeps || !whose) return [];
    return [{ column, system: whose.system, criterion: whose.rest || 'rating' }];
  });
}

/** A rating by the name of what was rated, where one system answered. */
function ratedColumn(column: string, [system, another]: readonly string[]): ColumnMapping['human'] {
  const rated = ownRating.exec(spacedName(namedRange(column)?.name ?? column))?.[1];
  if (rated === undefined || system === undefined || another !== undefined) return [];
  if (pathOf(column).length > 1 || isOfMachine(rated)) return [];
  return [{ column, system, criterion: rated }];
}

function signalColumns(
  open: ReadonlyMap<string, string>,
  systems: readonly string[],
  seen: ReadonlyMap<string, Look>,
): ColumnMapping['signals'] {
  return [...open].flatMap(([column, plain]): ColumnMapping['signals'] => {
    const metric = mlflowMetric.exec(column)?.[1];
    if (metric !== undefined && systems.length === 1) {
      return [{ column, system: systems[0]!, kind: 'auto', name: metric }];
    }
    const isToolMetric = toolMetric.test(plain) || metricHolder.test(holderOf(column));
    if (isToolMetric && systems.length === 1 && seen.get(column)!.areNumbers) {
      return [{ column, system: systems[0]!, kind: 'auto', name: plain }];
    }
    const judged = judge.exec(plain);
    const measured = auto.exec(plain);
    const whose = splitSystem(judged?.[1] ?? measured?.[1] ?? measured?.[2] ?? '', systems);
    if (!whose || (!judged && !measured)) return [];
    const { system, rest } = whose;
    if (!judged) return [{ column, system, kind: 'auto', name: rest || 'metric' }];
    return [{ column, system, kind: 'judge', name: 'judge', ...(rest ? { criterion: rest } : {}) }];
  });
}

/** The object that a value stands in: `scores.Factuality` in `scores`; empty where it stands in none. */
const holderOf = (column: string): string => {
  const holder = pathOf(column).at(-2);
  return typeof holder === 'string' ? plainName(holder) : '';
};

/** Parts `alpha_helpful` into a system and what is left; without a system's name, the only system is meant. */
function splitSystem(text: string, systems: readonly string[]): { system: string; rest: string } | null {
  const longestFirst = systems.toSorted((a, b) => b.length - a.length);
  for (const system of longestFirst) {
    if (text === system) return { system, rest: '' };
    if (text.startsWith(`${system}_`)) return { system, rest: text.slice(system.length + 1) };
    if (text.endsWith(`_${system}`)) return { system, rest: text.slice(0, -system.length - 1) };
  }
  const [only, another] = systems;
  return only !== undefined && another === undefined ? { system: only, rest: text } : null;
}

/** Scores of which nothing tells whose replies they are of, though there are several systems: whoever reads them refuses them. */
const nobodys = (rest: string, systems: readonly string[], known: readonly string[]) =>
  systems === known && !known.includes(unnamedSystem) ? { system: unnamedSystem, rest } : null;

/** Whether columns that are left hold scores, or name the system that answered. */
const isScored = (open: ReadonlyMap<string, string>, { system }: Pick<ColumnMapping, 'system'>): boolean =>
  system !== undefined ||
  [...open.values()].some((plain) => [human, judge, numberedPerson].some((score) => score.test(plain)));

/** What words are worth in those columns of scores that hold words and no numbers. */
function classesOf(
  scores: readonly { column: string }[],
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Pick<ColumnMapping, 'classes'> {
  const found = scores.flatMap(({ column }) => {
    const index = columns.indexOf(column);
    const words = wordsOf(rows.map((row) => row[index] ?? ''));
    return words ? [[column, words] as const] : [];
  });
  return found.length > 0 ? { classes: Object.fromEntries(found) } : {};
}

const cellsIn = (
  column: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] => rows.map((row) => row[columns.indexOf(column)] ?? '');

const isProse = ({ areNames, areNumbers, areTurns }: Look): boolean => !areNames && !areNumbers && !areTurns;

/** What the first cells of a column have in common. */
interface Look {
  readonly areTurns: boolean;
  /** Prose: several words in most cells that are not empty. */
  readonly areTexts: boolean;
  /** A few short names that come again and again. */
  readonly areNames: boolean;
  /** Those names; empty where they are none. */
  readonly names: ReadonlySet<string>;
  readonly areNumbers: boolean;
  /** Whether a value stands there twice. */
  readonly repeats: boolean;
  /** Cells that are not empty. */
  readonly filled: number;
}

/** Whether every row has a value of its own. */
const isOwn = ({ repeats, filled }: Look): boolean => filled > 1 && !repeats;

function lookAt(cells: readonly string[]): Look {
  const filled = cells.filter((cell) => cell !== '');
  const most = (test: (cell: string) => boolean) =>
    filled.length > 0 && filled.filter(test).length > 0.7 * filled.length;
  const isText = (cell: string) =>
    !cell.startsWith('[') && !cell.startsWith('{') && (cell.match(/ /g) ?? []).length >= 2;
  const areNames = most((cell) => cell.length <= 60 && !isText(cell)) && new Set(filled).size < filled.length;
  return {
    areTurns: most((cell) => cell.startsWith('[{') && isTurns(cellJson(cell))),
    areTexts: most(isText),
    areNames,
    names: new Set(areNames ? filled : []),
    areNumbers: most((cell) => Number.isFinite(Number(cell))),
    repeats: new Set(filled).size < filled.length,
    filled: filled.length,
  };
}

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

/**
 * Names the columns that are mapped as nothing and could be scores: those of numbers whose names say so; where nothing is mapped as a
 * score, also those of whole numbers of a short range, as people and judges give.
 */
export function tellUnused(
  mapping: ColumnMapping,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  at: FilePlace,
): void {
  const scores = [...mapping.human, ...mapping.signals].map(({ column }) => column);
  const taken = new Set([...Object.values(mapping).flat(), ...scores, ...(mapping.leaveOut ?? [])]);
  const unused = columns.filter((column) => {
    if (taken.has(column)) return false;
    const said = saidCells(cellsIn(column, columns, rows));
    const values = new Set(said);
    const isNamed = namedRange(column) !== undefined || scoreWord.test(nameOf(column));
    if (isNamed && said.length > 0 && said.every((text) => numberIn(text, true) !== undefined)) return true;
    const isShort = values.size > 1 && values.size <= mostGrades && values.size < rows.length;
    return scores.length === 0 && isShort && [...values].every((text) => grade.test(text));
  });
  if (unused.length === 0) return;
  const kept =
    unused.length === 1
      ? 'column of numbers kept as a field, not as a score'
      : 'columns of numbers kept as fields, not as scores';
  const shown = unused.slice(0, 8).join(', ');
  at.problems.notice(`${kept}: ${shown} ; say in the preview what is a score (--map)`, unused.length);
}

const scoreWord = /(?:^|_)(?:score|scores|rating|ratings|grade|judge)(?:_|$)/;
const mostGrades = 11;
/** A number, or the list of several people's. */
const grade = /^(\[[-\d., ]{1,100}\]|-?\d{1,3}(\.\d{1,2})?)$/;
