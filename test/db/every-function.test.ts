import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documentFile, everyAnswer } from './every-function.ts';

test('every function of db answers and writes what was looked through', async () => {
  expect(await everyAnswer(), 'if it is meant, run: node test/db/every-function.ts').toBe(
    readFileSync(documentFile, 'utf8'),
  );
});
