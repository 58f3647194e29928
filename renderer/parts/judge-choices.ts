import type {
  Endpoint,
  Judge,
  Prompt,
  Run,
  StudyOptions,
  SurrogateSpec,
} from '../../shared/contract/index.ts';
import { formatCount, plural } from '../api/format.ts';
import type { StudyDraft } from './study/study-draft.ts';

/** What is judged where nothing else is known. */
const usualCriterion = 'helpfulness';

const newest = (judges: readonly Judge[]): Judge | undefined => judges.toSorted((a, b) => b.id - a.id)[0];

/**
 * The prompt that a new judge most likely has: the one used last; else the one of most of the `criteria` at hand, among
 * equals and without any that of "helpfulness".
 */
export function likelyPrompt(
  prompts: readonly Prompt[],
  judges: readonly Judge[],
  criteria: readonly string[],
): Prompt | undefined {
  const last = prompts.find(({ id }) => id === newest(judges)?.promptId);
  const fits = (prompt: Prompt, wanted: readonly string[]) =>
    prompt.criteria.filter(({ name }) => wanted.some((one) => isSameCriterion(name, one))).length;
  const rank = (prompt: Prompt) => 2 * fits(prompt, criteria) + fits(prompt, [usualCriterion]);
  return last ?? prompts.toSorted((a, b) => rank(b) - rank(a))[0];
}

/** The endpoint used last, else the first. */
export const likelyEndpoint = (
  endpoints: readonly Endpoint[],
  judges: readonly Judge[],
): Endpoint | undefined => endpoints.find(({ id }) => id === newest(judges)?.endpointId) ?? endpoints[0];

const fewestSharedLetters = 5;

/** "Helpful" and "helpfulness" are one criterion. */
function isSameCriterion(a: string, b: string): boolean {
  const [short, long] = [a.toLowerCase(), b.toLowerCase()].toSorted((x, y) => x.length - y.length);
  return short === long || (short!.length >= fewestSharedLetters && long!.startsWith(short!));
}

/** Judges of each name with its newest version first. */
export const isNewestVersion = (judge: Judge, judges: readonly Judge[]): boolean =>
  judges.every(({ name, version }) => name !== judge.name || version <= judge.version);

/**
 * The study that the scores of a run serve: its system or pair, with the judge's score as the machine score. What people
 * are asked is the criterion of the judge, by the name that they have for it; a judge of pairs leaves open what people rate.
 *
 * @param surrogates what the data set offers, which has that name
 * @returns null for a run without scores
 */
export function studyOfRun(
  run: Run,
  judge: Judge,
  surrogates: StudyOptions['surrogates'] = [],
): Partial<StudyDraft> | null {
  const criterion = judge.criteria[0]?.name;
  if (criterion === undefined || run.system === null || (run.outcomes.scored ?? 0) === 0) return null;
  const { system, against } = run;
  if (against === null) {
    const surrogate = { kind: 'judge', judge: judge.signalName, criterion } as const;
    const offered = surrogates.find(({ spec }) => isSameSignal(spec, surrogate));
    return {
      compare: 'one',
      system,
      measure: { kind: 'criterion', criterion: offered?.measures ?? criterion },
      surrogate,
    };
  }
  return {
    compare: 'two',
    system,
    against,
    surrogate: {
      kind: 'judge',
      judge: judge.signalName,
      criterion: `${criterion}: ${[system, against].sort().join(' / ')}`,
    },
  };
}

/**
 * Why no study is made with a run of a part of the items, such as those for practice: the others would have no machine score. Null
 * where it asked about all items that the study draws from, or all of them have a score of its judge.
 */
export function whyNoStudy(
  run: Run,
  judge: Judge,
  { systems, surrogates }: Pick<StudyOptions, 'systems' | 'surrogates'>,
): string | null {
  const spec = studyOfRun(run, judge, surrogates)?.surrogate;
  const itemsOf = (kind: SurrogateSpec) =>
    surrogates.find(({ spec: one }) => isSameSignal(one, kind))?.coverage ?? [];
  const countOf = (counts: readonly { system: string; items: number }[]) =>
    counts.find(({ system }) => system === run.system)?.items ?? 0;
  const all =
    run.against === null
      ? (systems.find(({ name }) => name === run.system)?.items ?? 0)
      : countOf(itemsOf({ kind: 'system', system: run.against }));
  const scored = spec ? countOf(itemsOf(spec)) : 0;
  return run.items >= all || scored >= all
    ? null
    : `This run asked about ${formatCount(run.items)} of ${plural(all, 'item')}. Run the judge on all of them first.`;
}

/** Whether two machine scores are one. */
const isSameSignal = (a: SurrogateSpec, b: SurrogateSpec): boolean => {
  if (a.kind === 'judge') return b.kind === 'judge' && a.judge === b.judge && a.criterion === b.criterion;
  return a.kind === 'system' && b.kind === 'system' && a.system === b.system;
};
