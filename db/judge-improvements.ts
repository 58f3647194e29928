import { JudgeFiguresSchema } from '../shared/contract/judge-improve.ts';
import { integer, json, oneOf, orNull, real, text } from './columns.ts';
import { type RowOf, select, selectValues } from './query.ts';
import { numbersShape } from './shapes.ts';
import type { ReadableDb, WritableDb } from './types.ts';

export const improvementColumns = {
  id: integer,
  datasetId: integer,
  systemId: integer,
  criterion: text,
  studyId: orNull(integer),
  seed: integer,
  alpha: real,
  /** Items that prompts may be made from. */
  practice: json(numbersShape),
  createdAt: text,
};
/** A criterion of a system whose judges are improved. */
export type ImprovementRow = RowOf<typeof improvementColumns>;

const findingKinds = ['judge-right', 'rule-missing', 'failure'] as const;
export const checkColumns = {
  judgeId: integer,
  number: integer,
  figures: json(JudgeFiguresSchema),
  createdAt: text,
};
const findingColumns = {
  id: integer,
  kind: oneOf(findingKinds),
  judgeId: integer,
  itemId: integer,
  words: text,
  annotatorId: integer,
  createdAt: text,
};
type JudgeCheckRow = RowOf<typeof checkColumns>;
/** What somebody says of a disagreement: the judge is right, a rule is missing, or how the judge fails. */
type JudgeFindingRow = RowOf<typeof findingColumns>;

const improvements = select(improvementColumns, 'FROM judge_improvement ORDER BY id');
const improvementOfId = select(improvementColumns, 'FROM judge_improvement WHERE id = ?');
const improvementOf = select(
  improvementColumns,
  'FROM judge_improvement WHERE dataset_id = ? AND system_id = ? AND criterion = ?',
);
const checksOf = select(checkColumns, 'FROM judge_check WHERE improvement_id = ? ORDER BY number');
const findingsOf = select(findingColumns, 'FROM judge_finding WHERE improvement_id = ? ORDER BY id');
const groupsOfItem = selectValues(orNull(text), 'SELECT group_key FROM item WHERE id = ?');
const sameAs = selectValues(
  text,
  'SELECT judged FROM same_criterion WHERE dataset_id = ? AND criterion = ? ORDER BY judged',
);
const calledBy = selectValues(
  text,
  'SELECT criterion FROM same_criterion WHERE dataset_id = ? AND judged = ?',
);

/** The conversation or passage that an item is of; null where it stands alone. */
export const groupOfItem = (db: ReadableDb, itemId: number): string | null =>
  groupsOfItem.get(db, itemId) ?? null;

/** Criteria of judges that were said to be people's criterion. */
export const judgedAs = (db: ReadableDb, datasetId: number, criterion: string): string[] =>
  sameAs.all(db, datasetId, criterion);

/** What people call a judge's criterion, where that was said. */
export const peopleCall = (db: ReadableDb, datasetId: number, judged: string): string | undefined =>
  calledBy.get(db, datasetId, judged);

export const listImprovements = (db: ReadableDb): ImprovementRow[] => improvements.all(db);

export const getImprovement = (db: ReadableDb, id: number): ImprovementRow | undefined =>
  improvementOfId.get(db, id);

export const findImprovement = (
  db: ReadableDb,
  { datasetId, systemId, criterion }: Pick<ImprovementRow, 'datasetId' | 'systemId' | 'criterion'>,
): ImprovementRow | undefined => improvementOf.get(db, datasetId, systemId, criterion);

/** Checks of an improvement, the first one first. */
export const listJudgeChecks = (db: ReadableDb, improvementId: number): JudgeCheckRow[] =>
  checksOf.all(db, improvementId);

/** What was said of disagreements, the oldest first. */
export const listJudgeFindings = (db: ReadableDb, improvementId: number): JudgeFindingRow[] =>
  findingsOf.all(db, improvementId);

export function insertImprovement(db: WritableDb, row: Omit<ImprovementRow, 'id'>): number {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO judge_improvement (dataset_id, system_id, criterion, study_id, seed, alpha, practice, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      row.datasetId,
      row.systemId,
      row.criterion,
      row.studyId,
      row.seed,
      row.alpha,
      JSON.stringify(row.practice),
      row.createdAt,
    );
  return Number(lastInsertRowid);
}

/** Keeps a check under its number, which must be the next one. Call it in the transaction that counted. */
export function insertJudgeCheck(db: WritableDb, improvementId: number, row: JudgeCheckRow): void {
  db.prepare(
    'INSERT INTO judge_check (improvement_id, number, judge_id, figures, created_at) VALUES (?, ?, ?, ?, ?)',
  ).run(improvementId, row.number, row.judgeId, JSON.stringify(row.figures), row.createdAt);
}

export function insertJudgeFinding(
  db: WritableDb,
  improvementId: number,
  row: Omit<JudgeFindingRow, 'id'>,
): void {
  db.prepare(
    `INSERT INTO judge_finding (improvement_id, kind, judge_id, item_id, words, annotator_id, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(improvementId, row.kind, row.judgeId, row.itemId, row.words, row.annotatorId, row.createdAt);
}
