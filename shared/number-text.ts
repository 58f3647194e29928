import { reworded } from './page-words.ts';

interface Range {
  min: number;
  max: number;
  /** Of a question of yes or no: values are shares, which people read in percent, and their differences in points. */
  isShare?: true | undefined;
}

/** What is said of a share of items with a yes, ready for people: in percent. */
export const inPercent = <Said extends { scale: Range; isShare?: true | undefined }>(said: Said): Said =>
  said.isShare ? { ...said, scale: { ...said.scale, isShare: true as const } } : said;

const NOTHING = 'not estimable';

/** Digits after the point that give three significant digits at the top of the scale, so that columns line up. */
function digitsFor({ min, max }: Range): number {
  const top = Math.max(Math.abs(min), Math.abs(max));
  const whole = top >= 1 ? Math.ceil(Math.log10(top + Number.EPSILON) - 1e-9) : 0;
  return Math.min(6, Math.max(0, 3 - Math.max(whole, top === 1 ? 0 : 1)));
}

const isNumber = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined && Number.isFinite(value);

interface Ends {
  lower: number | null;
  upper: number | null;
}

/** Ends that lie closer together than this share of the scale are one number but for rounding. */
const ROUNDING = 1e-9;

/** Whether an interval is a single number, as when everything is labeled. */
export const isExact = ({ lower, upper }: Ends, { min, max }: Range): boolean =>
  isNumber(lower) && isNumber(upper) && upper - lower <= ROUNDING * (max - min);

const mostDigits = 6;

/**
 * Digits after the point in which an estimate and its interval are written: two significant ones of the half-width, as further
 * ones would say what nobody knows. Without an interval, or when it is exact, as many as the scale has for a value.
 */
export function digitsOf(interval: Ends | null, scale: Range): number {
  if (!interval || !isNumber(interval.lower) || !isNumber(interval.upper) || isExact(interval, scale)) {
    return digitsFor(scale);
  }
  const [, exponent] = ((interval.upper - interval.lower) / 2).toExponential(1).split('e');
  return Math.min(mostDigits, Math.max(0, 1 - Number(exponent)));
}

/** @param given digits after the point; of the scale unless said */
export function formatScore(value: number | null | undefined, scale: Range, given?: number): string {
  if (!isNumber(value)) return NOTHING;
  if (scale.isShare) return `${percentNumber(value, given)}\u00a0%`;
  return plainScore(value, given ?? digitsFor(scale));
}

function plainScore(value: number, digits: number): string {
  const shown = Math.abs(value) < 0.5 * 10 ** -digits ? 0 : value;
  return withMinus(
    shown.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  );
}

export const isShareScale = (scale: Range): boolean => scale.isShare === true;

/** A value as a person gave it; to a question of yes or no the answer, unless several came to a mean. */
export const givenScore = (value: number, scale: Range): string =>
  scale.isShare && Number.isInteger(value) ? (value === 1 ? 'yes' : 'no') : formatScore(value, scale);

/** A share as so many of a hundred: 0.604 is 60 with the two digits that 0.60 has. */
const percentNumber = (share: number, digits?: number): string =>
  digits === undefined
    ? Number((100 * share).toPrecision(3)).toLocaleString('en')
    : plainScore(100 * share, Math.max(0, digits - 2));

/** A part of a scale, such as a width or a difference: of shares in points. */
export const formatSpan = (span: number, scale: Range, digits?: number): string =>
  scale.isShare
    ? `${percentNumber(span, digits)} points`
    : formatScore(span, { min: 0, max: scale.max - scale.min }, digits);

/** The sign that is as wide as a plus, in place of the hyphen of keyboards. */
const withMinus = (words: string): string => words.replace('-', '\u2212');

/** One end of a scale, as it was declared; of one that a file shows, as a computed score, six digits are enough. */
export const scaleEnd = (end: number): string =>
  withMinus(String(Number.isInteger(end) ? end : Number(end.toPrecision(6))));

/** The ends of a scale, as they were declared: "1 to 5". */
export const scaleEnds = ({ min, max, isShare }: Range): string =>
  isShare ? `${100 * min} to ${100 * max}\u00a0%` : `${scaleEnd(min)} to ${scaleEnd(max)}`;

/** A number of no scale, as a coefficient of agreement, with so many digits after the point. */
export const formatFixed = (value: number, digits = 2): string => {
  const shown = Math.abs(value) < 0.5 * 10 ** -digits ? 0 : value;
  return withMinus(reworded(shown, value, 10).toFixed(digits));
};

/** A difference with its sign, also for 0's neighbors: a plus tells that the first system is ahead in number. */
export function signedScore(value: number, scale: Range, digits?: number): string {
  const words = scale.isShare
    ? formatSpan(Math.abs(value), scale, digits)
    : formatScore(Math.abs(value), scale, digits);
  const isZero = Number.parseFloat(words.replaceAll(',', '')) === 0;
  return isZero ? words : `${value > 0 ? '+' : '\u2212'}${words}`;
}

/** Half the width of an interval, to two significant digits. */
export const formatHalfWidth = (halfWidth: number, scale: Range): string =>
  (scale.isShare ? formatSpan : formatScore)(
    halfWidth,
    scale,
    digitsOf({ lower: -halfWidth, upper: halfWidth }, scale),
  );

/** A half-width that is a guess yet, by where it may come to lie: "0.10 to 0.18". */
export const formatHalfWidths = ({ least, most }: { least: number; most: number }, scale: Range): string => {
  const digits = digitsOf({ lower: -most, upper: most }, scale);
  if (!scale.isShare) return `${formatScore(least, scale, digits)} to ${formatScore(most, scale, digits)}`;
  return `${percentNumber(least, digits)} to ${formatSpan(most, scale, digits)}`;
};

/** Half the width of an interval to come; by where it may lie while it is a guess. */
export const widthAhead = (
  { halfWidth, likely }: { halfWidth: number; likely?: { least: number; most: number } | undefined },
  scale: Range,
): string => (likely ? formatHalfWidths(likely, scale) : formatHalfWidth(halfWidth, scale));

/** An estimate and its interval as every place writes them; null where there is none. */
export function writtenEstimate(
  estimate: Ends & { value: number | null },
  scale: Range,
  { isSigned = false } = {},
): { value: string | null; interval: string | null } {
  const { value, lower, upper } = estimate;
  const digits = digitsOf(estimate, scale);
  const write = isSigned ? signedScore : formatScore;
  const hasInterval = isNumber(lower) && isNumber(upper);
  return {
    value: isNumber(value) ? write(value, scale, digits) : null,
    interval: !hasInterval
      ? null
      : isExact(estimate, scale)
        ? 'exact'
        : `${withoutUnit(write(lower, scale, digits))} to ${write(upper, scale, digits)}`,
  };
}

/** "50" of "50 %": the unit stands once, behind the upper end. */
const withoutUnit = (words: string): string => words.replace(/(?:\u00a0%| points)$/, '');

export const formatInterval = (interval: Ends | null, scale: Range): string =>
  (interval && writtenEstimate({ ...interval, value: null }, scale).interval) ?? NOTHING;

/** A whole number with its thousands apart, as in English; the tables behind `toLocaleString` take long to load. */
export function formatCount(value: number | null | undefined): string {
  if (!isNumber(value)) return NOTHING;
  const digits = Math.abs(Math.round(value)).toString();
  const first = digits.length % 3 || 3;
  const groups = [digits.slice(0, first)];
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3));
  return `${Math.round(value) < 0 ? '-' : ''}${groups.join(',')}`;
}

/** A share between 0 and 1. */
export function formatPercent(share: number | null | undefined): string {
  return isNumber(share) ? `${Number((share * 100).toPrecision(3)).toLocaleString('en')}\u00a0%` : NOTHING;
}

/** One thing or many: `plural(3, 'item')` is "3 items". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Where the words end that name what is counted, and what is said of it begins. */
const headEnd =
  / (?:that|of|by|about|in|on|from|without|with|who|whose|read|kept|taken|called|edited|after|say|have)\b|[,:]|$/;
const singularVerbs: Readonly<Record<string, string>> = {
  are: 'is',
  differ: 'differs',
  say: 'says',
  have: 'has',
};

/** So many of what a phrase names in the plural: `countOf(1, 'rows that are no item')` is "1 row that is no item". */
export function countOf(count: number, many: string): string {
  if (count !== 1) return `${formatCount(count)} ${many}`;
  const end = many.search(headEnd);
  const words = many.slice(0, end).split(' ');
  const head = words.map((word) => word.replace(/ies$/, 'y').replace(/s$/, '')).join(' ');
  const said = many
    .slice(end)
    .replace(
      /^( that)? (are|differ|say|have)\b/,
      (_, that: string | undefined, verb: string) => `${that ?? ''} ${singularVerbs[verb]}`,
    );
  return `1 ${head}${said}`;
}

/** Words at the start of a sentence. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** A score as a file holds it: four digits tell it as well as the sixteen of a computed one. */
export const shortScore = (score: number): string =>
  Number.isInteger(score) ? String(score) : fourDigits(score);

/** A number of no scale to four significant digits. */
export const fourDigits = (value: number): string => Number(value.toPrecision(4)).toString();

/** A kind of interval, which methods keep with "95%", as people read it. Earlier pages keep the form in which it is stored. */
export const spacedPercent = (words: string): string => reworded(words.replace(/(\d)%/g, '$1 %'), words, 10);

/** A share or an error level in percent, to two digits behind the point. */
export const percentText = (share: number): string => `${Number((100 * share).toFixed(2))} %`;
