import { expect, test } from 'vitest';
import { choicesOf } from '../../../renderer/label-form/choices.ts';
import { completed, formOf, withChoice } from '../../../renderer/label-form/form-state.ts';
import type { AskedForm } from '../../../renderer/label-form/questions.ts';
import { defaultBindings } from '../../../renderer/ui/key-bindings.ts';

const reply = [{ prompt: '', text: 'Yes.' }];

test('both are bad has a key of its own and is a tie that says so, also when it is shown again', () => {
  const form = { kind: 'preference', steps: 3, bothBad: true } as const;
  const asked: AskedForm = { form, fields: [], sideBySide: true };
  const choice = choicesOf(form, defaultBindings)!.find(({ key }) => key === '0')!;
  const empty = formOf(asked, { replies: reply }, { answer: null, draft: null });
  const { form: filled, next } = withChoice(asked, empty, 0, choice.text);
  expect(next).toBe('send');
  const answer = { kind: 'pair', values: [0.5, 0.5], bothBad: true } as const;
  expect(completed(asked, filled)).toEqual({ answer });
  const shown = formOf(asked, { replies: reply }, { answer: { ...answer, values: [0.5, 0.5] }, draft: null });
  expect(shown.texts).toEqual([choice.text]);
  const without = choicesOf({ kind: 'preference', steps: 3 }, defaultBindings)!;
  expect(without.map(({ key }) => key)).toEqual(['1', '2', '3']);
});

test('the replies of a page are rated in turn and sent together, each at its place', () => {
  const form = { kind: 'rating', min: 1, max: 5, step: 1, lowLabel: '', highLabel: '' } as const;
  const asked: AskedForm = { form, fields: [], sideBySide: false };
  const item = {
    replies: [],
    page: [0, 2].map((place) => ({ place, replies: reply })),
  };
  const empty = formOf(asked, item, { answer: null, draft: null });
  expect(empty.questions.map(({ title }) => title)).toEqual(['Reply 1', 'Reply 2']);
  const first = withChoice(asked, empty, 0, '4');
  expect(first).toMatchObject({ next: 'answer', form: { active: 1 } });
  const second = withChoice(asked, first.form, 1, '2');
  expect(second.next).toBe('send');
  const answer = { kind: 'replies' as const, values: [4, null, 2] };
  expect(completed(asked, second.form)).toEqual({ answer });
  expect(formOf(asked, item, { answer, draft: null }).texts).toEqual(['4', '2']);
});

test('the replies of a page are put in order by a key for each place, as many as there are replies', () => {
  const asked: AskedForm = { form: { kind: 'preference', steps: 3 }, fields: [], sideBySide: false };
  const item = { replies: [], page: [0, 1, 3].map((place) => ({ place, replies: reply })) };
  const empty = formOf(asked, item, { answer: null, draft: null });
  for (const { form } of empty.questions)
    expect(
      choicesOf(form, defaultBindings)!
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual(['1', '2', '3']);
  const texts = ['2', '1', '2'];
  const filled = texts.reduce((form, text, i) => withChoice(asked, form, i, text).form, empty);
  const answer = { kind: 'replies' as const, values: [2, 1, null, 2] };
  expect(completed(asked, filled)).toEqual({ answer });
  expect(formOf(asked, item, { answer, draft: null }).texts).toEqual(texts);
});
