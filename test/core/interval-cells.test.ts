import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { intervalCells } from '../../core/report/selfcheck/interval-cells.ts';
import { nameOfCheck, shippedChecks } from '../../core/report/selfcheck/run-selfcheck.ts';

/** The document of the contract, which another test holds to it. */
const document = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../docs/openapi.json'), 'utf8'),
) as Document;

interface Document {
  readonly components: { readonly schemas: Record<string, unknown> };
  readonly paths: Record<string, { readonly post?: { readonly responses: unknown } }>;
}

/** Fields that say how sure something is. */
const ends = /^(lower|upper|.*(Lower|Upper)|halfWidth|probability|standardError|interval|.*Interval)$/;

const figure = 'JudgeFigure';

/** Each object of an answer that has such a field, by its owner and the fields that lead to it. */
function intervalsOf(schema: unknown, owner: string, at: readonly string[], into: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return;
  if (Array.isArray(schema)) {
    for (const one of schema) intervalsOf(one, owner, at, into);
    return;
  }
  // A figure says nothing by itself: what it is, and whether it holds, follows from the field that has it.
  if ((schema as { $ref?: string }).$ref === `#/components/schemas/${figure}`) {
    intervalsOf(document.components.schemas[figure], owner, at, into);
    return;
  }
  const { properties, ...rest } = schema as Record<string, unknown>;
  if (properties && Object.keys(properties).some((name) => ends.test(name))) {
    into.add([owner, at.filter((name) => name !== 'json').join('.')].filter(Boolean).join(' '));
  }
  for (const [name, one] of Object.entries(properties ?? {})) intervalsOf(one, owner, [...at, name], into);
  for (const one of Object.values(rest)) intervalsOf(one, owner, at, into);
}

function intervalsIn({ components, paths }: Document): Set<string> {
  const found = new Set<string>();
  for (const [name, schema] of Object.entries(components.schemas))
    if (name !== figure) intervalsOf(schema, name, [], found);
  for (const [name, { post }] of Object.entries(paths)) {
    intervalsOf(post?.responses, name.replace('/rpc/', ''), [], found);
  }
  return found;
}

test('of every interval and probability in an answer it is said whether it holds, and of no other', () => {
  expect(Object.keys(intervalCells).toSorted()).toEqual([...intervalsIn(document)].toSorted());
});

test('an interval that is added without its cell is found', () => {
  const part = { type: 'object', properties: { rows: { items: { properties: { lower: {}, upper: {} } } } } };
  const added = { ...document, components: { schemas: { ...document.components.schemas, Added: part } } };
  expect([...intervalsIn(added)].filter((name) => !(name in intervalCells))).toEqual(['Added rows']);
});

test('every check that stands for an interval is among those of the self-check, and every one of those stands for something', () => {
  const named = Object.values(intervalCells).flatMap((cells) => ('checks' in cells ? cells.checks : []));
  const shipped = new Set(shippedChecks().map(nameOfCheck));
  expect(named.filter((name) => !shipped.has(name))).toEqual([]);
  const kinds = [...shipped].filter((name) => !named.includes(name));
  // The same rule in another setting: form, plan, number of signals.
  expect(kinds).toEqual([
    'uniform, own form',
    'plan 100, uniform draws',
    'no plan, uniform draws',
    'plan 30, hardness draws, one signal',
    'plan 30, bracket of skips, one signal',
    'plan 30, uniform draws by hashes',
    'plan 100, uniform draws, one signal',
    // A verdict that has no ends.
    'series of releases alike, one called better or worse',
    'judge called drifted',
  ]);
});
