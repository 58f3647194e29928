import type { AdjudicationItem, LabelAnswer, LabelForm } from '../../../shared/contract/index.ts';
import { emptyForm, type FormState, isComplete, withChoice, withText } from '../../label-form/form-state.ts';
import {
  type AskedForm,
  filledAnswer,
  type Given,
  type Question,
  ratesSides,
  sideNames,
} from '../../label-form/questions.ts';
import { ratingPoints } from '../../label-form/rating.ts';

/** What the adjudicator is about to decide. */
export interface DecisionDraft {
  /** The value, one for each side, or a text for each turn. */
  readonly filled: FormState;
  readonly isSkip: boolean;
  /** Why. */
  readonly note: string;
}

export type AskedDecision = Pick<AdjudicationItem, 'form' | 'sideBySide' | 'replies' | 'labels'>;

/** How a decision is asked for: as the label was, but for values that lie between the points that labels can have. */
function decisionForm(form: LabelForm): LabelForm {
  if (form.kind === 'answer') return { kind: 'answer', turns: form.turns };
  if (form.kind === 'category' || form.kind === 'preference') return form;
  if (form.perTurn === true) return meanForm(form.kind === 'rating' ? form : { min: 0, max: 1 });
  return form.kind === 'rating' && ratingPoints(form) === null ? { ...form, step: 0 } : form;
}

const meanForm = ({ min, max }: { min: number; max: number }): LabelForm => ({
  kind: 'rating',
  min,
  max,
  step: 0,
  lowLabel: '',
  highLabel: '',
});

/** What is asked of the adjudicator: no further question, and the measure in the words of a decision. */
export const askedDecision = ({ form, sideBySide }: AskedDecision): AskedForm => ({
  form: decisionForm(form),
  fields: [],
  sideBySide,
});

function questionTitles(item: AskedDecision): readonly string[] {
  const { form, replies, labels } = item;
  if (ratesSides(item)) return sideNames.map((side) => `${side} reply`);
  if (form.kind !== 'answer') return ['Value'];
  const written = labels.map(({ answer }) => answer).find(({ kind }) => kind === 'answer');
  const turns = written?.kind === 'answer' ? written.answers.length : Math.max(1, replies.length);
  return turns > 1
    ? Array.from({ length: turns }, (_, turn) => `Right answer to turn ${turn + 1}`)
    : ['Right answer'];
}

export function emptyDecision(item: AskedDecision): DecisionDraft {
  const { form } = askedDecision(item);
  const questions = questionTitles(item).map(
    (title): Question => ({ title, form, required: true, field: null }),
  );
  return { filled: { ...emptyForm, questions, texts: questions.map(() => '') }, isSkip: false, note: '' };
}

/** A draft with another value, and whether the reason is next. */
export function withValue(
  draft: DecisionDraft,
  item: AskedDecision,
  question: number,
  text: string,
): { draft: DecisionDraft; isDecided: boolean } {
  const { form, next } = withChoice(askedDecision(item), draft.filled, question, text);
  return { draft: { ...draft, filled: form, isSkip: false }, isDecided: next === 'send' };
}

/** A draft with something else typed; it goes on being typed, so nothing is next. */
export const withTyped = (draft: DecisionDraft, question: number, text: string): DecisionDraft => ({
  ...draft,
  filled: withText(draft.filled, question, text),
  isSkip: false,
});

/** A draft with the answer of an annotator; the reason stays to be written. */
export function withTaken(draft: DecisionDraft, answer: LabelAnswer, { form }: AskedDecision): DecisionDraft {
  if (answer.kind === 'skip') return { ...draft, isSkip: true };
  const taken = takenTexts(answer, form);
  const texts = draft.filled.questions.map((_, at) => taken[at] ?? '');
  return { ...draft, filled: { ...draft.filled, texts, lacking: null }, isSkip: false };
}

function takenTexts(answer: Given, form: LabelForm): readonly string[] {
  const option = (value: number): string =>
    form.kind === 'category' ? (form.options.find((one) => one.value === value)?.label ?? '') : String(value);
  switch (answer.kind) {
    case 'score':
      return [option(answer.value)];
    case 'pair':
      return answer.values.map(option);
    case 'turns':
      return [String(answer.values.reduce((sum, one) => sum + one, 0) / answer.values.length)];
    case 'category':
      return [answer.option];
    case 'replies':
      return answer.values.map((value) => (value === null ? '' : option(value)));
    case 'answer':
      return answer.answers;
  }
}

/** The decision that a draft makes, or what is lacking in words. */
export function decisionOf(
  draft: DecisionDraft,
  item: AskedDecision,
): { answer: LabelAnswer } | { problem: string } {
  const note = draft.note.trim();
  if (!draft.isSkip && !isComplete(draft.filled)) return { problem: 'Choose a value first.' };
  if (note === '') return { problem: 'Write why: the reason is kept with the decision.' };
  if (draft.isSkip) return { answer: { kind: 'skip', reason: note.slice(0, 500) } };
  const { questions, texts } = draft.filled;
  if (item.form.kind === 'category') return { answer: optionValues(item.form, texts) };
  const made = filledAnswer(askedDecision(item), questions, texts, []);
  return 'answer' in made ? made : { problem: made.lacking.problem };
}

/** Options count by their values: a decision is on the scale of the criterion. */
function optionValues(
  { options }: Extract<LabelForm, { kind: 'category' }>,
  texts: readonly string[],
): LabelAnswer {
  const optionValue = (text: string) => options.find(({ label }) => label === text)?.value ?? Number.NaN;
  const [first, second] = texts.map(optionValue);
  return second === undefined ? { kind: 'score', value: first! } : { kind: 'pair', values: [first!, second] };
}
