import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { cutToWidth, displayWidth } from '../../../host/terminal/display-width.ts';
import { control, guardOutput } from '../../../host/terminal/guard-output.ts';
import { progressOf } from '../../../host/terminal/progress.ts';
import { table } from '../../../host/terminal/table.ts';
import { visible, visibleLine } from '../../../host/terminal/visible.ts';
import fc from '../../stats/support/seeded-fast-check.ts';

/** What no terminal may get from a name: control signs but the line feed and the tab, and marks of direction. */
const dangerous = /(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

test('says what a terminal would obey, and leaves the rest', () => {
  expect(visible('\u001b[31mred\u0007')).toBe('\\x1b[31mred\\x07');
  expect(visible('\u009b2J \u009d0;title\u009c')).toBe('\\u009b2J \\u009d0;title\\u009c');
  expect(visible('a\0b\u202ec\u2066d\u200f')).toBe('a\\x00b\\u202ec\\u2066d\\u200f');
  expect(visible('one\r\ntwo\tthree\rfour\n')).toBe('one\ntwo\tthree\\x0dfour\n');
  expect(visible('Größe 你好 שלום 👩‍👩‍👧 می‌خواهم')).toBe('Größe 你好 שלום 👩‍👩‍👧 می‌خواهم');
  expect(visibleLine('a\nb\tc')).toBe('a\\nb\\tc');
});

test('nothing dangerous is left of any text, twice is as once, and JSON stays the same JSON', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(visible(text)).not.toMatch(dangerous);
      expect(visibleLine(text)).not.toMatch(/\n/);
      expect(visible(visible(text))).toBe(visible(text));
      expect(JSON.parse(visible(JSON.stringify({ text }, null, 2)))).toEqual({ text });
    }),
  );
});

test('columns stand under each other, however wide their letters and whatever is in them', () => {
  const rows = [
    ['plain', '1'],
    ['你好', '2'],
    ['e\u0301te\u0301', '3'],
    ['👩‍👩‍👧', '4'],
    ['two\nlines', '5'],
    ['\u001b[31mred', '6'],
  ];
  const lines = table([{ title: 'Name' }, { title: 'N' }], rows).split('\n');
  expect(lines).toHaveLength(rows.length + 1);
  const columns = lines.map((line) => displayWidth(line.slice(0, line.search(/[N\d]$/))));
  expect(new Set(columns).size).toBe(1);
});

test('a text is cut to the columns of the terminal, not within a letter', () => {
  expect(cutToWidth('你好吗', 5)).toBe('你好');
  expect(cutToWidth('e\u0301a', 1)).toBe('e\u0301');
  expect(cutToWidth('short', 80)).toBe('short');
});

function terminal() {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  }) as unknown as NodeJS.WriteStream;
  Object.assign(stream, { isTTY: true, columns: 20 });
  return { stream, text: () => written.join('') };
}

test('a guarded stream makes everything visible but sequences of our own', () => {
  const { stream, text } = terminal();
  guardOutput(stream);
  guardOutput(stream);
  stream.write('a\u001bb');
  stream.write(Buffer.from('\u202e'));
  control(stream, '\r\u001b[K');
  expect(text()).toBe('a\\x1bb\\u202e\r\u001b[K');
});

test('the line of progress takes one line of the terminal', () => {
  const { stream, text } = terminal();
  guardOutput(stream);
  const display = progressOf(stream);
  display.show('Import 数据\u001b]0;x\u0007\n and more and more');
  display.hide();
  expect(text()).toBe('\r\u001b[KImport 数据\\x1b]0;x\r\u001b[K');
});
