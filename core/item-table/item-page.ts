import { correctionsOfItem } from '../../db/corrections.ts';
import type { ReadableDb } from '../../db/types.ts';
import { isCorrection } from '../../shared/answer-words.ts';
import type { ItemWithCorrections } from '../../shared/contract/index.ts';
import { getItem } from '../data/items.ts';

/** One item with all that is known of it, and what people say that its replies should have said. @throws AppError NOT_FOUND */
export function itemWithCorrections(db: ReadableDb, itemId: number): ItemWithCorrections {
  const item = getItem(db, itemId);
  const turns = item.conversation.filter(({ role }) => role !== 'system');
  const corrections = correctionsOfItem(db, itemId).flatMap(({ study, system, annotator, correction }) => {
    if (!isCorrection(correction)) return [];
    const replies = item.responses.find((one) => one.system === system)?.turns ?? [];
    return correction.corrected.map(({ reply, text }) => ({
      ...{ study, system, annotator, text },
      reply: replies.length > 0 ? `Reply ${reply + 1}` : `Turn ${reply + 1}`,
      was: (replies.length > 0 ? replies[reply] : turns[reply]?.content) ?? '',
    }));
  });
  return { ...item, corrections };
}
