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
import type { ReadableDb } from '../../../db/types.ts';
import type { Endpoint } from '../../../shared/contract/index.ts';
import { EndpointSettingsSchema, endpointContract } from '../../../shared/contract/llm.ts';
import { AppError } from '../../../shared/errors.ts';
import { baseOf } from '../../platform/base.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { assertHeaders, normalAddress } from '../../platform/endpoints/address.ts';
import { secretNameOf } from '../../platform/endpoints/key-ring.ts';
import { rememberJsonMode } from './json-asking.ts';
import { endpointPresets } from './presets.ts';
import { testConnection } from './test-connection.ts';

const base = baseOf({ endpoint: endpointContract });

/** @throws AppError NOT_FOUND */
export function requireEndpoint(db: ReadableDb, id: number): EndpointRow {
  const endpoint = findEndpoint(db, id);
  if (!endpoint) throw new AppError('NOT_FOUND', `There is no endpoint ${id} in this project.`);
  return endpoint;
}

const describe = ({ keys }: CoreContext, row: EndpointRow): Endpoint => ({
  ...row,
  secretName: secretNameOf(row),
  hasKey: keys.has(row),
  needsTrust: keys.needsTrust(row),
});

export const endpointHandlers = {
  presets: base.endpoint.presets.handler(() => endpointPresets),
  list: base.endpoint.list.handler(({ context }) =>
    listEndpoints(dbOf(context)).map((row) => describe(context, row)),
  ),
  save: base.endpoint.save.handler(({ context, input }) => {
    const db = dbOf(context);
    const { endpointId, ...given } = input;
    const settings = EndpointSettingsSchema.parse({ ...given, baseUrl: normalAddress(given.baseUrl) });
    assertHeaders(settings.headers);
    if (settings.keySource === 'environment' && settings.keyVariable === null) {
      throw new AppError('INVALID_INPUT', 'Name the environment variable that holds the key.', {
        field: 'keyVariable',
      });
    }
    const named = findEndpointByName(db, settings.name);
    if (named && named.id !== endpointId) {
      throw new AppError('CONFLICT', `There is already an endpoint named ${settings.name}.`, {
        field: 'name',
      });
    }
    const { id, before } = db
      .transaction(() => {
        if (endpointId === undefined)
          return { id: insertEndpoint(db, settings, context.now()), before: undefined };
        const before = requireEndpoint(db, endpointId);
        updateEndpoint(db, endpointId, settings);
        return { id: endpointId, before };
      })
      .immediate();
    if (before) context.keys.carry(before, settings);
    // Whoever types a variable's name here has agreed to it.
    context.keys.trust(settings);
    return describe(context, requireEndpoint(db, id));
  }),
  remove: base.endpoint.remove.handler(({ context, input }) => {
    const db = dbOf(context);
    const { name } = requireEndpoint(db, input.endpointId);
    if (countEndpointUses(db, input.endpointId) > 0) {
      throw new AppError('CONFLICT', `Judges, runs or protocol runs use ${name}, so it stays.`, {
        mend: 'Remove the judges and protocol runs first; what a judge has run keeps its endpoint, so that it can be explained.',
      });
    }
    deleteEndpoint(db, input.endpointId);
    return {};
  }),
  test: base.endpoint.test.handler(async ({ context, input, signal }) => {
    const db = dbOf(context);
    const endpoint = requireEndpoint(db, input.endpointId);
    const never = new AbortController().signal;
    const model = input.model || endpoint.model;
    const found = await testConnection(
      endpoint,
      () => context.keys.require(endpoint),
      model,
      signal ?? never,
    );
    if (found.jsonMode !== null) await rememberJsonMode(db, endpoint, found.model, found.jsonMode);
    return found;
  }),
  typeKey: base.endpoint.typeKey.handler(({ context, input }) => {
    const endpoint = requireEndpoint(dbOf(context), input.endpointId);
    context.keys.type(endpoint, input.key);
    return describe(context, endpoint);
  }),
  trust: base.endpoint.trust.handler(({ context, input }) => {
    const endpoint = requireEndpoint(dbOf(context), input.endpointId);
    context.keys.trust(endpoint);
    return describe(context, endpoint);
  }),
};
