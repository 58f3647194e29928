import { correctionsOfItem, stepCodingsOfItem } from '../../db/corrections.ts';
import type { ReadableDb } from '../../db/types.ts';
import { isCorrection, isFailureCoding } from '../../shared/answer-words.ts';
import type { ItemDetail, ItemWithLabels } from '../../shared/contract/index.ts';
import { getItem } from '../data/items.ts';
import { modesOf } from '../studies/failures/modes.ts';

/** One item with all that is known of it, and what people say that its replies should have said, and of its steps. @throws AppError NOT_FOUND */
export function itemWithLabels(db: ReadableDb, itemId: number): ItemWithLabels {
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
  return { ...item, corrections, steps: stepsOf(db, item) };
}

/** What people say of the steps of an item. People are not shown instructions, so their turns count without these. */
function stepsOf(db: ReadableDb, { id, conversation }: ItemDetail): ItemWithLabels['steps'] {
  const { byId } = modesOf(db);
  const shown = conversation.flatMap(({ role }, at) => (role === 'system' ? [] : [at]));
  return stepCodingsOfItem(db, id).flatMap(({ study, annotator, coding }) => {
    if (!isFailureCoding(coding)) return [];
    return (coding.steps ?? []).flatMap(({ turn, step, right, note, modes }) => {
      const at = shown[turn];
      const names = modes.flatMap((mode) => byId.get(mode)?.now.name ?? []);
      return at === undefined ? [] : [{ study, annotator, turn: at, step, right, note, modes: names }];
    });
  });
}
