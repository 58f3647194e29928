import { expect, test } from 'vitest';
import { answeredQuestionsOutside } from '../../../db/pools.ts';
import { asLines, importHere, studyHere } from '../support/in-process.ts';
import { engineWithProject } from '../support/test-engine.ts';

const item = (id: string, question: string, answer: string, systems: readonly string[]) => ({
  id,
  conversation: [{ role: 'user', content: question }],
  reference: [answer],
  responses: Object.fromEntries(systems.map((system) => [system, `${system} says ${answer}`])),
});

test("without a passage the reader answers from elsewhere, never from the answers to the study's own items", async () => {
  const { engine } = await engineWithProject();
  const { db } = engine.context.session.project!;
  const own = [
    item('a1', 'When do I sow garden peas?', 'in March', ['amber']),
    item('a2', 'When do I sow broad beans?', 'in autumn', ['amber']),
    item('a3', 'When do I sow sweet corn?', 'in May', ['basil']),
  ];
  const elsewhere = [
    item('b1', 'When do I sow garden peas outside?', 'in spring', ['amber']),
    { ...item('b2', 'Where do garden peas grow?', 'nowhere', ['amber']), reference: undefined },
  ];
  const { datasetId } = await importHere(engine, asLines(own), 'own.jsonl');
  await importHere(engine, asLines(elsewhere), 'elsewhere.jsonl');
  const systemId = db.prepare(`SELECT id FROM system WHERE name = 'amber'`).pluck().get() as number;
  const answers = (limit: number) =>
    Array.from(
      answeredQuestionsOutside(db, datasetId!, systemId, limit),
      ({ references }) => references[0]![0],
    );
  // Of its own data set only the item that amber did not answer; of others all that are answered, amber or not.
  expect(answers(10)).toEqual(['in May', 'in spring']);
  expect(answers(1)).toEqual(['in May']);

  const studyId = await studyHere(
    engine,
    {
      datasetId: datasetId!,
      system: 'amber',
      measure: { kind: 'metric', metric: 'f1-squad1' },
      surrogate: { kind: 'reader' },
    },
    { size: 2 },
  );
  const guesses = db
    .prepare('SELECT DISTINCT text FROM pseudo_label ORDER BY text')
    .pluck()
    .all() as string[];
  expect(guesses.length).toBeGreaterThan(0);
  for (const guess of guesses) expect(['in May', 'in spring']).toContain(guess);
  expect((await engine.client.study.get({ studyId })).surrogate).toEqual({ kind: 'reader' });
});
