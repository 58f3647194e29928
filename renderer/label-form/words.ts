import { measureWords } from '../../shared/answer-words.ts';
import type { LabelAnswer, LabelForm } from '../../shared/contract/index.ts';
import { isChoice } from './choices.ts';
import type { FormState } from './form-state.ts';
import { type AnswerForm, type AskedForm, isAnswered, ratesSides, waitsForEnter } from './questions.ts';

/** An answer in a few words, for the live region and the review line. */
export function answerWords(answer: LabelAnswer, form: LabelForm): string {
  if (answer.kind === 'skip') return `skipped: ${answer.reason}`;
  if (answer.kind === 'answer') return answer.answers.length > 1 ? 'your answers' : 'your answer';
  return measureWords(answer, form);
}

export type DraftStanding = 'none' | 'unsaved' | 'saved' | 'failed';

const draftWords: Readonly<Record<DraftStanding, string>> = {
  none: '',
  unsaved: 'Saving draft…',
  saved: 'Draft saved',
  failed: 'Draft not saved yet; it will be tried again',
};

/** How far a form is, and whether it is kept, as the line under it says; null where one key answers it all. */
export function progressWords({ questions, texts }: FormState, draft: DraftStanding): string | null {
  if (questions.length === 1 && isChoice(questions[0]!.form)) return null;
  const answered = questions.filter((question, at) => isAnswered(question, texts[at] ?? '')).length;
  const far = questions.length > 1 ? `${answered} of ${questions.length} answered` : '';
  return [far, draftWords[draft]].filter(Boolean).join(' · ');
}

/** That what was pressed was not taken, by the item that was being saved; null where one was on its way. */
export const untakenWords = (saving: number | null): string =>
  saving === null
    ? 'What you pressed while the item was on its way was not taken.'
    : `What you pressed while item ${saving} was being saved was not taken.`;

/** What sending is called: a page that saves to a file only later gives an answer. */
export type SendVerb = 'Save' | 'Give';

/** The button that sends a form, and its key; null where keys alone send it. */
export function sendWords(
  asked: AskedForm,
  { questions }: FormState,
  verb: SendVerb = 'Save',
): { name: string; key: string } | null {
  const choices = questions.filter(({ form }) => isChoice(form) || form.kind === 'failures').length;
  const waits = waitsForEnter(asked);
  if (!waits && choices === questions.length) return null;
  const several = ratesSides(asked) && !waits ? 'both' : isPage({ questions }) ? 'all' : 'answers';
  return {
    name: `${verb} ${questions.length === 1 ? 'answer' : several}`,
    key: waits && choices > 0 ? 'Enter' : 'Ctrl+Enter',
  };
}

/** Whether a form rates all replies on the page of a ranking. */
export const isPage = ({ questions }: Pick<FormState, 'questions'>): boolean =>
  questions.some(({ place }) => place !== undefined);

/** Whether a form asks for the order of the replies on a page. */
const isOrder = (asked: AskedForm, state: Pick<FormState, 'questions'>): boolean =>
  asked.form.kind === 'preference' && isPage(state);

/** How keys rate two sides, or the replies of a page; null where they do not. */
export const sidesWords = (asked: AskedForm, { questions }: Pick<FormState, 'questions'>): string | null =>
  isOrder(asked, { questions })
    ? 'Keys give the framed reply its place, 1 the best, then go on to the next. Equally good replies share a place.'
    : isPage({ questions })
      ? questions.every(({ form }) => isChoice(form))
        ? 'Keys rate the framed reply, then go on to the next; ←, → and Enter change it. All together are saved.'
        : enterWords
      : ratesSides(asked) && questions.every(({ form }) => isChoice(form))
        ? 'Keys rate the framed side, then go on to the other; ←, → and Enter change it. Both together are saved.'
        : questions.length > 1 && questions.some(({ form }) => form.kind === 'rating' && !isChoice(form))
          ? enterWords
          : null;

const enterWords = 'Enter goes on to the next question, and saves after the last one.';

/** How keys say which reply is better; null where they do not. */
export const preferenceKeyWords = ({ questions }: FormState): string | null =>
  questions.length === 1 && questions[0]!.form.kind === 'preference'
    ? '← and → say which reply is better.'
    : null;

/** What screen readers call the choices of a question without a title. */
export const groupName = ({ kind }: AnswerForm): string =>
  kind === 'rating'
    ? 'Rating'
    : kind === 'binary'
      ? 'Answer'
      : kind === 'preference'
        ? 'Preference'
        : 'Option';

/** The name and the remark of a field for a number. */
export function numberFieldWords(
  title: string,
  form: Extract<AnswerForm, { kind: 'rating' }>,
): { label: string; description: string } {
  const { min, max, lowLabel, highLabel } = form;
  if (title !== '') return { label: title, description: `${min} to ${max}` };
  const ends = [lowLabel && `${min}: ${lowLabel}`, highLabel && `${max}: ${highLabel}`];
  return { label: `A number from ${min} to ${max}`, description: ends.filter(Boolean).join(' · ') };
}

/** What was said of the item on screen before; empty where nothing was. */
export function givenWords(answer: LabelAnswer | null): string {
  if (answer === null) return '';
  return answer.kind === 'skip'
    ? `You skipped this item: ${answer.reason}`
    : 'You have answered this item; a new answer takes the place of the old one.';
}

/** What is said aloud when an item was skipped. */
export const skippedWords = (position: number, reason: string): string =>
  `Item ${position} skipped: ${reason}`;
