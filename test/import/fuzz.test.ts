import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRng } from '../../stats/index.ts';
import { rounds } from '../support/chance.ts';
import { importSpoiled, mutate, seeds } from './fuzz-files.ts';
import { openTestProject, type TestProject } from './scope.ts';

// `node test/import/fuzz.ts` does the same for a million lines.
const filesPerFormat = rounds(15, 300);
/** Each of these starts threads; damage to a page is a test of its own. */
const parquetFiles = rounds(3, 30);
const patienceMs = 120_000;

let t: TestProject;
beforeAll(() => {
  t = openTestProject();
  t.db.pragma('synchronous = OFF');
});
afterAll(() => t.close());

test.each(seeds)(
  '%s: no mutated file breaks the import or leaves half of it',
  async (format, content) => {
    const rng = createRng(20_260_102);
    const seed = Buffer.from(content);
    const files = format === 'parquet' ? parquetFiles : filesPerFormat;
    let refused = 0;
    for (let number = 0; number < files; number += 1) {
      if (await importSpoiled(t, format, mutate(rng, seed))) refused += 1;
    }
    expect(refused).toBeGreaterThan(files / 12);
    expect(t.db.pragma('foreign_key_check')).toEqual([]);
  },
  patienceMs,
);
