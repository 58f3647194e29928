import type {
  Measure,
  Preset,
  Scale,
  StudyGoal,
  StudyOptions,
  StudyQuestion,
  SurrogateSpec,
} from '../../../shared/contract/index.ts';

/** A study being set up. What is not chosen yet is null. */
export interface StudyDraft {
  system: string | null;
  measure: Measure | null;
  surrogate: SurrogateSpec | null;
  preset: Preset;
  size: number;
  seed: number;
  alpha: number;
  name: string;
  question: string;
  guidelines: string;
  goal: StudyGoal;
}

export const freshSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0]!;

export const emptyDraft = (): StudyDraft => ({
  system: null,
  measure: null,
  surrogate: null,
  preset: 'calibrated-hardness',
  size: 30,
  seed: freshSeed(),
  alpha: 0.05,
  name: '',
  question: '',
  guidelines: '',
  goal: { targetHalfWidth: null, threshold: null, budget: null },
});

type SurrogateOption = StudyOptions['surrogates'][number];

export function coverageOf(option: SurrogateOption, system: string): number {
  return option.coverage.find((one) => one.system === system)?.items ?? 0;
}

/** The surrogates that know something about a system, the likely best first. */
export function surrogatesFor(options: StudyOptions, system: string, measure: Measure): SurrogateOption[] {
  const wanted = measure.kind === 'criterion' ? measure.criterion : null;
  const rank = ({ spec }: SurrogateOption) => {
    if (spec.kind === 'judge') return spec.criterion === wanted ? 0 : 1;
    return { auto: 2, system: 3, reader: 4, none: 5 }[spec.kind];
  };
  return options.surrogates
    .filter((option) => coverageOf(option, system) > 0)
    .toSorted((a, b) => rank(a) - rank(b) || coverageOf(b, system) - coverageOf(a, system));
}

/** Fills in what is open, or no longer possible, with the likeliest choice. */
export function completeDraft(draft: StudyDraft, options: StudyOptions): StudyDraft {
  const system = options.systems.find(({ name }) => name === draft.system) ?? options.systems[0];
  const measure = possibleMeasure(draft.measure, options);
  if (!system || !measure) return { ...draft, system: system?.name ?? null, measure, surrogate: null };
  const possible = surrogatesFor(options, system.name, measure);
  const key = JSON.stringify(draft.surrogate);
  const kept = possible.find(({ spec }) => JSON.stringify(spec) === key);
  return {
    ...draft,
    system: system.name,
    measure,
    surrogate: (kept ?? possible[0])?.spec ?? null,
    size: Math.min(draft.size, system.items),
  };
}

function possibleMeasure(measure: Measure | null, { criteria, metrics }: StudyOptions): Measure | null {
  if (measure?.kind === 'criterion' && criteria.some(({ name }) => name === measure.criterion))
    return measure;
  if (measure?.kind === 'metric' && metrics.some(({ id }) => id === measure.metric)) return measure;
  const criterion = criteria.find(({ kind }) => kind !== 'answer') ?? criteria[0];
  if (criterion) return { kind: 'criterion', criterion: criterion.name };
  return metrics[0] ? { kind: 'metric', metric: metrics[0].id } : null;
}

/** The scale of a measure, where the options know it. */
export function scaleOf(measure: Measure | null, { criteria }: StudyOptions): Scale | null {
  if (!measure) return null;
  if (measure.kind === 'metric') return { min: 0, max: 1, direction: 'higher' };
  return criteria.find(({ name }) => name === measure.criterion)?.scale ?? null;
}

export function questionOf(draft: StudyDraft, datasetId: number): StudyQuestion | null {
  const { system, measure, surrogate } = draft;
  return system !== null && measure && surrogate ? { datasetId, system, measure, surrogate } : null;
}
