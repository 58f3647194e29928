/** Makes a project whose first items three annotators labeled, under the rule "adjudicated". Arguments: file, data folder. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createEngine } from '../../core/engine.ts';
import { doJobsHere } from '../core/support/jobs-here.ts';

const [file, dataDir] = process.argv.slice(2) as [string, string];

const names = ['Ada Lind', 'Ben Okoro', 'Cyd Reyes'];
/** Ratings of the first items in draw order, by annotator. */
const ratings = [
  [2, 2, 4],
  [3, 3, 3],
  [4, 4, 5],
  [1, 1, 1],
  [5, 3, 1],
  [2, 2, 2],
  [4, 4, 4],
  [3, 3, 2],
];

const records = Array.from({ length: 60 }, (_, i) => ({
  id: `talk-${String(i).padStart(2, '0')}`,
  conversation: [
    { role: 'user', content: `How do I get a stain of kind ${i + 1} out of wool?` },
    { role: 'assistant', content: 'Is the wool washable, and is the stain still wet?' },
    { role: 'user', content: 'It is dry, and the label says hand wash only.' },
  ],
  context: 'Wool felts when it is rubbed or when the water is hot. Cold water and a mild soap are safe.',
  responses: {
    heron:
      'Soak it in cold water with a little mild soap for half an hour, then press the water out. Do not rub.',
  },
  human: { heron: { helpfulness: [1 + ((i * 7) % 5)] } },
  judge: { strict: { heron: { helpfulness: 1 + ((i * 3) % 5) } } },
}));

const engine = createEngine({ dataDir, version: 'test' });
doJobsHere(engine);
const { client, context, close } = engine;
await client.project.create({ path: file });
const data = path.join(dataDir, 'wool.jsonl');
writeFileSync(data, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
const scale = { min: 1, max: 5, direction: 'higher' as const };
const { finished } = context.jobs.start(context.session.project!, 'import', 'wool', {
  path: data,
  sourceName: 'wool.jsonl',
  format: 'assay-jsonl',
  datasetName: 'wool',
  scales: [
    { kind: 'criterion', name: 'helpfulness', scale },
    { kind: 'judge', name: 'strict', criterion: 'helpfulness', scale },
  ],
});
const { datasetId } = await finished;
const { id: studyId } = await client.study.create({
  datasetId: datasetId!,
  system: 'heron',
  measure: { kind: 'criterion', criterion: 'helpfulness' },
  surrogate: { kind: 'judge', judge: 'strict', criterion: 'helpfulness' },
  seed: 7,
  size: 12,
  question: 'How helpful is the last reply?',
});
for (const [who, name] of names.entries()) {
  await client.annotator.choose({ name });
  const { batch, items } = await client.label.open({ studyId });
  for (const [at, row] of ratings.entries()) {
    const { ref } = items[at]!;
    if (row[who] === 1) await client.label.note({ batch, ref, note: 'Says nothing of the hand wash.' });
    await client.label.submit({
      batch,
      ref,
      answer: { kind: 'score', value: row[who]! },
      durationMs: 9000 + 1000 * who,
      estimateVisible: false,
      clientKey: `labels-of-${who}-item-${at}`,
    });
  }
}
await client.team.set({ studyId, overlap: 3, finalRule: 'adjudicated', confirm: true });
await close();
