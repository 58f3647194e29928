import type { Exchange } from '../conversations/history.ts';

/** A question of the data, in front of the history it was asked in and of the history that came about. */
export interface QuestionInHistory {
  readonly background: string;
  /** Questions and gold answers before it, within the window. */
  readonly gold: readonly Exchange[];
  /** The same turns as they were asked and answered this time. */
  readonly predicted: readonly Exchange[];
  readonly question: string;
}

/** A mention in the question that means something else, or nothing, in the history that came about. */
export interface BrokenMention {
  /** Where it stands in the question. */
  readonly start: number;
  readonly text: string;
  /** What it means in the gold history, in the words of the first mention. */
  readonly goldEntity: string;
  readonly isPossessive: boolean;
}

export interface Validity {
  readonly isValid: boolean;
  /** Why not, in words; empty when valid. */
  readonly reason: string;
  /** What a rewriter may put right; empty when valid, or when the detector does not say. */
  readonly broken: readonly BrokenMention[];
}

/** Tells whether a question still makes sense in the history that came about. */
export interface ValidityDetector {
  check(question: QuestionInHistory, run: number): Promise<Validity>;
}

/** Words a question so that it makes sense in that history. */
export interface QuestionRewriter {
  rewrite(question: QuestionInHistory, validity: Validity, run: number): Promise<string>;
}

/**
 * Puts the first mention of the gold entity in place of each mention that lost its meaning (Li et al., 2022, section
 * 5); a possessive stays one. What the detector cannot point at stays as it is.
 */
export const entityRewriter: QuestionRewriter = {
  async rewrite({ question }, { broken }) {
    const fromTheEnd = broken.filter(({ goldEntity }) => goldEntity !== '').sort((a, b) => b.start - a.start);
    return fromTheEnd.reduce((text, { start, text: mention, goldEntity, isPossessive }) => {
      const entity = isPossessive ? possessive(goldEntity) : goldEntity;
      return text.slice(0, start) + entity + text.slice(start + mention.length);
    }, question);
  },
};

const possessive = (name: string): string => (name.endsWith('s') ? `${name}'` : `${name}'s`);
