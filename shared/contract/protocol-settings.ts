import { z } from 'zod';
import { PersonaSchema } from './persona.ts';
import { AgentSpecSchema } from './protocol-models.ts';
import { RunPromptSchema } from './protocol-prompt.ts';

const replayModes = ['gold', 'pred', 'rewrite', 'replace', 'filter'] as const;
const ReplayModeSchema = z.enum(replayModes);
export type ReplayMode = z.infer<typeof ReplayModeSchema>;

/** Whether a replay looks for questions that no longer fit its history. */
export const looksForInvalid = (mode: string): boolean =>
  mode === 'rewrite' || mode === 'replace' || mode === 'filter';

/**
 * An answer that equals one of these, or holds one of three words or more, says that there is no answer. Other wordings are
 * found by the list of phrases.
 */
export const usualRefusals = ['CANNOTANSWER', 'unknown', 'no answer'];

const RefusalsSchema = z
  .array(z.string().trim().min(1).max(200))
  .max(50)
  .default(() => [...usualRefusals]);

/** How refusals are told, where answers are told apart from them. */
const refusalSettings = {
  refusals: RefusalsSchema,
  /** Which list of phrases is read by besides; filled in when a run starts. Earlier runs have none. */
  refusalList: z.number().int().min(0).max(1000).optional(),
};
/** Who reads replies for refusals; null leaves it to the words. */
const RefusalCheckerSchema = AgentSpecSchema.nullable().default(null);

/** What the models of a run were told, one text for each part; filled in when it starts. */
const RunPromptsSchema = z.array(RunPromptSchema).max(10).default([]);

export const ReplaySettingsSchema = z.object({
  protocol: z.literal('replay'),
  mode: ReplayModeSchema,
  /** Question-answer pairs of history that the model sees; null for all. */
  window: z.number().int().min(0).max(100).nullable().default(null),
  metric: z.string().min(1).default('f1-quac'),
  ...refusalSettings,
  refusalChecker: RefusalCheckerSchema,
  /** Who tells whether a question still fits the history; null uses the built-in rules. */
  detector: AgentSpecSchema.nullable().default(null),
  /**
   * When the built-in rules call a question valid, of what its mentions mean with people's answers and with the model's.
   * `paper`: mention by mention both share a word. `exact`: with its mentions resolved the question is letter by letter the same
   * (the paper's exact match). `authors`: as the authors' script has it, over two turns: as many mentions mean something, and
   * what each means shares a word with anything on the other side. Runs from before there was a choice have the first.
   */
  matching: z.enum(['paper', 'exact', 'authors']).default('paper'),
  /** k: turns of history by which invalid questions are told; null for the window of the model. */
  lookBack: z.number().int().min(0).max(100).nullable().default(null),
  /** Who rewrites a question that does not; null puts the gold history's words in place of the mention. */
  rewriter: AgentSpecSchema.nullable().default(null),
  /** Field of the data that holds each question in words that need no history, for Auto-Replace. */
  twinField: z.string().max(200).default('rewrite'),
  prompts: RunPromptsSchema,
});
/** k of the authors' script, where nothing else is said. */
export const lookBackOfAuthors = 2;

export type ReplaySettings = z.infer<typeof ReplaySettingsSchema>;

/** Word F1 above which the authors of Interview Evaluation call an answer right, in their script. */
export const thresholdOfAuthors = 0.5;

export const InterviewSettingsSchema = z.object({
  protocol: z.literal('interview'),
  history: z.enum(['generated', 'golden']).default('generated'),
  generator: AgentSpecSchema,
  /** Who tells whether a follow-up gives the answer away; null looks for the words of the gold answer alone. */
  leakChecker: AgentSpecSchema.nullable().default(null),
  /** N: follow-up questions at most. */
  mostPrompts: z.number().int().min(1).max(20).default(3),
  window: z.number().int().min(0).max(100).nullable().default(2),
  /**
   * When an answer is right. `threshold`: word F1 with a gold answer above the threshold, or a refusal of an unanswerable
   * question. `authors`: as the authors' script has it, with what it puts into the history after an answer; threshold and
   * gold correction are then theirs. Runs from before there was a choice have the first.
   */
  rightBy: z.enum(['threshold', 'authors']).default('threshold'),
  /** Word F1 above this is right. The paper prints none. */
  threshold: z.number().min(0).lt(1).default(0.3),
  ...refusalSettings,
  refusalChecker: RefusalCheckerSchema,
  /** In generated history, a question that failed is followed by its gold answer. */
  goldCorrection: z.boolean().default(true),
  prompts: RunPromptsSchema,
});
export type InterviewSettings = z.infer<typeof InterviewSettingsSchema>;

/** Its word F1 with a gold answer is above the threshold. */
export const F1RuleSchema = z.object({
  by: z.literal('f1'),
  threshold: z.number().min(0).lt(1).default(0.5),
});

/** When a final answer is right, outside multiple choice. */
const CorrectnessSchema = z.discriminatedUnion('by', [
  /** It equals a gold answer after normalization. */
  z.object({ by: z.literal('exact') }),
  /** It holds all words of a gold answer, one after the other. */
  z.object({ by: z.literal('containment') }),
  F1RuleSchema,
  z.object({
    by: z.literal('judge'),
    checker: AgentSpecSchema,
    /** A human criterion of the data by which the judge's share is calibrated; null leaves it as it is. */
    criterion: z.string().trim().min(1).max(200).nullable().default(null),
  }),
]);
export type Correctness = z.infer<typeof CorrectnessSchema>;

/** As `CorrectnessSchema`, or by how much: the best value of a metric over the gold answers is the score; 1 alone is right. */
const LostCorrectnessSchema = z.discriminatedUnion('by', [
  ...CorrectnessSchema.options,
  z.object({ by: z.literal('metric'), metric: z.string().min(1) }),
]);
export type LostCorrectness = z.infer<typeof LostCorrectnessSchema>;

/** Judges of one run. */
export const mostJudges = 8;

export const IqaSettingsSchema = z.object({
  protocol: z.literal('iqa-eval'),
  /** Direct: nobody plays the user, and the model under test answers each question itself, in one reply. */
  condition: z.enum(['interactive', 'direct']).default('interactive'),
  /** Who plays the user; null scores the conversations that the data hold, or direct answers. */
  user: AgentSpecSchema.nullable().default(null),
  /** Who scores; the mean over several counts. */
  judges: z.array(AgentSpecSchema).min(1).max(mostJudges),
  /** A mix: every interaction runs under each, and its mean counts by its share of the sum of all shares. */
  personas: z
    .array(
      PersonaSchema.extend({
        share: z.number().positive().max(1),
        version: z.number().int().min(1).default(1),
      }),
    )
    .min(1)
    .max(20)
    .refine((mix) => new Set(mix.map(({ name }) => name.toLowerCase())).size === mix.length, {
      message: 'A persona can be in a mix once only.',
    }),
  /** Runs from before there was a choice have the first. */
  correctness: CorrectnessSchema.default({ by: 'exact' }),
  runs: z.number().int().min(1).max(50).default(1),
  mostTurns: z.number().int().min(1).max(50).default(5),
  /** Field of the data that names who talked; conversations of one worker are then scored in one prompt. */
  workerField: z.string().max(200).nullable().default(null),
  /** Tells the judge not to favor length, order or its own kind. */
  debias: z.boolean().default(false),
  prompts: RunPromptsSchema,
});
export type IqaSettings = z.infer<typeof IqaSettingsSchema>;

/** Settings of Lost in Conversation (Laban et al., 2025): how much of an instruction comes when. */
export const lostModes = ['full', 'concat', 'sharded', 'recap', 'snowball'] as const;
const LostModeSchema = z.enum(lostModes);
export type LostMode = z.infer<typeof LostModeSchema>;

/** Whether somebody plays a user who tells the instruction shard by shard. */
export const hasTurns = (mode: LostMode): boolean => mode !== 'full' && mode !== 'concat';

export const LostSettingsSchema = z.object({
  protocol: z.literal('lost-in-conversation'),
  /**
   * `full`: the whole instruction at once. `concat`: its shards at once, as a list. `sharded`: at most one shard a turn. `recap`:
   * then a last turn that repeats them all. `snowball`: each turn repeats the shards told before.
   */
  mode: LostModeSchema.default('sharded'),
  /** Who plays the user; null in the modes of one turn. */
  user: AgentSpecSchema.nullable().default(null),
  /** Who tells what a reply is and copies the answer out of it; null takes every reply as a whole for an answer. */
  verifier: AgentSpecSchema.nullable().default(null),
  /** What an answer looks like, for the verifier: "a single number". */
  answerDescription: z.string().trim().max(2000).default(''),
  correctness: LostCorrectnessSchema.default({ by: 'exact' }),
  /** Of each instruction. */
  runs: z.number().int().min(1).max(50).default(10),
  prompts: RunPromptsSchema,
});
export type LostSettings = z.infer<typeof LostSettingsSchema>;

export const ConversationSettingsSchema = z
  .object({
    protocol: z.literal('conversation'),
    fewestQuestions: z.number().int().min(1).max(100).default(8),
    mostQuestions: z.number().int().min(1).max(100).default(12),
    window: z.number().int().min(0).max(100).nullable().default(null),
    ...refusalSettings,
    /** The conversations are those of the data; nobody leads them, and people only validate their answers. */
    recorded: z.boolean().default(false),
  })
  .refine(({ fewestQuestions, mostQuestions }) => fewestQuestions <= mostQuestions, {
    message: 'The fewest questions must not be above the most.',
  });
export type ConversationSettings = z.infer<typeof ConversationSettingsSchema>;

export const ProtocolSettingsSchema = z.discriminatedUnion('protocol', [
  ReplaySettingsSchema,
  InterviewSettingsSchema,
  IqaSettingsSchema,
  LostSettingsSchema,
  ConversationSettingsSchema,
]);
export type ProtocolSettings = z.infer<typeof ProtocolSettingsSchema>;
