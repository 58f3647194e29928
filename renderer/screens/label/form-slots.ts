import type { FieldValue, LabelAnswer, LabelBatch, LabelItem, Span } from '../../../shared/contract/index.ts';
import type { SlotForm } from './form-choices.ts';
import { readRating } from './rating-points.ts';
import { ratesSides, sideNames } from './sides.ts';

/** What the form of a batch asks. */
type AskedForm = Pick<LabelBatch, 'form' | 'fields' | 'sideBySide'>;

/** One question on the page: a part of the measure, or a further one. */
export interface Slot {
  /** What names it to a person; empty where the heading of the page does. */
  title: string;
  form: SlotForm;
  required: boolean;
  /** Name of the further question; null for the measure. */
  field: string | null;
}

const isPerTurn = (form: SlotForm): boolean =>
  (form.kind === 'rating' || form.kind === 'binary') && 'perTurn' in form && form.perTurn === true;

/** The questions of an item in order: the measure first, once for each reply or side where it is asked so. */
export function slotsOf(asked: AskedForm, item: LabelItem): Slot[] {
  const further = asked.fields.map(
    ({ name, question, required, form }): Slot => ({ title: question || name, form, required, field: name }),
  );
  return [...measureTitles(asked, item).map((title) => measureSlot(asked, title)), ...further];
}

const measureSlot = ({ form }: AskedForm, title: string): Slot => ({
  title,
  form,
  required: true,
  field: null,
});

function measureTitles(asked: AskedForm, item: LabelItem): readonly string[] {
  const { form } = asked;
  const turns = Math.max(1, item.replies.length);
  const each = (name: string) => Array.from({ length: turns }, (_, i) => `${name} ${i + 1}`);
  if (ratesSides(asked)) return sideNames.map((side) => `${side} reply`);
  if (form.kind === 'answer') return turns > 1 ? each('Your answer to turn') : ['Your answer'];
  return isPerTurn(form) ? each('Response') : [''];
}

/** Whether several questions are answered before anything is sent, and nothing is sent without being told to. */
export const waitsForEnter = (asked: Pick<AskedForm, 'fields'>): boolean => asked.fields.length > 0;

/** Where the answer to a question may be a span of the passage. */
export const takesSpan = ({ form }: Slot): boolean =>
  form.kind === 'span' || (form.kind === 'answer' && form.fromPassage === true);

/** Reads one question: its value, or what keeps it from being one. */
function readSlot({ form }: Slot, text: string): { value: FieldValue } | { problem: string } {
  switch (form.kind) {
    case 'rating':
      return readRating(text, form);
    case 'binary':
      return { value: Number(text) };
    case 'span':
      return { value: JSON.parse(text) as Span };
    default:
      return { value: text.trim() };
  }
}

type Assembled = { answer: LabelAnswer } | { slot: number; problem: string };

/**
 * The answer that the texts of all questions come to, or the first question that keeps them from being one.
 *
 * @param spans where the answers to the measure were picked in the passage
 */
export function assemble(
  asked: AskedForm,
  slots: readonly Slot[],
  texts: readonly string[],
  spans: readonly (Span | null)[],
): Assembled {
  const values: FieldValue[] = [];
  const fields: Record<string, FieldValue> = {};
  for (const [index, slot] of slots.entries()) {
    const text = texts[index] ?? '';
    if (text.trim() === '') {
      if (slot.required) return { slot: index, problem: `${slot.title || 'The question'} needs an answer.` };
      continue;
    }
    const read = readSlot(slot, text);
    if ('problem' in read) return { slot: index, problem: read.problem };
    if (slot.field === null) values.push(read.value);
    else fields[slot.field] = read.value;
  }
  const beside = Object.keys(fields).length > 0 ? { fields } : {};
  return { answer: { ...measureAnswer(asked, values, spans), ...beside } };
}

function measureAnswer(
  asked: AskedForm,
  values: readonly FieldValue[],
  spans: readonly (Span | null)[],
): Exclude<LabelAnswer, { kind: 'skip' }> {
  const { form } = asked;
  if (form.kind === 'answer') {
    const answers = values as string[];
    const picked = answers.map((text, i) => (spans[i]?.text.trim() === text ? spans[i]! : null));
    return { kind: 'answer', answers, ...(picked.some((span) => span !== null) && { spans: picked }) };
  }
  if (ratesSides(asked)) return { kind: 'pair', values: values as [number, number] };
  if (form.kind === 'category') return { kind: 'category', option: values[0] as string };
  if (isPerTurn(form)) return { kind: 'turns', values: values as number[] };
  return { kind: 'score', value: values[0] as number };
}

/** What the questions hold under an answer given before. */
export function textsOf(slots: readonly Slot[], answer: LabelAnswer | null): string[] {
  if (!answer || answer.kind === 'skip') return slots.map(() => '');
  const measure = measureTexts(answer);
  return slots.map(({ field }, index) => {
    if (field === null) return measure[index] ?? '';
    const value = answer.fields?.[field];
    if (value === undefined) return '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
}

function measureTexts(answer: Exclude<LabelAnswer, { kind: 'skip' }>): readonly string[] {
  switch (answer.kind) {
    case 'answer':
      return answer.answers;
    case 'score':
      return [String(answer.value)];
    case 'category':
      return [answer.option];
    default:
      return answer.values.map(String);
  }
}
