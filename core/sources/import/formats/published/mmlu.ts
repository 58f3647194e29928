import type { FileHead } from '../../readers/file-head.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import { hasWidth } from '../../readers/tables/table-columns.ts';
import { rowsOfHead, tableReader } from '../../readers/tables/table-rows.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { readAssayRecord } from '../assay/assay-record.ts';
import { format } from '../format.ts';

const letters = ['A', 'B', 'C', 'D'] as const;
const width = letters.length + 2;
const rowsCompared = 50;

/** A question, four choices and the letter of the right one; the first row is one, too. */
const isRow = (cells: readonly string[]): boolean =>
  cells.length === width && letters.some((letter) => letter === cells.at(-1)?.trim());

function isMmlu(head: FileHead): boolean {
  if (head.isJson) return false;
  const rows = rowsOfHead(head.text, rowsCompared);
  // The last row may be cut off by the look at the file.
  const whole = rows.length < rowsCompared && rows.length > 1 ? rows.slice(0, -1) : rows;
  return rows.length > 0 && whole.every(isRow);
}

/** Questions of MMLU (Hendrycks et al., 2021) as published: a table without a header. */
export const mmlu = format('mmlu-csv', {
  from: 'MMLU as published, a table without a header',
  becomes: 'one item per question with its four choices, the letter and text of the right one as references',
  recognize: (head) =>
    isMmlu(head)
      ? 'Every row has a question, four choices and the letter of the right one, as MMLU has, and no header.'
      : null,
  read: (at, sink) =>
    tableReader(at, { mayBeEmpty: true }, (first) => {
      readQuestion(first, at, sink);
      return { row: (cells) => readQuestion(cells, at, sink) };
    }),
});

function readQuestion(cells: readonly string[], at: FilePlace, sink: ItemSink): void {
  if (!hasWidth(cells, width, at)) return;
  const [question = '', ...rest] = cells;
  const right = rest.at(-1)!.trim();
  const choices = letters.map((letter, index) => [letter, rest[index]!] as const);
  const answer = choices.find(([letter]) => letter === right);
  if (!answer) {
    const message = `The last cell is ${JSON.stringify(right.slice(0, 40))}, not A, B, C or D.`;
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
