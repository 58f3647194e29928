import { expect, test } from 'vitest';
import type { FieldValues, StudyField } from '../../../shared/contract/index.ts';
import { submit } from '../support/test-engine.ts';
import { ratedHere } from './three-annotators.ts';

const fields: StudyField[] = [
  {
    name: 'tone',
    question: 'How does it sound?',
    required: false,
    form: {
      kind: 'category',
      options: [
        { label: 'rude', value: 0 },
        { label: 'plain', value: 1 },
        { label: 'warm', value: 2 },
      ],
    },
  },
  { name: 'why', question: 'Why?', required: false, form: { kind: 'text' } },
];

test('each further criterion has its own agreement and its own decisions', async () => {
  const { engine, studyId } = await ratedHere(6, { fields });
  const { client } = engine;
  const tones = { Ada: ['rude', 'plain', 'warm', 'plain'], Ben: ['rude', 'warm', 'warm', 'plain'] };
  for (const [name, said] of Object.entries(tones)) {
    await client.annotator.choose({ name });
    const { batch, items } = await client.label.open({ studyId });
    for (const [i, tone] of said.entries()) {
      const given: FieldValues = { tone, why: `${name} thinks so` };
      await submit(engine, batch, items[i]!.ref, { kind: 'score', value: 3, fields: given });
    }
  }
  const { criteria } = await client.agreement.get({ studyId });
  expect(criteria.map(({ criterion, level, items }) => [criterion, level, items])).toEqual([
    ['quality', 'interval', 4],
    ['tone', 'nominal', 4],
  ]);
  expect(criteria[1]!.figures.find(({ id }) => id === 'percent')!.value).toBe(3 / 4);
  expect(criteria[1]!.byItem[0]).toMatchObject({ draw: 2, spread: 1 });
  expect(criteria[1]!.byItem[0]!.said.map(({ words }) => words)).toEqual(['plain', 'warm']);

  const { entries, as } = await client.adjudication.queue({ studyId });
  expect(entries.map(({ criterion, draw }) => [criterion, draw])).toEqual([['tone', 2]]);
  const { itemId, criterionId } = entries[0]!;
  const place = { studyId, as, itemId, criterionId };
  const item = await client.adjudication.item(place);
  expect(item.question).toBe('How does it sound?');
  expect(item.labels[0]).toMatchObject({
    answer: { kind: 'category', option: 'plain' },
    fields: [{ name: 'why', words: 'Ada thinks so' }],
  });
  const answer = { kind: 'category' as const, option: 'warm' };
  const clientKey = 'decision-on-tone';
  const decided = await client.adjudication.decide({ ...place, answer, note: 'it thanks them', clientKey });
  expect(decided.decision!.answer).toEqual(answer);
  const own = await client.adjudication.item({ ...place, criterionId: criteria[0]!.criterionId });
  expect(own.decision).toBeNull();
});
