import type { Client } from '../../core/engine.ts';
import type { Persona, ReplayMode, StartProtocol } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { agentSpec } from './model-spec.ts';

export interface SettingsOptions {
  protocol: string;
  metric?: string;
  window?: number;
  detector?: string;
  rewriter?: string;
  twinField?: string;
  generator?: string;
  golden?: boolean;
  prompts?: number;
  threshold?: number;
  user?: string;
  judge?: string[];
  persona?: string[];
  runs?: number;
  turns?: number;
  workerField?: string;
  debias?: boolean;
}

type Settings = StartProtocol['settings'];

const modes: Readonly<Record<string, ReplayMode>> = {
  'auto-gold': 'gold',
  'auto-pred': 'pred',
  'auto-rewrite': 'rewrite',
  'auto-replace': 'replace',
};

export const protocolNames = [...Object.keys(modes), 'interview', 'iqa-eval'];

/** What was asked for as settings of a run. @throws AppError INVALID_INPUT when something is missing or unknown */
export async function settingsOf(
  client: Client,
  options: SettingsOptions,
  personas: readonly Persona[],
): Promise<Settings> {
  const mode = modes[options.protocol];
  if (mode !== undefined) return replaySettings(client, mode, options);
  if (options.protocol === 'interview') return interviewSettings(client, options);
  if (options.protocol === 'iqa-eval') return iqaSettings(client, options, personas);
  throw new AppError('INVALID_INPUT', `There is no protocol named ${options.protocol}.`, {
    mend: `Choose one of ${protocolNames.join(', ')}.`,
  });
}

async function replaySettings(client: Client, mode: ReplayMode, options: SettingsOptions): Promise<Settings> {
  const { metric, window, detector, rewriter, twinField } = options;
  return {
    protocol: 'replay',
    mode,
    ...(metric !== undefined && { metric }),
    ...(window !== undefined && { window }),
    ...(detector !== undefined && { detector: await agentSpec(client, detector) }),
    ...(rewriter !== undefined && { rewriter: await agentSpec(client, rewriter) }),
    ...(twinField !== undefined && { twinField }),
  };
}

async function interviewSettings(client: Client, options: SettingsOptions): Promise<Settings> {
  const { generator, golden, prompts, window, threshold } = options;
  return {
    protocol: 'interview',
    generator: await agentSpec(
      client,
      required(generator, '--generator', 'who writes the follow-up questions'),
    ),
    history: golden ? 'golden' : 'generated',
    ...(prompts !== undefined && { mostPrompts: prompts }),
    ...(window !== undefined && { window }),
    ...(threshold !== undefined && { threshold }),
  };
}

async function iqaSettings(
  client: Client,
  options: SettingsOptions,
  personas: readonly Persona[],
): Promise<Settings> {
  const { user, judge, runs, turns, workerField, debias, persona = ['standard'] } = options;
  const [first, ...others] = required(judge, '--judge', 'who scores');
  return {
    protocol: 'iqa-eval',
    judges: await Promise.all([first!, ...others].map((text) => agentSpec(client, text))),
    personas: persona.map((text) => sharedPersona(text, persona.length, personas)),
    ...(user !== undefined && { user: await agentSpec(client, user) }),
    ...(runs !== undefined && { runs }),
    ...(turns !== undefined && { mostTurns: turns }),
    ...(workerField !== undefined && { workerField }),
    debias: debias === true,
  };
}

/** "expert=0.2", or "expert" for an equal share. */
function sharedPersona(text: string, count: number, personas: readonly Persona[]) {
  const [name, written] = text.split('=');
  const share = written === undefined ? 1 / count : Number(written);
  const known = personas.find((one) => one.name === name);
  if (known && share > 0 && share <= 1) return { ...known, share };
  throw new AppError('INVALID_INPUT', `"${text}" is no persona with a share of at most 1.`, {
    mend: `Write one of ${personas.map((one) => one.name).join(', ')}, such as expert=0.2.`,
  });
}

function required<T>(value: T | undefined, option: string, what: string): T {
  if (value !== undefined) return value;
  throw new AppError('INVALID_INPUT', `This protocol needs ${option}: ${what}.`);
}
