/** Previews and imports one file, and prints what came of it. */
import path from 'node:path';
import { waitForJob } from '../../../host/terminal/wait-for-job.ts';
import type { ImportFormat } from '../../../shared/contract/index.ts';
import { engineIn } from '../frame/projects.ts';
import { answerOf } from '../frame/refusal.ts';
import { say } from './at-work.ts';

const [folder, file, format] = process.argv.slice(2) as [string, string, ImportFormat | 'found out'];
const engine = engineIn(folder);
const { client } = engine;
await client.project.create({ path: path.join(folder, 'p.assay') });
const as = format === 'found out' ? {} : { format };
const preview = await answerOf(() => client.import.preview({ path: file, ...as }));
say(`preview ${preview.refused ?? 'done'}`);
const imported = await answerOf(async () => {
  const { jobId } = await client.import.start({ path: file, ...as });
  await waitForJob(engine, jobId);
});
const [dataset] = await client.dataset.list({});
say(`import ${imported.refused ?? `done: ${dataset?.itemCount} items`}`);
await engine.close();
