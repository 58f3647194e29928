/** Kinds of checks in which a language model gives the score, by how their tools name them. */
const byModel = /rubric|graded|g-?eval|factuality|closedqa|select-best|^context-|answer-relevance|judge|llm/i;

export const isModelGraded = (name: string): boolean => byModel.test(name);
