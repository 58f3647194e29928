import { at, flag, integer, oneOf, orNull, text } from './columns.ts';
import { type RowOf, select, selectTuples, selectValues } from './query.ts';
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

const saidSince = select(
  pageColumns,
  `FROM label WHERE label.id > @id AND label.annotator_id = @annotatorId AND label.criterion_id = @criterionId
     AND label.instrument = @instrument ORDER BY label.id`,
);

/** What one annotator said on pages after a label, whatever ranking of the same systems asked. */
export const pageLabelsSince = (
  db: ReadableDb,
  { id, annotatorId, criterionId, instrument }: Omit<Asked, 'rankingId'> & { id: number },
): PageLabel[] => saidSince.all(db, { id, annotatorId, criterionId, instrument });

const saidBy = select(
  { ...pageColumns, criterionId: integer, instrument: text },
  'FROM label WHERE label.id > ? AND annotator_id = ? ORDER BY label.id',
);

/** All that one annotator said after a label, oldest first. */
export const labelsOfAnnotatorSince = (
  db: ReadableDb,
  annotatorId: number,
  id: number,
): ReturnType<typeof saidBy.all> => saidBy.all(db, id, annotatorId);

const drawnPages = selectTuples(
  [integer, text],
  'SELECT item_id, ref FROM draw WHERE study_id = ? AND generation = ? ORDER BY draw_order',
);

/** The items of a draw with their references, in its order. */
export const pagesOfDraw = (
  db: ReadableDb,
  { id, generation }: { id: number; generation: number },
): [itemId: number, ref: string][] => drawnPages.all(db, id, generation);

const ofRanking = `study_id IN (SELECT id FROM study WHERE ranking_id = @rankingId) AND annotator_id = @annotatorId`;
const pairsAssigned = selectTuples(
  [integer, integer],
  `SELECT item_id, COUNT(*) FROM assignment WHERE ${ofRanking} GROUP BY item_id ORDER BY item_id`,
);
const assignedPairs = selectValues(
  integer,
  `SELECT study_id FROM assignment WHERE ${ofRanking} AND item_id = @itemId ORDER BY study_id`,
);

/** An annotator of a ranking. */
export type Whose = Pick<Asked, 'rankingId' | 'annotatorId'>;

/** In how many pairs of a ranking each item is assigned to an annotator. */
export const countAssignedPairs = (db: ReadableDb, of: Whose): [itemId: number, pairs: number][] =>
  pairsAssigned.all(db, { ...of });

/** The pairs in which an item is assigned to an annotator, by their studies. */
export const listAssignedPairs = (db: ReadableDb, of: Whose & { itemId: number }): number[] =>
  assignedPairs.all(db, { ...of });

const wordColumns = {
  systemId: integer,
  annotatorId: integer,
  source: oneOf(['screen', 'import', 'gold', 'simulated']),
};
/** That somebody who counts has rated or skipped a reply on a page. */
export type PageRating = RowOf<typeof wordColumns>;
const wordsOnPage = select(
  wordColumns,
  `FROM current_word WHERE item_id = @itemId AND criterion_id = @criterionId AND instrument = @instrument
     ORDER BY annotator_id, system_id`,
);
/** Who has spoken of which replies to an item, on the pages of whatever ranking of these systems. */
export const listPageRatings = (
  db: ReadableDb,
  of: { itemId: number; criterionId: number; instrument: string },
): PageRating[] => wordsOnPage.all(db, { ...of });

const itemsAssigned = selectValues(
  integer,
  'SELECT item_id FROM assignment WHERE study_id = ? AND annotator_id = ? ORDER BY position',
);

/** The items of a study that are assigned to an annotator, in their own order. */
export const listAssignedItems = (
  db: ReadableDb,
  { studyId, annotatorId }: { studyId: number; annotatorId: number },
): number[] => itemsAssigned.all(db, studyId, annotatorId);

const toldMarks = select(
  {
    studyId: integer,
    itemId: integer,
    laterRank: orNull(integer),
    laterAfter: integer,
    flagged: flag,
    hasNote: at("note <> ''", flag),
  },
  `FROM item_mark WHERE ${ofRanking} AND (later_rank IS NOT NULL OR flagged = 1 OR note <> '')
     ORDER BY item_id, study_id`,
);
/** What an annotator put off, flagged or noted of a ranking, in any of its pairs. */
export const listPageMarks = (db: ReadableDb, of: Whose) => toldMarks.all(db, { ...of });

const pageActions = select(
  {
    id: integer,
    itemId: integer,
    operation: oneOf(['submit', 'undo', 'redo']),
    refersTo: orNull(integer),
  },
  `FROM label WHERE study_id = @studyId AND annotator_id = @annotatorId AND criterion_id = @criterionId
     AND instrument = @instrument AND id > @after AND client_key = submission ORDER BY id`,
);

/** What one annotator did on pages in one study of a ranking after a label, oldest first, each page by its first row. */
export const pageActionsOf = (
  db: ReadableDb,
  { studyId, annotatorId, criterionId, instrument }: Omit<Asked, 'rankingId'> & { studyId: number },
  after = 0,
): ReturnType<typeof pageActions.all> =>
  pageActions.all(db, { studyId, annotatorId, criterionId, instrument, after });
