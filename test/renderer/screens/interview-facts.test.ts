import { expect, test } from 'vitest';
import { interviewFacts } from '../../../renderer/parts/protocol-words.ts';

type Scores = Parameters<typeof interviewFacts>[0];

const scores = (ofAnswerable: Scores['ofAnswerable']): Scores =>
  ({
    ...{ protocol: 'interview', questionPromptRate: 2, questionPromptRateOfSuccesses: 1.5 },
    ...{
      promptFailureRate: 0.25,
      answerCorrectionRate: 0,
      successes: 6,
      failures: 2,
      generated: 4,
      leaks: 0,
    },
    ...{ successesByPrompt: [4, 2], ofAnswerable, f1Threshold: 0.3 },
  }) as unknown as Scores;

const own = (questions: number) => ({
  ...{ questions, questionPromptRate: 3, questionPromptRateOfSuccesses: 1 },
  promptFailureRate: 0.5,
});

test('figures of the answerable questions stand beside those of all only where they are others', () => {
  const named = (found: Scores) => interviewFacts(found).filter(({ name }) => name.includes('answerable'));
  expect(named(scores(own(8) as never))).toEqual([]);
  expect(named(scores(own(5) as never))).toEqual([
    {
      name: 'Of the 5 answerable questions',
      value: expect.stringMatching(/^QPR 3\.00 \(authors' script 1\.00\), PFR 50/),
    },
  ]);
});
