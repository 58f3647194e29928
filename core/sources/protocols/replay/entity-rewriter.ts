import type { QuestionRewriter } from './question-validity.ts';

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
