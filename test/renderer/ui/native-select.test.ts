import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withStored } from '../../../renderer/ui/native-select.tsx';

test('a select shows what is stored, also where it is none of its choices', () => {
  const choices = ['clone', { value: 'b', label: 'B' }, { group: 'more', items: ['c'] }];
  for (const value of ['clone', 'b', 'c']) expect(withStored(choices, value)).toBe(choices);
  expect(withStored(choices, 'assistant')).toEqual([
    { value: 'assistant', label: 'assistant (no longer offered)' },
    ...choices,
  ]);
  expect(withStored(choices, '')[0]).toEqual({ value: '', label: 'Choose…' });
});

test('no screen has a select that does not', () => {
  const root = path.resolve('renderer');
  const screens = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  expect(screens.length).toBeGreaterThan(100);
  const others = screens.filter((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    // A select that only adds something always stands at its empty choice.
    const isOther = /<select\b(?![^>]*\svalue=""\s)/.test(text);
    return /import \{[^}]*\bNativeSelect\b[^}]*\} from '@mantine\/core'/.test(text) || isOther;
  });
  expect(others).toEqual([path.join('ui', 'native-select.tsx')]);
});
