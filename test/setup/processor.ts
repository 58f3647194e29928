import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

/** Seconds of processor of this process, its threads and the children that have ended (Linux: proc(5), stat). */
function spent(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

const into = process.env.ASSAY_TEST_PROCESSOR;
const before = into ? spent() : 0;
if (into) {
  afterAll(() => {
    // With its process: files that share one may slow each other.
    appendFileSync(into, `${(spent() - before).toFixed(2)}\t${process.pid}\t${expect.getState().testPath}\n`);
  });
}
