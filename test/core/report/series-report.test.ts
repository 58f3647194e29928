import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseHTML } from 'linkedom';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { labelFromGold } from '../../../core/labeling/session/label-from-gold.ts';
import { printedHtml, renderHtml } from '../../../core/report/html-report.ts';
import { ReportContentSchema } from '../../../core/report/report-content.ts';
import { sealed, unsealed } from '../../../core/report/seal.ts';
import { verifyFile } from '../../../core/report/verify/verify-file.ts';
import { engineWithProject, importRecords, temporaryFolder } from '../support/test-engine.ts';

const scales = [
  { kind: 'criterion', name: 'quality', scale: { min: 1, max: 5, direction: 'higher' } },
] as const;

/** Every third reply is the same in all releases, which get better; names have markup in them, as those of others may. */
const recordsOf = (release: number, system: string) =>
  Array.from({ length: 60 }, (_, i) => ({
    id: `q-${i}`,
    conversation: [{ role: 'user', content: `What is ${i}?` }],
    responses: { [system]: `Reply ${i} of ${i % 3 === 0 ? 'all' : release}.` },
    human: { [system]: { quality: [i % 3 === 0 ? 3 : release === 1 ? 1 + (i % 2) : 4 + (i % 2)] } },
  }));

let engine: Engine;
let studyIds: number[];

/** Three releases; the third has few labels of its own. */
async function threeReleases(
  again?: number,
  systemOf = (release: number) => `v<b>${release}`,
): Promise<void> {
  const made = await engineWithProject();
  engine = made.engine;
  const datasets: number[] = [];
  for (const release of [1, 2, 3])
    datasets.push(
      await importRecords(engine, made.folder, recordsOf(release, systemOf(release)), {
        name: `data ${release}`,
        scales: [...scales],
      }),
    );
  const first = await engine.client.study.create({
    datasetId: datasets[0]!,
    system: systemOf(1),
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'none' },
    preset: 'uniform',
    seed: 5,
    size: 40,
    alpha: 0.05,
  });
  labelFromGold(engine.context, first.id, 40);
  const { id: seriesId } = await engine.client.series.begin({ studyId: first.id, name: 'Chat, weekly' });
  for (const release of [2, 3]) {
    const { releases } = await engine.client.series.release({
      seriesId,
      system: systemOf(release),
      datasetId: datasets[release - 1]!,
      ...(again !== undefined && { again }),
    });
    labelFromGold(engine.context, releases.at(-1)!.studyId, release === 2 ? 40 : 5);
    studyIds = releases.map(({ studyId }) => studyId);
  }
}

const rendered = (ids: number[], format: 'html' | 'json' = 'html') =>
  engine.client.report.render({ studyId: ids[0]!, also: ids.slice(1), format });

const verified = (content: string) => {
  const file = path.join(temporaryFolder(), 'report');
  writeFileSync(file, content);
  return verifyFile(file);
};

test('releases of one system are told apart by their data sets, and by their system on earlier pages', async () => {
  await threeReleases(undefined, () => 'bot');
  const { content } = await rendered(studyIds);
  const namesOn = (page: string) =>
    [...parseHTML(page).document.querySelectorAll('table.series td.system')].map((cell) => cell.textContent);
  expect(namesOn(content)).toEqual(['data 1', 'data 2', 'data 3']);
  expect(content).toContain('<strong>data 3, the newest of 3');
  expect(verified(content)).toMatchObject({ differing: [], isWhole: true });
  const { text } = unsealed('html', content)!;
  const { document } = parseHTML(text);
  const facts = JSON.parse(document.querySelector('#facts')!.textContent!);
  const records = [...document.querySelectorAll('pre.record')].map((part) => part.textContent!);
  const studies = facts.studies.map((study: object, i: number) => ({ ...study, record: records[i] }));
  const earlier = sealed(
    'html',
    renderHtml(ReportContentSchema.parse({ ...facts, charts: 6, studies })),
    null,
  );
  expect(namesOn(earlier)).toEqual(['bot', 'bot', 'bot']);
  expect(verified(earlier)).toMatchObject({ differing: [], unchecked: [] });
});

describe('the report of a series', () => {
  beforeEach(() => threeReleases());

  test('the newest release first, in a sentence, then release after release', async () => {
    const { content, fileName } = await rendered(studyIds);
    expect(fileName).toBe('Chat-weekly.html');
    const { document } = parseHTML(content);
    expect(document.querySelector('h1')?.textContent).toBe('Chat, weekly');
    expect(document.querySelector('main')?.firstElementChild?.textContent).toBe(
      'Release after release: Chat, weekly',
    );
    expect(document.querySelector('main .order')?.textContent).toMatch(/^v<b>3, the newest of 3, comes to /);
    const rows = [...document.querySelectorAll('table.series tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    );
    expect(rows.map(([system]) => system)).toEqual(['v<b>1', 'v<b>2', 'v<b>3']);
    expect(rows.map((cells) => cells[4])).toEqual([
      '40',
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^\d+$/),
    ]);
    expect(rows.map((cells) => cells[5])).toEqual(['0', expect.stringMatching(/^[1-9]/), expect.any(String)]);
    expect(Number(rows[1]![4]) + Number(rows[1]![5])).toBe(40);
    expect(document.querySelector('main')?.textContent).toMatch(
      /People were asked for \d+ labels in these releases; \d+ more/,
    );
    expect(rows[0]![3]).toBe('40 of 40');
    // One kind for all is said once.
    expect(document.querySelector('table.series + p')?.textContent).toMatch(
      /^Each interval: .*error level 0\.05, rule 4\.$/,
    );
    const [second] = document.querySelectorAll('table.differences tbody tr');
    expect(second!.querySelector('.verdict')?.textContent).toMatch(/^Better than the previous release: \+/);
    expect(second!.lastElementChild?.textContent).toBe('40 items whose replies differ');
  });

  test('begins with the line over the releases, and folds each of them', async () => {
    const { document } = parseHTML((await rendered(studyIds)).content);
    const main = document.querySelector('main')!;
    const [, , figure] = main.children;
    expect(figure!.tagName).toBe('FIGURE');
    expect(figure!.querySelector('svg')?.getAttribute('aria-label') ?? figure!.textContent).toContain(
      'v<b>1',
    );
    const folded = main.querySelector('details.annex > summary');
    expect(folded?.textContent).toBe('Each release in full');
    expect(main.querySelectorAll('details.annex > section.study')).toHaveLength(3);
  });

  test('on paper the newest release follows in full, and nothing is folded', () => {
    const { document } = parseHTML(printedHtml(engine.context, { studyIds, hasTexts: true }));
    expect(document.querySelectorAll('details')).toHaveLength(0);
    expect(document.querySelectorAll('table.overview')).toHaveLength(0);
    const inFull = [...document.querySelectorAll('main > section.study > h2')].map((one) => one.textContent);
    expect(inFull).toEqual(['Quality on data 3']);
    expect(document.querySelector('main')!.textContent).toContain('Earlier ones are in the HTML form');
  });

  test('is verified, and says what it takes from the file', async () => {
    for (const format of ['html', 'json'] as const) {
      const { differing, taken, isWhole } = verified((await rendered(studyIds, format)).content);
      expect(differing).toEqual([]);
      expect(isWhole).toBe(true);
      expect(taken.join()).toContain('which replies differ from release to release');
    }
  });

  test('a release that says another number than its labels, or another verdict than its interval, is found', async () => {
    const { content } = await rendered(studyIds, 'json');
    const altered = (change: (text: string) => string) =>
      verified(change(content)).differing.map(({ what }) => what);
    expect(altered((text) => text.replace('"verdict": "system"', '"verdict": "against"')).join()).toMatch(
      /series\.0\.releases\.1\.difference\.verdict/,
    );
    // The interval of a difference is computed from the labels of both releases.
    expect(
      altered((text) =>
        text.replace(/"lower": [^,]+(,\s+"upper": [^,]+,\s+"leastDifference")/, '"lower": 0.01$1'),
      ).join(),
    ).toMatch(/series\.0\.releases\.1\.difference\.lower/);
    expect(altered((text) => text.replace(/"pairs": [1-9]\d*/, '"pairs": 3')).join()).toMatch(
      /difference\.pairs/,
    );
    expect(altered((text) => text.replace(/"surrogateMean": 0\.5/, '"surrogateMean": 0.4')).join()).toMatch(
      /difference/,
    );
    expect(altered((text) => text.replace(/"labelsSpent": 40/, '"labelsSpent": 30')).join()).toMatch(
      /labels spent and saved/,
    );
    const without = (text: string) => {
      const { differences: _, ...report } = JSON.parse(text) as { differences: unknown };
      return `${JSON.stringify(report, null, 2)}\n`;
    };
    expect(altered(without).join()).toMatch(/differences/);
    expect(altered((text) => text.replace('"labeled": 40', '"labeled": 39')).join()).toMatch(/labeled/);
    expect(altered((text) => text.replace('"drawn": 40', '"drawn": 39')).join()).toMatch(
      /series\.0\.releases\.0\.drawn/,
    );
  });

  test('docs/verify.py computes every release and difference again', { timeout: 120_000 }, async () => {
    const file = path.join(temporaryFolder(), 'report.json');
    const { content } = await rendered(studyIds, 'json');
    writeFileSync(file, content);
    const verify = path.resolve(import.meta.dirname, '../../../docs/verify.py');
    const run = () => spawnSync('python3', [verify, file], { encoding: 'utf8' });
    const found = run();
    expect(found.stdout).toMatch(/^\d+ numbers computed from \d+ labels; largest difference \S+\n$/);
    expect(found.status).toBe(0);
    writeFileSync(
      file,
      content.replace(/("leastDifference": [^,]+)/, '$1').replace(/"pairs": [1-9]\d*/, '"pairs": 3'),
    );
    expect(run().stdout).toMatch(/release 2, pairs: file says 3/);
  });

  test('a report of one release, or of studies of no series, has no series', async () => {
    expect((await rendered(studyIds.slice(1, 2))).content).not.toContain('Release after release');
    const two = (await rendered(studyIds.slice(1))).content;
    expect(two).toContain('1 of the 3 releases are not shown in full');
    expect(verified(two).differing).toEqual([]);
  });
});

test('the drift of people who rate equal replies again is verified, by both verifiers', {
  timeout: 120_000,
}, async () => {
  await threeReleases(0.5);
  const { content } = await rendered(studyIds, 'json');
  expect(content).toContain('"drift"');
  expect(verified(content).differing).toEqual([]);
  expect(verified((await rendered(studyIds)).content).differing).toEqual([]);
  expect(content).toMatch(/"drift": \{\s+"asked": [1-9]/);
  const other = verified(
    content.replace(/("drift": \{\s+"asked": \d+,\s+"pairs": \d+,\s+"value": )[^,]+/, '$1-0.5'),
  );
  expect(other.differing.map(({ what }) => what).join()).toMatch(/difference\.drift\.value/);
  const file = path.join(temporaryFolder(), 'report.json');
  writeFileSync(file, content);
  const verify = path.resolve(import.meta.dirname, '../../../docs/verify.py');
  const { status, stdout, stderr } = spawnSync('python3', [verify, file], { encoding: 'utf8' });
  expect(stdout + stderr).toMatch(/numbers computed/);
  expect(status).toBe(0);
});
