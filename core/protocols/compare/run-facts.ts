import { findEndpoint } from '../../../db/endpoints.ts';
import type { ProtocolRunRow } from '../../../db/protocol-runs.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type {
  LostCorrectness,
  ModelSpec,
  ProtocolSettings,
  ReplaySettings,
  RunPrompt,
} from '../../../shared/contract/index.ts';
import { AgentSpecSchema } from '../../../shared/contract/protocol-models.ts';
import { correctnessWords, matchingWords } from '../../../shared/correctness-words.ts';
import { builtInText } from '../prompts/built-in-texts.ts';
import { commandsOf } from '../run/models-of-run.ts';

/** One setting of a run: what people read of it, and what tells it from others. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly key: string;
}

/** Names of settings; one that is not listed here is called as it is stored. */
const names: Readonly<Record<string, string>> = {
  mode: 'Mode',
  window: 'Window',
  metric: 'Metric',
  refusals: 'Refusals',
  refusalList: 'List of refusals',
  refusalChecker: 'Refusal checker',
  correctness: 'Right answers',
  detector: 'Detector',
  matching: 'Invalid questions',
  lookBack: 'Turns looked back',
  rewriter: 'Rewriter',
  twinField: 'Twin field',
  leakChecker: 'Leak checker',
  prompts: 'Texts for models',
  history: 'History',
  generator: 'Generator',
  mostPrompts: 'Prompts at most',
  rightBy: 'Right answer',
  threshold: 'Threshold',
  goldCorrection: 'Gold correction',
  condition: 'Condition',
  user: 'Played user',
  judges: 'Judges',
  personas: 'Personas',
  mostTurns: 'Turns at most',
  workerField: 'Scored together by',
  debias: 'Debiasing instruction',
  verifier: 'Verifier',
  answerDescription: 'An answer is',
  fewestQuestions: 'Questions at least',
  mostQuestions: 'Questions at most',
  recorded: 'Recorded',
};

/** Settings by which figures are more or less exact, but do not measure anything else. */
const precisionOnly = new Set(['protocol', 'runs']);

/** Every setting that the figures of a run depend on, besides the model under test and the conversations. */
export function evaluationFacts(db: ReadableDb, settings: ProtocolSettings): Fact[] {
  return Object.entries(settings)
    .filter(([key]) => !precisionOnly.has(key))
    .map(([key, value]) => ({ name: names[key] ?? key, ...settingOf(db, key, value) }));
}

/** What the model under test is and how it is asked: runs of one name and different models are different systems. */
export const modelFact = (db: ReadableDb, { model }: Pick<ProtocolRunRow, 'model'>): Fact => ({
  name: 'Model',
  value: model.kind === 'recorded' ? 'responses of the data' : modelText(db, model),
  // Systems are told apart by their names already.
  key: model.kind === 'recorded' ? model.kind : JSON.stringify(model),
});

function settingOf(db: ReadableDb, key: string, value: unknown): Omit<Fact, 'name'> {
  if (key === 'personas') return personasOf(value as Shared[]);
  if (key === 'correctness') {
    return { value: correctnessWords(value as LostCorrectness), key: JSON.stringify(value) };
  }
  if (key === 'rightBy') {
    return {
      value: value === 'authors' ? 'as the authors ran it' : 'word F1 above the threshold',
      key: String(value),
    };
  }
  if (key === 'matching')
    return { value: matchingWords[value as ReplaySettings['matching']], key: String(value) };
  if (key === 'prompts') return promptsOf(value as RunPrompt[]);
  if (Array.isArray(value)) {
    // The mean over judges and the list of refusals do not depend on the order.
    const parts = value.map((part) => settingOf(db, '', part)).sort((a, b) => (a.key < b.key ? -1 : 1));
    return { value: parts.map((part) => part.value).join(' + '), key: `[${parts.map((part) => part.key)}]` };
  }
  const model = AgentSpecSchema.safeParse(value);
  return {
    value: model.success ? modelText(db, model.data) : plainText(key, value),
    key: JSON.stringify(value),
  };
}

function plainText(key: string, value: unknown): string {
  if (value === null) {
    const open = { window: 'all', detector: 'built-in rules', lookBack: 'the window' };
    return open[key as keyof typeof open] ?? 'none';
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The built-in texts are the same whether a run names them or is of before texts could be chosen. */
function promptsOf(prompts: readonly RunPrompt[]): Omit<Fact, 'name'> {
  const own = prompts.filter(({ version: _version, ...text }) => !isBuiltIn(text));
  return {
    value:
      own.length === 0
        ? 'built-in'
        : own.map(({ part, name, version }) => `${part} ${name}, version ${version}`).join(' + '),
    key: JSON.stringify(own),
  };
}

const isBuiltIn = (text: Omit<RunPrompt, 'version'>): boolean => {
  const { instructions, message, last } = builtInText(text.part);
  return text.instructions === instructions && text.message === message && text.last === last;
};

interface Shared {
  readonly name: string;
  readonly share: number;
  readonly version: number;
}

/** A mix is the same in any order, and whatever its shares sum to. */
function personasOf(personas: readonly Shared[]): Omit<Fact, 'name'> {
  const total = personas.reduce((sum, { share }) => sum + share, 0);
  const sorted = [...personas].sort((a, b) => (a.name < b.name ? -1 : 1));
  const parts = sorted.map(({ share, name, version }) => {
    const own = version === 1 ? name : `${name}, version ${version}`;
    return personas.length === 1 ? own : `${own} ${Number(((100 * share) / total).toFixed(1))} %`;
  });
  const key = sorted.map((persona) => ({ ...persona, share: (persona.share / total).toFixed(9) }));
  return { value: parts.join(' + '), key: JSON.stringify(key) };
}

const shownText = 40;

/** Names of settings of a model; one that is not listed here is called as it is stored. */
const modelNames: Readonly<Record<string, string>> = {
  topP: 'top p',
  stopWords: 'stops at',
  maxOutputTokens: 'tokens at most',
  instructions: 'told',
};

/** A model by its name, with what was set otherwise than usual. */
function modelText(db: ReadableDb, spec: Exclude<ModelSpec, { kind: 'recorded' }>): string {
  const { kind: _kind, ...set } = spec;
  const bare =
    spec.kind === 'endpoint'
      ? { kind: spec.kind, endpointId: spec.endpointId, model: spec.model }
      : { kind: spec.kind, command: spec.command, args: spec.args };
  const usual: Record<string, unknown> = AgentSpecSchema.parse(bare);
  const others = Object.entries(set).flatMap(([key, value]) => {
    const text = JSON.stringify(value);
    if (text === JSON.stringify(usual[key])) return [];
    return [`${modelNames[key] ?? key} ${text.length > shownText ? `${text.slice(0, shownText)}…` : text}`];
  });
  const name = spec.kind === 'command' ? commandsOf([spec])[0]! : endpointText(db, spec);
  return others.length === 0 ? name : `${name} (${others.join(', ')})`;
}

function endpointText(db: ReadableDb, { endpointId, model }: { endpointId: number; model: string }): string {
  const endpoint = findEndpoint(db, endpointId);
  const name = endpoint?.name ?? `endpoint ${endpointId}`;
  const own = model || endpoint?.model;
  return own ? `${name}/${own}` : name;
}
