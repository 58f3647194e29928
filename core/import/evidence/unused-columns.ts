import type { ColumnMapping } from '../../../shared/contract/index.ts';
import { mapOption, mappedColumns } from '../../../shared/mapping.ts';
import { unnamedSystem } from '../formats/chats/chat-record.ts';
import { areChoices } from '../formats/pairs/winner-words.ts';
import { isConversation, pathOf } from '../readers/json/record-columns.ts';
import type { FilePlace } from '../readers/record-fields.ts';
import { cellList, cellsIn, saidCells, sayNumbers, wordsOf } from '../readers/tables/cell-values.ts';
import { numberIn } from '../readers/tables/numbers-in-text.ts';
import { lastName, names, spacedName, wholeName } from './column-names.ts';
import { lookAt } from './column-values.ts';
import { foundColumns } from './found-failures.ts';
import { mayBeSaidAnswer } from './reply-columns.ts';
import { areOwnTexts, isAside } from './roles.ts';
import { suggest } from './suggest-mapping.ts';
import { namedRange, plainColumnName } from './translated-names.ts';

/**
 * Says how texts that no name tells are read as replies, where a file has none: those that were kept as fields, and one that was taken
 * for what was asked.
 */
function reportTexts(
  { question, ...mapping }: ColumnMapping,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  at: FilePlace,
): void {
  const { responses, conversation } = mapping;
  if (responses.length > 0) reportUnasked({ question, ...mapping }, columns, rows, at);
  if (responses.length > 0 || conversation !== undefined || mapping.text !== undefined) return;
  const asReplies = (texts: readonly string[]) =>
    mapOption(withReplies({ ...mapping, ...(question !== undefined && { question }) }, texts));
  const answers = saidAnswers(mapping);
  if (answers.length > 0) {
    const one = answers.length === 1;
    const read = one ? 'column read as the right answer' : 'columns read as right answers';
    const said = one ? 'a system wrote it' : 'systems wrote them';
    at.problems.notice(
      `${read}: ${answers.slice(0, mostTexts).join(', ')}. If ${said}, say so (--map '${asReplies(answers)}')`,
      answers.length,
    );
  }
  const taken = new Set(mappedColumns({ question, ...mapping }));
  const left = columns.filter((column) => !taken.has(column) && mayBeSaid(column, columns, rows));
  if (left.length > 0 && left.length <= mostTexts) {
    const one = left.length === 1;
    at.problems.notice(
      `${one ? 'column of texts' : 'columns of texts'} kept as ${one ? 'a field' : 'fields'}: ${left.join(', ')}. If ${one ? 'it is the reply' : 'they are replies'}, say so (--map '${asReplies(left)}')`,
      left.length,
    );
    return;
  }
  if (question === undefined) return;
  const called = [spacedName(question), spacedName(question).replace(/s$/, '')];
  if (called.some((name) => (names.question as readonly string[]).includes(name))) return;
  at.problems.notice(
    `texts without a reply, read as the question: ${question}. If it is the reply, say so (--map '${mapOption(withReplies(mapping, [question]))}')`,
  );
}

const mostTexts = 8;

/** The right answers that may as well be what systems said: the only one, that called an answer beside others, or numbered ones. */
function saidAnswers({ references }: ColumnMapping): readonly string[] {
  const found = references.filter(mayBeSaidAnswer);
  if (references.length < 2) return found;
  const called = found.filter((column) => /^answer(?:_text)?$/.test(plainColumnName(column)));
  if (called.length === 1) return called;
  return found.length > 1 && found.every((column) => /_?\d$/.test(plainColumnName(column))) ? found : [];
}

/** The only one of them. */
function onlyAnswer(mapping: ColumnMapping): string | undefined {
  const [only, another] = saidAnswers(mapping);
  return another === undefined ? only : undefined;
}

/** A mapping in which texts are replies, each of a system called by its column where they are several. */
const withReplies = (mapping: ColumnMapping, texts: readonly string[]): ColumnMapping => ({
  ...mapping,
  references: mapping.references.filter((column) => !texts.includes(column)),
  responses: texts.map((column) => ({
    column,
    system: texts.length > 1 ? wholeName(column) : unnamedSystem,
  })),
});

/** Replies without what was asked, beside a text that may be it. */
function reportUnasked(
  mapping: ColumnMapping,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  at: FilePlace,
): void {
  const { question, conversation, context, turns } = mapping;
  if ([question, conversation, context, turns].some((one) => one !== undefined)) return;
  const taken = new Set(mappedColumns(mapping));
  const [text, another] = columns.filter(
    (column) =>
      !taken.has(column) && !isAside(column, plainColumnName(column)) && mayBeSaid(column, columns, rows),
  );
  if (text === undefined) return;
  const isOne = another === undefined;
  at.problems.notice(
    `column of replies without what was asked; ${isOne ? 'a text is' : 'texts are'} kept as ${isOne ? 'a field' : 'fields'}: ${isOne ? text : `${text}, ${another}`}. If ${text} was asked, say so (--map '${mapOption({ ...mapping, question: text })}')`,
  );
}

/** Whether a column at the top of a record has a text of its own in most rows. */
function mayBeSaid(
  column: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): boolean {
  if (pathOf(column).length > 1) return false;
  const look = lookAt(cellsIn(column, columns, rows));
  return look.areTexts && areOwnTexts(look) && look.filled * 2 > rows.length;
}

/**
 * Names the columns that are mapped as nothing and could be scores: those of numbers whose names say so; where nothing is mapped as a
 * score, also those of whole numbers of a short range, as people and judges give.
 */
export function reportUnused(
  mapping: ColumnMapping,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  at: FilePlace,
  name?: string,
): void {
  const scores = [...mapping.human, ...mapping.signals].map(({ column }) => column);
  const taken = new Set([...mappedColumns(mapping), ...(mapping.leaveOut ?? [])]);
  const { aside, unsure, people } = suggest(columns, rows, { name });
  tellAside(
    aside.filter((one) => !taken.has(one.column)),
    at,
  );
  reportLists(mapping, columns, rows, at);
  reportTexts(mapping, columns, rows, at);
  for (const { column, kind } of foundColumns(mapping, columns, rows)) at.problems.offerFound(column, kind);
  if (
    mapping.human.length === 0 &&
    mapping.label === undefined &&
    people !== undefined &&
    unsure.length === 0
  )
    at.problems.notice(
      `column of people, of whom no score was recognized: ${people}; choose in the preview what they scored (--map)`,
    );
  const given = new Set(scores.flatMap((column) => saidCells(cellsIn(column, columns, rows))));
  const asked = new Set(unsure.map(({ column }) => column));
  const unused = columns.filter((column) => {
    if (taken.has(column) || asked.has(column)) return false;
    const said = saidCells(cellsIn(column, columns, rows));
    const values = new Set(said);
    const isNamed =
      namedRange(column) !== undefined ||
      [plainColumnName(column), spacedName(column)].some((name) => scoreWord.test(name));
    const areScores = said.every((text) => numberIn(text, true) !== undefined || grade.test(text));
    if (isNamed && said.length > 0 && areScores) return true;
    const isShort = values.size > 1 && values.size <= mostGrades && values.size < rows.length;
    const areGrades =
      isShort &&
      ([...values].every((text) => grade.test(text)) || sayNumbers(said) || wordsOf(said) !== undefined);
    return areGrades && (scores.length === 0 || [...values].every((text) => given.has(text)));
  });
  const left = columns.filter((column) => !taken.has(column) && !asked.has(column));
  tellClasses(left, columns, rows, at);
  const sides =
    mapping.responses.length === 2 ? left.filter((column) => maySaySide(column, columns, rows)) : [];
  tellChosen(left, mapping, columns, rows, at);
  if (mapping.responses.length === 2) tellSides(sides, mapping.responses, at);
  if (mapping.responses.length > 1) tellOrders(left, columns, rows, at);
  const kept = [
    'column of numbers kept as a field, not as a score',
    'columns of numbers kept as fields, not as scores',
  ] as const;
  const others = unused.filter((column) => !sides.includes(column));
  tellKept(at, others, kept, `choose scores in the preview${asPeoples(mapping, others)}`);
}

/** Whether a column may say by a number which of two replies is better: a label of 1 and 2, or of 0 and 1. */
function maySaySide(
  column: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): boolean {
  const values = new Set(saidCells(cellsIn(column, columns, rows)));
  const scales = [
    ['0', '1', '2'],
    ['-1', '0', '1'],
  ];
  const isNumbered =
    values.size > 1 && scales.some((scale) => [...values].every((value) => scale.includes(value)));
  return (
    isNumbered &&
    /(?:^|_)(?:label|gold|choice|prefer\w{0,5}|winner|better)(?:_|$)/.test(plainColumnName(column))
  );
}

/** Names the columns of `maySaySide`: which number is which reply the file does not say. */
function tellSides(
  sides: readonly string[],
  [first, second]: ColumnMapping['responses'],
  at: FilePlace,
): void {
  const kept = ['column of numbers kept as a field', 'columns of numbers kept as fields'] as const;
  const words = `"${first!.column}", "${second!.column}" or "tie"`;
  tellKept(at, sides, kept, `if it says which reply is better, call it "winner", with ${words} in it`);
}

/** The mapping in which people gave the scores in columns of numbers, as an option to paste, where one reply was scored. */
function asPeoples(mapping: ColumnMapping, columns: readonly string[]): string {
  const answer = onlyAnswer(mapping);
  const isSaid = mapping.conversation !== undefined || mapping.text !== undefined;
  const replies = mapping.responses.length;
  if (columns.length > mostTexts || replies > 1 || (replies === 0 && !isSaid && answer === undefined))
    return ' (--map)';
  const judged = replies === 1 || isSaid || answer === undefined ? mapping : withReplies(mapping, [answer]);
  const system = judged.responses[0]?.system ?? unnamedSystem;
  const human = columns.map((column) => ({ column, system, criterion: lastName(column) }));
  const several = columns.length > 1 ? ', with one "criterion" where each is of another person' : '';
  return ` (if people gave them: --map '${mapOption({ ...judged, human: [...mapping.human, ...human] })}'${several})`;
}

/** Names columns that are kept as fields, in words for one and for several, with what to do where they are more. */
function tellKept(
  at: FilePlace,
  found: readonly string[],
  [one, several]: readonly [string, string],
  remedy: string,
): void {
  const kept = found.length === 1 ? one : several;
  if (found.length > 0)
    at.problems.notice(`${kept}: ${found.slice(0, 8).join(', ')}; ${remedy}`, found.length);
}

/** Names the columns that are called labels or verdicts and hold classes of which nobody knows what each is worth. */
function tellClasses(
  left: readonly string[],
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  at: FilePlace,
): void {
  const found = left.filter((column) => {
    const said = saidCells(cellsIn(column, columns, rows));
    const classes = new Set(said);
    const isNamed = classWord.test(plainColumnName(column));
    return (
      isNamed &&
      classes.size > 1 &&
      classes.size <= mostGrades &&
      classes.size < said.length &&
      said.some((text) => !grade.test(text))
    );
  });
  const kept = [
    'column of classes kept as a field, not as a score',
    'columns of classes kept as fields, not as scores',
  ] as const;
  tellKept(at, found, kept, 'if they are scores, say what each class is worth ("classes" in --map)');
}

/** Names the columns that say which of the replies was chosen: by its side, or by its system. */
function tellChosen(
  left: readonly string[],
  { system, responses }: ColumnMapping,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  at: FilePlace,
): void {
  const systems =
    system === undefined
      ? responses.map((one) => one.system)
      : [...new Set(saidCells(cellsIn(system, columns, rows)))];
  const named = left.filter((column) => namesOneOf(systems, column, columns, rows));
  const sided = responses.length === 2 ? choicesAmong(left, columns, rows) : [];
  if (systems.length === 2) tellChoices([...new Set([...named, ...sided])], at);
  else tellBest(named, at);
}

/** Whether a column names one of several systems in each row, as the best of them, or a tie. */
function namesOneOf(
  systems: readonly string[],
  column: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): boolean {
  const said = systems.length < 2 ? [] : saidCells(cellsIn(column, columns, rows));
  const isNamed = (cell: string) => systems.includes(cell.trim());
  return said.some(isNamed) && said.every((cell) => isNamed(cell) || areChoices([cell], column));
}

/** The columns that say which of two replies is better, and are not called classes. */
const choicesAmong = (
  left: readonly string[],
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string[] =>
  left.filter((column) => {
    const said = saidCells(cellsIn(column, columns, rows));
    return new Set(said).size > 1 && areChoices(said, column) && !classWord.test(plainColumnName(column));
  });

/** Names columns that are called like replies, by what they hold. */
function tellAside(aside: readonly { column: string; why: string }[], at: FilePlace): void {
  for (const [why, found] of Map.groupBy(aside, (one) => one.why)) {
    const one = found.length === 1;
    const kept = one ? 'column kept as a field, as it holds' : 'columns kept as fields, as they hold';
    const named = found.slice(0, mostTexts).map(({ column }) => column);
    at.problems.notice(`${kept} ${why}: ${named.join(', ')}`, found.length);
  }
}

/** Replies in an order, the best first: "A > B > C". */
const order = /^[^>≻]{1,60}(?:[>≻][^>≻]{1,60}){1,12}$/;

/** Names columns of orders of the replies, which are no scores. */
function tellOrders(
  left: readonly string[],
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  at: FilePlace,
): void {
  const found = left.filter((column) => {
    const said = saidCells(cellsIn(column, columns, rows));
    return said.length > 0 && said.every((cell) => order.test(cell));
  });
  const kept = [
    'column of orders of the replies kept as a field',
    'columns of orders of the replies kept as fields',
  ] as const;
  tellKept(at, found, kept, 'give each reply a column with its rank ("rank_a")');
}

/** Names columns that say which of more than two replies is the best, which is no score of each. */
function tellBest(found: readonly string[], at: FilePlace): void {
  const kept = [
    'column that names one of the systems kept as a field',
    'columns that name one of the systems kept as fields',
  ] as const;
  tellKept(at, found, kept, 'if it is the best one, give each reply a column with its rank ("rank_a")');
}

/** Names columns of choices of which nobody can tell whether each is a person or a criterion. */
export function tellChoices(found: readonly string[], at: FilePlace): void {
  const kept = [
    'column of choices between the two replies kept as a field',
    'columns of choices between the two replies kept as fields',
  ] as const;
  const them = found.length === 1 ? 'it' : 'each';
  tellKept(at, found, kept, `call ${them} "winner", in a row of its own with "annotator" beside it`);
}

/** Names the columns of questions and replies whose cells are lists: several texts are then shown as one. */
function reportLists(
  { question, responses }: ColumnMapping,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  at: FilePlace,
): void {
  const isList = (cell: string) => {
    const list = cellList(cell);
    return Array.isArray(list) && !isConversation(list);
  };
  for (const column of [question, ...responses.map((one) => one.column)]) {
    const cells = column === undefined ? [] : saidCells(cellsIn(column, columns, rows));
    const lists = cells.filter((cell) => cell.startsWith('[') && isList(cell)).length;
    if (lists > 0 && lists * 2 > cells.length)
      at.problems.notice(`column whose cells are lists, each shown as one text: ${column}`);
  }
}

const scoreWord = /(?:^|_)(?:score|scores|rating|ratings|grade|judge)(?:_|$)/;
const classWord =
  /(?:^|_)(?:label|labels|thumbs?|vote|liked?|preferred|winner|better|verdict|annotation|annotations|judgment|judgement|rating|grade|hallucination)(?:_|$)/;
const mostGrades = 11;
/** A number, or the list of several people's. */
const grade = /^(\[[-\d., ]{1,100}\]|-?\d{1,3}(\.\d{1,2})?)$/;
