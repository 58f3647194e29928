import { expect, test } from 'vitest';
import { labelFromGold } from '../../../core/people/label/label-from-gold.ts';
import { asLines, importHere, studyHere } from '../support/in-process.ts';
import { engineWithProject } from '../support/test-engine.ts';

test('an item whose gold answers are not there for every reply is skipped, not half labeled', async () => {
  const { engine } = await engineWithProject();
  const item = (id: string, reference: readonly string[][]) => ({
    id,
    conversation: [
      { role: 'user', content: 'a?' },
      { role: 'user', content: 'b?' },
    ],
    reference,
    responses: { amber: ['A', 'B'] },
  });
  const records = [item('whole', [['A'], ['B']]), item('half', [['A'], []]), item('none', [[], []])];
  const { datasetId } = await importHere(engine, asLines(records), 'data.jsonl');
  const question = {
    datasetId: datasetId!,
    system: 'amber',
    measure: { kind: 'metric' as const, metric: 'f1-squad1' },
    surrogate: { kind: 'none' as const },
  };
  const studyId = await studyHere(engine, question, { size: 3 });
  expect(labelFromGold(engine.context, studyId)).toEqual({ labeled: 1, missing: 2 });
  const report = await engine.client.estimate.current({ studyId });
  expect(report).toMatchObject({
    labeled: 1,
    skipped: { count: 2, reasons: [{ reason: 'no imported evaluation', count: 2 }] },
  });
  // Nothing is left open.
  expect(labelFromGold(engine.context, studyId)).toEqual({ labeled: 0, missing: 0 });
});
