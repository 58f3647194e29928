/** A formula in TeX, as it stands in a text. */
export interface Formula {
  readonly tex: string;
  /** Set on a line of its own, and larger. */
  readonly isBlock: boolean;
  /** The position behind its closing mark. */
  readonly end: number;
}

/** Longer formulas, in characters, stay text: nobody writes them, and setting them is slow. */
const longestFormula = 2_000;

const marks = [
  { opening: '$$', closing: '$$', isBlock: true },
  { opening: '\\[', closing: '\\]', isBlock: true },
  { opening: '\\(', closing: '\\)', isBlock: false },
] as const;

/** The formula that begins at a position of a text; null where none does. */
export type FormulaFinder = (from: number) => Formula | null;

/**
 * Finds the formula that begins at a position of one text; null where none does. `$$`, `\[` and `\(` open one if they
 * are closed before an empty line. A single dollar may be money, so it opens a formula only by Pandoc's rule
 * (`tex_math_dollars`: no space inside the marks, no digit behind) and only where what it holds is no prose. Asked in
 * rising order, all positions together take time that is linear in the text.
 */
export function formulaFinder(text: string): FormulaFinder {
  const searched = new Map<string, { readonly from: number; readonly at: number }>();
  /** The first place of a closing mark from a position on; the length of the text where there is none. */
  const closingFrom = (closing: string, start: number): number => {
    const known = searched.get(closing);
    if (known && known.from <= start && start <= known.at) return known.at;
    const found = text.indexOf(closing, start);
    const at = found < 0 ? text.length : found;
    searched.set(closing, { from: start, at });
    return at;
  };
  return (from) => {
    const mark = marks.find(({ opening }) => text.startsWith(opening, from));
    if (!mark) return text[from] === '$' ? dollarFormulaAt(text, from) : null;
    const start = from + mark.opening.length;
    const end = closingFrom(mark.closing, start);
    if (end === text.length || end - start > longestFormula) return null;
    const inside = text.slice(start, end);
    if (inside.trim() === '' || hasEmptyLine(inside)) return null;
    return { tex: inside.trim(), isBlock: mark.isBlock, end: end + mark.closing.length };
  };
}

function dollarFormulaAt(text: string, from: number): Formula | null {
  if (/[\p{L}\p{N}\\$]/u.test(text[from - 1] ?? '') || /\s/.test(text[from + 1] ?? ' ')) return null;
  const near = text.slice(from + 1, from + 1 + longestFormula);
  let length = near.indexOf('$');
  while (length > 0 && near[length - 1] === '\\') length = near.indexOf('$', length + 1);
  if (length <= 0) return null;
  const tex = near.slice(0, length);
  const next = text[from + length + 2] ?? '';
  if (/[\p{L}\p{N}$]/u.test(next) || /\s$/.test(tex) || hasEmptyLine(tex) || isProse(tex)) return null;
  return { tex, isBlock: false, end: from + length + 2 };
}

const hasEmptyLine = (tex: string): boolean => /\n[ \t]*\n/.test(tex);

/** Words beside each other, or behind a number, and no sign of mathematics: "$5 in cash or 10$". */
const isProse = (tex: string): boolean =>
  !/[\\^_=<>{}]/.test(tex) && (/\p{L}{2}[\s,]+\p{L}{2}/u.test(tex) || /^[\d.,]+\s+\p{L}{2}/u.test(tex));

/** Whether a formula stands in a text. */
export function hasFormula(text: string): boolean {
  const formulaAt = formulaFinder(text);
  for (const { index } of text.matchAll(/\$|\\[([]/g)) if (formulaAt(index)) return true;
  return false;
}
