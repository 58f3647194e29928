import { mean, pairedValue, toUnit } from '../../stats/index.ts';
import type { LabelHeader, RecordRow } from './label-record.ts';

/** One draw with what people finally say of its item. */
export interface DrawnValue {
  readonly item: string;
  readonly surrogate: number;
  readonly probability: number;
  /** In [0, 1], 1 best. */
  readonly y: number | 'skipped';
}

/**
 * The draws that an estimate uses, in draw order: those from the first on until one has no final value. A final value is
 * the mean over the annotators who labeled the item; it is skipped when all who saw it skipped it.
 *
 * @throws RangeError when two rows of a draw contradict each other, or a value lies outside the scale
 */
export function drawnValues(header: LabelHeader, rows: readonly RecordRow[]): DrawnValue[] {
  const byDraw = Map.groupBy(rows, (row) => row.draw_order);
  const prefix: DrawnValue[] = [];
  for (let order = 1; ; order += 1) {
    const ofDraw = byDraw.get(order);
    const y = ofDraw && finalValue(header, ofDraw);
    if (!ofDraw || y === undefined) return prefix;
    const [{ id: item, s: surrogate, probability }] = ofDraw as [RecordRow, ...RecordRow[]];
    for (const row of ofDraw) {
      if (row.id === item && row.s === surrogate && row.probability === probability) continue;
      throw new RangeError(`The rows of draw ${order} differ in item, surrogate value or probability.`);
    }
    prefix.push({ item, surrogate, probability, y });
  }
}

function finalValue(header: LabelHeader, rows: readonly RecordRow[]): number | 'skipped' | undefined {
  const { systems } = header;
  const said = [...Map.groupBy(rows, ({ annotator }) => annotator).values()].filter((labels) =>
    systems.every((system) => labels.some((label) => label.system === system)),
  );
  if (said.length === 0) return undefined;
  const scored = said.filter((labels) => labels.every(({ kind }) => kind !== 'skip'));
  // A metric may leave a written answer out, which is a value of null.
  const values = scored.flatMap((labels) => unitValue(header, labels) ?? []);
  return values.length === 0 ? 'skipped' : mean(values);
}

function unitValue({ systems, scale }: LabelHeader, labels: readonly RecordRow[]): number | undefined {
  const [first, second] = systems.map((system) => {
    const { value } = labels.find((label) => label.system === system)!;
    return value === null ? undefined : toUnit(value, scale);
  });
  if (systems.length === 1 || first === undefined) return first;
  return second === undefined ? undefined : pairedValue(first, second);
}
