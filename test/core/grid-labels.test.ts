import { expect, test } from 'vitest';
import type { LabelAnswer, StudyQuestion } from '../../shared/contract/index.ts';
import { submit } from './support/test-engine.ts';
import { byAnswer, byPreference, byRating, pairedStudy } from './support/two-systems.ts';

type Paired = Awaited<ReturnType<typeof pairedStudy>>;

/** Answers each item of a batch by whether amber's reply stands on the left; gives the names of the items. */
async function answerEach(
  { engine, study }: Paired,
  answerOf: (isLeft: boolean) => LabelAnswer,
  count: number,
): Promise<void> {
  const { batch, items } = await engine.client.label.open({ studyId: study.id });
  const isAmber = engine.context.session
    .project!.db.prepare(
      `SELECT COUNT(*) > 0 FROM response JOIN system ON system.id = system_id WHERE text = ? AND name = 'amber'`,
    )
    .pluck();
  for (const { ref } of items.slice(0, count)) {
    const { replies } = await engine.client.label.item({ batch, ref });
    await submit(engine, batch, ref, answerOf(replies.length > 0 && isAmber.get(replies[0]!.text) === 1));
  }
}

async function labelColumns({ engine, datasetId }: Paired) {
  const fields = (await engine.client.item.fields({ datasetId })).filter(({ kind }) => kind === 'label');
  const columns = fields.map(({ id }) => id);
  const { items } = await engine.client.item.list({ datasetId, columns, limit: 500 });
  const values = (id: string) => items.flatMap(({ cells }) => cells[id] ?? []);
  return { fields, values };
}

const paired = (question: Pick<StudyQuestion, 'measure' | 'surrogate'>) => pairedStudy(6, { question });

test('a comparison of ratings has a column for each system, whichever side it stood on', async () => {
  const study = await paired(byRating);
  await answerEach(study, (isLeft) => ({ kind: 'pair', values: isLeft ? [5, 2] : [2, 5] }), 4);
  const { fields, values } = await labelColumns(study);
  expect(fields.map(({ name, system, scale, by }) => [name, system, scale?.max, by])).toEqual([
    ['Label', 'amber', 5, study.study.name],
    ['Label', 'basil', 5, study.study.name],
  ]);
  expect(values(fields[0]!.id)).toEqual([5, 5, 5, 5]);
  expect(values(fields[1]!.id)).toEqual([2, 2, 2, 2]);
});

test('a preference has one column: the share of a win that the first system got', async () => {
  const study = await paired(byPreference);
  await answerEach(study, (isLeft) => ({ kind: 'pair', values: isLeft ? [1, 0] : [0, 1] }), 3);
  const { fields, values } = await labelColumns(study);
  expect(fields).toMatchObject([
    { name: 'Preferred to basil', system: 'amber', scale: { min: 0, max: 1 }, ownOnly: true },
  ]);
  expect(values(fields[0]!.id)).toEqual([1, 1, 1]);
  const { total } = await study.engine.client.item.list({
    datasetId: study.datasetId,
    filters: [{ field: fields[0]!.id, from: 1 }],
  });
  expect(total).toBe(3);
});

test('written answers are a column of texts ; others’ stay hidden while one writes', async () => {
  const study = await paired(byAnswer);
  const { client } = study.engine;
  await client.annotator.choose({ name: 'Colleague' });
  await answerEach(study, () => ({ kind: 'answer', answers: ['it is 7'] }), 2);
  const { fields, values } = await labelColumns(study);
  expect(fields).toMatchObject([{ id: 'label/answers', name: 'Written answer', by: study.study.name }]);
  expect(values('label/answers')).toEqual(['it is 7', 'it is 7']);
  await client.annotator.choose({ name: 'Me' });
  expect((await labelColumns(study)).values('label/answers')).toEqual([]);
});
