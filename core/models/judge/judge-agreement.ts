import { machineValuesOf } from '../../../db/scores.ts';
import type { JudgeAgreement } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { fromUnit, meanInterval, toUnit, type WeightedPair, weightedMean } from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { requireSignal } from './alignment.ts';
import { coefficientsOf, intervalNote } from './coefficients.ts';
import { groupKeyOf } from './improve/sides.ts';
import { systemIdOf } from './system-id.ts';

/** Two judges, or two versions of one, on the items that both scored; values on the scale of `a`. */
export function judgeAgreement(
  context: CoreContext,
  asked: { a: number; b: number; system: string },
): JudgeAgreement {
  const db = dbOf(context);
  const first = requireSignal(context, asked.a);
  const second = requireSignal(context, asked.b);
  if (first.datasetId !== second.datasetId || asked.a === asked.b) {
    throw new AppError('INVALID_INPUT', 'Name two judges of one data set.', { field: 'b' });
  }
  const systemId = systemIdOf(db, asked.system, 'system');
  const others = machineValuesOf(db, asked.b, systemId);
  const pairs = [...machineValuesOf(db, asked.a, systemId)].flatMap(([itemId, a]): WeightedPair[] => {
    const other = others.get(itemId);
    if (other === undefined) return [];
    const b = fromUnit(toUnit(other, second.signal.scale), first.signal.scale);
    return [{ a, b, weight: 1, cluster: groupKeyOf(db, itemId) }];
  });
  const { min, max } = first.signal.scale;
  const interval = meanInterval(
    pairs.map((pair) => ({ ...pair, value: pair.b - pair.a })),
    { lowest: min - max, highest: max - min },
  );
  return {
    a: first.signal.name,
    b: second.signal.name,
    criterion: first.signal.criterion ?? '',
    system: asked.system,
    items: pairs.length,
    meanA: pairs.length === 0 ? null : weightedMean(pairs, ({ a }) => a),
    meanB: pairs.length === 0 ? null : weightedMean(pairs, ({ b }) => b),
    drift: pairs.length === 0 ? null : weightedMean(pairs, ({ a, b }) => b - a),
    driftLower: interval?.lower ?? null,
    driftUpper: interval?.upper ?? null,
    interval: intervalNote,
    coefficients: coefficientsOf(pairs),
  };
}
