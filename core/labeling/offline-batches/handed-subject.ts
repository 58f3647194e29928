import { resolveRef } from '../../../db/draws.ts';
import { getRanking, type RankingRow, studyOfRankingRef } from '../../../db/rankings.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { LabelAnswer } from '../../../shared/contract/index.ts';
import { studiesAsked } from '../../estimate/ranking.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { systemsOnPage } from '../../studies/label-key.ts';
import type { AnswerRows } from '../../studies/ratings/ratings.ts';
import { batchOfAnnotator, wholeBatchOf } from '../assignment/batch-key.ts';
import { checkedAnswer } from '../session/check-answer.ts';
import { currentAnswer } from '../session/current-answer.ts';
import { isPaged, type LabelingSession } from '../session/labeling-session.ts';
import { checkedRatings, pageAnswer } from '../session/page-item.ts';
import { pagedOf } from '../session/page-replies.ts';

/** What a batch is handed out of: a study, or all pairs of a ranking as one. */
export interface HandedSubject {
  /** Null for a study. */
  readonly ranking: RankingRow | null;
  /** The study, or the newest of each pair. */
  readonly studies: readonly [StudyRow, ...StudyRow[]];
}

/** @throws AppError NOT_FOUND */
export function handedSubject(
  db: ReadableDb,
  asked: { studyId: number; wholeRanking?: boolean | undefined },
): HandedSubject {
  const [first, ...others] = studiesAsked(db, asked);
  if (!first) throw new Error('a study is asked');
  const isWhole = asked.wholeRanking === true && first.rankingId !== null;
  return { ranking: isWhole ? getRanking(db, first.rankingId!) : null, studies: [first, ...others] };
}

export const nameOfSubject = ({ ranking, studies }: HandedSubject): string => (ranking ?? studies[0]).name;

/** What an annotator has of it, or all of it where nobody is named; practice aside. */
export function handedLabelingSession(
  context: CoreContext,
  { ranking, studies }: HandedSubject,
  annotatorId: number | undefined,
): LabelingSession {
  const [first, ...others] = studies.map(({ id }) =>
    annotatorId === undefined ? wholeBatchOf(context, id) : batchOfAnnotator(context, id, annotatorId),
  );
  return { ranking, pages: pagedOf(ranking), batches: [first!, ...others] };
}

/** Where an item of a handed-out batch stands, in the present draw or an earlier one. */
type HandedPlace = ReturnType<typeof placeOfRef>;

/** @throws AppError NOT_FOUND when it was never drawn */
export function placeOfRef(db: ReadableDb, { ranking, studies }: HandedSubject, ref: string) {
  const study = ranking === null ? studies[0] : getStudy(db, studyOfRankingRef(db, ranking.id, ref));
  return { ref, study, ...resolveRef(db, study.id, ref) };
}

/**
 * The rows that an answer becomes, also where the item is somebody else’s by now: a page asked about the replies that it was handed out with.
 *
 * @throws AppError INVALID_INPUT for what is not asked
 */
export function rowsOf(
  context: CoreContext,
  subject: HandedSubject,
  place: HandedPlace,
  answer: LabelAnswer,
): Required<AnswerRows> {
  const labelingSession = handedLabelingSession(context, subject, undefined);
  if (!isPaged(labelingSession)) return checkedAnswer(dbOf(context), place.study, place, answer);
  const { pages, batches } = labelingSession;
  const asked = new Set(answer.kind === 'skip' ? systemsOnPage(pages.instrument) : []);
  return checkedRatings(context, labelingSession, { itemId: place.itemId, batch: batches[0], asked }, answer);
}

/** What somebody says of an item at present. */
export function saidOf(
  context: CoreContext,
  subject: HandedSubject,
  place: HandedPlace,
  annotatorId: number,
): LabelAnswer | null {
  const labelingSession = handedLabelingSession(context, subject, annotatorId);
  if (isPaged(labelingSession)) return pageAnswer(context, labelingSession, place.itemId);
  return currentAnswer(dbOf(context), place.study, place, annotatorId);
}
