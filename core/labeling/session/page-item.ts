import { getItem } from '../../../db/items.ts';
import { currentLabel } from '../../../db/labels.ts';
import { findMark } from '../../../db/marks.ts';
import type { LabelAnswer, LabelItem } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { turnsOfItem } from '../../data/step-facts.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { isOrdered } from '../../studies/label-key.ts';
import type { AnswerRow, AnswerRows } from '../../studies/ratings/ratings.ts';
import { placeOf } from '../assignment/batch-key.ts';
import { shownTurns } from './blind-item.ts';
import { checkedScore } from './check-answer.ts';
import { annotatorOfLabelingSession, batchOfRef, type PagedLabelingSession } from './labeling-session.ts';
import { type PageReply, pageReplies } from './page-replies.ts';
import { askedSystems, pageOfItem, type RankingPage } from './ranking-page.ts';

/** The page that a reference stands for, whichever pair it came from. @throws AppError NOT_FOUND */
export function pageOfRef(
  context: CoreContext,
  labelingSession: PagedLabelingSession,
  ref: string,
): RankingPage {
  const { itemId } = placeOf(dbOf(context), batchOfRef(context, labelingSession, ref), ref);
  const page = pageOfItem(context, labelingSession, itemId);
  if (page) return page;
  throw new AppError('NOT_FOUND', 'That item is not among those of this ranking.', { field: 'ref' });
}

/** What a page shows: the distinct replies that it asks about, each by its place among all of the item. */
export function pageItemOf(
  context: CoreContext,
  labelingSession: PagedLabelingSession,
  ref: string,
): Omit<LabelItem, 'version'> {
  const db = dbOf(context);
  const page = pageOfRef(context, labelingSession, ref);
  const item = getItem(db, page.itemId, 'ref');
  const annotatorId = annotatorOfLabelingSession(labelingSession);
  const marks = page.pairs.map(({ study }) => findMark(db, study.id, page.itemId, annotatorId));
  const replies = pageReplies(db, labelingSession.pages, page.itemId);
  const asked = askedSystems(page);
  const shown = replies.flatMap(({ systemIds, responses }, place) =>
    systemIds.some((id) => asked.has(id)) ? [{ place, turns: shownTurns(turnsOfItem(item), responses) }] : [],
  );
  return {
    ref,
    position: 1,
    conversation: shown[0]?.turns.conversation ?? [],
    replies: [],
    rightReplies: null,
    page: shown.map(({ place, turns }) => ({ place, replies: turns.replies })),
    passage: item.context,
    current: ratingsOf(context, labelingSession, page.itemId, replies),
    draft: marks.find(({ draft }) => draft !== null)?.draft ?? null,
    note: marks.find(({ note }) => note !== '')?.note ?? '',
    flagged: marks.some(({ flagged }) => flagged),
  };
}

/** What an answer to a page is about. */
interface AnsweredPage extends Pick<RankingPage, 'itemId' | 'batch'> {
  /** Systems whose reply has to be rated, and is skipped by a skip. */
  readonly asked: ReadonlySet<number>;
}

/** What whoever labels says of a page at present; null while that is nothing. */
export const pageAnswer = (
  context: CoreContext,
  labelingSession: PagedLabelingSession,
  itemId: number,
): LabelAnswer | null =>
  ratingsOf(context, labelingSession, itemId, pageReplies(dbOf(context), labelingSession.pages, itemId));

function ratingsOf(
  context: CoreContext,
  { batches: [{ key, study }] }: PagedLabelingSession,
  itemId: number,
  replies: readonly PageReply[],
): LabelAnswer | null {
  const { criterionId, instrument } = key;
  const contents = replies.map(({ systemIds }) =>
    systemIds
      .map((systemId) => ({ itemId, systemId, criterionId, instrument }))
      .map((about) => currentLabel(dbOf(context), about, key.annotatorId)?.content)
      .find((content) => content !== undefined),
  );
  const skip = contents.find((content) => content?.kind === 'skip');
  if (skip?.kind === 'skip') return skip;
  const values = contents.map((content) => (content?.kind === 'score' ? content.value : null));
  if (values.every((value) => value === null)) return null;
  return { kind: 'replies', values: isOrdered(study) ? placesOf(values) : values };
}

/** The places of an order, 1 the best: of what is stored, of which the highest is. Equal values share a place. */
function placesOf(values: readonly (number | null)[]): (number | null)[] {
  const levels = levelsOf(values).reverse();
  return values.map((value) => (value === null ? null : 1 + levels.indexOf(value)));
}

const levelsOf = (values: readonly (number | null)[]): number[] =>
  [...new Set(values.filter((value) => value !== null))].sort((a, b) => a - b);

/**
 * What is stored of an order: 1 of the best place, 0 of the last, the others evenly between; a half where all are equal.
 *
 * @param shown the places of the replies that have to be in the order
 * @throws AppError INVALID_INPUT
 */
function storedOrder(values: readonly (number | null)[], shown: readonly number[]): (number | null)[] {
  // A page that was opened before a pair was decided has more replies.
  const count = Math.max(shown.length, values.filter((value) => value !== null).length);
  const isPlace = (value: number | null) =>
    value === null || (Number.isInteger(value) && value >= 1 && value <= count);
  if (!values.every(isPlace) || shown.some((at) => values[at] == null)) {
    throw new AppError('INVALID_INPUT', `This page asks for the order of its ${count} replies.`, {
      field: 'answer.values',
      remedy: `Give each reply its place, a whole number from 1, the best, to ${count}. Equally good ones share a place.`,
    });
  }
  const levels = levelsOf(values).reverse();
  const last = levels.length - 1;
  return values.map((value) => (value === null ? null : last === 0 ? 0.5 : levels.indexOf(value) / last));
}

/**
 * Checks an answer to a page: a rating for each distinct reply, by its place, which is one for every system that replied so; null
 * where a reply was not asked about. A skip is one of every reply that the page asks about.
 *
 * @throws AppError INVALID_INPUT
 */
export function checkedRatings(
  context: CoreContext,
  labelingSession: PagedLabelingSession,
  { itemId, batch, asked }: AnsweredPage,
  answer: LabelAnswer,
): Required<AnswerRows> {
  const replies = pageReplies(dbOf(context), labelingSession.pages, itemId);
  const { criterionId, instrument } = batch.key;
  const rowsOf = (reply: PageReply, content: AnswerRow['content']) =>
    reply.systemIds.map((systemId): AnswerRow => {
      return { key: { itemId, systemId, criterionId, instrument }, content };
    });
  const rows = (measure: AnswerRow[]) => ({ measure, criteria: [], fields: new Map() });
  const shown = replies.flatMap(({ systemIds }, at) => (systemIds.some((id) => asked.has(id)) ? [at] : []));
  if (answer.kind === 'skip') return rows(shown.flatMap((at) => rowsOf(replies[at]!, answer)));
  if (answer.kind !== 'replies') {
    throw new AppError(
      'INVALID_INPUT',
      `This ranking asks for ${isOrdered(batch.study) ? 'the place of' : 'a score for'} each reply on the page.`,
      {
        field: 'answer',
      },
    );
  }
  const [further] = Object.keys(answer.fields ?? {});
  if (further !== undefined) {
    throw new AppError('INVALID_INPUT', `${further}: This ranking does not ask that.`, {
      field: `answer.fields.${further}`,
    });
  }
  if (answer.values.length > replies.length || answer.values.every((value) => value === null)) {
    throw new AppError(
      'INVALID_INPUT',
      `This item has ${replies.length} replies: give a value for each that is on the page.`,
      {
        field: 'answer.values',
        remedy: 'Give null for a reply that is not on the page.',
      },
    );
  }
  const values = isOrdered(batch.study) ? storedOrder(answer.values, shown) : answer.values;
  return rows(
    replies.flatMap((reply, place) => {
      const value = values[place] ?? null;
      return value === null ? [] : rowsOf(reply, checkedScore(batch.study, value));
    }),
  );
}
