import { itemsOfRanking } from '../../../../db/page-labels.ts';
import { isDrawn } from '../../../../db/quality.ts';
import { getRanking } from '../../../../db/rankings.ts';
import { comparisonsOfRanking, type StudyRow } from '../../../../db/studies.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import { AppError } from '../../../../shared/errors.ts';
import { type KnownRatings, knownText } from '../../../studies/checks/known-ratings.ts';
import { isOrdered } from '../../../studies/label-key.ts';
import { type PageReply, pagedOf, pageReplies } from '../../session/page-replies.ts';

/** Whether an item is asked about in the sample: of a ranking on pages in that of any pair. */
export const isAsked = (db: ReadableDb, study: StudyRow, itemId: number): boolean =>
  study.pageInstrument === null
    ? isDrawn(db, study, itemId)
    : itemsOfRanking(db, study.rankingId!).includes(itemId);

interface GivenRatings {
  readonly id: string;
  readonly itemId: number;
  readonly answer: string;
}

/**
 * The right ratings of a page as they are kept, from `name = value` for one reply or several, with semicolons between, or from one
 * value for every reply.
 *
 * @param ratingOf reads a value on the scale; it throws for what is none
 * @throws AppError INVALID_INPUT for what nobody can answer
 */
export function expectedOnPage(
  db: ReadableDb,
  study: StudyRow,
  { id, itemId, answer }: GivenRatings,
  ratingOf: (answer: string) => number,
): string {
  const replies = pageReplies(db, pagedOf(getRanking(db, study.rankingId!))!, itemId);
  if (replies.length < 2) {
    throw refused(
      `The replies to item "${id}" are all alike.`,
      'Take an item to which systems reply differently.',
    );
  }
  const parts = answer.split(';').map((part) => part.trim());
  const [only] = parts;
  if (isOrdered(study) && parts.length < 2 && only!.includes('=')) {
    throw refused(
      `One place alone is no order of the replies to item "${id}".`,
      `Give the places of two replies or more, as "A = 1; B = 2", or one place for all replies that are equally good.`,
    );
  }
  const isOfAll = parts.length === 1 && !only!.includes('=');
  const known = isOfAll
    ? new Map(
        replies.flatMap(({ systemIds }) => systemIds.map((system) => [system, ratingOf(only!)] as const)),
      )
    : namedRatings(db, study, { id, parts }, ratingOf);
  assertPossible(replies, known, id);
  return knownText(known);
}

function namedRatings(
  db: ReadableDb,
  study: StudyRow,
  { id, parts }: { id: string; parts: readonly string[] },
  ratingOf: (answer: string) => number,
): KnownRatings {
  const systems = new Map(
    comparisonsOfRanking(db, study.rankingId!).flatMap(({ systemName, systemId, against }) => [
      [systemName, systemId] as const,
      [against!.systemName, against!.systemId] as const,
    ]),
  );
  return new Map(
    parts.map((part) => {
      const at = part.lastIndexOf('=');
      const name = part.slice(0, Math.max(0, at)).trim();
      const systemId = systems.get(name);
      if (systemId !== undefined) return [systemId, ratingOf(part.slice(at + 1).trim())] as const;
      throw refused(
        `"${part}" is not a rating of a reply to item "${id}".`,
        `Write a system and its rating, such as "${[...systems.keys()][0]} = 2", with semicolons between them. Or write one value for every reply.`,
      );
    }),
  );
}

/** Every reply whose rating is known is there, and systems that reply alike are known to be alike. */
function assertPossible(replies: readonly PageReply[], known: KnownRatings, id: string): void {
  const shown = new Set(replies.flatMap(({ systemIds }) => systemIds));
  if ([...known.keys()].some((system) => !shown.has(system))) {
    throw refused(`A system named for item "${id}" did not reply to it.`, 'Name systems that did.');
  }
  const isTorn = replies.some(
    ({ systemIds }) => new Set(systemIds.flatMap((system) => known.get(system) ?? [])).size > 1,
  );
  if (!isTorn) return;
  throw refused(
    `Two systems gave the same reply to item "${id}", and have two ratings.`,
    'Alike replies are shown once: give them one rating.',
  );
}

const refused = (problem: string, remedy: string) =>
  new AppError('INVALID_INPUT', problem, { field: 'gold', remedy });
