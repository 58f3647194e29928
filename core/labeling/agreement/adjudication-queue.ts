import { findItem } from '../../../db/items.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import type {
  AdjudicationEntry,
  AdjudicationFilter,
  AdjudicationQueue,
  FinalRule,
} from '../../../shared/contract/index.ts';
import { lastQuestion } from '../../data/last-question.ts';
import { studiesAsked } from '../../estimate/ranking.ts';
import { thirdVotesOf } from '../../estimate/third-vote.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { labelKeysFor } from '../../studies/label-key.ts';
import { openedQueue } from './adjudicator.ts';
import { type AskedCriterion, askedCriteria, askedCriterion } from './asked-criteria.ts';
import { type DecisionStanding, decisionStanding } from './decision-standing.ts';
import { largestDifference, needsDecision, spreadOf } from './disagreement.ts';
import { comparingOf, type RatedItem, ratedItems } from './ratings.ts';
import { comparedItems } from './study-agreement.ts';
import { decidesWithoutNames } from './without-names.ts';

interface Asked {
  readonly studyId: number;
  readonly wholeRanking: boolean;
  readonly filter: AdjudicationFilter;
  readonly annotatorId?: number | undefined;
}

type Entry = AdjudicationEntry & { rated: RatedItem };

/**
 * The items of a study, or of all pairs of its ranking, whose annotators differ or whose decision is outdated, criterion by
 * criterion: undecided ones first, then outdated ones, then the most disagreed. Those that wait for a third vote are left out.
 */
export function adjudicationQueue(
  context: CoreContext,
  { studyId, wholeRanking, filter, annotatorId }: Asked,
): AdjudicationQueue {
  const db = dbOf(context);
  const { finalRule } = getStudy(db, studyId);
  const studies = studiesAsked(db, { studyId, wholeRanking });
  const waits = new Map(studies.map((study) => [study.id, thirdVotesOf(db, study)]));
  const found = Map.groupBy(askedOnce(context, studies), (entry) => waits.get(entry.studyId)!(entry.itemId));
  const all = found.get(false) ?? [];
  const differing = all.filter(({ spread }) => spread > 0);
  return {
    studyId,
    finalRule,
    ...openedQueue(context, studyId, annotatorId),
    withoutNames: decidesWithoutNames(db, studyId),
    entries: all
      .filter((entry) => passes(entry, filter, finalRule))
      .sort(byUrgency)
      .map(({ rated, ...entry }) => entry),
    differing: differing.length,
    decided: differing.filter(({ isDecided }) => isDecided).length,
    outdated: all.filter(({ isOutdated }) => isOutdated).length,
    awaitingThirdVote: new Set(found.get(true)?.map((one) => `${one.studyId} ${one.itemId}`)).size,
  };
}

/** The entries of several studies; what answers several of them at once stands in the first. */
function askedOnce(context: CoreContext, studies: readonly StudyRow[]): Entry[] {
  const seen = new Set<string>();
  return studies.flatMap((study) =>
    adjudicationEntries(context, study.id).filter(({ itemId, criterionId }) => {
      const { study: asked } = askedCriterion(dbOf(context), study, criterionId);
      const key = JSON.stringify(labelKeysFor(asked, itemId));
      return !seen.has(key) && seen.add(key);
    }),
  );
}

/** Every item and criterion of a study whose annotators differ or whose decision is outdated, in draw order. */
export function adjudicationEntries(context: CoreContext, studyId: number): Entry[] {
  const db = dbOf(context);
  const study = getStudy(db, studyId);
  const items = comparedItems(context, study);
  const draws = new Map(items.map(({ itemId, draw }) => [itemId, draw]));
  return askedCriteria(db, study).flatMap((asked) =>
    ratedItems(db, asked.study, [...draws.keys()]).flatMap((rated): Entry[] => {
      const spread = spreadOf(rated, comparingOf(asked.study)) ?? 0;
      const standing = decisionStanding(db, asked.study, rated.itemId);
      if (spread === 0 && !standing.isOutdated) return [];
      return [entryOf(context, asked, rated, { draw: draws.get(rated.itemId)!, spread, ...standing })];
    }),
  );
}

function entryOf(
  context: CoreContext,
  { criterionId, criterion, study }: AskedCriterion,
  rated: RatedItem,
  known: Pick<Entry, 'draw' | 'spread' | keyof DecisionStanding>,
): Entry {
  const db = dbOf(context);
  const { itemId, words } = rated;
  return {
    studyId: study.id,
    itemId,
    criterionId,
    criterion,
    ...known,
    question: lastQuestion(findItem(db, itemId)!.conversation),
    largest: largestDifference(rated, comparingOf(study)),
    annotators: words.length,
    rated,
  };
}

function passes({ rated, largest, spread }: Entry, filter: AdjudicationFilter, rule: FinalRule): boolean {
  switch (filter.kind) {
    case 'any':
      return true;
    case 'rule':
      return needsDecision(rule, rated);
    case 'distance':
      // A skip beside a label, or another text, is as far as can be.
      return spread > 0 && (largest === null || largest >= filter.least);
  }
}

const urgency = ({ isDecided, isOutdated }: Entry) => (isOutdated ? 1 : isDecided ? 2 : 0);

const byUrgency = (a: Entry, b: Entry) => urgency(a) - urgency(b) || b.spread - a.spread || a.draw - b.draw;
