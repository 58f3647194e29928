import type { LabelForm } from '../../shared/contract/index.ts';
import { typedNumber } from '../ui/typed-number.ts';

type RatingForm = Omit<Extract<LabelForm, { kind: 'rating' }>, 'perTurn'>;

/** One choice of a rating scale and the digit key that gives it. */
interface RatingPoint {
  value: number;
  key: string;
  /** Its name on a scale with named points, else empty. */
  label: string;
}

const MOST_POINTS = 10;

/**
 * The choices of a rating scale when each fits a digit key, else null: the scale then gets a number field.
 * Values that are digits keep their own key; a ten at the end of 1..10 is 0; other scales count from 1.
 */
export function ratingPoints(form: RatingForm): RatingPoint[] | null {
  const names = new Map(form.points?.map(({ value, label }) => [value, label]));
  const values = form.points?.map(({ value }) => value) ?? steppedValues(form);
  if (!values) return null;
  const { min, max } = form;
  const point = (value: number, key: number | string): RatingPoint => ({
    value,
    key: String(key),
    label: names.get(value) ?? '',
  });
  const areWhole = values.every(Number.isInteger);
  if (areWhole && min >= 0 && max <= 9) return values.map((value) => point(value, value));
  if (areWhole && min >= 1 && max === 10) return values.map((value) => point(value, value % 10));
  return values.map((value, index) => point(value, (index + 1) % 10));
}

function steppedValues({ min, max, step }: RatingForm): number[] | null {
  if (![min, max, step].every(Number.isInteger) || step < 1 || max <= min) return null;
  const values: number[] = [];
  for (let value = min; value <= max; value += step) {
    values.push(value);
    if (values.length > MOST_POINTS) return null;
  }
  return values;
}

/** Reads a typed number: the value, or what is wrong with it in words. */
export function readRating(text: string, form: RatingForm): { value: number } | { problem: string } {
  const read = typedNumber(text);
  if ('problem' in read) return read;
  const { value } = read;
  if (value === null) return { problem: 'Type a number.' };
  if (value < form.min || value > form.max) {
    return { problem: `The scale runs from ${form.min} to ${form.max}.` };
  }
  if (form.points)
    return form.points.some((point) => point.value === value)
      ? { value }
      : { problem: 'Give one of the points of the scale.' };
  const steps = (value - form.min) / form.step;
  if (form.step > 0 && Math.abs(steps - Math.round(steps)) > 1e-6) {
    return { problem: `The scale goes in steps of ${form.step}.` };
  }
  return { value };
}
