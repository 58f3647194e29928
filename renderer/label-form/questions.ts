import { isCorrection, isFailureCoding } from '../../shared/answer-words.ts';
import type {
  Correction,
  FieldForm,
  FieldValue,
  LabelAnswer,
  LabelBatch,
  LabelForm,
  LabelItem,
  Span,
} from '../../shared/contract/index.ts';
import { bothBadChoice } from '../../shared/preference.ts';
import { notRated, type RatedReplies } from '../ui/rated-replies.ts';
import { correctionText } from './correction.ts';
import { codingOf, codingProblem, codingText, isNothing } from './failure-coding.ts';
import { readRating } from './rating.ts';

/** What a form asks of each item. */
export type AskedForm = Pick<LabelBatch, 'form' | 'fields' | 'sideBySide' | 'failures'> & {
  /** Names of failure modes that were made on a page without a connection. */
  readonly madeBefore?: readonly string[];
};

/** How one question is answered. */
export type AnswerForm = LabelForm | FieldForm;

/** One question of a form: a part of the measure, or a further one. */
export interface Question {
  /** What names it to a person; empty where the heading of the page does. */
  readonly title: string;
  readonly form: AnswerForm;
  readonly required: boolean;
  /** Name of the further question; null for the measure. */
  readonly field: string | null;
  /** Of a reply on the page of a ranking: its place among those of the item. */
  readonly place?: number;
}

export const sideNames = ['Left', 'Right'] as const;

/** Whether each of two replies gets a value of its own. A written answer is one for both, and so is a preference. */
export const ratesSides = (asked: Pick<AskedForm, 'sideBySide' | 'form'> | null): boolean =>
  asked?.sideBySide === true && asked.form.kind !== 'answer' && asked.form.kind !== 'preference';

const isPerTurn = (form: AnswerForm): boolean =>
  (form.kind === 'rating' || form.kind === 'binary') && 'perTurn' in form && form.perTurn === true;

/** The questions of an item in order: the measure first, once for each reply or side where it is asked so. */
export function itemQuestions(asked: AskedForm, item: Pick<LabelItem, 'replies' | 'page'>): Question[] {
  const { form } = asked;
  if (item.page) {
    const ofReply = form.kind === 'preference' ? placeForm(item.page.length) : form;
    return item.page.map(({ place }, i) => {
      return { title: `Reply ${i + 1}`, form: ofReply, required: true, field: null, place };
    });
  }
  const measure = asksFailuresAlone(asked)
    ? []
    : measureTitles(asked, item).map((title): Question => ({ title, form, required: true, field: null }));
  const further = asked.fields.map(
    ({ name, question, required, ...one }): Question => ({
      title: question || name,
      form: one.form,
      required,
      field: name,
    }),
  );
  return [...measure, ...further];
}

/** How the place of a reply in the order of its page is asked for. */
const placeForm = (replies: number): LabelForm => ({
  kind: 'rating',
  ...{ min: 1, max: replies, step: 1, lowLabel: '', highLabel: '' },
});

function measureTitles(asked: AskedForm, { replies }: Pick<LabelItem, 'replies'>): readonly string[] {
  const { form } = asked;
  const turns = Math.max(1, replies.length);
  const each = (name: string) => Array.from({ length: turns }, (_, i) => `${name} ${i + 1}`);
  if (ratesSides(asked)) return sideNames.map((side) => `${side} reply`);
  if (form.kind === 'answer') return turns > 1 ? each('Your answer to turn') : ['Your answer'];
  return isPerTurn(form) ? each('Reply') : [''];
}

/** Whether a study asks for nothing but what went wrong: its measure, that nothing did, follows from it. */
const asksFailuresAlone = ({ fields }: Pick<AskedForm, 'fields'>): boolean =>
  fields.some(({ form }) => form.kind === 'failures' && form.alone === true);

/** The place of the question what went wrong; null where it is not asked. */
export function failuresAt(questions: readonly Question[]): number | null {
  const at = questions.findIndex(({ form }) => form.kind === 'failures');
  return at < 0 ? null : at;
}

/** Whether several questions are answered before anything is sent, and nothing is sent without being told to. */
export const waitsForEnter = (asked: Pick<AskedForm, 'fields'>): boolean => asked.fields.length > 0;

/** Where the answer to a question may be a span of the passage. */
export const takesSpan = ({ form }: Question): boolean =>
  form.kind === 'span' || (form.kind === 'answer' && form.fromPassage === true);

/** Whether a question is answered in the person's own words. */
export const isWritten = ({ form }: Question): boolean => form.kind === 'answer' || form.kind === 'text';

/** The reply that keys rate, of two side by side or of several in a conversation; null where there is one to judge. */
export const ratedReply = ({
  questions,
  active,
}: {
  readonly questions: readonly Question[];
  readonly active: number;
}): number | null =>
  questions.filter(({ field }) => field === null).length > 1 && questions[active]?.field === null
    ? active
    : null;

/** The replies that a form rates: which one keys rate, what was said of each, and how to turn to another. */
export function ratedReplies(
  asked: AskedForm,
  filled: {
    readonly questions: readonly Question[];
    readonly texts: readonly string[];
    readonly active: number;
  },
  choose: (question: number) => void,
): RatedReplies {
  const measures = filled.questions.filter(({ field }) => field === null);
  // A written answer is not about the reply.
  if (asked.form.kind === 'answer' || measures.length < 2) return notRated;
  return {
    active: ratedReply(filled),
    said: measures.map((question, at) => saidWords(question, filled.texts[at] ?? '', asked)),
    turnTo: choose,
  };
}

/** What was said of a reply, in a word or two. */
function saidWords({ form, place }: Question, text: string, asked: AskedForm): string {
  if (text === '') return '';
  if (form.kind === 'binary') return Number(text) === 1 ? form.yesLabel : form.noLabel;
  if (form.kind !== 'rating') return text;
  // What is no point of the scale is no rating yet.
  if ('problem' in readRating(text, form)) return '';
  return place !== undefined && asked.form.kind === 'preference' ? `Place ${text}` : `Rated ${text}`;
}

/** Whether what is filled in answers the question. */
export const isAnswered = (question: Question, text: string): boolean =>
  text.trim() !== '' && 'value' in readAnswer(question, text);

/** Reads one question: its value, or what keeps it from being one. */
function readAnswer({ form }: Question, text: string): { value: FieldValue } | { problem: string } {
  switch (form.kind) {
    case 'rating':
      return readRating(text, form);
    case 'preference':
      return { value: text === bothBadChoice.text ? text : Number(text) };
    case 'binary':
      return { value: Number(text) };
    case 'span':
      return { value: JSON.parse(text) as Span };
    case 'correction':
      return { value: JSON.parse(text) as Correction };
    case 'failures':
      return readCoding(text);
    default:
      return { value: text.trim() };
  }
}

function readCoding(text: string): { value: FieldValue } | { problem: string } {
  const coding = codingOf(text);
  if (!coding) return { problem: 'Say what went wrong, or that nothing did.' };
  const problem = codingProblem(coding);
  return problem === null ? { value: { ...coding, note: coding.note.trim() } } : { problem };
}

export type Given = Exclude<LabelAnswer, { kind: 'skip' }>;

/** A question, by its place, and what it lacks. */
export interface Lacking {
  readonly question: number;
  readonly problem: string;
}

/**
 * The answer that the texts of all questions come to, or the first question that keeps them from being one.
 *
 * @param spans where the answers to the measure were picked in the passage
 */
export function filledAnswer(
  asked: AskedForm,
  questions: readonly Question[],
  texts: readonly string[],
  spans: readonly (Span | null)[],
): { answer: Given } | { lacking: Lacking } {
  const values: FieldValue[] = [];
  const fields: Record<string, FieldValue> = {};
  for (const [index, question] of questions.entries()) {
    const text = texts[index] ?? '';
    if (text.trim() === '') {
      if (!question.required) continue;
      const problem = `${question.title || 'The question'} needs an answer.`;
      return { lacking: { question: index, problem } };
    }
    const read = readAnswer(question, text);
    if ('problem' in read) return { lacking: { question: index, problem: read.problem } };
    if (question.field === null) values.push(read.value);
    else fields[question.field] = read.value;
  }
  const beside = Object.keys(fields).length > 0 ? { fields } : {};
  if (asksFailuresAlone(asked)) {
    const isFine = texts.some((text) => isNothing(codingOf(text)));
    return { answer: { kind: 'score', value: isFine ? 1 : 0, ...beside } };
  }
  if (questions.some(({ place }) => place !== undefined)) return { answer: pageAnswer(questions, values) };
  return { answer: { ...measureAnswer(asked, values, spans), ...beside } };
}

/** The ratings of a page, each at the place of its reply; null at places that are not on it. */
function pageAnswer(questions: readonly Question[], values: readonly FieldValue[]): Given {
  const most = Math.max(...questions.map(({ place }) => place ?? 0));
  const at = new Map(questions.map(({ place }, i) => [place, values[i] as number]));
  return { kind: 'replies', values: Array.from({ length: most + 1 }, (_, place) => at.get(place) ?? null) };
}

function measureAnswer(
  asked: AskedForm,
  values: readonly FieldValue[],
  spans: readonly (Span | null)[],
): Given {
  const { form } = asked;
  if (form.kind === 'answer') {
    const answers = values as string[];
    const picked = answers.map((text, i) => (spans[i]?.text.trim() === text ? spans[i]! : null));
    return { kind: 'answer', answers, ...(picked.some((span) => span !== null) && { spans: picked }) };
  }
  if (ratesSides(asked)) return { kind: 'pair', values: values as [number, number] };
  if (form.kind === 'preference') {
    if (values[0] === bothBadChoice.text) return { kind: 'pair', values: [0.5, 0.5], bothBad: true };
    const [left] = values as [number];
    return { kind: 'pair', values: [left, 1 - left] };
  }
  if (form.kind === 'category') return { kind: 'category', option: values[0] as string };
  if (isPerTurn(form)) return { kind: 'turns', values: values as number[] };
  return { kind: 'score', value: values[0] as number };
}

/** What the questions hold under an answer given before. */
export function textsOf(questions: readonly Question[], answer: LabelAnswer | null): string[] {
  if (!answer || answer.kind === 'skip') return questions.map(() => '');
  const measure = measureTexts(answer);
  return questions.map(({ field, place }, index) => {
    if (place !== undefined) return (answer.kind === 'replies' && answer.values[place]?.toString()) || '';
    if (field === null) return measure[index] ?? '';
    const value = answer.fields?.[field];
    if (value === undefined) return '';
    if (isFailureCoding(value)) return codingText(value);
    if (isCorrection(value)) return correctionText(value);
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
}

function measureTexts(answer: Given): readonly string[] {
  switch (answer.kind) {
    case 'answer':
      return answer.answers;
    case 'score':
      return [String(answer.value)];
    case 'category':
      return [answer.option];
    case 'replies':
      return [];
    case 'pair':
      return answer.bothBad ? [bothBadChoice.text] : answer.values.map(String);
    default:
      return answer.values.map(String);
  }
}
