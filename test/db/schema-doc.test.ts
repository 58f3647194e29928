import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documentFile, upToDate } from './schema-doc.ts';

test('the document of the project file names every table and column there is', () => {
  const document = readFileSync(documentFile, 'utf8');
  expect(document, 'run: node test/db/schema-doc.ts').toBe(upToDate(document));
});
