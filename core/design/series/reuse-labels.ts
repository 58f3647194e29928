import { listDraws } from '../../../db/draws.ts';
import { type LabelFields, labelFieldsOf } from '../../../db/label-fields.ts';
import { findByClientKey } from '../../../db/labels.ts';
import { findRelease, insertReused } from '../../../db/series.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import type { ReadableDb, WritableDb } from '../../../db/types.ts';
import { asksThirdVote, firstAsked, spokenAt, votesWanted } from '../../estimate/third-vote.ts';
import { failuresQuestion } from '../../studies/failures/coding.ts';
import { labelKeysFor } from '../../studies/label-key.ts';
import { isOfNobody } from '../../studies/ratings/rating.ts';
import { type ItemRating, insertRating, itemRatings } from '../../studies/ratings/ratings.ts';
import { type AskedAgain, isAskedAgain } from './asked-again.ts';
import { whyOtherQuestion } from './same-question.ts';
import type { SharedReplies } from './shared-replies.ts';

/**
 * Gives a release the labels of the one before it where they are of the same words: of replies that are equal, and of written
 * answers, which say what is right whatever was replied. Each stays under the name of who gave it, and is written down as taken
 * over. What somebody has said of an item of the later release is never touched, and an item that has as many labels as the study
 * asks for gets no more. A third vote is taken over where those before it leave the item undecided here, too, and comes after them.
 * Equal replies that are to be rated again take nothing over. Simulated labels are not taken, and decisions between annotators are made anew. Call it inside a transaction; a second time it takes what has come since.
 *
 * @returns items that got labels
 */
export function reuseLabels(
  db: WritableDb,
  before: StudyRow,
  study: StudyRow,
  { equal, differing }: SharedReplies,
  release: AskedAgain,
  now: string,
): number[] {
  if (whyOtherQuestion(before, study) !== null) return [];
  const usable = study.criterionId === null ? [...equal, ...differing] : equal;
  const earlier = new Map(usable.map(({ itemId, beforeItemId }) => [itemId, beforeItemId]));
  const asked = getStudy(db, study.id);
  const given: number[] = [];
  for (const { itemId, order } of listDraws(db, study.id, study.generation)) {
    if (isAskedAgain(study.seed, release, order)) continue;
    const beforeItemId = earlier.get(itemId);
    if (beforeItemId === undefined) continue;
    const own = itemRatings(db, study, itemId, { isScored: false });
    if (own.some(({ labels }) => isOfNobody(labels[0]))) continue;
    const lacksVote = (votes: number) => votes < votesWanted(db, asked, itemId, votes);
    if (!lacksVote(own.length)) continue;
    const spoken = new Set(own.map(({ annotatorId }) => annotatorId));
    const said = itemRatings(db, before, beforeItemId, { isScored: false });
    const first = asksThirdVote(db, before) ? firstAsked(said, before.overlap, spokenAt) : said;
    const isOthers = ({ annotatorId }: ItemRating) => !spoken.has(annotatorId);
    const taken = first.filter(isOthers).filter((word) => takeOver(db, study, itemId, word, now));
    const third = said.filter((word) => !first.includes(word)).filter(isOthers);
    for (const word of third) {
      if (!lacksVote(own.length + taken.length)) break;
      if (takeOver(db, study, itemId, word, justAfter(now))) taken.push(word);
    }
    if (taken.length > 0) given.push(itemId);
  }
  return given;
}

/** Who was asked because others differ is known by speaking after them. */
const justAfter = (now: string): string => new Date(Date.parse(now) + 1).toISOString();

/**
 * How many labels of the release before make an item of this one need nobody else: as many as the study asks for. Undefined for a
 * study that takes none over.
 */
export function enoughTakenOverIn(db: ReadableDb, study: StudyRow): number | undefined {
  const release = findRelease(db, study.id);
  if (!release || release.position === 1 || release.windowLabels !== null) return undefined;
  return study.overlap + (asksThirdVote(db, study) ? 1 : 0);
}

function takeOver(
  db: WritableDb,
  study: StudyRow,
  itemId: number,
  { annotatorId, labels: [label] }: ItemRating,
  now: string,
): boolean {
  const { id, content, source, estimateVisible } = label;
  if (source === 'simulated') return false;
  const [key] = labelKeysFor(study, itemId);
  const clientKey = `same-reply/${study.id}/${id}`;
  const given = { clientKey, annotatorId, studyId: study.id, operation: 'submit' as const };
  const how = { source: source === 'gold' ? source : ('import' as const), estimateVisible, durationMs: 0 };
  const answer = { measure: [{ key: key!, content }], fields: codingOf(db, study, id) };
  if (!insertRating(db, answer, { ...given, ...how, createdAt: now })) return false;
  insertReused(db, findByClientKey(db, clientKey)!.id, id);
  return true;
}

/** What was said to be wrong with an equal reply goes with its label, where the release asks it, too. */
function codingOf(db: WritableDb, { id }: StudyRow, labelId: number): LabelFields {
  const question = failuresQuestion(db, id);
  const coding = question && labelFieldsOf(db, labelId).get(question.name);
  return coding === undefined ? new Map() : new Map([[question!.name, coding]]);
}
