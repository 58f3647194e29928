/** Makes a project with a judge whose instructions lack a rule, and labels of a study. Arguments: file, data folder, address of the model. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createEngine } from '../../core/engine.ts';
import { doJobsHere } from '../core/support/jobs-here.ts';

const [file, dataDir, baseUrl] = process.argv.slice(2) as [string, string, string];

const count = 60;
const isRude = (i: number) => i % 2 === 0;
const records = Array.from({ length: count }, (_, i) => ({
  id: `talk-${String(i).padStart(2, '0')}`,
  conversation: [{ role: 'user', content: `My parcel number ${i} has not come. What can I do?` }],
  responses: {
    heron: isRude(i)
      ? `Read the page on late parcels, number ${i} is on it, and do not ask me what you could have found out for yourself.`
      : `Parcel ${i} is with the carrier since this morning; you can follow it by the link in the message that we sent to you.`,
  },
}));

const engine = createEngine({ dataDir, version: 'test' });
doJobsHere(engine);
const { client, context, close } = engine;
await client.project.create({ path: file });
const data = path.join(dataDir, 'parcels.jsonl');
writeFileSync(data, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
const scale = { min: 0, max: 1, direction: 'higher' as const };
const { finished } = context.jobs.start(context.session.project!, 'import', 'parcels', {
  path: data,
  sourceName: 'parcels.jsonl',
  format: 'assay-jsonl',
  datasetName: 'parcels',
  scales: [{ kind: 'criterion', name: 'good', scale }],
});
const { datasetId } = await finished;
const { id: studyId } = await client.study.create({
  datasetId: datasetId!,
  system: 'heron',
  measure: { kind: 'criterion', criterion: 'good' },
  surrogate: { kind: 'none' },
  preset: 'uniform',
  form: { kind: 'binary' },
  seed: 7,
  size: 48,
});
await client.annotator.choose({ name: 'Ada Lind' });
const { batch, items } = await client.label.open({ studyId });
for (const [at, { ref }] of items.entries()) {
  const shown = await client.label.item({ batch, ref });
  const isBad = JSON.stringify(shown).includes('do not ask me');
  if (isBad) await client.label.note({ batch, ref, note: 'Rude, whatever it says.' });
  await client.label.submit({
    ...{ batch, ref, answer: { kind: 'score', value: isBad ? 0 : 1 } },
    ...{ durationMs: 9000, estimateVisible: false, clientKey: `label-of-item-${at}` },
  });
}
const { id: endpointId } = await client.endpoint.save({
  ...{ name: 'Loop', preset: 'custom', baseUrl, model: 'loop-1', keySource: 'none' },
  ...{ concurrency: 8, timeoutMs: 30_000, prices: { inputPerMillion: 1, outputPerMillion: 2 } },
});
const { id: promptId } = await client.prompt.save({
  ...{ name: 'Good replies', kind: 'rating', examples: '' },
  instructions: 'Say whether the reply is good. {{criteria}}\n{{examples}}',
  item: '{{question}}\n{{response}}',
  criteria: [{ name: 'good', integer: true, definition: 'It tells what to do.', scale }],
});
await client.judge.save({ name: 'reader', promptId, endpointId });
await close();
