import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import * as named from '../../shared/contract/index.ts';
import { contract } from '../../shared/contract/index.ts';
import { errorCodes } from '../../shared/errors.ts';

export const documentFile = path.join(import.meta.dirname, '..', '..', 'docs', 'openapi.json');

type Json = Record<string, unknown>;
/** What a reader of a call sends, and what it gets: a field with a default may be left out only of the first. */
type Direction = 'input' | 'output';

interface Procedure {
  '~orpc': { inputSchema: z.ZodType; outputSchema: z.ZodType };
}

const plainSchema = (schema: z.ZodType, io: Direction): Json => {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return made;
};

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;
/** Shorter ones than this are clearer where they stand. */
const leastLength = 120;

/** The schemas that the contract has names for, and those names by what the schemas say. */
function components(): { schemas: Json; nameOf: Map<string, string> } {
  const schemas: Json = {};
  const nameOf = new Map<string, string>();
  for (const [name, schema] of Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!name.endsWith('Schema') || !isSchema(schema)) continue;
    for (const io of ['output', 'input'] as const) {
      const made = plainSchema(schema, io);
      const text = JSON.stringify(made);
      if (text.length < leastLength || nameOf.has(text)) continue;
      const shown = name.replace(/Schema$/, io === 'input' ? 'Input' : '');
      nameOf.set(text, shown);
      schemas[shown] = made;
    }
  }
  return { schemas, nameOf };
}

/** A schema with what has a name replaced by that name; `self` is the name that stays spelled out. */
function withNames(value: unknown, nameOf: ReadonlyMap<string, string>, self?: string): unknown {
  if (Array.isArray(value)) return value.map((each) => withNames(each, nameOf));
  if (typeof value !== 'object' || value === null) return value;
  const name = nameOf.get(JSON.stringify(value));
  if (name !== undefined && name !== self) return { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withNames(each, nameOf)]));
}

/** Calls and answers are wrapped once, so that a later version may say more beside them. */
const wrapped = (schema: unknown): Json => ({
  'application/json': { schema: { type: 'object', properties: { json: schema }, required: ['json'] } },
});

const errorSchema = {
  type: 'object',
  properties: {
    code: { enum: errorCodes },
    status: { type: 'integer' },
    message: { type: 'string' },
    data: { $ref: '#/components/schemas/ErrorDetails' },
  },
  required: ['code', 'status', 'message'],
};

function operation(
  part: string,
  name: string,
  procedure: Procedure,
  nameOf: ReadonlyMap<string, string>,
): Json {
  const { inputSchema, outputSchema } = procedure['~orpc'];
  const shown = (schema: z.ZodType, io: Direction) => withNames(plainSchema(schema, io), nameOf);
  // The one call whose answer goes on has no schema of its own.
  const answer = isSchema(outputSchema)
    ? wrapped(shown(outputSchema, 'output'))
    : { 'text/event-stream': { schema: { type: 'string' } } };
  return {
    operationId: `${part}.${name}`,
    tags: [part],
    requestBody: { required: true, content: wrapped(shown(inputSchema, 'input')) },
    responses: {
      200: { description: 'Done.', content: answer },
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

const description =
  'What the pages of Assay ask of it on this machine: `assay serve` prints an address, which gives the cookie when it is opened, ' +
  'once. Every call carries the cookie and the Origin of that address. It may change with any version; the command line and its ' +
  'JSON do not without saying so.';

/** The document, made of the contract alone. */
export function openApiDocument(): string {
  const { schemas, nameOf } = components();
  schemas.ErrorDetails = plainSchema(errorDetails(), 'output');
  const paths = Object.entries(contract).flatMap(([part, calls]) =>
    Object.entries(calls as unknown as Record<string, Procedure>).map(([name, procedure]) => [
      `/rpc/${part}/${name}`,
      { post: operation(part, name, procedure, nameOf) },
    ]),
  );
  const document = {
    openapi: '3.1.0',
    info: { title: 'Assay on this machine', version: '1', description },
    servers: [{ url: 'http://127.0.0.1:{port}', variables: { port: { default: '7321' } } }],
    security: [{ cookie: [] }],
    paths: Object.fromEntries(paths),
    components: {
      responses: {
        Error: { description: 'What went wrong, and the remedy.', content: wrapped(errorSchema) },
      },
      securitySchemes: { cookie: { type: 'apiKey', in: 'cookie', name: 'assay_PORT' } },
      schemas: usedSchemas(paths, schemas, nameOf),
    },
  };
  return `${inLines(document, 3)}\n`;
}

/** The schemas that calls refer to, and those that these refer to. */
function usedSchemas(paths: unknown, schemas: Json, nameOf: ReadonlyMap<string, string>): Json {
  const used = new Map<string, unknown>();
  const waiting = [...namesIn(paths), 'ErrorDetails'];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue;
    const schema = withNames(schemas[name], nameOf, name);
    used.set(name, schema);
    waiting.push(...namesIn(schema));
  }
  return Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const namesIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!);

/** JSON with a line for each call and for each schema. */
function inLines(value: unknown, depth: number): string {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value))
    return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}: ${inLines(each, depth - 1)}`,
  );
  return `{\n${fields.join(',\n')}\n}`;
}

/** What every error may say beside its message, as every call declares it. */
function errorDetails(): z.ZodType {
  const { errorMap } = (
    contract.app.info as unknown as { '~orpc': { errorMap: { INTERNAL: { data: z.ZodType } } } }
  )['~orpc'];
  return errorMap.INTERNAL.data;
}

if (process.argv[1] === import.meta.filename) writeFileSync(documentFile, openApiDocument());
