import type { AgentSpec, LostCorrectness, PromptPart, ProtocolSettings } from './contract/index.ts';

/** What a model does in a run beside the one under test. */
interface AgentPart {
  /** What lists call it. */
  readonly words: string;
  /** The texts that tell it what to do. */
  readonly prompts: readonly PromptPart[];
}

/**
 * The settings with every model that plays a part put in place of what `change` makes of it. This is the one list of those parts:
 * which models a run opens, what it is told, and what lists show of it all follow from it.
 */
export function withAgents(
  settings: ProtocolSettings,
  change: (spec: AgentSpec, part: AgentPart) => AgentSpec,
): ProtocolSettings {
  const one = (spec: AgentSpec, words: string, ...prompts: PromptPart[]) => change(spec, { words, prompts });
  const any = (spec: AgentSpec | null, words: string, ...prompts: PromptPart[]) =>
    spec === null ? null : one(spec, words, ...prompts);
  const checkedBy = <C extends LostCorrectness>(correctness: C): C =>
    correctness.by === 'judge'
      ? { ...correctness, checker: one(correctness.checker, 'Recognizes right answers', 'answer-check') }
      : correctness;
  switch (settings.protocol) {
    case 'replay':
      return {
        ...settings,
        detector: any(settings.detector, 'Finds invalid questions', 'detector'),
        rewriter: any(settings.rewriter, 'Rewrites questions', 'rewriter'),
        refusalChecker: any(settings.refusalChecker, 'Recognizes refusals', 'refusal-check'),
      };
    case 'interview':
      return {
        ...settings,
        generator: one(settings.generator, 'Asks follow-ups', 'follow-up'),
        leakChecker: any(settings.leakChecker, 'Looks for leaks', 'leak-check'),
        refusalChecker: any(settings.refusalChecker, 'Recognizes refusals', 'refusal-check'),
      };
    case 'iqa-eval':
      return {
        ...settings,
        user: any(settings.user, 'Plays the user', 'user'),
        judges: settings.judges.map((judge, i) => one(judge, `Judge ${i + 1}`, 'evaluator')),
        correctness: checkedBy(settings.correctness),
      };
    case 'lost-in-conversation':
      return {
        ...settings,
        user: any(settings.user, 'Plays the user', 'sharded-user'),
        verifier: any(settings.verifier, 'Classifies each reply', 'turn-kind', 'answer-copy'),
        correctness: checkedBy(settings.correctness),
      };
    case 'conversation':
      return settings;
  }
}

/** The models that play a part in a run, with what they do. */
export function agentsOf(settings: ProtocolSettings): (AgentPart & { readonly spec: AgentSpec })[] {
  const found: (AgentPart & { spec: AgentSpec })[] = [];
  withAgents(settings, (spec, part) => {
    found.push({ ...part, spec });
    return spec;
  });
  return found;
}

const userParts = new Set<PromptPart>(['follow-up', 'user', 'sharded-user']);

/** Whether a model says in a run what users say. */
export const hasPlayedUser = (settings: ProtocolSettings): boolean =>
  agentsOf(settings).some(({ prompts }) => prompts.some((part) => userParts.has(part)));

/** The parts of a run for which a text can be chosen, each once. */
export const promptPartsOf = (settings: ProtocolSettings): PromptPart[] => [
  ...new Set(agentsOf(settings).flatMap(({ prompts }) => prompts)),
];
