import type { AdjudicationItem, LabelAnswer, LabelForm } from '../../../shared/contract/index.ts';
import { readRating } from '../../label-form/rating.ts';

/** What the adjudicator is about to decide. */
export interface DecisionDraft {
  readonly isSkip: boolean;
  /** What is typed or chosen: a value, one for each side, or a text for each turn. */
  readonly values: readonly string[];
  /** Why. */
  readonly note: string;
}

type Asked = Pick<AdjudicationItem, 'form' | 'sideBySide' | 'replies' | 'labels'>;

/** How many values an item asks for. */
function valueCount({ form, sideBySide, replies, labels }: Asked): number {
  if (form.kind !== 'answer') return sideBySide ? 2 : 1;
  const written = labels.map(({ answer }) => answer).find(({ kind }) => kind === 'answer');
  return written?.kind === 'answer' ? written.answers.length : Math.max(1, replies.length);
}

export const emptyDraft = (item: Asked): DecisionDraft => ({
  isSkip: false,
  values: Array.from({ length: valueCount(item) }, () => ''),
  note: '',
});

/** An answer as a draft: what "take this" puts into the form; the reason stays to be written. */
export function draftOf(answer: LabelAnswer, draft: DecisionDraft, { form }: Asked): DecisionDraft {
  return answer.kind === 'skip'
    ? { ...draft, isSkip: true }
    : { ...draft, isSkip: false, values: valuesOf(answer, form) };
}

function valuesOf(answer: Exclude<LabelAnswer, { kind: 'skip' }>, form: LabelForm): string[] {
  switch (answer.kind) {
    case 'score':
      return [String(answer.value)];
    case 'pair':
      return answer.values.map(String);
    case 'turns':
      return [String(answer.values.reduce((sum, one) => sum + one, 0) / answer.values.length)];
    case 'category': {
      const option =
        form.kind === 'category' ? form.options.find(({ label }) => label === answer.option) : undefined;
      return [option ? String(option.value) : ''];
    }
    case 'answer':
      return answer.answers;
  }
}

/** The decision that a draft makes, or what is lacking in words. */
export function decisionOf(
  draft: DecisionDraft,
  { form }: Asked,
): { answer: LabelAnswer } | { problem: string } {
  const note = draft.note.trim();
  if (!draft.isSkip && draft.values.some((value) => value.trim() === ''))
    return { problem: 'Choose a value first.' };
  if (note === '') return { problem: 'Write why: the reason is kept with the decision.' };
  if (draft.isSkip) return { answer: { kind: 'skip', reason: note.slice(0, 500) } };
  if (form.kind === 'answer')
    return { answer: { kind: 'answer', answers: draft.values.map((text) => text.trim()) } };
  const read = draft.values.map((text) =>
    form.kind === 'rating' ? readRating(text, { ...form, step: 0 }) : { value: Number(text) },
  );
  const wrong = read.find((one) => 'problem' in one);
  if (wrong && 'problem' in wrong) return wrong;
  const [first, second] = read.map((one) => ('value' in one ? one.value : Number.NaN));
  return second === undefined
    ? { answer: { kind: 'score', value: first! } }
    : { answer: { kind: 'pair', values: [first!, second] } };
}

/** A draft with one value more: on the side that has none yet, else on the last one changed. */
export function withValue(draft: DecisionDraft, value: number, side?: number): DecisionDraft {
  const open = draft.values.indexOf('');
  const at = side ?? (open === -1 ? 0 : open);
  const fresh = open === -1 && side === undefined && draft.values.length > 1;
  const values = draft.values.map((one, i) => (i === at ? String(value) : fresh ? '' : one));
  return { ...draft, isSkip: false, values };
}
