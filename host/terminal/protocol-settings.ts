import type { Client } from '../../core/engine.ts';
import type {
  KnownPersona,
  LostMode,
  ReplayMode,
  ReplaySettings,
  StartProtocol,
} from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { agentSpec } from './model-spec.ts';
import { type FilePersona, storePersonaFile } from './persona-file.ts';

export interface SettingsOptions {
  protocol: string;
  metric?: string;
  window?: number;
  detector?: string;
  rewriter?: string;
  twinField?: string;
  matching?: ReplaySettings['matching'];
  lookBack?: number;
  generator?: string;
  leakChecker?: string;
  refusalChecker?: string;
  golden?: boolean;
  prompts?: number;
  rightAbove?: number;
  user?: string;
  direct?: boolean;
  scorer?: string[];
  persona?: string[];
  personaFile?: string[];
  repetitions?: number;
  turns?: number;
  workerField?: string;
  right?: string;
  answerChecker?: string;
  answerCriterion?: string;
  debias?: boolean;
  mode?: LostMode;
  verifier?: string;
  answerIs?: string;
  fewestQuestions?: number;
  mostQuestions?: number;
}

type Settings = StartProtocol['settings'];

const modes: Readonly<Record<string, ReplayMode>> = {
  'auto-gold': 'gold',
  'auto-pred': 'pred',
  'auto-rewrite': 'rewrite',
  'auto-replace': 'replace',
  'auto-filter': 'filter',
};

export const protocolNames = [
  ...Object.keys(modes),
  'interview',
  'iqa-eval',
  'lost-in-conversation',
  'conversation',
];

/** What was asked for as settings of a run. @throws AppError INVALID_INPUT when something is missing or unknown */
export async function settingsOf(
  client: Client,
  options: SettingsOptions,
  personas: readonly KnownPersona[],
): Promise<Settings> {
  const mode = modes[options.protocol];
  if (mode !== undefined) return replaySettings(client, mode, options);
  if (options.protocol === 'interview') return interviewSettings(client, options);
  if (options.protocol === 'iqa-eval') return iqaSettings(client, options, personas);
  if (options.protocol === 'lost-in-conversation') return lostSettings(client, options);
  if (options.protocol === 'conversation') return conversationSettings(options);
  throw new AppError('INVALID_INPUT', `There is no protocol named ${options.protocol}.`, {
    remedy: `Choose one of ${protocolNames.join(', ')}.`,
  });
}

async function replaySettings(client: Client, mode: ReplayMode, options: SettingsOptions): Promise<Settings> {
  const { metric, window, detector, rewriter, twinField, matching, lookBack } = options;
  return {
    protocol: 'replay',
    mode,
    ...(metric !== undefined && { metric }),
    ...(window !== undefined && { window }),
    ...(detector !== undefined && { detector: await agentSpec(client, detector) }),
    ...(rewriter !== undefined && { rewriter: await agentSpec(client, rewriter) }),
    ...(await refusalCheckerOf(client, options)),
    ...(twinField !== undefined && { twinField }),
    ...(matching !== undefined && { matching }),
    ...(lookBack !== undefined && { lookBack }),
  };
}

const refusalCheckerOf = async (client: Client, { refusalChecker }: SettingsOptions) =>
  refusalChecker === undefined ? {} : { refusalChecker: await agentSpec(client, refusalChecker) };

async function interviewSettings(client: Client, options: SettingsOptions): Promise<Settings> {
  const { generator, leakChecker, golden, prompts, window, rightAbove: threshold } = options;
  const rightBy = rightByOf(options);
  return {
    protocol: 'interview',
    generator: await agentSpec(
      client,
      required(generator, '--generator', 'who writes the follow-up questions'),
    ),
    ...(leakChecker !== undefined && { leakChecker: await agentSpec(client, leakChecker) }),
    ...(await refusalCheckerOf(client, options)),
    history: golden ? 'golden' : 'generated',
    ...(prompts !== undefined && { mostPrompts: prompts }),
    ...(window !== undefined && { window }),
    rightBy,
    ...(threshold !== undefined && { threshold }),
  };
}

/** @throws AppError INVALID_INPUT for a rule that interviews do not have */
function rightByOf({ right = 'f1', rightAbove: threshold }: SettingsOptions): 'threshold' | 'authors' {
  if (right === 'f1') return 'threshold';
  if (right === 'authors' && threshold === undefined) return 'authors';
  if (right === 'authors') {
    throw new AppError('INVALID_INPUT', 'As the authors ran it, the threshold is 0.5.', {
      remedy: 'Leave out --right-above, or --right authors.',
    });
  }
  throw new AppError('INVALID_INPUT', `An interview has no rule for right answers named ${right}.`, {
    remedy: 'Choose f1 (with --right-above 0.4) or authors.',
  });
}

async function iqaSettings(
  client: Client,
  options: SettingsOptions,
  known: readonly KnownPersona[],
): Promise<Settings> {
  const { user, direct, scorer, repetitions: runs, turns, workerField, debias } = options;
  const [first, ...others] = required(scorer, '--scorer', 'who scores');
  return {
    protocol: 'iqa-eval',
    judges: await Promise.all([first!, ...others].map((text) => agentSpec(client, text))),
    personas: await personaMix(client, options, known),
    ...(direct && { condition: 'direct' as const }),
    ...(user !== undefined && { user: await agentSpec(client, user) }),
    ...(runs !== undefined && { runs }),
    ...(turns !== undefined && { mostTurns: turns }),
    ...(workerField !== undefined && { workerField }),
    correctness: await correctnessOf(client, options),
    debias: debias === true,
  };
}

async function lostSettings(client: Client, options: SettingsOptions): Promise<Settings> {
  const { mode, user, verifier, answerIs, repetitions: runs } = options;
  return {
    protocol: 'lost-in-conversation',
    ...(mode !== undefined && { mode }),
    ...(user !== undefined && { user: await agentSpec(client, user) }),
    ...(verifier !== undefined && { verifier: await agentSpec(client, verifier) }),
    ...(answerIs !== undefined && { answerDescription: answerIs }),
    ...(runs !== undefined && { runs }),
    correctness: gradeOf(options) ?? (await correctnessOf(client, options)),
  };
}

/** `metric=ID`: an answer is worth what the metric says. */
function gradeOf({ right = '' }: SettingsOptions) {
  const [by, metric] = right.split('=');
  return by === 'metric' && metric ? ({ by, metric } as const) : null;
}

/** `exact`, `containment`, `f1` or `f1=0.4`, `judge`. @throws AppError INVALID_INPUT */
async function correctnessOf(
  client: Client,
  { protocol, right = 'exact', answerChecker, answerCriterion }: SettingsOptions,
) {
  const [by, threshold] = right.split('=');
  if (by === 'exact' || by === 'containment') return { by } as const;
  if (by === 'f1') return { by, threshold: Number(threshold ?? 0.5) } as const;
  if (by === 'judge') {
    const spec = required(answerChecker, '--answer-checker', 'who decides whether an answer is right');
    return { by, checker: await agentSpec(client, spec), criterion: answerCriterion ?? null } as const;
  }
  const isLost = protocol === 'lost-in-conversation';
  const message =
    by === 'metric' && !isLost
      ? 'Only lost-in-conversation grades answers by a metric.'
      : `There is no rule for right answers named ${right}.`;
  throw new AppError('INVALID_INPUT', message, {
    remedy: `Choose exact, containment, f1, f1=0.4 (a threshold)${isLost ? ', metric=rouge-l' : ''} or judge.`,
  });
}

function conversationSettings({ fewestQuestions, mostQuestions, window }: SettingsOptions): Settings {
  return {
    protocol: 'conversation',
    ...(fewestQuestions !== undefined && { fewestQuestions }),
    ...(mostQuestions !== undefined && { mostQuestions }),
    ...(window !== undefined && { window }),
  };
}

/**
 * The personas that are named, and those of files that are not named; the standard one without either. Those without a
 * share of their own have equal ones.
 */
async function personaMix(
  client: Client,
  { persona, personaFile = [] }: SettingsOptions,
  known: readonly KnownPersona[],
) {
  const own: FilePersona[] = [];
  for (const file of personaFile) own.push(...(await storePersonaFile(client, file)));
  const named = (persona ?? (own.length === 0 ? ['standard'] : [])).map(nameWithShare);
  const isNamed = (one: KnownPersona) => named.some(({ name }) => name === one.name);
  const all = [...own, ...known];
  const mix = [
    ...named.map(({ name, share, text }) => ({ persona: all.find((one) => one.name === name), share, text })),
    ...own.flatMap((one) => (isNamed(one) ? [] : [{ persona: one, share: one.share, text: one.name }])),
  ];
  return mix.map(({ persona: found, share = 1 / mix.length, text }) => {
    if (found && share > 0 && share <= 1) return { ...found, share };
    throw new AppError('INVALID_INPUT', `"${text}" is not a persona with a share of at most 1.`, {
      remedy: `Write one of ${all.map((one) => one.name).join(', ')}, such as expert=0.2.`,
    });
  });
}

/** "expert=0.2", or "expert" for an equal share. */
function nameWithShare(text: string): { name: string; share: number | undefined; text: string } {
  const [name = '', written] = text.split('=');
  return { name, share: written === undefined ? undefined : Number(written), text };
}

function required<T>(value: T | undefined, option: string, what: string): T {
  if (value !== undefined) return value;
  throw new AppError('INVALID_INPUT', `This protocol needs ${option}: ${what}.`);
}
