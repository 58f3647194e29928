import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { QuestionInHistory } from '../../../../core/protocols/replay/question-validity.ts';
import turns from './held-back-turns.json' with { type: 'json' };

/** Real conversations beside the repository; see the README there. */
export const dataFolder = path.resolve(import.meta.dirname, '../../../../../shared/data');
export const hasHeldBackData = existsSync(path.join(dataFolder, 'dstc9_track1', 'items.jsonl'));

interface Item {
  id: string;
  conversation: { role: string; content: string }[];
}

/** Words of another conversation's answer that stand in for what a model might have said. */
const mostWords = 30;
/** Words of an answer that says the same as people's, in fewer words. */
const fewestWords = 12;

/** The turns that nobody looked at while rules were written, or those that were. */
export const halfOf = <T>(all: readonly T[], isUnseen: boolean): T[] =>
  all.filter((_, i) => i % 2 === Number(isUnseen));

/**
 * 314 turns of real conversations, each labeled by reading it, before the rules were last changed:
 * whether something in it (a pronoun, or a definite phrase that is no name) points at what only the last answer of the
 * conversation told. What pointed at nothing to begin with has nothing to lose, but may come to point at something else.
 * In place of that answer a model refuses, says what was said in another conversation, or says the beginning of it alone.
 *
 * Rules were corrected by errors on every second turn, from the first on; the others show what the rules do on turns that nobody looked at.
 */
export function heldBackTurns(): { question: QuestionInHistory; isInvalid: boolean }[] {
  const items = new Map<string, Item>();
  for (const file of ['mtrag_human', 'dstc9_track1']) {
    const text = readFileSync(path.join(dataFolder, file, 'items.jsonl'), 'utf8');
    for (const line of text.split('\n').filter((one) => one !== '')) {
      const item = JSON.parse(line) as Item;
      items.set(`${file} ${item.id}`, item);
    }
  }
  return turns.map(({ file, id, turn, model, other, invalid }) => {
    const { conversation } = items.get(`${file} ${id}`)!;
    const said = conversation[turn - 1]!.content;
    const answered = {
      refusal: () => 'CANNOTANSWER',
      shorter: () => words(said.trim().split(/(?<=[.!?])\s/u)[0]!, fewestWords),
      other: () => words(items.get(`${file} ${other!.id}`)!.conversation[other!.turn]!.content, mostWords),
    }[model as 'refusal' | 'shorter' | 'other'];
    const gold = exchangesOf(conversation.slice(0, turn));
    const predicted = gold.with(-1, { ...gold.at(-1)!, answer: answered() });
    return {
      question: { background: '', gold, predicted, question: conversation[turn]!.content },
      isInvalid: invalid,
    };
  });
}

const words = (text: string, most: number): string => text.split(/\s+/u).slice(0, most).join(' ');

/** Questions with their answers; a conversation may begin with what the assistant said. */
function exchangesOf(conversation: Item['conversation']) {
  return conversation.flatMap(({ role, content }, i) => {
    if (role !== 'assistant') return [];
    const before = conversation[i - 1];
    return [{ question: before?.role === 'user' ? before.content : '', answer: content }];
  });
}
