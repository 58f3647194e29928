import type { Client } from '../../core/engine.ts';
import { parseJson } from '../../core/platform/files/parse-json.ts';
import type { AgentSpec, ModelSpec } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { takeEndpoint } from './endpoint-options.ts';

export const modelHelp =
  'recorded:SYSTEM, endpoint:NAME[/MODEL] or command:PROGRAM ARGUMENTS (or a JSON list)';

/** A model as the command line names it. @throws AppError INVALID_INPUT, NOT_FOUND */
export async function modelSpec(client: Client, text: string): Promise<ModelSpec> {
  if (text.startsWith('recorded:')) return { kind: 'recorded', system: text.slice('recorded:'.length) };
  return agentSpec(client, text);
}

/** A model that plays a part: an endpoint or a local program. @throws AppError INVALID_INPUT, NOT_FOUND */
export async function agentSpec(client: Client, text: string): Promise<AgentSpec> {
  const [, kind, rest] = /^(endpoint|command):(.+)$/su.exec(text) ?? [];
  if (kind === 'command') return commandSpec(rest!);
  if (kind === 'endpoint') {
    const [name, ...model] = rest!.split('/');
    const endpoint = await takeEndpoint(client, name, undefined);
    return {
      kind: 'endpoint',
      endpointId: endpoint.id,
      model: model.join('/'),
      instructions: '',
      temperature: 0,
      maxOutputTokens: 512,
      seed: null,
    };
  }
  throw new AppError('INVALID_INPUT', `"${text}" names no model.`, { mend: `Write ${modelHelp}.` });
}

function commandSpec(text: string): AgentSpec {
  const [command, ...args] = words(text);
  if (command === undefined || command === '') {
    throw new AppError('INVALID_INPUT', 'No program is named after "command:".');
  }
  return { kind: 'command', command, args, timeoutMs: 60_000, processes: 2 };
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
  throw new AppError('INVALID_INPUT', 'The command is no JSON list of words.');
}
