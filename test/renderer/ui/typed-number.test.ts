import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRating } from '../../../renderer/label-form/rating.ts';
import { rangeProblem, typedNumber } from '../../../renderer/ui/typed-number.ts';

describe('a typed number is the one that it says', () => {
  test.each([
    ['1.5', 1.5],
    ['1,5', 1.5],
    ['0,125', 0.125],
    ['.5', 0.5],
    ['5.', 5],
    ['-3', -3],
    ['\u22123', -3],
    ['+2', 2],
    ['1e9', 1e9],
    ['2e-3', 0.002],
    ['1 000', 1000],
    ['1\u00a0000\u202f000', 1e6],
    ['1,000,000', 1e6],
    ['1,234.5', 1234.5],
    ['1 234,5', 1234.5],
    ["1'000", 1000],
    ['٣', 3],
    ['۱۲٫۵', 12.5],
    ['१५', 15],
    ['１２', 12],
    [' 7 ', 7],
    ['007', 7],
  ])('%s is %d', (text, value) => {
    expect(typedNumber(text)).toEqual({ value });
  });

  test.each([
    '0x10',
    '5%',
    '1e',
    '1e999',
    '1 00',
    '1,2,3',
    '1.2.3',
    '12abc',
    'NaN',
    'Infinity',
    '--3',
    '1,000',
  ])('%s is refused', (text) => {
    expect(typedNumber(text)).toHaveProperty('problem');
  });

  test('where whole numbers are asked for a comma parts thousands, and a fraction is refused', () => {
    expect(typedNumber('1,000', true)).toEqual({ value: 1000 });
    expect(typedNumber('2.0', true)).toEqual({ value: 2 });
    for (const text of ['1.000', '1.5', '1,5', '2e-3']) {
      expect(typedNumber(text, true)).toHaveProperty('problem');
    }
  });

  test('nothing, a sign and a point say nothing yet', () => {
    for (const text of ['', ' ', '-', '.', '-.', ',']) expect(typedNumber(text)).toEqual({ value: null });
  });
});

test('the range is said', () => {
  expect(rangeProblem(3, 1, 5)).toBeNull();
  expect(rangeProblem(9, 1, 5)).toBe('From 1 to 5.');
  expect(rangeProblem(-1, 0, Number.POSITIVE_INFINITY)).toBe('0 or more.');
  expect(rangeProblem(9, Number.NEGATIVE_INFINITY, 5)).toBe('5 or less.');
});

test('a rating is read like every other number', () => {
  const form = { kind: 'rating', min: 0, max: 1000, step: 1, lowLabel: '', highLabel: '' } as const;
  expect(readRating('٣', form)).toEqual({ value: 3 });
  expect(readRating('1 000', form)).toEqual({ value: 1000 });
  for (const text of ['0x10', '1,000', '5%']) expect(readRating(text, form)).toHaveProperty('problem');
});

test('no screen takes the number field of the library, which drops letters', () => {
  const folder = path.join(import.meta.dirname, '../../../renderer');
  const screens = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  const own = screens.filter((name) =>
    /import \{[^}]*\bNumberInput\b[^}]*\} from '@mantine|type="number"/.test(
      readFileSync(path.join(folder, name), 'utf8'),
    ),
  );
  expect(own).toEqual([]);
});
