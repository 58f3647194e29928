/** What the usual names of two and three classes are worth; any other name must be a number. */
const worth: Readonly<Record<string, number>> = {
  ...{ yes: 1, no: 0, true: 1, false: 0, correct: 1, incorrect: 0, right: 1, wrong: 0 },
  ...{ good: 1, bad: 0, pass: 1, fail: 0, positive: 1, neutral: 0.5, negative: 0 },
  ...{ relevant: 1, irrelevant: 0, acceptable: 1, unacceptable: 0 },
};

/** A class that a person chose as a number: "4", "4 stars", "yes"; null when its name says no number. */
export function categoryValue(name: string): number | null {
  const plain = name.trim().toLowerCase();
  if (Object.hasOwn(worth, plain)) return worth[plain]!;
  const number = /^[+-]?\d+(\.\d+)?/.exec(plain)?.[0];
  return number === undefined ? null : Number(number);
}

export const categoryMend =
  'Name the classes by numbers, such as "4" or "4 good", or yes and no, or leave this question out.';

/** Kinds of checks in which a language model gives the score, by how their tools name them. */
const byModel = /rubric|graded|g-?eval|factuality|closedqa|select-best|^context-|answer-relevance|judge|llm/i;

export const isModelGraded = (name: string): boolean => byModel.test(name);
