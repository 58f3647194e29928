import { randomInt } from 'node:crypto';
import { writeAudit } from '../../../db/audit.ts';
import { findSystem } from '../../../db/datasets.ts';
import { insertDrawRun, insertDraws } from '../../../db/draws.ts';
import { findFirstPhase, insertStudyFirstPhase } from '../../../db/first-phases.ts';
import { itemLevelsHash } from '../../../db/item-levels.ts';
import { judgesWholes } from '../../../db/pools.ts';
import { storePseudoLabels } from '../../../db/pseudo-labels.ts';
import { insertCriterion } from '../../../db/scale-declarations.ts';
import { listCriteria, listSignals } from '../../../db/scores.ts';
import { insertStudy } from '../../../db/studies.ts';
import { insertColumns } from '../../../db/study-columns.ts';
import { writeStudyFields } from '../../../db/study-fields.ts';
import { writeStudyGoal } from '../../../db/study-goals.ts';
import { insertPlan } from '../../../db/study-plans.ts';
import { isTakenAlong } from '../../../db/study-sources.ts';
import type { ReadableDb, WritableDb } from '../../../db/types.ts';
import type {
  Criterion,
  HardnessPreview,
  LabelForm,
  Scale,
  StudyQuestion,
} from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { plural } from '../../../shared/number-text.ts';
import { preferenceCriterion } from '../../../shared/preference.ts';
import { isBaseline } from '../../../shared/presets.ts';
import { questionFor } from '../../../shared/question-words.ts';
import { newCriteria } from '../../../shared/study-choices.ts';
import { HASH_DRAW_RULE, metricById } from '../../../stats/index.ts';
import { bytesOf, type FrozenColumn, freezeColumns } from '../../../stats/planned/frozen-columns.ts';
import type { JobScope, JobWork } from '../../platform/jobs/job-work.ts';
import { designs, opaqueRef } from '../../studies/design.ts';
import { storedFields } from '../../studies/form-fields.ts';
import { chosenForm, formFor, metricScale } from '../../studies/label-form.ts';
import { valueSteps } from '../../studies/value-steps.ts';
import { comparisonPreview } from './comparison-preview.ts';
import { freezeChoice } from './freeze-choice.ts';
import { hardnessPreview } from './hardness-preview.ts';
import { walkLevels } from './level-order.ts';
import { type LevelPool, levelPool } from './level-pool.ts';
import { levelsPreview } from './level-preview.ts';
import { isByLevels, itemPool, type NewPool, poolOfLevels, type StudyPlan } from './new-pool.ts';
import { readerVersion } from './reader.ts';
import { scorePair } from './score-pair.ts';
import { type ScoredPool, scorePool } from './score-pool.ts';
import { gatherSignals } from './signals.ts';
import type { SystemsPass } from './systems-pass.ts';

interface ScoreParams {
  readonly question: StudyQuestion;
  /** Null: only show hardness. Else freeze the signals and draw. */
  readonly plan: StudyPlan | null;
}

type ScoreResult = { preview: HardnessPreview } | { studyId: number };

interface Target {
  readonly criterion: (Omit<Criterion, 'id' | 'coverage'> & { readonly id: number | null }) | undefined;
  readonly scale: Scale;
}

/** Scores a pool; then either describes its hardness, or makes a study of it in one transaction. */
export const scoreWork: JobWork<ScoreParams, ScoreResult> = async (scope, { question, plan }) => {
  if (plan) {
    const { create } = await scoreStudy(scope, question, plan);
    return { studyId: scope.db.transaction(create).immediate() };
  }
  const target = targetOf(scope, question);
  if (isByLevels(scope.db, question, plan)) {
    const pool = await scoreLevels(scope, question);
    return { preview: { ...levelsPreview(scope.db, pool, question, target), signals: [] } };
  }
  const scored = await scoreItems(scope, question);
  const describe = scored.against ? comparisonPreview : hardnessPreview;
  const usual = formFor(question.measure, target.criterion, placeOf(scored, target.scale));
  const signals = (await gatherSignals(scope, question, scored, usual, null)).map(
    ({ values: _, ...facts }) => facts,
  );
  return { preview: { ...describe(scope.db, scored, question, target), signals } };
};

/** A study that is about to be stored. */
export interface ScoredStudy {
  /** Stores it. Call it in a transaction. @returns the number of the study */
  create(): number;
  /** About what it holds in memory until then. */
  readonly bytes: number;
}

/**
 * Scores the pool of a study and freezes its signals; stores nothing yet.
 *
 * @param pass what the pairs of a ranking read of its systems together
 * @throws AppError INVALID_INPUT where the question or the plan does not fit the data; CONFLICT; CANCELED
 */
export async function scoreStudy(
  scope: JobScope,
  question: StudyQuestion,
  plan: StudyPlan,
  pass?: SystemsPass,
): Promise<ScoredStudy> {
  const target = targetOf(scope, question);
  const sized = (form: LabelForm, size: number, pool: NewPool): ScoredStudy => ({
    create: () => storeStudy(scope, question, { asked: plan, form, size, pool }),
    bytes: pool.columns.reduce((sum, column) => sum + bytesOf(column).byteLength, 0),
  });
  if (isByLevels(scope.db, question, plan)) {
    const scored = await scoreLevels(scope, question);
    const place = placeOf({ ...scored, against: null }, target.scale);
    const form = chosenForm(formFor(question.measure, target.criterion, place), plan.form, place);
    const size = drawnSize(plan, scored.populationSize, false);
    return sized(form, size, await walkedPool(scope, question, plan, scored, size));
  }
  const scored = await scoreItems(scope, question, pass);
  const place = placeOf(scored, target.scale);
  const usual = formFor(question.measure, target.criterion, place);
  const size = drawnSize(plan, scored.itemIds.length, scored.against !== null);
  const form = chosenForm(usual, plan.form, place);
  const columns = await columnsOf(scope, question, plan, scored, form, pass);
  const choice = isBaseline(plan.preset)
    ? freezeChoice(scope.db, { question, preset: plan.preset, wanted: plan.choice ?? {}, scored })
    : null;
  const study = sized(form, size, itemPool(scope.db, plan, { ...scored, columns, choice }, size));
  return { ...study, bytes: study.bytes + scored.itemIds.length * bytesOfItem };
}

/** Number, id and surrogate value of an item, as they lie in memory. */
const bytesOfItem = 150;

function assertPool({ db }: JobScope, { datasetId }: StudyQuestion): void {
  if (!isTakenAlong(db, datasetId)) return;
  throw new AppError(
    'CONFLICT',
    'These rows were copied for a study; by themselves they are a sample, not a pool.',
    {
      field: 'datasetId',
      remedy: 'Draw a new study from the source itself.',
    },
  );
}

async function scoreItems(scope: JobScope, question: StudyQuestion, pass?: SystemsPass): Promise<ScoredPool> {
  const scored =
    question.against === undefined
      ? await scorePool(scope, question)
      : await scorePair(scope, question, question.against, pass);
  scope.progress(scored.itemIds.length, scored.itemIds.length, 'items', 'Scored');
  return scored;
}

const placeOf = ({ longestReply, against }: Pick<NewPool, 'longestReply' | 'against'>, scale: Scale) => ({
  scale,
  turns: longestReply,
  isComparison: against !== null,
});

/** The same of a pool that is known by its levels. */
async function scoreLevels(scope: JobScope, question: StudyQuestion): Promise<LevelPool> {
  const scored = await levelPool(scope, question);
  scope.progress(scored.populationSize, scored.populationSize, 'items', 'Scored');
  return scored;
}

/** Such a pool with its draws. */
async function walkedPool(
  scope: JobScope,
  { datasetId }: StudyQuestion,
  plan: StudyPlan,
  scored: LevelPool,
  size: number,
): Promise<NewPool> {
  const { items, histogram, populationSize } = scored;
  const { preset, seed } = plan;
  const walk = walkLevels(scope.db, { datasetId, items, histogram, preset, seed, size });
  let step = walk.next();
  for (; !step.done; step = walk.next()) {
    scope.progress(step.value, populationSize, 'items', 'Choosing items');
    await scope.checkpoint();
  }
  return poolOfLevels(scope.db, plan, scored, step.value);
}

/** What is frozen of the pool beside the surrogate; nothing where the design has no use for it. */
async function columnsOf(
  scope: JobScope,
  question: StudyQuestion,
  { preset, seed }: StudyPlan,
  scored: ScoredPool,
  form: LabelForm,
  pass?: SystemsPass,
): Promise<FrozenColumn[]> {
  if (designs[preset].id !== 'without-replacement' || scored.itemIds.length === 0) return [];
  const signals = await gatherSignals(scope, question, scored, form, seed, pass);
  return freezeColumns(
    scored.surrogateValues,
    signals.filter(({ leftOut }) => !leftOut),
  );
}

/** The criterion and scale that the measure stands for. @throws AppError INVALID_INPUT; CONFLICT where there is no pool */
function targetOf(scope: JobScope, question: StudyQuestion): Target {
  assertPool(scope, question);
  const { db } = scope;
  const { datasetId, measure } = question;
  if (measure.kind === 'metric') {
    if (!metricById(measure.metric)) {
      throw new AppError('INVALID_INPUT', `There is no metric named ${measure.metric}.`, {
        field: 'measure',
      });
    }
    return { criterion: undefined, scale: metricScale };
  }
  const stored = listCriteria(db, datasetId);
  const criterion =
    stored.find(({ name }) => name === measure.criterion) ??
    offeredCriterion(db, question, measure.criterion, stored);
  if (!criterion) {
    throw new AppError('INVALID_INPUT', `The data set has no criterion named ${measure.criterion}.`, {
      field: 'measure',
      remedy: 'Declare it with its range first, or choose one of the criteria of the data set.',
    });
  }
  return { criterion, scale: criterion.scale };
}

/** Preferences between two systems can be asked for in any data. */
const newPreference: NonNullable<Target['criterion']> = {
  id: null,
  name: preferenceCriterion,
  kind: 'binary',
  scale: { min: 0, max: 1, direction: 'higher' },
  declared: true,
  integer: false,
};

/** A criterion that nobody has scored yet, but that the data set is offered with; it is stored with the study. */
function offeredCriterion(
  db: ReadableDb,
  { datasetId, system, against }: StudyQuestion,
  wanted: string,
  stored: readonly Criterion[],
): Target['criterion'] {
  if (against !== undefined && wanted === preferenceCriterion) return newPreference;
  const systemId = findSystem(db, system)?.id;
  const isWhole = systemId !== undefined && judgesWholes(db, datasetId, systemId);
  const found = newCriteria(stored, listSignals(db, datasetId), isWhole).find(({ name }) => name === wanted);
  return found && { ...found, id: null, integer: true };
}

/** How many items to draw: how many differ is known only now, and a comparison draws at most these. @throws AppError */
function drawnSize(plan: StudyPlan, items: number, isComparison: boolean): number {
  const design = designs[plan.preset];
  if (isComparison && design.id !== 'without-replacement') {
    throw new AppError('INVALID_INPUT', `${design.name} is not defined for the difference of two systems.`, {
      field: 'preset',
      remedy: 'Choose calibrated hardness or uniform.',
    });
  }
  const size = isComparison ? Math.min(plan.size, items) : plan.size;
  if (design.id !== 'with-replacement' && size > items) {
    throw new AppError(
      'INVALID_INPUT',
      `The pool has ${plural(items, 'item')}; ${plan.size} cannot be drawn.`,
      {
        field: 'size',
        remedy: `Draw at most ${items}.`,
      },
    );
  }
  return size;
}

/** A study as it is stored: what was asked, and what came of it with the pool. */
interface NewStudy {
  readonly asked: StudyPlan;
  readonly form: LabelForm;
  readonly size: number;
  readonly pool: NewPool;
}

function storeStudy(scope: JobScope, question: StudyQuestion, { asked, form, size, pool }: NewStudy): number {
  const { db, now } = scope;
  const plan = { ...asked, form, size };
  // Another study of the same question may have stored the criterion meanwhile.
  const { criterion, scale } = targetOf(scope, question);
  const criterionId = criterion ? (criterion.id ?? storeCriterion(db, question.datasetId, criterion)) : null;
  const isComparison = pool.against !== null;
  const place = { datasetId: question.datasetId, criterionId, isComparison, form };
  const fields = storedFields(db, place, plan.fields ?? []);
  const createdAt = now();
  const populationSize = pool.summary.populationSize;
  const isWithout = designs[plan.preset].id === 'without-replacement';
  const steps =
    isWithout && criterion
      ? valueSteps({ form, scale, integer: criterion.integer, isComparison, populationSize })
      : null;
  const bettingRule = isWithout ? (steps === null ? 3 : 4) : 2;
  const studyId = insertStudy(db, {
    name: plan.name,
    datasetId: question.datasetId,
    systemId: pool.systemId,
    against: pool.against && { ...pool.against, sideSeed: randomInt(2 ** 32) },
    criterionId,
    measure: question.measure,
    surrogate: question.surrogate,
    preset: plan.preset,
    alpha: plan.alpha,
    bettingRule,
    valueSteps: steps,
    drawRule: isWithout ? HASH_DRAW_RULE : 1,
    scale,
    populationSize,
    missingSurrogate: pool.missing,
    poolSummary: pool.summary,
    signalHash: pool.signalHash,
    referenceEvaluation: pool.onReferences,
    form,
    question:
      plan.question ??
      questionFor(question.measure, form, {
        ...{ isComparison, isWhole: pool.longestReply === 0, direction: scale.direction },
      }),
    guidelines: plan.guidelines,
    batchRef: opaqueRef(),
    createdAt,
  });
  if (plan.firstPhase) {
    assertWholePhase(db, question.datasetId, pool.summary.populationSize);
    insertStudyFirstPhase(db, studyId, plan.firstPhase);
  }
  if (fields.length > 0) writeStudyFields(db, studyId, fields);
  storePool(db, question.datasetId, pool, studyId);
  storeDraws(db, studyId, plan, pool, { bettingRule, createdAt });
  if (asked.goal) writeStudyGoal(db, studyId, asked.goal);
  const details = { ...asked, ...fixedFacts(db, studyId, question, pool) };
  writeAudit(db, { at: createdAt, action: 'study.create', studyId, details });
  return studyId;
}

/** What the audit trail says of the pool that a study begins with. */
function fixedFacts(db: WritableDb, studyId: number, { leftOut = [] }: StudyQuestion, pool: NewPool) {
  const levelsHash = itemLevelsHash(db, studyId);
  return {
    ...(leftOut.length > 0 && { leftOut }),
    signalHash: pool.signalHash,
    ...(levelsHash && { levelsHash }),
  };
}

/** The pool of a study, with what the reader guessed of it. */
function storePool(db: WritableDb, datasetId: number, pool: NewPool, studyId: number): void {
  pool.store(studyId);
  insertColumns(db, studyId, pool.columns);
  if (pool.guesses.length > 0) {
    const surrogate = { datasetId, kind: 'reader', version: readerVersion };
    storePseudoLabels(db, surrogate, pool.guesses);
  }
}

/** What is drawn of it, and the looks that the interval is planned for. */
function storeDraws(
  db: WritableDb,
  studyId: number,
  plan: StudyPlan,
  pool: NewPool,
  { bettingRule, createdAt }: { bettingRule: number; createdAt: string },
): void {
  const { size } = plan;
  insertDrawRun(db, studyId, { generation: 1, seed: plan.seed, labelsBefore: 0, createdAt });
  if (bettingRule !== 2 && size > 0) {
    const looks = plan.looks ?? { kind: 'labels', labels: size };
    insertPlan(db, { studyId, generation: 1, createdAt }, { drawsBefore: 0, plan: looks });
  }
  insertDraws(db, studyId, 1, pool.draws());
}

/** What is said of a larger pool rests on all of its part. @throws AppError INVALID_INPUT */
function assertWholePhase(db: ReadableDb, datasetId: number, populationSize: number): void {
  const { items } = findFirstPhase(db, datasetId)!;
  if (items === populationSize) return;
  throw new AppError(
    'INVALID_INPUT',
    `The first phase has ${items} rows. A study of ${populationSize} items would say nothing certain of the whole pool.`,
    {
      field: 'system',
      remedy: 'Choose the system that the first phase was taken for, and add no items to its data set.',
    },
  );
}

function storeCriterion(
  db: WritableDb,
  datasetId: number,
  { name, scale }: { name: string; scale: Scale },
): number {
  insertCriterion(db, datasetId, name, scale);
  return listCriteria(db, datasetId).find((one) => one.name === name)!.id;
}
