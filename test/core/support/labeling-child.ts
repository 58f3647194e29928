/** Labels a study's batch over and over, each round as another of three people, until it is killed; prints each client key once its label is stored. */
import { writeSync } from 'node:fs';
import { createEngine } from '../../../core/engine.ts';

const [file, dataDir, studyId, round] = process.argv.slice(2) as [string, string, string, string];
const engine = createEngine({ dataDir, version: 'test' });
await engine.client.project.open({ path: file });
await engine.client.annotator.choose({ name: `Person ${Number(round) % 3}` });
const { batch, items } = await engine.client.label.open({ studyId: Number(studyId) });
for (let n = 0; ; n++) {
  const clientKey = `round-${round}-label-${n}`;
  await engine.client.label.submit({
    batch,
    ref: items[n % items.length]!.ref,
    answer: { kind: 'score', value: 1 + (n % 5) },
    durationMs: n,
    estimateVisible: false,
    clientKey,
  });
  writeSync(1, `${clientKey}\n`);
}
