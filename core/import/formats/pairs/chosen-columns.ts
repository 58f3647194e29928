import { isQuestion, isRemark, plainName, spacedName } from '../../evidence/column-names.ts';
import { isProse, lookAt } from '../../evidence/column-values.ts';
import { suggest } from '../../evidence/suggest-mapping.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { saidCells } from '../../readers/tables/cell-values.ts';
import { type ScoreFields, scoreFields } from './pair-scores.ts';
import { judgeOfChoice } from './preference-fields.ts';
import { asksForSide, winnerWord } from './winner-words.ts';

/** Columns of a table in which people or judges chose between the replies of two others. */
export interface ChosenColumns {
  /** The columns of the two replies, in the order of the table. */
  readonly replies: readonly [string, string];
  /** Whether the columns of the replies are called by their systems, and not by their place. */
  readonly areNamed: boolean;
  readonly choice: string;
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
  const choices = columns.filter((column) => asksForSide.test(column) || isVerdict.test(plainName(column)));
  // Most files have none, and need no look at their values.
  if (choices.length === 0 || rows.length < fewestRows) return undefined;
  const cells = (column: string) => rows.map((row) => row[columns.indexOf(column)] ?? '');
  const prose = columns.filter((column) => column.trim() !== '' && isProse(lookAt(cells(column))));
  const question = prose.find((column) => isQuestion(spacedName(column)));
  if (question === undefined) return undefined;
  const texts = prose.filter((column) => column !== question && !isRemark(plainName(column)));
  const ofPeople = (column: string) => Number(plainName(column).startsWith('human_'));
  for (const choice of choices
    .filter((column) => !prose.includes(column))
    .toSorted((one, other) => ofPeople(other) - ofPeople(one))) {
    const said = new Set(saidCells(cells(choice)).map((cell) => cell.trim()));
    const named = texts.filter((column) => said.has(column.trim()));
    const replies = named.length > 0 && named.length <= 2 ? besideNamed(named, texts) : placed(texts);
    if (replies === undefined) continue;
    if (![...said].every((cell) => named.includes(cell) || winnerWord(cell, choice) !== undefined)) continue;
    const scores = scoreFields(columns, replies);
    if (said.size < 2 || hasOtherScores(columns, rows, scores)) return undefined;
    const areNamed = !replies.every((column) =>
      /^(?:[ab12]|(?:response|answer|output|reply)[ _]?[ab12])$/i.test(column.trim()),
    );
    return { replies, areNamed, choice, question, scores };
  }
  return undefined;
}

const fewestRows = 2;
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
  const [first, second, another] = texts.filter((column) => sideIn(column) !== undefined);
  if (first === undefined || second === undefined || another !== undefined) return undefined;
  const [one, other] = [sideIn(first)!, sideIn(second)!];
  const areBeside = one.side === 'a' ? other.side === 'b' : one.side === '1' && other.side === '2';
  return areBeside && one.rest === other.rest ? [first, second] : undefined;
}

/** The letter or number of a side that is the last such word of a name, and the name without it; undefined where it has none. */
function sideIn(column: string): { side: string; rest: string } | undefined {
  const words = plainName(column).split('_');
  const at = words.findLastIndex((word) => /^[ab12]$/.test(word));
  return at < 0 ? undefined : { side: words[at]!, rest: words.with(at, '').join('_') };
}

/** Whether the table has scores of single replies beside those of both: read as pairs they would be lost. */
function hasOtherScores(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  scores: readonly ScoreFields[],
): boolean {
  const { mapping, unsure } = suggest(columns, rows);
  const ofBoth = scores.flatMap(({ fields }) => fields);
  return [...mapping.human, ...mapping.signals, ...unsure].some(({ column }) => !ofBoth.includes(column));
}

/** The field in which a choice says whose it is: a person's, a judge's by the name of its column, or nobody's. */
const fieldOfChoice = (choice: string): string => {
  const plain = plainName(choice);
  if (plain.startsWith('human_')) return 'human_preference';
  return judgeOfChoice(plain) === undefined ? 'preference' : plain;
};

/** A row of such a table as a record of a pair. */
export function pairOfChosen(
  { replies: [first, second], areNamed, choice, question, scores }: ChosenColumns,
  { [first]: one, [second]: other, [choice]: said, [question]: asked, ...more }: JsonObject,
): JsonObject {
  const text = String(said ?? '').trim();
  const winner =
    text === first.trim() ? 'model_a' : text === second.trim() ? 'model_b' : winnerWord(text, choice);
  const nameOf = (column: string) => column.trim().replace(/[\s_-](?:answer|response|output|reply)$/i, '');
  const scored = scores.flatMap(({ fields, name }) =>
    fields.map((field, at) => [field, `${name}_${'ab'[at]}`]),
  );
  const called = new Map(scored as [string, string][]);
  return {
    ...Object.fromEntries(Object.entries(more).map(([name, value]) => [called.get(name) ?? name, value])),
    prompt: asked,
    response_a: one,
    response_b: other,
    ...(areNamed && { model_a: nameOf(first), model_b: nameOf(second) }),
    [fieldOfChoice(choice)]: winner ?? said,
  };
}
