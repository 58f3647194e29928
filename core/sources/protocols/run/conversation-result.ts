import type { ProtocolTurn } from '../../../../shared/contract/index.ts';

/** Keeps each turn as it comes, so that a crash loses nothing that was answered. */
export type KeepTurn = (turn: ProtocolTurn) => Promise<void>;

/** What a finished conversation counts. */
export interface ConversationResult<O> {
  /** What lists show of it; null where nothing can be counted. */
  readonly score: number | null;
  /** What the scores of the run are made of. */
  readonly outcome: O;
  /** Turns in which something was noticed. */
  readonly flagged: number;
}

const plainTurn: Omit<ProtocolTurn, 'kind' | 'cell' | 'asked' | 'answer'> = {
  original: null,
  goldAnswers: [],
  score: null,
  isAnswerable: null,
  isRefused: null,
  isRight: null,
  note: '',
  isLeak: false,
  isInvalid: false,
};

/** A turn of which only what differs from nothing has to be said. */
export const turnOf = (
  turn: Pick<ProtocolTurn, 'kind' | 'cell' | 'asked' | 'answer'> & Partial<ProtocolTurn>,
): ProtocolTurn => ({ ...plainTurn, ...turn });
