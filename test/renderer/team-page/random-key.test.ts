import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { randomKey } from '../../../renderer/team-page/random-key.ts';

test('the page of annotators uses nothing that a browser has behind encryption alone', () => {
  const folders = ['team-page', 'label-form'].map((name) =>
    path.join(import.meta.dirname, '../../../renderer', name),
  );
  const users = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => /\.tsx?$/.test(file))
      .filter((file) => /crypto\.(?:randomUUID|subtle)/.test(readFileSync(path.join(folder, file), 'utf8'))),
  );
  expect(users).toEqual([]);
  expect(randomKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(randomKey()).not.toBe(randomKey());
});
