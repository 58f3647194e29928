import { listSignals, machineValuesOf } from '../../../db/scores.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Signal } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { usualUncertainty } from '../../../shared/uncertainty-choices.ts';
import { mean, toUnit } from '../../../stats/index.ts';

/** How uncertain a system was of each response, in [0, 1], 1 the least sure, and what that is in words. */
interface Uncertainty {
  readonly values: Float64Array;
  readonly words: string;
  /** Whether it says no more than the surrogate. */
  readonly isHardness: boolean;
}

interface UncertaintyQuestion {
  /** `uncertainty` as in the contract: a score by its name, null for 1 - s, undefined for what the data hold. */
  readonly request: { readonly datasetId: number; readonly uncertainty?: string | null | undefined };
  readonly system: string;
  readonly systemId: number;
  /** The items, with their surrogate values in [0, 1]. */
  readonly itemIds: readonly number[];
  readonly s: ArrayLike<number>;
}

/**
 * What Active Top-K, HMCEval and MCM rank by: the automatic score that was named, or the stored uncertainty of the system's
 * responses (the token entropy of HumCoE's appendix A.2 first), or 1 - s where there is none. A score of which less is
 * better is an uncertainty as it stands; one of which more is better, such as the largest class probability, is turned
 * round.
 *
 * @throws AppError INVALID_INPUT when the named score is not there, or the system has none of it
 */
export function uncertaintyOf(
  db: ReadableDb,
  { request, system, systemId, itemIds, s }: UncertaintyQuestion,
): Uncertainty {
  const signal = chosenSignal(listSignals(db, request.datasetId), request.uncertainty, system);
  if (!signal) {
    const why =
      request.uncertainty === null ? '' : `; the data hold no uncertainty of the responses of ${system}`;
    return {
      values: Float64Array.from(s, (value) => 1 - value),
      words: `hardness, one minus the surrogate value${why}`,
      isHardness: true,
    };
  }
  const known = machineValuesOf(db, signal.id, systemId);
  const values = itemIds.map((itemId) => {
    const value = known.get(itemId);
    return value === undefined ? undefined : 1 - toUnit(value, signal.scale);
  });
  const present = values.filter((value) => value !== undefined);
  if (present.length === 0) throw noneOf(signal.name, system);
  const usual = mean(present);
  const missing = itemIds.length - present.length;
  const turned = signal.scale.direction === 'higher' ? ', turned round as more of it is surer' : '';
  const left = missing === 0 ? '' : `; ${missing} of ${itemIds.length} items have none and get the mean`;
  return {
    values: Float64Array.from(values, (value) => value ?? usual),
    words: `automatic score “${signal.name}”${turned}${left}`,
    isHardness: false,
  };
}

function chosenSignal(
  signals: readonly Signal[],
  asked: string | null | undefined,
  system: string,
): Signal | undefined {
  if (asked === null) return undefined;
  if (asked === undefined) return usualUncertainty(signals, system);
  const found = signals.find(({ kind, name }) => kind === 'auto' && name === asked);
  if (!found) {
    throw new AppError('INVALID_INPUT', `The data set has no automatic score named “${asked}”.`, {
      field: 'uncertainty',
      remedy: 'Name one of its automatic scores, or take the hardness.',
    });
  }
  if (!found.coverage.some((one) => one.system === system)) throw noneOf(asked, system);
  return found;
}

const noneOf = (name: string, system: string) =>
  new AppError('INVALID_INPUT', `The responses of ${system} have no “${name}”.`, {
    field: 'uncertainty',
    remedy: 'Choose another uncertainty, or other systems.',
  });
