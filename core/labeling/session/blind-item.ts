import { batchPosition } from '../../../db/batches.ts';
import { getItem } from '../../../db/items.ts';
import { findMark } from '../../../db/marks.ts';
import { responsesOf } from '../../../db/pools.ts';
import type { LabelItem, Turn } from '../../../shared/contract/index.ts';
import { chatTurns } from '../../data/chat-turns.ts';
import { turnsOfItem } from '../../data/step-facts.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { type Batch, placeOf } from '../assignment/batch-key.ts';
import { currentAnswer } from './current-answer.ts';
import { systemsOnScreen } from './sides.ts';

/** One item of a batch as its annotator may see it: what was said, and nothing that tells who said it or how it scores. */
export function blindItemOf(context: CoreContext, batch: Batch, ref: string): Omit<LabelItem, 'version'> {
  const db = dbOf(context);
  const { itemId, poolPosition, order } = placeOf(db, batch, ref);
  const item = getItem(db, itemId, 'ref');
  const { study, key } = batch;
  const [left, right] = systemsOnScreen(study, poolPosition);
  const mark = findMark(db, study.id, itemId, key.annotatorId);
  return {
    ref,
    position: batchPosition(db, key, order) + 1,
    ...shownTurns(turnsOfItem(item), responsesOf(db, itemId, left)),
    rightReplies:
      right === undefined ? null : shownTurns(turnsOfItem(item), responsesOf(db, itemId, right)).replies,
    passage: item.context,
    current: currentAnswer(db, study, { itemId, poolPosition }, key.annotatorId),
    draft: mark.draft,
    note: mark.note,
    flagged: mark.flagged,
  };
}

/**
 * Splits an item into what came before and the replies to judge. Messages of the role "system" instruct the model and may name it:
 * they are not shown.
 */
export function shownTurns(
  conversation: readonly Turn[],
  responses: readonly string[],
): Pick<LabelItem, 'conversation' | 'replies'> {
  const turns = conversation
    .filter(({ role }) => role !== 'system')
    .map(({ role, content, step }) => ({ role, content, ...(step && { step }) }));
  const { before, replies } = chatTurns(turns, responses);
  return {
    conversation: [...before],
    replies: replies.map(({ prompt, text }) => ({ prompt: prompt?.content ?? '', text })),
  };
}
