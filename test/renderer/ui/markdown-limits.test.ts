import { expect, test } from 'vitest';
import { isTooMuch } from '../../../renderer/ui/markdown-limits.ts';

test.each([
  ['a long text', 'word '.repeat(5000)],
  ['quotes in quotes', '>'.repeat(2000)],
  ['quotes and lists in each other', `fine\n${'> - '.repeat(500)}a`],
  ['lists in lists', '1. '.repeat(100)],
])('%s is not laid out', (_name, text) => expect(isTooMuch(text)).toBe(true));

test.each([
  [
    'guidelines',
    `# Rate\n\n> [!good]\n> - It answers.\n\n1. Read.\n2. Rate.\n${'-'.repeat(80)}\n`.repeat(20),
  ],
  ['a table', '| a | b |\n|---|---|\n| 1.5 | - |\n'],
  ['nothing', ''],
])('%s is', (_name, text) => expect(isTooMuch(text)).toBe(false));
