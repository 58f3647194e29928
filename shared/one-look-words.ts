import type { EstimateReport, MethodEstimate } from './contract/estimate.ts';
import type { LabRun, LabRunSummary } from './contract/lab.ts';
import type { LookPlan, Measure, Preset, Study, SurrogateSpec } from './contract/study.ts';
import { formatCount, formatPercent, writtenEstimate } from './number-text.ts';

/** Fewest labels at a look with the approximate interval. */
export const fewestApproximate = 20;

/** What the approximate interval is, before anybody chooses it. */
export const approximateOffer =
  'Shown beside the interval that bets; at 30 to 100 labels 5 to 15 % narrower than that. Approximate: in simulated studies it held in 97 %, in the worst population in 94 %.';

/** Why a plan cannot have the approximate interval, and what to do; null where it can. */
export function approximateProblem(study: {
  preset: Preset;
  isComparison: boolean;
  labels: number;
}): { what: string; remedy: string } | null {
  if (study.isComparison) {
    return {
      what: 'The approximate interval is for studies of one system.',
      remedy: 'Leave it out: how often it holds for a difference was not measured.',
    };
  }
  if (study.preset !== 'uniform') {
    return {
      what: 'The approximate interval needs uniform draws.',
      remedy: 'Choose the design uniform, or leave the approximate interval out.',
    };
  }
  if (study.labels < fewestApproximate) {
    return {
      what: `The approximate interval needs a look at ${fewestApproximate} labels or more, and this one is at ${study.labels}.`,
      remedy: `Look at ${fewestApproximate} labels or more, or leave the approximate interval out.`,
    };
  }
  return null;
}

/** Whether a plan declared the approximate interval. */
const isApproximate = (plan: LookPlan | null): boolean => plan?.kind === 'once' && plan.approximate === true;

/**
 * The approximate interval that was declared with the one look, with what it rests on; before the look, and where there is none, why.
 * Null where none was declared.
 */
export function approximateWords(
  { lookPlan, estimates, scale }: Pick<EstimateReport, 'lookPlan' | 'estimates' | 'scale'>,
  measured: readonly LabCoverage[],
): string | null {
  const estimate = estimates.find(({ method }) => method === 'one-look');
  if (!isApproximate(lookPlan) || !estimate) return null;
  const name = 'The approximate interval from all signals';
  if (!estimate.estimable || estimate.value === null) return `${name}: ${estimate.reason ?? 'not yet'}.`;
  const { interval } = writtenEstimate(estimate, scale);
  if (interval === null) return `${name}: none. ${estimate.assumptions ?? ''}`;
  const basis = `${estimate.assumptions ?? ''} On these data: ${coverageWords(measured, estimate.method)}.`;
  return `${name}, at this one look: ${interval}. ${basis}`;
}

/** What a study has to have in common with a back-test that speaks for its one look. */
interface OneLookQuestion {
  readonly datasetId: number;
  readonly system: string;
  readonly measure: Measure;
  readonly surrogate: SurrogateSpec;
  readonly alpha: number;
}

/** How often an interval for one look held in a back-test on the study's own data. */
export interface LabCoverage {
  readonly method: string;
  readonly coverage: number;
  readonly seeds: number;
}

/** Whether an interval holds at one look and at no other, by the words of its kind. */
export const isForOneLook = ({ interval }: Pick<MethodEstimate, 'interval'>): boolean =>
  interval?.endsWith('valid at one look only') ?? false;

/** Whether a back-test is about the data, the system, the measure and the surrogate of a study, at its error level. */
export const isAbout = (
  { request }: Pick<LabRunSummary, 'request'>,
  { datasetId, system, measure, surrogate, alpha }: OneLookQuestion,
): boolean =>
  request.datasetId === datasetId &&
  request.systems.includes(system) &&
  request.alpha === alpha &&
  JSON.stringify([request.measure, request.surrogate]) === JSON.stringify([measure, surrogate]);

/** The coverage of every method on uniform draws at that number of labels. @param run one that `isAbout` the study */
export const coverageIn = ({ rows }: Pick<LabRun, 'rows'>, system: string, look: number): LabCoverage[] =>
  rows.flatMap(({ estimator: method, sampler, system: of, budget, coverage, seeds }) =>
    sampler === 'uniform' && of === system && budget === look && coverage !== null
      ? [{ method, coverage, seeds }]
      : [],
  );

/** The calls that tell of back-tests. */
interface LabCalls {
  list(input: object): Promise<LabRunSummary[]>;
  get(input: { runId: number }): Promise<LabRun>;
}

/**
 * How often intervals for one look held in the newest back-tests on a study's own data, at the look that it declared; none for
 * studies that look as they like.
 */
export async function oneLookCoverage(
  lab: LabCalls,
  { datasetId, system, measure, surrogate, alpha, comparison }: OneLookQuestion & Pick<Study, 'comparison'>,
  { lookPlan, looks: [look] }: Pick<EstimateReport, 'lookPlan' | 'looks'>,
): Promise<LabCoverage[]> {
  if (lookPlan?.kind !== 'once' || look === undefined || comparison) return [];
  const question = { datasetId, system, measure, surrogate, alpha };
  const runs = (await lab.list({})).filter((run) => isAbout(run, question));
  const found: LabCoverage[] = [];
  for (const { id } of runs) {
    const measured = coverageIn(await lab.get({ runId: id }), system, look);
    found.push(...measured.filter(({ method }) => found.every((one) => one.method !== method)));
  }
  return found;
}

/** How an interval for one look did on the study's own data, as it stands behind the interval. */
export function coverageWords(measured: readonly LabCoverage[], method: string): string {
  const found = measured.find((one) => one.method === method);
  if (!found) return 'not measured here: run the Lab';
  const { coverage, seeds } = found;
  return `held in ${formatPercent(coverage)} of ${formatCount(seeds)} Lab studies on these data`;
}
