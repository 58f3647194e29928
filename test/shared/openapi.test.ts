import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contract } from '../../shared/contract/index.ts';
import { documentFile, openApiDocument } from './openapi-doc.ts';

interface Document {
  paths: Record<string, { post: { operationId: string; responses: Record<string, unknown> } }>;
  components: { schemas: Record<string, unknown> };
}
const document = JSON.parse(openApiDocument()) as Document;

test('docs/openapi.json is that of the contract', () => {
  const stored = readFileSync(documentFile, 'utf8');
  expect(stored === openApiDocument(), 'run: node host/launch.js test/shared/openapi-doc.ts').toBe(true);
});

test('every call is in it, and every name that it refers to', () => {
  const calls = Object.entries(contract).flatMap(([part, of]) =>
    Object.keys(of).map((name) => `/rpc/${part}/${name}`),
  );
  expect(Object.keys(document.paths)).toEqual(calls);
  const text = JSON.stringify(document);
  const named = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!);
  expect(new Set(named).size).toBeGreaterThan(20);
  expect(named.filter((name) => !(name in document.components.schemas))).toEqual([]);
  // What would only be understood inside one schema.
  expect(text).not.toContain('#/$defs');
});

test('what may be left out of a call is not left out of an answer', () => {
  const { StudyGoal } = document.components.schemas as Record<string, { required?: string[] }>;
  expect(StudyGoal?.required).toContain('threshold');
});
