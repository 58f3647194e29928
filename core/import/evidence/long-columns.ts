import type { ColumnMapping } from '../../../shared/contract/index.ts';
import { pathOf } from '../readers/json/record-columns.ts';
import { saidCells } from '../readers/tables/cell-values.ts';
import {
  asideNames,
  criterionNames,
  isIdOfItem,
  isRaterName,
  isSystemName,
  metricHolder,
  rightAnswer,
} from './column-names.ts';
import type { Look } from './column-values.ts';
import { isCalledReply, isInReply } from './reply-columns.ts';
import { holderOf, holdsRatings } from './scores/scored-columns.ts';
import {
  areModels,
  isInJudgment,
  namePeople,
  qualityNamed,
  type ScorerEvidence,
} from './scores/who-scored.ts';

/** Whether no two rows have the same values in some columns, as two of a conversation on one day have. */
export function tellRowsApart(looks: readonly Look[]): boolean {
  const cells = looks.map(({ all }) => all.split('\u0000'));
  const rows = cells[0]!.map((_, at) => cells.map((column) => column[at]).join('\u0000'));
  return new Set(rows).size === rows.length;
}

export type LongColumns = Pick<ColumnMapping, 'system' | 'rater' | 'judgedBy' | 'criterion'>;

/** Columns that name systems, people, judges or criteria over and over: those of a long table. */
export function longColumns(
  all: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
  { judges }: ScorerEvidence,
): LongColumns {
  // What the first entry of a list names holds for that entry, and not for the record.
  const open = [...all].filter(([column]) => pathOf(column).every((step) => typeof step === 'string'));
  const find = (wanted: readonly string[]) =>
    open.find(([column, plain]) => wanted.includes(plain) && seen.get(column)!.mayBeNames)?.[0];
  const rater = open.find(([column, plain]) => {
    const look = seen.get(column)!;
    const isShort = /^(?:ann|anno|annot)$/.test(plain) && !look.areNumbers;
    return (isRaterName(plain) || isShort) && namePeople(plain, look);
  })?.[0];
  const found = {
    system: open.find(
      ([column, plain]) =>
        (isSystemName(plain) || (plain === 'policy' && isInReply(column))) &&
        seen.get(column)!.mayBeNames &&
        !isInJudgment(column) &&
        !isScoreOf(column, plain, seen.get(column)!),
    )?.[0],
    rater,
    judgedBy: judges,
    criterion: find(criterionNames),
  };
  return Object.fromEntries(Object.entries(found).filter(([, column]) => column !== undefined));
}

/** Whether a column that is called as a system holds its scores, or those that it gave: `scores.llm`, `llm` beside `human`. */
const isScoreOf = (column: string, plain: string, { areNumbers }: Look): boolean =>
  areNumbers &&
  (plain === 'llm' || metricHolder.test(holderOf(column)) || holdsRatings.test(holderOf(column)));

/** What people call how a reply came about, and hardly anything that was asked about. */
const conditionNames =
  /^(?:method|approach|strategy|config(?:uration)?|setup|variant|version|pipeline|experiment|retriever|condition|treatment|arm|technique|framework|architecture|setting|mode|style|(?:prompt|prompting|system_prompt|rag|retrieval|response|reply|answer)_(?:version|type|name|variant|strategy|method|style|mode|template|condition))$/;

/** What people call a number by which they set how a system answers. */
const settingNames =
  /^(?:(?:sampling_)?temp(?:erature)?|top_?[pk]|k|(?:n|num|number_of)_?(?:shots?|examples|docs|documents|passages|chunks|beams)|shots?|few_?shot|beam_(?:size|width)|(?:chunk|context|window)_(?:size|length)|max_(?:new_)?tokens|quantization|bits|threshold|alpha|prompt_(?:no|number|id))$/;

/** What tells several tries of the same apart. */
const tryNames =
  /^(?:trial|run|rep|repeat|repetition|replicate|seed|attempt|iteration|try)(?:_?(?:id|no|nr|num|number|index|idx))?$/;

/** The columns of what was asked. */
interface Asked {
  readonly id?: string;
  readonly question?: string;
  readonly conversation?: string;
}

/** What tells the rows of one question apart. */
interface Conditions {
  /** A column that says in its name how a reply came about: it names the systems. */
  readonly system?: string;
  /** The only one whose name says nothing of that, with all its values at every question and other replies: it may name them. */
  readonly perhaps?: string;
}

/** The columns by which each question was answered once, or once in every try, where nothing else names the systems. */
export function conditionsIn(
  single: Asked,
  { system, rater, judgedBy, criterion }: LongColumns,
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): Conditions {
  const asked = askedIn(single, open, seen);
  if (system !== undefined || asked === undefined) return {};
  const tries = triesOf(asked, open, seen);
  const parts = [...open].filter(
    ([column]) =>
      seen.get(column) !== asked &&
      seen.get(column)!.repeats &&
      !seen.get(column)!.isConstant &&
      tellRowsApart([asked, seen.get(column)!, ...tries]),
  );
  const named = parts.find(([, plain]) => conditionNames.test(plain));
  if (named !== undefined) return { system: named[0] };
  const isLong = [rater, judgedBy, criterion].some((column) => column !== undefined);
  const replies = [...open].flatMap(([column, plain]) =>
    isCalledReply(column, plain) && seen.get(column)!.areTexts ? [seen.get(column)!] : [],
  );
  const [only, another] = parts.filter(
    ([column, plain]) =>
      (isSetNumber(plain, seen.get(column)!) || (!isLong && !isNoCondition(plain, seen.get(column)!))) &&
      isAtEach(asked, seen.get(column)!) &&
      replies.some((reply) => tellRowsApart([asked, reply])),
  );
  return only === undefined || another !== undefined ? {} : { perhaps: only[0] };
}

/** The only column in which every row says one of the systems that are known from elsewhere. */
export function columnOfKnown(
  known: readonly string[],
  { system }: LongColumns,
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): Pick<LongColumns, 'system'> {
  if (system !== undefined || known.length < 2) return {};
  const areKnown = (column: string) => {
    const said = saidCells(seen.get(column)!.all.split('\u0000'));
    return said.length > 0 && said.every((name) => known.includes(name.trim()));
  };
  const [only, another] = [...open.keys()].filter(areKnown);
  return only === undefined || another !== undefined ? {} : { system: only };
}

/** What the rows of one question have in common: its text, its id, or a text that nothing names. */
function askedIn(
  { id, question, conversation }: Asked,
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): Look | undefined {
  const repeated = (columns: readonly string[]) =>
    columns.map((column) => seen.get(column)!).find(({ repeats, isConstant }) => repeats && !isConstant);
  const named = [question, conversation, id].filter((column) => column !== undefined);
  const ids = [...open.keys()].filter(isIdOfItem);
  return repeated(named) ?? (named.length > 0 ? undefined : repeated(ids));
}

/** The column that tells several tries of one question apart, as `trial`; none where there is none. */
export function triesOf(
  asked: Look,
  open: ReadonlyMap<string, string>,
  seen: ReadonlyMap<string, Look>,
): Look[] {
  const found = [...open].filter(
    ([column, plain]) => tryNames.test(plain) && seen.get(column)!.repeats && !seen.get(column)!.isConstant,
  );
  return found.slice(0, 1).flatMap(([column]) => (seen.get(column) === asked ? [] : [seen.get(column)!]));
}

const isSetNumber = (plain: string, { areNumbers }: Look): boolean => areNumbers && settingNames.test(plain);

/** Whether a column that comes with every question tells something else than how it was answered. */
const isNoCondition = (plain: string, { areNumbers, areTexts, areDates, mayBeNames }: Look): boolean =>
  areNumbers ||
  areTexts ||
  areDates ||
  !mayBeNames ||
  isRaterName(plain) ||
  asideNames.test(plain) ||
  qualityNamed(plain) !== undefined ||
  /(?:^|_)(?:lang|language|locale|human|user|person|participant|rater|judge|label|verdict|status|id)(?:_|$)/.test(
    plain,
  );

/** Fewest questions at which all values of a column are no chance. */
const fewestQuestions = 4;

/** Whether every value of a column, of at least two, stands at every question. */
function isAtEach({ all: questions }: Look, { all: values }: Look): boolean {
  const [asked, told] = [questions.split('\u0000'), values.split('\u0000')];
  const atEach = new Map<string, Set<string>>();
  for (const [at, one] of asked.entries()) atEach.set(one, (atEach.get(one) ?? new Set()).add(told[at]!));
  // Of the last question seen some rows may stand further down.
  atEach.delete(asked.at(-1)!);
  const most = new Set(told).size;
  return (
    most > 1 && atEach.size >= fewestQuestions && [...atEach.values()].every(({ size }) => size === most)
  );
}

/**
 * In a file of scores a column of models of which none is a system that answered names who judged, where a judge's words stand beside
 * the scores.
 */
export function judgeBeside(
  known: readonly string[],
  { system, ...others }: LongColumns,
  file: ScorerEvidence,
  seen: ReadonlyMap<string, Look>,
): { long: LongColumns; file: ScorerEvidence } | undefined {
  const isByMachine = file.machine !== undefined || file.perhapsMachine !== undefined;
  if (system === undefined || known.length === 0 || others.judgedBy !== undefined || !isByMachine)
    return undefined;
  const called = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const isLike = (name: string) =>
    known.some((one) => called(one).includes(called(name)) || called(name).includes(called(one)));
  const models = saidCells(seen.get(system)!.all.split('\u0000'));
  if (!areModels(seen.get(system)!) || models.some(isLike)) return undefined;
  return { long: { ...others, judgedBy: system }, file: { ...file, judges: system, machine: system } };
}

interface Seen {
  readonly open: ReadonlyMap<string, string>;
  readonly seen: ReadonlyMap<string, Look>;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * A column of models that names no systems, because every reply stands there once for each of them, names who judged: several models
 * do not all write the same texts.
 */
export function whoGave(
  { question }: Asked,
  long: LongColumns,
  file: ScorerEvidence,
  { open, seen, columns, rows }: Seen,
): { long: LongColumns; file: ScorerEvidence } {
  const { system, ...others } = long;
  const kept = { long, file };
  if (system === undefined || question === undefined || long.judgedBy !== undefined) return kept;
  if (!areModels(seen.get(system)!)) return kept;
  const reply = [...open].find(
    ([column, plain]) =>
      isCalledReply(column, plain) && !rightAnswer.test(plain) && seen.get(column)!.areTexts,
  );
  if (!reply) return kept;
  const [asked, said, named] = [question, reply[0], system].map((column) => columns.indexOf(column));
  const questions = Map.groupBy(rows, (row) => row[asked!] ?? '');
  const areSame = [...questions.values()].every(
    (group) =>
      new Set(group.map((row) => row[said!])).size === 1 &&
      new Set(group.map((row) => row[named!])).size === group.length,
  );
  const repeated = [...questions.values()].filter(({ length }) => length > 1).length;
  if (!areSame || repeated < enoughRepeated) return kept;
  return { long: { ...others, judgedBy: system }, file: { ...file, judges: system, machine: system } };
}

/** Replies that must stand there for several models, before those are taken for judges. */
const enoughRepeated = 2;
