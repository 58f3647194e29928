import type { OtherCriterion, Subgroups } from '../../../shared/contract/index.ts';
import { holm } from '../../../stats/index.ts';
import { designs } from '../../model/study/design.ts';
import type { LabelRecord } from '../../sources/import/label-record.ts';
import { recompute } from './recompute.ts';

/** Subgroups with the probabilities that the report has, and what Holm's correction makes of them. */
export function expectedSubgroups(stated: Subgroups): Subgroups {
  const adjusted = holm(stated.subgroups.flatMap(({ differs }) => differs?.probability ?? []));
  let next = 0;
  return {
    ...stated,
    subgroups: stated.subgroups.map((one) =>
      one.differs ? { ...one, differs: { ...one.differs, adjusted: adjusted[next++]! } } : one,
    ),
  };
}

/**
 * Other criteria with the share of the error level that each has when all are to hold together, and the study's own interval at that
 * share, from its labels. Those of the other criteria rest on labels that are not in the report.
 */
export function expectedCriteria(
  stated: readonly OtherCriterion[],
  { header, rows }: LabelRecord,
): OtherCriterion[] {
  if (!stated.some(({ together }) => together)) return [...stated];
  const alpha = header.alpha / (stated.length + 1);
  const { estimates } = recompute({ header: { ...header, alpha }, rows });
  const own = estimates.find(({ method }) => method === designs[header.design].defaultMethod);
  const { lower: ownLower = null, upper: ownUpper = null } = own ?? {};
  return stated.map((one) =>
    one.together ? { ...one, together: { ...one.together, alpha, ownLower, ownUpper } } : one,
  );
}
