import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { screenWords } from '../../../renderer/api/screen-words.ts';

test('options of the command line that stand in brackets are left to the command line', () => {
  expect(
    screenWords(
      'Leave this question out (--leave-out), or say what its classes are worth ("classes" in --map). Or name them by numbers.',
    ),
  ).toBe('Leave this question out, or say what its classes are worth. Or name them by numbers.');
  expect(
    screenWords(
      'Read the comma so ("types": {"rating (1-5)": "comma"}, or "point", in --map). Then (again) go on.',
    ),
  ).toBe('Read the comma so. Then (again) go on.');
});

test('an import names its options in brackets alone, where screens leave them out', () => {
  const folder = path.join(import.meta.dirname, '../../../core/import');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const lines = files.flatMap((name) =>
    readFileSync(path.join(folder, name), 'utf8')
      .split('\n')
      .filter(
        (line) => /^\s*(?!\/?\*|\/\/)/.test(line) && !/^\s*(?:\*|\/)/.test(line) && /--[a-z]/.test(line),
      )
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => /--[a-z]/.test(screenWords(line)) && !/^\S+: from: /.test(line))).toEqual([]);
});
