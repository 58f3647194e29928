import { expect, test } from 'vitest';
import { ruleDetector } from '../../../core/protocols/coreference/rule-detector.ts';
import { binaryQuality } from '../../../stats/index.ts';
import { isLong } from '../../support/chance.ts';
import { halfOf, hasHeldBackData, heldBackTurns } from './support/held-back-turns.ts';
import { anOpenConversation } from './support/saying.ts';

const detector = ruleDetector(['CANNOTANSWER']);

// An accuracy; the rules themselves are held by detection.test.ts.
test.skipIf(!isLong || !hasHeldBackData)(
  'invalid questions among 314 real turns: precision and recall of the rules (npm run test:long; needs ../shared/data)',
  { timeout: 120_000 },
  async () => {
    const turns = heldBackTurns();
    expect(turns).toHaveLength(314);
    const cases: { predicted: boolean; actual: boolean }[] = [];
    for (const { question, isInvalid } of turns) {
      const { isValid } = await detector.check(question, anOpenConversation());
      cases.push({ predicted: !isValid, actual: isInvalid });
    }
    const seen = binaryQuality(halfOf(cases, false));
    const unseen = binaryQuality(halfOf(cases, true));
    expect(seen).toMatchObject({ precision: 15 / 18, recall: 15 / 21 });
    expect(unseen).toMatchObject({ precision: 16 / 31, recall: 16 / 24 });
  },
);
