import { compensatedSum } from '../numeric.ts';
import type { Evidence } from './evidence.ts';
import { MACHINE_ASSUMPTIONS, machineForTheRest } from './machine-for-the-rest.ts';
import type { Method } from './method.ts';

const mostUncertainOnly = ({ design }: Evidence): true | string =>
  design === 'most-uncertain' || 'needs the most uncertain responses labeled first';

/** Top-K, human only (HumCoE, appendix A.2): mean of y over the K most uncertain responses. */
export const topK: Method = {
  id: 'top-k',
  name: 'Top-K, human only',
  oneLine: 'Plain mean over the most uncertain responses.',
  needs: 'the most uncertain responses, labeled in that order',
  assumptions:
    'Speaks for the most uncertain responses only; as a mean of all it is biased, mostly downwards. No interval: ' +
    'nothing was drawn by chance.',
  minimumLabels: 1,
  designs: mostUncertainOnly,
  estimate: ({ draws }) => ({ value: compensatedSum(draws.map((draw) => draw.y)) / draws.length }),
};

/** Top-K, hybrid (HumCoE, appendix A.2): people for the K most uncertain responses, the surrogate for the rest. */
export const topKHybrid: Method = {
  id: 'top-k-hybrid',
  name: 'Top-K, hybrid',
  oneLine: 'People for the most uncertain responses, the machine score for the rest.',
  needs: 'the most uncertain responses, labeled in that order',
  assumptions: MACHINE_ASSUMPTIONS,
  minimumLabels: 1,
  designs: mostUncertainOnly,
  estimate: (evidence) => ({ value: machineForTheRest(evidence) }),
};
