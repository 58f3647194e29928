import { correctionWords } from '../../shared/answer-words.ts';
import type { LabelAnswer, LabelItem, Span } from '../../shared/contract/index.ts';
import { isChoice } from './choices.ts';
import { correctionOf } from './correction.ts';
import { codingOf } from './failure-coding.ts';
import {
  type AskedForm,
  filledAnswer,
  itemQuestions,
  type Lacking,
  type Question,
  takesSpan,
  textsOf,
  waitsForEnter,
} from './questions.ts';

/** A form that is being filled in for one item. */
export interface FormState {
  /** What is asked of the item, in order. */
  readonly questions: readonly Question[];
  /** What is being written: one text per question, a number in digits, a span as JSON. */
  readonly texts: readonly string[];
  /** Where the answers to the measure were picked in the passage. */
  readonly spans: readonly (Span | null)[];
  /** The question that the next key answers. */
  readonly active: number;
  /** What keeps the form from being sent, and at which question. */
  readonly lacking: Lacking | null;
}

export const emptyForm: FormState = { questions: [], texts: [], spans: [], active: 0, lacking: null };

/** A draft is the list of what the questions hold, as JSON; empty ones are no draft. */
export const draftOf = ({ texts }: Pick<FormState, 'texts'>): string =>
  texts.every((text) => text === '') ? '' : JSON.stringify(texts);

/** A draft as somebody reads it. */
export const draftWords = (draft: string): string =>
  draftTexts(draft)
    .filter((text) => text !== '')
    .map(readText)
    .join('; ');

/** What somebody wrote of a correction or of what went wrong, as it is read in a draft. */
function readText(text: string): string {
  if (text.startsWith('{"corrected"')) return `corrected: ${correctionWords(correctionOf(text)!)}`;
  if (!text.startsWith('{"modes"')) return text;
  const { modes, made = [], note } = codingOf(text)!;
  const count = modes.length + made.length;
  return (
    [note, count > 0 && `${count} failure ${count === 1 ? 'mode' : 'modes'}`].filter(Boolean).join(', ') ||
    'nothing wrong'
  );
}

function draftTexts(draft: string): string[] {
  try {
    const parsed: unknown = JSON.parse(draft);
    if (Array.isArray(parsed) && parsed.every((part) => typeof part === 'string')) return parsed;
  } catch {
    // A draft from elsewhere is kept as plain text.
  }
  return [draft];
}

/** The form of an item as it comes on screen: with its draft, else with the answer given before. */
export function formOf(
  asked: AskedForm,
  item: Pick<LabelItem, 'replies' | 'page'>,
  given: { answer: LabelAnswer | null; draft: string | null },
): FormState {
  const questions = itemQuestions(asked, item);
  const { answer, draft } = given;
  const known = draft ? draftTexts(draft) : textsOf(questions, answer);
  return {
    ...emptyForm,
    questions,
    texts: questions.map((_, index) => known[index] ?? ''),
    spans: (answer?.kind === 'answer' && answer.spans) || [],
  };
}

/** The form with another text in one question. */
export const withText = (form: FormState, question: number, text: string): FormState => ({
  ...form,
  texts: form.texts.map((known, index) => (index === question ? text : known)),
  lacking: null,
});

/** The next question without an answer, going round; those that need none and take more than a key are left out. */
export function nextOpen({ questions, texts }: FormState, from: number): number | undefined {
  return questions
    .map((_, i) => (from + 1 + i) % questions.length)
    .find((i) => texts[i]?.trim() === '' && (questions[i]!.required || isChoice(questions[i]!.form)));
}

/**
 * The form after one question was answered by one key, and what comes next: a single question is sent at once; several
 * parts of the measure are once all are there; a form with further questions waits to be told.
 */
export function withChoice(
  asked: AskedForm,
  form: FormState,
  question: number,
  text: string,
): { form: FormState; next: 'send' | 'answer' | 'wait' } {
  const written = withText(form, question, text);
  if (form.questions.length === 1) return { form: written, next: 'send' };
  const open = nextOpen(written, question);
  if (open !== undefined) return { form: { ...written, active: open }, next: 'answer' };
  return { form: written, next: waitsForEnter(asked) ? 'wait' : 'send' };
}

/** What is said when a form waits to be sent. */
export const waitingWords = 'Every question has its answer. Enter saves.';

/** The form with a span of the passage as the answer to the question that is due; null where none takes one. */
export function withSpan(form: FormState, span: Span): FormState | null {
  const { questions, texts, active, spans } = form;
  const able = questions.flatMap((question, index) => (takesSpan(question) ? [index] : []));
  const at = able.find((i) => i === active) ?? able.find((i) => texts[i] === '') ?? able[0];
  if (at === undefined) return null;
  const isSpan = questions[at]!.form.kind === 'span';
  const written = withText(form, at, isSpan ? JSON.stringify(span) : span.text.trim());
  const picked = isSpan ? spans : questions.map((_, i) => (i === at ? span : (spans[i] ?? null)));
  return { ...written, spans: picked, active: nextOpen(written, at) ?? at };
}

/** The answer that the form makes, or the form as it stands at the first question that lacks one. */
export function completed(
  asked: AskedForm,
  form: FormState,
): { answer: Exclude<LabelAnswer, { kind: 'skip' }> } | { form: FormState; problem: string } {
  const { questions, texts, spans } = form;
  const made = filledAnswer(asked, questions, texts, spans);
  if ('answer' in made) return made;
  const { lacking } = made;
  return { form: { ...form, active: lacking.question, lacking }, problem: lacking.problem };
}

/** Whether every question that needs one holds something. */
export const isComplete = ({ questions, texts }: FormState): boolean =>
  questions.every(({ required }, index) => !required || (texts[index] ?? '').trim() !== '');

/** Whether the form holds something else than an answer. */
export const differsFrom = ({ questions, texts }: FormState, answer: LabelAnswer | null): boolean =>
  answer === null || JSON.stringify(textsOf(questions, answer)) !== JSON.stringify(texts);
