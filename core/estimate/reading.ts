import { listAnnotators } from '../../db/annotators.ts';
import { findItem } from '../../db/items.ts';
import { labelFieldsOf } from '../../db/label-fields.ts';
import { responsesOf } from '../../db/pools.ts';
import { listSignalScales } from '../../db/scores.ts';
import { getStudy, type StudyRow } from '../../db/studies.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { LabelSpread, NotedItem, ReadItem, Reading } from '../../shared/contract/index.ts';
import { answerTokens, preferenceLength } from '../../stats/index.ts';
import { lastQuestion } from '../data/last-question.ts';
import { shortened } from '../data/shortened.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { shouldHaveSaid } from '../studies/corrections.ts';
import { designs } from '../studies/design.ts';
import { shownScale } from '../studies/estimand-scale.ts';
import { itemRatings } from '../studies/ratings/ratings.ts';
import { prefixWeights } from './influence.ts';
import { labelSpread, type Spread } from './label-spread.ts';
import { liveEstimateOf } from './live-estimates.ts';
import { surrogateName } from './surrogate/surrogate-names.ts';

/** Letters of a reply that a list shows. */
const replyLength = 400;

/**
 * How the preferences of a study go with the lengths of the two replies; nothing of ratings, and of too few labels. Items whose
 * replies are the same count as ties in the win rate, as they do in the estimate.
 */
export function lengthOfPreferences(context: CoreContext, study: StudyRow): LabelSpread['length'] {
  if (study.form.kind !== 'preference' || !study.against) return undefined;
  const { systemId, against, populationSize } = study;
  const db = dbOf(context);
  const weights = prefixWeights(context, study.id);
  const words = (itemId: number, id: number) =>
    Math.log1p(answerTokens(responsesOf(db, itemId, id).join('\n')).length);
  const found = preferenceLength(
    liveEstimateOf(context, study.id).prefix.flatMap(({ draw: { itemId }, final }, i) => {
      const weight = weights[i];
      if (final.kind !== 'value' || weight === undefined) return [];
      const a = words(itemId, systemId) - words(itemId, against.systemId);
      return [{ a, b: final.y, weight }];
    }),
  );
  if (!found) return undefined;
  const overAll = (rate: number) => 0.5 + (populationSize / against.sharedItems) * (rate - 0.5);
  const { items, longer, atEqualLength: equal } = found;
  return {
    items,
    longer,
    atEqualLength: equal
      ? { value: overAll(equal.value), lower: overAll(equal.lower), upper: overAll(equal.upper) }
      : null,
  };
}

/** Of how many items that count somebody said that both replies are bad; undefined where that cannot be said. */
export function countBothBad(context: CoreContext, study: StudyRow): number | undefined {
  if (study.form.kind !== 'preference' || !study.form.bothBad) return undefined;
  const db = dbOf(context);
  const isSaid = (itemId: number) =>
    itemRatings(db, study, itemId, { isScored: false }).some(
      ({ labels: [first] }) => labelFieldsOf(db, first.id).get('bothBad') === true,
    );
  const counted = liveEstimateOf(context, study.id).prefix.map(({ draw }) => draw.itemId);
  return [...new Set(counted)].filter(isSaid).length;
}

/** How a study's labels are distributed, and which items stand out. */
export function spreadOfLabels(context: CoreContext, study: StudyRow): Spread {
  const weights = prefixWeights(context, study.id);
  const draws = liveEstimateOf(context, study.id).prefix.map(({ draw, final }, i) => ({
    order: draw.number,
    item: draw.itemId,
    y: final.kind === 'value' ? final.y : null,
    surrogate: draw.surrogateValue,
    weight: weights[i] ?? 0,
  }));
  return labelSpread(draws, {
    scale: shownScale(study),
    isDifference: study.against !== null,
    machine: comparableMachine(dbOf(context), study),
    imputed: study.missingSurrogate > 0 ? study.poolSummary.mean : null,
    isWeighted: designs[study.preset].id === 'without-replacement',
  });
}

/**
 * The surrogate by its name where it answers the study's own question on the same scale: a judge of the criterion, or the metric
 * on guessed answers. Other machine scores help the estimate, but their numbers are of something else.
 */
function comparableMachine(db: ReadableDb, { datasetId, measure, surrogate }: StudyRow): string | null {
  if (measure.kind === 'criterion') {
    if (surrogate.kind !== 'judge') return null;
    const { judge, criterion } = surrogate;
    const signal = listSignalScales(db, datasetId).find(
      (one) => one.kind === 'judge' && one.name === judge && one.criterion === criterion,
    );
    const scored = signal?.measures ?? criterion;
    return ['score', measure.criterion].includes(scored) ? surrogateName(surrogate) : null;
  }
  const isGuess = surrogate.kind === 'llm' || surrogate.kind === 'reader' || surrogate.kind === 'system';
  return isGuess && surrogate.similarity === undefined ? surrogateName(surrogate) : null;
}

/** How the labels are distributed, and the conversations to read, with their texts and whose labels they have. */
export function readingOf(context: CoreContext, studyId: number): Reading {
  const study = getStudy(dbOf(context), studyId);
  const { worst, best, differing, ...spread } = spreadOfLabels(context, study);
  const itemOf = readItems(context, study);
  const length = lengthOfPreferences(context, study);
  const bothBad = countBothBad(context, study);
  return {
    ...spread,
    ...(length && { length }),
    ...(bothBad !== undefined && { bothBad }),
    worst: worst.map(itemOf),
    best: best.map(itemOf),
    differing: differing.map(itemOf),
  };
}

function readItems(context: CoreContext, study: StudyRow): (noted: NotedItem) => ReadItem {
  const db = dbOf(context);
  const drawOf = new Map(liveEstimateOf(context, study.id).prefix.map(({ draw }) => [draw.number, draw]));
  const names = new Map(listAnnotators(db).map(({ id, name }) => [id, name]));
  return (noted) => {
    const { itemId, ref } = drawOf.get(noted.order)!;
    const said = itemRatings(db, study, itemId, { isScored: false });
    return {
      ...noted,
      ...shortTexts(context, study, itemId),
      itemId,
      ref,
      externalId: findItem(db, itemId)!.externalId,
      annotators: said.map(({ annotatorId }) => ({ id: annotatorId, name: names.get(annotatorId) ?? '' })),
    };
  };
}

/** What an item asks and what the systems of a study reply, in short. */
export function shortTexts(
  context: CoreContext,
  { systemId, against }: Pick<StudyRow, 'systemId' | 'against'>,
  itemId: number,
): Pick<ReadItem, 'question' | 'replies' | 'corrected'> {
  const db = dbOf(context);
  const systems = [systemId, ...(against ? [against.systemId] : [])];
  // Of a reply that several people corrected, one of them is enough beside it.
  const corrected = systems.flatMap((id, reply) =>
    shouldHaveSaid(db, itemId, id)
      .slice(-1)
      .map((text) => ({ reply, text: shortened(text, replyLength) })),
  );
  return {
    ...(corrected.length > 0 && { corrected }),
    question: lastQuestion(findItem(db, itemId)?.conversation ?? []),
    replies: systems.flatMap((id) => {
      const last = responsesOf(db, itemId, id).at(-1);
      return last === undefined ? [] : [shortened(last, replyLength)];
    }),
  };
}
