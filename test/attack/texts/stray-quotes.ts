import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { waitForJob } from '../../../host/terminal/wait-for-job.ts';
import { type Rng, uniformInt } from '../../../stats/index.ts';
import { type Attack, must } from '../frame/attack.ts';
import { engineIn } from '../frame/projects.ts';

const rows = 200;

/** Tables as people export them: without any quote, with some quoted cells, with all of them, with tabs. */
const tables: readonly {
  name: string;
  ending: 'csv' | 'tsv';
  line(cells: readonly string[], i: number): string;
}[] = [
  { name: 'plain', ending: 'csv', line: (cells) => cells.join(',') },
  {
    name: 'some cells quoted',
    ending: 'csv',
    line: (cells, i) => cells.map((cell, c) => ((i + c) % 4 === 0 ? `"${cell}, or ""so"""` : cell)).join(','),
  },
  { name: 'all quoted', ending: 'csv', line: (cells) => cells.map((cell) => `"${cell}"`).join(',') },
  {
    name: 'cells that end in a sign of inches',
    ending: 'csv',
    line: (cells, i) =>
      cells.map((cell, c) => (c === 1 + (i % 2) ? `${cell.slice(0, -1)} 12"` : cell)).join(','),
  },
  { name: 'semicolons', ending: 'csv', line: (cells) => cells.join(';') },
  { name: 'tabs', ending: 'tsv', line: (cells) => cells.join('\t') },
];

const cellsOf = (i: number) => [`id-${i}`, `What is ${i}?`, `It is ${i}.`, String(1 + (i % 5))];

/** A place for the quote: anywhere, or where a cell begins or ends, where it does most harm. */
function placeIn(text: string, rng: Rng): number {
  const anywhere = uniformInt(rng, text.indexOf('\n') + 1, text.length - 1);
  if (uniformInt(rng, 0, 2) === 0) return anywhere;
  const next = text.slice(anywhere).search(/[,;\t\n]/);
  return next < 0 ? anywhere : anywhere + next + uniformInt(rng, 0, 1);
}

export const strayQuotes: Attack = {
  name: 'stray-quotes',
  what: 'tables with a stray quote: rows in are items out, or the line is named',
  tries: { all: 300, quick: 60, test: 4 },
  async prepare({ folder, later }) {
    const engine = engineIn(folder);
    later(() => engine.close());
    await engine.client.project.create({ path: path.join(folder, 'p.assay') });
    return async ({ number, rng, folder: own }) => {
      const { name, ending, line } = tables[number % tables.length]!;
      const lines = [
        ['id', 'question', 'response_s', 'human_s'],
        ...Array.from({ length: rows }, (_, i) => cellsOf(i)),
      ].map((cells, i) =>
        i === 0 ? cells.join(ending === 'tsv' ? '\t' : name === 'semicolons' ? ';' : ',') : line(cells, i),
      );
      const text = `${lines.join('\n')}\n`;
      const at = placeIn(text, rng);
      const file = path.join(own, `table.${ending}`);
      writeFileSync(file, `${text.slice(0, at)}"${text.slice(at)}`);
      const where = `${name}, a quote before ${JSON.stringify(text.slice(at, at + 12))}`;
      const { jobId } = await engine.client.import.start({ path: file, datasetName: `table ${number}` });
      const outcome = await waitForJob(engine, jobId).then(
        (result) => ({ items: (result as { items: number }).items }),
        (error: { code?: string; details?: { problems?: readonly { line: number }[] } }) => ({ error }),
      );
      if ('items' in outcome) {
        must(outcome.items === rows, `${where}: ${rows} rows in, ${outcome.items} items out, and no word`);
        return;
      }
      const { code, details } = outcome.error;
      must(code === 'IMPORT_REFUSED', `${where}: ${code}`);
      must(
        (details?.problems ?? []).some((problem) => problem.line > 0),
        `${where}: refused without a line`,
      );
    };
  },
};
