import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { createEngine } from '../../core/engine.ts';
import { doJobsHere } from '../core/support/jobs-here.ts';

/** Just above the number from which a judge is offered a part. */
export const largePool = 200_500;

const linesAtOnce = 5000;

/** Makes "large.assay" in a data folder: a data set of so many short items that one system answered and nobody scored. */
export async function makeLargePool(dataDir: string): Promise<void> {
  const engine = createEngine({ dataDir, version: 'e2e' });
  doJobsHere(engine);
  const { client, context } = engine;
  await client.project.create({ path: path.join(dataDir, 'large.assay') });
  const file = path.join(dataDir, 'items.jsonl');
  const out = openSync(file, 'w');
  for (let from = 0; from < largePool; from += linesAtOnce) {
    const lines = Array.from({ length: Math.min(linesAtOnce, largePool - from) }, (_, i) =>
      JSON.stringify({
        id: `c${from + i}`,
        conversation: [{ role: 'user', content: `Where is ${from + i}?` }],
        responses: { bot: [`Turn ${i % 2 ? 'left' : 'right'} at ${from + i}.`] },
      }),
    );
    writeSync(out, `${lines.join('\n')}\n`);
  }
  closeSync(out);
  const { finished } = context.jobs.start(context.session.project!, 'import', 'items', {
    path: file,
    sourceName: 'items.jsonl',
    format: 'assay-jsonl',
    datasetName: 'chats',
    scales: [],
  });
  const { datasetId } = await finished;
  const scale = { min: 1, max: 5, direction: 'higher' as const };
  await client.dataset.declareScale({
    datasetId: datasetId!,
    kind: 'criterion',
    name: 'helpfulness',
    scale,
  });
  await engine.close();
}
