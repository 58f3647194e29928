import { pairedValue, toUnit } from '../../stats/index.ts';
import { standingOf, type Word } from '../estimate/final-rule.ts';
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
 * The draws that an estimate uses, in draw order: those from the first on until one has no final value. Final
 * values follow the rule and the overlap of the header.
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
  const [decided, said] = [true, false].map((isDecision) =>
    wordsOf(
      header,
      rows.filter(({ source }) => (source === 'adjudication') === isDecision),
    ),
  ) as [Word[], Word[]];
  const standing = standingOf(header.finalRule, header.overlap, {
    words: said,
    isWhole: rows.some(({ source }) => source === 'gold' || source === 'simulated'),
    adjudicated: decided[0],
  });
  if (standing.kind !== 'final') return undefined;
  return standing.final.kind === 'value' ? standing.final.y : 'skipped';
}

/** What each person said who has judged every system. */
function wordsOf(header: LabelHeader, rows: readonly RecordRow[]): Word[] {
  return [...Map.groupBy(rows, ({ annotator }) => annotator).values()].flatMap((labels) => {
    const ofSystems = header.systems.flatMap((system) => labels.find((row) => row.system === system) ?? []);
    return ofSystems.length === header.systems.length ? [wordOf(header, ofSystems)] : [];
  });
}

function wordOf(header: LabelHeader, rows: readonly RecordRow[]): Word {
  if (rows.some(({ kind }) => kind === 'skip')) return { kind: 'skip', reason: '' };
  const [first, second] = rows.map(({ value }) => value ?? 0) as [number, number?];
  const isAnswer = rows[0]!.kind === 'answer';
  const said = isAnswer ? `answer ${rows[0]!.answer_group}` : String(first - (second ?? 0));
  return { kind: 'value', y: unitValue(header, rows), said };
}

/** In [0, 1]; undefined where a metric leaves a written answer out, which is a value of null. */
function unitValue({ scale }: LabelHeader, rows: readonly RecordRow[]): number | undefined {
  const units = rows.flatMap(({ value }) => (value === null ? [] : [toUnit(value, scale)]));
  if (units.length < rows.length) return undefined;
  const [first, second] = units as [number, number?];
  return second === undefined ? first : pairedValue(first, second);
}
