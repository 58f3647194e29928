import { describe, expect, test } from 'vitest';
import { banned, productTexts, sentencesIn, type Text, textsOf, wordCount } from './sentences.ts';

/** A sentence of the product with where it stands. */
type Sentence = Text;

const sentences: Sentence[] = productTexts().flatMap((text) =>
  sentencesIn(text.words).map((words) => ({ ...text, words })),
);

/** Texts that models read, queries that servers read, tables of papers, and how columns are recognized, which is a table of docs. */
const forMachines =
  /^core\/(protocols\/(prompts|papers|coreference|iqa-eval|lost-in-conversation)|models\/judge\/(built-in-prompts|fence|improve\/propose-prompt)|labeling\/failures\/judge-mode|pool\/(pool-queries|postgres)|platform\/page|import\/evidence\/roles)/;
/** Pages that are printed and read as documents are. */
const documents = /^core\/report\//;

const read = sentences.filter(({ file }) => !forMachines.test(file));
const shown = ({ file, line, words }: Sentence) => `${file}:${line} ${words}`;
/** What the pattern fits on screens, in commands and in errors. */
const having = (pattern: RegExp) =>
  read.filter(({ file, words }) => !documents.test(file) && pattern.test(words)).map(shown);

describe('what people read', () => {
  test.each(banned)('never says "%s"', (_, pattern) => {
    expect(having(pattern).filter((hit) => !alsoInReports.some((one) => hit.includes(one)))).toEqual([]);
  });

  test('has no sentence with two of "so that"', () => {
    expect(having(/\bso that\b.*\bso that\b/i)).toEqual([]);
  });

  test('has no double space, no "1 items" and no "field X" of the code', () => {
    expect(having(/[\p{L},.;:] {2,}\p{L}/u)).toEqual([]);
    expect(having(/(?<![\d.,])1 (items|labels|replies|systems|studies|people|rows|files)\b/)).toEqual([]);
    expect(having(/\bfield [A-Z]\w*\b/)).toEqual([]);
  });

  test('has no double negation', () => {
    expect(having(/\b(not|never|no) un(able|clear|common|likely|known|reasonable|usual)\b/i)).toEqual([]);
    expect(having(/\bno\w* \w+ without no\b/i)).toEqual([]);
  });

  // These numbers may only fall: who shortens a sentence writes the new number here.
  test.each([
    ['renderer', 18, 0],
    ['renderer', 25, 0],
    ['shared', 18, 7],
    ['shared', 25, 2],
    ['host', 18, 1],
    ['host', 25, 1],
    ['core', 18, 10],
    ['core', 25, 4],
  ])('%s has no more sentences above %i words than %i', (folder, most, atMost) => {
    const long = read.filter(
      ({ file, words }) => file.startsWith(`${folder}/`) && !documents.test(file) && wordCount(words) > most,
    );
    expect(long.length, long.map(shown).join('\n')).toBeLessThanOrEqual(atMost);
  });

  test('has no more sentences of reports above 25 words than 5', () => {
    const long = read.filter(({ file, words }) => documents.test(file) && wordCount(words) > 25);
    expect(long.length, long.map(shown).join('\n')).toBeLessThanOrEqual(5);
  });
});

/** Sentences that stand in stored reports, too, which `assay verify` compares byte by byte. */
const alsoInReports: readonly string[] = [
  'cannot be told apart yet, or not within what matters',
  'cannot be told apart within',
  'no drift of the people can be told yet',
  'the luck of one day cannot be told from the system',
  'a response counts the same whatever stands beside it',
  'it takes the surrogate at its word',
  'agreement cannot be told from lack of variation',
  'one farther off is usually told',
];

describe('the list of sentences', () => {
  const words = (source: string) => textsOf('renderer/a.tsx', source).map((text) => text.words);

  test('joins a sum, names values, and reads elements as React does', () => {
    expect(words("const a = 'The first ' + 'half.';")).toEqual(['The first half.']);
    expect(words('const a = `You have $' + '{n} labels.`;')).toEqual(['You have {…} labels.']);
    expect(words('const a = <p>Two lines\n      of one {kind} sentence.</p>;')).toEqual([
      'Two lines of one {…} sentence.',
    ]);
  });

  test('finds texts in values, attributes and nested elements, with their lines', () => {
    const source =
      'const a = (\n  <Field label="Name of it">\n    {isOpen && <b>It is open</b>}\n  </Field>\n);';
    expect(textsOf('renderer/a.tsx', source)).toEqual(
      expect.arrayContaining([
        { file: 'renderer/a.tsx', line: 2, words: 'Name of it' },
        { file: 'renderer/a.tsx', line: 3, words: 'It is open' },
      ]),
    );
  });

  test('leaves out imports, style names and single words', () => {
    expect(words('import a from \'not a text\';\nconst b = <p className="two words">One</p>;')).toEqual([]);
  });

  test('cuts a text into sentences and counts a value as a word', () => {
    expect(sentencesIn('Go on: about {…} more. It holds.')).toEqual(['Go on: about {…} more.', 'It holds.']);
    expect(wordCount('Go on: about {…} more.')).toBe(5);
    expect(sentencesIn('See 0.5 or e.g. one.')).toHaveLength(1);
  });
});
