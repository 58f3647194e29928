import type { StudyRow } from '../../db/studies.ts';
import type { FailureTable } from '../../shared/contract/index.ts';
import {
  countedModes,
  countedNothingWrong,
  countedOf,
  failureTable,
} from '../estimate/failures/failure-table.ts';
import type { Counted, CountedMode } from '../estimate/failures/mode-shares.ts';
import { newFailures } from '../estimate/failures/unnamed.ts';
import { shortTexts } from '../estimate/reading.ts';
import type { FailureRecord, LabelHeader } from '../import/formats/labels/label-record.ts';
import { failureTableOf } from '../labeling/failures/table.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { failuresQuestion } from '../studies/failures/coding.ts';
import type { Failures, StudyContent } from './report-content.ts';

/** Modes that a report and a label file have, the largest first. */
const mostShown = 20;

type Row = FailureTable['modes'][number];
type ShownRow = Row & { [key in 'counted' | 'known' | 'with' | 'lookAgain']: number };

/** Those of which more than the plain count was asked. */
const shownRows = ({ modes }: FailureTable): ShownRow[] =>
  modes.filter((row): row is ShownRow => row.counted !== null);

/** What a study's label file says of failure modes; nothing where it does not ask for them, or no share of theirs is estimable. */
export function failureFields(context: CoreContext, study: StudyRow): Pick<LabelHeader, 'failures'> {
  const db = dbOf(context);
  if (!failuresQuestion(db, study.id)) return {};
  const table = failureTable(context, { studyId: study.id, shown: mostShown });
  if (table.because !== null) return {};
  const counted = countedOf(context, study);
  const shown = shownRows(table);
  const histories = shown.map(({ mode }) => counted.modes.byId.get(mode.id)!);
  const figures = countedModes(context, counted, histories);
  const { nothingWrong, unnamed } = table;
  return {
    failures: {
      open: table.modes.length,
      ...weightedPool(counted),
      modes: shown.map(({ mode: { id, name }, share }) => {
        const own = figures.get(id)!;
        return { name, clock: own.clock, values: valuesOf(own), stated: share! };
      }),
      ...(nothingWrong.share && {
        nothingWrong: { values: valuesOf(countedNothingWrong(counted)), stated: nothingWrong.share },
      }),
      ...(unnamed && {
        unnamed: {
          isNew: newFailures(context, counted).map((one) => (one === 'unknown' ? null : one)),
          stated: { upper: unnamed.upper },
        },
      }),
    },
  };
}

const valuesOf = ({ values }: CountedMode): (number | null)[] =>
  values.map(({ y }) => (y === 'unknown' ? null : y));

/** The probabilities of a weighted pool, each once; where they are uniform nothing has to be said of them. */
function weightedPool({ pool, said: { draws } }: Counted): Pick<FailureRecord, 'pool' | 'places'> {
  const { probabilities, counts, placeOf } = pool;
  if (!probabilities) return {};
  const all = new Map<number, number>();
  for (let place = 0; place < probabilities.length; place++) {
    const one = probabilities[place]!;
    all.set(one, (all.get(one) ?? 0) + (counts?.[place] ?? 1));
  }
  const distinct = [...all.keys()].sort((a, b) => a - b);
  const at = new Map(distinct.map((one, i) => [one, i]));
  return {
    pool: { probabilities: distinct, counts: distinct.map((one) => all.get(one)!) },
    places: draws.map((draw) => at.get(probabilities[placeOf(draw)]!)!),
  };
}

/** What a report says of the failure modes of a study; nothing where it does not ask for them. */
export function reportedFailures(
  context: CoreContext,
  study: StudyRow,
  hasTexts: boolean,
): Pick<StudyContent, 'failures'> {
  if (!failuresQuestion(dbOf(context), study.id)) return {};
  const table = failureTableOf(context, { studyId: study.id, shown: mostShown });
  const nameOf = new Map(table.modes.map(({ mode }) => [mode.id, mode.name]));
  const { coded, hunted, nothingWrong, unnamed, because } = table;
  return {
    failures: {
      ...{ coded, hunted, nothingWrong, unnamed, because, open: table.modes.length },
      modes: shownRows(table).map((row) => ({
        ...row.mode,
        ...row,
        together: row.together.flatMap(({ modeId, items }) => {
          const name = nameOf.get(modeId);
          return name === undefined ? [] : [{ name, items }];
        }),
        example: exampleOf(context, study, row, hasTexts),
      })),
      order: table.order.map(({ modeId, otherId, decided, difference }) => ({
        ...{ name: nameOf.get(modeId)!, than: nameOf.get(otherId)!, decided, difference },
      })),
    },
  };
}

function exampleOf(
  context: CoreContext,
  study: StudyRow,
  { examples }: Row,
  hasTexts: boolean,
): Failures['modes'][number]['example'] {
  const best = examples.find(({ note }) => note.trim() !== '') ?? examples[0];
  if (!best) return null;
  const { itemId, externalId, draw, note } = best;
  return {
    ...{ id: externalId, draw },
    note: hasTexts && note.trim() !== '' ? note : null,
    texts: hasTexts ? shortTexts(context, study, itemId) : null,
  };
}
