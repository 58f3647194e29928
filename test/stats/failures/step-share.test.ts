import { describe, expect, test } from 'vitest';
import { StepShare } from '../../../stats/index.ts';

describe('the share of steps of one kind', () => {
  test('is exact once all items are rated, whatever numbers of steps they have', () => {
    const share = new StepShare({ counts: [0, 2, 1, 3], isYesOrNo: true });
    expect(share.items).toBe(3);
    share.advance(0, 'unknown');
    expect(share.share).toEqual({ value: null, lower: 0, upper: 1 });
    for (const [item, wrong] of [
      [3, 2],
      [1, 0],
      [2, 1],
    ] as const)
      share.advance(item, wrong);
    const { value, lower, upper } = share.share;
    for (const end of [value!, lower, upper]) expect(end).toBeCloseTo(3 / 6, 9);
    expect(share.ratedItems).toBe(3);
  });

  test('is the share of items where each has one step', () => {
    const share = new StepShare({ counts: [1, 1, 1, 1], isYesOrNo: true });
    share.advance(2, 1);
    share.advance(0, 0);
    expect(share.share.lower).toBeGreaterThanOrEqual(0.25 - 1e-9);
    expect(share.share.upper).toBeLessThanOrEqual(0.75 + 1e-9);
    expect(share.share.value).toBeCloseTo(0.5, 9);
  });

  test('says what does not fit', () => {
    expect(() => new StepShare({ counts: [0, 0], isYesOrNo: true })).toThrow('No item');
    const share = new StepShare({ counts: [1, 2], isYesOrNo: false });
    expect(() => share.advance(0, 2)).toThrow('1 such steps, not 2');
    share.advance(0, 0.5);
    expect(() => share.advance(0, 0)).toThrow('drawn already');
  });
});
