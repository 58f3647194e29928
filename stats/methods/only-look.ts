import { type FixedInterval, intervalOf } from '../intervals/interval.ts';
import type { Evidence } from './evidence.ts';
import type { MethodResult } from './method.ts';

/** How the kind of an interval ends that holds at one look and at no other. */
export const ONE_LOOK_ONLY = 'valid at one look only';

/**
 * An interval for one look, at the look that was declared before the first label. Before it there is nothing to show, and past
 * it nothing that holds.
 */
export function atOnlyLook(
  { plan, draws, summary, alpha }: Evidence,
  interval: FixedInterval,
  kind: string,
): Pick<MethodResult, 'lower' | 'upper' | 'intervalKind' | 'note'> {
  const onlyLook = plan?.onlyLook ?? null;
  if (onlyLook === null) return {};
  if (draws.length !== onlyLook) {
    const labels = onlyLook === 1 ? '1 label' : `${onlyLook} labels`;
    return {
      note: `It has an interval at the one look that was declared, after ${labels}, and at no other.`,
    };
  }
  // Intervals that are found by simulation are none of these, so that the seed changes nothing.
  const ends = intervalOf(interval, { labels: draws, summary, alpha, seed: 1 });
  return ends ? { ...ends, intervalKind: `${kind}, ${ONE_LOOK_ONLY}` } : {};
}
