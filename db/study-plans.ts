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
  kind: at('kind', oneOf(['labels', 'none', 'once'])),
  labels: orNull(integer),
};
const plansOfDraw = select(
  studyPlanColumns,
  'FROM study_plan WHERE study_id = ? AND generation = ? ORDER BY id',
);

/** The plans of a draw in the order in which they were made; none for studies that bet by rule 2. */
export const listPlans = (db: ReadableDb, studyId: number, generation: number): StoredPlan[] =>
  plansOfDraw.all(db, studyId, generation).map(({ drawsBefore, kind, labels }) => ({
    drawsBefore,
    plan: kind === 'none' ? { kind } : { kind, labels: labels! },
  }));

export function insertPlan(
  db: WritableDb,
  study: { readonly studyId: number; readonly generation: number; readonly createdAt: string },
  { drawsBefore, plan }: StoredPlan,
): void {
  db.prepare(
    `INSERT INTO study_plan (study_id, generation, draws_before, kind, labels, created_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
  ).run(
    study.studyId,
    study.generation,
    drawsBefore,
    plan.kind,
    plan.kind === 'none' ? null : plan.labels,
    study.createdAt,
  );
}
