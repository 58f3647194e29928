import type { LookPlan } from '../shared/contract/study.ts';
import { at, integer, oneOf, orNull } from './columns.ts';
import { select } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** A plan of a draw, and the number of draws counted before it took hold. */
export interface StoredPlan {
  readonly drawsBefore: number;
  readonly plan: LookPlan;
}

export const studyPlanColumns = {
  drawsBefore: integer,
  kind: at('kind', oneOf(['labels', 'none', 'once', 'mended'])),
  labels: orNull(integer),
};
const plansOfDraw = select(
  studyPlanColumns,
  'FROM study_plan WHERE study_id = ? AND generation = ? ORDER BY id',
);

/** The plans of a draw in the order in which they were made; none for studies that bet by rule 2. */
export const listPlans = (db: ReadableDb, studyId: number, generation: number): StoredPlan[] =>
  plansOfDraw.all(db, studyId, generation).flatMap(({ drawsBefore, kind, labels }): StoredPlan[] => {
    if (kind === 'mended') return [];
    return [{ drawsBefore, plan: kind === 'none' ? { kind } : { kind, labels: labels! } }];
  });

/** Draws counted before the bets of a study of rule 2 were mended; null where they were not. */
export const mendedFrom = (db: ReadableDb, studyId: number, generation: number): number | null =>
  plansOfDraw.all(db, studyId, generation).find(({ kind }) => kind === 'mended')?.drawsBefore ?? null;

/** From here on the bets of a study of rule 2 are mended. */
export const insertMended = (db: WritableDb, study: PlannedDraw, drawsBefore: number): void =>
  insert(db, study, { drawsBefore, kind: 'mended', labels: null });

export const insertPlan = (db: WritableDb, study: PlannedDraw, { drawsBefore, plan }: StoredPlan): void =>
  insert(db, study, { drawsBefore, kind: plan.kind, labels: plan.kind === 'none' ? null : plan.labels });

/** Whose plan it is, and when it was made. */
interface PlannedDraw {
  readonly studyId: number;
  readonly generation: number;
  readonly createdAt: string;
}

function insert(
  db: WritableDb,
  { studyId, generation, createdAt }: PlannedDraw,
  {
    drawsBefore,
    kind,
    labels,
  }: { drawsBefore: number; kind: LookPlan['kind'] | 'mended'; labels: number | null },
): void {
  db.prepare(
    `INSERT INTO study_plan (study_id, generation, draws_before, kind, labels, created_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
  ).run(studyId, generation, drawsBefore, kind, labels, createdAt);
}
