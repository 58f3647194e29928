import { responsesOf } from '../../../db/pools.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { CANNOT_ANSWER, wordF1 } from '../../../stats/index.ts';
import { ModelFault, type ModelUnderTest } from './model-under-test.ts';

/** Recorded responses by the questions they were given to. */
interface RecordedTurn {
  readonly question: string;
  readonly itemId: number;
  readonly turn: number;
}

/**
 * Responses of a system that came with the data. A question of the data gets the response recorded for it, whatever the
 * history; another question gets the response to the recorded question nearest in words, or a refusal when none is
 * near.
 *
 * @param questionsOf the recorded questions of the conversation that an item belongs to
 */
export function recordedModel(
  db: ReadableDb,
  systemId: number,
  questionsOf: (itemId: number) => readonly RecordedTurn[],
): ModelUnderTest {
  const textOf = (itemId: number, turn: number) => responsesOf(db, itemId, systemId)[turn];
  return {
    async reply(conversation, _passage, { itemId, turn }) {
      const asked = conversation.at(-1)?.content ?? '';
      const questions = questionsOf(itemId);
      const own = questions.find((one) => one.itemId === itemId && one.turn === turn);
      const found = own?.question === asked ? own : nearest(asked, questions);
      if (found === undefined) return { text: CANNOT_ANSWER, kind: 'answer', reasoning: '' };
      const text = textOf(found.itemId, found.turn);
      if (text === undefined) throw new ModelFault('The system has no recorded response to this question.');
      return { text, kind: 'answer', reasoning: '' };
    },
  };
}

function nearest(asked: string, questions: readonly RecordedTurn[]): RecordedTurn | undefined {
  const scored = questions.map((one) => ({ one, score: wordF1(asked, one.question, 0) }));
  const best = scored.sort((a, b) => b.score - a.score)[0];
  return best !== undefined && best.score > 0 ? best.one : undefined;
}
