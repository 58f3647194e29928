import { calibratedSequence } from '../sequence/calibrated-sequence.ts';
import type { LooksAhead } from './evidence.ts';
import { type Method, type MethodResult, withoutReplacementOnly } from './method.ts';

/** Difference estimator with shrunk slope under LURE weights, with the betting confidence sequence. */
export const calibrated: Method = {
  id: 'calibrated',
  name: 'Calibrated',
  oneLine:
    'Labels corrected for how they were drawn, sharpened by the machine score, with an honest live interval.',
  needs: 'draws without replacement with known probabilities',
  assumptions:
    'Assumes only that items were labeled in the drawn order and that every label is kept. The interval covers ' +
    'at all looks together, whatever the surrogate is worth.',
  minimumLabels: 1,
  allowsSkips: true,
  designs: (evidence) => {
    if ((evidence.skippedCount ?? 0) > 0 && evidence.sequence === undefined) {
      return 'needs the bracketed sequence when drawn items were skipped';
    }
    return withoutReplacementOnly(evidence);
  },
  estimate: ({ sequence, draws, summary, alpha, plan }) => {
    const state = sequence ?? calibratedSequence(draws, summary, { alpha });
    return {
      value: state.value,
      lower: state.lower,
      upper: state.upper,
      intervalKind: kindOf(state.alpha, plan),
      ...notesOf(state.emptyIntersection, plan),
    };
  },
};

function kindOf(alpha: number, plan: LooksAhead | undefined): string {
  const kind = `betting confidence sequence, ${percent(1 - alpha)} at all looks together`;
  const onlyLook = plan?.onlyLook ?? null;
  return onlyLook === null
    ? kind
    : `${kind}, all of it on one look at ${onlyLook} ${onlyLook === 1 ? 'label' : 'labels'}`;
}

function notesOf(emptyIntersection: boolean, plan: LooksAhead | undefined): Pick<MethodResult, 'note'> {
  const notes = [
    ...(plan ? ['Signals, plan and looks were fixed before the labels that they concern.'] : []),
    ...(emptyIntersection
      ? ['The intervals of different looks have ceased to overlap; the last common one is shown.']
      : []),
  ];
  return notes.length === 0 ? {} : { note: notes.join(' ') };
}

/** A coverage as people write it: 0.95 as "95%". */
function percent(share: number): string {
  return `${Number((100 * share).toPrecision(6))}%`;
}
