import { getStudy } from '../../../db/studies.ts';
import type { AgreementFigure, FailureTable } from '../../../shared/contract/index.ts';
import type { AgreementUnit } from '../../../stats/index.ts';
import { type AskedModes, failureTable } from '../../estimate/failures/failure-table.ts';
import { drawnSaid } from '../../estimate/failures/mode-values.ts';
import { whenSettled } from '../../estimate/live-estimates.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { type Modes, modesOf } from '../../studies/failures/modes.ts';
import { saysOf } from '../../studies/failures/said.ts';
import { withIntervals } from '../agreement/figures.ts';
import { groupStatistics, pairStatistics } from '../agreement/statistics.ts';
import { atOnce } from '../agreement/steps.ts';
import { resamplingOf } from '../agreement/study-agreement.ts';

/** Shares of the failure modes of a study, with how alike its annotators say each of those that are shown. */
export function failureTableOf(context: CoreContext, asked: AskedModes): FailureTable {
  const table = failureTable(context, asked);
  const db = dbOf(context);
  const study = getStudy(db, asked.studyId);
  const { draws, says } = drawnSaid(db, study);
  const several = draws.flatMap(({ itemId }) => {
    const people = says.get(itemId)?.people ?? [];
    return people.length > 1 ? [{ itemId, people }] : [];
  });
  if (several.length === 0) return table;
  const modes = modesOf(db);
  const annotators = [
    ...new Set(several.flatMap(({ people }) => people.map(({ annotatorId }) => annotatorId))),
  ].sort((a, b) => a - b);
  const figuresOf = (modeId: number): AgreementFigure[] => {
    const units = several.flatMap(({ itemId, people }) =>
      unitOf(modes, annotators, modeId, { itemId, people }),
    );
    if (units.length === 0) return [];
    const { nominal } = annotators.length === 2 ? pairStatistics : groupStatistics;
    const own = annotators.length === 2 ? [groupStatistics.nominal[0], ...nominal] : nominal;
    return atOnce(withIntervals(own, units, { ...resamplingOf(study.seed), range: 1 }));
  };
  return {
    ...table,
    modes: table.modes.map((row) =>
      row.counted === null ? row : { ...row, agreement: figuresOf(row.mode.id) },
    ),
  };
}

/** The same once the labels so far are in the estimate. */
export const settledFailureTable = (context: CoreContext, asked: AskedModes): Promise<FailureTable> =>
  whenSettled(context, asked.studyId, () => failureTableOf(context, asked));

type Several = {
  itemId: number;
  people: Parameters<typeof saysOf>[1][] | readonly Parameters<typeof saysOf>[1][];
};

/** What each annotator says of a mode; nothing where fewer than two say so. */
function unitOf(
  modes: Modes,
  annotators: readonly number[],
  modeId: number,
  { itemId, people }: Several,
): AgreementUnit[] {
  const said = new Map(people.map((person) => [person.annotatorId, saysOf(modes, person, modeId)]));
  const values = annotators.map((id) => {
    const one = said.get(id);
    return one === undefined ? undefined : Number(one);
  });
  const count = values.filter((value) => value !== undefined).length;
  return count < 2 ? [] : [{ values, weight: 1, cluster: itemId }];
}
