/** Takes a first phase of the data set that a project has, and says when its rows are being stored; made to be killed. */
import { createEngine } from '../../../core/engine.ts';

const [file, dataDir, rows] = process.argv.slice(2) as [string, string, string];
const engine = createEngine({ dataDir, version: 'test' });
const { client, context } = engine;
await client.project.open({ path: file });
let isSaid = false;
context.events.listen((event) => {
  if (event.type !== 'job.progress' || !event.job.message.startsWith('Storing') || isSaid) return;
  isSaid = true;
  console.log('storing');
});
// What threads do keeps no process alive.
const alive = setInterval(() => {}, 1000);
await client.source.firstPhase({
  from: { datasetId: 1, system: 'secretive' },
  rows: Number(rows),
  seed: 4,
});
console.log('stored');
clearInterval(alive);
await engine.close();
