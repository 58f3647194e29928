/** Decides a study's disagreements over and over until it is killed; prints each client key once its decision is stored. */
import { writeSync } from 'node:fs';
import { createEngine } from '../../../core/engine.ts';

const [file, dataDir, studyId, round] = process.argv.slice(2) as [string, string, string, string];
const { client } = createEngine({ dataDir, version: 'test' });
await client.project.open({ path: file });
const { entries, as } = await client.adjudication.queue({ studyId: Number(studyId) });
for (let n = 0; ; n++) {
  const clientKey = `round-${round}-decision-${n}`;
  const { itemId, criterionId } = entries[n % entries.length]!;
  await client.adjudication.decide({
    studyId: Number(studyId),
    as,
    itemId,
    criterionId,
    answer: { kind: 'score', value: 1 + (n % 5) },
    note: `decision ${n}`,
    clientKey,
  });
  writeSync(1, `${clientKey}\n`);
}
