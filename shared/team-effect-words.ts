import type { TeamEffect } from './contract/team.ts';
import { ordinal } from './count-words.ts';

/**
 * What a change of the overlap or the rule does to labels that are there: "29 labels will wait for a second annotator;
 * the estimate starts again from 0 counted labels (29 before)."
 */
export function effectWords({ overlap, counted, waiting, undecided }: TeamEffect): string {
  const next = (needed: number) => (needed === 2 ? `a ${ordinal(2)} annotator` : `${needed} annotators`);
  const parts = [
    moved(waiting, `for ${next(overlap.to)}`, `for ${next(overlap.from)}`),
    moved(undecided, 'for a decision', 'for a decision'),
  ].flatMap((part) => part ?? []);
  return `${[...parts, estimateWords(counted)].join('; ')}.`;
}

interface FromTo {
  from: number;
  to: number;
}

function moved({ from, to }: FromTo, forWhat: string, forWhatBefore: string): string | null {
  if (to === from) return null;
  const labels = counted(Math.abs(to - from));
  if (to > from) return `${labels} will wait ${forWhat}`;
  return `${labels} ${from - to === 1 ? 'waits' : 'wait'} no longer ${forWhatBefore}`;
}

function estimateWords({ from, to }: FromTo): string {
  if (to === from) return `the estimate keeps its ${counted(to, 'counted label')}`;
  const before = `(${from} before)`;
  if (to === 0) return `the estimate starts again from 0 counted labels ${before}`;
  return `the estimate ${to < from ? 'goes back to' : 'goes on from'} ${counted(to, 'counted label')} ${before}`;
}

const counted = (value: number, one = 'label') => `${value} ${one}${value === 1 ? '' : 's'}`;
