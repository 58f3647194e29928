import type { Client } from '../../core/engine.ts';
import { parseJson } from '../../core/platform/files/parse-json.ts';
import type { AgentSpecInput, ModelSpecInput } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { takeEndpoint } from './endpoint-options.ts';
import { modelFile } from './model-file.ts';
import { endpointOptions } from './model-options.ts';

export const modelHelp =
  'recorded:SYSTEM, endpoint:NAME[/MODEL][,temperature=0.7,...], command:PROGRAM ARGUMENTS (or a JSON list), or @FILE.json';

/** A model as the command line names it. @throws AppError INVALID_INPUT, NOT_FOUND */
export async function modelSpec(client: Client, text: string): Promise<ModelSpecInput> {
  if (text.startsWith('recorded:')) return { kind: 'recorded', system: text.slice('recorded:'.length) };
  return agentSpec(client, text);
}

/** A model that plays a part: an endpoint or a local program. @throws AppError INVALID_INPUT, NOT_FOUND */
export async function agentSpec(client: Client, text: string): Promise<AgentSpecInput> {
  if (text.startsWith('@')) return fromFile(client, text.slice(1));
  const [, kind, rest] = /^(endpoint|command):(.+)$/su.exec(text) ?? [];
  if (kind === 'command') return commandSpec(rest!);
  if (kind === 'endpoint') {
    const { where, options } = endpointOptions(rest!);
    const [name, ...model] = where.split('/');
    const endpoint = await takeEndpoint(client, name, undefined);
    return { kind: 'endpoint', endpointId: endpoint.id, model: model.join('/'), ...options };
  }
  throw new AppError('INVALID_INPUT', `"${text}" names no model.`, { remedy: `Write ${modelHelp}.` });
}

async function fromFile(client: Client, file: string): Promise<AgentSpecInput> {
  const model = await modelFile(file);
  if ('command' in model) return { kind: 'command', ...model };
  const { endpoint: name, ...settings } = model;
  return { kind: 'endpoint', endpointId: (await takeEndpoint(client, name, undefined)).id, ...settings };
}

function commandSpec(text: string): AgentSpecInput {
  const [command, ...args] = words(text);
  if (command === undefined || command === '') {
    throw new AppError('INVALID_INPUT', 'No program is named after "command:".');
  }
  return { kind: 'command', command, args };
}

/** A JSON list of words, or words with spaces between; nothing is ever read by a shell. */
function words(text: string): string[] {
  if (!text.trimStart().startsWith('[')) return text.trim().split(/\s+/);
  try {
    const list = parseJson(text);
    if (Array.isArray(list) && list.every((word) => typeof word === 'string')) return list;
  } catch {
    // Told below.
  }
  throw new AppError('INVALID_INPUT', 'The command is not a JSON list of words.');
}
