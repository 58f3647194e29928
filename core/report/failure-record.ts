import type { StudyRow } from '../../db/studies.ts';
import type { FailureTable } from '../../shared/contract/index.ts';
import {
  countedModes,
  countedNothingWrong,
  countedOf,
  failureTable,
} from '../estimate/failures/failure-table.ts';
import type { CountedMode, GoingMode } from '../estimate/failures/mode-shares.ts';
import type { Counted } from '../estimate/failures/mode-values.ts';
import { statedKinds, weightedPool } from '../estimate/failures/step-shares.ts';
import { newFailures } from '../estimate/failures/unnamed.ts';
import type { FailureRecord, LabelHeader } from '../import/formats/labels/label-record.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { failuresQuestion } from '../studies/failures/coding.ts';

/** Modes that a report and a label file have, the largest first. */
export const mostModes = 20;

export type ShownRow = FailureTable['modes'][number] & {
  [key in 'counted' | 'known' | 'with' | 'lookAgain' | 'undecided' | 'awaited']: number;
};

/** Those of which more than the plain count was asked. */
export const shownRows = ({ modes }: FailureTable): ShownRow[] =>
  modes.filter((row): row is ShownRow => row.counted !== null);

/** What a study's label file says of failure modes; nothing where it does not ask for them, or no share of theirs is estimable. */
export function failureFields(context: CoreContext, study: StudyRow): Pick<LabelHeader, 'failures'> {
  const db = dbOf(context);
  if (!failuresQuestion(db, study.id)) return {};
  const table = failureTable(context, { studyId: study.id, shown: mostModes });
  if (table.because !== null) return {};
  const counted = countedOf(context, study);
  const shown = shownRows(table);
  const histories = shown.map(({ mode }) => counted.modes.byId.get(mode.id)!);
  const figures = countedModes(context, counted, histories);
  const { nothingWrong, unnamed } = table;
  const steps = statedKinds(context, counted);
  const { pool, said } = counted;
  return {
    failures: {
      open: table.modes.length,
      ...weightedPool(
        pool.probabilities,
        Array.from(pool.probabilities ?? [], (_, place) => place),
        said.draws.map((draw) => pool.placeOf(draw)),
        pool.counts,
      ),
      modes: shown.map(({ mode: { id, name }, share }) => {
        const own = figures.get(id)!;
        return { name, clock: own.clock, values: valuesOf(own), stated: share!, ...signalsIn(counted, own) };
      }),
      ...(nothingWrong.share && {
        nothingWrong: { values: valuesOf(countedNothingWrong(db, counted)), stated: nothingWrong.share },
      }),
      ...(unnamed && {
        unnamed: {
          isNew: newFailures(context, counted).map((one) => (one === 'unknown' ? null : one)),
          stated: { upper: unnamed.upper },
        },
      }),
      ...(steps.length > 0 && { steps }),
    },
  };
}

/** What joined the share of a mode, with the pool as that sees it. */
function signalsIn(
  { joins: all }: Counted,
  { id, signals }: GoingMode,
): Pick<FailureRecord['modes'][number], 'signals'> {
  if (!signals) return {};
  const { joins, counts, probabilities, places } = signals;
  const told = all.filter(({ modeId }) => modeId === id);
  return {
    signals: {
      joined: joins.map(({ since, penalty, slope, unit, values }, k) => ({
        ...{ id: told[k]!.signal, name: told[k]!.name, drawsBefore: since },
        ...{ penalty, slope, unit, sha256: told[k]!.sha256, cells: [...values] },
      })),
      counts: [...counts],
      ...(probabilities && { probabilities: [...probabilities] }),
      places: [...places],
    },
  };
}

const valuesOf = ({ values }: CountedMode): (number | null)[] =>
  values.map(({ y }) => (y === 'unknown' ? null : y));
