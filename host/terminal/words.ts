import type { Scale } from '../../shared/contract/index.ts';
import { formatScore, scaleEnds } from '../../shared/number-text.ts';

const whole = new Intl.NumberFormat('en-US');
const threeDigits = new Intl.NumberFormat('en-US', {
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3,
});

export const count = (value: number): string => whole.format(value);

/** "1 item", "2 items". */
export const counted = (value: number, one: string): string =>
  `${count(value)} ${one}${value === 1 ? '' : 's'}`;

/** A value on its scale, to three significant digits. */
export const figure = (value: number): string => threeDigits.format(value);

/** The same; a share of a yes in percent. */
export const figureOn =
  (scale: Scale & { isShare?: true | undefined }) =>
  (value: number): string =>
    scale.isShare ? formatScore(value, scale) : figure(value);

/** So many digits after the point, or a dash where there is no value. */
export const decimals = (value: number | null, digits = 2): string =>
  value === null ? '-' : value.toFixed(digits);

export const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;

/** A share of what was counted, to a tenth of a percent; `0/0` where nothing was. */
export const shareText = (share: number | null): string =>
  share === null ? '0/0' : `${(100 * share).toFixed(1)} %`;

export function scaleText(scale: Scale & { isShare?: true | undefined }): string {
  const { min, max, direction, isShare } = scale;
  return `${isShare ? scaleEnds(scale) : `${min} to ${max}`}, ${direction} is better`;
}
