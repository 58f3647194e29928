import { describe, expect, test } from 'vitest';
import { chosenForm } from '../../core/studies/label-form.ts';
import type { FormFile, LabelAnswer, LabelForm, StudyField } from '../../shared/contract/index.ts';
import { engineWithProject, importRecords, ratedScales, submit } from './support/test-engine.ts';

/** Conversations of two replies each, rated as a whole from 1 to 5. */
const records = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `item-${i}`,
    conversation: [
      { role: 'user', content: `First of ${i}?` },
      { role: 'user', content: `Second of ${i}?` },
    ],
    context: `Passage ${i}: the river Aa is short.`,
    responses: { secretive: [`one ${i}`, `two ${i}`] },
    judge: { strict: { secretive: { quality: 1 + (i % 5) } } },
  }));

const text = (name: string, required = false): StudyField => ({
  name,
  question: '',
  required,
  form: { kind: 'text' },
});
const usual = { kind: 'rating' as const, min: 1, max: 5, step: 1, lowLabel: '', highLabel: '' };
const fluency: StudyField = {
  name: 'fluency',
  question: 'How fluent?',
  required: true,
  form: usual,
};
const topic: StudyField = {
  name: 'topic',
  question: '',
  required: false,
  form: {
    kind: 'category',
    options: [
      { label: 'River', value: 1 },
      { label: 'Hill', value: 0 },
    ],
  },
};

async function formStudy({ form, fields = [] }: Partial<FormFile>, measure = 'criterion') {
  const { engine, folder } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, records(12), { scales: ratedScales });
  const scale = { min: 1, max: 5, direction: 'higher' as const };
  await engine.client.dataset.declareScale({ datasetId, kind: 'criterion', name: 'quality', scale });
  const study = await engine.client.study.create({
    datasetId,
    system: 'secretive',
    measure:
      measure === 'criterion'
        ? { kind: 'criterion', criterion: 'quality' }
        : { kind: 'metric', metric: measure },
    surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
    preset: 'uniform',
    seed: 5,
    size: 12,
    ...(form && { form }),
    fields,
  });
  const { batch, items } = await engine.client.label.open({ studyId: study.id });
  const refs = items.map(({ ref }) => ref);
  const give = (at: number, answer: LabelAnswer) => submit(engine, batch, refs[at]!, answer);
  const current = async (at: number) => (await engine.client.label.item({ batch, ref: refs[at]! })).current;
  return { engine, study, batch, refs, give, current, datasetId };
}

describe('a form with several questions', () => {
  test('is stored together, comes back whole, and undo and redo carry all of it', async () => {
    const form = await formStudy({ fields: [fluency, topic, text('reason')] });
    const first = {
      kind: 'score',
      value: 4,
      fields: { fluency: 5, topic: 'River', reason: 'clear' },
    } as const;
    const second = { kind: 'score', value: 2, fields: { fluency: 3 } } as const;
    await form.give(0, first);
    expect(await form.current(0)).toEqual(first);
    await form.give(0, second);
    expect(await form.current(0)).toEqual(second);
    await form.engine.client.label.undo({ batch: form.batch });
    expect(await form.current(0)).toEqual(first);
    const { undoable } = await form.engine.client.label.undo({ batch: form.batch });
    expect(undoable).toBe(false);
    expect(await form.current(0)).toBeNull();
    await form.engine.client.label.redo({ batch: form.batch });
    expect(await form.current(0)).toEqual(first);
    // Each step has one row of the measure, and beside it those of further criteria.
    const { db } = form.engine.context.session.project!;
    const rows = db
      .prepare(
        'SELECT further_criterion IS NULL AND criterion_id = ?, COUNT(*) FROM label GROUP BY further_criterion IS NULL, criterion_id',
      )
      .raw();
    const measured = db.prepare('SELECT criterion_id FROM label ORDER BY id').pluck().get();
    const counts = rows.all(measured) as [number, number][];
    expect(counts.filter(([isMeasure]) => isMeasure)).toEqual([[1, 5]]);
    expect(counts).toHaveLength(3);
  });

  test('further criteria get estimates of their own, and the measure is not touched by them', async () => {
    const { engine, study, give } = await formStudy({ fields: [fluency] });
    for (let at = 0; at < 6; at += 1) await give(at, { kind: 'score', value: 4, fields: { fluency: 2 } });
    const fluencyNow = () => engine.client.claim.criteria({ studyId: study.id });
    expect((await engine.client.estimate.current({ studyId: study.id })).labeled).toBe(6);
    expect(await fluencyNow()).toMatchObject([{ criterion: 'fluency', labeled: 6, skipped: 0 }]);
    // The surrogate as control variate moves it a little.
    expect((await fluencyNow())[0]!.value).toBeCloseTo(2, 0);
    await give(6, { kind: 'skip', reason: 'broken' });
    // The skipped item may be of any value, so the estimate lies between the two extremes.
    expect(await fluencyNow()).toMatchObject([{ criterion: 'fluency', labeled: 6, skipped: 1 }]);
  });

  test('names the question that is missing or wrong, and stores nothing then', async () => {
    const { give, current } = await formStudy({ fields: [fluency, topic, text('reason', true)] });
    const score = (fields: Record<string, string | number>): LabelAnswer => ({
      kind: 'score',
      value: 3,
      fields,
    });
    await expect(give(0, score({ reason: 'x' }))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('How fluent?'),
    });
    await expect(give(0, score({ fluency: 6, reason: 'x' }))).rejects.toThrow(/from 1 to 5/);
    await expect(give(0, score({ fluency: 1, reason: ' ' }))).rejects.toThrow(/reason/);
    await expect(give(0, score({ fluency: 1, reason: 'x', topic: 'Sea' }))).rejects.toThrow(/topic/);
    await expect(give(0, score({ fluency: 1, reason: 'x', other: 1 }))).rejects.toThrow(/other/);
    expect(await current(0)).toBeNull();
  });

  test('the same submission twice is stored once', async () => {
    const { engine, batch, refs } = await formStudy({ fields: [fluency, text('reason')] });
    const once = {
      batch,
      ref: refs[0]!,
      answer: { kind: 'score' as const, value: 4, fields: { fluency: 5, reason: 'why' } },
      durationMs: 1,
      estimateVisible: false,
      clientKey: 'one-and-the-same',
    };
    await engine.client.label.submit(once);
    await engine.client.label.submit(once);
    const { db } = engine.context.session.project!;
    expect(db.prepare('SELECT COUNT(*) FROM label').pluck().get()).toBe(2);
    expect(db.prepare('SELECT field, value FROM label_field').all()).toEqual([
      { field: 'reason', value: '"why"' },
    ]);
  });

  describe('a further question that another study measures', () => {
    /** Somebody answered it there, before they came to the form that asks it as well. */
    async function saidThere() {
      const form = await formStudy({ fields: [{ ...fluency, required: false }] });
      const { engine, datasetId } = form;
      const { id: studyId } = await engine.client.study.create({
        ...{ datasetId, system: 'secretive', measure: { kind: 'criterion', criterion: 'fluency' } },
        ...{ surrogate: { kind: 'none' }, preset: 'uniform', seed: 5, size: 12 },
      });
      const { batch, items } = await engine.client.label.open({ studyId });
      const there = async () => (await engine.client.label.item({ batch, ref: items[0]!.ref })).current;
      const say = (value: number) => submit(engine, batch, items[0]!.ref, { kind: 'score', value });
      await say(5);
      return { ...form, there, say, undo: () => engine.client.label.undo({ batch: form.batch }) };
    }
    const five = { kind: 'score', value: 5 };
    const fluent = (value: number): LabelAnswer => ({ kind: 'score', value: 3, fields: { fluency: value } });

    test.each([
      { kind: 'score', value: 3 },
      { kind: 'skip', reason: 'cut off' },
    ] as const)('keeps its answer there when it is left out: %j', async (answer) => {
      const { give, there, current } = await saidThere();
      await give(0, answer);
      expect(await there()).toEqual(five);
      await give(0, { kind: 'score', value: 2 });
      expect(await there()).toEqual(answer.kind === 'skip' ? five : null);
      expect(await current(0)).toMatchObject({ value: 2 });
    });

    test('takes another answer, and gives the one before back', async () => {
      const { give, there, undo } = await saidThere();
      await give(0, fluent(2));
      expect(await there()).toEqual({ kind: 'score', value: 2 });
      await undo();
      expect(await there()).toEqual(five);
    });

    test('keeps what was said there since when the form is taken back', async () => {
      const { give, there, say, undo } = await saidThere();
      await give(0, fluent(2));
      await say(4);
      await undo();
      expect(await there()).toEqual({ kind: 'score', value: 4 });
    });
  });

  test('keeps what it asks once there is a label; the wording may change', async () => {
    const { engine, study, give } = await formStudy({ fields: [fluency] });
    const edit = (fields: StudyField[]) => engine.client.study.edit({ studyId: study.id, fields });
    expect((await edit([fluency, text('reason')])).fields).toHaveLength(2);
    await give(0, { kind: 'score', value: 4, fields: { fluency: 5 } });
    await expect(edit([fluency])).rejects.toMatchObject({ code: 'CONFLICT' });
    const reworded = await edit([{ ...fluency, question: 'Does it flow?' }, text('reason')]);
    expect(reworded.fields[0]?.question).toBe('Does it flow?');
  });
});

describe('forms of the measure', () => {
  test('one value for each reply: the label is their mean, and the values come back', async () => {
    const perTurn = { ...usual, perTurn: true };
    const { engine, study, give, current } = await formStudy({ form: perTurn });
    await expect(give(0, { kind: 'score', value: 4 })).rejects.toThrow(/each reply/);
    await expect(give(0, { kind: 'turns', values: [4] })).rejects.toThrow(/needs 2/);
    await expect(give(0, { kind: 'turns', values: [4, 9] })).rejects.toThrow(/9 lies outside/);
    for (let at = 0; at < 12; at += 1) await give(at, { kind: 'turns', values: [1 + (at % 5), 4] });
    expect(await current(3)).toEqual({ kind: 'turns', values: [4, 4] });
    const { db } = engine.context.session.project!;
    const values = db.prepare('SELECT value, instrument FROM label ORDER BY id').all();
    expect(values[0]).toEqual({ value: 2.5, instrument: 'blind-turns' });
    const claims = await engine.client.claim.list({ studyId: study.id });
    expect(JSON.stringify(claims)).not.toContain('ratings are of whole conversations');
  });

  test('a category counts what its option counts, and keeps its name', async () => {
    const options = [
      { label: 'Right', value: 5 },
      { label: 'Near', value: 3 },
      { label: 'Off', value: 3 },
    ];
    const { give, current } = await formStudy({ form: { kind: 'category', options } });
    await give(0, { kind: 'category', option: 'Off' });
    expect(await current(0)).toEqual({ kind: 'category', option: 'Off' });
    await expect(give(1, { kind: 'category', option: 'Else' })).rejects.toThrow(/is not one of the options/);
  });

  test('an answer picked in the passage keeps where it stands', async () => {
    const form = { kind: 'answer' as const, turns: 1, fromPassage: true };
    const { give, current, engine, batch, refs, study } = await formStudy({ form }, 'f1-coqa');
    expect(study.scale).toEqual({ min: 0, max: 1, direction: 'higher' });
    const { passage } = await engine.client.label.item({ batch, ref: refs[0]! });
    const start = passage!.indexOf('river');
    const span = { text: 'river Aa', start, end: start + 8 };
    const answer = { kind: 'answer' as const, answers: ['river Aa', 'short'], spans: [span, null] };
    await give(0, answer);
    expect(await current(0)).toEqual(answer);
    const wrong = { ...answer, spans: [{ ...span, start: 0, end: 8 }, null] };
    await expect(give(1, wrong)).rejects.toThrow(/not in the passage/);
  });

  test.each([
    [{ kind: 'binary', noLabel: 'No', yesLabel: 'Yes' }, /0 to 1/],
    [{ kind: 'answer', turns: 1 }, /criterion/],
    [
      {
        kind: 'category',
        options: [
          { label: 'a', value: 1 },
          { label: 'b', value: 9 },
        ],
      },
      /9 lies outside/,
    ],
    [{ ...usual, max: 4 }, /from 1 to 5/],
    [{ ...usual, perTurn: true }, /no turns/],
    [
      {
        ...usual,
        points: [
          { value: 3, label: '' },
          { value: 1, label: '' },
        ],
      },
      /rising order/,
    ],
  ] satisfies [LabelForm, RegExp][])('one that does not fit is refused: %j', (form, problem) => {
    const scale = { min: 1, max: 5, direction: 'higher' as const };
    expect(() => chosenForm(usual, form, { scale, turns: 1, isComparison: false })).toThrow(problem);
  });
});
