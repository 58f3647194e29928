/**
 * One study from its file to its report, where a room is not there: `node without-rooms.ts ROOM...` refuses to load any file
 * of these rooms, as in a build that has none.
 */
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';

const [folder, ...rooms] = process.argv.slice(2) as [string, ...string[]];
const missing = rooms.map((room) => `/core/${room}/`);
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (missing.some((part) => found.url.includes(part))) throw new Error(`There is no ${found.url}`);
    return found;
  },
});

const { createEngine } = await import('../../core/engine.ts');
// What annotators reach by a link, which offers validation, too.
const { visitRouter } = await import('../../core/labeling/portal/visit-router.ts');
const engine = createEngine({ dataDir: path.join(folder, 'data'), version: 'test' });
const { client } = engine;
const records = Array.from({ length: 20 }, (_, i) => ({
  id: `q${i}`,
  question: `What is ${i}?`,
  responses: { v2: `It is ${i}.` },
  human: { v2: { right: [i % 2] } },
}));
writeFileSync(path.join(folder, 'data.jsonl'), records.map((one) => JSON.stringify(one)).join('\n'));

const finished = async (jobId: number) => {
  for (;;) {
    const job = await client.job.get({ jobId });
    if (job.state === 'done') return job.result as { datasetId: number };
    if (job.state !== 'running') throw new Error(JSON.stringify(job));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

await client.project.create({ path: path.join(folder, 'p.assay') });
const scale = { min: 0, max: 1, direction: 'higher' } as const;
const started = await client.import.start({
  path: path.join(folder, 'data.jsonl'),
  scales: [{ kind: 'criterion', name: 'right', scale }],
});
const { datasetId } = await finished(started.jobId);
const study = await client.study.create({
  datasetId,
  system: 'v2',
  measure: { kind: 'criterion', criterion: 'right' },
  surrogate: { kind: 'none' },
  preset: 'uniform',
  seed: 1,
  size: 8,
});
const batch = await client.label.open({ studyId: study.id });
for (const { ref } of batch.items) {
  await client.label.submit({
    ...{
      batch: batch.batch,
      ref,
      answer: { kind: 'score', value: 1 },
      durationMs: 1,
      estimateVisible: false,
    },
    clientKey: `without-rooms-${ref}`,
  });
}
const { estimates, labeled } = await client.estimate.current({ studyId: study.id });
const file = path.join(folder, 'report.json');
await client.report.save({
  studyId: study.id,
  also: [],
  format: 'json',
  texts: true,
  sign: false,
  path: file,
  overwrite: false,
});
const refusal = await client.persona.list({}).then(
  () => 'answered',
  () => 'refused',
);
await engine.close();
console.log(
  JSON.stringify({ labeled, estimates: estimates.length, refusal, calls: Object.keys(visitRouter) }),
);
