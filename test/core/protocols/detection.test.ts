import { expect, test } from 'vitest';
import {
  detectionQuality,
  labeledConversations,
  paperDetection,
} from '../../../core/sources/protocols/coreference/detection-quality.ts';
import { ruleDetector } from '../../../core/sources/protocols/coreference/rule-detector.ts';
import { entityRewriter } from '../../../core/sources/protocols/replay/question-validity.ts';

const detector = ruleDetector(['CANNOTANSWER']);

const check = (question: string, before: string, gold: string, predicted: string, background = '') =>
  detector.check(
    {
      background,
      gold: [{ question: before, answer: gold }],
      predicted: [{ question: before, answer: predicted }],
      question,
    },
    0,
  );

test('the 150 labeled questions: precision and recall beside the paper (72 and 72)', async () => {
  const turns = labeledConversations.flatMap((conversation) => conversation.turns.slice(1));
  expect(turns).toHaveLength(150);
  expect(turns.filter(({ invalid }) => invalid !== undefined)).toHaveLength(41);
  const { precision, recall } = await detectionQuality(detector);
  const percent = (share: number | undefined) => Math.round(100 * share!);
  console.info(
    `Invalid questions: precision ${percent(precision)}, recall ${percent(recall)}; ` +
      `Li et al. (2022): ${paperDetection.precision}, ${paperDetection.recall}.`,
  );
  expect(precision).toBeGreaterThan(0.75);
  expect(recall).toBeGreaterThan(0.7);
});

test('the half of the conversations that no rule was written for', async () => {
  const { precision, recall } = await detectionQuality(
    detector,
    labeledConversations.filter((_, i) => i % 2 === 1),
  );
  expect(precision).toBeCloseTo(15 / 21, 12);
  expect(recall).toBeCloseTo(15 / 22, 12);
});

test('an answer in fewer words speaks of the same things, but not of what it leaves out', async () => {
  const paid = await check('Did they agree?', 'Who paid?', 'Two provinces shared the cost.', 'two provinces');
  expect(paid.isValid).toBe(true);
  const sold = 'The Holt company bought it from Anna Reel.';
  const seller = await check('Where was she born?', 'Who bought the mill?', sold, 'The Holt company');
  expect(seller.broken).toMatchObject([{ text: 'she', goldEntity: 'Anna Reel' }]);
});

test('a question is valid when the model answered as people did', async () => {
  for (const { background, turns } of labeledConversations) {
    const before = turns.slice(0, -1).map(({ question, gold }) => ({ question, answer: gold }));
    const { isValid } = await detector.check(
      { background, gold: before, predicted: before, question: turns.at(-1)!.question },
      0,
    );
    expect(isValid).toBe(true);
  }
});

test('unresolved coreference, as in Figure 3 of Li et al. (2022)', async () => {
  const first = "What was Frenzal Rhomb's first song?";
  const validity = await check('How did it fare?', first, 'Punch in the Face.', 'CANNOTANSWER');
  expect(validity.isValid).toBe(false);
  const question = { background: '', gold: [], predicted: [], question: 'How did it fare?' };
  expect(await entityRewriter.rewrite(question, validity, 0)).toBe('How did Punch in the Face fare?');
});

test('the pronoun of another person', async () => {
  const first = 'Who taught at the school?';
  const validity = await check('Where was she born?', first, 'Maria Costa', 'John Adams');
  expect(validity.broken).toMatchObject([{ text: 'she', goldEntity: 'Maria Costa' }]);
});

test('"after that" asks about the whole answer', async () => {
  const first = 'What did the crew do?';
  const next = 'What happened after that?';
  expect((await check(next, first, 'They repaired the mast.', 'CANNOTANSWER')).isValid).toBe(false);
  expect((await check(next, first, 'They repaired the mast.', 'repaired the mast')).isValid).toBe(true);
});

test('a possessive stays one when it is rewritten', async () => {
  const question = { background: '', gold: [], predicted: [], question: 'What was her first book?' };
  const broken = [{ start: 9, text: 'her', goldEntity: 'Maria Costa', isPossessive: true }];
  expect(await entityRewriter.rewrite(question, { isValid: false, reason: '', broken }, 0)).toBe(
    "What was Maria Costa's first book?",
  );
});
