import { MACHINE_ASSUMPTIONS, machineForTheRest } from './machine-for-the-rest.ts';
import type { Method } from './method.ts';

/**
 * MCM as HumCoE compares it (appendix A.2): people for the most certain responses among those where system and
 * surrogate disagree (s below a threshold), the surrogate for the rest.
 */
export const mcm: Method = {
  id: 'mcm',
  name: 'MCM',
  oneLine:
    'People for confident responses that the machine score takes for wrong, the machine score for the rest.',
  needs: 'the most certain of the responses that the surrogate disagrees with, labeled in that order',
  assumptions: MACHINE_ASSUMPTIONS,
  minimumLabels: 1,
  designs: ({ design }) =>
    design === 'confident-disagreement' || 'needs confident disagreements with the surrogate labeled first',
  estimate: (evidence) => ({ value: machineForTheRest(evidence) }),
};
