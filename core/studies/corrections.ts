import { correctionsOfItem } from '../../db/corrections.ts';
import { findItem } from '../../db/items.ts';
import { responsesOf } from '../../db/pools.ts';
import type { ReadableDb } from '../../db/types.ts';
import { correctionWords, isCorrection } from '../../shared/answer-words.ts';
import type { Correction } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import type { AskedStudy } from './label-key.ts';

/**
 * The texts of an item that people judge, by the place that a failure or a correction names: its replies in turn order; where the
 * conversation as a whole is judged, its turns, of which some are of others.
 */
export function judgedTexts(
  db: ReadableDb,
  { systemId }: Pick<AskedStudy, 'systemId'>,
  itemId: number,
): { readonly text: string; readonly isOfSystem: boolean }[] {
  const replies = responsesOf(db, itemId, systemId);
  if (replies.length > 0) return replies.map((text) => ({ text, isOfSystem: true }));
  const turns = findItem(db, itemId)!.conversation.filter(({ role }) => role !== 'system');
  return turns.map(({ role, content }) => ({ text: content, isOfSystem: role === 'assistant' }));
}

/**
 * What somebody says that replies of an item should have said, in order of the replies.
 *
 * @throws AppError INVALID_INPUT where one is no reply of the item, comes twice, or says what the reply says
 */
export function checkedCorrection(
  db: ReadableDb,
  study: AskedStudy,
  name: string,
  itemId: number,
  { corrected }: Correction,
): Correction {
  const texts = judgedTexts(db, study, itemId);
  const refused = (problem: string, remedy: string) =>
    new AppError('INVALID_INPUT', `${name}: ${problem}`, { field: `answer.fields.${name}`, remedy });
  const seen = new Set<number>();
  for (const { reply, text } of corrected) {
    const judged = texts[reply];
    if (!judged?.isOfSystem) {
      throw refused(`This item has no reply ${reply + 1} to correct.`, 'Open the item again.');
    }
    if (seen.has(reply)) {
      throw refused(`Reply ${reply + 1} is corrected twice.`, 'Give one correction of each reply.');
    }
    seen.add(reply);
    if (text.trim() === '') {
      throw refused(`The correction of reply ${reply + 1} is empty.`, 'Write what it should have said.');
    }
    if (text.trim() === judged.text.trim()) {
      throw refused(
        `The correction says what reply ${reply + 1} says.`,
        'Change it, or leave the correction out.',
      );
    }
  }
  return { corrected: corrected.toSorted((a, b) => a.reply - b.reply) };
}

/** What people say that the replies of a system to an item should have said. */
export const shouldHaveSaid = (db: ReadableDb, itemId: number, systemId: number): string[] =>
  correctionsOfItem(db, itemId).flatMap((one) =>
    one.systemId === systemId && isCorrection(one.correction) ? [correctionWords(one.correction)] : [],
  );
