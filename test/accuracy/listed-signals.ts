import { compensatedSum } from '../../stats/numeric.ts';
import {
  carriedMeans,
  isReference,
  LEAST_CARRIED,
  type Measured,
  measureTexts,
  type SignalTexts,
  TEXT_SIGNALS,
} from '../../stats/planned/text-signals.ts';

/** A named number of every item. */
interface NamedSignal {
  readonly id: string;
  readonly kind: 'quality' | 'other';
  readonly values: Float64Array;
}

/**
 * What texts alone say of every item. A signal that no item has is left out; an item without a value gets the mean.
 *
 * @param withReferences false leaves out the overlap with references, where the human value is that very overlap
 */
export function textSignals(items: readonly SignalTexts[], withReferences = true): NamedSignal[] {
  const measured = items.map(measureTexts);
  const systems = Math.max(0, ...items.map(({ others = [] }) => others.length));
  const fixed = TEXT_SIGNALS.map(({ id, kind }, k) =>
    named(
      id,
      kind,
      measured.map(({ values }) => values[k]),
    ),
  );
  const single = Array.from({ length: systems }, (_, k) =>
    named(
      `agreement-with:${k + 1}`,
      'quality',
      measured.map(({ agreement }) => agreement[k]),
    ),
  );
  return [...fixed, ...single]
    .filter((signal) => signal !== undefined)
    .filter(({ id }) => withReferences || !isReference(id));
}

/** A list of values as a signal, gaps filled with the mean; undefined when all are gaps. */
export function named(
  id: string,
  kind: NamedSignal['kind'],
  values: readonly Measured[],
): NamedSignal | undefined {
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0) return undefined;
  const middle = compensatedSum(known) / known.length;
  return { id, kind, values: Float64Array.from(values, (value) => value ?? middle) };
}

/**
 * Labels that people gave to other systems on the same items before the draw: their mean, their mean weighted by how much the
 * replies are alike, and one list for each system. Use only labels of the same question and scale.
 *
 * @param labels one list for each other system, in the order of `others` of the texts; values in [0, 1]
 * @param least systems with fewer labels are left out
 */
export function carriedSignals(
  items: readonly SignalTexts[],
  labels: readonly (readonly Measured[])[],
  least = LEAST_CARRIED,
): { carried: Float64Array[]; carriedSingle: Float64Array[] } {
  const used = labels.map((values) =>
    values.filter((value) => value !== undefined).length < least ? [] : values,
  );
  const means = items.map((item, i) =>
    carriedMeans(
      used.map((values) => values[i]),
      measureTexts(item).agreement,
    ),
  );
  const filled = (values: readonly Measured[]) => named('', 'quality', values)?.values;
  const isThere = (values: Float64Array | undefined) => values !== undefined;
  return {
    carried: [filled(means.map(({ plain }) => plain)), filled(means.map(({ alike }) => alike))].filter(
      isThere,
    ),
    carriedSingle: used.map(filled).filter(isThere),
  };
}
