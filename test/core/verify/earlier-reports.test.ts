import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../../core/report/html-report.ts';
import { CHARTS, type ReportContent } from '../../../core/report/report-content.ts';
import {
  annexStyle,
  compactStyle,
  filledStyle,
  openingStyle,
  reportStyle,
  unsplitStyle,
} from '../../../core/report/report-style.ts';
import { sealed, unsealed } from '../../../core/report/seal.ts';
import { contentOfHtml } from '../../../core/report/verify/read-content.ts';
import { verifyFile } from '../../../core/report/verify/verify-file.ts';
import type { Method } from '../../../stats/index.ts';
import { methods } from '../../../stats/methods/registry.ts';
import { temporaryFolder } from '../support/test-engine.ts';
import { type KindOfStudy, labeledStudyOf } from './labeled-studies.ts';

const folder = path.join(import.meta.dirname, '../../fixtures/reports-before-data');
const files = ['report.html', 'report.json', 'labels.jsonl'] as const;

function verifyChanged(file: string, change: (text: string) => string) {
  const text = readFileSync(path.join(folder, `${file}.txt`), 'utf8');
  const changed = path.join(temporaryFolder(), file);
  writeFileSync(changed, change(text));
  expect(change(text)).not.toBe(text);
  return verifyFile(changed);
}

const added: Method = {
  ...{ id: 'added', name: 'Added', oneLine: 'One half.', needs: 'nothing', assumptions: 'None.' },
  ...{ minimumLabels: 0, allowsSkips: true, designs: () => true, estimate: () => ({ value: 0.5 }) },
};

/** Verifies with one more method in the list of all. */
function verifyWith(method: Method, file: string) {
  (methods as Method[]).push(method);
  try {
    return verifyFile(file);
  } finally {
    (methods as Method[]).pop();
  }
}

describe('a method that was added since a file was written', () => {
  test.each(files)('%s need not state it', (file) => {
    const old = path.join(folder, `${file}.txt`);
    const found = verifyWith({ ...added, since: '0.2.0' }, old);
    expect(found.differing).toEqual([]);
    expect(found.checks).toHaveLength(verifyFile(old).checks.length);
    expect(verifyWith(added, old).differing.map(({ what }) => what)).toContain('Added: value');
  });

  test.each([
    ['0.1.9', '0.2.0', []],
    ['0.2.0', '0.10.0', []],
    ['0.2.0', '0.2.0', ['Added: value']],
    ['0.10.0', '0.2.0', ['Added: value']],
    ['1.0.0', '0.2.1', ['Added: value']],
  ])('a file of Assay %s and a method of %s', (written, since, missing) => {
    const text = readFileSync(path.join(folder, 'labels.jsonl.txt'), 'utf8');
    const file = path.join(temporaryFolder(), 'labels.jsonl');
    writeFileSync(file, text.replace('"assayVersion":"test"', `"assayVersion":"${written}"`));
    expect(verifyWith({ ...added, since }, file).differing.map(({ what }) => what)).toEqual(missing);
  });
});

describe('files that were written before they carried what they were made from', () => {
  test.each(files)('%s: its numbers are computed again, and it is said that only they are', (file) => {
    const found = verifyFile(path.join(folder, `${file}.txt`));
    expect(found.differing).toEqual([]);
    expect(found.isWhole).toBe(false);
    expect(found.signedBy).toBeNull();
    expect(found.checks.length).toBeGreaterThan(50);
  });

  test.each([
    ['a hidden headline', (text: string) => text.replace('<div class="hero">', '<div class="hero" hidden>')],
    [
      'a second headline',
      (text: string) =>
        text.replace('<div class="hero">', '<div class="hero"><span class="value">5</span></div>$&'),
    ],
    ['a style of its own', (text: string) => text.replace('</style>', '.hero { display: none }</style>')],
    ['a second style', (text: string) => text.replace('</head>', '<style>.hero{color:#fff}</style></head>')],
    ['a script', (text: string) => text.replace('</body>', '<script>1</script></body>')],
    ['a method twice', (text: string) => text.replace(/<tr class="" data-method[\s\S]*?<\/tr>/, '$&$&')],
  ])('%s in an old page is found', (_what, change) => {
    expect(verifyChanged('report.html', change).differing).not.toEqual([]);
  });

  test('a name or a method that stands twice in an old JSON report is found', () => {
    const twice = (text: string) => text.replace('"estimate": {', '"estimate": {}, "estimate": {');
    expect(() => verifyChanged('report.json', twice)).toThrow('stands twice');
    const method = (text: string) => text.replace(/"estimates": \[\s*(\{[^}]*\})/, '"estimates": [$1, $1');
    expect(verifyChanged('report.json', method).differing).not.toEqual([]);
  });
});

/** A page of now as an earlier one would be, which named other charts or none and was not made compact. */
const asBefore = (text: string, charts = ''): string =>
  text.replace('&quot;charts&quot;:7,', charts).replace(compactStyle, '');

/** The page of a study in the sentences that were written before they were shortened. */
async function pageInEarlierWords(kind: KindOfStudy): Promise<string> {
  const { engine, studyId } = await labeledStudyOf(kind);
  const { content } = await engine.client.report.render({ studyId, format: 'html' });
  const read = contentOfHtml(unsealed('html', content)!.text) as { content: ReportContent };
  return renderHtml({ ...read.content, charts: 7 });
}

test('the style of pages that were written keeps each of its bytes, as they are compared whole', () => {
  const hash = (style: string) => createHash('sha256').update(style).digest('hex').slice(0, 16);
  expect([reportStyle, openingStyle, annexStyle, compactStyle, unsplitStyle, filledStyle].map(hash)).toEqual([
    '49a631f1f291d34b',
    'a59721dac47004fb',
    '918f6d992f62ec37',
    'c60fc17d16af02b7',
    '793f42ad7ab1a845',
    '9a79f4704c228502',
  ]);
});

describe('a page whose charts an earlier version drew', () => {
  const older = '<svg class="plot-d6a7b5" viewBox="0 0 760 320"><path d="M0,0L1,1"></path></svg>';
  /** Such a page: it says so in its data, and its first chart and the words below are others. */
  async function olderPage(change = (text: string) => text): Promise<string> {
    const text = await pageInEarlierWords('calibrated hardness');
    const style = /<style>:where[^<]*<\/style>/.exec(text)![0];
    const drawn = asBefore(text).replace(
      /<figure>[\s\S]*?<\/figure>/,
      `<figure>${older.replace('><path', `>${style}<path`)}\n<figcaption>Solid.</figcaption></figure>`,
    );
    const changed = change(drawn);
    const file = path.join(temporaryFolder(), 'page.html');
    writeFileSync(file, sealed('html', changed, null));
    return file;
  }

  test('is compared but for them, and it is said so', async () => {
    const found = verifyFile(await olderPage());
    expect(found.differing).toEqual([]);
    expect(found).toMatchObject({ isWhole: true, unchecked: [expect.stringMatching(/^the figures/)] });
    expect(found.checks.map(({ what }) => what)).toContain('the page as a whole but for its charts');
  });

  test.each([
    ['a word outside', (text: string) => text.replace('<h2>Methods</h2>', '<h2>Method</h2>')],
    [
      'another style in a chart',
      (text: string) => text.replace('<style>:where', '<style>.hero{color:#fff}:where'),
    ],
    [
      'a headline in a chart',
      (text: string) => text.replace('<figcaption>', '<p class="hero">5</p><figcaption>'),
    ],
    ['something to run in a chart', (text: string) => text.replace('<path d', '<path onclick="1" d')],
  ])('%s is found', async (_what, change) => {
    const { differing } = verifyFile(await olderPage(change));
    expect(differing.map(({ what }) => what)).toEqual([
      expect.stringMatching(/^the page as a whole but for its charts, line \d+$/),
    ]);
  });

  test('a page of now whose chart is another is found', async () => {
    const file = await olderPage((text) =>
      text
        .replace('&quot;rankings', '&quot;charts&quot;:7,&quot;rankings')
        .replace('</style>', `${compactStyle}</style>`),
    );
    const found = verifyFile(file);
    expect(found.unchecked).toEqual([]);
    expect(found.differing.map(({ what }) => what)).toEqual([
      expect.stringMatching(/^the page as a whole, line/),
    ]);
  });

  test('a page of now that says it is older, with another figure, is never said to agree', async () => {
    const text = await pageInEarlierWords('calibrated hardness');
    const forged = asBefore(text, '&quot;charts&quot;:2,').replace(
      /(<svg[^>]*>)/,
      '$1<text x="10" y="20">4.61</text>',
    );
    const file = path.join(temporaryFolder(), 'page.html');
    writeFileSync(file, sealed('html', forged, null));
    const found = verifyFile(file);
    expect(found.differing).toEqual([]);
    expect(found.unchecked).toEqual([expect.stringMatching(/^the figures/)]);
  });

  test('a page made before the chart of a series is compared as a whole', async () => {
    const text = await pageInEarlierWords('two systems, rated');
    const file = path.join(temporaryFolder(), 'page.html');
    const before = asBefore(text, '&quot;charts&quot;:3,');
    writeFileSync(file, sealed('html', before, null));
    expect(verifyFile(file)).toMatchObject({ differing: [], unchecked: [], isWhole: true });
    writeFileSync(file, sealed('html', before.replace('<svg', '<svg data-x="1"'), null));
    expect(verifyFile(file).differing).toHaveLength(1);
  });

  test('a page of now that hides it is found', async () => {
    const text = await pageInEarlierWords('calibrated hardness');
    const file = path.join(temporaryFolder(), 'page.html');
    writeFileSync(file, sealed('html', asBefore(text), null));
    expect(verifyFile(file).differing.map(({ what }) => what)).toEqual(['charts']);
  });
});

test('a page that writes numbers as an earlier version did verifies as a whole', async () => {
  const { engine, studyId } = await labeledStudyOf('two systems, rated');
  const { content } = await engine.client.report.render({ studyId, format: 'html' });
  const read = contentOfHtml(unsealed('html', content)!.text) as { content: ReportContent };
  const { numbers, ...before } = read.content;
  expect(numbers).toBe(2);
  const file = path.join(temporaryFolder(), 'page.html');
  const page = renderHtml(before);
  expect(page).not.toBe(renderHtml(read.content));
  writeFileSync(file, sealed('html', page, null));
  expect(verifyFile(file)).toMatchObject({ differing: [], isWhole: true });
});

describe('written answers that stand after a skip of the same item', () => {
  interface Row {
    draw_order: number;
    kind: string;
    answer_group: number | null;
  }

  /** A label file as a version wrote it, its answers after a skip numbered so much higher. */
  async function labelsOf(version: string, higher: number): Promise<string> {
    const { engine, studyId } = await labeledStudyOf('the majority of written answers');
    const { content } = await engine.client.report.render({ studyId, format: 'labels-jsonl' });
    const [head, ...lines] = unsealed('labels', content)!.text.trimEnd().split('\n');
    const skipped = new Set<number>();
    const rows = lines.map((line) => {
      const row = JSON.parse(line) as Row;
      if (row.kind === 'skip') skipped.add(row.draw_order);
      const isAfter = row.answer_group !== null && skipped.has(row.draw_order);
      return `${JSON.stringify(isAfter ? { ...row, answer_group: row.answer_group! + higher } : row)}\n`;
    });
    expect(skipped.size).toBeGreaterThan(0);
    const labelsSha256 = createHash('sha256').update(rows.join('')).digest('hex');
    const header = { ...(JSON.parse(head!) as object), assayVersion: version, labelsSha256 };
    const file = path.join(temporaryFolder(), 'labels.jsonl');
    writeFileSync(file, sealed('labels', `${JSON.stringify(header)}\n${rows.join('')}`, null));
    return file;
  }

  test.each([
    ['0.1.0', 1],
    ['0.1.0', 0],
    ['0.2.0', 0],
  ])('Assay %s numbers them %i higher, and the file verifies', async (version, higher) => {
    expect(verifyFile(await labelsOf(version, higher)).differing).toEqual([]);
  });

  test.each([
    ['0.1.0', 2],
    ['0.1.1', 1],
    ['0.2.0', 1],
  ])('a file of Assay %s that numbers them %i higher is found', async (version, higher) => {
    const what = verifyFile(await labelsOf(version, higher)).differing.map((one) => one.what);
    expect(what).toContain('rows that cannot be');
  });
});

test('a page keeps the sentences that it was written with, and verifies', async () => {
  const earlier = await pageInEarlierWords('calibrated hardness');
  const methods = 'The labels were weighted by sequential importance weights (LURE, Farquhar et al. 2021)';
  expect(earlier).toContain(`${methods} and corrected`);
  const { content } = contentOfHtml(earlier) as { content: ReportContent };
  const now = renderHtml({ ...content, charts: CHARTS });
  expect(now).toContain(`${methods}. `);
  expect(now).not.toContain(`${methods} and`);
  for (const page of [earlier, now]) {
    const file = path.join(temporaryFolder(), 'page.html');
    writeFileSync(file, sealed('html', page, null));
    expect(verifyFile(file)).toMatchObject({ differing: [], isWhole: true });
  }
});

test.each([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] as const)(
  'a page of version %i verifies as a whole, and has its own style',
  async (charts) => {
    const { engine, studyId } = await labeledStudyOf('two systems, rated');
    const { content } = await engine.client.report.render({ studyId, format: 'html' });
    const read = contentOfHtml(unsealed('html', content)!.text) as { content: ReportContent };
    const page = renderHtml({ ...read.content, charts });
    const file = path.join(temporaryFolder(), 'page.html');
    writeFileSync(file, sealed('html', page, null));
    expect(verifyFile(file)).toMatchObject({ differing: [], isWhole: true });
    expect(page.includes(filledStyle)).toBe(charts >= 9);
    expect(page.includes('<section class="together">')).toBe(charts >= 9);
  },
);

test('the first page says the score once; pages of before have it twice, and verify', async () => {
  const { engine, studyId } = await labeledStudyOf('calibrated hardness');
  const { content } = await engine.client.report.render({ studyId, format: 'html' });
  const now = unsealed('html', content)!.text;
  const read = contentOfHtml(now) as { content: ReportContent };
  const before = renderHtml({ ...read.content, charts: 13 });
  expect(now).toContain('<p class="answer">About ');
  expect([now.includes('<div class="hero">'), before.includes('<div class="hero">')]).toEqual([false, true]);
  for (const page of [now, before]) {
    const file = path.join(temporaryFolder(), 'page.html');
    writeFileSync(file, sealed('html', page, null));
    expect(verifyFile(file)).toMatchObject({ differing: [], isWhole: true });
  }
  // Another score in the sentence is found.
  const forged = path.join(temporaryFolder(), 'page.html');
  const [, score] = now.match(/<p class="answer">About ([\d.]+)/)!;
  writeFileSync(forged, sealed('html', now.replace(`About ${score}`, 'About 4.99'), null));
  expect(verifyFile(forged).differing).not.toEqual([]);
});
