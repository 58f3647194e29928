import type { Persona, StartProtocol } from '../../../shared/contract/index.ts';
import { agentOf, emptyModel, type ModelDraft, specOf } from './model-field.tsx';
import type { ProtocolChoice } from './protocol-words.ts';

/** A run as it is being set up. */
export interface RunDraft {
  readonly choice: ProtocolChoice;
  readonly datasetId: number | null;
  readonly model: ModelDraft;
  /** Asks follow-up questions in an interview, scores in IQA-EVAL. */
  readonly agent: ModelDraft;
  readonly metric: string;
  readonly window: number | null;
  readonly twinField: string;
  readonly golden: boolean;
  readonly mostPrompts: number;
  readonly threshold: number;
  /** The judge plays the user, too; else the conversations of the data are scored. */
  readonly playsUser: boolean;
  readonly runs: number;
  readonly debias: boolean;
  /** Shares by persona, in percent. */
  readonly shares: Readonly<Record<string, number>>;
  readonly name: string;
  readonly limit: number | null;
}

export const firstDraft: RunDraft = {
  choice: 'gold',
  datasetId: null,
  model: emptyModel('recorded'),
  agent: emptyModel('endpoint'),
  metric: 'f1-quac',
  window: null,
  twinField: 'rewrite',
  golden: false,
  mostPrompts: 3,
  threshold: 0.3,
  playsUser: true,
  runs: 1,
  debias: false,
  shares: { standard: 100 },
  name: '',
  limit: null,
};

/** The run that a draft describes; null while something is missing. */
export function startOf(
  draft: RunDraft,
  datasetId: number,
  personas: readonly Persona[],
): StartProtocol | null {
  const model = specOf(draft.model);
  const settings = settingsOf(draft, personas);
  if (!model || !settings) return null;
  return {
    datasetId,
    model,
    settings,
    ...(draft.name.trim() !== '' && { system: draft.name.trim() }),
    ...(draft.limit !== null && { limit: draft.limit }),
  };
}

function settingsOf(draft: RunDraft, personas: readonly Persona[]): StartProtocol['settings'] | null {
  const { choice, metric, window, twinField } = draft;
  if (choice === 'interview') {
    const generator = agentOf(draft.agent);
    return (
      generator && {
        protocol: 'interview',
        generator,
        history: draft.golden ? 'golden' : 'generated',
        mostPrompts: draft.mostPrompts,
        threshold: draft.threshold,
        window: window ?? 2,
      }
    );
  }
  if (choice === 'iqa-eval') {
    const judge = agentOf(draft.agent);
    const shared = personas.flatMap((persona) => {
      const share = (draft.shares[persona.name] ?? 0) / 100;
      return share > 0 ? [{ ...persona, share }] : [];
    });
    if (!judge || shared.length === 0) return null;
    return {
      protocol: 'iqa-eval',
      judges: [judge],
      user: draft.playsUser ? judge : null,
      personas: shared,
      runs: draft.runs,
      debias: draft.debias,
    };
  }
  if (choice === 'conversation') return { protocol: 'conversation', window };
  return { protocol: 'replay', mode: choice, metric, window, twinField };
}
