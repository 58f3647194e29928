/** How a number is read that somebody typed or pasted. */
type Typed =
  | { readonly value: number }
  /** What keeps the text from being one number, in words. */
  | { readonly problem: string }
  /** Nothing but blanks, or the beginning of a number: its sign or its point. */
  | { readonly value: null };

const zeros = [0x0660, 0x06f0, 0x0966, 0xff10];

/** Digits of other scripts as those of English, signs and blanks of typography as those of keyboards. */
const plainText = (text: string): string =>
  text
    .trim()
    .replace(/[٠-٩۰-۹०-९０-９]/g, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - zeros.findLast((zero) => zero <= code)!);
    })
    .replaceAll('٫', '.')
    .replaceAll(/[\u2212\u2010\u2011\uff0d]/g, '-')
    .replaceAll(/[\u00a0\u2007\u2009\u202f'’٬_]/g, ' ');

const notOne = (text: string) => ({ problem: `“${text}” is not a number.` });

/**
 * Reads a number as people write them: 1.5, 1,5, 1 000, 1,000,000, 2e-3, −3 and digits of other scripts. What could be two numbers, as
 * "1,000", which is a thousand to some and one to others, is refused, and so is every other text: none becomes another number.
 */
export function typedNumber(text: string, isWhole = false): Typed {
  const plain = plainText(text);
  if (plain === '' || /^[+-]?[.,]?$/.test(plain)) return { value: null };
  // Thousands apart by blanks; by commas where there are several, or no comma can be a point.
  const grouped = /^[+-]?[1-9]\d{0,2}( \d{3})+([.,]\d+)?$/.test(plain)
    ? plain.replaceAll(' ', '')
    : /^[+-]?[1-9]\d{0,2}(,\d{3}){2,}(\.\d+)?$|^[+-]?[1-9]\d{0,2},\d{3}\.\d+$/.test(plain) ||
        (isWhole && /^[+-]?[1-9]\d{0,2},\d{3}$/.test(plain))
      ? plain.replaceAll(',', '')
      : plain;
  if (isWhole ? /^[+-]?[1-9]\d{0,2}(\.\d{3})+$/.test(grouped) : /^[+-]?[1-9]\d{0,2},\d{3}$/.test(grouped)) {
    return { problem: `“${text.trim()}” could be two numbers. Leave out the sign between thousands.` };
  }
  const number = grouped.replace(',', '.');
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(number)) return notOne(text.trim());
  const value = Number(number);
  if (!Number.isFinite(value)) return notOne(text.trim());
  if (isWhole && !Number.isInteger(value)) return { problem: 'A whole number, please.' };
  return { value: value === 0 ? 0 : value };
}

/** What is wrong with a number out of range, in words; null where it is in it. */
export function rangeProblem(value: number, min: number, max: number): string | null {
  if (value >= min && value <= max) return null;
  if (Number.isFinite(min) && Number.isFinite(max)) return `From ${min} to ${max}.`;
  return Number.isFinite(min) ? `${min} or more.` : `${max} or less.`;
}
