import type { ColumnMapping } from '../../../shared/contract/index.ts';
import type { WayToRead } from '../../../shared/errors.ts';
import { mapOption, mappedColumns, pastedOptions, wayToRead } from '../../../shared/mapping.ts';
import { unnamedSystem } from '../formats/chats/chat-record.ts';
import { areChoices } from '../formats/pairs/winner-words.ts';
import { pathOf } from '../readers/json/record-columns.ts';
import type { Problems } from '../readers/problems.ts';
import { cellsIn, saidCells } from '../readers/tables/cell-values.ts';
import { names, pathName, plainName, response } from './column-names.ts';
import { lookAt } from './column-values.ts';
import { classesOf } from './scores/scored-columns.ts';
import { declaredAs, isCalledAfterJudge, type UnsureScore } from './scores/who-scored.ts';
import { type KnownOfFile, suggest, suggestMapping } from './suggest-mapping.ts';
import { ownQuestions } from './text-columns.ts';

/** Rows at which a mapping is guessed. */
export const rowsSeen = 50;

/** The mapping that was given where it says what columns hold; else the one that is guessed, with what was said beside. */
export function wholeMapping(
  given: ColumnMapping | undefined,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  known?: KnownOfFile,
): ColumnMapping {
  if (given && hasColumns(given)) return without(given);
  return without(withAdditions(suggestMapping(columns, rows, known, given?.system), given));
}

/** Fields of one object that are objects themselves: with more of them none is the question or the reply of the whole. */
const mostParts = 3;

/**
 * The same for a file that is one record alone, where values prove nothing, because there are none beside them: what is asked and what
 * is answered must be called so, and stand in the record itself or in one of its few parts.
 */
export function mappingByNames(
  given: ColumnMapping | undefined,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  known?: KnownOfFile,
): ColumnMapping {
  if (given && hasColumns(given)) return wholeMapping(given, columns, rows, known);
  const parts = new Set(
    columns.map(pathOf).flatMap(([first, second]) => (second === undefined ? [] : [first])),
  );
  const isOwn = (column: string) => {
    const [first, second] = pathOf(column);
    return second === undefined || parts.size <= mostParts || isCalledText(String(first));
  };
  const own = columns.filter(isOwn);
  const ownRows = rows.map((row) => own.map((column) => row[columns.indexOf(column)] ?? ''));
  const whole = wholeMapping(given, own, ownRows, known);
  const named = suggestMapping(own, [], known);
  const { question: asked, ...others } = whole;
  const question = asked !== undefined && asked === named.question ? asked : undefined;
  const responses = whole.responses.filter(({ column }) =>
    named.responses.some((one) => one.column === column),
  );
  if (question === undefined && responses.length === 0 && whole.conversation === undefined)
    return { references: [], responses: [], human: [], signals: [] };
  const [only, another] = responses;
  // Replies that nobody named are called by their columns where they are several.
  const isUnnamed = only !== undefined && another === undefined && only.system === only.column;
  return {
    ...others,
    ...(question !== undefined && { question }),
    responses: isUnnamed ? [{ ...only, system: unnamedSystem }] : responses,
  };
}

/** Whether a part of a record is called a question or a reply, as `inputs` or `output`. */
const isCalledText = (name: string): boolean =>
  [plainName(name), plainName(name).replace(/s$/, '')].some(
    (one) => (names.question as readonly string[]).includes(one) || response.test(one),
  );

/** Whether a mapping says what columns hold; else it only adds to the one that is guessed. */
const hasColumns = ({
  leaveOut: _l,
  classes: _c,
  decimalComma: _d,
  types: _t,
  missing: _m,
  repeats: _r,
  quotes: _q,
  header: _h,
  found: _f,
  reasoning: _,
  system: _s,
  ...columns
}: ColumnMapping): boolean =>
  Object.values(columns).some((value) => (Array.isArray(value) ? value.length > 0 : value !== undefined));

/** Whether a mapping says nothing but whether reasoning is kept apart, so that the file is read as without it. */
export const saysReasoningAlone = ({ reasoning: _, ...rest }: ColumnMapping): boolean =>
  mapOption(rest) === '{}';

/** What is guessed, with what was said of some columns in place of it. */
function withAdditions(guessed: ColumnMapping, given: Partial<ColumnMapping> = {}): ColumnMapping {
  const { leaveOut, classes, decimalComma, types, missing, repeats, quotes, header, reasoning, found } =
    given;
  return {
    ...guessed,
    ...(leaveOut && { leaveOut }),
    ...(classes && { classes: { ...guessed.classes, ...classes } }),
    ...(decimalComma !== undefined && { decimalComma }),
    ...(types && { types: { ...guessed.types, ...types } }),
    ...(missing && { missing }),
    ...(repeats && { repeats }),
    ...(quotes && { quotes }),
    ...(header && { header }),
    ...(reasoning && { reasoning }),
    ...(found && { found }),
  };
}

/** A mapping without the scores that are left out, by the name of their column or of what was scored. */
function without(mapping: ColumnMapping): ColumnMapping {
  const { leaveOut } = mapping;
  if (!leaveOut) return mapping;
  const stays = (...names: (string | undefined)[]) =>
    !names.some((name) => name !== undefined && leaveOut.includes(name));
  return {
    ...mapping,
    human: mapping.human.filter(({ column, criterion }) => stays(column, criterion)),
    signals: mapping.signals.filter(({ column, name, criterion }) => stays(column, name, criterion)),
  };
}

/** What to do where nothing was recognized as what scores are of. */
export const noReply = 'Say in the preview which column holds the reply ("responses" in --map).';

/**
 * Asks what a file leaves open, as one question with the ways to answer it: which question counts where each reply has its own, else
 * whose the scores are. Nothing is asked of a mapping that says what columns hold.
 */
export function askWhose(
  problems: Problems,
  given: ColumnMapping | undefined,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  { systems, name = '' }: KnownOfFile = {},
): void {
  if (given && hasColumns(given)) return;
  const { mapping, unsure, perhapsSystem } = suggest(columns, rows, { systems, name }, given?.system);
  if (askWhichQuestion(problems, mapping, columns, rows)) return;
  if (perhapsSystem !== undefined && given?.repeats === undefined) {
    askWhoAnswered(problems, perhapsSystem, columns, rows);
    return;
  }
  const left = given?.leaveOut ?? [];
  const open = unsure.filter(({ column, criterion }) => !left.includes(column) && !left.includes(criterion));
  const isJudged =
    mapping.responses.length > 0 || mapping.conversation !== undefined || mapping.text !== undefined;
  if (!isJudged && systems === undefined && refuseChoices(problems, mapping, columns, rows)) return;
  if (open.length === 0) {
    if (!isJudged && systems === undefined) refuseUnanswered(problems, mapping, columns, rows);
    return;
  }
  if (!isJudged && systems === undefined) {
    const { column } = open[0]!;
    const message = `${column} has scores, but no column was recognized as the reply that they are of.`;
    problems.add(0, column, message, noReply);
    return;
  }
  const named = open.map(({ column, values }) => `${column} (${values})`).join(', ');
  const says = isCalledAfterJudge(name)
    ? `Only the file’s name, “${name}”, may say.`
    : 'The file does not say.';
  const question = `${named}: are these people’s scores, a machine’s, or neither? ${says}`;
  const names = open.map(({ column }) => column);
  const remedy = 'Say whose they are (--map), or keep them as fields (--leave-out).';
  const added = without(withAdditions(mapping, given));
  const { classes } = classesOf(open, columns, rows);
  const whole = { ...added, ...(classes && { classes: { ...classes, ...added.classes } }) };
  const ratings = open.map((one) => ({ ...one, criterion: 'rating' }));
  const areOpen = open.length > 1 && open.every(({ isOpen }) => isOpen === true);
  const ways = [
    wayToRead('People’s scores', declaredAs(whole, open, 'people')),
    ...waysOfNames(whole, open),
    ...(areOpen ? [wayToRead('One rating by several people', declaredAs(whole, ratings, 'people'))] : []),
    wayToRead('A machine’s scores', declaredAs(whole, open, 'machine')),
    wayToRead('Neither, keep as fields', { leaveOut: names }),
  ];
  problems.add(0, names[0]!, question, remedy, ways);
  problems.ready = ways.map(pastedOptions);
}

/** The way to read scores with names in two as the votes of those people, where there are such. */
function waysOfNames(mapping: ColumnMapping, open: readonly UnsureScore[]): WayToRead[] {
  const others = open.filter(({ inTwo, criterion }) => inTwo !== undefined && inTwo.rated !== criterion);
  const names = [...new Set(others.map(({ inTwo }) => inTwo!.who))];
  if (names.length === 0) return [];
  const shared = open.map((one) => (one.inTwo === undefined ? one : { ...one, criterion: one.inTwo.rated }));
  const called = names.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join(', ');
  return [wayToRead(`Votes of several people (${called})`, declaredAs(mapping, shared, 'people'))];
}

/** Asks whether a column names the systems, where every question was answered once by each of its values. */
function askWhoAnswered(
  problems: Problems,
  column: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const values = [...new Set(saidCells(cellsIn(column, columns, rows)))];
  const named = values.slice(0, mostQuestions).join(', ');
  const message = `Every question was answered once for each “${column}” (${named}): are these different systems? The file does not say.`;
  const ways = [
    wayToRead('A system each', { system: column }),
    wayToRead('One system, each row an item of its own', { repeats: 'items' }),
  ];
  problems.add(0, column, message, 'Say what they are (--map).', ways);
  problems.ready = ways.map(pastedOptions);
}

/** Refuses choices between two replies that the file does not have, and says whether it did. */
function refuseChoices(
  problems: Problems,
  mapping: ColumnMapping,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): boolean {
  const saysSide = (column: string) => {
    const said = saidCells(cellsIn(column, columns, rows));
    return new Set(said).size > 1 && areChoices(said, column);
  };
  const scored = [...mapping.human, ...mapping.signals].map(({ column }) => column);
  const chosen = columns.find((column) => /winner|prefer|better|chosen/i.test(column) && saysSide(column));
  if (chosen === undefined || !scored.every(saysSide)) return false;
  const message = `${chosen} says which of two replies was chosen, but the file has no replies.`;
  const ways = [wayToRead('The questions alone', { ...mapping, human: [], signals: [] })];
  problems.add(0, chosen, message, 'Choose the file with the replies, too.', ways);
  problems.ready = mapping.question === undefined ? [] : ways.map(pastedOptions);
  return true;
}

/** Rows that name their systems and say nothing of them that was recognized, beside texts that may be the replies. */
function refuseUnanswered(
  problems: Problems,
  mapping: ColumnMapping,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const { system } = mapping;
  if (system === undefined || mapping.human.length + mapping.signals.length > 0) return;
  const taken = new Set(mappedColumns(mapping));
  const texts = columns.filter(
    (column) => !taken.has(column) && lookAt(cellsIn(column, columns, rows)).areTexts,
  );
  if (texts.length === 0) return;
  const message = `The rows name their systems (${system}), but no column was recognized as what they replied.`;
  problems.add(0, texts[0]!, message, noReply);
}

/** Questions that are named where each reply has its own. */
const mostQuestions = 4;

/** Asks which replies are read where each has a question of its own, and says whether it did. */
function askWhichQuestion(
  problems: Problems,
  mapping: ColumnMapping,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): boolean {
  const own = ownQuestions(mapping, columns, (column) => lookAt(cellsIn(column, columns, rows)));
  if (own.length < 2) return false;
  const named = own.map(({ question, reply }) => `${reply} answers ${question}`).join(', ');
  const ways = own.slice(0, mostQuestions).map(({ question, reply, called }) => {
    const others = own.filter((one) => one.called !== called);
    const { system } = mapping.responses.find((one) => one.column === reply) ?? mapping.responses[0]!;
    const isOfReply = (column: string) =>
      !others.some((one) => `_${pathName(column)}_`.includes(`_${one.called}_`));
    const ofReply = <T extends { system: string; column: string }>(scores: readonly T[]) =>
      scores.filter((one) => one.system === system && isOfReply(one.column));
    return wayToRead(`Read ${reply}`, {
      ...mapping,
      question,
      responses: [{ column: reply, system }],
      human: ofReply(mapping.human),
      signals: ofReply(mapping.signals),
    });
  });
  const message = `Each reply has a question of its own, and an item has one: ${named}.`;
  const remedy = 'Give each question and its reply a row, or read the replies to one (--map).';
  problems.add(0, own[0]!.question, message, remedy, ways);
  problems.ready = ways.map(pastedOptions);
  return true;
}
