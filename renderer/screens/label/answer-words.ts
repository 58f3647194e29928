import type { LabelAnswer, LabelForm } from '../../../shared/contract/index.ts';

/** An answer in a few words, for the live region and the review line. */
export function answerWords(answer: LabelAnswer, form: LabelForm): string {
  if (answer.kind === 'skip') return `skipped: ${answer.reason}`;
  if (answer.kind === 'answer') return answer.answers.length > 1 ? 'your answers' : 'your answer';
  if (answer.kind === 'pair') {
    const [left, right] = answer.values.map((value) => valueWords(value, form));
    return `left ${left}, right ${right}`;
  }
  if (answer.kind === 'category') return answer.option;
  if (answer.kind === 'turns') return answer.values.map((value) => valueWords(value, form)).join(', ');
  return valueWords(answer.value, form);
}

function valueWords(value: number, form: LabelForm): string {
  if (form.kind === 'binary') return value >= 0.5 ? form.yesLabel : form.noLabel;
  return String(value);
}
