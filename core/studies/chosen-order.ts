import { AppError } from '../../shared/errors.ts';
import { plural } from '../../shared/number-text.ts';
import type { Baseline } from '../../shared/presets.ts';
import { drawHash } from './draw-hash.ts';

/** What a baseline of the HumCoE paper chooses its items by. */
export interface Choice {
  /** How uncertain the system was of each response, in pool order; only the order counts. */
  readonly uncertainty: Float64Array;
  /** Below this surrogate value the surrogate disagrees with the system; null but for MCM. */
  readonly disagreement: number | null;
}

/** An item as a baseline sees it. */
interface Candidate {
  readonly id: string;
  readonly uncertainty: number;
  readonly surrogate: number;
}

/** Whether a baseline has people label an item at all. */
export const isCandidate = (
  { surrogate }: Pick<Candidate, 'surrogate'>,
  { disagreement }: Pick<Choice, 'disagreement'>,
): boolean => disagreement === null || surrogate < disagreement;

/** Below 0 where the first item is labeled before the second: equals stand by the hash of seed and id. */
export function compareCandidates(preset: Baseline, seed: number, a: Candidate, b: Candidate): number {
  const isDescending = preset === 'top-k' || preset === 'hmceval';
  const difference = isDescending ? b.uncertainty - a.uncertainty : a.uncertainty - b.uncertainty;
  if (difference !== 0 || a.id === b.id) return difference;
  const [first, second] = [drawHash(seed, a.id), drawHash(seed, b.id)];
  if (first !== second) return first < second ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

interface Pool extends Choice {
  readonly seed: number;
  readonly size: number;
  readonly surrogateValues: Float64Array;
  /** In pool order. */
  readonly externalIds: Iterable<string>;
}

/**
 * The items that a baseline has people label, in that order (HumCoE, appendix A.2). No chance is involved but between items of
 * equal uncertainty, where the seed decides; a longer order continues a shorter one.
 *
 * @returns pool positions
 * @throws AppError INVALID_INPUT when MCM finds fewer disagreements than wanted
 */
export function chosenOrder(preset: Baseline, { seed, size, ...pool }: Pool): number[] {
  const { uncertainty, surrogateValues, externalIds, disagreement } = pool;
  const candidates = Array.from(externalIds, (id, position) => ({
    id,
    position,
    uncertainty: uncertainty[position]!,
    surrogate: surrogateValues[position]!,
  })).filter((one) => isCandidate(one, { disagreement }));
  if (candidates.length < size) throw tooFew(candidates.length, size, disagreement!);
  return candidates
    .sort((a, b) => compareCandidates(preset, seed, a, b))
    .slice(0, size)
    .map(({ position }) => position);
}

const tooFew = (found: number, wanted: number, disagreement: number) =>
  new AppError(
    'INVALID_INPUT',
    `The machine score disagrees with ${plural(found, 'response')}, whose value is below ${disagreement}; ${wanted} cannot be labeled.`,
    { field: 'size', remedy: `Draw at most ${found}, or take more for a disagreement.` },
  );
