import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Engine } from '../../core/engine.ts';
import { labelFromGold } from '../../core/labeling/session/label-from-gold.ts';
import { lineOf, rowOf } from '../../core/project/folder/plain-line.ts';
import { plainRows, plainTables } from '../../db/plain-rows.ts';
import type { LabelAnswer } from '../../shared/contract/index.ts';
import { projectForRuns } from './protocols/support/stored-runs.ts';
import { asLines, importHere } from './support/in-process.ts';
import {
  engineWithProject,
  importRecords,
  ratedRecords,
  ratedStudy,
  submit,
  temporaryFolder,
  testEngine,
} from './support/test-engine.ts';
import { byPreference, byRating, pairedStudy, systemNames } from './support/two-systems.ts';

const dbOf = ({ context }: Engine) => context.session.project!.db;

/** Every row of every table, as it lies. */
function allRows(engine: Engine) {
  const db = dbOf(engine);
  return Object.fromEntries(
    plainTables(db).map((table) => {
      const search = table.columns.indexOf('search_ready');
      // Opening a project notes nothing but that its jobs ended; the index of the search is made again.
      const rows = [...plainRows(db, table)].map((row) => row.filter((_, i) => i !== search || search < 0));
      return [table.name, rows];
    }),
  );
}

/** All that the project says of its studies, series and rankings, to the last bit. */
async function said({ client }: Engine) {
  const studies = await client.study.list({});
  return {
    studies,
    estimates: await Promise.all(studies.map(({ id }) => client.estimate.current({ studyId: id }))),
    histories: await Promise.all(studies.map(({ id }) => client.estimate.history({ studyId: id }))),
    rankings: await Promise.all(
      (await client.ranking.list({})).map(({ id }) => client.ranking.result({ rankingId: id })),
    ),
    series: await client.series.list({}),
    datasets: await client.dataset.list({}),
  };
}

/** Leads a project through a folder of plain files and compares it with what comes out. */
async function roundTrip(engine: Engine) {
  const [rows, words] = [allRows(engine), await said(engine)];
  const folder = path.join(temporaryFolder(), 'plain');
  const written = await engine.client.project.toFolder({ path: folder });
  const again = testEngine();
  const made = await again.client.project.fromFolder({ folder, path: path.join(temporaryFolder(), 'again') });
  expect(made).toMatchObject({ files: written.files, rows: written.rows });
  expect(allRows(again)).toEqual(rows);
  expect(await said(again)).toEqual(words);
  expect(await again.client.project.check({ wait: true })).toEqual(
    await engine.client.project.check({ wait: true }),
  );
  return { folder, again, written };
}

const score = (value: number): LabelAnswer => ({ kind: 'score', value });

test('several people, skips and decisions come back', async () => {
  const { engine, study } = await ratedStudy(14);
  const { client } = engine;
  const studyId = study.id;
  for (const name of ['Ada', 'Bo']) await client.annotator.add({ name });
  const people = await client.annotator.list({});
  for (const [who, { id: annotatorId }] of people.entries()) {
    const { batch, items } = await client.label.open({ studyId, annotatorId });
    for (const [i, { ref }] of items.slice(0, 9).entries()) {
      await submit(
        engine,
        batch,
        ref,
        i === 4 ? { kind: 'skip', reason: 'cut off' } : score(1 + ((i + who) % 5)),
      );
    }
  }
  await client.team.set({ studyId, overlap: 2, finalRule: 'mean' });
  const { again } = await roundTrip(engine);
  labelFromGold(engine.context, studyId, 14);
  labelFromGold(again.context, studyId, 14);
  expect((await again.client.estimate.current({ studyId })).estimates).toEqual(
    (await engine.client.estimate.current({ studyId })).estimates,
  );
});

test('comparisons, preferences and rankings come back', async () => {
  const { engine, datasetId, study } = await pairedStudy(20);
  labelFromGold(engine.context, study.id, 12);
  const { client } = engine;
  const pairs = await client.study.createPairs({
    datasetId,
    systems: [...systemNames],
    ...byRating,
    size: 8,
    seed: 3,
  });
  for (const { id } of pairs) labelFromGold(engine.context, id, 6);
  const preference = await client.study.create({
    ...{ datasetId, ...byPreference, system: 'amber', against: 'basil', size: 10, seed: 2, alpha: 0.1 },
  });
  const { batch, items } = await client.label.open({ studyId: preference.id });
  for (const { ref } of items.slice(0, 6)) await submit(engine, batch, ref, { kind: 'pair', values: [1, 0] });
  await roundTrip(engine);
});

test('series with carried labels, stored protocols, and data sets that grew come back', async () => {
  const { engine, folder } = await engineWithProject();
  const { client } = engine;
  const of = (name: string) =>
    ratedRecords(30).map((one, i) => ({
      id: one.id,
      conversation: one.conversation,
      responses: { [name]: i % 2 ? `Reply ${i}` : `${name} ${i}` },
      human: { [name]: { quality: [1 + (i % 5)] } },
    }));
  const first = await importRecords(engine, folder, of('v1'), { name: 'one' });
  const second = await importRecords(engine, folder, of('v2'), { name: 'two' });
  const more = [
    { id: 'late', conversation: [{ role: 'user', content: 'Late?' }], responses: { v1: 'Yes.' } },
  ];
  const append = { datasetId: first, furtherRaters: false, isTrial: false };
  await importHere(engine, asLines(more), 'more.jsonl', { append, format: 'assay-jsonl' });
  const study = await client.study.create({
    ...{ datasetId: first, system: 'v1', measure: { kind: 'criterion', criterion: 'quality' } },
    ...{ surrogate: { kind: 'none' }, preset: 'uniform', seed: 5, size: 25, alpha: 0.05 },
  });
  labelFromGold(engine.context, study.id, 20);
  const { id } = await client.series.begin({ studyId: study.id, name: 'Chat' });
  await client.series.release({ seriesId: id, system: 'v2', datasetId: second });
  await roundTrip(engine);
});

test('stored runs of protocols come back', async () => {
  const passages = Array.from({ length: 3 }, (_, i) => ({
    id: `p${i}`,
    conversation: [{ role: 'user', content: `Question ${i}?` }],
    reference: [[`answer ${i}`]],
  }));
  const { engine, store } = await projectForRuns(passages);
  const answers = (item: number) => [{ itemId: item + 1, score: 0.5, isAnswerable: true, isRefused: false }];
  const outcomes = [0, 1, 2].map((item) => ({
    item,
    outcome: { answers: answers(item), invalid: 0, changed: 0 },
  }));
  const runIds = [store({ system: 'heron', settings: { protocol: 'replay', mode: 'gold' }, outcomes })];
  const { again } = await roundTrip(engine);
  expect(await again.client.protocol.compare({ runIds })).toEqual(
    await engine.client.protocol.compare({ runIds }),
  );
});

test('a folder that was changed is refused with its file and line, and nothing is made', async () => {
  const { engine } = await ratedStudy(10, { count: 20 });
  const written = path.join(temporaryFolder(), 'plain');
  const { notCarried } = await engine.client.project.toFolder({ path: written });
  expect(notCarried.join(' ')).toMatch(/index of the search.*[Kk]eys of endpoints/);
  await expect(engine.client.project.toFolder({ path: written })).rejects.toMatchObject({
    code: 'FILE_EXISTS',
  });
  const faults: [string, (file: string) => void, object][] = [
    ['item.jsonl', (file) => appendFileSync(file, '{"id":1}\n'), { line: 21 }],
    [
      'system.jsonl',
      (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('secretive', 'open')),
      {},
    ],
    ['response.jsonl', (file) => appendFileSync(file, 'not json\n'), {}],
    ['study.jsonl', (file) => rmSync(file), {}],
    [
      'label.jsonl',
      (file) => {
        renameSync(file, `${file}.txt`);
        symlinkSync(`${file}.txt`, file);
      },
      {},
    ],
    [
      'signal.jsonl',
      (file) => {
        // It takes no room on the disk.
        writeFileSync(file, '');
        truncateSync(file, 300 * 2 ** 20);
      },
      {},
    ],
    ['project.json', (file) => writeFileSync(file, '{"format":"other"}'), { field: 'format' }],
  ];
  for (const [name, harm, place] of faults) {
    const folder = path.join(temporaryFolder(), 'harmed');
    await engine.client.project.toFolder({ path: folder });
    harm(path.join(folder, name));
    const home = temporaryFolder();
    const making = engine.client.project.fromFolder({ folder, path: path.join(home, 'new.assay') });
    await expect(making, name).rejects.toMatchObject({
      code: 'IMPORT_REFUSED',
      data: { file: path.join(folder, name), ...place },
    });
    expect(readdirSync(home)).toEqual([]);
  }
});

test.each([
  [null],
  [0.1 + 0.2],
  [-0],
  [Number.POSITIVE_INFINITY],
  [5e-324],
  ['{"a": 1}'],
  ['{"b":1,"a":[2,null]}'],
  ['{"2":1,"1":2}'],
  ['{"$bytes":"AAAA"}'],
  ['[1,2'],
  ['"quoted"\n\u0000\u2028'],
  ['[1.0,1e2]'],
])('a value comes back as it was: %j', (value) => {
  const table = { name: 't', columns: ['a', 'b'] };
  const line = lineOf(table, [value, new Uint8Array([0, 255, 10])]);
  expect(line).not.toContain('\n');
  const row = rowOf(table, line) as unknown[];
  expect(Object.is(row[0], value)).toBe(true);
  expect([...(row[1] as Uint8Array)]).toEqual([0, 255, 10]);
});
