import { expect, test } from 'vitest';
import { yesNoRows } from '../../../shared/judge-figure-words.ts';
import { engineWithProject, importRecords } from '../support/test-engine.ts';

const scale = { min: 0, max: 1, direction: 'higher' } as const;
const scales = [
  { kind: 'criterion', name: 'correct', scale },
  { kind: 'judge', name: 'Strict v1', criterion: 'correct', scale },
] as const;

/** Sixty replies, of which people rated the first forty: half are right, and the judge misses every fifth of either. */
const records = Array.from({ length: 60 }, (_, i) => ({
  id: `q-${i}`,
  conversation: [{ role: 'user', content: `What is ${i}?` }],
  responses: { bot: `Reply ${i}.` },
  ...(i < 40 && { human: { bot: { correct: [i % 2] } } }),
  judge: { 'Strict v1': { bot: { correct: i % 10 < 2 ? 1 - (i % 2) : i % 2 } } },
}));

test('one page says of a judge of yes and no what it misses, and what its share comes to without that', async () => {
  const { engine, folder } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, records, { scales: [...scales] });
  const { signals } = await engine.client.dataset.get({ datasetId });
  const found = await engine.client.judge.alignment({ signalId: signals[0]!.id, system: 'bot' });
  expect(found.yesNo).toMatchObject({
    sensitivity: { value: 0.8 },
    specificity: { value: 0.8 },
    ...{ said: 0.5, judged: 60 },
    corrected: { value: expect.closeTo(0.5, 12) },
  });
  expect(found.yesNo!.sensitivity.lower).toBeLessThan(0.8);
  expect(found.yesNo!.corrected.lower).toBeGreaterThan(0);
  expect(yesNoRows(found)).toHaveLength(4);
});
