import type {
  LabMethod,
  LabRequest,
  LookPlan,
  Measure,
  StudyOptions,
  SurrogateSpec,
} from '../../../shared/contract/index.ts';
import { surrogatesFor } from '../../../shared/study-choices.ts';

/** A back-test being set up. What nobody chose is null and filled in with the likeliest. */
export interface LabDraft {
  systems: string[] | null;
  measure: Measure | null;
  surrogate: SurrogateSpec | null;
  methods: string[] | null;
  /** Numbers of labels with commas between. */
  budgets: string;
  /** Where the interval of the presets is to be narrow; the largest of the budgets where nobody chose. */
  plan: LookPlan | null;
  /** What is ranked by: an automatic score, hardness for null; what the data hold where nobody chose. */
  uncertainty?: string | null | undefined;
  labelFirst: LabRequest['labelFirst'];
  disagreement: number;
  seeds: number;
  firstSeed: number;
  alpha: number;
}

export const emptyLabDraft: LabDraft = {
  systems: null,
  measure: null,
  surrogate: null,
  methods: null,
  budgets: '5, 10, 15, 20, 25, 30',
  plan: null,
  labelFirst: 'uncertain',
  disagreement: 0.5,
  seeds: 100,
  firstSeed: 1,
  alpha: 0.05,
};

/** Systems that have human values for each criterion, by name. */
export type Labeled = ReadonlyMap<string, readonly string[]>;

/** The systems that can be back-tested on a measure: those with scores, or all where a metric reads gold answers. */
export function labeledSystems(
  measure: Measure | null,
  options: StudyOptions,
  labeled: Labeled,
): readonly string[] {
  if (measure?.kind === 'criterion') return labeled.get(measure.criterion) ?? [];
  return options.systems.map(({ name }) => name);
}

/** The measures that something is known of. */
export function labMeasures(options: StudyOptions, labeled: Labeled, hasReferences: boolean): Measure[] {
  const criteria = options.criteria.filter(({ name }) => (labeled.get(name) ?? []).length > 0);
  return [
    ...criteria.map(({ name }): Measure => ({ kind: 'criterion', criterion: name })),
    ...(hasReferences ? options.metrics.map(({ id }): Measure => ({ kind: 'metric', metric: id })) : []),
  ];
}

type CompleteLabDraft = LabDraft & {
  systems: string[];
  methods: string[];
};

/** Fills in what is open, or no longer possible, with the likeliest choice. */
export function completeLabDraft(
  draft: LabDraft,
  options: StudyOptions,
  measures: readonly Measure[],
  labeled: Labeled,
  methods: readonly LabMethod[],
): CompleteLabDraft {
  const same = (a: unknown) => (b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const measure = measures.find(same(draft.measure)) ?? measures[0] ?? null;
  const possible = labeledSystems(measure, options, labeled);
  const kept = draft.systems?.filter((name) => possible.includes(name));
  const systems = kept ?? possible.slice(0, 1);
  const first = systems[0];
  const surrogates = first !== undefined && measure ? surrogatesFor(options, [first], measure) : [];
  const surrogate = surrogates.find(({ spec }) => same(spec)(draft.surrogate)) ?? surrogates[0];
  return {
    ...draft,
    measure,
    systems: [...systems],
    surrogate: surrogate?.spec ?? null,
    methods: draft.methods ?? methods.filter(({ isUsual }) => isUsual).map(({ id }) => id),
  };
}

/** Numbers of labels from what was typed; null when something else is among them. */
export function budgetsOf(text: string): number[] | null {
  const numbers = text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number);
  const isFine = numbers.length > 0 && numbers.every((n) => Number.isInteger(n) && n >= 1 && n <= 100_000);
  return isFine ? [...new Set(numbers)].sort((a, b) => a - b).slice(0, 50) : null;
}

/** The plan of a draft: what was chosen, as long as it is one of the numbers of labels. */
export function planOf({ plan }: Pick<LabDraft, 'plan'>, budgets: readonly number[]): LookPlan {
  const isThere = plan && (plan.kind === 'none' || budgets.includes(plan.labels));
  return isThere ? plan : { kind: 'labels', labels: budgets.at(-1)! };
}

/** The plans that can be chosen: one for each number of labels, the largest first, and none. */
export const plansOf = (budgets: readonly number[]): LookPlan[] => [
  ...budgets.toReversed().map((labels): LookPlan => ({ kind: 'labels', labels })),
  { kind: 'none' },
];

/** What keeps a draft from being run, in a sentence. */
export function disabledReasonOfLab({ systems, methods, budgets, surrogate }: CompleteLabDraft): string {
  if (systems.length === 0) return 'Choose at least one system.';
  if (methods.length === 0) return 'Choose at least one method.';
  if (budgetsOf(budgets) === null) return 'Write the numbers of labels.';
  return surrogate === null ? 'The data set has no machine score for this measure.' : 'Choose a measure.';
}

/** The request of a draft; null while something is missing. */
export function labRequestOf(draft: CompleteLabDraft, datasetId: number): LabRequest | null {
  const { systems, measure, surrogate, methods, seeds, firstSeed, alpha } = draft;
  const budgets = budgetsOf(draft.budgets);
  if (!measure || !surrogate || !budgets || systems.length === 0 || methods.length === 0) return null;
  return {
    datasetId,
    systems,
    measure,
    surrogate,
    methods,
    budgets,
    seeds,
    firstSeed,
    alpha,
    plan: planOf(draft, budgets),
    ...(draft.uncertainty !== undefined && { uncertainty: draft.uncertainty }),
    disagreement: draft.disagreement,
    labelFirst: draft.labelFirst,
  };
}
