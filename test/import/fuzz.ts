/**
 * Fuzzes every importer: `node test/import/fuzz.ts [--lines 1000000] [--seed 1]`. Each file is a well-formed one of which
 * every line was spoiled; it is previewed and imported. Fails at the first crash or half import, with the seed of its file.
 */
import { parseArgs } from 'node:util';
import type { ImportFormat } from '../../shared/contract/index.ts';
import { createRng } from '../../stats/index.ts';
import { importSpoiled, mutate, seeds } from './fuzz-files.ts';
import { openTestProject } from './scope.ts';

const { values } = parseArgs({
  options: { lines: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
});
const wanted = Number(values.lines);
const firstSeed = Number(values.seed);

/** Files before a project is thrown away, so that it stays small. */
const filesPerProject = 400;
/** Lines of a file of records; documents have the lines that they have. */
const linesPerFile = 400;
/** A damaged page may cost a minute before it is given up, so few files are Parquet. */
const turnsPerParquet = 40;

const counts = new Map<string, { files: number; lines: number; refused: number }>();
let lines = 0;
let t = openTestProject();
t.db.pragma('synchronous = OFF');

for (let number = 0; lines < wanted; number += 1) {
  const [format, content] = seeds[number % seeds.length]!;
  if (format === 'parquet' && number % (turnsPerParquet * seeds.length) >= seeds.length) continue;
  const fileSeed = (firstSeed * 0x9e37_79b1 + number) >>> 0;
  const rng = createRng(fileSeed);
  const whole = Buffer.from(content);
  const bytes =
    format === 'parquet'
      ? mutate(rng, whole)
      : Buffer.concat(linesFor(format, whole).flatMap((line) => [mutate(rng, line), Buffer.from('\n')]));
  const count = counts.get(format) ?? { files: 0, lines: 0, refused: 0 };
  counts.set(format, count);
  count.files += 1;
  const spoiled = format === 'parquet' ? 3 : linesOf(bytes).length;
  count.lines += spoiled;
  lines += spoiled;
  try {
    if (await importSpoiled(t, format, bytes)) count.refused += 1;
  } catch (error) {
    process.stderr.write(`${format}, file seed ${fileSeed}:\n`);
    throw error;
  }
  if (number % filesPerProject === filesPerProject - 1) {
    t.close();
    t = openTestProject();
    t.db.pragma('synchronous = OFF');
  }
}
t.close();
for (const [format, { files, lines: count, refused }] of counts) {
  process.stdout.write(`${format}: ${count} lines in ${files} files, ${refused} refused\n`);
}
process.stdout.write(`${lines} spoiled lines, no crash, no half import\n`);

function linesOf(whole: Buffer): Buffer[] {
  return whole
    .toString('latin1')
    .split('\n')
    .filter(Boolean)
    .map((line) => Buffer.from(line, 'latin1'));
}

/** The lines of a seed; those of records are repeated until the file is long. */
function linesFor(format: ImportFormat, whole: Buffer): Buffer[] {
  const found = linesOf(whole);
  if (whole[0] === 0x5b || format.endsWith('-json')) return found;
  return Array.from({ length: linesPerFile }, (_, index) => found[index % found.length]!);
}
