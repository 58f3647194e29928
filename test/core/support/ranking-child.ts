/** Makes a ranking of all systems of the first data set; prints a line when its first pair is scored, and one when it is stored. */
import { writeSync } from 'node:fs';
import { createEngine } from '../../../core/engine.ts';

const [file, dataDir] = process.argv.slice(2) as [string, string];
const engine = createEngine({ dataDir, version: 'test' });
await engine.client.project.open({ path: file });
let isSaid = false;
engine.context.events.listen((event) => {
  if (event.type !== 'job.progress' || event.job.done === 0 || isSaid) return;
  isSaid = true;
  writeSync(1, 'scored\n');
});
const systems = Array.from({ length: 8 }, (_, s) => `model-${s}`);
await engine.client.study.createPairs({
  datasetId: 1,
  systems,
  measure: { kind: 'criterion', criterion: 'quality' },
  surrogate: { kind: 'none' },
  size: 10,
  goal: { targetHalfWidth: null, threshold: null, budget: null, leastDifference: 0.5 },
});
writeSync(1, 'stored\n');
await engine.close();
