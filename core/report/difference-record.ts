import { z } from 'zod';
import { findItem } from '../../db/items.ts';
import { listReleases, type ReleaseRow } from '../../db/series.ts';
import { getStudy } from '../../db/studies.ts';
import { FailureShareSchema } from '../../shared/contract/failures.ts';
import type { Series } from '../../shared/contract/index.ts';
import { differenceSequence } from '../design/series/release-difference.ts';
import { pairedChange } from '../design/series/release-failures.ts';
import { failureTable } from '../estimate/failures/failure-table.ts';
import { PlannedSchema } from '../import/formats/labels/label-record.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { failuresQuestion } from '../studies/failures/coding.ts';
import { modesOf } from '../studies/failures/modes.ts';
import { mostModes, shownRows } from './failure-record.ts';
import { predictorOf } from './label-header.ts';

/**
 * What the difference between a release and the one before it needs beside the labels of both: which of the items drawn have
 * replies that differ, and what the predictor says of those that nobody labeled.
 */
export const DifferenceRecordSchema = z.object({
  studyId: z.number().int().positive(),
  beforeStudyId: z.number().int().positive(),
  /** Mean over all items that differ of the guess of (later - earlier + 1)/2. */
  surrogateMean: z.number().min(0).max(1),
  ...PlannedSchema.pick({ signals: true, predictor: true }).shape,
  /** Items drawn for the later release that differ, in draw order; `x` is null where the item does not count yet. */
  differing: z.array(z.object({ id: z.string(), x: z.array(z.number()).nullable() })),
  /** Equal replies drawn that are rated again, in draw order, with what the predictor says; absent where none is. */
  again: z
    .object({ items: z.array(z.string()), ...PlannedSchema.pick({ predictor: true }).shape })
    .optional(),
  /** Of each failure mode that both studies have: how much more frequent it is in the later release. Absent in earlier reports. */
  failures: z
    .array(
      z.object({
        name: z.string(),
        /** How many of `differing` were drawn before the later of its two clocks. */
        clock: z.number().int().nonnegative(),
        stated: FailureShareSchema,
      }),
    )
    .optional(),
});
export type DifferenceRecord = z.infer<typeof DifferenceRecordSchema>;

/** Of every difference that these series tell between two of these studies, but those where nothing differs. */
export function differenceRecords(
  context: CoreContext,
  series: readonly Series[],
  studyIds: readonly number[],
): DifferenceRecord[] {
  const inReport = new Set(studyIds);
  return series.flatMap(({ id, releases }) =>
    listReleases(dbOf(context), id).flatMap((row, i) => {
      const { studyId, beforeStudyId } = row;
      const isTold = releases[i]!.difference?.kind === 'estimate';
      if (!isTold || beforeStudyId === null || !inReport.has(studyId) || !inReport.has(beforeStudyId))
        return [];
      const { columns, drawn, sequence, drift } = differenceSequence(context, row);
      if (!sequence?.planned) return [];
      const pairs = sequence.state.drawnCount;
      return [
        {
          studyId,
          beforeStudyId,
          surrogateMean: sequence.state.surrogateMean,
          signals: columns.map(({ values: _, ...signal }) => signal),
          predictor: predictorOf(sequence.planned, pairs),
          differing: drawn.map(({ itemId, place }, n) => ({
            id: findItem(dbOf(context), itemId)!.externalId,
            x: n < pairs ? columns.map(({ values }) => values[place]!) : null,
          })),
          ...(drift?.sequence.planned && {
            again: {
              items: drift.drawn.map(({ itemId }) => findItem(dbOf(context), itemId)!.externalId),
              predictor: predictorOf(drift.sequence.planned, drift.sequence.state.drawnCount),
            },
          }),
          ...failuresBetween(context, row),
        },
      ];
    }),
  );
}

/** How the failure modes that both reports have changed; nothing where one of the two has no shares. */
function failuresBetween(context: CoreContext, release: ReleaseRow): Pick<DifferenceRecord, 'failures'> {
  const db = dbOf(context);
  const studies = [release.studyId, release.beforeStudyId!];
  if (!studies.every((id) => failuresQuestion(db, id))) return {};
  const tables = studies.map((studyId) => failureTable(context, { studyId, shown: mostModes }));
  if (tables.some(({ because }) => because !== null)) return {};
  const [now, then] = tables.map((table) => shownRows(table).map(({ mode }) => mode));
  const { byId } = modesOf(db);
  const previous = getStudy(db, release.beforeStudyId!);
  const failures = now!
    .filter(({ id }) => then!.some((other) => other.id === id))
    .flatMap(({ id, name }) => {
      const found = pairedChange(context, byId.get(id)!, release, previous);
      return found ? { name, clock: found.clock, stated: found.change } : [];
    });
  return failures.length > 0 ? { failures } : {};
}
