import { findRelease } from '../../db/series.ts';
import type { StudyRow } from '../../db/studies.ts';
import { countedOf } from '../estimate/failures/failure-table.ts';
import { shareOfMode } from '../estimate/failures/mode-shares.ts';
import { stepShares } from '../estimate/failures/step-shares.ts';
import { shortTexts } from '../estimate/reading.ts';
import { failureTableOf } from '../labeling/failures/table.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { failuresQuestion } from '../studies/failures/coding.ts';
import { modesOf } from '../studies/failures/modes.ts';
import { mostModes, type ShownRow, shownRows } from './failure-record.ts';
import type { Failures, StudyContent } from './report-content.ts';

/** What a report says of the failure modes of a study; nothing where it does not ask for them. */
export function reportedFailures(
  context: CoreContext,
  study: StudyRow,
  hasTexts: boolean,
): Pick<StudyContent, 'failures'> {
  if (!failuresQuestion(dbOf(context), study.id)) return {};
  const table = failureTableOf(context, { studyId: study.id, shown: mostModes });
  const nameOf = new Map(table.modes.map(({ mode }) => [mode.id, mode.name]));
  const { coded, hunted, nothingWrong, unnamed, because } = table;
  const { kinds } = stepShares(context, { studyId: study.id });
  const halves = sharesAtHalf(context, study, because === null);
  return {
    failures: {
      ...{ coded, hunted, nothingWrong, unnamed, because, open: table.modes.length },
      modes: shownRows(table).map(({ joins, undecided, awaited, ...row }) => ({
        ...row.mode,
        ...row,
        ...(undecided > 0 && { undecided }),
        ...(awaited > 0 && { awaited }),
        ...(joins.length > 0 && { joins }),
        ...halves(row.mode.id),
        together: row.together.flatMap(({ modeId, items }) => {
          const name = nameOf.get(modeId);
          return name === undefined ? [] : [{ name, items }];
        }),
        example: exampleOf(context, study, row, hasTexts),
      })),
      order: table.order.map(({ modeId, otherId, decided, difference }) => ({
        ...{ name: nameOf.get(modeId)!, than: nameOf.get(otherId)!, decided, difference },
      })),
      ...(kinds.length > 0 && { steps: kinds }),
    },
  };
}

/** Of a release: the share of a mode at half of the error level. */
function sharesAtHalf(context: CoreContext, study: StudyRow, isEstimable: boolean) {
  const db = dbOf(context);
  if (!findRelease(db, study.id)) return () => ({});
  if (!isEstimable) return () => ({ atHalf: null });
  const counted = countedOf(context, study, study.alpha / 2);
  const { byId } = modesOf(db);
  return (modeId: number) => ({ atHalf: shareOfMode(context, counted, byId.get(modeId)!).share });
}

function exampleOf(
  context: CoreContext,
  study: StudyRow,
  { examples }: Pick<ShownRow, 'examples'>,
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
