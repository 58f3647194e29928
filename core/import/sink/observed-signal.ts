import type { Scale } from '../../../shared/contract/index.ts';
import type { ToldScale } from '../../data/declared-scales.ts';
import { scaleOfUncertainty } from '../../models/generate/uncertainty.ts';
import { betterByName } from '../evidence/scores/fault-names.ts';
import type { SignalKind } from './item-sink.ts';
import { ObservedScale } from './observed-scale.ts';

/** The range of a machine score: of what Assay computes itself it is known, and of an uncertainty less is better. */
export function observedSignal(
  kind: SignalKind,
  name: string,
  declared: Scale | null,
  told?: ToldScale,
): ObservedScale {
  if (kind !== 'auto') return new ObservedScale(declared, told);
  const direction = /^uncertainty\b/i.test(name) ? 'lower' : 'higher';
  return new ObservedScale(declared ?? scaleOfUncertainty(name) ?? null, told, direction);
}

/** The range of what people scored: of a fault less is better, by its name. */
export const observedCriterion = (name: string, declared: Scale | null, told?: ToldScale): ObservedScale =>
  new ObservedScale(declared, told, betterByName(name));
