import { at, integer, oneOf, orNull } from './columns.ts';
import { type RowOf, select, selectValues } from './query.ts';
import type { ReadableDb } from './types.ts';

const pageColumns = {
  id: at('label.id', integer),
  itemId: at('label.item_id', integer),
  systemId: at('label.system_id', integer),
  kind: at('label.kind', oneOf(['score', 'answer', 'skip', 'clear'])),
};
/** What somebody said of one reply on a page of a ranking, taken back or not. */
export type PageLabel = RowOf<typeof pageColumns>;

interface Asked {
  rankingId: number;
  annotatorId: number;
  criterionId: number;
  instrument: string;
}

const drawnItems = `SELECT DISTINCT draw.item_id FROM draw
  JOIN study ON study.id = draw.study_id AND study.generation = draw.generation WHERE study.ranking_id = @rankingId`;
const allDrawn = selectValues(integer, drawnItems);

/** Items that stand in the present draw of a pair of a ranking. */
export const itemsOfRanking = (db: ReadableDb, rankingId: number): number[] =>
  allDrawn.all(db, { rankingId });

const saidOnPages = select(
  pageColumns,
  `FROM (${drawnItems}) AS page JOIN label ON label.item_id = page.item_id
   WHERE label.criterion_id = @criterionId AND label.instrument = @instrument AND label.annotator_id = @annotatorId
   ORDER BY label.id`,
);

/** All that one annotator said on the pages of a ranking, oldest first. */
export const pageLabels = (db: ReadableDb, asked: Asked): PageLabel[] => saidOnPages.all(db, { ...asked });

const pageActions = select(
  {
    id: integer,
    itemId: integer,
    operation: oneOf(['submit', 'undo', 'redo']),
    refersTo: orNull(integer),
  },
  `FROM label WHERE study_id = @studyId AND annotator_id = @annotatorId AND criterion_id = @criterionId
     AND instrument = @instrument AND client_key = submission ORDER BY id`,
);

/** What one annotator did on pages in one study of a ranking, oldest first, each page by its first row. */
export const pageActionsOf = (
  db: ReadableDb,
  { studyId, annotatorId, criterionId, instrument }: Omit<Asked, 'rankingId'> & { studyId: number },
): ReturnType<typeof pageActions.all> =>
  pageActions.all(db, { studyId, annotatorId, criterionId, instrument });
