import type { ColumnMapping } from '../../../shared/contract/index.ts';
import { ownItemTable } from '../formats/assay/item-table.ts';
import { unnamedSystem } from '../formats/chats/chat-record.ts';
import { pathOf } from '../readers/json/record-columns.ts';
import { cellsIn } from '../readers/tables/cell-values.ts';
import {
  criterionNames,
  isIdOfItem,
  isIdOfTexts,
  isNumberOfRow,
  isQuestion,
  isRaterName,
  isSystemName,
  lastName,
  names,
  plainName,
  reference,
  rightAnswer,
  sourceNames,
  spacedName,
} from './column-names.ts';
import { isOwn, type Look, lookAt } from './column-values.ts';
import {
  type DialogueColumns,
  dialogueColumn,
  dialogueColumns,
  numberedTurns,
  turnColumn,
  turnsAlone,
} from './dialogues/dialogue-columns.ts';
import {
  columnOfKnown,
  conditionsIn,
  judgeBeside,
  type LongColumns,
  longColumns,
  tellRowsApart,
  triesOf,
  whoGave,
} from './long-columns.ts';
import {
  hasReplies,
  isCalledReply,
  isInReply,
  isInRightAnswer,
  repliesInParts,
  takeAll,
  takeReplies,
} from './reply-columns.ts';
import { isAside, isSetting } from './roles.ts';
import { byScorer, isScored, scoredColumns } from './scores/part-scores.ts';
import { classesOf, holderOf, humanColumns, qualityColumns, signalColumns } from './scores/scored-columns.ts';
import { evidenceOfScorers, type ScorerEvidence, saysPerson, type UnsureScore } from './scores/who-scored.ts';
import { guessTexts, isPartOf } from './text-columns.ts';
import { plainColumnName } from './translated-names.ts';
import { guessTypes } from './typed-columns.ts';

/**
 * Guesses what each column holds from its name and, where rows are given, from what stands in it; a person may correct it before the
 * import. A column that no name tells is guessed at only where its values leave little doubt: turns of a conversation, long texts
 * beside each other, names that repeat.
 *
 * @param beside what is known of the file beside its columns
 * @param system the column of which somebody said that it names the systems
 */
export const suggestMapping = (
  columns: readonly string[],
  rows: readonly (readonly string[])[] = [],
  beside: KnownOfFile = {},
  system?: string,
): ColumnMapping => suggest(columns, rows, beside, system).mapping;

/** What is known of a file beside its columns. */
export interface KnownOfFile {
  /** The systems of the data set that it is added to: scores without a reply are of theirs. */
  readonly systems?: readonly string[] | undefined;
  /** What the file is called, without its ending. */
  readonly name?: string | undefined;
}

/** What is guessed, and what nobody could tell. */
interface Suggestion {
  readonly mapping: ColumnMapping;
  /** Scores of which the file does not say who gave them: they are fields until somebody says so. */
  readonly unsure: readonly UnsureScore[];
  /** The column that names people who may have scored. */
  readonly people?: string | undefined;
  /** A column that may name the systems: every question was answered once by each of its values. */
  readonly perhapsSystem?: string;
  /** Columns whose names let them in, and whose values did not, with what they hold. */
  readonly aside: readonly { readonly column: string; readonly why: string }[];
}

/** The same with what stays open. */
export function suggest(
  columns: readonly string[],
  rows: readonly (readonly string[])[] = [],
  { systems: known = [], name = '' }: KnownOfFile = {},
  system?: string,
): Suggestion {
  const own = ownItemTable(columns);
  if (own) return { mapping: own, unsure: [], aside: [] };
  // Of a path the last name says what the value is.
  const open = new Map(columns.map((column) => [column, roleName(column)]));
  nameShortly(open);
  const called = new Map(open);
  const seen = new Map(columns.map((column, index) => [column, lookAt(rows.map((row) => row[index] ?? ''))]));
  takeAll(
    open,
    columns.filter((column) => saysWhatWasDone(open.get(column)!, seen.get(column)!)),
  );
  const cells = (column: string) => cellsIn(column, columns, rows);
  const told = evidenceOfScorers(open, seen, name);
  takeAll(
    open,
    columns.filter((column) => saysPerson.test(open.get(column) ?? '')),
  );
  const isAnswered = hasReplies(open, seen) || hasAnswers(open);
  // Whole conversations, a cell each, are no turns of one.
  const areWhole = columns.some(
    (column) => seen.get(column)!.areTranscripts && asksConversation(open.get(column)!),
  );
  const said = isAnswered || areWhole ? undefined : dialogueColumns(open, seen, cells);
  const turns = said || isAnswered || areWhole ? undefined : turnsAlone(open, seen);
  if (turns)
    return {
      mapping: { ...turns, references: [], responses: [], human: [], signals: [] },
      unsure: [],
      aside: [],
    };
  if (said) return dialogueMapping(said, columns, rows, open, seen, told);
  const pictures = pictureColumns(open, seen);
  takeAll(open, pictures);
  const numbered = numberedTurns(open, seen);
  takeAll(open, numbered ? [...numbered.turns, numbered.reply] : []);
  const single = namedColumns(columns, open, seen, told);
  takeTurns(single, open, seen);
  const named = { ...longColumns(open, seen, told), ...(system !== undefined && { system }) };
  const byKnown = { ...columnOfKnown(known, named, open, seen), ...named };
  const byJudge = hasReplies(open, seen) ? undefined : judgeBeside(known, byKnown, told, seen);
  const { perhaps, ...byCondition } = conditionsIn(single, byKnown, open, seen);
  const { long, file } =
    byJudge ?? whoGave(single, { ...byCondition, ...byKnown }, told, { ...{ open, seen, columns, rows } });
  takeAll(open, Object.values(long));
  takeOwnId(single, long, open, seen);
  const isLong = Object.keys(long).length > 0;
  if (!isLong) takeOnlyId(single, open, seen, rows.length);
  const { responses: found, references } = takeReplies(
    open,
    seen,
    long,
    known,
    single.question ?? single.context,
  );
  const responses = besideQuestion(single, numbered ? replyOf(numbered) : besideTurns(single, found, seen));
  if (
    single.context === undefined &&
    responses.some(
      ({ column }) => isSummary.test(called.get(column) ?? '') || isSummary.test(holderOf(column)),
    )
  ) {
    // What was summed up is the passage.
    const passage = [...open].find(
      ([column, plain]) => isSummedUp.test(plain) && seen.get(column)!.areTexts,
    )?.[0];
    if (passage !== undefined) single.context = passage;
    takeAll(open, [passage]);
  }
  takeInputBeside(single, responses, open, seen);
  leaveJudgesPrompt(single, responses, open, seen);
  const scoredAnyway = isScored(open, long, seen);
  if (rows.length > 0)
    guessTexts(
      single,
      responses,
      {
        hasScores: scoredAnyway,
        hasReferences: references.length > 0,
        isJudged: file.machine !== undefined && !hasJudgment(called, seen),
      },
      open,
      seen,
    );
  if (isLong) takeNumberOfQuestion(single, open, seen);
  leaveEvidence(single, responses, open, called);
  leaveIdOfTries(single, long, responses, called, seen);
  const exchange: Pick<ColumnMapping, 'group' | 'turn'> = exchangeColumns(
    single,
    responses,
    long,
    open,
    seen,
  );
  takeAll(open, Object.values(exchange));
  if (exchange.group !== undefined && exchange.group === single.id) delete single.id;
  // Where a column names the system, each row's scores are of the one that it names.
  const isTold = single.conversation !== undefined || long.system !== undefined;
  const unnamed = known.length > 0 && !isTold ? known : [unnamedSystem];
  const systems = responses.length > 0 ? responses.map(({ system }) => system) : unnamed;
  const isJudged = responses.length > 0 || known.length > 0 || single.conversation !== undefined;
  const isTextless = [single.question, single.conversation, single.context].every((one) => one === undefined);
  const isOfScores = known.length > 0 && responses.length === 0 && isTextless;
  // Rows of several people on one reply: what a further row says, and is no score, is lost.
  const texts = [single.id, single.question, single.conversation, single.context];
  const isOfVotes =
    (responses.length > 0 || single.conversation !== undefined) &&
    long.rater !== undefined &&
    texts.some((one) => one !== undefined && seen.get(one)!.repeats);
  const asked = {
    ...{ systems, known, file, isLong: long.criterion !== undefined, isJudged },
    ...{ asksNumbers: isOfScores || isOfVotes, part: partOfReply(responses) },
  };
  const { unsure, ...scores } = scoredColumns(open, seen, asked, rows.length === 0 ? undefined : cells);
  const scored = new Set([...scores.human, ...scores.signals].map(({ column }) => column));
  const fields = [...open.keys()].filter((column) => pathOf(column).length === 1 && !scored.has(column));
  const mapping = {
    ...{ ...single, ...exchange, ...long, references, responses, ...scores },
    ...(numbered && { turns: numbered.turns }),
    ...(pictures.length > 0 && { pictures }),
    ...classesOf([...scores.human, ...scores.signals], columns, rows),
    ...guessTypes([...scored], fields, columns, rows),
  };
  const isOpen = perhaps !== undefined && responses.length === 1;
  return {
    ...{ mapping, unsure, people: file.people, aside: asideOf(open, seen) },
    ...(isOpen && { perhapsSystem: perhaps }),
  };
}

/** The part of a record in which its one reply stands: `completions` of `completions.response`. */
function partOfReply([one, another]: ColumnMapping['responses']): string | undefined {
  const holder = one && another === undefined ? pathOf(one.column).slice(0, -1).join('.') : '';
  return one && holder !== '' && one.column === `${holder}.${pathOf(one.column).at(-1)}` ? holder : undefined;
}

const asksConversation = (plain: string): boolean =>
  (names.conversation as readonly string[]).includes(plain);

/** Whether a column says in every row alike that people did something, as `human_verified`: that is no score. */
const saysWhatWasDone = (plain: string, look: Look): boolean =>
  /^(?:human|expert|manually)_(?:verified|reviewed|checked|validated|annotated|labell?ed|edited|written|authored)$/.test(
    plain,
  ) && look.isConstant;

/** Whether a question and an answer stand beside each other in a row, so that rows are more than single turns. */
const hasAnswers = (open: ReadonlyMap<string, string>): boolean => {
  const called = [...open.values()];
  return called.some(isQuestion) && called.some((plain) => /^answers?$/.test(plain));
};

/**
 * Columns of pictures that belong to the question: none is called a reply or an answer, and they differ from row to row. Beside the bytes of a file
 * its name is nothing more, as Hugging Face writes both (`image.bytes`, `image.path`).
 */
function pictureColumns(open: ReadonlyMap<string, string>, seen: ReadonlyMap<string, Look>): string[] {
  const found = [...open]
    .filter(([column, plain]) => {
      const { arePictures, isConstant } = seen.get(column)!;
      return arePictures && !isConstant && !isCalledReply(column, plain) && !reference.test(plain);
    })
    .map(([column]) => column);
  return found.filter(
    (column) => !found.includes(column.replace(/\.path$/, '.bytes')) || !column.endsWith('.path'),
  );
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

function kindOfValues(look: Look): string {
  if (look.areDates) return 'days or times';
  if (look.areNumbers) return 'numbers';
  if (look.areVerdicts) return 'verdicts';
  if (look.areObjects) return 'objects';
  if (look.areLists) return 'lists of lists';
  if (look.areCodes) return 'ids';
  return look.areNames || look.isConstant ? 'a few words that come again' : 'something about a reply';
}

/** Whether a text is called what a judge or a person wrote about the reply. */
const hasJudgment = (called: ReadonlyMap<string, string>, seen: ReadonlyMap<string, Look>): boolean =>
  [...called].some(([column, plain]) => seen.get(column)!.areTexts && isAside(column, plain));

/** Names of replies that sum up a text. */
const isSummary = /^(?:decoded|hypothesis|(?:sys_)?summ|summary|summaries|claim)$/;
/** Names of what was summed up, where a summary stands beside it. */
const isSummedUp = /^(?:text|post|story|transcript|report|news|body)$/;

/** Columns that hold one thing of a record each, by field of the mapping. */
type Single = Partial<Record<keyof typeof names, string>>;

const isPlainText = ({ areNumbers, areDates, areTurns, areTranscripts, areVotes }: Look): boolean =>
  !areNumbers && !areDates && !areTurns && !areTranscripts && !areVotes;

/** The columns that are called by what they hold. */
function namedColumns(
  columns: readonly string[],
  open: Map<string, string>,
  seen: ReadonlyMap<string, Look>,
  file: ScorerEvidence,
): Single {
  // A list inside a record has several of a kind: none of them names the record or is its question.
  const whole = columns.filter((column) => pathOf(column).every((step) => typeof step === 'string'));
  const called = byName(whole, open);
  const long = longColumns(open, seen, file);
  const isLong = Object.keys(long).length > 0;
  const inParts = new Set(repliesInParts(open, seen)?.map(({ column }) => column));
  const mayBe: Partial<Record<keyof typeof names, (column: string) => boolean>> = {
    id: (column) => {
      const look = seen.get(column)!;
      if (isRaterName(plainName(holderOf(column)))) return false;
      return isLong || !look.repeats || (open.get(column) === 'id' && !(look.isConstant && look.filled > 2));
    },
    question: (column) =>
      (isPlainText(seen.get(column)!) || (seen.get(column)!.areVotes && isAskedName(open.get(column)!))) &&
      !(isLong && areIds(seen.get(column)!)) &&
      !isSetting(column, seen.get(column)!) &&
      !isInRightAnswer(column) &&
      !inParts.has(column) &&
      (!sourceNames.test(open.get(column)!) || isAskedSource(column, seen.get(column)!)),
    // Turns in which a user speaks are what was said, whatever they are called.
    context: (column) => !(seen.get(column)!.areTurns && seen.get(column)!.areAsked),
  };
  const single: Single = {};
  for (const [field, wanted] of Object.entries(names) as [keyof typeof names, readonly string[]][]) {
    const isAllowed = (column: string) => open.has(column) && (mayBe[field]?.(column) ?? true);
    const named = wanted.map((name) => called.get(name)?.find(isAllowed));
    const column = named.find((one) => one !== undefined);
    if (column === undefined) continue;
    const chosen = field === 'id' ? (idOfItem(column, long, open, seen) ?? column) : column;
    single[field] = chosen;
    open.delete(chosen);
  }
  const isOpen = (column: string) => open.has(column);
  if (isLong && single.id === undefined && single.question === undefined)
    takeOnly(
      'id',
      (called.get('question') ?? []).filter((one) => isOpen(one) && areIds(seen.get(one)!)).slice(0, 1),
      single,
      open,
    );
  // What was asked last stands beside what was said before it.
  const isAfter = single.conversation !== undefined && /histor/i.test(single.conversation);
  if (single.question === undefined && (single.conversation === undefined || isAfter))
    takeOnly(
      'question',
      whole.filter((one) => isOpen(one) && mayBe.question!(one) && asks(one, open.get(one)!, seen.get(one)!)),
      single,
      open,
    );
  withInstruction(single, whole, open, seen);
  return single.id === undefined ? withOwnId(single, called, open, seen) : single;
}

/** Takes the only column that a field may be; of several none. */
function takeOnly(
  field: 'id' | 'question',
  [only, another]: readonly string[],
  single: Single,
  open: Map<string, string>,
): void {
  if (only === undefined || another !== undefined) return;
  single[field] = only;
  open.delete(only);
}

/** A conversation's own id, where no two rows share it, names the row; the group is then what several rows share. */
function withOwnId(
  { group, ...single }: Single,
  called: ReadonlyMap<string, readonly string[]>,
  open: Map<string, string>,
  seen: ReadonlyMap<string, Look>,
): Single {
  const groups = names.group
    .flatMap((name) => called.get(name) ?? [])
    .filter((one) => one === group || open.has(one));
  const own = groups.filter((one) => isOwn(seen.get(one)!));
  const id = own.find(isIdOfTexts) ?? own[0];
  const shared = groups.find((one) => !own.includes(one));
  for (const taken of [id, shared].filter((one) => one !== undefined)) open.delete(taken);
  if (id === undefined) return group === undefined ? single : { ...single, group };
  return { ...single, id, ...(shared !== undefined && { group: shared }) };
}

/**
 * In a table of several systems a column called `id` that has another value in every row names replies, where another names what was
 * asked, as `prompt_id`. Undefined where none does.
 */
function idOfItem(
  id: string,
  { system, rater, judgedBy, criterion }: LongColumns,
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): string | undefined {
  if (system === undefined || open.get(id) !== 'id' || seen.get(id)!.repeats) return undefined;
  const others = [system, rater, judgedBy, criterion].filter((column) => column !== undefined);
  const mayBe = ([column, plain]: [string, string]) =>
    idsOfAsked.includes(plain) &&
    !seen.get(column)!.isConstant &&
    tellRowsApart([column, ...others].map((one) => seen.get(one)!));
  const [only, another] = [...open].filter(mayBe);
  return another === undefined ? only?.[0] : undefined;
}

/** Ids of what was asked. */
const idsOfAsked: readonly string[] = [
  ...[
    'item_id',
    'qid',
    'question_id',
    'prompt_id',
    'query_id',
    'example_id',
    'sample_id',
    'instance_id',
    'task_id',
  ],
];

/** Whether values are signs that name questions and ask nothing: `q17`, in a table with several rows for each. */
const areIds = ({ all }: Look): boolean => {
  const cells = all.split('\u0000').filter((cell) => cell !== '');
  return cells.length > 0 && cells.every((cell) => /^[\w.:/-]{0,40}\d[\w.:/-]{0,40}$/.test(cell));
};

/** Whether a column of texts has the word for what is asked in its name, beside others: `Question / Prompt to Test`. */
const asks = (column: string, plain: string, look: Look): boolean =>
  look.areTexts &&
  !look.isConstant &&
  /(?:^|_)(?:question|prompt|query)(?:_|$)|^test_(?:case_)?input$/.test(plain) &&
  !/(?:^|_)(?:system|judge|eval|evaluation|grading|scoring|generated|predicted|clarifying|follow|followup|next|suggested|negative)(?:_|$)/.test(
    plain,
  ) &&
  !isAside(column, plain.replace(/_to_test$|^test_(?:case_)?/, '')) &&
  !isCalledReply(column, plain) &&
  !reference.test(plain) &&
  !rightAnswer.test(plain);

/** Names under which a list of numbers is what was asked, and no votes. */
const isAskedName = (plain: string): boolean => /^(?:question|prompt|input|query|instruction)$/.test(plain);

/** Whether a column called a source may be what was asked: texts, and not where records came from. */
const isAskedSource = (column: string, look: Look): boolean =>
  (look.isUnseen || look.areTexts || look.all.includes(' ')) &&
  !(look.areNames || look.isConstant || isOfOrigin(column));

/** Whether a column stands in what is known of where a record came from. */
const isOfOrigin = (column: string): boolean =>
  pathOf(column)
    .slice(0, -1)
    .some((step) => /^_{0,2}(?:meta|metadata|info|origin|provenance)$/i.test(String(step)));

/** The reply of a record whose turns stand in columns of one turn each. */
const replyOf = ({ reply }: { readonly reply: string }): ColumnMapping['responses'] => [
  { column: reply, system: unnamedSystem },
];

/** Beside the messages of a whole conversation a reply is a field of the record, and lies not deep inside of it. */
function besideTurns(
  { conversation }: Single,
  found: ColumnMapping['responses'],
  seen: ReadonlyMap<string, Look>,
): ColumnMapping['responses'] {
  if (conversation === undefined || !seen.get(conversation)!.areAsked) return found;
  return found.filter(({ column }) => pathOf(column).length <= 2 || isInReply(column));
}

/** Of several replies that nobody named, the one that stands in the same part of a record as the question answers it. */
function besideQuestion({ question }: Single, found: ColumnMapping['responses']): ColumnMapping['responses'] {
  if (question === undefined || found.length < 2 || !found.every(({ system, column }) => system === column))
    return found;
  const holder = JSON.stringify(pathOf(question).slice(0, -1));
  const beside = found.filter(({ column }) => JSON.stringify(pathOf(column).slice(0, -1)) === holder);
  return beside.length === 1 ? [{ ...beside[0]!, system: unnamedSystem }] : found;
}

/** A prompt that quotes the reply was sent to a judge, where another column is called a question, too. */
function leaveJudgesPrompt(
  single: Single,
  [only, another]: ColumnMapping['responses'],
  open: Map<string, string>,
  seen: ReadonlyMap<string, Look>,
): void {
  const { question } = single;
  if (question === undefined || only === undefined || another !== undefined) return;
  const said = seen.get(only.column)!;
  if (!said.areTexts || !isPartOf(said, seen.get(question)!)) return;
  const other = names.question
    .flatMap((name) => [...open].filter(([, plain]) => plain === name).map(([column]) => column))
    .find((column) => seen.get(column)!.areTexts && !isPartOf(said, seen.get(column)!));
  if (other === undefined) return;
  single.question = other;
  open.delete(other);
}

/** Of a reply in a list of the record, as `instances[0].output`, what stands beside it as its input is what the question is about. */
function takeInputBeside(
  single: Single,
  [only, another]: ColumnMapping['responses'],
  open: Map<string, string>,
  seen: ReadonlyMap<string, Look>,
): void {
  if (only === undefined || another !== undefined || single.question === undefined || single.context) return;
  const holder = pathOf(only.column).slice(0, -1);
  if (!holder.some((step) => typeof step === 'number')) return;
  const inputs: readonly string[] = ['input', ...names.context];
  const beside = [...open].find(
    ([column, plain]) =>
      inputs.includes(plain) &&
      seen.get(column)!.filled > 0 &&
      JSON.stringify(pathOf(column).slice(0, -1)) === JSON.stringify(holder),
  )?.[0];
  if (beside === undefined) return;
  single.context = beside;
  open.delete(beside);
}

/** Columns `Q` and `A`, without a `B` beside them, are a question with its reply. */
function nameShortly(open: Map<string, string>): void {
  const called = (name: string) => [...open].find(([, plain]) => plain === name)?.[0];
  const [question, reply] = [called('q'), called('a')];
  if (question === undefined || reply === undefined || called('b') !== undefined) return;
  const isTold = ([column, plain]: [string, string]) =>
    (names.question as readonly string[]).includes(plain) || isCalledReply(column, plain);
  if ([...open].some(isTold)) return;
  open.set(question, 'question').set(reply, 'response');
}

/** The name by which a column is looked at: `HumanScore` and `ModelName` are `human_score` and `model_name`, which say a role. */
function roleName(column: string): string {
  const spaced = spacedName(column);
  const isRole = isRaterName(spaced) || isSystemName(spaced) || criterionNames.includes(spaced);
  return isRole || spaced.startsWith('human_') ? spaced : plainColumnName(column);
}

/** The columns by each name that they go by, in the order of the table. A table may have as many columns as it likes. */
function byName(columns: readonly string[], open: ReadonlyMap<string, string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const column of columns) {
    const own = [open.get(column) ?? '', spacedName(column)];
    const single = own.flatMap((one) => (one === 'questions' || one === 'prompts' ? [one.slice(0, -1)] : []));
    for (const name of new Set([...own, ...single])) {
      const others = found.get(name);
      if (others) others.push(column);
      else found.set(name, [column]);
    }
  }
  return found;
}

/** In a long table that names its items by nothing known, the only column whose name ends in id, such as `bbcid`. */
function takeOwnId(
  single: Single,
  { system, rater }: Pick<ColumnMapping, 'system' | 'rater'>,
  open: Map<string, string>,
  seen: ReadonlyMap<string, Look>,
): void {
  const isAsked = single.question ?? single.conversation ?? single.context ?? single.group;
  if (single.id !== undefined || isAsked !== undefined || (system === undefined && rater === undefined))
    return;
  const ids = [...open].filter(
    ([column, plain]) =>
      (isIdOfItem(column) || (/[a-z]id$/.test(plain) && isIdOfItem(`${plain}_id`))) &&
      seen.get(column)!.repeats,
  );
  takeOnly(
    'id',
    ids.map(([column]) => column),
    single,
    open,
  );
}

/** Ids of what somebody said of an item, of which it may have several. */
const idOfSaid =
  /^(?:annotation|rating|label|judge?ment|vote|eval|evaluation|review|feedback|assignment|submission|result|score)_/;

/**
 * The only column with another value in every row that is called an id, whatever it counts: `ticket_id`, `message_id`. Where none is,
 * the only one that numbers the rows.
 */
function takeOnlyId(
  single: Single,
  open: Map<string, string>,
  seen: ReadonlyMap<string, Look>,
  rows: number,
): void {
  if (single.id !== undefined) return;
  const own = [...open.keys()].filter((column) => {
    const { repeats, filled, areTexts, areDates } = seen.get(column)!;
    const isOwn = !repeats && filled > 1 && filled === rows && !areTexts && !areDates;
    const isOfRecord = pathOf(column).length === 1 || isNumberOfRow(column);
    return isOwn && isOfRecord && !idOfSaid.test(plainName(column));
  });
  const numbersRows = (column: string) => isNumberOfRow(column) && areIds(seen.get(column)!);
  const ranked = [isIdOfItem, isIdOfTexts, numbersRows].map((isId) => own.filter((column) => isId(column)));
  takeOnly('id', ranked.find((ids) => ids.length > 0) ?? [], single, open);
}

/** In a table with several rows of a question, the only column that numbers the questions, or else that has their ids. */
function takeNumberOfQuestion(
  single: Single,
  open: Map<string, string>,
  seen: ReadonlyMap<string, Look>,
): void {
  if (single.id !== undefined || single.question === undefined) return;
  const question = seen.get(single.question)!;
  const { group } = single;
  // The id of conversations of which each has one question is that of the question.
  if (group !== undefined && isIdOfTexts(group) && goTogether(seen.get(group)!, question)) {
    single.id = group;
    delete single.group;
    return;
  }
  const goWith = [...open.keys()].filter((column) => goTogether(seen.get(column)!, question));
  const numbers = goWith.filter((column) => isNumberOfRow(column) && areIds(seen.get(column)!));
  const ids = goWith.filter((column) => isIdOfItem(column) && !idOfSaid.test(plainName(column)));
  takeOnly('id', numbers.length > 0 ? numbers : ids, single, open);
}

/** Evidence beside neither a question nor a reply is what somebody gives for a label, and no passage. */
function leaveEvidence(
  single: Single,
  responses: ColumnMapping['responses'],
  open: Map<string, string>,
  called: ReadonlyMap<string, string>,
): void {
  const { context, question, conversation } = single;
  if (context === undefined || called.get(context) !== 'evidence') return;
  if (question !== undefined || conversation !== undefined || responses.length > 0) return;
  open.set(context, 'evidence');
  delete single.context;
}

/** Of several replies of a system to one question, told apart by a column of tries, each is an item: the question's id is their group. */
function leaveIdOfTries(
  single: Single,
  { system, rater, judgedBy, criterion }: LongColumns,
  responses: ColumnMapping['responses'],
  called: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): void {
  const { id, group } = single;
  if (id === undefined || group !== undefined || system === undefined || responses.length === 0) return;
  const whole = [id, system, rater, judgedBy, criterion].flatMap((one) => (one ? [seen.get(one)!] : []));
  const tries = triesOf(seen.get(id)!, called, seen);
  if (tries.length === 0 || tellRowsApart(whole) || !tellRowsApart([...whole, ...tries])) return;
  delete single.id;
  single.group = id;
}

/** Whether two columns tell the same rows apart: each value of one stands beside one value of the other. */
function goTogether({ all: one }: Look, { all: other }: Look): boolean {
  const [ones, others] = [one.split('\u0000'), other.split('\u0000')];
  const both = new Set(ones.map((cell, at) => `${cell}\u0000${others[at]}`));
  return [ones, others].every((cells) => new Set(cells).size === both.size);
}

/** Of an instruction with an input, as Alpaca has them, the instruction is asked, and the input is what it is about. */
function withInstruction(
  single: Single,
  columns: readonly string[],
  open: Map<string, string>,
  seen: ReadonlyMap<string, Look>,
): void {
  if (single.question === undefined || lastName(single.question) !== 'input') return;
  const holder = JSON.stringify(pathOf(single.question).slice(0, -1));
  const instruction = columns.find(
    (column) =>
      open.get(column) === 'instruction' &&
      JSON.stringify(pathOf(column).slice(0, -1)) === holder &&
      seen.get(column)!.areTexts,
  );
  if (instruction === undefined || single.context !== undefined) return;
  single.context = single.question;
  single.question = instruction;
  open.delete(instruction);
}

/** Takes a column of turns for the conversation; a column of that name that holds numbers is none. */
function takeTurns(single: Single, open: Map<string, string>, seen: ReadonlyMap<string, Look>): void {
  const ofTurns = [...open.keys()].filter((column) =>
    mayBeConversation(column, open.get(column)!, seen.get(column)!),
  );
  const replied = ofTurns.filter((column) => isInReply(column) && seen.get(column)!.areAsked);
  // A reply that holds the whole conversation, beside the messages that were sent.
  if (single.conversation !== undefined && !isInReply(single.conversation) && replied.length === 1)
    single.conversation = replied[0]!;
  const named = single.conversation === undefined ? undefined : seen.get(single.conversation)!;
  // Of several conversations in a record, as those of two systems, nobody can tell which is judged.
  const whole = ofTurns.filter(isInReply);
  const [only] = ofTurns.length === 1 ? ofTurns : whole.length === 1 ? whole : [];
  const turns = single.conversation ?? only;
  if (turns === undefined) return;
  if (named === undefined) {
    single.conversation = turns;
    open.delete(turns);
  } else if (named.areNumbers) delete single.conversation;
  else if (
    named.areTexts &&
    (!named.areTranscripts || [...open.values()].some((plain) => isSummary.test(plain)))
  ) {
    // A dialogue that stands as one text is what the rest is about.
    if (single.context === undefined) single.context = turns;
    else single.question ??= turns;
    delete single.conversation;
  }
  const { question, conversation } = single;
  if (question === undefined || conversation === undefined) return;
  // What was asked first stands in the conversation again; what lies deeper in the record is no turn of it.
  const isDeeper = pathOf(question).length > pathOf(conversation).length;
  if (isDeeper || isInside(seen.get(question)!, seen.get(conversation)!)) delete single.question;
}

/** Whether a column may be the conversation of a record: turns, and neither a reply nor a right answer. */
function mayBeConversation(column: string, plain: string, look: Look): boolean {
  if (isAside(column, plain) || reference.test(plain)) return false;
  if (look.areTranscripts) return !isCalledReply(column, plain);
  return look.areTurns && (look.areAsked || !isInReply(column));
}

/** Whether most texts of a column stand in the conversations beside them. */
function isInside({ all }: Look, { all: whole }: Look): boolean {
  const [asked, held] = [all.split('\u0000'), whole.split('\u0000')];
  const inside = asked.filter(
    (text, at) =>
      text.trim() !== '' &&
      (held[at]!.includes(text.trim()) || held[at]!.includes(JSON.stringify(text).slice(1, -1))),
  );
  return inside.length * 2 > asked.length;
}

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
  const long = longColumns(open, seen, file);
  for (const column of [id, ...Object.values(long)].filter((one) => one !== undefined)) open.delete(column);
  const told = humanColumns(open, [unnamedSystem], []);
  const measured = signalColumns(open, [unnamedSystem], seen);
  const taken = new Set([...told, ...measured].map(({ column }) => column));
  const others = [...open].filter(([column]) => !taken.has(column));
  const { human, signals, unsure } = byScorer(
    [...told, ...qualityColumns(others, [unnamedSystem], seen)],
    measured,
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
  long: LongColumns,
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): Pick<ColumnMapping, 'group' | 'turn'> {
  if (question === undefined || conversation !== undefined || responses.length !== 1) return {};
  const all = [...seen.keys()].filter((column) => column !== question && column !== responses[0]!.column);
  const group = dialogueColumn(all, seen);
  if (group === undefined) return {};
  const others = [...open.keys()].filter((one) => one !== group);
  // A long table has each turn several times: for each system, person or criterion.
  const mayBe = (one: string) =>
    Object.keys(long).length > 0 || tellRowsApart([seen.get(group)!, seen.get(one)!]);
  const turn = turnColumn(others.filter(mayBe));
  return turn === undefined ? {} : { group, turn };
}
