import type { Measure, Scale, StudyOptions, SurrogateSpec } from './contract/index.ts';
import { preferenceCriterion } from './preference.ts';

/** What a judge's score is called in a file that names no criterion. */
export const unnamedCriterion = 'score';

/** What the one system of a file is called that names none. */
export const unnamedSystem = 'assistant';
/** What the judge of a file is called that names none. */
const unnamedJudge = 'judge';
/** A judge by its name, where it has one. */
export const judgeCalled = (name: string): string => (name === unnamedJudge ? 'judge' : `judge ${name}`);

type Offered = StudyOptions['surrogates'][number];
type OfferedCriterion = StudyOptions['criteria'][number];

const known = ({ coverage }: Offered, system: string): number =>
  coverage.find((one) => one.system === system)?.items ?? 0;

/** What a machine score is called on a screen, where papers and reports name the surrogate. */
export function machineScoreName({ spec, name }: { spec: SurrogateSpec; name: string }): string {
  if (spec.kind === 'none') return 'None';
  return spec.kind === 'system' ? name.replace(/^Responses of/, 'Agreement with the replies of') : name;
}

/** The same in a sentence. */
export const machineScoreWords = ({
  surrogate,
  surrogateName,
}: {
  surrogate: SurrogateSpec;
  surrogateName: string;
}) =>
  surrogate.kind === 'none'
    ? 'without a machine score'
    : `machine score: ${machineScoreName({ spec: surrogate, name: surrogateName })}`;

/** Items of the system that a machine score knows least of. */
export const leastCoverage = (option: Offered, systems: readonly string[]): number =>
  Math.min(...systems.map((system) => known(option, system)));

/** Whether a score is a judge's for something that the study does not measure. What is better overall is preferred. */
export const judgesAnother = ({ measures }: Pick<Offered, 'measures'>, measure: Measure): boolean =>
  measures !== null &&
  measures !== unnamedCriterion &&
  !(
    measure.kind === 'criterion' &&
    (isSame(measures, measure.criterion) ||
      (measure.criterion === preferenceCriterion && isGeneral({ name: measures })))
  );

const isSame = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/**
 * The machine scores that know something about every system of a study, the likely best first: judges of the measure
 * before what the texts tell; after "none" what nobody should be given without choosing it, metrics and judges of
 * another criterion. One of the systems itself cannot be the machine score of another.
 */
export function surrogatesFor(
  options: Pick<StudyOptions, 'surrogates'>,
  systems: readonly string[],
  measure: Measure,
): Offered[] {
  const rank = (option: Offered) => {
    const { spec, measures } = option;
    if (judgesAnother(option, measure)) return 7;
    if (spec.kind === 'judge') return measures === unnamedCriterion ? 1 : 0;
    return { llm: 2, system: 3, reader: 4, none: 5, auto: 6 }[spec.kind];
  };
  return options.surrogates
    .filter(({ spec }) => spec.kind !== 'system' || !systems.includes(spec.system))
    .filter((option) => leastCoverage(option, systems) > 0)
    .toSorted((a, b) => rank(a) - rank(b) || leastCoverage(b, systems) - leastCoverage(a, systems));
}

/**
 * A judge of another criterion, where no machine scores what a study measures: people may mean the same by two names, and
 * something else would take the judge's place without a word. Undefined where there is none.
 *
 * @param possible as `surrogatesFor` gives them
 */
export function judgeOfAnother(
  possible: readonly Offered[],
  measure: Measure,
): Extract<SurrogateSpec, { kind: 'judge' }> | undefined {
  const isScored = possible.some((one) => one.measures !== null && !judgesAnother(one, measure));
  if (measure.kind !== 'criterion' || measure.criterion === preferenceCriterion || isScored) return undefined;
  for (const one of possible) {
    if (one.spec.kind === 'judge' && judgesAnother(one, measure)) return one.spec;
  }
  return undefined;
}

/** The machine score of a study whose maker chose none: the first that knows at least half of the items; null for none. */
export function proposedSurrogate(
  options: Pick<StudyOptions, 'surrogates' | 'systems'>,
  systems: readonly string[],
  measure: Measure,
): SurrogateSpec | null {
  const pools = options.systems.filter(({ name }) => systems.includes(name)).map(({ items }) => items);
  const possible = surrogatesFor(options, systems, measure);
  const enough = possible.find((one) => 2 * leastCoverage(one, systems) >= Math.min(...pools));
  return (enough ?? possible[0])?.spec ?? null;
}

/** A name that says that people wrote the replies. */
const isReference = (name: string) =>
  /^(reference|gold|golden|target|human)s?([ _-](answer|reply|response))?$|ground[ _-]?truth|human[ _-](generated|written)/i.test(
    name.trim(),
  );

/** Whose replies a study judges when nobody says: the first that is no reference; null where there is none at all. */
export const proposedSystem = <T extends { name: string }>(systems: readonly T[]): T | undefined =>
  systems.find(({ name }) => !isReference(name)) ?? systems[0];

/** Whether a criterion is of the whole, and not of one side of it. */
const isGeneral = ({ name }: Pick<OfferedCriterion, 'name'>) =>
  /^(overall( quality)?|quality|helpful(ness)?)$/i.test(name);

/**
 * What a study measures when nobody says: what a judge scores, preferably what people scored as well; else what people
 * scored; else the general criterion that is offered. Of several that of the whole comes before one of a part.
 */
export function proposedMeasure({
  criteria,
  metrics,
  surrogates,
}: Pick<StudyOptions, 'criteria' | 'metrics' | 'surrogates'>): Measure | null {
  const judged = surrogates.flatMap(({ measures }) => (measures === null ? [] : [measures]));
  const isJudged = ({ name }: OfferedCriterion) => judged.some((criterion) => isSame(criterion, name));
  const asked = criteria.filter(({ kind }) => kind !== 'answer');
  const rated = [...asked.filter(isGeneral), ...asked.filter((one) => !isGeneral(one))];
  const found =
    rated.find((one) => isJudged(one) && !one.isNew) ?? rated.find(isJudged) ?? rated[0] ?? criteria[0];
  if (found) return { kind: 'criterion', criterion: found.name };
  return metrics[0] ? { kind: 'metric', metric: metrics[0].id } : null;
}

/** Items that two systems answered both, as far as the options know it. */
export const sharedItems = (
  { surrogates }: Pick<StudyOptions, 'surrogates'>,
  a: string,
  b: string,
): number => {
  const found = surrogates.find(({ spec }) => spec.kind === 'system' && spec.system === a);
  return found === undefined ? 0 : known(found, b);
};

/** The two systems that a study of preferences compares when nobody says: those with the most items in common; null for none. */
export function proposedPair(
  options: Pick<StudyOptions, 'surrogates' | 'systems' | 'criteria'>,
  measure: Measure,
): [string, string] | null {
  if (measure.kind !== 'criterion' || measure.criterion !== preferenceCriterion) return null;
  if (!takesPreferences(options.criteria.find(({ name }) => name === preferenceCriterion))) return null;
  const names = options.systems.map(({ name }) => name);
  const pairs = names.flatMap((a, i) => names.slice(i + 1).map((b): [string, string] => [a, b]));
  const [first] = pairs
    .map((pair) => ({ pair, items: sharedItems(options, ...pair) }))
    .filter(({ items }) => items > 0)
    .sort((a, b) => b.items - a.items);
  return first?.pair ?? null;
}

/** Which of two replies is better, as a criterion that any data can be asked about. */
export const offeredPreference: OfferedCriterion = {
  name: preferenceCriterion,
  kind: 'rating',
  scale: { min: 0, max: 1, direction: 'higher' },
  declared: true,
  isNew: true,
};

/** The same with the preference between replies, where there are several systems: whatever was scored, they can be compared. */
export const withPreference = (options: StudyOptions): StudyOptions =>
  options.systems.length < 2 || options.criteria.some(({ name }) => name === preferenceCriterion)
    ? options
    : { ...options, criteria: [...options.criteria, offeredPreference] };

const mostProposed = 10;

/** The systems to rank when nobody says: the first that all answered some items together, ten at most; none for fewer than three. */
export function proposedRanking(options: Pick<StudyOptions, 'surrogates' | 'systems'>): string[] {
  const ranked: string[] = [];
  for (const { name } of options.systems) {
    if (ranked.length === mostProposed) break;
    if (ranked.every((other) => sharedItems(options, other, name) > 0)) ranked.push(name);
  }
  return ranked.length < 3 ? [] : ranked;
}

/** Whether a criterion can be asked for as a preference: one that nobody made yet, or one from 0 (a loss) to 1 (a win). */
export const takesPreferences = (criterion: Pick<OfferedCriterion, 'scale'> | undefined): boolean =>
  criterion === undefined ||
  (criterion.scale.min === 0 && criterion.scale.max === 1 && criterion.scale.direction === 'higher');

interface JudgeScale {
  readonly kind: 'judge' | 'auto';
  /** The criterion of people that it scores; null where it names none. */
  readonly measures: string | null;
  readonly scale: Scale;
  readonly declared: boolean;
}

/**
 * What can be asked of people beside the criteria that a data set has: what its judges score, on a scale for people; and,
 * where there is neither, something general from 1 to 5.
 *
 * @param isWhole whether whole conversations are judged, not replies
 */
export function newCriteria(
  stored: readonly Pick<OfferedCriterion, 'name'>[],
  judges: readonly JudgeScale[],
  isWhole: boolean,
): OfferedCriterion[] {
  const ofJudges = judges.filter(({ kind }) => kind === 'judge');
  const named = new Map<string, OfferedCriterion>();
  for (const judged of ofJudges) {
    const { measures: criterion } = judged;
    if (criterion === null || criterion === unnamedCriterion) continue;
    const taken = [...stored, ...named.values()].some(({ name }) => isSame(name, criterion));
    if (!taken) named.set(criterion, offered(criterion, scaleForPeople(judged)));
  }
  if (stored.length + named.size > 0) return [...named.values()];
  const scale = ofJudges[0] && scaleForPeople(ofJudges[0]);
  return [offered(isWhole ? 'quality' : 'helpfulness', scale ?? { min: 1, max: 5, direction: 'higher' })];
}

const offered = (name: string, scale: Scale): OfferedCriterion => ({
  name,
  kind: scale.min === 0 && scale.max === 1 ? 'binary' : 'rating',
  scale,
  declared: true,
  isNew: true,
});

/**
 * The scale that people are asked on where a judge scored before them. What a judge's values happened to span is no scale
 * for people: theirs is yes or no where they lie between 0 and 1, and else 1 to 5. A scale that somebody declared for the
 * judge is kept where people can answer on it: whole numbers, at most eleven of them.
 */
function scaleForPeople({ scale: { min, max, direction }, declared }: JudgeScale): Scale {
  const isWhole = Number.isInteger(min) && Number.isInteger(max) && max - min <= 10;
  const kept = declared && isWhole ? [min, max] : null;
  const [low, high] = kept ?? (min >= 0 && max <= 1 ? [0, 1] : [1, 5]);
  return { min: low!, max: high!, direction };
}
