import { expect, test } from 'vitest';
import { ensureAnnotator } from '../../db/annotators.ts';
import {
  countQuestionsToValidate,
  countValidations,
  currentVerdicts,
  insertValidation,
  type NewValidation,
  type VerdictContent,
  validationSteps,
} from '../../db/validations.ts';
import { conversationRecords } from '../core/protocols/support/scripted-model.ts';
import { asLines, importHere } from '../core/support/in-process.ts';
import { engineWithProject } from '../core/support/test-engine.ts';

const says = (answerability: VerdictContent['answerability']): VerdictContent => ({
  answerability,
  isCorrect: null,
  span: null,
  answerSeen: false,
});

/** Two runs of the same conversations, and steps of Ada and Bo in them. */
async function twoRuns() {
  const { engine } = await engineWithProject();
  const { db } = engine.context.session.project!;
  const gathered = async (name: string, records: readonly unknown[]) => {
    const { datasetId } = await importHere(engine, asLines(records), `${name}.jsonl`);
    return (await engine.client.validation.gather({ datasetId: datasetId!, system: null })).runId;
  };
  const run = await gathered('one', conversationRecords);
  const other = await gathered('other', conversationRecords.slice(0, 1));
  const [ada, bo] = ['Ada', 'Bo'].map((name) => ensureAnnotator(db, name).id) as [number, number];
  let steps = 0;
  const step = (more: Partial<NewValidation>) =>
    insertValidation(db, {
      clientKey: `step-${steps++}`,
      runId: run,
      position: 0,
      turn: 0,
      annotatorId: ada,
      content: null,
      refersTo: null,
      durationMs: 5,
      createdAt: '2026-01-02T03:04:05.678Z',
      ...more,
    });
  return { db, run, other, ada, bo, step };
}

test('what holds of a run is the newest word of each person on each question, the earlier beginner first', async () => {
  const { db, run, other, ada, bo, step } = await twoRuns();
  // In the other run Ada begins before Bo; in this one Bo does, and also ends later.
  for (const annotatorId of [ada, bo]) {
    step({ runId: other, annotatorId, turn: null });
    step({ runId: other, annotatorId, content: says('ungrammatical') });
  }
  step({ position: 1, annotatorId: ada, turn: null });
  step({ position: 1, annotatorId: ada, content: says('answerable') });
  for (const annotatorId of [bo, ada]) step({ annotatorId, turn: null });
  step({ annotatorId: ada, content: says('unanswerable') });
  step({ annotatorId: bo, turn: 1, content: says('unanswerable') });
  step({ annotatorId: bo, content: says('ungrammatical') });
  step({ annotatorId: bo, content: says('answerable') });
  step({ annotatorId: bo, turn: 2, content: says('answerable') });
  step({ annotatorId: bo, turn: 2, content: null });
  step({ runId: other, annotatorId: ada, content: says('answerable') });
  const held = (runId: number) =>
    currentVerdicts(db, runId).map(({ position, annotatorId, turn, content }) => [
      position,
      annotatorId === ada ? 'Ada' : 'Bo',
      turn,
      content.answerability,
    ]);
  expect(held(run)).toEqual([
    [0, 'Bo', 0, 'answerable'],
    [0, 'Bo', 1, 'unanswerable'],
    [0, 'Ada', 0, 'unanswerable'],
    [1, 'Ada', 0, 'answerable'],
  ]);
  expect(held(other)).toEqual([
    [0, 'Ada', 0, 'answerable'],
    [0, 'Bo', 0, 'ungrammatical'],
  ]);
  expect([countValidations(db, run), countValidations(db, other)]).toEqual([10, 5]);
});

test('the steps of one person in one conversation are told apart from all others, oldest first', async () => {
  const { db, run, other, ada, bo, step } = await twoRuns();
  const read = step({ turn: null });
  for (const more of [{ runId: other }, { position: 1 }, { annotatorId: bo }]) {
    step({ ...more, content: says('ungrammatical') });
  }
  const said = step({ content: says('answerable') });
  const taken = step({ refersTo: said.id });
  expect(validationSteps(db, { runId: run, position: 0, annotatorId: ada })).toEqual([read, said, taken]);
});

test('questions that can be validated are counted by conversation, in their own run alone', async () => {
  const { db, run, other } = await twoRuns();
  expect([...countQuestionsToValidate(db, run)]).toEqual([
    [0, 3],
    [1, 2],
  ]);
  expect([...countQuestionsToValidate(db, other)]).toEqual([[0, 3]]);
});

test('a step is stored as it was said, once, and linked to the words before it', async () => {
  const { db, run, step } = await twoRuns();
  const chained = () =>
    db
      .prepare("SELECT COUNT(DISTINCT row_id) FROM word_chain WHERE part = 'answer_validation'")
      .pluck()
      .get() as number;
  const before = chained();
  const said: VerdictContent[] = [
    { answerability: 'answerable', isCorrect: true, span: null, answerSeen: false },
    { answerability: 'answerable', isCorrect: false, span: null, answerSeen: true },
    { answerability: 'answerable', isCorrect: false, span: { kind: 'none' }, answerSeen: false },
    {
      answerability: 'answerable',
      isCorrect: false,
      span: { kind: 'passage', start: 2, end: 6, text: 'word' },
      answerSeen: true,
    },
    says('unanswerable'),
  ];
  const steps = said.map((content, turn) => step({ turn, content }));
  const stored = currentVerdicts(db, run);
  expect(stored.map(({ content }) => content)).toEqual(said);
  expect(stored).toEqual(steps);
  expect(chained()).toBe(before + said.length);
  const { id: _, ...again } = steps[0]!;
  expect(insertValidation(db, { ...again, durationMs: 999 })).toEqual(steps[0]);
  expect(countValidations(db, run)).toBe(said.length);
});
