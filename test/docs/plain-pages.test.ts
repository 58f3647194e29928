import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { documents, root } from './doc-commands.ts';
import { banned, sentencesIn, wordCount } from './sentences.ts';

/** Pages for readers. CONTRIBUTING is for those who write code; the recipe and measurements quote formulas at length. */
const pages = documents.filter(
  (file) => !/^(CONTRIBUTING|docs\/(recipe|failures|sentences)|docs\/measured\/)/.test(file),
);

/** What somebody wrote on a page for reading: no blocks of code, no generated lists. */
const written = (file: string): string =>
  readFileSync(path.join(root, file), 'utf8')
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
    .replaceAll(/<!-- \w+: made by[\s\S]*?<!-- end of \w+ -->/g, '');

/** The sentences of a page without tables; a link is its text, code one word. */
function sentencesOf(file: string): string[] {
  const text = written(file)
    .replaceAll(/`[^`]*`/g, 'Code')
    .replaceAll(/\]\([^()]*\)/g, ']');
  const blocks = text.split(/\n\s*\n|\n(?=\s*(?:[-*] |\d+\. |#|\|))/);
  return blocks
    .map((block) => block.trim())
    .filter((block) => !/^(#|\||---)/.test(block))
    .flatMap((block) => sentencesIn(block.replaceAll(/\s+/g, ' ')));
}

const sentences = pages.flatMap((file) => sentencesOf(file).map((words) => ({ file, words })));

describe('what people read in the docs', () => {
  test.each(banned)('never says "%s"', (_, pattern) => {
    const hits = sentences.filter(({ words }) => pattern.test(words));
    expect(hits.map(({ file, words }) => `${file}: ${words}`)).toEqual([]);
  });

  // These numbers may only fall: who shortens a sentence writes the new number here.
  test.each([
    [25, 200],
    [35, 55],
  ])('has no more sentences above %i words than %i', (most, atMost) => {
    const long = sentences.filter(({ words }) => wordCount(words) > most);
    expect(long.length, long.map(({ file, words }) => `${file}: ${words}`).join('\n')).toBeLessThanOrEqual(
      atMost,
    );
  });

  // Measurements are made by scripts, and the recipe is a specification that a test runs.
  test('comes to 35,000 words at most', () => {
    const counts = documents
      .filter((file) => /^docs\//.test(file) && !/^docs\/(recipe|sentences|measured\/)/.test(file))
      .map((file) => ({
        file,
        words: written(file)
          .split(/\s+/)
          .filter((word) => word !== '').length,
      }));
    const all = counts.reduce((sum, { words }) => sum + words, 0);
    expect(counts.length).toBeGreaterThan(25);
    expect(all, counts.map(({ file, words }) => `${file}: ${words}`).join('\n')).toBeLessThanOrEqual(35_000);
  });

  test('begins with a README of at most 60 lines', () => {
    expect(
      readFileSync(path.join(root, 'README.md'), 'utf8').trimEnd().split('\n').length,
    ).toBeLessThanOrEqual(60);
  });
});
