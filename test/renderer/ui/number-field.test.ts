import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { limitsOf, longest, NumberField } from '../../../renderer/ui/number-field.tsx';

const shown = (field: z.ZodType, value: number | null, more: object = {}) => {
  const props = { field, label: 'Runs', value, onChange: () => {}, ...more };
  return renderToStaticMarkup(
    createElement(MantineProvider, null, createElement(NumberField, props as never)),
  );
};
const typed = (html: string) => /<input[^>]*value="([^"]*)"/.exec(html)?.[1];

test('a limit that changes in the contract reaches the field', () => {
  for (const most of [20, 25]) {
    const field = z.number().int().min(1).max(most).nullable().default(null);
    expect(limitsOf(field)).toEqual({ allowDecimal: false, min: 1, max: most });
  }
  expect(longest(z.string().max(12).default(''))).toEqual({ maxLength: 12 });
  expect(longest(z.string())).toEqual({});
});

test('a bound outside of the range, a share in percent and milliseconds in seconds', () => {
  expect(limitsOf(z.number().min(0).lt(1))).toEqual({ allowDecimal: true, min: 0, max: 0.99 });
  expect(limitsOf(z.number().gt(0).max(1), 100)).toEqual({ allowDecimal: true, min: 0.01, max: 100 });
  expect(limitsOf(z.number().int().min(100).max(300_000), 1 / 1000)).toEqual({
    allowDecimal: true,
    min: 0.1,
    max: 300,
  });
  expect(limitsOf(z.number())).toEqual({ allowDecimal: true });
});

test('default and help are those of the field; one that may be empty shows nothing for null', () => {
  const field = z.number().int().min(1).max(50).default(5).describe('how often');
  expect(typed(shown(field, null))).toBe('5');
  expect(typed(shown(field, 7))).toBe('7');
  expect(typed(shown(field, null, { placeholder: 'usual' }))).toBe('');
  expect(typed(shown(z.number().max(1), 0.07, { times: 100 }))).toBe('7');
  // What is explained can be reached by keyboard.
  expect(shown(field, 7)).toContain('tabindex="0"');
  expect(shown(z.number(), 7)).not.toContain('tabindex="0"');
});

test('no form of judges, protocols and the quality of labels has a limit of its own', () => {
  const folder = path.join(import.meta.dirname, '../../../renderer');
  const files = [
    ...['screens/protocols', 'screens/judges', 'parts/runs'].flatMap((under) =>
      readdirSync(path.join(folder, under)).map((name) => path.join(under, name)),
    ),
    'screens/team/quality-form.tsx',
  ].filter((file) => file.endsWith('.tsx'));
  // A share of a mix in percent: the contract has it as part of 1, without those of none.
  const own = files.flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/\b(?:min|max)=\{[\d._]+\}/g)].map(
      ([limit]) => `${file} ${limit}`,
    ),
  );
  expect(own).toEqual([
    'screens/protocols/iqa-fields.tsx min={0}',
    'screens/protocols/iqa-fields.tsx max={100}',
  ]);
});
