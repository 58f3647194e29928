import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, longestMarkdown, type Run, readMarkdown } from '../../../renderer/ui/read-markdown.ts';

describe('what could stop a page', () => {
  test.each([
    ['a text that is too long', '# '.padEnd(longestMarkdown + 1, 'x')],
    ['20 MB', '**a** '.repeat(3_400_000)],
    ['a table of very many cells', `|a|b|\n|-|-|\n${'|a|b|\n'.repeat(10_000)}`],
    ['very many entries', '- a\n'.repeat(20_000)],
    ['very many styles', '*a* '.repeat(20_000)],
  ])('%s stands as it was written', (_name, text) => expect(readMarkdown(text)).toBeNull());

  test.each([
    ['quotes', '>'.repeat(50_000)],
    ['quotes and lists', `${'> - '.repeat(20_000)}a`],
    ['lists on one line', `${'- '.repeat(40_000)}a`],
    ['lists by indentation', Array.from({ length: 200 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n')],
  ])('%s too deep in each other stand as they were written', (_name, text) => {
    expect(readMarkdown(text)).toBeNull();
  });

  test('styles in each other lie flat', () => {
    const [block] = readMarkdown(`${'*a _b '.repeat(500)}${'c_ d* '.repeat(500)}`)!;
    expect(block).toMatchObject({ kind: 'paragraph', runs: expect.any(Array) });
  });

  // Each of these takes minutes where every mark is held against every other.
  test.each(
    [
      '*a ',
      '_a',
      '*a_ ',
      '**a *b ',
      '*a**b_c~~',
      '[',
      '](',
      '![',
      '[a](',
      '[a](<b',
      '[a](b "',
      '`',
      '`a``b```',
      '<a ',
      '<http://a',
      'http://',
      ']',
      '\\',
      '|',
      '|-',
      '#',
      '# ',
      ' ',
      '\t',
      '- - ',
      '~~a ',
      '- a\n\n\n\n',
      '$',
      '$a ',
      '$$\n',
      '\\(',
      '\\[a\n',
      '[^1]',
      '[^a]: x\n',
    ].map((unit) => [JSON.stringify(unit), unit]),
  )('a page full of %s is read', (_name, unit) => {
    const text = unit.repeat(Math.floor(longestMarkdown / unit.length));
    expect(() => readMarkdown(text)).not.toThrow();
  });
});

describe('whatever is written', () => {
  const marks = fc.constantFrom(
    '*',
    '**',
    '_',
    '`',
    '``',
    '~~',
    '[',
    '](',
    ')',
    '![',
    'a',
    'b c',
    ' ',
    '\n',
    '\\',
    '|',
    '- ',
    '1. ',
    '> ',
    '# ',
    '```\n',
    'http://e.org',
    '<',
    '\n\n',
  );
  const texts = fc.array(marks, { maxLength: 60 }).map((parts) => parts.join(''));

  test('no letter is lost', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const blocks = readMarkdown(text);
        if (blocks === null) return;
        const letters = (one: string) => one.replaceAll(/[^abc]/g, '');
        expect(letters(spoken(blocks).replaceAll('[image', '['))).toBe(letters(text));
      }),
      { seed: 7, numRuns: 2000 },
    );
  });

  test('runs are never empty, and those beside each other differ in style', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const block of readMarkdown(text) ?? []) {
          if (block.kind === 'paragraph') expectDistinct(block.runs);
        }
      }),
      { seed: 7, numRuns: 1000 },
    );
  });
});

function expectDistinct(runs: readonly Run[]): void {
  for (const [at, { text: words, ...style }] of runs.entries()) {
    expect(words).not.toBe('');
    const { text: _, ...next } = runs[at + 1] ?? { text: '', isLast: true };
    expect(style).not.toEqual(next);
  }
}

/** All words of blocks, in order. */
function spoken(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      switch (block.kind) {
        case 'code':
          return `${block.name} ${block.text}`;
        case 'rule':
          return '';
        case 'quote':
          return spoken(block.blocks);
        case 'list':
          return block.entries.map((entry) => spoken(entry.blocks)).join('\n');
        case 'table':
          return [block.head, ...block.rows]
            .flat()
            .flatMap(({ runs }) => runs)
            .map(({ text }) => text)
            .join(' ');
        case 'formula':
          return block.text;
        case 'notes':
          return block.notes.map(spoken).join('\n');
        default:
          return block.runs.map(({ text }) => text).join('');
      }
    })
    .join('\n');
}
