import { findItemHeads } from '../../../../db/item-windows.ts';
import { responsesOf } from '../../../../db/pools.ts';
import type { CheckCandidates, FieldFilter } from '../../../../shared/contract/index.ts';
import { lastQuestion } from '../../../data/last-question.ts';
import { shortened } from '../../../data/shortened.ts';
import { linkedStudies } from '../../../estimate/ranking.ts';
import { cellsOf, selectedItems } from '../../../item-table/items.ts';
import { type CoreContext, dbOf } from '../../../platform/context.ts';
import { isAsked } from './page-checks.ts';
import { checkPlacesOf, practicedIn } from './set-plan.ts';

/** Characters of a question or reply that a list of items shows. */
const shownText = 400;

/**
 * Items that may get a known answer: those of the study's pool that are neither in the sample nor practiced on, in the order of the file.
 *
 * @param answerFrom id of a column of the table of items that holds the answers; null for none
 * @throws AppError NOT_FOUND
 */
export async function checkCandidates(
  context: CoreContext,
  given: {
    studyId: number;
    search: string;
    filters: readonly FieldFilter[];
    answerFrom: string | null;
    offset: number;
    limit: number;
  },
): Promise<CheckCandidates> {
  const db = dbOf(context);
  const [study] = linkedStudies(db, given.studyId);
  const { datasetId } = study;
  const { search, filters, answerFrom, offset, limit } = given;
  const { ids, fields } = await selectedItems(context, { datasetId, search, filters });
  const placeOf = checkPlacesOf(db, study);
  const practiced = new Set(practicedIn(db, study));
  const ofPool = ids.filter((id) => placeOf(id) !== undefined);
  const free = ofPool.filter((id) => !practiced.has(id) && !isAsked(db, study, id));
  const shown = free.slice(offset, offset + limit);
  const field = answerFrom === null ? undefined : fields.get(answerFrom);
  const cells = cellsOf(db, shown, field ? [field] : []);
  const heads = new Map(findItemHeads(db, shown).map((row) => [row.id, row]));
  return {
    total: free.length,
    taken: ofPool.length - free.length,
    items: shown.map((id) => {
      const { externalId, conversation } = heads.get(id)!;
      const answer = field ? cells.get(id)?.[field.shown.id] : undefined;
      return {
        id: externalId,
        question: shortened(lastQuestion(conversation), shownText),
        // Of a comparison or a page which reply is whose is for the lead to look up in the table.
        reply:
          study.against || study.pageInstrument !== null
            ? ''
            : shortened(responsesOf(db, id, study.systemId).join(' \u2022 '), shownText),
        answer: answer === undefined ? null : String(answer),
      };
    }),
  };
}
