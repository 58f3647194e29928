import type {
  KnownPersona,
  KnownProtocolPrompt,
  LostMode,
  PromptPart,
  ReplayMode,
  ReplaySettings,
  StartProtocol,
} from '../../../shared/contract/index.ts';
import { hasTurns, looksForInvalid, usualRefusals } from '../../../shared/contract/protocol-settings.ts';
import type { ProtocolChoice } from '../../parts/protocol-words.ts';
import { agentOf, emptyModel, type ModelDraft, specOf } from './model-field.tsx';

/** A run as it is being set up. */
export interface RunDraft {
  readonly choice: ProtocolChoice;
  readonly datasetId: number | null;
  readonly model: ModelDraft;
  readonly metric: string;
  readonly window: number | null;
  /** One a line. */
  readonly refusals: string;
  readonly detector: ModelDraft;
  readonly rewriter: ModelDraft;
  readonly twinField: string;
  /** When the rules call a question valid. */
  readonly matching: ReplaySettings['matching'];
  readonly lookBack: number | null;
  /** Asks the follow-up questions of an interview. */
  readonly generator: ModelDraft;
  readonly leakChecker: ModelDraft;
  /** Reads replies for refusals. */
  readonly refusalChecker: ModelDraft;
  readonly golden: boolean;
  readonly goldCorrection: boolean;
  readonly mostPrompts: number;
  readonly threshold: number;
  /** When an answer of an interview is right. */
  readonly rightBy: 'threshold' | 'authors';
  /** Who plays the user: nobody, where the conversations of the data are scored; the first judge; or a model of its own. */
  readonly userIs: 'data' | 'direct' | 'judge' | 'model';
  readonly user: ModelDraft;
  readonly judges: readonly ModelDraft[];
  readonly mostTurns: number;
  /** Empty scores each conversation alone. */
  readonly workerField: string;
  readonly correctness: 'exact' | 'containment' | 'f1' | 'judge' | 'metric';
  /** By which metric an answer is graded. */
  readonly gradedBy: string;
  /** An answer is right above this word F1. */
  readonly f1Above: number;
  /** Tells what is right, and a human criterion by which it is calibrated; empty for none. */
  readonly answerChecker: ModelDraft;
  readonly answerCriterion: string;
  /** Null for the usual number of the protocol. */
  readonly runs: number | null;
  /** How much of an instruction comes when. */
  readonly mode: LostMode;
  /** Classifies each reply and copies its answer; `rules`: every reply is one. */
  readonly verifier: ModelDraft;
  readonly answerDescription: string;
  readonly debias: boolean;
  /** Shares by persona, in percent. */
  readonly shares: Readonly<Record<string, number>>;
  /** Texts of one's own by the part that they are for. */
  readonly prompts: Readonly<Partial<Record<PromptPart, string>>>;
  readonly name: string;
  readonly limit: number | null;
  readonly concurrency: number;
  readonly spendingLimit: number | null;
  readonly callLimit: number | null;
}

export const firstDraft: RunDraft = {
  choice: 'gold',
  datasetId: null,
  model: emptyModel('recorded'),
  metric: 'f1-quac',
  window: null,
  refusals: usualRefusals.join('\n'),
  detector: emptyModel('rules'),
  rewriter: emptyModel('rules'),
  twinField: 'rewrite',
  matching: 'paper',
  lookBack: null,
  generator: emptyModel('endpoint'),
  leakChecker: emptyModel('rules'),
  refusalChecker: emptyModel('rules'),
  golden: false,
  goldCorrection: true,
  mostPrompts: 3,
  threshold: 0.3,
  rightBy: 'threshold',
  userIs: 'judge',
  user: emptyModel('endpoint'),
  judges: [emptyModel('endpoint')],
  mostTurns: 5,
  workerField: '',
  correctness: 'exact',
  gradedBy: 'rouge-l',
  f1Above: 0.5,
  answerChecker: emptyModel('endpoint'),
  answerCriterion: '',
  runs: null,
  mode: 'sharded',
  verifier: emptyModel('endpoint'),
  answerDescription: '',
  debias: false,
  shares: { standard: 100 },
  prompts: {},
  name: '',
  limit: null,
  concurrency: 4,
  spendingLimit: null,
  callLimit: null,
};

/** Whether responses that came with the data can be under test: not where questions come up that they do not know. */
export const takesRecorded = ({ choice, userIs }: Pick<RunDraft, 'choice' | 'userIs'>): boolean =>
  choice !== 'interview' &&
  choice !== 'lost-in-conversation' &&
  (choice !== 'iqa-eval' || userIs === 'data' || userIs === 'direct');

/** Whether the model under test is told nothing unless somebody says so: where an assistant is evaluated. */
export const toldNothing = ({ choice }: Pick<RunDraft, 'choice'>): boolean =>
  choice === 'iqa-eval' || choice === 'lost-in-conversation';

/** Whether somebody may read the replies for refusals: where refusals count. */
const takesRefusalChecker = ({ choice }: Pick<RunDraft, 'choice'>): boolean =>
  choice !== 'iqa-eval' && choice !== 'lost-in-conversation' && choice !== 'conversation';

/** What a run can be made of. */
interface RunParts {
  readonly systems: readonly string[];
  readonly endpoints: readonly { readonly id: number }[];
}

/** Fills in what is open, or no longer possible, with the likeliest choice. */
export function completeRunDraft(draft: RunDraft, { systems, endpoints }: RunParts): RunDraft {
  const endpointId = endpoints[0]?.id ?? null;
  const completed = (model: ModelDraft): ModelDraft => {
    if (model.kind === 'endpoint') return { ...model, endpointId: model.endpointId ?? endpointId };
    if (model.kind !== 'recorded') return model;
    return { ...model, system: systems.includes(model.system) ? model.system : (systems[0] ?? '') };
  };
  const { model } = draft;
  const needsRecorded = draft.choice === 'iqa-eval' && draft.userIs === 'data';
  const possible =
    model.kind === 'recorded' && !takesRecorded(draft)
      ? emptyModel('endpoint')
      : model.kind !== 'recorded' && needsRecorded
        ? emptyModel('recorded')
        : model;
  return {
    ...draft,
    model: completed(possible),
    detector: completed(draft.detector),
    rewriter: completed(draft.rewriter),
    generator: completed(draft.generator),
    leakChecker: completed(draft.leakChecker),
    refusalChecker: completed(draft.refusalChecker),
    user: completed(draft.user),
    verifier: completed(draft.verifier),
    answerChecker: completed(draft.answerChecker),
    judges: draft.judges.map(completed),
  };
}

/** What a data set holds, as far as a protocol needs it. */
interface RunMaterial {
  readonly questions: number;
  readonly items: number;
  readonly sharded: { readonly items: number; readonly whole: number };
}

/** What a data set lacks for the protocol, whatever is filled in, and what to do; null where it lacks nothing. */
export function disabledReasonOfData({ choice }: Pick<RunDraft, 'choice'>, data: RunMaterial): string | null {
  if (choice === 'lost-in-conversation') {
    if (data.sharded.items === 0) {
      return 'No item has shards and a gold answer. Give each a list of texts named "shards" and a "reference".';
    }
  } else if (choice !== 'iqa-eval' && data.questions === 0) {
    return 'This protocol goes through questions with gold answers, and this data set has none. Give each item a list of right answers named "reference", or choose another data set. IQA-EVAL needs none.';
  }
  return null;
}

/**
 * What a run still lacks, in a sentence; null for one that can start. What the engine would refuse is said here, before it
 * is asked.
 */
export function disabledReasonOfRun(draft: RunDraft, data: RunMaterial | undefined): string | null {
  if (!data) return 'Choose a data set.';
  const { choice } = draft;
  const lacking = disabledReasonOfData(draft, data);
  if (lacking !== null) return lacking;
  if (choice === 'lost-in-conversation' && draft.mode === 'full' && data.sharded.whole === 0) {
    return 'No item has its instruction in one text: give each a field "question", or choose Concat.';
  }
  if (choice === 'iqa-eval' && Object.values(draft.shares).every((share) => share <= 0)) {
    return 'Give at least one persona a share.';
  }
  const missing = partsOf(draft).find(([, model]) => model.kind !== 'rules' && !specOf(model));
  return missing ? disabledReasonOfModel(...missing) : null;
}

/** Whether a model plays a user who tells an instruction shard by shard. */
export const playsShards = ({ choice, mode }: Pick<RunDraft, 'choice' | 'mode'>): boolean =>
  choice === 'lost-in-conversation' && hasTurns(mode);

/** The models that a run uses, by what they are for. */
function partsOf(draft: RunDraft): (readonly [part: string, model: ModelDraft])[] {
  const { choice } = draft;
  const isEval = choice === 'iqa-eval';
  return [
    ['the model under test', draft.model],
    ...(choice === 'interview'
      ? [
          ['the model that asks', draft.generator] as const,
          ['the model that looks for leaks', draft.leakChecker] as const,
        ]
      : []),
    ...(looksForInvalid(choice) ? [['finding questions that no longer fit', draft.detector] as const] : []),
    ...(choice === 'rewrite' ? [['putting them in words that fit', draft.rewriter] as const] : []),
    ...(takesRefusalChecker(draft) ? [['recognizing refusals', draft.refusalChecker] as const] : []),
    ...(isEval ? draft.judges.map((judge, i) => [`judge ${i + 1}`, judge] as const) : []),
    ...(choice === 'lost-in-conversation' ? [['the verifier', draft.verifier] as const] : []),
    ...((isEval || choice === 'lost-in-conversation') && draft.correctness === 'judge'
      ? [['recognizing right answers', draft.answerChecker] as const]
      : []),
    ...((isEval && draft.userIs === 'model') || playsShards(draft)
      ? [['the played user', draft.user] as const]
      : []),
  ];
}

function disabledReasonOfModel(part: string, { kind }: ModelDraft): string {
  if (kind === 'recorded') return 'This data set has no replies of a system.';
  if (kind === 'command') return `Name the program for ${part}.`;
  return `Add an endpoint for ${part} first, or choose a program.`;
}

/** The run that a draft describes; null while something is missing. */
export function startOf(
  draft: RunDraft,
  datasetId: number,
  personas: readonly KnownPersona[],
  prompts: readonly KnownProtocolPrompt[] = [],
): StartProtocol | null {
  const model = specOf(draft.model);
  const settings = settingsOfDraft(draft, personas);
  if (!model || !settings) return null;
  const { concurrency, spendingLimit, callLimit } = draft;
  return {
    datasetId,
    model,
    settings,
    concurrency,
    spendingLimit,
    callLimit,
    prompts: partsOfDraft(draft).flatMap((part) => {
      const found = prompts.find((one) => promptKey(one) === draft.prompts[part]);
      return found ? [{ part, name: found.name, version: found.version }] : [];
    }),
    ...(draft.name.trim() !== '' && { system: draft.name.trim() }),
    ...(draft.limit !== null && { limit: draft.limit }),
  };
}

/** The endpoints that a run asks. */
export function endpointsAsked(run: unknown): number[] {
  if (typeof run !== 'object' || run === null) return [];
  return Object.entries(run).flatMap(([name, value]) =>
    name === 'endpointId' ? [Number(value)] : endpointsAsked(value),
  );
}

type DraftSettings = StartProtocol['settings'];

function settingsOfDraft(draft: RunDraft, personas: readonly KnownPersona[]): DraftSettings | null {
  const { choice, window } = draft;
  if (choice === 'iqa-eval') return iqaSettings(draft, personas);
  if (choice === 'lost-in-conversation') return lostSettings(draft);
  const refusals = scriptLines(draft.refusals);
  if (choice === 'conversation') return { protocol: 'conversation', window, refusals };
  if (choice === 'interview') {
    const generator = agentOf(draft.generator);
    const { leakChecker: checker } = draft;
    const leakChecker = checker.kind === 'rules' ? null : agentOf(checker);
    if (checker.kind !== 'rules' && !leakChecker) return null;
    const refusalChecker = refusalCheckerOf(draft);
    if (refusalChecker === undefined) return null;
    return (
      generator && {
        protocol: 'interview',
        generator,
        leakChecker,
        refusalChecker,
        history: draft.golden ? 'golden' : 'generated',
        mostPrompts: draft.mostPrompts,
        rightBy: draft.rightBy,
        threshold: draft.threshold,
        window: window ?? 2,
        refusals,
        goldCorrection: draft.goldCorrection,
      }
    );
  }
  return replaySettings(draft, choice, refusals);
}

/** Null for the list of phrases; undefined while the model is not chosen. */
function refusalCheckerOf({ refusalChecker }: RunDraft) {
  return refusalChecker.kind === 'rules' ? null : (agentOf(refusalChecker) ?? undefined);
}

function replaySettings(draft: RunDraft, mode: ReplayMode, refusals: string[]): DraftSettings | null {
  const { metric, window, twinField, matching, lookBack } = draft;
  const byModel = (part: ModelDraft, isUsed: boolean) => isUsed && part.kind !== 'rules';
  const detector = byModel(draft.detector, looksForInvalid(mode)) ? agentOf(draft.detector) : null;
  const rewriter = byModel(draft.rewriter, mode === 'rewrite') ? agentOf(draft.rewriter) : null;
  if (byModel(draft.detector, looksForInvalid(mode)) && !detector) return null;
  if (byModel(draft.rewriter, mode === 'rewrite') && !rewriter) return null;
  const refusalChecker = refusalCheckerOf(draft);
  if (refusalChecker === undefined) return null;
  const models = { detector, rewriter, refusalChecker };
  const rules = looksForInvalid(mode) ? { matching, lookBack } : {};
  return { protocol: 'replay', mode, metric, window, twinField, refusals, ...models, ...rules };
}

function iqaSettings(draft: RunDraft, personas: readonly KnownPersona[]): DraftSettings | null {
  const judges = draft.judges.map(agentOf).filter((judge) => judge !== null);
  const isPlayed = draft.userIs === 'judge' || draft.userIs === 'model';
  const user = { data: null, direct: null, judge: judges[0] ?? null, model: agentOf(draft.user) }[
    draft.userIs
  ];
  const mix = personas.flatMap((persona) => {
    const share = (draft.shares[persona.name] ?? 0) / 100;
    return share > 0 ? [{ ...persona, share }] : [];
  });
  if (judges.length < draft.judges.length || mix.length === 0) return null;
  if (isPlayed && !user) return null;
  const correctness = correctnessOf(draft);
  if (!correctness) return null;
  const { mostTurns, workerField, runs, debias } = draft;
  return {
    protocol: 'iqa-eval',
    condition: draft.userIs === 'direct' ? 'direct' : 'interactive',
    judges,
    user,
    personas: mix,
    correctness,
    runs: runs ?? 1,
    mostTurns,
    workerField: workerField === '' ? null : workerField,
    debias,
  };
}

function lostSettings(draft: RunDraft): DraftSettings | null {
  const { mode, runs, answerDescription } = draft;
  const user = playsShards(draft) ? agentOf(draft.user) : null;
  const verifier = draft.verifier.kind === 'rules' ? null : agentOf(draft.verifier);
  const correctness =
    draft.correctness === 'metric'
      ? ({ by: 'metric', metric: draft.gradedBy } as const)
      : correctnessOf({ ...draft, answerCriterion: '' });
  const isOpen = draft.verifier.kind !== 'rules' && !verifier;
  if (isOpen || !correctness || (playsShards(draft) && !user)) return null;
  return {
    ...{ protocol: 'lost-in-conversation', mode, user, verifier, answerDescription, correctness },
    ...(runs !== null && { runs }),
  };
}

function correctnessOf({ correctness: by, f1Above, answerChecker, answerCriterion }: RunDraft) {
  if (by === 'f1') return { by, threshold: f1Above } as const;
  // Graded answers are of Lost in Conversation alone.
  if (by === 'metric') return { by: 'exact' } as const;
  if (by !== 'judge') return { by } as const;
  const checker = agentOf(answerChecker);
  const criterion = answerCriterion.trim() || null;
  return checker && ({ by, checker, criterion } as const);
}

const scriptLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const promptKey = ({ part, name, version }: Pick<KnownProtocolPrompt, 'part' | 'name' | 'version'>) =>
  `${part}: ${name}, version ${version}`;

export const promptLabel = ({ name, version, builtIn }: KnownProtocolPrompt): string =>
  builtIn ? `${name} (comes with Assay)` : `${name}, version ${version}`;

/** The parts that models play in the run as it is set up. */
export function partsOfDraft(draft: RunDraft): PromptPart[] {
  const { choice } = draft;
  const isModel = (part: 'detector' | 'rewriter' | 'leakChecker' | 'refusalChecker') =>
    draft[part].kind !== 'rules';
  const checker = takesRefusalChecker(draft) && isModel('refusalChecker') ? ['refusal-check' as const] : [];
  if (choice === 'interview')
    return ['follow-up', ...(isModel('leakChecker') ? ['leak-check' as const] : []), ...checker];
  if (choice === 'iqa-eval')
    return [
      ...(draft.userIs === 'data' || draft.userIs === 'direct' ? [] : ['user' as const]),
      'evaluator',
      ...(draft.correctness === 'judge' ? ['answer-check' as const] : []),
    ];
  if (choice === 'lost-in-conversation')
    return [
      ...(playsShards(draft) ? ['sharded-user' as const] : []),
      ...(draft.verifier.kind === 'rules' ? [] : (['turn-kind', 'answer-copy'] as const)),
      ...(draft.correctness === 'judge' ? ['answer-check' as const] : []),
    ];
  const detector = looksForInvalid(choice) && isModel('detector');
  const rewriter = choice === 'rewrite' && isModel('rewriter');
  return [...(detector ? ['detector' as const] : []), ...(rewriter ? ['rewriter' as const] : []), ...checker];
}
