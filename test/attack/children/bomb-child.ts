/** Previews and imports a file, with others where they are named, and prints what came of it, and what it cost: seconds, the longest time without a break, MB written. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { waitForJob } from '../../../host/terminal/wait-for-job.ts';
import type { ImportFormat } from '../../../shared/contract/index.ts';
import { engineIn } from '../frame/projects.ts';
import { answerOf } from '../frame/refusal.ts';
import { say } from './at-work.ts';

const [folder, file, format, ...further] = process.argv.slice(2) as [
  string,
  string,
  ImportFormat | 'found out',
  ...string[],
];
const engine = engineIn(folder);
const { client } = engine;
await client.project.create({ path: path.join(folder, 'p.assay') });
const as = {
  ...(format !== 'found out' && { format }),
  ...(further.length > 0 && { others: further.map((one) => ({ path: one })) }),
};
/** Processor time of this thread, where Node tells, so that the load of the machine does not count. */
const busyMs = (): number => {
  const { threadCpuUsage } = process as { threadCpuUsage?: () => { user: number; system: number } };
  if (!threadCpuUsage) return performance.now();
  const { user, system } = threadCpuUsage.call(process);
  return (user + system) / 1000;
};
const writtenMb = (): number | null => {
  try {
    return Number(/wchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))![1]) / 1e6;
  } catch {
    return null;
  }
};
const from = performance.now();
const before = writtenMb();
let blockedMs = 0;
let last = busyMs();
const ticks = setInterval(() => {
  const now = busyMs();
  blockedMs = Math.max(blockedMs, now - last);
  last = now;
}, 5);
const preview = await answerOf(() => client.import.preview({ path: file, ...as }));
say(`preview ${preview.refused ?? 'done'}`);
const imported = await answerOf(async () => {
  const { jobId } = await client.import.start({ path: file, ...as });
  await waitForJob(engine, jobId);
});
clearInterval(ticks);
const after = writtenMb();
const [dataset] = await client.dataset.list({});
say(`import ${imported.refused ?? `done: ${dataset?.itemCount} items`}`);
say(
  JSON.stringify({
    seconds: Math.round((performance.now() - from) / 100) / 10,
    blockedMs: Math.round(blockedMs),
    writtenMb: before === null || after === null ? null : Math.round(after - before),
  }),
);
await engine.close();
