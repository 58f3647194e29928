import { type FinalValue, type Standing, standingOf } from '../../estimate/final-rule.ts';
import type { LabelHeader, RecordRow } from '../../import/formats/labels/label-record.ts';
import { isOfNobody, type Rating, ratingOf } from '../../studies/ratings/rating.ts';

/** One draw with what people say of its item, and where that stands under the rule and the overlap of the header. */
export interface StandingDraw {
  readonly order: number;
  readonly item: string;
  readonly surrogate: number;
  readonly probability: number;
  /** The cells of its item, one for each column of the predictor; null where the file has none. */
  readonly x: readonly number[] | null;
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
      const [{ id: item, s: surrogate, probability, x = null }] = ofDraw;
      for (const row of ofDraw) {
        const isSame = row.id === item && row.s === surrogate && row.probability === probability;
        if (isSame && JSON.stringify(row.x ?? null) === JSON.stringify(x)) continue;
        throw new RangeError(
          `The rows of draw ${order} differ in item, machine score, probability or columns.`,
        );
      }
      return { order, item, surrogate, probability, x, standing: standingIn(header, ofDraw) };
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
  const { true: decisions = [], false: labels = [] } = Object.groupBy(rows, (row) => `${isDecision(row)}`);
  return standingOf(header.finalRule, header.overlap, {
    words: wordsInRows(header, labels).map(({ word }) => word),
    isWhole: labels.some(isOfNobody),
    adjudicated: wordsInRows(header, decisions)[0]?.word,
  });
}

export const isDecision = ({ source }: RecordRow): boolean => source === 'adjudication';

/** The word of each person who has judged every system. */
export function wordsInRows(
  { systems, scale }: LabelHeader,
  rows: readonly RecordRow[],
): { annotator: string; word: Rating }[] {
  return [...Map.groupBy(rows, ({ annotator }) => annotator)].flatMap(([annotator, labels]) => {
    const ofSystems = systems.flatMap((system) => labels.find((row) => row.system === system) ?? []);
    if (ofSystems.length < systems.length) return [];
    const said = ofSystems.map(({ kind, value, answer_group: group, reason }) => {
      return { kind, value, text: kind === 'answer' ? `answer ${group}` : null, reason };
    });
    return [{ annotator, word: ratingOf(said, scale) }];
  });
}
