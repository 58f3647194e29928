import { names, reference, response } from '../../evidence/column-names.ts';
import { areSpeakers } from '../../evidence/dialogues/speaker-roles.ts';
import { plainColumnName } from '../../evidence/translated-names.ts';
import { saidCells } from './cell-values.ts';

/** What the column is called that numbers blocks of rows with empty lines between them. */
const blockColumn = 'dialogue';

/**
 * What the columns of a table without a line of names are called.
 *
 * @param hasBlocks whether the last of them numbers blocks of rows
 */
export const numberedColumns = (count: number, hasBlocks = false): string[] =>
  Array.from({ length: count }, (_, at) =>
    hasBlocks && at === count - 1 ? blockColumn : `column ${at + 1}`,
  );

const fewestRows = 2;

/**
 * Whether the first row of a table is one like the rows below it, so that the table has no line of names: some cell says what its column
 * says (prose above prose, a word that comes again), and no cell looks like a name above its column.
 *
 * @param rows the first rows of the file, with the one in question
 */
export function isFirstRowData([first, ...others]: readonly (readonly string[])[]): boolean {
  // A header that was written again in the middle of a file says nothing.
  const below = others.filter((row) => row.join('\u0000') !== first?.join('\u0000'));
  if (first === undefined || below.length < fewestRows) return false;
  // Who speaks in the first line speaks again below: no column is called so.
  const isSpoken = first.some((cell, at) => {
    const speakers = below.map((row) => row[at] ?? '');
    return speakers.includes(cell) && areSpeakers([cell, ...speakers]);
  });
  if (isSpoken) return true;
  // Columns of numbers go by names, and several of them by no one number.
  const numbers = first.filter((cell, at) => {
    const said = saidCells(below.map((row) => row[at] ?? ''));
    return cell.trim() !== '' && isNumber(cell) && said.length > 0 && said.every(isNumber);
  });
  if (new Set(numbers).size < numbers.length) return true;
  const kinds = first.map((cell, at) =>
    // Only the first column goes without a name: the numbers of the rows.
    cell.trim() === '' && at > 0
      ? 'either'
      : kindOf(cell.trim(), saidCells(below.map((row) => row[at] ?? ''))),
  );
  return kinds.includes('row') && !kinds.includes('name');
}

/** What a cell of the first row looks like beside the cells below it; `either` where nothing tells. */
function kindOf(cell: string, below: readonly string[]): 'row' | 'name' | 'either' {
  if (below.length === 0) return 'either';
  if (cell === '') return below.length > 1 ? 'name' : 'either';
  const most = (test: (text: string) => boolean) => below.filter(test).length > 0.7 * below.length;
  if (most(isNumber)) return isNumber(cell) ? 'either' : 'name';
  if (most(isSentence)) return isSentence(cell) && asksAlike(cell, below) ? 'row' : 'name';
  // A word that comes again below is what the column says: who speaks, a class.
  if (below.includes(cell)) return 'row';
  if (isNameOfText(cell) || new Set(below).size * 2 <= below.length) return 'name';
  return most(hasDigit) && !hasDigit(cell) ? 'name' : 'either';
}

const isNumber = (text: string): boolean => Number.isFinite(Number(text.replace(',', '.')));
const hasDigit = (text: string): boolean => /\d/.test(text);

const fewestWords = 5;
const unspaced = /[\u2e80-\u9fff\uac00-\ud7af]/gu;
const fewestUnspaced = 8;

/** Whether a cell is several words, or a few with the sign that ends a sentence, in any script. */
function isSentence(text: string): boolean {
  const words = text.split(' ').filter((word) => word !== '').length;
  if (words >= fewestWords || (words > 1 && /[.!?。！？]["'”’)]?$/.test(text))) return true;
  return (text.match(unspaced) ?? []).length >= fewestUnspaced;
}

/** A form's columns are named by questions that its answers do not ask. */
const asksAlike = (cell: string, below: readonly string[]): boolean =>
  !asks(cell) || below.filter(asks).length * 3 > below.length;
const asks = (text: string): boolean => /[?？:]$/.test(text);

const known: ReadonlySet<string> = new Set(Object.values(names).flat());

/** Whether a cell is what the column of a question, a conversation, a reply or a reference is called. */
export const isNameOfSaid = (cell: string): boolean => {
  const plain = plainColumnName(cell);
  const isAsked = [...names.question, ...names.conversation].some((name) => name === plain);
  return isAsked || response.test(plain) || reference.test(plain);
};

/** Whether a cell is what the column of an id, a question, a reply or a reference is called. */
export const isNameOfText = (cell: string): boolean => {
  const plain = plainColumnName(cell);
  return known.has(plain) || response.test(plain) || reference.test(plain);
};
