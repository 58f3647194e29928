import { Command } from 'commander';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { withFields } from '../../../host/terminal/schema-options.ts';

const schema = z.object({
  howMany: z.number().int().min(1).max(20).default(3).describe('how many'),
  atLeast: z.number().int().min(2).optional().describe('at least so many'),
  price: z.number().positive().nullable().default(null).describe('most that it may cost'),
  share: z.number().gt(0).lt(1).describe('a share'),
  kind: z.enum(['plain', 'fancy']).default('plain').describe('which kind'),
  isLoud: z.boolean().default(false).describe('say it loudly'),
  name: z.string().trim().min(1).max(5).describe('what it is called'),
  silent: z.string(),
});

const quiet = () =>
  new Command('it').exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
const made = () =>
  withFields(quiet(), schema, {
    howMany: { hasDefault: true },
    atLeast: true,
    price: { flag: 'max-price', value: 'amount' },
    share: true,
    kind: true,
    isLoud: true,
    name: { value: 'name' },
  });
const read = (...args: string[]) => made().parse(args, { from: 'user' }).opts();

test('name, help, choices and default of an option are those of the field', () => {
  const options = made().options.map(({ flags, description, argChoices, defaultValue }) => [
    ...[flags, description, argChoices, defaultValue].filter((part) => part !== undefined),
  ]);
  expect(options).toEqual([
    ['--how-many <number>', 'how many', 3],
    ['--at-least <number>', 'at least so many'],
    ['--max-price <amount>', 'most that it may cost'],
    ['--share <number>', 'a share'],
    ['--kind <kind>', 'which kind', ['plain', 'fancy']],
    ['--is-loud', 'say it loudly'],
    ['--name <name>', 'what it is called'],
  ]);
});

test('a value is read as the field takes it', () => {
  const args = ['--how-many', '20', '--max-price', '0.5', '--kind', 'fancy', '--is-loud', '--name', ' Ann '];
  expect(read(...args)).toEqual({ howMany: 20, maxPrice: 0.5, kind: 'fancy', isLoud: true, name: 'Ann' });
  expect(read()).toEqual({ howMany: 3 });
});

test.each([
  ['--how-many', '21', 'a whole number from 1 to 20'],
  ['--how-many', '1.5', 'a whole number from 1 to 20'],
  ['--how-many', '', 'a whole number from 1 to 20'],
  ['--at-least', '1', 'a whole number of at least 2'],
  ['--max-price', '0', 'a number above 0'],
  ['--max-price', 'much', 'a number above 0'],
  ['--share', '1', 'It must lie between 0 and 1'],
  ['--kind', 'odd', 'plain, fancy'],
  ['--name', 'a name of many letters', 'Too big'],
])('%s %s is wrong usage, with what it may be', (flag, value, said) => {
  expect(() => read(flag, value)).toThrow(said);
});

test('a field of which the schema says nothing is a fault of the program', () => {
  expect(() => withFields(quiet(), schema, { silent: true })).toThrow('says nothing of silent');
});
