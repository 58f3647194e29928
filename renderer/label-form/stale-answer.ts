import type { LabelAnswer, LabelForm } from '../../shared/contract/index.ts';
import { toProblem } from '../api/to-problem.ts';
import { answerWords } from './words.ts';

/** That another window of the same person answered first: what it said, and the ways on. */
export interface StaleAnswer {
  /** Of the answer that is stored; with it, one's own is taken after all. */
  readonly version: string;
  readonly words: string;
  readonly keep: string;
  readonly take: string;
}

/** Why an answer was not taken, where that is because another window was faster; else null. */
export function staleAnswer(error: unknown, answer: LabelAnswer, form: LabelForm): StaleAnswer | null {
  const { stale } = toProblem(error).details;
  const changed = stale?.changed.find(({ field }) => field === 'answer');
  if (!stale || !changed) return null;
  const stored = changed.stored as LabelAnswer | null | undefined;
  const other = stored ? answerWords(stored, form) : null;
  const own = answerWords(answer, form);
  return {
    version: stale.version,
    words: other === null ? 'Your other window took its answer back.' : `Your other window said: ${other}.`,
    keep: other === null ? 'Leave it open' : `Keep ${other}`,
    take: `Take ${own}`,
  };
}
