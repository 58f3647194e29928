import { findItem, type ItemRow } from '../../../db/items.ts';
import {
  iterateProtocolTurns,
  listProtocolConversations,
  listProtocolTurns,
  type ProtocolConversationRow,
} from '../../../db/protocol-conversations.ts';
import type { ProtocolRunRow } from '../../../db/protocol-runs.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { ProtocolTurn } from '../../../shared/contract/index.ts';
import { shownAnswer } from '../../../shared/reply-words.ts';
import { metaText } from '../conversations/meta-field.ts';
import { passagesOf, questionsOf } from '../conversations/read-conversations.ts';
import { isRefusal } from '../conversations/refusal.ts';
import type { HumanOutcome } from './human-outcome.ts';

/** A question of a recorded conversation with the answer that is validated. */
export interface RecordedQuestion {
  /** The place of the question in the data. */
  readonly cell: number;
  readonly question: string;
  /** As people read it: of an answer without words what happened. */
  readonly answer: string;
  /** The answer as the history of later questions holds it. */
  readonly historyAnswer: string;
  /** False for a turn of the data that only serves as history. */
  readonly isValidated: boolean;
  /** False for a question that the protocol removed: nobody asked it, so no history shows it. */
  readonly isAsked: boolean;
  /** The answer says that there is none. */
  readonly isRefused: boolean;
}

/** Conversations that have come to their end; only these are validated. */
export const finishedConversations = (db: ReadableDb, runId: number): ProtocolConversationRow[] =>
  listProtocolConversations(db, runId).filter(({ state }) => state === 'finished');

/** The turns of a conversation, in order. Their places are the turn numbers of verdicts. */
export const recordedQuestions = (
  db: ReadableDb,
  run: ProtocolRunRow,
  position: number,
): RecordedQuestion[] => toQuestions(run, listProtocolTurns(db, run.id, position));

/** The turns of all conversations of a run, by position. */
export function recordedQuestionsOfRun(db: ReadableDb, run: ProtocolRunRow): Map<number, RecordedQuestion[]> {
  const byPosition = Map.groupBy(iterateProtocolTurns(db, run.id), ({ position }) => position);
  return new Map(
    [...byPosition].map(([position, turns]) => [
      position,
      toQuestions(
        run,
        turns.map(({ turn }) => turn),
      ),
    ]),
  );
}

function toQuestions({ settings }: ProtocolRunRow, turns: readonly ProtocolTurn[]): RecordedQuestion[] {
  const { refusals, refusalList = 0 } = 'refusals' in settings ? settings : { refusals: [] };
  // With Auto-Gold, later questions follow on people's answers, not on the model's.
  const isGold = settings.protocol === 'replay' && settings.mode === 'gold';
  return turns.map(({ kind, cell, asked, answer, reply, goldAnswers, isRefused }) => ({
    ...{ cell, question: asked },
    answer: shownAnswer({ answer, reply }),
    historyAnswer: (isGold && goldAnswers[0]) || shownAnswer({ answer, reply }),
    isValidated: kind === 'question',
    isAsked: kind !== 'removed',
    // What the run said of it, by a model or by a refusal field, holds.
    isRefused: isRefused ?? isRefusal(answer, refusals, refusalList),
  }));
}

/** What the person who asked the questions said of the answers; null for conversations nobody marked. */
export const marksOf = ({ settings }: ProtocolRunRow, { outcome }: ProtocolConversationRow) =>
  settings.protocol === 'conversation' ? (outcome as HumanOutcome | null) : null;

/** What a question is about, with its heading. */
export interface PassageRead {
  readonly passage: string;
  readonly title: string;
}

/**
 * The passage of each turn of a conversation, by its item: where each item asks one question they may differ. Null where the data
 * hold none so far.
 */
export function passagesOfTurns(
  db: ReadableDb,
  { itemIds }: Pick<ProtocolConversationRow, 'itemIds'>,
  cells: readonly number[],
): (PassageRead | null)[] {
  const items = itemIds.flatMap((id) => findItem(db, id) ?? []);
  if (items.length === 0) return cells.map(() => null);
  const contexts = passagesOf(items.map(({ context }) => context));
  const read = contexts.map((context) => {
    const item = context === null ? undefined : items.findLast((one) => one.context === context);
    return item ? passageOf(item) : null;
  });
  // The first item asks all questions before those of its own that the others add.
  const before = questionsOf(items[0]!).length - 1;
  return cells.map((cell) => read[Math.min(Math.max(0, cell - before), read.length - 1)]!);
}

/** The passage of an item, and the heading that people have above it. */
export function passageOf(item: Pick<ItemRow, 'context' | 'meta'>): PassageRead | null {
  if (!item.context) return null;
  const title = metaText(item.meta, ['title', 'topic']);
  const section = metaText(item.meta, ['section', 'section_title']);
  const heading = [title, section].filter((part) => part !== '').join(': ');
  // Some formats put the heading before the passage, for models; people have it above.
  const opening = `${heading}\n\n`;
  const isRepeated = heading !== '' && item.context.startsWith(opening);
  return { passage: isRepeated ? item.context.slice(opening.length) : item.context, title: heading };
}
