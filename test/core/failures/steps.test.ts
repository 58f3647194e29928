import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { StepCoding } from '../../../shared/contract/form.ts';
import { stepsIn } from '../../../shared/run-steps.ts';
import { failureStudy } from '../support/failure-study.ts';

const said = (step: number, right: boolean | null, more: Partial<StepCoding> = {}): StepCoding => ({
  ...{ turn: 1, step, right, modes: [], note: '' },
  ...more,
});

describe('what people say of steps', () => {
  test('is kept in order with the hash of what was shown, and the run says nothing of it', async () => {
    const { client, batch, refs, code, make, current } = await failureStudy({ withSteps: true });
    const slow = await make('Slow');
    const { conversation } = await client.label.item({ batch, ref: refs[0]! });
    const [first] = stepsIn(conversation);
    await code(0, [slow], { steps: [said(1, false, { modes: [slow] }), said(0, true, { note: ' fine ' })] });
    const sha256 = createHash('sha256')
      .update(JSON.stringify([first!.run.call, first!.run.results]))
      .digest('hex');
    expect(await current(0)).toMatchObject({
      fields: {
        failures: {
          modes: [slow],
          steps: [
            { turn: 1, step: 0, right: true, modes: [], note: 'fine', sha256 },
            { turn: 1, step: 1, right: false, modes: [slow], note: '' },
          ],
        },
      },
    });
    const { modes } = await client.failures.table({ studyId: 1 });
    expect(modes[0]!.found).toEqual({ items: 1, of: 1 });
    const { notes } = await client.failures.notes({ studyId: 1, show: 'all' });
    expect(notes).toMatchObject([{ note: 'Step 1: fine', modes: [slow] }]);
  });

  test('is refused by name where the step is another one, or says two things at once', async () => {
    const { code, make, current } = await failureStudy({ withSteps: true });
    const slow = await make('Slow');
    const refusals: [StepCoding[], number[], string][] = [
      [[said(7, true)], [], 'no step 8 at turn 2'],
      [[said(0, true, { turn: 0 })], [], 'no step 1 at turn 1'],
      [[said(0, true), said(0, false)], [], 'Step 1 at turn 2 is said twice'],
      [[said(0, false, { modes: [slow] })], [], 'failure mode that its run has not'],
      [[said(0, true, { modes: [slow] })], [slow], 'Step 1 is right, but has a failure mode'],
      [[said(0, true, { sha256: 'ab'.repeat(32) })], [], 'Step 1 at turn 2 is not the one that'],
    ];
    for (const [steps, modes, words] of refusals) {
      await expect(code(0, modes, { steps })).rejects.toThrow(words);
    }
    const stepsOf = async () => {
      const now = (await current(0)) as unknown as { fields: { failures: { steps?: StepCoding[] } } };
      return now.fields.failures.steps;
    };
    await code(0, [], { steps: [said(0, null), said(1, null, { note: ' ' })] });
    expect(await stepsOf()).toBeUndefined();
    await code(0, [slow], {
      steps: [said(1, null, { note: 'odd' }), said(0, null, { modes: [slow, slow] })],
    });
    const steps = await stepsOf();
    expect(steps).toMatchObject([
      { step: 0, right: null, modes: [slow] },
      { step: 1, right: null, note: 'odd' },
    ]);
    await code(0, [slow], { steps: steps! });
    expect(await stepsOf()).toEqual(steps);
  });

  test('stands on the page of its item, under the step that was shown', async () => {
    const { client, code, make, datasetId } = await failureStudy({ withSteps: true });
    const slow = await make('Slow');
    await code(0, [slow], { steps: [said(1, false, { modes: [slow], note: 'twice' })] });
    const { items } = await client.item.list({ datasetId, limit: 40 });
    const pages = await Promise.all(items.map(({ id }) => client.item.get({ itemId: id })));
    const found = pages.filter(({ steps }) => steps.length > 0);
    expect(found).toHaveLength(1);
    const [{ steps, conversation }] = found as [(typeof found)[0]];
    expect(steps).toMatchObject([{ turn: 2, step: 1, right: false, modes: ['Slow'], note: 'twice' }]);
    expect(conversation[steps[0]!.turn]!.role).toBe('tool_call');
  });

  test('leaves with the label, with the names of its modes', async () => {
    const { client, code, make } = await failureStudy({ withSteps: true });
    const slow = await make('Slow');
    await code(0, [slow], { steps: [said(0, false, { modes: [slow], note: 'again' })] });
    const { content } = await client.report.render({ studyId: 1, format: 'labels-csv' });
    expect(content).toContain('further steps: failures');
    expect(content).toContain('""step"":0,""right"":false,""modes"":[""Slow""],""note"":""again""');
  });
});

describe('how often steps of a kind are wrong', () => {
  test('is a share of all such steps of the pool; with every item rated it is the plain share', async () => {
    const { client, code, batch, refs } = await failureStudy({ withSteps: true, count: 12 });
    expect((await client.failures.steps({ studyId: 1 })).kinds).toEqual([]);
    let wrong = 0;
    for (const [at, ref] of refs.entries()) {
      const { conversation } = await client.label.item({ batch, ref });
      const searches = stepsIn(conversation).filter(({ run }) => run.call?.startsWith('search'));
      const isWrong = at % 3 === 0;
      wrong += Number(isWrong);
      await code(at, [], { steps: searches.map(({ step }) => said(step, !(isWrong && step === 0))) });
    }
    const { because, kinds } = await client.failures.steps({ studyId: 1 });
    expect(because).toBeNull();
    expect(kinds).toHaveLength(1);
    expect(kinds[0]).toMatchObject({
      kind: 'search',
      rated: { items: 12, steps: 18, wrong },
      pool: { items: 12, steps: 18 },
    });
    const { value, lower, upper } = kinds[0]!.share!;
    for (const end of [value!, lower, upper]) expect(end).toBeCloseTo(wrong / 18, 9);
  });

  test('counts no item of which a step of that kind is not rated', async () => {
    const { client, code, batch, refs } = await failureStudy({ withSteps: true, count: 12 });
    const two = [];
    for (const [at, ref] of refs.entries()) {
      const { conversation } = await client.label.item({ batch, ref });
      if (stepsIn(conversation).length === 3) two.push(at);
    }
    await code(two[0]!, [], { steps: [said(0, false)] });
    const { kinds } = await client.failures.steps({ studyId: 1 });
    expect(kinds).toMatchObject([{ kind: 'search', rated: { items: 1, steps: 1, wrong: 1 }, share: null }]);
  });
});
