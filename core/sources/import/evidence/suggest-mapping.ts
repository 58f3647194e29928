import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { unnamedSystem } from '../formats/chats/chat-record.ts';
import { pathOf } from '../readers/json/record-columns.ts';
import { cellsIn, saidCells, wordsOf } from '../readers/tables/cell-values.ts';
import { numberIn } from '../readers/tables/numbers-in-text.ts';
import {
  answerBy,
  criterionNames,
  genericReply,
  human,
  judge,
  lastName,
  mlflowMetric,
  modelName,
  names,
  numberedPerson,
  numberedReply,
  plainName,
  raterNames,
  reference,
  response,
  responseBy,
  responseOf,
  rightAnswer,
  rightText,
  sibling,
  sourceNames,
  spacedName,
  systemNames,
  textInside,
  toolMetric,
} from './column-names.ts';
import { isOwn, isProse, type Look, lookAt } from './column-values.ts';
import { type DialogueColumns, dialogueColumn, dialogueColumns, turnColumn } from './dialogue-columns.ts';
import { areOwnTexts, isAboutReply, isAside, mayBeReply } from './roles.ts';
import {
  classesOf,
  holderOf,
  humanColumns,
  qualityColumns,
  ratedColumns,
  signalColumns,
} from './scored-columns.ts';
import { plainColumnName } from './translated-names.ts';
import { guessTypes } from './typed-columns.ts';
import {
  areModels,
  evidenceOfScorers,
  qualityNames,
  type ScorerEvidence,
  scorerOf,
  type UnsureScore,
} from './who-scored.ts';

/**
 * Guesses what each column holds from its name and, where rows are given, from what stands in it; a person may correct it before the
 * import. A column that no name tells is guessed at only where its values leave little doubt: turns of a conversation, long texts
 * beside each other, names that repeat.
 *
 * @param known the systems of the data set that the file is added to: scores without a reply are of theirs
 */
export const suggestMapping = (
  columns: readonly string[],
  rows: readonly (readonly string[])[] = [],
  known: readonly string[] = [],
): ColumnMapping => suggest(columns, rows, known).mapping;

/** What is guessed, and what nobody could tell. */
export interface Suggestion {
  readonly mapping: ColumnMapping;
  /** Scores of which the file does not say who gave them: they are fields until somebody says so. */
  readonly unsure: readonly UnsureScore[];
  /** Columns whose names let them in, and whose values did not, with what they hold. */
  readonly aside: readonly { readonly column: string; readonly why: string }[];
}

/** The same with what stays open. */
export function suggest(
  columns: readonly string[],
  rows: readonly (readonly string[])[] = [],
  known: readonly string[] = [],
): Suggestion {
  // Of a path the last name says what the value is.
  const open = new Map(columns.map((column) => [column, plainColumnName(column)]));
  const called = new Map(open);
  const seen = new Map(columns.map((column, index) => [column, lookAt(rows.map((row) => row[index] ?? ''))]));
  const cells = (column: string) => cellsIn(column, columns, rows);
  const file = evidenceOfScorers(open, seen);
  const said = hasReplies(open, seen) ? undefined : dialogueColumns(open, seen, cells);
  if (said) return dialogueMapping(said, columns, rows, open, seen, file);
  const single = namedColumns(columns, open, seen);
  takeTurns(single, open, seen);
  const long = longColumns(open, seen);
  takeAll(open, Object.values(long));
  const { responses, references } = takeReplies(open, seen, long, known);
  if (
    single.context === undefined &&
    responses.some(({ column }) => isSummary.test(called.get(column) ?? ''))
  ) {
    // What was summed up is the passage.
    const passage = [...open].find(([column, plain]) => plain === 'text' && seen.get(column)!.areTexts)?.[0];
    if (passage !== undefined) single.context = passage;
    takeAll(open, [passage]);
  }
  const scoredAnyway = isScored(open, long, seen);
  if (rows.length > 0) guessTexts(single, responses, scoredAnyway, open, seen);
  const exchange: Pick<ColumnMapping, 'group' | 'turn'> = exchangeColumns(single, responses, open, seen);
  takeAll(open, Object.values(exchange));
  if (exchange.group !== undefined && exchange.group === single.id) delete single.id;
  const unnamed = known.length > 0 && single.conversation === undefined ? known : [unnamedSystem];
  const systems = responses.length > 0 ? responses.map(({ system }) => system) : unnamed;
  const asked = { systems, known, file };
  const { unsure, ...scores } = scoredColumns(open, seen, asked, rows.length === 0 ? undefined : cells);
  const scored = new Set([...scores.human, ...scores.signals].map(({ column }) => column));
  const fields = [...open.keys()].filter((column) => pathOf(column).length === 1 && !scored.has(column));
  const mapping = {
    ...{ ...single, ...exchange, ...long, references, responses, ...scores },
    ...classesOf([...scores.human, ...scores.signals], columns, rows),
    ...guessTypes([...scored], fields, columns, rows),
  };
  return { mapping, unsure, aside: asideOf(open, seen) };
}

/** Columns that are called like replies, and say something about one. */
function asideOf(open: ReadonlyMap<string, string>, seen: ReadonlyMap<string, Look>): Suggestion['aside'] {
  return [...open].flatMap(([column, plain]) => {
    const look = seen.get(column)!;
    if (look.isUnseen || look.filled === 0 || pathOf(column).length > 1 || !isCalledReply(column, plain))
      return [];
    return [{ column, why: kindOfValues(look) }];
  });
}

const isCalledReply = (column: string, plain: string): boolean =>
  !toolMetric.test(plain) &&
  [genericReply, response, responseOf, responseBy, answerBy].some((name) => name.test(plain)) &&
  !mlflowMetric.test(column);

function kindOfValues(look: Look): string {
  if (look.areDates) return 'days or times';
  if (look.areNumbers) return 'numbers';
  if (look.areVerdicts) return 'verdicts';
  if (look.areObjects) return 'objects';
  if (look.areCodes) return 'ids';
  return look.areNames || look.isConstant ? 'a few words that come again' : 'something about a reply';
}

/** Names of replies that sum up a text. */
const isSummary = /^(?:decoded|hypothesis)$/;

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
  const isText = ({ areNumbers, areDates, areTurns, areVotes }: Look) =>
    !areNumbers && !areDates && !areTurns && !areVotes;
  const mayBe: Partial<Record<keyof typeof names, (column: string) => boolean>> = {
    id: (column) => isLong || open.get(column) === 'id' || !seen.get(column)!.repeats,
    question: (column) =>
      isText(seen.get(column)!) &&
      (!sourceNames.test(open.get(column)!) || !(seen.get(column)!.areNames || seen.get(column)!.isConstant)),
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
  } else if (seen.get(turns)!.areNumbers || (seen.get(turns)!.areTexts && !seen.get(turns)!.areTurns))
    delete single.conversation;
}

/** Takes the columns of replies and of right answers. */
function takeReplies(
  open: Map<string, string>,
  seen: ReadonlyMap<string, Look>,
  long: Pick<ColumnMapping, 'system'>,
  known: readonly string[],
): Pick<ColumnMapping, 'responses' | 'references'> {
  const named = repliesIn(open, seen, known);
  const responses = named.length > 0 ? named : judgedText(open, seen, long);
  takeAll(
    open,
    responses.map(({ column }) => column),
  );
  const isReference = ([column, plain]: readonly [string, string]) => {
    const look = seen.get(column)!;
    if (mlflowMetric.test(column) || look.areVerdicts || (plain === 'gold' && look.areNumbers)) return false;
    const isRight = rightAnswer.test(plain) && rightText.test(plain) && !look.areNumbers;
    return isRight || reference.test(plain) || reference.test(spacedName(column));
  };
  const right = [...open].filter(isReference).map(([column]) => column);
  takeAll(open, right);
  // What was scored is what a system said: a right answer needs no score.
  const isReply = isScored(open, long, seen) && responses.length === 0 && right.length === 1;
  if (!isReply) return { responses, references: right };
  return { responses: [{ column: right[0]!, system: unnamedSystem }], references: [] };
}

/** What is judged in tables of translations and summaries, whose names may mean something else in others. */
const judgedNames =
  /^(?:candidate|hyp|translation|mt|mt_output|summary|generated_summary|model_summary|system_summary|paraphrase)$/;

/** The only text called as what systems make, beside what names the system or a right answer: it is the reply. */
function judgedText(
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
  { system }: Pick<ColumnMapping, 'system'>,
): ColumnMapping['responses'] {
  const found = [...open].filter(
    ([column, plain]) => judgedNames.test(plain) && pathOf(column).length === 1 && isProse(seen.get(column)!),
  );
  const hasRight = [...open.values()].some((plain) => reference.test(plain));
  if (found.length !== 1 || (system === undefined && !hasRight)) return [];
  return [{ column: found[0]![0], system: unnamedSystem }];
}

/** The columns of scores, and who gave them. */
function scoredColumns(
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
  { systems, known, file }: ScoredFile,
  cells: ((column: string) => readonly string[]) | undefined,
): Pick<ColumnMapping, 'human' | 'signals'> & Pick<Suggestion, 'unsure'> {
  const signals = signalColumns(open, systems, seen);
  const told = humanColumns(open, systems, known);
  const mapped = new Set([...signals, ...told].map(({ column }) => column));
  const left = [...open].filter(([column]) => !mapped.has(column));
  const candidates = told
    .concat(ratedColumns(left, systems, cells))
    .filter(({ column }) => !signals.some((one) => one.column === column));
  const taken = new Set(candidates.map(({ column }) => column));
  const others = left.filter(([column]) => !taken.has(column));
  const all = [...candidates, ...qualityColumns(others, systems, seen)];
  return byScorer(all, signals, open, seen, file);
}

interface ScoredFile {
  readonly systems: readonly string[];
  readonly known: readonly string[];
  readonly file: ScorerEvidence;
}

/** Parts scores by who gave them. Columns without a value, or equal to one before, are none. */
function byScorer(
  candidates: ColumnMapping['human'],
  signals: ColumnMapping['signals'],
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
  file: ScorerEvidence,
): Pick<ColumnMapping, 'human' | 'signals'> & Pick<Suggestion, 'unsure'> {
  const found = { human: [] as ColumnMapping['human'], signals: [...signals], unsure: [] as UnsureScore[] };
  const same = new Set<string>();
  // The one that lies least deep first: the others repeat it.
  const order = candidates.toSorted((a, b) => pathOf(a.column).length - pathOf(b.column).length);
  const repeated = new Set(
    order.filter(({ column }) => {
      const { isUnseen, filled, isConstant, all } = seen.get(column)!;
      const isRepeated = !isUnseen && (filled === 0 || (filled > 2 && !isConstant && same.has(all)));
      same.add(all);
      return isRepeated && pathOf(column).length > (filled === 0 ? 0 : 1);
    }),
  );
  for (const one of candidates.filter((each) => !repeated.has(each))) {
    const plain = open.get(one.column)!;
    const look = seen.get(one.column)!;
    if (!isScore(plain, look)) continue;
    const by = scorerOf(one.column, plain, look, file);
    if (by === 'people') found.human.push(one);
    else if (by === 'machine') found.signals.push({ ...one, kind: 'judge', name: 'judge' });
    else found.unsure.push({ ...one, values: rangeOf(look) });
  }
  return found;
}

/** Whether a column called like a score holds one: classes that mean nothing to us are scores only where the name says so. */
function isScore(plain: string, look: Look): boolean {
  if (look.isUnseen || look.areNumbers || look.areVotes || /^(?:human|rating|score)(?:_|$)/.test(plain))
    return true;
  return (
    wordsOf(look.all.split('\u0000')) !== undefined || (look.areTexts === false && hasDecimalComma(look))
  );
}

const hasDecimalComma = ({ all }: Look): boolean =>
  saidCells(all.split('\u0000')).every((cell) => numberIn(cell, true) !== undefined);

/** The values of a score in words, for whoever is asked about it. */
function rangeOf({ all }: Look): string {
  const numbers = saidCells(all.split('\u0000'))
    .map((cell) => numberIn(cell, true) ?? Number.NaN)
    .filter((value) => Number.isFinite(value));
  if (numbers.length === 0) return 'classes';
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most ? `${least}` : `${least} to ${most}`;
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
  file: ScorerEvidence,
): Suggestion {
  for (const column of Object.values(said).filter((one) => one !== undefined)) open.delete(column);
  const id = [...open].find(([column, plain]) => rowIds.includes(plain) && !seen.get(column)!.repeats)?.[0];
  const long = longColumns(open, seen);
  for (const column of [id, ...Object.values(long)].filter((one) => one !== undefined)) open.delete(column);
  const { human, signals, unsure } = byScorer(
    humanColumns(open, [unnamedSystem], []),
    signalColumns(open, [unnamedSystem], seen),
    open,
    seen,
    file,
  );
  const scored = [...human, ...signals].map(({ column }) => column);
  const mapping = {
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
  return { mapping, unsure, aside: [] };
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
  known: readonly string[] = [],
): ColumnMapping['responses'] {
  const numbered = numberedReplies(open, seen);
  const found = [...open].flatMap(([column, plain]) => {
    const look = seen.get(column)!;
    if (mlflowMetric.test(column) || !mayBeReply(look)) return [];
    const isUnnamed = [plain, spacedName(column)].some((one) => genericReply.test(one) || response.test(one));
    if (isUnnamed || isTextInside(column, plain)) return [{ column, system: unnamedSystem }];
    if (toolMetric.test(plain) || rightAnswer.test(plain)) return [];
    if (numbered.has(column)) return [{ column, system: plain }];
    const named = [responseOf, responseBy, answerBy].map((by) => by.exec(plain)?.[1]).find(Boolean);
    if (named === undefined) return [];
    if (isKnown(named, known)) return [{ column, system: named }];
    if (isAboutReply(named)) return [];
    return areOwnTexts(look) || isSystem(named, column, open, seen) ? [{ column, system: named }] : [];
  });
  const texts = found.filter(({ column }) => !seen.get(column)!.areNumbers);
  // Numbers are replies to a question, and nothing by themselves.
  const isAsked = [...seen].some(
    ([column, look]) =>
      look.isUnseen ||
      look.areTexts ||
      look.areTurns ||
      (names.question as readonly string[]).includes(open.get(column) ?? 'question'),
  );
  return apart(
    systemsNamed(texts.length > 0 || !isAsked ? texts : found, open, seen, known).filter(firstOfEquals(seen)),
  );
}

/** Replies that are told apart by a number, where there are several: `response_1` and `response_2`. */
function numberedReplies(
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): ReadonlySet<string> {
  const found = [...open].filter(
    ([column, plain]) => numberedReply.test(plain) && areOwnTexts(seen.get(column)!),
  );
  return new Set(found.length > 1 ? found.map(([column]) => column) : []);
}

/** Whether a data set that the file is added to has a system of that name. */
const isKnown = (named: string, known: readonly string[]): boolean =>
  known.some((system) => plainName(system) === named);

/** Whether something else in the file calls a system so: a column of names, a score, or the name is that of a model. */
function isSystem(
  named: string,
  column: string,
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): boolean {
  if (modelName.test(named) || /^(?:[a-z]|\d{1,2}|[a-z]\d{1,2}|human)$/.test(named) || sibling.test(named))
    return true;
  return [...open].some(([other, plain]) => {
    if (other === column) return false;
    if ([...seen.get(other)!.names].some((name) => plainName(name) === named)) return true;
    return !isCalledReply(other, plain) && (plain.startsWith(`${named}_`) || plain.endsWith(`_${named}`));
  });
}

/**
 * The name of a system must be what names systems in the file. Several columns of one pattern name theirs; of a single one the name
 * may say anything, so that beside a column that is simply the reply it is a field, and alone it is the unnamed system's.
 */
function systemsNamed(
  found: ColumnMapping['responses'],
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
  known: readonly string[],
): ColumnMapping['responses'] {
  const named = found.filter(({ system }) => system !== unnamedSystem);
  const doubtful = named.filter(
    ({ column, system }) => !isKnown(system, known) && !isSystem(system, column, open, seen),
  );
  const [only] = doubtful;
  if (only === undefined || named.length > 1 || seen.get(only.column)!.isUnseen) return found;
  if (found.length > 1) return found.filter((one) => one !== only);
  // `response_alpha` is the reply of alpha; `machine_completion` may be anybody's.
  return responseOf.test(open.get(only.column)!) ? found : [{ ...only, system: unnamedSystem }];
}

/** Of columns that say the same in every row, the one that lies least deep; of unnamed ones none that lies deeper than another. */
const firstOfEquals =
  (seen: ReadonlyMap<string, Look>) =>
  (
    { column, system }: ColumnMapping['responses'][number],
    at: number,
    all: ColumnMapping['responses'],
  ): boolean => {
    const depth = pathOf(column).length;
    const { all: cells, isUnseen } = seen.get(column)!;
    return !all.some((other, place) => {
      if (place === at) return false;
      const otherDepth = pathOf(other.column).length;
      if (
        system === unnamedSystem &&
        other.system === unnamedSystem &&
        otherDepth < depth &&
        otherDepth <= 2 &&
        depth > 2
      )
        return true;
      const isFirst = otherDepth < depth || (otherDepth === depth && place < at);
      return !isUnseen && isFirst && system === unnamedSystem && seen.get(other.column)!.all === cells;
    });
  };

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
const isScored = (
  open: ReadonlyMap<string, string>,
  { system }: Pick<ColumnMapping, 'system'>,
  seen: ReadonlyMap<string, Look>,
): boolean =>
  system !== undefined ||
  [...open].some(([column, plain]) => {
    const look = seen.get(column)!;
    const isNamed = [human, judge, numberedPerson, qualityNames].some((score) => score.test(plain));
    return isNamed && (look.isUnseen || look.filled > 0) && isScore(plain, look);
  });

/** Columns that name systems, people or criteria over and over: those of a long table. */
function longColumns(
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): Pick<ColumnMapping, 'system' | 'rater' | 'criterion'> {
  const find = (wanted: readonly string[]) =>
    [...open].find(([column, plain]) => wanted.includes(plain) && seen.get(column)!.areNames)?.[0];
  const rater = find(raterNames);
  const isPerson = rater !== undefined && !areModels(seen.get(rater)!);
  const found = {
    system: find(systemNames),
    rater: isPerson ? rater : undefined,
    criterion: find(criterionNames),
  };
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
  const mayBe = (column: string) =>
    !isAside(column, open.get(column)!) && !isOneOfList(column, columns) && isOwnPlace(column);
  const areLong = columns.some((column) => open.has(column) && mayBe(column) && seen.get(column)!.areTexts);
  const isText = (column: string) => {
    const look = seen.get(column)!;
    const isCalledText = !areLong && isProse(look) && /^(?:text|sentence|content)$/.test(open.get(column)!);
    if (!mayBe(column) || look.filled === 0 || (look.isConstant && look.filled > 2)) return false;
    return look.areTexts || isCalledText;
  };
  const nextText = () => {
    const texts = [...open.keys()].filter(isText);
    // A topic comes again and again; what was asked seldom does.
    const found = texts.find((column) => !isTopic(seen.get(column)!)) ?? texts[0];
    if (found !== undefined) open.delete(found);
    return found;
  };
  const textsLeft = () =>
    [...open.keys()].filter((column) => isText(column) && !isTopic(seen.get(column)!)).length;
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

/** Whether a text that no name tells stands where a record has its own texts, and not deep inside of something else. */
const isOwnPlace = (column: string): boolean =>
  pathOf(column).length === 1 ||
  /^(?:text|content|value|message|utterance|body)$/.test(plainName(lastName(column)));

/** Whether texts come again so often that they are of several records each. */
function isTopic({ all, filled }: Look): boolean {
  return filled > 4 && new Set(saidCells(all.split('\u0000'))).size <= filled / 2;
}

/** Columns of prose that are called by a model, or by what another column names over and over, as who won. */
function byModel(open: ReadonlyMap<string, string>, seen: ReadonlyMap<string, Look>): string[] {
  const told = new Set([...open.keys()].flatMap((column) => [...seen.get(column)!.names]));
  return [...open.keys()]
    .filter((column) => modelName.test(plainName(column)) || told.has(column.trim()))
    .filter((column) => isProse(seen.get(column)!) && !isAside(column, open.get(column)!));
}
