import type { LookPlan } from '../shared/contract/study.ts';
import { at, flag, integer, oneOf, orNull } from './columns.ts';
import { prepared } from './prepared.ts';
import { select } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** A plan of a draw, and the number of draws counted before it took hold. */
export interface StoredPlan {
  readonly drawsBefore: number;
  readonly plan: LookPlan;
}

const studyPlanColumns = {
  drawsBefore: integer,
  kind: at('kind', oneOf(['labels', 'none', 'once', 'mended'])),
  labels: orNull(integer),
  approximate: flag,
};
const plansOfDraw = select(
  studyPlanColumns,
  'FROM study_plan WHERE study_id = ? AND generation = ? ORDER BY id',
);

/** The plans of a draw in the order in which they were made; none for studies that bet by rule 2. */
export const listPlans = (db: ReadableDb, studyId: number, generation: number): StoredPlan[] =>
  plansOfDraw
    .all(db, studyId, generation)
    .flatMap(({ drawsBefore, ...row }): StoredPlan[] =>
      row.kind === 'mended' ? [] : [{ drawsBefore, plan: planOf({ ...row, kind: row.kind }) }],
    );

/** The parts of a plan as one. @throws RangeError when it says no number of labels that has to */
export function planOf({ kind, labels, approximate }: PlanParts): LookPlan {
  if (kind === 'none') return { kind };
  if (labels === null) throw new RangeError(`A plan of kind "${kind}" has no labels.`);
  return kind === 'once' && approximate ? { kind, labels, approximate } : { kind, labels };
}

/** A plan in parts. */
interface PlanParts {
  readonly kind: LookPlan['kind'];
  readonly labels: number | null;
  readonly approximate?: boolean | undefined;
}

/** A plan in the parts that files have. */
export const partsOfPlan = (plan: LookPlan) => ({
  kind: plan.kind,
  labels: plan.kind === 'none' ? null : plan.labels,
  ...(plan.kind === 'once' && plan.approximate && { approximate: true as const }),
});

/** Draws counted before the bets of a study of rule 2 were mended; null where they were not. */
export const mendedFrom = (db: ReadableDb, studyId: number, generation: number): number | null =>
  plansOfDraw.all(db, studyId, generation).find(({ kind }) => kind === 'mended')?.drawsBefore ?? null;

/** From here on the bets of a study of rule 2 are mended. */
export const insertMended = (db: WritableDb, study: PlannedDraw, drawsBefore: number): void =>
  insert(db, study, { drawsBefore, kind: 'mended', labels: null });

export const insertPlan = (db: WritableDb, study: PlannedDraw, { drawsBefore, plan }: StoredPlan): void =>
  insert(db, study, { drawsBefore, ...partsOfPlan(plan) });

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
    approximate,
  }: Omit<PlanParts, 'kind'> & { drawsBefore: number; kind: LookPlan['kind'] | 'mended' },
): void {
  prepared(
    db,
    `INSERT INTO study_plan (study_id, generation, draws_before, kind, labels, created_at, approximate)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(studyId, generation, drawsBefore, kind, labels, createdAt, approximate ? 1 : 0);
}
