import type { LabelAnswer, LabelForm } from '../../shared/contract/index.ts';
import { toProblem } from '../api/to-problem.ts';
import { draftWords } from './form-state.ts';
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
  if (!stale) return null;
  const changed = stale.changed.find(({ field }) => field === 'answer');
  const own = answerWords(answer, form);
  if (!changed) {
    const draft = draftWords(String(stale.changed[0]?.stored ?? ''));
    const words = `Your other window wrote: “${draft.slice(0, 200)}”.`;
    return { version: stale.version, words, keep: 'Load it', take: `Take ${own}` };
  }
  const stored = changed.stored as LabelAnswer | null | undefined;
  const other = stored ? answerWords(stored, form) : null;
  return {
    version: stale.version,
    words: other === null ? 'Your other window took its answer back.' : `Your other window said: ${other}.`,
    keep: other === null ? 'Leave it open' : `Keep ${other}`,
    take: `Take ${own}`,
  };
}
