import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { waitForJob } from '../../../host/terminal/wait-for-job.ts';
import { ratedRecords } from '../../core/support/rated-records.ts';
import { type Attack, must } from '../frame/attack.ts';
import { KillWindow } from '../frame/kill-window.ts';
import { copyOf, inProject, jsonLines, mustBeSound, ratedProject, rowCounts } from '../frame/projects.ts';

const child = path.join(import.meta.dirname, '../children/import-child.ts');
const items = 1500;

type Format = 'jsonl' | 'csv' | 'parquet';

const table = ratedRecords(items).map(({ id, conversation: [turn], responses, human }) => ({
  id,
  question: turn!.content,
  response_secretive: responses.secretive,
  human_secretive: human.secretive.quality[0]!,
}));

/** The same items in each format; Parquet in three row groups, as every export of some size has them. */
const contentOf: Record<Format, () => string | Buffer> = {
  jsonl: () => jsonLines(ratedRecords(items)),
  csv: () =>
    [Object.keys(table[0]!), ...table.map(Object.values)].map((row) => `${row.join(',')}\n`).join(''),
  parquet: () => {
    const columnData = Object.keys(table[0]!).map((name) => ({
      name,
      data: table.map((row) => row[name as keyof typeof row]),
    }));
    return Buffer.from(parquetWriteBuffer({ columnData, rowGroupSize: items / 3 }));
  },
};

const killImport = (format: Format): Attack => ({
  name: `kill-import-${format}`,
  what: `killed while importing ${format}`,
  tries: { all: 100, quick: 4, test: 1 },
  kills: true,
  async prepare({ folder }) {
    const base = await ratedProject(folder, { labels: 6 });
    const source = path.join(folder, `items.${format}`);
    writeFileSync(source, contentOf[format]());
    const argsFor = (own: string) => [copyOf(base, own), path.join(own, 'data'), source];
    const countsOf = (own: string, file: string) =>
      inProject(own, file, (_, db) => {
        mustBeSound(db);
        return rowCounts(db);
      });
    const before = await countsOf(folder, copyOf(base, folder, 'before.assay'));
    const window = await KillWindow.measure(child, (round) => argsFor(path.join(folder, `whole-${round}`)));
    const after = await countsOf(folder, path.join(folder, 'whole-1', 'p.assay'));
    must(before !== after, 'an import that nobody kills changes nothing');
    return async ({ rng, folder: own }) => {
      const [file, ...rest] = argsFor(own);
      const told = await window.kill(rng, [file!, ...rest]);
      const counts = await countsOf(own, file!);
      const isWhole = counts === after;
      must(isWhole || counts === before, `half an import: ${counts}, not ${before}, nor ${after}`);
      must(isWhole || !told.includes('stored'), 'the import was acknowledged and is lost');
      const again = await inProject(own, file!, async (engine, db) => {
        const { jobId } = await engine.client.import.start({ path: source, datasetName: 'new' });
        await waitForJob(engine, jobId);
        return rowCounts(db);
      });
      must(again === after, `imported again: ${again}, not ${after}`);
    };
  },
});

export const killImports: readonly Attack[] = (['jsonl', 'csv', 'parquet'] as const).map(killImport);
