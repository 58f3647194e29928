import type { Correction } from '../../shared/contract/form.ts';
import type { LabelItem } from '../../shared/contract/index.ts';
import { longestCorrection } from '../../shared/corrections.ts';
import { roleNames } from '../ui/conversation-view.tsx';

// What a form holds of a correction: the corrected replies as JSON, or nothing where all are right as they are.

/** A text that can be corrected, by its place as in the contract. */
export interface JudgedText {
  readonly reply: number;
  readonly name: string;
  readonly text: string;
}

/** The replies of an item; where the conversation as a whole is judged, what the system said in it. */
export function judgedTexts({
  conversation,
  replies,
}: Pick<LabelItem, 'conversation' | 'replies'>): JudgedText[] {
  if (replies.length > 0) {
    return replies.map(({ text }, reply) => ({ reply, name: `Reply ${reply + 1}`, text }));
  }
  return conversation.flatMap(({ role, content }, reply) =>
    role === 'assistant'
      ? [{ reply, name: `Turn ${reply + 1}, ${roleNames.assistant?.toLowerCase()}`, text: content }]
      : [],
  );
}

export const isTooLong = ({ text }: JudgedText): boolean => text.length > longestCorrection;

/** What a text of the form says; null where it says nothing. */
export function correctionOf(text: string): Correction | null {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as Correction;
  } catch {
    return null;
  }
}

/** The same correction is always the same text. */
export const correctionText = ({ corrected }: Correction): string =>
  JSON.stringify({
    corrected: corrected.map(({ reply, text }) => ({ reply, text })).sort((a, b) => a.reply - b.reply),
  });

/** The text of the form after one reply was written anew. What is empty, or says what the reply says, corrects nothing. */
export function withCorrected(form: string, { reply, text }: JudgedText, written: string): string {
  const others = (correctionOf(form)?.corrected ?? []).filter((one) => one.reply !== reply);
  const isSame = written.trim() === '' || written.trim() === text.trim();
  const corrected = isSame ? others : [...others, { reply, text: written }];
  return corrected.length === 0 ? '' : correctionText({ corrected });
}
