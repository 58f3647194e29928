import { mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { asLines, importHere, studyHere } from './support/in-process.ts';
import { engineWithProject, ratedRecords, ratedScales } from './support/test-engine.ts';

const rightsOf = (file: string) => (statSync(file).mode & 0o777).toString(8);
const isWindows = process.platform === 'win32';

/** What each file of a folder may, by its name. */
const rightsIn = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(path.join(folder, name)).isFile())
      .map((name) => [name, rightsOf(path.join(folder, name))]),
  );

test.skipIf(isWindows)(
  'a project, its changes, copies, plain files and exports of labels are for this account alone; a report follows the umask',
  async () => {
    const { engine, file, folder } = await engineWithProject();
    const { client } = engine;
    const records = ratedRecords(12);
    const { datasetId } = await importHere(engine, asLines(records), 'data.jsonl', { scales: ratedScales });
    const studyId = await studyHere(
      engine,
      {
        datasetId: datasetId!,
        system: 'secretive',
        measure: { kind: 'criterion', criterion: 'quality' },
        surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
      },
      { preset: 'uniform', size: 12 },
    );
    await importHere(engine, asLines([{ id: records[0]!.id, annotator: 'Ana', value: 3 }]), 'labels.jsonl', {
      studyId,
    });
    for (const ending of ['', '-wal', '-shm', '-lock']) expect(rightsOf(file + ending), ending).toBe('600');

    const out = path.join(folder, 'out');
    mkdirSync(out);
    const at = (name: string) => ({ path: path.join(out, name), overwrite: false });
    await client.project.saveCopy(at('copy.assay'));
    await client.project.toFolder({ path: path.join(out, 'plain') });
    await client.item.export({ datasetId: datasetId!, format: 'csv', columns: [], ...at('items.csv') });
    await client.report.save({ studyId, format: 'labels-csv', ...at('labels.csv') });
    const own = rightsIn(out);
    expect(Object.keys(own).length).toBeGreaterThan(4);
    expect([...new Set(Object.values(own))]).toEqual(['600']);

    await client.report.save({ studyId, format: 'html', ...at('report.html') });
    expect(rightsOf(path.join(out, 'report.html'))).toBe((0o666 & ~process.umask()).toString(8));

    const { path: dropped } = await client.file.upload({ name: 'a.csv', offset: 0, base64: 'YQ==' });
    expect(rightsOf(dropped)).toBe('600');
    expect(rightsOf(path.dirname(dropped))).toBe('700');
  },
);
