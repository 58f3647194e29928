import {
  countEndpointUses,
  deleteEndpoint,
  type EndpointRow,
  findEndpoint,
  findEndpointByName,
  insertEndpoint,
  listEndpoints,
  updateEndpoint,
} from '../../../db/endpoints.ts';
import type { ReadableDb, WritableDb } from '../../../db/types.ts';
import type { ConnectionTest, Endpoint, EndpointSettings } from '../../../shared/contract/index.ts';
import { EndpointSettingsSchema } from '../../../shared/contract/llm.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { assertHeaders, normalAddress, originOf } from '../../platform/endpoints/address.ts';
import { secretNameOf } from '../../platform/endpoints/key-ring.ts';
import { assertCurrent, type RecordState, versionOf } from '../../platform/record-version.ts';
import { rememberJsonMode } from './json-asking.ts';
import { testConnection } from './test-connection.ts';

/** @throws AppError NOT_FOUND */
export function requireEndpoint(db: ReadableDb, id: number): EndpointRow {
  const endpoint = findEndpoint(db, id);
  if (!endpoint) throw new AppError('NOT_FOUND', `There is no endpoint ${id} in this project.`);
  return endpoint;
}

const describeEndpoint = ({ keys }: CoreContext, row: EndpointRow): Endpoint => ({
  ...row,
  secretName: secretNameOf(row),
  hasKey: keys.has(row),
  needsTrust: keys.needsTrust(row),
  version: versionOf(settingsState(row)),
});

/** The settings of an endpoint as they may be changed. */
const settingsState = (row: EndpointSettings): RecordState => ({ ...EndpointSettingsSchema.parse(row) });

/** The project's endpoints, and whether their keys are at hand. */
export const knownEndpoints = (context: CoreContext): Endpoint[] =>
  listEndpoints(dbOf(context)).map((row) => describeEndpoint(context, row));

/**
 * Adds or changes an endpoint.
 *
 * @throws AppError INVALID_INPUT, NOT_FOUND, CONFLICT for a name that another one has, or where another window changed it meanwhile
 */
export function saveEndpoint(
  context: CoreContext,
  {
    endpointId,
    version,
    ...given
  }: EndpointSettings & { endpointId?: number | undefined; version?: string | undefined },
): Endpoint {
  const db = dbOf(context);
  const settings = assertSettings(given);
  const write = db.transaction(() => {
    if (endpointId !== undefined) {
      const stored = settingsState(requireEndpoint(db, endpointId));
      assertCurrent(version, { stored, wanted: { ...settings }, words: 'This endpoint' });
    }
    const named = findEndpointByName(db, settings.name);
    if (named && named.id !== endpointId) {
      throw new AppError('CONFLICT', `There is already an endpoint named ${settings.name}.`, {
        field: 'name',
      });
    }
    return writeEndpoint(db, endpointId, settings, context.now());
  });
  const { id, before } = write.immediate();
  if (before) context.keys.carry(before, settings);
  // Whoever types a variable's name here has agreed to it.
  context.keys.trust(settings);
  return describeEndpoint(context, requireEndpoint(db, id));
}

/** Settings that could work. @throws AppError INVALID_INPUT */
function assertSettings(given: EndpointSettings): EndpointSettings {
  const settings = EndpointSettingsSchema.parse({ ...given, baseUrl: normalAddress(given.baseUrl) });
  assertHeaders(settings.headers);
  if (settings.keySource === 'environment' && settings.keyVariable === null) {
    throw new AppError('INVALID_INPUT', 'Name the environment variable that holds the key.', {
      field: 'keyVariable',
    });
  }
  return settings;
}

function writeEndpoint(
  db: WritableDb,
  endpointId: number | undefined,
  settings: EndpointSettings,
  now: string,
): { id: number; before?: EndpointRow } {
  if (endpointId === undefined) return { id: insertEndpoint(db, settings, now) };
  const before = requireEndpoint(db, endpointId);
  updateEndpoint(db, endpointId, settings);
  return { id: endpointId, before };
}

/** @throws AppError NOT_FOUND, CONFLICT while anything uses it */
export function removeEndpoint(context: CoreContext, endpointId: number): Record<string, never> {
  const db = dbOf(context);
  db.transaction(() => {
    const { name } = requireEndpoint(db, endpointId);
    if (countEndpointUses(db, endpointId) > 0) {
      throw new AppError('CONFLICT', `Judges, runs or protocol runs use ${name}, so it stays.`, {
        remedy:
          'Remove the judges and protocol runs first. A judge that has run keeps its endpoint, which explains its scores.',
      });
    }
    deleteEndpoint(db, endpointId);
  }).immediate();
  return {};
}

/** Asks an endpoint once, and remembers in which way it gives JSON. */
export async function testEndpoint(
  context: CoreContext,
  { endpointId, model }: { endpointId: number; model?: string | undefined },
  signal: AbortSignal = new AbortController().signal,
): Promise<ConnectionTest> {
  const db = dbOf(context);
  const endpoint = requireEndpoint(db, endpointId);
  const found = await testConnection(
    endpoint,
    () => context.keys.require(endpoint),
    model || endpoint.model,
    signal,
  );
  if (found.jsonMode !== null) await rememberJsonMode(db, endpoint, found.model, found.jsonMode);
  return found;
}

interface TriedEndpoint extends EndpointSettings {
  /** The stored endpoint that these settings would change. */
  endpointId?: number | undefined;
  key?: string | undefined;
}

/**
 * Asks at settings that are not stored. Nothing of them is kept but that a variable which was typed here may be sent to its
 * address, as when they are stored.
 *
 * @throws AppError INVALID_INPUT, NOT_FOUND
 */
export async function tryEndpoint(
  context: CoreContext,
  { endpointId, key = '', ...given }: TriedEndpoint,
  signal: AbortSignal = new AbortController().signal,
): Promise<ConnectionTest> {
  const settings = assertSettings(given);
  const { keys } = context;
  const stored = endpointId === undefined ? settings : requireEndpoint(dbOf(context), endpointId);
  // A key goes to the address that it was given for, and to no other.
  const isThere = originOf(stored.baseUrl) === originOf(settings.baseUrl);
  const held =
    isThere && settings.keySource !== 'environment' ? { ...settings, name: stored.name } : settings;
  const isTyped = endpointId === undefined || !isThere || stored.keyVariable !== settings.keyVariable;
  const requireKey = () => {
    if (key.trim() !== '' && settings.keySource !== 'none') return key.trim();
    // What came with the project still has to be agreed to.
    if (isTyped) keys.trust(settings);
    return keys.require(held);
  };
  return testConnection(settings, requireKey, settings.model, signal);
}

/** Keeps a typed key in memory. */
export function typeKey(
  context: CoreContext,
  { endpointId, key }: { endpointId: number; key: string },
): Endpoint {
  const endpoint = requireEndpoint(dbOf(context), endpointId);
  context.keys.type(endpoint, key);
  return describeEndpoint(context, endpoint);
}

/** Agrees to the variable that an endpoint reads its key from. */
export function trustEndpoint(context: CoreContext, endpointId: number): Endpoint {
  const endpoint = requireEndpoint(dbOf(context), endpointId);
  context.keys.trust(endpoint);
  return describeEndpoint(context, endpoint);
}
