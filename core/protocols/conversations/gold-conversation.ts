/** One question of a conversation between people, with the answers that count as right. */
export interface GoldTurn {
  readonly itemId: number;
  /** The turn within its item, from 0. */
  readonly turn: number;
  readonly question: string;
  /** What it is about: the passage of its item, else that of the item before it. */
  readonly passage: string | null;
  /** Empty for a turn that only serves as history. */
  readonly goldAnswers: readonly string[];
  /** What the other person answered; the first gold answer where the data have nothing else. */
  readonly goldAnswer: string;
  readonly isAnswerable: boolean | null;
  /** The same question in words that need no history. */
  readonly twin: string | null;
}

/** A conversation between people about a passage. */
export interface GoldConversation {
  readonly itemIds: readonly number[];
  readonly group: string | null;
  readonly background: string;
  readonly turns: readonly GoldTurn[];
}
