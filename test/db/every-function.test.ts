import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documentFile, everyAnswer } from './every-function.ts';

/** What is said below each function or question, by its own line. */
function sectionsOf(text: string): Map<string, string> {
  const sections = new Map<string, string>();
  let name = '';
  for (const line of text.split(/\r?\n/)) {
    if (/^\S/.test(line)) name = line;
    else if (line !== '') sections.set(name, `${sections.get(name) ?? ''}${line}\n`);
  }
  return sections;
}

test('every function of db that was looked through answers and writes as it did', async () => {
  const now = sectionsOf(await everyAnswer());
  const known = [...sectionsOf(readFileSync(documentFile, 'utf8'))];
  // A function that is new, or gone, changes nothing that was looked through.
  const both = known.filter(([name]) => now.has(name));
  expect(both.length).toBeGreaterThan(known.length / 2);
  const different = both.filter(([name, said]) => now.get(name) !== said);
  expect(
    Object.fromEntries(different.map(([name]) => [name, now.get(name)])),
    'if it is meant, run: node test/db/every-function.ts',
  ).toEqual(Object.fromEntries(different));
});
