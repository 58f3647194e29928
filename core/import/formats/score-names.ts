/** What the usual names of two and three classes are worth; any other name must be a number. */
export const plainWorth: Readonly<Record<string, number>> = {
  ...{ y: 1, n: 0 },
  ...{ yes: 1, no: 0, true: 1, false: 0, correct: 1, incorrect: 0, right: 1, wrong: 0 },
  ...{ good: 1, bad: 0, pass: 1, fail: 0, positive: 1, neutral: 0.5, negative: 0 },
  ...{ partly: 0.5, partial: 0.5, 'partially correct': 0.5, passed: 1, failed: 0, safe: 1, unsafe: 0 },
  ...{ relevant: 1, irrelevant: 0, acceptable: 1, unacceptable: 0 },
};

/** A class that a person chose as a number: "4", "4 stars", "yes"; null when its name says no number. */
export function categoryValue(name: string): number | null {
  const plain = name.trim().toLowerCase();
  if (Object.hasOwn(plainWorth, plain)) return plainWorth[plain]!;
  const number = /^[+-]?\d+(\.\d+)?/.exec(plain)?.[0];
  return number === undefined ? null : Number(number);
}

export const categoryRemedy =
  'Leave this question out (--leave-out), or say what its classes are worth ("classes" in --map). Or name them by numbers.';

/** Kinds of checks in which a language model gives the score, by how their tools name them. */
const byModel = /rubric|graded|g-?eval|factuality|closedqa|select-best|^context-|answer-relevance|judge|llm/i;

export const isModelGraded = (name: string): boolean => byModel.test(name);
