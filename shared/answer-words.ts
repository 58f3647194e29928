import type { Correction, FailureCoding, FieldValue, LabelForm } from './contract/form.ts';
import type { LabelAnswer } from './contract/label.ts';
import { preferenceWords } from './preference.ts';

/** One value as the form calls it. */
function valueWords(value: number, form: LabelForm): string {
  if (form.kind === 'binary') return value >= 0.5 ? form.yesLabel : form.noLabel;
  const point = form.kind === 'rating' ? form.points?.find((one) => one.value === value) : undefined;
  return point?.label ? `${value}, ${point.label}` : String(value);
}

/** All that an answer says, for whoever has to choose between two. */
export function wholeAnswerWords(answer: LabelAnswer, form: LabelForm): string {
  if (answer.kind === 'skip') return `skipped: ${answer.reason}`;
  const fields = Object.entries(answer.fields ?? {}).map(([name, value]) => `${name}: ${fieldWords(value)}`);
  return [measureWords(answer, form), ...fields].join('; ');
}

/** Whether the answer to a further question says what went wrong. */
export const isFailureCoding = (value: unknown): value is FailureCoding =>
  typeof value === 'object' && value !== null && 'modes' in value;

/** Whether the answer to a further question says what replies should have said. */
export const isCorrection = (value: unknown): value is Correction =>
  typeof value === 'object' && value !== null && 'corrected' in value;

/** What replies should have said, one after the other; which reply stands before it where it is not the first alone. */
export const correctionWords = ({ corrected }: Correction): string =>
  corrected.length === 1 && corrected[0]!.reply === 0
    ? corrected[0]!.text
    : corrected.map(({ reply, text }) => `Reply ${reply + 1}: ${text}`).join('\n\n');

/** What answers a further question, where nobody knows the names of failure modes. */
export function fieldWords(value: FieldValue, modeName = (id: number) => `failure mode ${id}`): string {
  if (typeof value !== 'object') return String(value);
  if (isCorrection(value)) return correctionWords(value);
  if (!isFailureCoding(value)) return value.text;
  const { modes, made = [], note } = value;
  const said = [
    ...(modes.length > 0 ? modes.map(modeName) : made),
    ...(note.trim() === '' ? [] : [`“${note}”`]),
  ];
  return said.length === 0 ? 'nothing wrong' : said.join(', ');
}

/** What an answer says of the measure itself. */
export function measureWords(answer: Exclude<LabelAnswer, { kind: 'skip' }>, form: LabelForm): string {
  switch (answer.kind) {
    case 'answer':
      return answer.answers.map((text) => `“${text}”`).join(', ');
    case 'pair': {
      if (answer.bothBad) return 'both are bad';
      if (form.kind === 'preference') return preferenceWords(form, answer.values);
      const [left, right] = answer.values.map((value) => valueWords(value, form));
      return `left ${left}, right ${right}`;
    }
    case 'turns':
      return answer.values.map((value) => valueWords(value, form)).join(', ');
    case 'replies':
      return answer.values.flatMap((value) => (value === null ? [] : [valueWords(value, form)])).join(', ');
    case 'category':
      return answer.option;
    case 'score':
      return valueWords(answer.value, form);
  }
}
