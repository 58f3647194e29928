import { iteratePool } from '../../../db/pools.ts';
import { humanMeansOf, listCriteria } from '../../../db/scores.ts';
import type {
  LabPopulation,
  LabRequest,
  StudyQuestion,
  SurrogateSpec,
} from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { fromUnit, isOnStep, mean, type Scale, toUnit, weightedPearson } from '../../../stats/index.ts';
import { freezeColumns, type PoolSignal } from '../../../stats/planned/frozen-columns.ts';
import {
  requireMetric,
  type ScoredPool,
  scoreOnReferences,
  scorePool,
} from '../../estimate/surrogate/score-pool.ts';
import { gatherSignals } from '../../estimate/surrogate/signals.ts';
import { surrogateName } from '../../estimate/surrogate/surrogate-names.ts';
import { uncertaintyOf } from '../../estimate/surrogate/uncertainty.ts';
import type { JobScope } from '../../platform/jobs/job-work.ts';
import { formFor, metricScale } from '../../studies/label-form.ts';
import { valueSteps } from '../../studies/value-steps.ts';
import type { LabPool } from './samplers.ts';

/** One system's labeled pool with what is said of it. */
export interface LabTarget {
  pool: LabPool;
  facts: LabPopulation;
}

/**
 * Scores a system's pool by the surrogate and joins the human values; items without one are left out and counted.
 *
 * @param usesSignals whether the signals of the pool are gathered too, as a study does
 * @throws AppError INVALID_INPUT when no item of the system is labeled
 */
export async function labTarget(
  scope: JobScope,
  request: LabRequest,
  system: string,
  usesSignals: boolean,
): Promise<LabTarget> {
  const surrogate = surrogateFor(request, system);
  const question: StudyQuestion = {
    datasetId: request.datasetId,
    system,
    measure: request.measure,
    surrogate,
  };
  const scored = await scorePool(scope, question);
  const { scale, humanValueOf } = humanValues(scope, question, scored.systemId);
  const y: number[] = [];
  const s: number[] = [];
  const labeled: number[] = [];
  scored.itemIds.forEach((itemId, position) => {
    const value = humanValueOf(itemId);
    if (value === undefined) return;
    y.push(value);
    s.push(scored.surrogateValues[position]!);
    labeled.push(position);
  });
  if (y.length === 0) throw nothingLabeled(system);
  const pairs = y.map((value, i) => ({ a: value, b: s[i]!, weight: 1 }));
  const signals = usesSignals ? await signalsOf(scope, question, scored, labeled) : undefined;
  const itemIds = labeled.map((position) => scored.itemIds[position]!);
  const { systemId } = scored;
  const steps = stepsOf(formOf(scope, question, scored), y);
  const uncertainty = uncertaintyOf(scope.db, { request, system, systemId, itemIds, s });
  const pool: LabPool = {
    y: Float64Array.from(y),
    s: Float64Array.from(s),
    u: uncertainty.values,
    ...(signals && { columns: freezeColumns(s, signals) }),
    ...(steps !== undefined && { steps }),
  };
  return {
    pool,
    facts: {
      system,
      surrogate: surrogateName(surrogate),
      N: y.length,
      unlabeled: scored.itemIds.length - y.length,
      missingSurrogate: scored.missing,
      scale,
      truth: fromUnit(mean(y), scale),
      surrogateMean: fromUnit(mean(s), scale),
      correlation: weightedPearson(pairs) ?? null,
      uncertainty: uncertainty.words,
      ...(signals && { signals: { all: signals.length, carried: signals.filter(isCarried).length } }),
    },
  };
}

/** What a study of these data would ask people by. */
function formOf({ db }: JobScope, { datasetId, measure }: StudyQuestion, scored: ScoredPool) {
  const criterion =
    measure.kind === 'criterion'
      ? listCriteria(db, datasetId).find(({ name }) => name === measure.criterion)
      : undefined;
  const asked = { turns: scored.longestReply, isComparison: scored.against !== null };
  return { form: formFor(measure, criterion, asked), criterion };
}

/** The steps that a study rounds to, where the values lie on them: means of several people may not. */
function stepsOf({ form, criterion }: ReturnType<typeof formOf>, y: readonly number[]): number | undefined {
  if (!criterion) return undefined;
  const { scale, integer } = criterion;
  const steps = valueSteps({ form, scale, integer, isComparison: false, populationSize: y.length });
  return steps !== null && y.every((value) => isOnStep(value, steps)) ? steps : undefined;
}

/** The signals that a study of these data would freeze, on the labeled items. */
async function signalsOf(
  scope: JobScope,
  question: StudyQuestion,
  scored: ScoredPool,
  labeled: readonly number[],
): Promise<PoolSignal[]> {
  const { form } = formOf(scope, question, scored);
  const gathered = await gatherSignals(scope, question, scored, form, null);
  return gathered.map(({ id, name, kind, values }) => ({
    id,
    name,
    kind,
    values: Float64Array.from(labeled, (position) => values[position]!),
  }));
}

const isCarried = ({ kind }: PoolSignal): boolean => kind === 'carried' || kind === 'carried-single';

/** The surrogate of one system: of several, the one that is itself the surrogate gets the first of the others. */
function surrogateFor({ surrogate, systems }: LabRequest, system: string): SurrogateSpec {
  if (surrogate.kind !== 'system' || surrogate.system !== system) return surrogate;
  const other = systems.find((one) => one !== system);
  return other === undefined ? surrogate : { ...surrogate, system: other };
}

/** The human value of each item in [0, 1]: the criterion's mean, or the metric on the gold answers. */
function humanValues(
  { db }: JobScope,
  { datasetId, measure }: StudyQuestion,
  systemId: number,
): { scale: Scale; humanValueOf: (itemId: number) => number | undefined } {
  if (measure.kind === 'metric') {
    const metric = requireMetric(measure.metric);
    const values = new Map<number, number>();
    for (const item of iteratePool(db, datasetId, systemId)) {
      const value = item.responses.length > 0 ? scoreOnReferences(metric, item) : undefined;
      if (value !== undefined) values.set(item.itemId, value);
    }
    return { scale: metricScale, humanValueOf: (itemId) => values.get(itemId) };
  }
  const criterion = listCriteria(db, datasetId).find(({ name }) => name === measure.criterion);
  if (!criterion) {
    throw new AppError('INVALID_INPUT', `The data set has no criterion named ${measure.criterion}.`, {
      field: 'measure',
      remedy: 'Choose one of the criteria of the data set.',
    });
  }
  const means = humanMeansOf(db, criterion.id, systemId);
  return {
    scale: criterion.scale,
    humanValueOf(itemId) {
      const value = means.get(itemId);
      return value === undefined ? undefined : toUnit(value, criterion.scale);
    },
  };
}

const nothingLabeled = (system: string) =>
  new AppError('INVALID_INPUT', `No item of ${system} has a human value for this measure.`, {
    field: 'measure',
    remedy:
      'All labels must be known. Choose a criterion with human scores, or a metric and data with gold answers.',
  });
