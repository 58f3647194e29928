import { listDraws } from '../../../db/draws.ts';
import { type LabelFields, labelFieldsOf } from '../../../db/label-fields.ts';
import { findByClientKey } from '../../../db/labels.ts';
import { findRelease, insertReused } from '../../../db/series.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import type { ReadableDb, WritableDb } from '../../../db/types.ts';
import { failuresQuestion } from '../../studies/failures/coding.ts';
import { labelKeysFor } from '../../studies/label-key.ts';
import { isOfNobody } from '../../studies/ratings/rating.ts';
import { insertRating, itemRatings } from '../../studies/ratings/ratings.ts';
import { type AskedAgain, isAskedAgain } from './asked-again.ts';
import { whyOtherQuestion } from './same-question.ts';
import type { SharedReplies } from './shared-replies.ts';

/**
 * Gives a release the labels of the one before it where they are of the same words: of replies that are equal, and of written
 * answers, which say what is right whatever was replied. Each stays under the name of who gave it, and is written down as taken
 * over. What somebody has said of an item of the later release is never touched, and an item that has as many labels as the study
 * asks for gets no more. Equal replies that are to be rated again take nothing over. Simulated labels are not taken, and decisions between annotators are made anew. Call it inside a transaction; a second time it takes what has come since.
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
  const { overlap } = getStudy(db, study.id);
  const given: number[] = [];
  for (const { itemId, order } of listDraws(db, study.id, study.generation)) {
    if (isAskedAgain(study.seed, release, order)) continue;
    const beforeItemId = earlier.get(itemId);
    if (beforeItemId === undefined) continue;
    const own = itemRatings(db, study, itemId, { isScored: false });
    if (own.length >= overlap || own.some(({ labels }) => isOfNobody(labels[0]))) continue;
    const spoken = new Set(own.map(({ annotatorId }) => annotatorId));
    const taken = itemRatings(db, before, beforeItemId, { isScored: false })
      .filter(({ annotatorId }) => !spoken.has(annotatorId))
      .filter((word) => takeOver(db, study, itemId, word, now));
    if (taken.length > 0) given.push(itemId);
  }
  return given;
}

/**
 * How many labels of the release before make an item of this one need nobody else: as many as the study asks for. Undefined for a
 * study that takes none over.
 */
export function enoughTakenOverIn(db: ReadableDb, { id, overlap }: StudyRow): number | undefined {
  const release = findRelease(db, id);
  return release && release.position > 1 && release.windowLabels === null ? overlap : undefined;
}

function takeOver(
  db: WritableDb,
  study: StudyRow,
  itemId: number,
  { annotatorId, labels: [label] }: ReturnType<typeof itemRatings>[number],
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
