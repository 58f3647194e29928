interface Range {
  min: number;
  max: number;
}

const NOTHING = 'not estimable';

/** Digits after the point that give three significant digits at the top of the scale, so that columns line up. */
function digitsFor({ min, max }: Range): number {
  const top = Math.max(Math.abs(min), Math.abs(max));
  const whole = top >= 1 ? Math.ceil(Math.log10(top + Number.EPSILON) - 1e-9) : 0;
  return Math.min(6, Math.max(0, 3 - Math.max(whole, top === 1 ? 0 : 1)));
}

const isNumber = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined && Number.isFinite(value);

export function formatScore(value: number | null | undefined, scale: Range): string {
  if (!isNumber(value)) return NOTHING;
  const digits = digitsFor(scale);
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function formatInterval(
  interval: { lower: number | null; upper: number | null } | null,
  scale: Range,
): string {
  if (!interval || !isNumber(interval.lower) || !isNumber(interval.upper)) return NOTHING;
  return `${formatScore(interval.lower, scale)} to ${formatScore(interval.upper, scale)}`;
}

export function formatCount(value: number | null | undefined): string {
  return isNumber(value) ? Math.round(value).toLocaleString('en') : NOTHING;
}

/** A share between 0 and 1. */
export function formatPercent(share: number | null | undefined): string {
  return isNumber(share) ? `${Number((share * 100).toPrecision(3)).toLocaleString('en')}\u00a0%` : NOTHING;
}

/** One thing or many: `plural(3, 'item')` is "3 items". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
