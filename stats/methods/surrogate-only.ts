import type { Method } from './method.ts';

/** The mean of the surrogate over the pool, which no label has touched. */
export const surrogateOnly: Method = {
  id: 'surrogate-only',
  name: 'Surrogate only',
  oneLine: 'Mean of the machine score over all items; no human evidence.',
  needs: 'surrogate values of the pool',
  assumptions: 'No human evidence: as right or wrong as the surrogate, and no label can tell.',
  minimumLabels: 0,
  allowsSkips: true,
  designs: () => true,
  estimate: ({ summary }) => ({ value: summary.mean }),
};
