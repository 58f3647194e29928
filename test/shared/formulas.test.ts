import { describe, expect, test } from 'vitest';
import { formulaFinder, hasFormula } from '../../shared/formulas.ts';

/** All formulas of a text. */
function formulasOf(text: string): string[] {
  const formulaAt = formulaFinder(text);
  const found: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const formula = formulaAt(at);
    if (!formula) continue;
    found.push(formula.isBlock ? `block ${formula.tex}` : formula.tex);
    at = formula.end - 1;
  }
  return found;
}

describe('formulas of a text', () => {
  test.each([
    ['It is $x^2$, and $y$.', ['x^2', 'y']],
    ['\\(a + b\\) then \\[ c \\]', ['a + b', 'block c']],
    ['$$\na &= b\\\\\nc\n$$', ['block a &= b\\\\\nc']],
    ['$a$$b$', []],
    ['($n$-th) “$k$”', ['n', 'k']],
    ['a price of $5\\$$ each', ['5\\$']],
    ['$2 \\text{ apples}$', ['2 \\text{ apples}']],
  ])('%j', (text, formulas) => expect(formulasOf(text)).toEqual(formulas));

  test.each([
    'costs $5 and $10',
    'US$5 to US$6',
    'from $5-$10',
    'between $5 and 10$',
    '$5 million for a total of 10$',
    '$ x $',
    '$HOME/$USER',
    '\\$5 and 6$',
    'Ca$h and $tyle$s',
    '$a\n\nb$',
    '$$ $$',
    '\\(no end',
    `$${'x'.repeat(2_001)}$`,
  ])('money, names and marks without an end are none: %j', (text) => {
    expect(formulasOf(text)).toEqual([]);
    expect(hasFormula(text)).toBe(false);
  });

  test('positions may be asked in any order', () => {
    const text = '\\(a\\) \\(b\\)';
    const formulaAt = formulaFinder(text);
    expect([6, 0].map((at) => formulaAt(at)?.tex)).toEqual(['b', 'a']);
  });
});
