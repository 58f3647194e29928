import { isQuestion, isRemark, plainName, spacedName } from '../../evidence/column-names.ts';
import { isProse, lookAt } from '../../evidence/column-values.ts';
import { qualityNamed } from '../../evidence/scores/who-scored.ts';
import { suggest } from '../../evidence/suggest-mapping.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { saidCells } from '../../readers/tables/cell-values.ts';
import { type ScoreFields, scoreFields } from './pair-scores.ts';
import { idFields, judgeOfChoice, systemFields, systemsOfSides, twoOf } from './preference-fields.ts';
import { type Voter, voterOf } from './preference-judge.ts';
import type { GivenVote } from './preference-votes.ts';
import { areChoices, asksForSide, winnerWord } from './winner-words.ts';

/** A column of choices between two replies. */
interface Choices {
  readonly column: string;
  /** Who made them, by the name of the column; null where it names nobody. */
  readonly by: Voter | null;
}

/** Columns of a table in which people or judges chose between the replies of two others. */
interface ChosenColumns {
  /** The columns of the two replies, in the order of the table. */
  readonly replies: readonly [string, string];
  /** Whether the columns of the replies are called by their systems, and not by their place. */
  readonly areNamed: boolean;
  /** One, or one for each who chose. */
  readonly choices: readonly Choices[];
  /** Further columns of choices, which become no votes. */
  readonly others: readonly string[];
  readonly question: string;
  /** The columns in which both replies were scored as well. */
  readonly scores: readonly ScoreFields[];
}

/**
 * The columns of a choice between two replies, where what was chosen is written as the name of a column ("Old bot"), or as its place
 * beside two columns that differ by a letter or a number alone ("A" of "Bot A" and "Bot B"). Undefined where there are none, or the
 * table has scores, too, that are not of both replies.
 */
export function chosenColumns(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): ChosenColumns | undefined {
  if (rows.length < fewestRows) return undefined;
  const cells = cellsOf(columns, rows);
  // Most files have none, and need no closer look at their values.
  if (!columns.some((column) => asks(column) || areChoices(saidCells(cells(column)), column)))
    return undefined;
  // "A is much better" is a choice in several words, and no text.
  const saysSides = (column: string) => asks(column) && areChoices(saidCells(cells(column)), column);
  const prose = columns.filter(
    (column) => column.trim() !== '' && isProse(lookAt(cells(column))) && !saysSides(column),
  );
  const question = prose.find((column) => isQuestion(spacedName(column)));
  if (question === undefined) return undefined;
  const texts = prose.filter((column) => column !== question && !isRemark(plainName(column)));
  const others = columns.filter((column) => !prose.includes(column));
  // A column that asks for it may name a reply; a side may be said without that.
  const named = others.filter(asks).map((choice) => {
    const said = saidCells(cells(choice));
    return texts.filter((column) => said.some((cell) => names(column, cell)));
  });
  for (const chosen of [...named.filter(({ length }) => length === 1 || length === 2), []]) {
    const replies = chosen.length > 0 ? besideNamed(chosen, texts) : placed(texts);
    const isNamed = (cell: string) => chosen.some((column) => names(column, cell));
    const found = replies && choicesIn(others, cells, isNamed);
    if (replies === undefined || found === undefined) continue;
    // Letters beside options may as well be answers to a question of multiple choice.
    if (replies.every(isOption) && !found.choices.some(({ column }) => asks(column))) continue;
    const scores = scoreFields(columns, replies);
    const taken = [...found.all, ...scores.flatMap(({ fields }) => fields)];
    const suggested = suggest(columns, rows);
    // The best of three is no choice between two, also where one of them never was.
    if (suggested.mapping.responses.length > 2 || hasOtherScores(suggested, taken)) return undefined;
    const areNamed = !replies.every((column) =>
      /^(?:[ab12]|(?:response|answer|output|reply)[ _]?[ab12])$/i.test(column.trim()),
    );
    return { replies, areNamed, choices: found.choices, others: found.others, question, scores };
  }
  return undefined;
}

/** The system whose replies a column holds, by its name: `gpt` of `gpt_response`. */
const systemIn = (column: string): string =>
  column
    .trim()
    .replace(/[\s_-](?:answer|response|output|reply)$/i, '')
    .replace(/^(?:answer|response|output|reply)[\s_-](?=[^\s_-]{2})/i, '');

/** Whether a cell names the column of a reply, or its system. */
const names = (column: string, cell: string): boolean =>
  [column, systemIn(column)].some((name) => name.trim().toLowerCase() === cell.trim().toLowerCase());

const isOption = (column: string): boolean =>
  /^(?:option|choice|alternative|solution|sol|ending)s?(?:_|$)/.test(plainName(column));

const cellsOf =
  (columns: readonly string[], rows: readonly (readonly string[])[]) =>
  (column: string): string[] => {
    const at = columns.indexOf(column);
    return rows.map((row) => row[at] ?? '');
  };

const fewestRows = 2;

/** Whether the name of a column asks which of two is better. */
const asks = (column: string): boolean => asksForSide.test(column) || isVerdict.test(plainName(column));

/**
 * The columns of a table in which choices count: one by its name, or those of several who chose. Columns that no name speaks for are taken
 * where there are several, and who chose is asked then.
 *
 * @param isNamed whether a cell names one of the two that were chosen between
 */
function choicesIn(
  columns: readonly string[],
  cells: (column: string) => readonly string[],
  isNamed: (cell: string) => boolean,
): { choices: readonly Choices[]; others: readonly string[]; all: readonly string[] } | undefined {
  const all = columns.filter((column) => {
    const said = [...new Set(saidCells(cells(column)))];
    const isSide = (cell: string) => isNamed(cell) || winnerWord(cell, column)?.startsWith('model_') === true;
    const mayBeRatings = said.every((cell) => /^\d+$/.test(cell.trim())) && !asksForWinner.test(column);
    return (
      (said.length > 1 || asks(column)) &&
      said.some(isSide) &&
      said.every((cell) => isSide(cell) || winnerWord(cell, column) !== undefined) &&
      !mayBeRatings &&
      (asks(column) || !isAnswerKey.test(plainName(column)))
    );
  });
  const called = all.map((column) => ({ column, by: voterCalled(column) }));
  const asked = called.filter(({ column }) => asks(column));
  const ofNobody = asked.filter(({ by }) => by === null);
  const [whole] = ofNobody.toSorted((one, other) => ofPeople(other.column) - ofPeople(one.column));
  const voters = called.filter(({ by }) => by !== null);
  const bare = voters.filter(({ column, by }) => !asks(column) && by?.isPerson !== true);
  const isSure = voters.length > bare.length || bare.length > 1;
  const choices = whole ? [whole] : isSure ? voters : [];
  if (choices.length === 0) return undefined;
  const isCounted = ({ column }: Choices) =>
    choices.some((one) => one.column === column) || judgeOfChoice(plainName(column)) !== undefined;
  return { choices, others: called.filter((one) => !isCounted(one)).map(({ column }) => column), all };
}

/** Columns in which 1 and 2 are sides, and no ratings. */
const asksForWinner = /winner|prefer|choice|chosen|choose|better|pick|vote|which/i;
/** Columns of letters that name the right one of several answers, or a part of the data. */
const isAnswerKey =
  /(?:^|_)(?:correct|answers?|key|gold|expected|target|prediction|predicted|option|group|arm|condition|variant|version|split|type|category|order|position|side|first|shown)(?:_|$)/;
const ofPeople = (column: string) => Number(plainName(column).startsWith('human_'));
const choiceWords = new Set([
  ...['vote', 'votes', 'voted', 'choice', 'chosen', 'choose', 'pick', 'picked', 'winner', 'pref', 'prefers'],
  ...['preferred', 'preference', 'better', 'best', 'which', 'is', 'the', 'overall', 'response', 'reply', 's'],
  ...[
    'answer',
    'answers',
    'output',
    'model',
    'system',
    'bot',
    'label',
    'verdict',
    'human',
    'people',
    'judge',
  ],
  ...['a', 'b', 'ab', 'tie', 'or', 'vs', 'one', 'two', 'final', 'majority', 'consensus', 'gold', 'pairwise'],
  ...[
    'comparison',
    'compared',
    'decision',
    'result',
    'aggregated',
    'expected',
    'true',
    'correct',
    'column',
    'your',
    'my',
    'do',
    'you',
  ],
]);
/** Words that a name of a person has at most, with those of a choice: more are a question. */
const mostWords = 3;

/** Who chose, by what the name of a column says beside the words of a choice: "Ann vote"; null where it says a quality, or nothing. */
function voterCalled(column: string): Voter | null {
  const plain = plainName(column);
  const judge = judgeOfChoice(plain);
  if (judge !== undefined) return { name: judge, isPerson: false };
  const words = column
    .replace(/\(.*/, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const left = words.filter((word) => !choiceWords.has(word.toLowerCase()));
  const isQuality = qualityNamed(left.join('_').toLowerCase()) !== undefined;
  if (left.length === 0 || words.length > mostWords || isVerdict.test(plain) || isQuality) return null;
  return voterOf(left.join(' '), null);
}

/** A table of choices between replies that stand elsewhere. */
interface ChoicesAlone {
  readonly choices: readonly Choices[];
  readonly others: readonly string[];
  /** The column with the ids of the items; undefined where it has a name of published files. */
  readonly id: string | undefined;
  /** The columns that name the systems of a row, the first side's first; undefined where no two columns do. */
  readonly between: readonly [string, string] | undefined;
}

/**
 * The choices of a table without replies of its own: a side of two, or the name of a system, in a column that asks for it or in several.
 * Undefined where the table has none, or has scores of single replies.
 *
 * @param systems those whose replies other files or a data set have
 */
export function choicesAlone(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  systems: readonly string[],
): ChoicesAlone | undefined {
  const cells = cellsOf(columns, rows);
  const isSystem = (cell: string) => systemCalled(cell, systems) !== undefined;
  const between = besideEachOther(
    columns.filter((column) => sideIn(column) !== undefined && cells(column).every(isSystem)),
  );
  const namesSystem = (column: string) =>
    between?.includes(column) || systemFields.some((two) => two.includes(plainName(column)));
  const mayChoose = columns.filter((column) => !namesSystem(column));
  const found = choicesIn(mayChoose, cells, isSystem);
  if (found === undefined) return undefined;
  const suggested = suggest(columns, rows);
  const { mapping } = suggested;
  if (mapping.responses.length > 0 || hasOtherScores(suggested, found.all)) return undefined;
  const isNamed = columns.some((column) => (idFields as readonly string[]).includes(plainName(column)));
  return { choices: found.choices, others: found.others, id: isNamed ? undefined : mapping.id, between };
}

const systemCalled = (cell: string, systems: readonly string[]): string | undefined =>
  systems.find((system) => system.trim().toLowerCase() === cell.trim().toLowerCase());

/** A record of a pair, with the votes of several where the record has a column for each. */
export interface PairOfChoices {
  readonly record: JsonObject;
  readonly votes: readonly GivenVote[] | undefined;
}

/** A row of such a table as a record of a pair without its replies; it names no systems where nothing says which side is which. */
export function pairOfChoice(
  { choices, id, between }: ChoicesAlone,
  systems: readonly string[],
  row: JsonObject,
): PairOfChoices {
  const chosenIn = (column: string) => {
    const said = row[column];
    return systemCalled(String(said ?? ''), systems) ?? winnerWord(said, column) ?? said;
  };
  const names = Object.keys(row).map(plainName);
  const hasSystems = twoOf(systemFields, (field) => names.includes(field)) !== undefined;
  const isSaid = ({ column }: Choices) => !/^model_[ab]$/.test(String(chosenIn(column)));
  const isOfTwo = systems.length === 2 && choices.every(isSaid);
  const [first, second] = between
    ? between.map((column) => systemCalled(String(row[column]), systems) ?? row[column])
    : hasSystems
      ? []
      : isOfTwo
        ? systems
        : (besideEachOther(systems) ?? []);
  const { [id ?? '']: ofItem, ...rest } = row;
  const { record, votes } = withChoices(rest, choices, chosenIn);
  return {
    record: {
      ...record,
      ...(id !== undefined && { id: ofItem }),
      ...(first !== undefined && { model_a: first, model_b: second }),
    },
    votes,
  };
}

/** A record with its one choice under the name that records of pairs have, or with the votes of several beside it. */
function withChoices(
  row: JsonObject,
  choices: readonly Choices[],
  chosenIn: (column: string) => unknown,
): PairOfChoices {
  const [{ column, by }, another] = choices as [Choices, ...Choices[]];
  if (another === undefined && by === null) {
    const { [column]: _, ...record } = row;
    return { record: { ...record, [fieldOfChoice(column)]: chosenIn(column) }, votes: undefined };
  }
  const votes = choices.map((one) => ({
    field: one.column,
    said: chosenIn(one.column),
    by: one.by ?? noVoter,
  }));
  return { record: row, votes };
}
const noVoter: Voter = { name: null, isPerson: null };

/** Names of what was found of a record, which between two replies is the better one where the values say so. */
const isVerdict = /^(?:gold_?)?(?:labels?|verdict|annotation|judge?ment|decision|result)$/;

/** The columns that were named as chosen; where one never was, the other that differs from it by a letter or a number. */
function besideNamed(
  named: readonly string[],
  texts: readonly string[],
): readonly [string, string] | undefined {
  const [one, other] = texts.filter((column) => named.includes(column));
  if (other !== undefined) return [one!, other];
  const [first, second] = placed(texts) ?? [];
  return first !== undefined && second !== undefined && (first === one || second === one)
    ? [first, second]
    : undefined;
}

/** The only two columns of texts that differ by a letter or a number: `Bot A` and `Bot B`, `model_1_answer` and `model_2_answer`. */
function placed(texts: readonly string[]): readonly [string, string] | undefined {
  return besideEachOther(texts.filter((column) => sideIn(column) !== undefined));
}

/** Two names that differ by the word of their side alone, the first side's first; undefined where they are other ones. */
function besideEachOther(names: readonly string[]): readonly [string, string] | undefined {
  const [one, other, another] = names;
  if (one === undefined || other === undefined || another !== undefined) return undefined;
  const [a, b] = [sideIn(one), sideIn(other)];
  if (a === undefined || b === undefined || a.rest !== b.rest || a.words !== b.words || a.at === b.at)
    return undefined;
  return a.at === 0 ? [one, other] : [other, one];
}

const sideWords = [
  ['a', 'b'],
  ['1', '2'],
  ['first', 'second'],
  ['left', 'right'],
] as const;

const isSideWord: ReadonlySet<string> = new Set(sideWords.flat());

/** The last word of a name that says a side, as its place among the two words, and the name without it; undefined where it has none. */
function sideIn(name: string): { words: readonly string[]; at: number; rest: string } | undefined {
  const words = plainName(name).split('_');
  const place = words.findLastIndex((word) => isSideWord.has(word));
  const two = sideWords.find((one) => (one as readonly string[]).includes(words[place] ?? ''));
  if (two === undefined) return undefined;
  return {
    words: two,
    at: (two as readonly string[]).indexOf(words[place]!),
    rest: words.with(place, '').join('_'),
  };
}

/** Whether the table has scores of single replies beside what is taken: read as pairs they would be lost. */
function hasOtherScores({ mapping, unsure }: ReturnType<typeof suggest>, taken: readonly string[]): boolean {
  return [...mapping.human, ...mapping.signals, ...unsure].some(({ column }) => !taken.includes(column));
}

/** The field in which a choice says whose it is: a person's, a judge's by the name of its column, or nobody's. */
const fieldOfChoice = (choice: string): string => {
  const plain = plainName(choice);
  if (plain.startsWith('human_')) return 'human_preference';
  return judgeOfChoice(plain) === undefined ? 'preference' : plain;
};

/** A row of a table of two replies and choices as a record of a pair. */
export function pairOfChosen(
  { replies: [first, second], areNamed, choices, question, scores }: ChosenColumns,
  { [first]: one, [second]: other, [question]: asked, ...more }: JsonObject,
): PairOfChoices {
  const chosenIn = (column: string) => {
    const said = more[column];
    const text = String(said ?? '').trim();
    if (names(first, text)) return 'model_a';
    return names(second, text) ? 'model_b' : (winnerWord(text, column) ?? said);
  };
  const two = systemsOfSides(more);
  const scored = scores.flatMap(({ fields, name }) =>
    fields.map((field, at) => [field, `${name}_${'ab'[at]}`]),
  );
  const called = new Map(scored as [string, string][]);
  const { record, votes } = withChoices(more, choices, chosenIn);
  return {
    record: {
      ...Object.fromEntries(Object.entries(record).map(([name, value]) => [called.get(name) ?? name, value])),
      prompt: asked,
      response_a: one,
      response_b: other,
      ...(two
        ? { model_a: more[two[0]], model_b: more[two[1]] }
        : areNamed && { model_a: systemIn(first), model_b: systemIn(second) }),
    },
    votes,
  };
}
