import { valueWords } from '../../../shared/answer-words.ts';
import type { LabelAnswer, LabelForm } from '../../../shared/contract/index.ts';

/** An answer in a few words, for the live region and the review line. */
export function answerWords(answer: LabelAnswer, form: LabelForm): string {
  switch (answer.kind) {
    case 'skip':
      return `skipped: ${answer.reason}`;
    case 'answer':
      return answer.answers.length > 1 ? 'your answers' : 'your answer';
    case 'pair': {
      const [left, right] = answer.values.map((value) => valueWords(value, form));
      return `left ${left}, right ${right}`;
    }
    case 'turns':
      return answer.values.map((value) => valueWords(value, form)).join(', ');
    case 'category':
      return answer.option;
    case 'score':
      return valueWords(answer.value, form);
  }
}
