import { listDraws } from '../../db/draws.ts';
import { findQualityPlan } from '../../db/quality.ts';
import type { StudyRow } from '../../db/studies.ts';
import { listMembers } from '../../db/study-members.ts';
import type { ReadableDb } from '../../db/types.ts';
import { type ItemRating, itemRatings } from '../studies/ratings/ratings.ts';
import { itemStanding } from './final-rule.ts';
import { linkedStudies } from './ranking.ts';
import { outOf } from './who-is-out.ts';

/**
 * Whether one more annotator is asked where those of an item leave no majority. What the majority says is the final value, as it is
 * under that rule anyway: a third vote decides between two that differ, and where three differ the item still needs a decision.
 */
export const asksThirdVote = (
  db: ReadableDb,
  { id, finalRule, pageInstrument }: Pick<StudyRow, 'id' | 'finalRule' | 'pageInstrument'>,
): boolean =>
  finalRule === 'majority' &&
  pageInstrument === null &&
  (findQualityPlan(db, linkedStudies(db, id)[0].id)?.plan.thirdVote ?? false);

/** How many annotators are to speak of an item of which so many have. */
export function votesWanted(db: ReadableDb, study: StudyRow, itemId: number, spoken: number): number {
  const { overlap } = study;
  if (spoken !== overlap || !asksThirdVote(db, study)) return overlap;
  return itemStanding(db, study, itemId).kind === 'undecided' ? overlap + 1 : overlap;
}

/**
 * Whether an item of a study waits for a third vote, so that it needs no decision before that is given: one is asked for, and a member is
 * left who can give it.
 */
export function thirdVotesOf(db: ReadableDb, study: StudyRow): (itemId: number) => boolean {
  if (!asksThirdVote(db, study)) return () => false;
  const members = listMembers(db, study.id);
  const out = outOf(db, study);
  return (itemId) => {
    const spoken = itemRatings(db, study, itemId, { isScored: false });
    if (spoken.length < study.overlap || votesWanted(db, study, itemId, spoken.length) <= spoken.length)
      return false;
    const have = new Set(spoken.map(({ annotatorId }) => annotatorId));
    return members.length === 0 || members.some((one) => !have.has(one) && !out.has(one));
  };
}

/** How many items of a study wait for a third vote. */
export function countThirdVotes(db: ReadableDb, study: StudyRow): number {
  const waits = thirdVotesOf(db, study);
  const itemIds = new Set(listDraws(db, study.id, study.generation).map(({ itemId }) => itemId));
  return itemIds.values().reduce((sum, itemId) => (waits(itemId) ? sum + 1 : sum), 0);
}

/**
 * The words on an item of those who were asked whatever the others said: the first by time, as many as the overlap. A further vote is
 * asked for because the first ones differ, so that with it agreement would be said wrongly.
 *
 * @param timeOf when somebody spoke, as an instant
 */
export function firstAsked<T extends { readonly annotatorId: number }>(
  words: readonly T[],
  overlap: number,
  timeOf: (word: T) => string,
): readonly T[] {
  if (words.length <= overlap) return words;
  const byTime = words.toSorted((a, b) => {
    const [at, other] = [timeOf(a), timeOf(b)];
    return at < other ? -1 : at > other ? 1 : a.annotatorId - b.annotatorId;
  });
  const first = new Set(byTime.slice(0, overlap));
  return words.filter((one) => first.has(one));
}

/** When an annotator finished what they say of an item. */
export const spokenAt = ({ labels }: Pick<ItemRating, 'labels'>): string =>
  labels
    .map(({ createdAt }) => createdAt)
    .toSorted()
    .at(-1)!;
