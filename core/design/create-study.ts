import { randomInt } from 'node:crypto';
import { findDataset } from '../../db/datasets.ts';
import { findFirstPhase, type StudyFirstPhase } from '../../db/first-phases.ts';
import { listRankings } from '../../db/rankings.ts';
import { listStudies } from '../../db/studies.ts';
import type { ReadableDb } from '../../db/types.ts';
import type {
  HardnessPreview,
  LabelForm,
  LookPlan,
  Preset,
  Study,
  StudyField,
  StudyGoal,
  StudyQuestion,
} from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { hasInterval, isBaseline } from '../../shared/presets.ts';
import { USUAL_FIRST_PHASE_ALPHA } from '../../stats/index.ts';
import { assertGoal, assertMatters, scaleOfQuestion } from '../estimate/forecast/study-goal.ts';
import type { StudyPlan } from '../estimate/surrogate/new-pool.ts';
import { type CoreContext, openProjectOf } from '../platform/context.ts';
import { awaitJob } from '../platform/jobs/await-job.ts';
import { measureName, usualName } from '../studies/measure-name.ts';
import { describeStudy } from './describe-study.ts';
import { assertApproximable } from './replan.ts';

export interface NewStudyInput extends StudyQuestion {
  name?: string | undefined;
  preset: Preset;
  seed?: number | undefined;
  alpha: number;
  size: number;
  question?: string | undefined;
  guidelines?: string | undefined;
  form?: LabelForm | undefined;
  fields?: readonly StudyField[] | undefined;
  goal?: StudyGoal | undefined;
  plan?: LookPlan | undefined;
  /** Of baselines: what they choose by. */
  uncertainty?: string | null | undefined;
  disagreement?: number | undefined;
  /** Of a data set that is a first phase: what the step to the whole pool takes of `alpha`. */
  firstPhaseAlpha?: number | undefined;
}

export const freshSeed = (): number => randomInt(0, 0x1_0000_0000);

/** Scores the pool and describes its hardness; stores nothing. */
export async function previewStudy(
  context: CoreContext,
  question: StudyQuestion,
  signal?: AbortSignal,
): Promise<HardnessPreview> {
  const result = await score(context, question, null, `Scoring ${question.system}`, signal);
  if (!('preview' in result)) throw new Error('a preview was asked for');
  return result.preview;
}

/** Scores the pool, freezes its signals and draws the first batch. */
export async function createStudy(context: CoreContext, input: NewStudyInput): Promise<Study> {
  const { question, plan } = plannedStudy(context, input, takenNames(context));
  const { db } = openProjectOf(context);
  const isNewCriterion = question.measure.kind === 'criterion' && scaleOfQuestion(db, question) === undefined;
  const result = await score(context, question, plan, `Sampling: ${plan.name}`);
  if (!('studyId' in result)) throw new Error('a study was asked for');
  if (isNewCriterion) context.events.publish({ type: 'data.changed' });
  context.events.publish({ type: 'study.changed', studyId: result.studyId });
  return describeStudy(context, result.studyId);
}

/**
 * What is asked of a new study, and how it is to be made.
 *
 * @param taken names that it may not have; its own is added to them
 * @param inRanking whether it is one pair of a ranking
 * @throws AppError INVALID_INPUT
 */
export function plannedStudy(
  context: CoreContext,
  input: NewStudyInput,
  taken: Set<string>,
  inRanking = false,
): { question: StudyQuestion; plan: StudyPlan } {
  const { name, preset, seed = freshSeed(), size, question, guidelines = '', goal, ...rest } = input;
  const { form, fields = [] } = rest;
  const { db } = openProjectOf(context);
  const { alpha, firstPhase } = phasesOf(db, input);
  const scale = scaleOfQuestion(db, input);
  if (goal && scale) assertGoal(goal, scale);
  if (goal) assertMatters(goal, input.against !== undefined);
  const plan = {
    name: freeAmong(taken, name?.trim() || nameFor(db, input, inRanking)),
    preset,
    seed,
    alpha,
    size,
    question: question?.trim() || null,
    guidelines,
    looks: looksFor(input),
    ...choiceFor(input),
    ...(form && { form }),
    ...(fields.length > 0 && { fields }),
    ...(firstPhase && { firstPhase }),
    ...(goal && { goal }),
  };
  taken.add(plan.name);
  return { question: stripped(input), plan };
}

/**
 * How the error level is shared out where the data set is the first phase of a larger pool: a part is for the step from the
 * one to the other, which takes none where the part is the pool.
 *
 * @throws AppError INVALID_INPUT for what is not defined in two phases
 */
function phasesOf(
  db: ReadableDb,
  { datasetId, alpha, firstPhaseAlpha, against, preset }: NewStudyInput,
): { alpha: number; firstPhase?: StudyFirstPhase } {
  const phase = findFirstPhase(db, datasetId);
  const refused = (message: string, field: string, remedy: string) =>
    new AppError('INVALID_INPUT', message, { field, remedy });
  if (!phase) {
    if (firstPhaseAlpha === undefined) return { alpha };
    throw refused(
      'This data set is not the first phase of a larger pool.',
      'firstPhaseAlpha',
      'Leave it out.',
    );
  }
  if (against !== undefined) {
    throw refused(
      'A study in two phases covers one system.',
      'against',
      'Compare two systems on data that are a pool of their own.',
    );
  }
  if (!hasInterval(preset)) {
    throw refused(
      'This design has no interval, so there is none to widen to the whole pool.',
      'preset',
      'Choose calibrated hardness or uniform.',
    );
  }
  const { populationSize, items, seed, cut } = phase;
  const own = items < populationSize ? (firstPhaseAlpha ?? USUAL_FIRST_PHASE_ALPHA) : 0;
  if (own >= alpha) {
    throw refused(
      `The first phase would take ${own} of an error level of ${alpha}.`,
      'firstPhaseAlpha',
      'Give it less than the whole: a tenth is usual.',
    );
  }
  // As it is written: 0.05 - 0.005 is 0.045.
  return {
    alpha: Number((alpha - own).toPrecision(12)),
    firstPhase: { populationSize, seed, cut, alpha: own },
  };
}

/** The plan that is asked for; else the labels of the budget, or of the sample. */
function looksFor({ plan, goal, size, against, preset }: NewStudyInput): LookPlan {
  if (plan) assertApproximable(plan, preset, against !== undefined);
  if (plan && !hasInterval(preset)) {
    throw new AppError('INVALID_INPUT', 'This design has no interval, so there is no look to plan.', {
      field: 'plan',
      remedy: 'Leave the plan out, or choose calibrated hardness or uniform.',
    });
  }
  if (plan?.kind === 'none' && against !== undefined) {
    throw new AppError(
      'INVALID_INPUT',
      'A comparison needs a plan: without one its interval is wide everywhere.',
      {
        field: 'plan',
        remedy: 'Say how many labels you mean to stop at.',
      },
    );
  }
  return plan ?? { kind: 'labels', labels: goal?.budget ?? size };
}

/** What a baseline chooses by. @throws AppError INVALID_INPUT where nothing is chosen so */
function choiceFor({ preset, uncertainty, disagreement }: NewStudyInput) {
  const fault = (field: string, remedy: string) =>
    new AppError('INVALID_INPUT', `The design ${preset} has no use for ${field}.`, { field, remedy });
  if (uncertainty !== undefined && !isBaseline(preset))
    throw fault('uncertainty', 'Leave it out, or choose top-k, hmceval, hmceval-certain or mcm.');
  if (disagreement !== undefined && preset !== 'mcm')
    throw fault('disagreement', 'Leave it out, or choose mcm.');
  return isBaseline(preset) ? { choice: { uncertainty, disagreement } } : {};
}

/** What a study is called when nobody says. A pair of a ranking, which is labeled under the ranking's name, tells its systems. */
function nameFor(
  db: ReadableDb,
  { datasetId, system, against, measure }: StudyQuestion,
  inRanking: boolean,
): string {
  if (inRanking) return `${system} against ${against}, ${measureName(measure)}`;
  return usualName(
    measure,
    against === undefined ? 1 : 2,
    findDataset(db, datasetId)?.name ?? 'the data set',
  );
}

/** The question alone. */
const stripped = (asked: StudyQuestion): StudyQuestion => {
  const { datasetId, system, against, measure, surrogate, leftOut = [], surrogateOnly } = asked;
  return {
    datasetId,
    system,
    ...(against === undefined ? {} : { against }),
    measure,
    surrogate,
    ...(leftOut.length > 0 && { leftOut }),
    ...(surrogateOnly && { surrogateOnly }),
  };
};

async function score(
  context: CoreContext,
  question: StudyQuestion,
  plan: Parameters<typeof context.jobs.start<'score'>>[3]['plan'],
  title: string,
  signal?: AbortSignal,
) {
  const project = openProjectOf(context);
  assertDataset(project.db, question.datasetId);
  const job = context.jobs.start(project, 'score', title, { question, plan });
  return awaitJob(context.jobs, job, signal);
}

/** @throws AppError NOT_FOUND */
export function assertDataset(db: ReadableDb, datasetId: number) {
  const found = findDataset(db, datasetId);
  if (found) return found;
  throw new AppError('NOT_FOUND', `There is no data set ${datasetId} in this project.`, {
    field: 'datasetId',
  });
}

/** The names of all studies and rankings. */
export function takenNames(context: CoreContext): Set<string> {
  const { db } = openProjectOf(context);
  return new Set([...listStudies(db), ...listRankings(db)].map(({ name }) => name));
}

/** A name that no study and no ranking has yet: the one that is wanted, else with a number after it. */
export const freeName = (context: CoreContext, wanted: string): string =>
  freeAmong(takenNames(context), wanted);

/** The same among names. */
export function freeAmong(taken: ReadonlySet<string>, wanted: string): string {
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted} (${n})`;
  return name;
}
