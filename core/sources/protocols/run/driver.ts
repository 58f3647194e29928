import type { ProtocolConversationRow } from '../../../../db/protocol-conversations.ts';
import type { ProtocolScores } from '../../../../shared/contract/index.ts';
import type { ConversationResult, KeepTurn } from './conversation-result.ts';

/** Where a conversation of a run lies: which items, which persona, which repetition. */
type ConversationPlace = Pick<ProtocolConversationRow, 'itemId' | 'itemIds' | 'variant'>;

export type FinishedConversation = Pick<ProtocolConversationRow, 'variant' | 'outcome'>;

/** How one protocol works on its conversations and what it makes of them. */
export interface ProtocolDriver {
  /** @throws ModelFault when this conversation cannot go on, RunStopped when none can */
  work(place: ConversationPlace, keep: KeepTurn): Promise<ConversationResult<unknown>>;
  /** The figures of the run, from the conversations that are finished. */
  scores(finished: readonly FinishedConversation[]): ProtocolScores;
}
