import { expect, test } from 'vitest';
import { auditWords } from '../../../core/report/audit-words.ts';

const person = (name: unknown) => (name === 'Ana' ? 'annotator 1' : 'a person without labels here');

test.each([
  ['sample.grow', { from: 30, to: 60 }, 'The batch was made longer, from 30 to 60 draws, in the same order.'],
  [
    'batch.merge',
    { annotator: 'Ana', added: 3, known: 1, older: 0 },
    'Answers of annotator 1 came back: 3 new, 1 known, 0 older than what was there.',
  ],
  ['practice.without', { annotator: 'Ana' }, 'Practice went on without annotator 1.'],
  [
    'practice.override',
    { round: 2, krippendorffAlpha: 0.51234, reason: 'out of time' },
    "The batch was opened without the agreement that practice asks for (round 2, Krippendorff's alpha 0.512); reason: out of time.",
  ],
  [
    'study.edit',
    { was: { name: 'a', question: 'q' }, now: { name: 'b', question: 'q' } },
    "The study's texts or goal were changed: name from a to b.",
  ],
  [
    'team.assignRule',
    { by: 'Ana', rule: { perItem: 2 }, lead: 'Bo' },
    'Team assign rule (by: annotator 1; rule: {"perItem":2}; lead: a person without labels here).',
  ],
  ['study.mend', { drawsBefore: 100 }, 'Rule 2, by which the interval bets, was corrected from draw 101 on.'],
  ['practice.newKind', {}, 'Practice new kind.'],
])('%s in plain words', (action, details, words) => {
  expect(auditWords({ action, details }, person)).toBe(words);
});
