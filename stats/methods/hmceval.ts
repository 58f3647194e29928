import { MACHINE_ASSUMPTIONS, machineForTheRest } from './machine-for-the-rest.ts';
import type { Method } from './method.ts';

/**
 * HMCEval (Zhang et al., 2021) as HumCoE compares it: people for one end of the responses sorted by uncertainty, the
 * surrogate for the rest. HumCoE's appendix A.2 says that people label those of high certainty, its appendix E those
 * of high uncertainty; the latter is the default here, and a design of most certain responses is the former.
 */
export const hmceval: Method = {
  id: 'hmceval',
  name: 'HMCEval',
  oneLine: 'People for the most uncertain responses (or the most certain), the machine score for the rest.',
  needs: 'the most uncertain or the most certain responses, labeled in that order',
  assumptions: MACHINE_ASSUMPTIONS,
  minimumLabels: 1,
  designs: ({ design }) =>
    design === 'most-uncertain' ||
    design === 'most-certain' ||
    'needs responses labeled in order of their uncertainty',
  estimate: (evidence) => ({
    value: machineForTheRest(evidence),
    note:
      evidence.design === 'most-uncertain'
        ? 'High uncertainty first, as in appendix E of the HumCoE paper; its appendix A.2 says high certainty.'
        : 'High certainty first, as in appendix A.2 of the HumCoE paper; its appendix E says high uncertainty.',
  }),
};
