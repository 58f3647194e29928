import type { FileHead } from '../../readers/file-head.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import { hasWidth } from '../../readers/tables/table-columns.ts';
import { rowsOfHead, tableReader } from '../../readers/tables/table-rows.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { readAssayRecord } from '../assay/assay-record.ts';
import { format } from '../format.ts';

const allLetters = 'ABCDEFGHIJ';
/** The letters of the choices that a row of so many cells has beside its question and the right letter. */
const lettersOf = (width: number): string[] => [...allLetters.slice(0, Math.max(0, width - 2))];
const leastWidth = 4;
const rowsCompared = 50;

/** A question, its choices and the letter of the right one; the first row is one, too. */
const isRow = (cells: readonly string[]): boolean =>
  cells.length >= leastWidth &&
  cells.length <= allLetters.length + 2 &&
  lettersOf(cells.length).includes(cells.at(-1)!.trim());

function isMmlu(head: FileHead): boolean {
  if (head.isJson) return false;
  const rows = rowsOfHead(head.text, rowsCompared);
  // The last row may be cut off by the look at the file.
  const whole = rows.length < rowsCompared && rows.length > 1 ? rows.slice(0, -1) : rows;
  return rows.length > 0 && whole.every((row) => isRow(row) && row.length === rows[0]!.length);
}

/** Questions of MMLU (Hendrycks et al., 2021) as published: a table without a header. */
export const mmlu = format('mmlu-csv', {
  from: 'MMLU as published and others of its shape: tables without a header',
  becomes: 'one item per question with its choices, the letter and text of the right one as references',
  recognize: (head) =>
    isMmlu(head)
      ? 'As in MMLU, rows have a question, its choices and the right letter, and there is no header.'
      : null,
  read: (at, sink) =>
    tableReader(at, { mayBeEmpty: true }, (first) => {
      readQuestion(first, first.length, at, sink);
      return { row: (cells) => readQuestion(cells, first.length, at, sink) };
    }),
});

function readQuestion(cells: readonly string[], width: number, at: FilePlace, sink: ItemSink): void {
  if (width < leastWidth) {
    const remedy = 'Choose a table as the format (--format csv).';
    at.problems.add(
      at.line,
      '',
      `The row has ${width} cells, and a question with its choices ${leastWidth} or more.`,
      remedy,
    );
    return;
  }
  if (!hasWidth(cells, width, at)) return;
  const [question = '', ...rest] = cells;
  const right = rest.at(-1)!.trim();
  const letters = lettersOf(width);
  const choices = letters.map((letter, index) => [letter, rest[index]!] as const);
  const answer = choices.find(([letter]) => letter === right);
  if (!answer) {
    const message = `The last cell is ${JSON.stringify(right.slice(0, 40))}, not one of the letters ${letters.join(', ')}.`;
    at.problems.add(
      at.line,
      '',
      message,
      'Write the letter of the right choice, or choose a table as the format.',
    );
    return;
  }
  const asked = [question, ...choices.map(([letter, text]) => `${letter}. ${text}`)].join('\n');
  const record = {
    id: `line-${at.line}`,
    conversation: [{ role: 'user', content: asked }],
    reference: [right, answer[1]].filter(Boolean),
  };
  readAssayRecord(record, at, sink);
}
