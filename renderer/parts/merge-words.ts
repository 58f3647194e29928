import type { MergedBatch, MergePreview } from '../../shared/contract/index.ts';
import { signatureWords } from '../../shared/merge-words.ts';
import { inPercent } from '../../shared/number-text.ts';
import { digitsOf, formatInterval, formatScore, plural } from '../api/format.ts';

/** What a merge did, in words: the answers it brought and how far they moved the estimate. */
export function mergeWords(merged: MergedBatch): { title: string; words: string } {
  const { annotator, isNewPerson, added, changed, known, taken, kept, after } = merged;
  const stored = added + changed + taken;
  const sentences = [
    isNewPerson && `${annotator} is new to the project.`,
    changed > 0 && `${plural(changed, 'answer')} corrected what the same copy said before.`,
    known > 0 && `${plural(known, 'answer was', 'answers were')} there already.`,
    taken > 0 && `In ${plural(taken, 'conflict')} the file’s answer was taken.`,
    kept > 0 && `In ${plural(kept, 'conflict')} the project’s answer was kept.`,
    stored > 0 && moveWords(merged, 'is'),
    after.waiting > 0 &&
      `${plural(after.waiting, 'finished item waits', 'finished items wait')} for an earlier one.`,
    signatureWords(merged),
  ];
  return {
    title:
      stored === 0 ? `Nothing new from ${annotator}` : `${plural(stored, 'answer')} of ${annotator} added`,
    words: sentences.filter(Boolean).join(' '),
  };
}

type Moved = Pick<MergePreview, 'study' | 'scale' | 'isShare' | 'before' | 'after'>;

/** How far labels move the estimate of their study, or would. */
export function moveWords(moved: Moved, verb: 'is' | 'would be'): string {
  if (moved.after.pairsLeft !== null) return orderWords(moved, verb);
  const [before, after] = [estimateWords(moved, 'before'), estimateWords(moved, 'after')];
  const from = `from ${plural(moved.after.labeled, 'label')}.`;
  const of = `The estimate of “${moved.study}”`;
  if (before === after) return `${of} ${verb === 'is' ? 'is still' : 'would stay'} ${after}, ${from}`;
  return `${of} ${verb === 'is' ? 'was' : 'is'} ${before} and ${verb} ${after}, ${from}`;
}

/** A ranking has no one value: told is how many of its pairs still have to be decided. */
function orderWords({ study, before, after }: Moved, verb: 'is' | 'would be'): string {
  const left = plural(after.pairsLeft ?? 0, 'pair');
  const then = verb === 'would be' ? 'would be left' : after.pairsLeft === 1 ? 'is left' : 'are left';
  return `Of “${study}” ${left} ${then} to decide, ${before.pairsLeft} before, from ${plural(after.labeled, 'counted answer')}.`;
}

function estimateWords(moved: Moved, when: 'before' | 'after'): string {
  const { value, lower, upper } = moved[when];
  const { scale } = inPercent(moved);
  const interval = lower === null || upper === null ? '' : ` (${formatInterval({ lower, upper }, scale)})`;
  return `${formatScore(value, scale, digitsOf({ lower, upper }, scale))}${interval}`;
}
