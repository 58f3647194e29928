/** Made-up quizzes in the shape of the HALIE data; of each system two, with the means that IQA-EVAL prints of it. */

interface Means {
  readonly helpfulness: number;
  readonly fluency: number;
  /** Of 100 questions in which the assistant was used. */
  readonly queries: number;
  readonly correct: number;
}

const ofSystem: Readonly<Record<string, Means>> = {
  InstructDavinci: { helpfulness: 4.6, fluency: 4.35, queries: 178, correct: 69 },
  InstructBabbage: { helpfulness: 3.84, fluency: 3.84, queries: 257, correct: 52 },
  Davinci: { helpfulness: 3.52, fluency: 3.22, queries: 266, correct: 48 },
};

/**
 * The first quiz has two workers' ratings, half a point below and half a point above its mean; the second has one. So a
 * mean over ratings, or over quizzes of shares, is another number.
 */
export const madeUpQuizzes = Object.entries(ofSystem).flatMap(([system, means]) =>
  [0, 1].map((at) => {
    const rated = (mean: number) => (at === 0 ? [mean - 0.6, mean + 0.4] : [mean + 0.1]);
    const part = (whole: number, first: number) => (at === 0 ? first : whole - first);
    return {
      id: `${system}-${at}`,
      group: `quiz-${at}`,
      system,
      conversation: [
        { role: 'user', content: 'Who wrote it?', about: `Who wrote book ${at}?` },
        { role: 'assistant', content: 'Its author.' },
        { role: 'user', content: 'And when?', about: `When was book ${at} written?` },
        { role: 'assistant', content: 'Long ago.' },
      ],
      human: { [system]: { helpfulness: rated(means.helpfulness), fluency: rated(means.fluency) } },
      meta: {
        questionsWithAssistant: 55,
        questionsWhereAssistantWasUsed: part(100, 30),
        correctWhereAssistantWasUsed: part(means.correct, 29),
        queries: part(means.queries, 40),
      },
    };
  }),
);
