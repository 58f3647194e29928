import { findItem } from '../../../db/items.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { MetaEvaluation } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { type ComparedRun, comparedRun } from '../compare/compared-run.ts';
import { type Evaluation, evaluationsOf } from '../compare/evaluations.ts';
import { poolsBySettings } from '../compare/pools.ts';
import { metaField } from '../conversations/meta-field.ts';
import { requireProtocolRun } from '../run/describe-run.ts';
import { correlationRows } from './correlate-units.ts';
import { type CriterionNames, peopleScores } from './people-scores.ts';
import { workerFieldOf } from './unit-scores.ts';

export interface MetaQuestion extends CriterionNames {
  readonly runIds: readonly number[];
  readonly workerField?: string | undefined;
}

const intervalKind =
  '95 %, delete-a-group jackknife over workers beside pseudo-items, with Student’s t; approximate, and it takes workers as independent';

/**
 * How well judges of IQA-EVAL agree with people interaction by interaction, or worker by worker: Pearson's and Spearman's
 * correlation by criterion and overall, over all systems together and for each alone (IQA-EVAL, section 4.2).
 *
 * @throws AppError INVALID_INPUT without runs of IQA-EVAL of one data set, NOT_FOUND when people scored nothing
 */
export function metaEvaluation(context: CoreContext, question: MetaQuestion): MetaEvaluation {
  const db = dbOf(context);
  const runs = iqaRuns(db, question.runIds);
  const people = peopleScores(db, runs[0]!.run.datasetId, question);
  assertWorkerField(db, runs, question.workerField);
  return {
    criteria: people.map(({ measure, criterion }) => ({ measure, criterion })),
    intervalKind,
    evaluations: evaluationsOf(poolsBySettings(runs)).map((evaluation) => ({
      evaluation: evaluation.name,
      ...clusteredBy(evaluation, question.workerField),
      rows: correlationRows(
        db,
        evaluation,
        people,
        workerFieldOf(evaluation.pools[0]!.runs, question.workerField),
      ),
    })),
  };
}

function clusteredBy(
  { pools }: Evaluation,
  asked: string | undefined,
): { unit: string; clusteredBy: string } {
  const [first] = pools[0]!.runs;
  const { settings } = first!.run;
  const scoredBy = settings.protocol === 'iqa-eval' ? settings.workerField : null;
  const field = workerFieldOf(pools[0]!.runs, asked);
  return {
    unit: scoredBy === null ? 'interaction' : `all interactions of one ${scoredBy}`,
    clusteredBy: field ?? 'groups of the data, as no field names who talked',
  };
}

/** Runs of IQA-EVAL of one data set. @throws AppError INVALID_INPUT, NOT_FOUND */
export function iqaRuns(db: ReadableDb, runIds: readonly number[]): ComparedRun[] {
  const runs = [...new Set(runIds)].map((id) => requireProtocolRun(db, id));
  const iqa = runs.filter(({ settings }) => settings.protocol === 'iqa-eval');
  const datasets = new Set(iqa.map(({ datasetId }) => datasetId));
  if (datasets.size !== 1) {
    const message =
      datasets.size === 0
        ? 'None of these runs is one of IQA-EVAL.'
        : 'Runs can be compared with people within one data set only.';
    throw new AppError('INVALID_INPUT', message, {
      field: 'runIds',
      remedy: 'Name runs of IQA-EVAL of one data set.',
    });
  }
  return iqa.map((run) => comparedRun(db, run));
}

/** @throws AppError INVALID_INPUT when no item has the field: groups must not stand in for workers unsaid */
function assertWorkerField(db: ReadableDb, runs: readonly ComparedRun[], field: string | undefined): void {
  if (field === undefined) return;
  const itemIds = new Set(runs.flatMap(({ finished }) => finished.map(({ itemId }) => itemId)));
  for (const id of itemIds) {
    if (metaField(findItem(db, id)?.meta ?? null, field) !== undefined) return;
  }
  throw new AppError('INVALID_INPUT', `No item of these runs has a field named ${field}.`, {
    field: 'workerField',
    remedy: 'Name a field of the data, or leave it out: then groups of the data are kept together.',
  });
}
