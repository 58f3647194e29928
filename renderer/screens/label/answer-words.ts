import { measureWords } from '../../../shared/answer-words.ts';
import type { LabelAnswer, LabelForm } from '../../../shared/contract/index.ts';

/** An answer in a few words, for the live region and the review line. */
export function answerWords(answer: LabelAnswer, form: LabelForm): string {
  if (answer.kind === 'skip') return `skipped: ${answer.reason}`;
  if (answer.kind === 'answer') return answer.answers.length > 1 ? 'your answers' : 'your answer';
  return measureWords(answer, form);
}
