import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { labelFromGold } from '../../../core/labeling/session/label-from-gold.ts';
import { printedHtml, renderHtml } from '../../../core/report/html-report.ts';
import { ReportContentSchema } from '../../../core/report/report-content.ts';
import { sealed, unsealed } from '../../../core/report/seal.ts';
import { verifyFile } from '../../../core/report/verify/verify-file.ts';
import { asLines, importHere, studyHere } from '../support/in-process.ts';
import { engineWithProject, temporaryFolder } from '../support/test-engine.ts';
import { byRating, pairedRecords } from '../support/two-systems.ts';

let engine: Engine;
let studyIds: number[];

const verified = (content: string) => {
  const file = path.join(temporaryFolder(), 'report');
  writeFileSync(file, content);
  return verifyFile(file);
};
const rendered = (format: 'html' | 'json') =>
  engine.client.report.render({ studyId: studyIds[0]!, also: studyIds.slice(1), format });

/** Four studies of one measure: one of a system alone and all pairs of three. */
async function fourStudies(): Promise<void> {
  ({ engine } = await engineWithProject());
  const scale = { min: 1, max: 5, direction: 'higher' as const };
  const { datasetId } = await importHere(engine, asLines(pairedRecords()), 'data.jsonl', {
    format: 'assay-jsonl',
    scales: [
      { kind: 'criterion', name: 'quality', scale },
      { kind: 'judge', name: 'strict', criterion: 'quality', scale },
    ],
  });
  const questions = [
    { system: 'amber' },
    { system: 'amber', against: 'basil' },
    { system: 'amber', against: 'cedar' },
    { system: 'basil', against: 'cedar' },
  ];
  studyIds = [];
  for (const question of questions) {
    const asked = { datasetId: datasetId!, ...byRating, ...question };
    studyIds.push(
      await studyHere(engine, asked, { size: 20, name: Object.values(question).join(' against ') }),
    );
    labelFromGold(engine.context, studyIds.at(-1)!, 10);
  }
}

describe('several studies in one document', () => {
  test('an overview, what the intervals say together, the ranking, and each study', async () => {
    await fourStudies();
    const { content, fileName } = await rendered('html');
    expect(fileName).toMatch(/-and-3-more\.html$/);
    const { document } = parseHTML(content);
    expect(document.querySelectorAll('h1')).toHaveLength(1);
    const rows = [...document.querySelectorAll('table.overview tbody tr')];
    expect(rows.map((row) => row.children[1]!.textContent)).toEqual([
      'amber',
      'amber against basil',
      'amber against cedar',
      'basil against cedar',
    ]);
    const estimate = await engine.client.estimate.current({ studyId: studyIds[0]! });
    const full = estimate.fullEvaluation!.value;
    expect(rows[0]!.lastElementChild!.textContent).toBe(String(Number(full.toPrecision(4))));
    // Four studies at 0.05 each: 1 - 4 * 0.05.
    expect(content).toContain('All 4 hold together with probability at least 80 %');
    expect(content).toContain('Ranking of 3 systems: quality on');
    expect(document.querySelectorAll('table.pairs tr[data-pair]')).toHaveLength(3);
    expect(document.querySelectorAll('section.study')).toHaveLength(4);
    expect(document.querySelectorAll('section.study pre.record')).toHaveLength(4);
    expect(content.slice(content.indexOf('</style>'))).not.toMatch(/NaN|undefined|Infinity/);
  });

  test.each(['html', 'json'] as const)(
    'every number of the %s follows from the labels in it',
    async (format) => {
      await fourStudies();
      const { content } = await rendered(format);
      const { checks, differing, study } = verified(content);
      expect(differing).toEqual([]);
      expect(study).toMatch(/ and [3-9] more$/);
      const named = (part: RegExp) => checks.filter(({ what }) => part.test(what)).length;
      if (format === 'html') expect([named(/^overview/), named(/^ranking( |$)/)]).toEqual([8, 10]);
    },
  );

  test('a changed overview, a changed pair and a changed study are named', async () => {
    await fourStudies();
    const { content } = await rendered('html');
    const { document } = parseHTML(content);
    const change = (selector: string) => {
      document.querySelector(selector)!.textContent = '4.99';
    };
    change('table.overview tr[data-study="2"] .value');
    change('table.pairs tr[data-pair="3"] .interval');
    change('section[data-study="4"] .hero .value');
    change('table.ranking .place');
    const { differing } = verified(`<!doctype html>${document.documentElement.outerHTML}`);
    const names = differing.map(({ what }) => what);
    // The page is not what its data make, and its seal is not of it.
    expect(names).toHaveLength(6);
    expect(names).toEqual(
      expect.arrayContaining([
        'overview',
        'ranking interval',
        'ranking places',
        expect.stringMatching(/^basil against cedar.*headline$/),
      ]),
    );
  });

  test('a file of labels that is verified is of one study; a table may hold those of several', async () => {
    await fourStudies();
    const asked = { studyId: studyIds[0]!, also: [studyIds[1]!] };
    const { content } = await engine.client.report.render({ ...asked, format: 'labels-csv' });
    const named = content.split('\n').flatMap((line) => /^"?([^,"]+)"?,\d+,/.exec(line)?.[1] ?? []);
    expect([...new Set(named)]).toHaveLength(2);
    await expect(engine.client.report.render({ ...asked, format: 'labels-jsonl' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { remedy: expect.stringContaining('html, pdf, docx, json') },
    });
  });
});

describe('the report of a ranking', () => {
  async function wholeRanking(): Promise<string> {
    await fourStudies();
    const { datasetId } = await engine.client.study.get({ studyId: studyIds[0]! });
    const pairs = await engine.client.study.createPairs({
      ...{ datasetId, ...byRating, preset: 'uniform', size: 20, seed: 4 },
      systems: ['amber', 'basil', 'cedar'],
    });
    studyIds = pairs.map(({ id }) => id);
    for (const id of studyIds) labelFromGold(engine.context, id, 10);
    return (await rendered('html')).content;
  }

  test('leads with the order, and folds its pairs, which are verified all the same', async () => {
    const content = await wholeRanking();
    const { document } = parseHTML(content);
    expect(document.querySelector('main > table.ranking')).not.toBeNull();
    expect(document.querySelectorAll('main > section.study')).toHaveLength(0);
    expect(document.querySelectorAll('details.annex section.study pre.record')).toHaveLength(3);
    expect(document.querySelectorAll('details.annex > table.overview')).toHaveLength(1);
    expect(verified(content)).toMatchObject({ differing: [], unchecked: [] });
  });

  test('has no pair in full on paper, and says where they are', async () => {
    await wholeRanking();
    const page = printedHtml(engine.context, { studyIds, hasTexts: true });
    const { document } = parseHTML(page);
    expect(document.querySelectorAll('table.pairs tbody tr')).toHaveLength(3);
    expect(document.querySelectorAll('section.study')).toHaveLength(0);
    expect(document.querySelectorAll('section.annex h2')).toHaveLength(3);
    expect(page).not.toContain('not in this report)');
    expect(page).toContain('is in the HTML form of this report');
    // Of some of its pairs it is the same, since the table takes in all of them.
    const some = printedHtml(engine.context, { studyIds: studyIds.slice(1), hasTexts: true });
    expect(parseHTML(some).document.querySelectorAll('table.pairs tbody tr')).toHaveLength(3);
    expect(some).not.toContain('not in this report)');
  });

  /** The page as an earlier version laid it out. */
  async function pageOf(charts: number): Promise<string> {
    const { text } = unsealed('html', await wholeRanking())!;
    const { document } = parseHTML(text);
    const facts = JSON.parse(document.querySelector('#facts')!.textContent!);
    const records = [...document.querySelectorAll('pre.record')].map((part) => part.textContent!);
    const content = ReportContentSchema.parse({
      ...facts,
      charts,
      studies: facts.studies.map((study: object, i: number) => ({ ...study, record: records[i] })),
    });
    return sealed('html', renderHtml(content), null);
  }

  test('as earlier pages have it shows every pair in full', async () => {
    const earlier = await pageOf(4);
    expect(parseHTML(earlier).document.querySelectorAll('main > section.study')).toHaveLength(3);
    expect(verified(earlier)).toMatchObject({ differing: [], unchecked: [] });
  });

  test('keeps the words that it was written with', async () => {
    const earlier = await pageOf(5);
    expect(earlier).toContain('cannot be told apart yet, or not within what matters');
    expect(verified(earlier)).toMatchObject({ differing: [], unchecked: [] });
    expect(await wholeRanking()).toContain('Where bars overlap, the order is open');
  });
});

test('a judge of the criterion stands beside people, marked when it is the surrogate', async () => {
  await fourStudies();
  const { content } = await engine.client.report.render({ studyId: studyIds[0]!, format: 'html' });
  const text = parseHTML(content).document.querySelector('main')!.textContent!;
  expect(text).toContain('Judges beside people');
  expect(text).toContain('strict (also the machine score)');
  expect(text).toMatch(/Krippendorff’s alpha \(interval\): −?\d\.\d\d/);
  expect(text).toContain("They are not the study's own interval.");
});
