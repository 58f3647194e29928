import type {
  FieldForm,
  LabelForm,
  LookPlan,
  Measure,
  Preset,
  Scale,
  StartFromFile,
  StudyField,
  StudyGoal,
  StudyOptions,
  StudyQuestion,
  SurrogateSpec,
} from '../../../shared/contract/index.ts';
import { manyToJudge } from '../../../shared/first-phase-words.ts';
import { hasGoal } from '../../../shared/goal-words.ts';
import { inPercent } from '../../../shared/number-text.ts';
import { approximateProblem } from '../../../shared/one-look-words.ts';
import { mostOrdered, preferenceCriterion } from '../../../shared/preference.ts';
import { hasInterval, isBaseline, usualDisagreement } from '../../../shared/presets.ts';
import {
  leastCoverage,
  proposedMeasure,
  proposedSurrogate,
  proposedSystem,
  surrogatesFor,
  takesPreferences,
} from '../../../shared/study-choices.ts';
import { plural } from '../../api/format.ts';

/** One system, the difference of two, or that of every pair. */
export type Compare = 'one' | 'two' | 'all';

/** A study being set up. What is not chosen yet is null. */
export interface StudyDraft {
  compare: Compare;
  system: string | null;
  /** The second system, where two are compared. */
  against: string | null;
  /** How many of the best a ranking is to find; null for the whole order. */
  top: number | null;
  /** Whether a ranking has all replies of an item rated on one page, where it can. */
  onePage: boolean;
  measure: Measure | null;
  surrogate: SurrogateSpec | null;
  /** Ids of signals that are not to be used. */
  leftOut: string[];
  preset: Preset;
  /** What baselines choose by: a score by its name, null for the hardness, undefined for what the data hold. */
  uncertainty: string | null | undefined;
  /** MCM's threshold. */
  disagreement: number;
  size: number;
  seed: number;
  alpha: number;
  name: string;
  question: string;
  guidelines: string;
  /** How the measure is asked for; null for what fits its scale. */
  form: LabelForm | null;
  /** What is asked beside it. */
  fields: StudyField[];
  goal: StudyGoal;
  /** What is planned; its number of labels is that which the study asks for. */
  plan: LookPlan['kind'];
  /** Whether an approximate interval is to stand beside one look. */
  approximate: boolean;
}

/** Names the form of a study on a data set, by what it began with. */
export const studyForm = (datasetId: number, start: Partial<StudyDraft> = {}): string =>
  `study of ${datasetId} ${JSON.stringify(start)}`;

/** What a study that was proposed for a file chooses, as fields of the form that sets it up in full. */
export function draftOfProposed(study: NonNullable<StartFromFile['study']>): Partial<StudyDraft> {
  const { system = null, against = null, systems, measure = null, size } = study;
  const compare = systems ? 'all' : against === null ? 'one' : 'two';
  return { compare, system, against, measure, size };
}

export const freshSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0]!;

export const emptyDraft = (): StudyDraft => ({
  compare: 'one',
  system: null,
  against: null,
  top: null,
  onePage: true,
  measure: null,
  surrogate: null,
  leftOut: [],
  preset: 'calibrated-hardness',
  uncertainty: undefined,
  disagreement: usualDisagreement,
  size: 30,
  seed: freshSeed(),
  alpha: 0.05,
  name: '',
  question: '',
  guidelines: '',
  form: null,
  fields: [],
  goal: { targetHalfWidth: null, threshold: null, budget: null, parts: 'all', leastDifference: null },
  plan: 'labels',
  approximate: false,
});

/** The systems that a draft is about. */
export function systemsOfDraft({ compare, system, against }: StudyDraft, options: StudyOptions): string[] {
  if (compare === 'all') return options.systems.map(({ name }) => name);
  return [system, compare === 'two' ? against : null].filter((name) => name !== null);
}

/** Fills in what is open, or no longer possible, with the likeliest choice. */
export function completeDraft(draft: StudyDraft, options: StudyOptions): StudyDraft {
  const system = options.systems.find(({ name }) => name === draft.system) ?? proposedSystem(options.systems);
  const measure = possibleMeasure(draft, options);
  if (!system || !measure) return { ...draft, system: system?.name ?? null, measure, surrogate: null };
  const others = options.systems.filter(({ name }) => name !== system.name);
  const against = others.find(({ name }) => name === draft.against) ?? proposedSystem(others);
  const compare = against ? draft.compare : 'one';
  const named = { ...draft, compare, system: system.name, against: against?.name ?? null };
  const possible = surrogatesFor(options, systemsOfDraft(named, options), measure);
  const key = JSON.stringify(draft.surrogate);
  const kept = possible.find(({ spec }) => JSON.stringify(spec) === key);
  const onePage = draft.onePage && pageProblem({ ...named, measure }, options) === null;
  return {
    ...named,
    measure,
    onePage,
    preset: onePage
      ? 'uniform'
      : compare !== 'one' && !hasInterval(draft.preset)
        ? 'calibrated-hardness'
        : draft.preset,
    plan: compare !== 'one' && draft.plan === 'none' ? 'labels' : draft.plan,
    surrogate: kept?.spec ?? proposedSurrogate(options, systemsOfDraft(named, options), measure),
    size: Math.min(draft.size, system.items),
  };
}

/** Whether the pool is larger than a judge should score, and none has scored it. */
export function isTooManyToJudge(
  { compare, system, measure }: StudyDraft,
  options: Pick<StudyOptions, 'systems' | 'surrogates'>,
): boolean {
  const items = options.systems.find(({ name }) => name === system)?.items ?? 0;
  if (compare !== 'one' || system === null || !measure || items <= manyToJudge) return false;
  return !surrogatesFor(options, [system], measure).some(
    (one) => one.spec.kind === 'judge' && leastCoverage(one, [system]) >= items,
  );
}

function possibleMeasure({ measure, compare }: StudyDraft, options: StudyOptions): Measure | null {
  const { criteria, metrics } = options;
  if (measure && isPreferred(measure) && compare !== 'one' && offersPreference(options)) return measure;
  if (measure?.kind === 'criterion' && criteria.some(({ name }) => name === measure.criterion))
    return measure;
  if (measure?.kind === 'metric' && metrics.some(({ id }) => id === measure.metric)) return measure;
  return proposedMeasure(options);
}

/** Why the replies of all systems cannot be rated on one page; null when they can. */
export function pageProblem(
  { compare, measure, form, fields }: Pick<StudyDraft, 'compare' | 'measure' | 'form' | 'fields'>,
  { systems }: Pick<StudyOptions, 'systems'>,
): string | null {
  if (compare !== 'all' || systems.length < 3) return 'For three systems or more.';
  if (measure?.kind !== 'criterion') return 'For measures that people rate.';
  if (isPreferred(measure) || form?.kind === 'preference') {
    if (systems.length > mostOrdered) return `For ${mostOrdered} systems at most.`;
    const isPlain = form?.kind !== 'preference' || (form.steps === 3 && !form.bothBad);
    if (!isPlain) return 'An order does not say by how much, or that both are bad.';
  }
  return fields.length > 0 ? 'A page of several replies asks no further questions.' : null;
}

/** Whether a measure is which of two replies is better. */
export const isPreferred = (measure: Measure): boolean =>
  measure.kind === 'criterion' && measure.criterion === preferenceCriterion;

/** Whether preferences can be asked for: unless the data calls something else so. */
export const offersPreference = ({ criteria }: StudyOptions): boolean =>
  takesPreferences(criteria.find(({ name }) => name === preferenceCriterion));

/** Whether people are asked for yes or no. */
const asksForYes = (measure: Measure, criteria: StudyOptions['criteria']): boolean =>
  measure.kind === 'criterion' &&
  criteria.some(({ name, kind }) => name === measure.criterion && kind === 'binary');

/** The scale of a study's number, where the options know it: that of the measure, or of its differences. */
export function scaleOf({ measure, compare }: StudyDraft, { criteria }: StudyOptions): Scale | null {
  if (!measure) return null;
  const scale: Scale | undefined =
    measure.kind === 'metric'
      ? { min: 0, max: 1, direction: 'higher' }
      : (criteria.find(({ name }) => name === measure.criterion)?.scale ??
        (isPreferred(measure) ? { min: 0, max: 1, direction: 'higher' } : undefined));
  if (!scale) return null;
  if (compare === 'one')
    return inPercent({ scale, ...(asksForYes(measure, criteria) && { isShare: true }) }).scale;
  return { ...scale, min: scale.min - scale.max, max: scale.max - scale.min };
}

/** A comparison is done when the interval has left 0: so it is unless another goal is set. */
export function goalFor(compare: Compare, goal: StudyGoal): StudyGoal {
  if (compare !== 'one') return { ...goal, threshold: goal.threshold ?? 0 };
  return { ...goal, threshold: goal.threshold === 0 ? null : goal.threshold, leastDifference: null };
}

/** What a choice changes of a draft: a form fits one measure, the further questions one kind of study, and signals its systems. */
export function changesBy(part: Partial<StudyDraft>): Partial<StudyDraft> {
  const isOther = part.measure !== undefined || part.compare !== undefined;
  const isOfOthers = isOther || part.system !== undefined || part.against !== undefined;
  return { ...(isOther && { form: null, fields: [] }), ...(isOfOthers && { leftOut: [] }), ...part };
}

/** The number of labels that a study asks for: the most that its goal allows, else those drawn. */
export const plannedLabels = ({ goal, size }: Pick<StudyDraft, 'goal' | 'size'>): number =>
  goal.budget ?? size;

/** The plan that is asked for; null where it is the usual one, or where there is no interval to plan for. */
function planOf(draft: StudyDraft): LookPlan | null {
  if (draft.plan === 'labels' || !hasInterval(draft.preset)) return null;
  if (draft.plan === 'none') return { kind: 'none' };
  const isApproximate = draft.approximate && draftApproximateProblem(draft) === null;
  return { kind: 'once', labels: plannedLabels(draft), ...(isApproximate && { approximate: true }) };
}

/** Why the study of a draft cannot have the approximate interval; null where it can. */
export const draftApproximateProblem = (draft: StudyDraft): string | null =>
  approximateProblem({
    preset: draft.preset,
    isComparison: draft.compare !== 'one',
    labels: plannedLabels(draft),
  })?.what ?? null;

/** What a study is drawn with beside its question; what was left empty stays out. */
export function drawOf(draft: StudyDraft) {
  const { preset, seed, alpha, size, question, guidelines, form, fields, goal } = draft;
  const plan = planOf(draft);
  return {
    preset,
    seed,
    alpha,
    size,
    ...(question.trim() && { question: question.trim() }),
    ...(guidelines.trim() && { guidelines }),
    ...(form && { form }),
    ...(fields.length > 0 && { fields }),
    ...(hasGoal(goal) && { goal }),
    ...(plan && { plan }),
    ...(isBaseline(preset) && draft.uncertainty !== undefined && { uncertainty: draft.uncertainty }),
    ...(preset === 'mcm' && { disagreement: draft.disagreement }),
  };
}

/** What the button that draws says. */
export const drawWords = ({ size, compare }: Pick<StudyDraft, 'size' | 'compare'>): string =>
  `Sample ${plural(size, 'item')}${compare === 'all' ? ' for each pair' : ''}`;

export function questionOf(draft: StudyDraft, datasetId: number): StudyQuestion | null {
  const { compare, system, against, measure, surrogate, leftOut } = draft;
  if (system === null || !measure || !surrogate) return null;
  const second = compare === 'two' && against !== null ? { against } : {};
  return { datasetId, system, ...second, measure, surrogate, ...(leftOut.length > 0 && { leftOut }) };
}

/** The question what went wrong. */
export const failuresField = (form: Omit<Extract<FieldForm, { kind: 'failures' }>, 'kind'>): StudyField => ({
  name: 'failures',
  question: 'What went wrong?',
  required: true,
  form: { kind: 'failures', ...form },
});

export const isOfFailures = ({ form }: StudyField): boolean => form.kind === 'failures';

/** What a study measures that asks for failures alone, and how. */
export const failuresAlone = {
  measure: { kind: 'criterion', criterion: 'nothing wrong' },
  scale: { min: 0, max: 1, direction: 'higher' },
  form: { kind: 'binary', yesLabel: 'Nothing wrong', noLabel: 'Something wrong' },
  question: 'What went wrong in this conversation?',
} as const;
