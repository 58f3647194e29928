import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { renderHtml } from '../../../core/report/html-report.ts';
import { ReportContentSchema } from '../../../core/report/report-content.ts';
import { sealed, unsealed } from '../../../core/report/seal.ts';
import { verifyFile } from '../../../core/report/verify/verify-file.ts';
import { releasesTable } from '../../../host/commands/series.ts';
import { failureVerdictWords } from '../../../shared/series-words.ts';
import { failureStudy, freshKey } from '../support/failure-study.ts';
import {
  engineWithProject,
  importRecords,
  ratedRecords,
  ratedScales,
  submit,
} from '../support/test-engine.ts';

test('a release asks what went wrong as the one before did, and tells each mode from one to the other', async () => {
  const made = await failureStudy({ count: 60 });
  const { client, engine, folder, study, code, make } = made;
  const common = await make('Wrong date');
  for (let at = 0; at < 60; at++) await code(at, at % 2 === 0 ? [common] : []);
  const late = await make('Too long');

  const other = ratedRecords(60).map((record, i) => {
    const { responses } = record as { responses: Record<string, string> };
    // The last twenty replies stay as they were.
    return i >= 40 ? record : { ...record, responses: { ...responses, secretive: `Another reply ${i}.` } };
  });
  const datasetId = await importRecords(engine, folder, other, { name: 'second', scales: ratedScales });
  const { id: seriesId } = await client.series.begin({ studyId: study.id, name: 'Chat' });
  const added = await client.series.release({ seriesId, system: 'secretive', datasetId });
  const release = added.releases[1]!;
  expect([release.reused, releasesTable(added)]).toEqual([20, expect.stringContaining('second')]);

  // Every item was seen in the same order before: what was named late has nothing to count on here.
  const table = await client.failures.table({ studyId: release.studyId });
  expect(table.coded).toBe(20);
  const clocks = Object.fromEntries(table.modes.map(({ mode, clock }) => [mode.name, clock]));
  expect(clocks).toEqual({ 'Wrong date': 0, 'Too long': 60 });

  const open = async () =>
    (await client.series.failures({ seriesId })).modes.find(({ modeId }) => modeId === common)!;
  expect((await open()).releases[1]).toMatchObject({ position: 2, verdict: 'undecided' });
  let { next, batch } = await client.label.open({ studyId: release.studyId });
  const { list } = await client.failures.list({});
  while (next) {
    await client.label.item({ batch, ref: next });
    const coding = { modes: [], note: '', at: null, list };
    ({ next } = await submit(engine, batch, next, { kind: 'score', value: 3, fields: { failures: coding } }));
  }
  const line = await open();
  expect(line.releases[0]).toMatchObject({ share: { value: 0.5, lower: 0.5, upper: 0.5 }, verdict: null });
  const [before, after] = line.releases;
  expect(after!.verdict).toBe('fewer');
  expect(after!.difference!.value).toBeCloseTo(after!.share!.value! - before!.share!.value!, 12);
  expect(after!.difference!.upper).toBeLessThan(0);
  expect(failureVerdictWords(after!)).toMatch(/^fewer \(\u2212/);
  expect(failureVerdictWords(before!)).toBe('-');

  // The report of the series says the same, and its verdict follows from the labels in it.
  const asked = { studyId: study.id, also: [release.studyId], format: 'html' as const };
  const { content } = await client.report.render(asked);
  const cells = [...parseHTML(content).document.querySelectorAll('table.failures tr')]
    .map((row) => [...row.children].map((cell) => cell.textContent))
    .find(([name, ...shares]) => name?.includes('Wrong date') && shares.length === 2)!;
  expect(cells[2]).toContain(failureVerdictWords(after!));
  const verified = (text: string) => {
    const file = path.join(folder, 'series.html');
    writeFileSync(file, sealed('html', text, null));
    return verifyFile(file).differing.map(({ what }) => what);
  };
  const { text } = unsealed('html', content)!;
  expect(verified(text)).toEqual([]);
  const paired = text.replace(
    /(&quot;name&quot;:&quot;Wrong date&quot;,&quot;clock&quot;:0,&quot;stated&quot;:\{&quot;value&quot;:[-\d.e]+,&quot;lower&quot;:)[-\d.e]+/,
    '$1-0.01',
  );
  expect(paired).not.toBe(text);
  expect(verified(paired).join()).toMatch(/failure mode Wrong date: lower end/);
  const forged = text.replace(
    /(&quot;atHalf&quot;:\{&quot;value&quot;:[\d.e-]+,&quot;lower&quot;:)[\d.e-]+/,
    '$10.9',
  );
  expect(forged).not.toBe(text);
  expect(verified(forged).join()).toMatch(/atHalf\.lower/);

  await client.failures.retire({ modeId: late, clientKey: freshKey() });
  const all = await client.series.failures({ seriesId });
  expect(all.modes.map(({ name }) => name)).toEqual(['Wrong date']);
  expect(all.releases).toMatchObject([{ because: null }, { because: null }]);
}, 120_000);

test('a release asks all that the one before asked, on the scales of its own data set', async () => {
  const { engine, folder } = await engineWithProject();
  const { client } = engine;
  const datasetId = await importRecords(engine, folder, ratedRecords(30), { scales: ratedScales });
  const rating = { kind: 'rating', min: 1, max: 5, step: 1, lowLabel: '', highLabel: '' } as const;
  const fields = [
    { name: 'tone', question: 'How friendly?', required: true, form: rating },
    { name: 'why', question: 'Why?', required: false, form: { kind: 'text' } as const },
  ];
  const { id } = await client.study.create({
    ...{ datasetId, system: 'secretive', preset: 'uniform', size: 20, seed: 7, fields },
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'none' },
  });
  const other = ratedRecords(30).map((record, i) => ({
    ...record,
    responses: { secretive: `Another reply ${i}.` },
  }));
  const second = await importRecords(engine, folder, other, {
    name: 'second',
    scales: ratedScales,
  });
  const { id: seriesId } = await client.series.begin({ studyId: id, name: 'Chat' });
  const { releases } = await client.series.release({ seriesId, system: 'secretive', datasetId: second });
  const made = (await client.study.list({})).find((one) => one.id === releases[1]!.studyId)!;
  expect(made.fields).toEqual(fields);
  expect(made.datasetId).toBe(second);
});

test('modes stand by how often they were found, not by when they were made', async () => {
  const { client, study, code, make } = await failureStudy();
  const [rare, frequent, never] = [await make('Rare'), await make('Frequent'), await make('Never')];
  for (let at = 0; at < 5; at++) await code(at, at === 2 ? [rare, frequent] : [frequent]);
  const { id: seriesId } = await client.series.begin({ studyId: study.id, name: 'Chat' });
  const { modes } = await client.series.failures({ seriesId });
  expect(modes.map(({ modeId }) => modeId)).toEqual([frequent, rare, never]);
});

test('a mode is compared on the items of both releases, also where it was named late and items are left out', async () => {
  const {
    client,
    engine,
    folder,
    study,
    batch: first,
    refs,
    code,
    make,
  } = await failureStudy({ count: 120, size: 50 });
  const skip = (at: number) => submit(engine, first, refs[at]!, { kind: 'skip', reason: 'unclear' });
  const early = await make('Wrong date');
  for (let at = 0; at < 12; at++) await code(at, at % 3 === 0 ? [early] : []);
  const late = await make('Too long');
  // Nobody can say anything of one item, and the ones after 44 wait.
  await skip(20);
  for (let at = 12; at < 44; at++) if (at !== 20) await code(at, at % 2 === 0 ? [early, late] : [late]);
  const other = ratedRecords(120).map((record, i) => {
    const { responses } = record as { responses: Record<string, string> };
    return i % 4 === 0
      ? record
      : { ...record, responses: { ...responses, secretive: `Another reply ${i}.` } };
  });
  const datasetId = await importRecords(engine, folder, other, { name: 'second', scales: ratedScales });
  const { id: seriesId } = await client.series.begin({ studyId: study.id, name: 'Chat' });
  const { releases } = await client.series.release({ seriesId, system: 'secretive', datasetId });
  const [, { studyId }] = releases as [unknown, { studyId: number }];
  let { next, batch } = await client.label.open({ studyId });
  const { list } = await client.failures.list({});
  for (let n = 0; next && n < 30; n++) {
    await client.label.item({ batch, ref: next });
    const coding = { modes: n % 5 === 0 ? [early] : [], note: '', at: null, list };
    ({ next } = await submit(engine, batch, next, { kind: 'score', value: 3, fields: { failures: coding } }));
  }
  const open = async () => {
    const { modes } = await client.series.failures({ seriesId });
    return [early, late].map((id) => modes.find(({ modeId }) => modeId === id)!.releases[1]!);
  };
  const [wrongDate, tooLong] = await open();
  expect([wrongDate!.basis, tooLong!.basis]).toEqual(['paired', 'paired']);
  // Each of the two shares lies in an interval of this width: their difference would in one of both together.
  const width = ({ lower, upper }: { lower: number; upper: number }) => upper - lower;
  const [before] = (await client.series.failures({ seriesId })).modes.find(
    ({ modeId }) => modeId === early,
  )!.releases;
  expect(width(wrongDate!.difference!)).toBeLessThan(
    0.8 * (width(wrongDate!.share!) + width(before!.share!)),
  );
  expect(tooLong!.verdict).toBe('fewer');

  const asked = { studyId: study.id, also: [studyId] };
  const file = path.join(folder, 'series');
  const { content: page } = await client.report.render({ ...asked, format: 'html' });
  writeFileSync(file, page);
  expect(verifyFile(file)).toMatchObject({ differing: [] });
  expect(page).toContain(failureVerdictWords(tooLong!));
  expect(page).toContain('A change is that of the conversations that both releases answered, pair by pair.');
  // An earlier page has no differences by pairs, and says so.
  const { document } = parseHTML(unsealed('html', page)!.text);
  const facts = JSON.parse(document.querySelector('#facts')!.textContent!);
  const records = [...document.querySelectorAll('pre.record')].map((part) => part.textContent!);
  const studies = facts.studies.map((one: object, i: number) => ({ ...one, record: records[i] }));
  const differences = facts.differences.map(({ failures: _, ...rest }: { failures: unknown }) => rest);
  const old = renderHtml(ReportContentSchema.parse({ ...facts, charts: 11, studies, differences }));
  writeFileSync(file, sealed('html', old, null));
  expect(verifyFile(file)).toMatchObject({ differing: [] });
  expect(old).toContain('No conversations are paired.');
  const { content } = await client.report.render({ ...asked, format: 'json' });
  const verify = path.resolve(import.meta.dirname, '../../../docs/verify.py');
  const run = () => spawnSync('python3', [verify, `${file}.json`], { encoding: 'utf8' });
  writeFileSync(`${file}.json`, content);
  expect(run().stdout).toMatch(/^\d+ numbers computed from \d+ labels; largest difference \S+\n$/);
  writeFileSync(
    `${file}.json`,
    content.replace(/("name": "Too long",\s+"clock": \d+,\s+"stated": \{\s+"value": )[-\d.e]+/, '$10.1'),
  );
  expect(run().stdout).toMatch(/release 2, failure mode Too long, value: file says 0\.1/);
}, 120_000);
