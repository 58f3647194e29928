import { findLabRun, listLabRuns } from '../../../db/lab-runs.ts';
import type { StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { EstimateReport } from '../../../shared/contract/index.ts';
import { coverageIn, isAbout, type LabCoverage } from '../../../shared/one-look-words.ts';

/**
 * How often intervals for one look held in the newest back-tests on a study's own data, at the look that it declared; none for
 * studies that look as they like.
 */
export function oneLookCoverage(
  db: ReadableDb,
  { datasetId, systemName: system, measure, surrogate, alpha, against }: StudyRow,
  { lookPlan, looks }: EstimateReport,
): LabCoverage[] {
  const [look] = looks;
  if (lookPlan?.kind !== 'once' || look === undefined || against) return [];
  const question = { datasetId, system, measure, surrogate, alpha };
  const found = new Map<string, LabCoverage>();
  for (const run of listLabRuns(db)) {
    if (!isAbout(run, question)) continue;
    for (const one of coverageIn(findLabRun(db, run.id)!, system, look)) {
      if (!found.has(one.method)) found.set(one.method, one);
    }
  }
  return [...found.values()];
}
