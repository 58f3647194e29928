import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { renderHtml } from '../../../core/report/html-report.ts';
import { nextWords } from '../../../core/report/opening-page.ts';
import type { ReportContent } from '../../../core/report/report-content.ts';
import { sealed, unsealed } from '../../../core/report/seal.ts';
import { contentOfHtml } from '../../../core/report/verify/read-content.ts';
import { verifyFile } from '../../../core/report/verify/verify-file.ts';
import { estimateSentence } from '../../../shared/estimate-words.ts';
import { ratedRecords } from '../support/rated-records.ts';
import {
  engineWithProject,
  importRecords,
  ratedScales,
  submit,
  temporaryFolder,
} from '../support/test-engine.ts';

const hostile = `<img src=x onerror=alert(1)> ${'long '.repeat(400)}`;

/** A study of hostile texts; of thirteen items labeled one is skipped. */
async function hostileStudy(labeled = 13) {
  const { engine, folder } = await engineWithProject();
  const records = ratedRecords(40).map((record) => ({
    ...record,
    conversation: [{ role: 'user', content: hostile }],
    responses: { secretive: hostile },
  }));
  const datasetId = await importRecords(engine, folder, records, { scales: ratedScales });
  const { id: studyId } = await engine.client.study.create({
    datasetId,
    system: 'secretive',
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
    seed: 5,
    size: 20,
  });
  const { batch, items } = await engine.client.label.open({ studyId });
  for (const [i, { ref }] of items.slice(0, labeled).entries()) {
    const score = { kind: 'score', value: 1 + (i % 5) } as const;
    await submit(engine, batch, ref, i === 4 ? { kind: 'skip', reason: 'Unclear' } : score);
  }
  return { engine, studyId };
}

function verified(text: string) {
  const file = path.join(temporaryFolder(), 'page.html');
  writeFileSync(file, sealed('html', text, null));
  return verifyFile(file);
}

test('a report opens with the answer, the distribution and three examples, and its texts harm nobody', async () => {
  const { engine, studyId } = await hostileStudy();
  const { content } = await engine.client.report.render({ studyId, format: 'html' });
  const report = await engine.client.estimate.current({ studyId });
  const { document } = parseHTML(content);
  const opening = document.querySelector('main > .opening')!;
  expect(opening.querySelector('.answer')!.textContent).toBe(estimateSentence(report));
  expect(opening.querySelectorAll('figure svg')).toHaveLength(1);
  const rows = [...opening.querySelectorAll('.examples tbody tr')];
  expect(rows).toHaveLength(3);
  expect(document.querySelectorAll('img, script')).toHaveLength(0);
  for (const row of rows) {
    expect(row.textContent).toContain('<img src=x onerror');
    expect(row.textContent!.length).toBeLessThan(900);
  }
  expect(opening.textContent).toContain('27 items of 40 were read by nobody');
  expect(content).toContain('the first 13 looked at: 12 labeled, 1 skipped');

  const without = await engine.client.report.render({ studyId, format: 'html', texts: false });
  expect(without.content).not.toContain('onerror');
  expect(parseHTML(without.content).document.querySelectorAll('.examples tbody tr')).toHaveLength(3);
  expect(verified(unsealed('html', without.content)!.text).differing).toEqual([]);
});

test('a report carries the typeface of the app and may load nothing else', async () => {
  const { engine, studyId } = await hostileStudy();
  const { content } = await engine.client.report.render({ studyId, format: 'html' });
  const { document } = parseHTML(content);
  const policy = document.querySelector('meta[http-equiv]')!.getAttribute('content');
  expect(policy).toBe("default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:");
  const [, data] = /src: url\(data:font\/woff2;base64,([^)]{1,100000})\)/.exec(content)!;
  expect(Buffer.from(data!, 'base64').subarray(0, 4).toString('latin1')).toBe('wOF2');
  expect(content.match(/url\(/g)).toHaveLength(1);
});

test('a first page that says otherwise than the labels is found', async () => {
  const { engine, studyId } = await hostileStudy();
  const { content } = await engine.client.report.render({ studyId, format: 'html' });
  const { text } = unsealed('html', content)!;
  expect(verified(text)).toMatchObject({ differing: [], isWhole: true });
  const forged = text.replace(
    /(&quot;bins&quot;:\[\{&quot;from&quot;:1,&quot;to&quot;:1,&quot;count&quot;:)\d+/,
    '$19',
  );
  expect(forged).not.toBe(text);
  expect(verified(forged).differing.map(({ what }) => what)).toContain('opening.bins.0.count');
  const example = text.replace(/(&quot;examples&quot;:\[\{&quot;order&quot;:)\d+/, '$120');
  expect(verified(example).differing.map(({ what }) => what)).toContain('opening.examples.0.order');
});

test('an exact number has no interval that could be wrong; earlier pages spoke of one', async () => {
  const content = await contentOf(3);
  const [study] = content.studies;
  const { estimates, default: chosen } = study!.estimate;
  const exact = estimates.map((one) =>
    one.method === chosen ? { ...one, estimable: true, value: 3, lower: 3, upper: 3 } : one,
  );
  const page = (layout: 2 | 3) =>
    renderHtml({
      ...content,
      studies: [
        {
          ...study!,
          estimate: { ...study!.estimate, estimates: exact },
          opening: { ...study!.opening!, layout },
        },
      ],
    });
  const right = 'The interval is right in at least 95 of 100 studies.';
  expect(page(2)).toContain(right);
  expect(page(3).split('Annex for researchers')[0]).not.toContain(right);
});

/** What a report of a study with so many labels is made from. */
async function contentOf(labeled: number): Promise<ReportContent> {
  const { engine, studyId } = await hostileStudy(labeled);
  const { content } = await engine.client.report.render({ studyId, format: 'html' });
  return (contentOfHtml(unsealed('html', content)!.text) as { content: ReportContent }).content;
}

test('what researchers read stands in an annex, behind what decides', async () => {
  const page = renderHtml(await contentOf(13));
  const { document } = parseHTML(page);
  const annex = document.querySelector('details.annex')!;
  const headings = (root: ParentNode) => [...root.querySelectorAll('h2')].map((one) => one.textContent);
  expect(headings(annex)).toEqual([
    'What the estimate rests on',
    'Every method on the same labels',
    ...['Other claims (approximate)', 'Methods', 'References', 'Manifest', 'What was done'],
  ]);
  expect(headings(document.querySelector('.opening')!)).toEqual([
    ...['How the labels are distributed', 'Examples', 'What was not measured', 'What to do next'],
  ]);
  annex.remove();
  expect(document.querySelector('main')!.textContent).not.toMatch(/surrogate value|sha-?256|seed/i);
});

test('a page as it was laid out before is rendered and verified as it was', async () => {
  const content = await contentOf(2);
  const [study] = content.studies;
  const { layout, ...opening } = study!.opening!;
  expect(layout).toBe(3);
  const page = renderHtml({ ...content, studies: [{ ...study!, opening }] });
  expect(page).toContain('holds the value that labeling everything would give');
  expect(page).not.toContain('class="annex"');
  expect(verified(page)).toMatchObject({ differing: [], isWhole: true });
});

test('the next step is said from what is known', async () => {
  const [study] = (await contentOf(13)).studies;
  const { estimate, goal } = study!;
  const next = (change: Partial<typeof estimate>, ahead = goal) =>
    nextWords({ ...study!, estimate: { ...estimate, ...change }, goal: ahead }, 2);
  expect(next({})).toMatch(/^To be surer, label more: \d+ labels give about ± [\d.]+/);
  expect(next({ N: 13 })).toBe('Nothing: every item is labeled.');
  expect(next({ labeled: 0 })).toBe('Label the first items.');
  const comparison = {
    ...{ system: 'base', against: 'clone', sharedItems: 40, differing: 40, equal: 0, leastDifference: 0.1 },
    verdict: 'undecided' as const,
  };
  const own = estimate.estimates.map((one) => ({ ...one, value: -0.5 }));
  const widths = [
    { labels: 20, halfWidth: 0.6 },
    { labels: 30, halfWidth: 0.4 },
  ] as typeof goal.atBudget;
  const undecided = { comparison, estimates: own } as Partial<typeof estimate>;
  expect(next(undecided, { ...goal, atBudget: widths })).toBe(
    '12 labels cannot separate the two. About 30 would, if the difference stays near \u22120.50.',
  );
  expect(next(undecided, { ...goal, atBudget: widths.slice(0, 1) })).toBe(
    '12 labels cannot separate the two. Nor would 20, if the difference stays as it is.',
  );
  expect(
    next({ ...undecided, comparison: { ...comparison, verdict: 'system' } } as Partial<typeof estimate>),
  ).toBe('Nothing: which is better is decided.');
  const asked = { ...goal, goal: { ...goal.goal, targetHalfWidth: 0.1 } };
  expect(next({}, asked)).not.toMatch(/^To be surer/);
});
