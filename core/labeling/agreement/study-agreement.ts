import { listAnnotators } from '../../../db/annotators.ts';
import { listDraws } from '../../../db/draws.ts';
import { keptMaps } from '../../../db/kept-maps.ts';
import { newestWords } from '../../../db/spoken-words.ts';
import type { StudyRow } from '../../../db/studies.ts';
import type { Agreement } from '../../../shared/contract/index.ts';
import { prefixWeights } from '../../estimate/influence.ts';
import { liveEstimateOf } from '../../estimate/live-estimates.ts';
import { studiesAsked } from '../../estimate/ranking.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { agreementOf, type ComparedItem } from './agreement-of.ts';
import { speakersById } from './speakers.ts';
import { atOnce, breathing } from './steps.ts';

/** Keeps the resampling of earlier reports apart from the draw and from the sides, which use the study's seed too. */
const agreementStream = 0xa6ee_0b57;
/** Error level of the intervals: 95 %. */
const alpha = 0.05;

const jackknifeWords = (pseudo: string) =>
  `approximate, 95 %, for one look: a jackknife over items beside ${pseudo} for coefficients, from 30 items on, and Student’s t with pseudo-labels for means; annotators are taken as given`;
const interval = jackknifeWords('half pseudo-items');
/** Of earlier reports, whose pseudo-items were whole and made coefficients too wide. */
const wideInterval = jackknifeWords('pseudo-items');
const bootstrapInterval =
  'approximate, 95 %, bootstrap over items: for one look, and too narrow with few items or annotators';
const basis =
  'The figures describe the labeled items. Items drawn by hardness are harder than the pool, and people agree less on hard items. The figure for the whole pool weighs every item by the design, and is approximate.';

/** How the intervals of a study with this seed are found: by so many resamples in earlier reports, by none in those of now. */
export const resamplingOf = (seed: number, resamples = 0) => ({
  ...{ seed: (seed ^ agreementStream) >>> 0, resamples, alpha },
});

/** Whether a report says that its coefficients have the wider interval of earlier ones. */
export const isWide = (stated: Pick<Agreement, 'interval'>): boolean => stated.interval === wideInterval;

/** What stands beside the figures, by how their intervals are found. */
export const agreementWords = ({
  resamples,
  isOfBefore = false,
}: {
  readonly resamples: number;
  readonly isOfBefore?: boolean;
}) => ({
  interval: resamples > 0 ? bootstrapInterval : isOfBefore ? wideInterval : interval,
  basis,
});
/** The same of all pairs of a ranking. */
const ofPairs = {
  interval,
  basis:
    'The figures describe the labeled items of all pairs together. For the intervals, the labels of one item in several pairs are drawn together.',
};

interface KnownAgreement {
  /** Which labels and decisions it was made from. */
  readonly state: string;
  readonly pending: Promise<Agreement>;
  /** Undefined while it is at work. */
  agreement?: Agreement;
}

interface Asked {
  readonly studyId: number;
  /** Of a pair of a ranking: all its pairs together. */
  readonly wholeRanking?: boolean;
  /** Of all together alone. */
  readonly groupOnly?: boolean;
}

/** Agreement of each study and ranking while its labels and decisions stay as they are, by the handle of the project. */
const agreementsOf = keptMaps<string, KnownAgreement>();

/** How far the annotators of a study or of its ranking agree, from their present labels; other calls are answered meanwhile. */
export function studyAgreement(context: CoreContext, asked: Asked): Promise<Agreement> {
  const { key, studies, state, known, ofProject } = knownFor(context, asked);
  if (known) return known.pending;
  const made: KnownAgreement = { state, pending: breathing(compute(context, studies, asked)) };
  ofProject.set(key, made);
  made.pending.then(
    (agreement) => {
      made.agreement = agreement;
    },
    () => ofProject.delete(key),
  );
  return made.pending;
}

/** The same at once, for a report. */
export function studyAgreementNow(context: CoreContext, studyId: number): Agreement {
  const { key, studies, state, known, ofProject } = knownFor(context, { studyId });
  if (known?.agreement) return known.agreement;
  const agreement = atOnce(compute(context, studies, {}));
  ofProject.set(key, { state, agreement, pending: Promise.resolve(agreement) });
  return agreement;
}

function knownFor(context: CoreContext, asked: Asked) {
  const db = dbOf(context);
  const studies = studiesAsked(db, asked);
  const key = [...studies.map(({ id }) => id), ...(asked.groupOnly ? ['group'] : [])].join(' ');
  const ofProject = agreementsOf(db);
  const state = JSON.stringify([newestWords(db), listAnnotators(db), studies]);
  const found = ofProject.get(key);
  return { key, studies, state, ofProject, known: found?.state === state ? found : undefined };
}

function* compute(
  context: CoreContext,
  studies: readonly StudyRow[],
  { groupOnly = false }: Pick<Asked, 'groupOnly'>,
): Generator<void, Agreement> {
  const speakers = speakersById(context);
  const [first, ...others] = studies.map((study) => ({ study, items: comparedItems(context, study) }));
  if (!first) throw new Error('agreement is of one study at least');
  const { study } = first;
  const { seed, ...how } = resamplingOf(study.seed);
  const criteria = yield* agreementOf(dbOf(context), [first, ...others], { seed, groupOnly, ...how });
  // Nobody is named where nothing is said of anybody.
  const spoke = new Set(
    criteria.flatMap(({ byItem }) => byItem.flatMap(({ said }) => said)).map((one) => one.annotatorId),
  );
  const annotators = [...speakers.values()].filter(({ id }) => spoke.has(id));
  const words = others.length > 0 ? ofPairs : agreementWords(how);
  return { studyId: study.id, annotators, criteria, ...words, seed, ...how };
}

/** The items of a study's draw, each where it first stands, with the weight that the estimate gives it. */
export function comparedItems(context: CoreContext, study: StudyRow): ComparedItem[] {
  const weights = itemWeights(context, study.id);
  const items = new Map<number, ComparedItem>();
  for (const { itemId, number } of listDraws(dbOf(context), study.id, study.generation)) {
    if (!items.has(itemId)) items.set(itemId, { itemId, draw: number, weight: weights.get(itemId) });
  }
  return [...items.values()];
}

/** Design weight of each item of the estimate's prefix; an item drawn again counts again. */
function itemWeights(context: CoreContext, studyId: number): Map<number, number> {
  const weights = prefixWeights(context, studyId);
  const byItem = new Map<number, number>();
  for (const [i, { draw }] of liveEstimateOf(context, studyId).prefix.entries()) {
    byItem.set(draw.itemId, (byItem.get(draw.itemId) ?? 0) + weights[i]!);
  }
  return byItem;
}
