import type { MergedBatch } from '../../shared/contract/index.ts';
import { formatInterval, formatScore, plural } from './format.ts';

/** What a merge did, in words: the answers it brought and how far they moved the estimate. */
export function mergeWords(merged: MergedBatch): { title: string; words: string } {
  const { study, annotator, added, known, older, after } = merged;
  const sentences = [
    known > 0 && `${plural(known, 'answer was', 'answers were')} there already.`,
    older > 0 && `${plural(older, 'answer')} gave way to later ones of the same person.`,
    added > 0 &&
      `The estimate of “${study}” was ${estimateWords(merged, 'before')} and is ${estimateWords(merged, 'after')}, from ${plural(after.labeled, 'label')}.`,
    after.waiting > 0 &&
      `${plural(after.waiting, 'finished item waits', 'finished items wait')} for an earlier one.`,
  ];
  return {
    title: added === 0 ? `Nothing new from ${annotator}` : `${plural(added, 'answer')} of ${annotator} added`,
    words: sentences.filter(Boolean).join(' ') || 'The file holds no answer.',
  };
}

function estimateWords(merged: MergedBatch, when: 'before' | 'after'): string {
  const { value, lower, upper } = merged[when];
  const interval =
    lower === null || upper === null ? '' : ` (${formatInterval({ lower, upper }, merged.scale)})`;
  return `${formatScore(value, merged.scale)}${interval}`;
}
