import { describe, expect, test } from 'vitest';
import { applyRule, showExclusion } from '../../../core/labeling/rounds/checks/exclude.ts';
import { expectedAnswer } from '../../../core/labeling/rounds/checks/expected-answer.ts';
import { passedTry, stageOf } from '../../../core/labeling/rounds/checks/stage.ts';
import { sha256 } from '../../../core/platform/signing/sha256.ts';
import { checkResults } from '../../../core/studies/checks/check-results.ts';
import { notQualified, qualificationStanding } from '../../../core/studies/checks/qualification.ts';
import { type AskedStudy, labelKeysFor } from '../../../core/studies/label-key.ts';
import { insertRating } from '../../../core/studies/ratings/ratings.ts';
import { ensureAnnotator } from '../../../db/annotators.ts';
import { listAudit } from '../../../db/audit.ts';
import type { LabelContent } from '../../../db/labels.ts';
import {
  findQualityPlan,
  listChecks,
  listExclusions,
  putConsent,
  putQualityPlan,
} from '../../../db/quality.ts';
import { getStudy } from '../../../db/studies.ts';
import { QualityPlanSchema } from '../../../shared/contract/quality.ts';
import { ratedStudy } from '../support/test-engine.ts';
import { byAnswer, byRating, pairedStudy } from '../support/two-systems.ts';

type Question = typeof byRating;

const score = (value: number): LabelContent => ({ kind: 'score', value });
const skip: LabelContent = { kind: 'skip', reason: 'unclear' };

/** A study of ten items with checks whose right answer is 4, and what two people say of them. */
async function checked(plan: object, { checks = 6, tolerance = 0 } = {}) {
  const { engine, study } = await ratedStudy(10);
  const { client, context } = engine;
  const { db } = context.session.project!;
  const studyId = study.id;
  const drawn = new Set((await client.sample.list({ studyId })).rows.map(({ externalId }) => externalId));
  const free = Array.from({ length: 80 }, (_, i) => `item-${String(i).padStart(4, '0')}`)
    .filter((id) => !drawn.has(id))
    .slice(0, checks);
  await client.quality.set({
    ...{ studyId, plan: QualityPlanSchema.parse(plan), tolerance, seed: 7 },
    gold: free.map((id) => ({ id, answer: '4', instruction: '' })),
  });
  for (const name of ['Ada', 'Ben']) await client.annotator.add({ name });
  const [ada, ben] = (await client.annotator.list({})).slice(-2).map(({ id }) => id) as [number, number];
  const row = getStudy(db, studyId);
  let count = 0;
  const put = (asked: AskedStudy, itemId: number, content: LabelContent, durationMs: number, who: number) =>
    insertRating(
      db,
      { measure: labelKeysFor(asked, itemId).map((key) => ({ key, content })) },
      {
        ...{ clientKey: `said-in-a-test-${count++}`, annotatorId: who, studyId, durationMs },
        ...{ operation: 'submit' as const, source: 'screen' as const },
        ...{ estimateVisible: false, createdAt: context.now() },
      },
    );
  const inRound = (round: number) => listChecks(db, studyId).filter((one) => one.round === round);
  return {
    ...{ client, context, db, study: row, studyId, ada, ben },
    /** Answers the first checks of a round. */
    say: (contents: readonly LabelContent[], { round = 0, who = ada, from = 0 } = {}) => {
      for (const [i, content] of contents.entries())
        put({ ...row, practiceRound: round }, inRound(round)[from + i]!.itemId, content, 1000, who);
    },
    /** Answers the first items of the sample, each in so many milliseconds. */
    work: async (durations: readonly number[]) => {
      const { rows } = await client.sample.list({ studyId });
      for (const [i, durationMs] of durations.entries()) put(row, rows[i]!.itemId, score(3), durationMs, ada);
    },
    right: (round = 0, who = ada) =>
      checkResults(db, row, { annotatorId: who, round }).map(({ isRight }) => isRight),
    excluded: async (who = ada) => {
      await applyRule(context, row, who);
      return listExclusions(db, studyId).map(({ annotatorId, reason }) => [annotatorId, reason]);
    },
  };
}

describe('the answer to a check', () => {
  test('is right as far as the tolerance goes, and a skip is not; those of others and of other rounds are theirs', async () => {
    const { say, right, ben } = await checked(
      { checkRate: 0.2, qualification: { items: 1, passMark: 1 } },
      { checks: 9, tolerance: 0.5 },
    );
    expect(right()).toEqual([]);
    say([score(3.5), score(4.5), score(3.4), score(4.6), skip]);
    expect(right()).toEqual([true, true, false, false, false]);
    expect([right(0, ben), right(-1)]).toEqual([[], []]);
    say([score(4)], { round: -1, who: ben });
    expect([right(-1, ben), right(-2, ben), right(0, ben), right(-1)]).toEqual([[true], [], [], []]);
  });

  test('of two replies is known by a system, by a side, or as a tie', async () => {
    const { engine, study } = await pairedStudy(5, { preset: 'uniform' });
    const { db } = engine.context.session.project!;
    const row = getStudy(db, study.id);
    const at = (answer: string, poolPosition = 0) =>
      expectedAnswer(db, row, { id: 'x', itemId: 1, answer, poolPosition });
    expect([row.systemName, row.against!.systemName, 'tie', 'TIE'].map((one) => at(one))).toEqual([
      'first',
      'second',
      'tie',
      'tie',
    ]);
    const sides = Array.from({ length: 12 }, (_, i) => [at('left', i), at('Right', i)].join());
    expect([...new Set(sides)].sort()).toEqual(['first,second', 'second,first']);
    for (const none of ['', 'middle', row.systemName.toUpperCase()])
      expect(() => at(none)).toThrow(`"${none}" is not an answer to item "x"`);
  });
});

/** Which answers to checks of a comparison are right, where one right answer is known of each. */
async function judged(
  question: Question,
  known: readonly string[],
  said: readonly (readonly LabelContent[])[],
) {
  const { engine, study } = await pairedStudy(5, { question, preset: 'uniform' });
  const { db } = engine.context.session.project!;
  const row = getStudy(db, study.id);
  const free = db
    .prepare(
      `SELECT external_id FROM item JOIN study_pool ON item.id = item_id
       WHERE item.id NOT IN (SELECT item_id FROM draw) ORDER BY item.id`,
    )
    .pluck()
    .all() as string[];
  await engine.client.quality.set({
    ...{ studyId: study.id, plan: QualityPlanSchema.parse({ checkRate: 0.2 }), tolerance: 0, seed: 7 },
    gold: known.map((answer, i) => ({ id: free[i]!, answer, instruction: '' })),
  });
  const idOf = db.prepare('SELECT id FROM item WHERE external_id = ?').pluck();
  const annotatorId = ensureAnnotator(db, 'Ada').id;
  const places = known.map((_, i) => Number(idOf.get(free[i])));
  for (const [i, contents] of said.entries()) {
    const keys = labelKeysFor({ ...row, practiceRound: 0 }, places[i]!);
    insertRating(
      db,
      { measure: contents.map((content, k) => ({ key: keys[k]!, content })) },
      {
        ...{ clientKey: `said-of-two-${i}`, annotatorId, studyId: study.id, durationMs: 5 },
        ...{ operation: 'submit' as const, source: 'screen' as const, estimateVisible: false },
        createdAt: '2026-01-01T00:00:00.000Z',
      },
    );
  }
  const results = checkResults(db, row, { annotatorId, round: 0 });
  return places.map((itemId) => results.find(({ check }) => check.itemId === itemId)?.isRight);
}

test('of two replies the better one is right, however much, and neither where one is skipped or not judged', async () => {
  const known = ['amber', 'amber', 'basil', 'basil', 'tie', 'tie', 'amber', 'amber', 'tie'];
  const said = [
    [score(5), score(1)],
    [score(2), score(2)],
    [score(1), score(2)],
    [score(2), score(1)],
    [score(3), score(3)],
    [score(3), score(4)],
    [score(4), skip],
    [skip, score(1)],
    [skip, skip],
  ];
  const right = [true, false, true, false, true, false, false, false, false];
  expect(await judged(byRating, known, said)).toEqual(right);
});

test('a written answer is right where any of its wordings is, and a skip is not', async () => {
  const written = (...turn: string[]): LabelContent => ({ kind: 'answer', answers: [turn] });
  const said = [[written('No', 'It  is 4.')], [written('It is 5')], [skip]];
  expect(await judged(byAnswer, ['it is 4', 'it is 4', 'it is 4', 'x'], said)).toEqual([
    true,
    false,
    false,
    undefined,
  ]);
});

describe('the rule of exclusion', () => {
  test('asks for so many answers, and excludes who has fewer right than its share, once', async () => {
    const rule = { fewestChecks: 4, leastRight: 0.5 };
    const { say, excluded, context, db, studyId, ada, ben } = await checked({
      ...{ checkRate: 0.2, exclusion: rule },
    });
    const told: unknown[] = [];
    context.events.listen((event) => told.push(event));
    say([score(1), score(4), score(1)]);
    expect(await excluded()).toEqual([]);
    // Just the share is enough.
    say([score(4)], { from: 3 });
    expect(await excluded()).toEqual([]);
    expect(told).toEqual([]);
    say([score(1)], { from: 4 });
    const found = [[ada, '2 of 5 checks right']];
    expect(await excluded()).toEqual(found);
    expect(told).toEqual([
      { type: 'estimate.changed', studyId },
      { type: 'study.changed', studyId },
    ]);
    say([score(1)], { from: 5 });
    expect(await excluded()).toEqual(found);
    expect(told).toHaveLength(2);
    const entries = listAudit(db, studyId).filter(({ action }) => action === 'team.exclude');
    expect(entries.map(({ details }) => details)).toEqual([{ annotatorId: ada, reason: found[0]![1] }]);
    say([score(1), score(2), score(3), score(5)], { who: ben });
    expect(await excluded(ben)).toEqual([...found, [ben, '0 of 4 checks right']]);
    const unruled = await checked({ checkRate: 0.2 });
    unruled.say([score(1), score(1)]);
    expect(await unruled.excluded()).toEqual([]);
  });

  test('excludes who is faster in the median of ten items than it allows', async () => {
    const exclusion = { fewestChecks: 1, leastRight: 0, leastSeconds: 2 };
    const fast = await checked({ checkRate: 0.2, exclusion });
    await fast.work([1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000]);
    expect(await fast.excluded()).toEqual([]);
    const asAllowed = await checked({ checkRate: 0.2, exclusion });
    // Of an even number the lower of the two in the middle.
    await asAllowed.work([9000, 1000, 1000, 1000, 1000, 2000, 9000, 9000, 9000, 9000]);
    expect(await asAllowed.excluded()).toEqual([]);
    const faster = await checked({ checkRate: 0.2, exclusion });
    await faster.work([9000, 1000, 1000, 1000, 1000, 1900, 9000, 9000, 9000, 9000]);
    expect(await faster.excluded()).toEqual([
      [faster.ada, '1.9 seconds for an item in the median, over 10 items'],
    ]);
  });

  test('shows on the page after each ten answers, or once nothing is left', async () => {
    const exclusion = { fewestChecks: 1, leastRight: 1 };
    const { say, excluded, context, db, study, studyId, ada, ben } = await checked({
      ...{ checkRate: 0.2, exclusion },
    });
    const show = async (answers: number, isOver = false, annotatorId = ada) => {
      await showExclusion(context, study, { annotatorId, answers: () => answers, isOver });
      return stageOf(db, study, annotatorId).kind;
    };
    expect(await show(10)).toBe('work');
    say([score(1)]);
    await excluded();
    const told: unknown[] = [];
    context.events.listen((event) => told.push(event));
    expect([await show(9), await show(11), await show(10, true, ben)]).toEqual(['work', 'work', 'work']);
    expect(told).toEqual([]);
    expect(await show(20)).toBe('excluded');
    expect(await show(30)).toBe('excluded');
    expect(told).toEqual([{ type: 'study.changed', studyId }]);
    const other = await checked({ checkRate: 0.2, exclusion });
    other.say([score(1)]);
    await other.excluded();
    await showExclusion(other.context, other.study, {
      annotatorId: other.ada,
      answers: () => 7,
      isOver: true,
    });
    expect(stageOf(other.db, other.study, other.ada).kind).toBe('excluded');
  });
});

test('consent comes first, and again once its text is another; without a plan there is work alone', async () => {
  const { db, study, studyId, ada } = await checked({
    ...{ consent: 'Yes?', qualification: { items: 2, passMark: 1 } },
  });
  const known = findQualityPlan(db, studyId)!;
  const ask = (consent: string) =>
    putQualityPlan(db, studyId, { ...known, plan: { ...known.plan, consent } });
  const stage = () => stageOf(db, study, ada);
  const first = { kind: 'consent', text: 'Yes?', version: sha256('Yes?') };
  expect(stage()).toEqual(first);
  putConsent(db, { studyId, annotatorId: ada, version: first.version }, '2026-01-01T00:00:00.000Z');
  expect(stage()).toEqual({ kind: 'qualification', attempt: 1 });
  ask('Sure?');
  expect(stage()).toMatchObject({ kind: 'consent', text: 'Sure?' });
  ask(' \n');
  expect(stage()).toEqual({ kind: 'qualification', attempt: 1 });
  const plain = await ratedStudy(5);
  const other = plain.engine.context.session.project!.db;
  const row = getStudy(other, plain.study.id);
  expect([stageOf(other, row, 1), passedTry(other, row, 1)]).toEqual([{ kind: 'work' }, null]);
  const hidden = await checked({ checkRate: 0.2 });
  expect(passedTry(hidden.db, hidden.study, hidden.ada)).toBeNull();
});

test('a qualification asks for its share of all items of a try', async () => {
  const { say, db, study, ada, ben, client, studyId } = await checked({
    qualification: { items: 3, passMark: 0.5 },
  });
  await client.team.set({ studyId, members: [ada, ben] });
  for (const round of [-1, -2]) {
    expect(notQualified(db, study)).toEqual([]);
    say([score(4), score(1), score(1)], { round });
  }
  say([score(4), score(4), score(1)], { round: -1, who: ben });
  const standing = (annotatorId: number) =>
    qualificationStanding(db, study, { plan: findQualityPlan(db, studyId)!.plan, annotatorId });
  expect([standing(ada), standing(ben)]).toEqual([
    { tries: 2, passed: false },
    { tries: 1, passed: true },
  ]);
  expect(notQualified(db, study)).toEqual([ada]);
  await client.team.set({ studyId, members: [ben] });
  expect(notQualified(db, study)).toEqual([]);
  const open = await checked({ checkRate: 0.2 });
  await open.client.team.set({ studyId: open.studyId, members: [open.ada] });
  expect(notQualified(open.db, open.study)).toEqual([]);
});

test('a qualification is passed by its share of a whole try, of two', async () => {
  const { say, db, study, ada, ben } = await checked({ qualification: { items: 2, passMark: 0.5 } });
  const stage = (who: number) => stageOf(db, study, who);
  expect(stage(ada)).toEqual({ kind: 'qualification', attempt: 1 });
  say([score(4)], { round: -1 });
  expect(stage(ada)).toEqual({ kind: 'qualification', attempt: 1 });
  say([score(1)], { round: -1, from: 1 });
  expect([stage(ada), passedTry(db, study, ada)]).toEqual([{ kind: 'work' }, { right: 1, items: 2 }]);
  say([score(1), skip], { round: -1, who: ben });
  expect([stage(ben), passedTry(db, study, ben)]).toEqual([{ kind: 'qualification', attempt: 2 }, null]);
  say([score(1), score(2)], { round: -2, who: ben });
  expect([stage(ben).kind, passedTry(db, study, ben)]).toEqual(['failed', null]);
});
