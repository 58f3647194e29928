import type { StudyGoal } from '../shared/contract/index.ts';
import { integer, oneOf, orNull, real } from './columns.ts';
import { prepared } from './prepared.ts';
import { select } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const goalOfStudy = select(
  {
    targetHalfWidth: orNull(real),
    threshold: orNull(real),
    budget: orNull(integer),
    parts: oneOf(['all', 'any']),
    leastDifference: orNull(real),
  },
  'FROM study_goal WHERE study_id = ?',
);
const noGoal: StudyGoal = {
  targetHalfWidth: null,
  threshold: null,
  budget: null,
  parts: 'all',
  leastDifference: null,
};

/** What a study is labeled for; all null when nobody said. */
export const readStudyGoal = (db: ReadableDb, studyId: number): StudyGoal =>
  goalOfStudy.get(db, studyId) ?? noGoal;

export function writeStudyGoal(db: WritableDb, studyId: number, goal: StudyGoal): void {
  prepared(
    db,
    `INSERT INTO study_goal (study_id, target_half_width, threshold, budget, parts, least_difference) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (study_id) DO UPDATE SET target_half_width = excluded.target_half_width, threshold = excluded.threshold,
       budget = excluded.budget, parts = excluded.parts, least_difference = excluded.least_difference`,
  ).run(
    studyId,
    goal.targetHalfWidth,
    goal.threshold,
    goal.budget,
    goal.parts ?? 'all',
    goal.leastDifference ?? null,
  );
}
