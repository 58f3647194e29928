import type { ProtocolComparison } from './contract/index.ts';

type Correlations = ProtocolComparison['correlations'];
type Coefficient = Correlations[number]['coefficients'][number];

/** The correlations of a comparison as they are shown: each with what can be said of it, what cannot said once. */
interface ShownCorrelations {
  /** Those of two systems or more: a correlation, or at least whether the order is the same. */
  readonly rows: Correlations;
  /** Whether any of them has a correlation. */
  readonly estimable: boolean;
  readonly notes: readonly string[];
}

/** What is shown of correlations with people; a reason that several share stands below them, once. */
export function shownCorrelations(correlations: Correlations): ShownCorrelations {
  const rows = correlations.filter(({ systems }) => systems >= 2);
  const most = Math.max(0, ...correlations.map(({ systems }) => systems));
  const estimable = rows.some(({ coefficients }) => coefficients.some(({ value }) => value !== null));
  const tooFew =
    most === 0
      ? 'People scored none of these systems, so there is nothing to correlate.'
      : most < 3
        ? `A correlation needs at least 3 systems that people scored, too. Here ${most === 1 ? 'is 1' : 'are 2'}.`
        : null;
  const warnings = rows.map(({ warning }) => warning);
  return { rows, estimable, notes: [...new Set([tooFew ?? '', ...warnings])].filter((note) => note !== '') };
}

/** Why a coefficient has no value or no interval, where the notes below do not say it already; else null. */
export const ownReason = ({ systems }: Correlations[number], { reason }: Coefficient): string | null =>
  systems < 3 ? null : reason;
