import { pairedValue, toUnit } from '../../../stats/index.ts';
import { type FinalValue, type Standing, standingOf, type Word } from '../../model/estimate/final-rule.ts';
import type { LabelHeader, RecordRow } from '../../sources/import/label-record.ts';

/** One draw with what people say of its item, and where that stands under the rule and the overlap of the header. */
export interface StandingDraw {
  readonly order: number;
  readonly item: string;
  readonly surrogate: number;
  readonly probability: number;
  readonly standing: Standing;
}

/** One draw with what people finally say of its item. */
export interface DrawnValue extends Omit<StandingDraw, 'standing' | 'order'> {
  /** In [0, 1], 1 best. */
  readonly y: number | 'skipped';
  readonly final: FinalValue;
}

/**
 * Every draw of which somebody has spoken, in draw order.
 *
 * @throws RangeError when two rows of a draw contradict each other, or a value lies outside the scale
 */
export function standingDraws(header: LabelHeader, rows: readonly RecordRow[]): StandingDraw[] {
  const byDraw = Map.groupBy(rows, (row) => row.draw_order);
  return [...byDraw.keys()]
    .sort((a, b) => a - b)
    .map((order) => {
      const ofDraw = byDraw.get(order) as [RecordRow, ...RecordRow[]];
      const [{ id: item, s: surrogate, probability }] = ofDraw;
      for (const row of ofDraw) {
        if (row.id === item && row.s === surrogate && row.probability === probability) continue;
        throw new RangeError(`The rows of draw ${order} differ in item, surrogate value or probability.`);
      }
      return { order, item, surrogate, probability, standing: standingIn(header, ofDraw) };
    });
}

/** The draws that an estimate uses, in draw order: those from the first on until one has no final value. */
export function drawnValues(header: LabelHeader, rows: readonly RecordRow[]): DrawnValue[] {
  return finishedPrefix(standingDraws(header, rows));
}

export function finishedPrefix(draws: readonly StandingDraw[]): DrawnValue[] {
  const prefix: DrawnValue[] = [];
  for (const { order, standing, ...draw } of draws) {
    if (order !== prefix.length + 1 || standing.kind !== 'final') return prefix;
    const { final } = standing;
    prefix.push({ ...draw, y: final.kind === 'value' ? final.y : 'skipped', final });
  }
  return prefix;
}

function standingIn(header: LabelHeader, rows: readonly RecordRow[]): Standing {
  const [decided, said] = [true, false].map((isDecision) =>
    wordsOf(
      header,
      rows.filter(({ source }) => (source === 'adjudication') === isDecision),
    ),
  ) as [Word[], Word[]];
  return standingOf(header.finalRule, header.overlap, {
    words: said,
    isWhole: rows.some(({ source }) => source === 'gold' || source === 'simulated'),
    adjudicated: decided[0],
  });
}

/** What each person said who has judged every system. */
function wordsOf(header: LabelHeader, rows: readonly RecordRow[]): Word[] {
  return [...Map.groupBy(rows, ({ annotator }) => annotator).values()].flatMap((labels) => {
    const ofSystems = header.systems.flatMap((system) => labels.find((row) => row.system === system) ?? []);
    return ofSystems.length === header.systems.length ? [wordOf(header, ofSystems)] : [];
  });
}

function wordOf(header: LabelHeader, rows: readonly RecordRow[]): Word {
  const skip = rows.find(({ kind }) => kind === 'skip');
  if (skip) return { kind: 'skip', reason: skip.reason ?? '' };
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
