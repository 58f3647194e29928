import { z } from 'zod';
import { Id, Instant } from './base.ts';
import { CallLimit, RunStateSchema, replyKinds, SpendingLimit } from './llm.ts';
import { ModelSpecSchema } from './protocol-models.ts';
import { ChosenPromptSchema } from './protocol-prompt.ts';
import { CountSchema, NameSchema } from './protocol-quantities.ts';
import { ReplyCountsSchema, ReplyPartSchema } from './protocol-replies.ts';
import { ProtocolScoresSchema } from './protocol-scores.ts';
import { ProtocolSettingsSchema } from './protocol-settings.ts';

export const ProtocolRunSchema = z.object({
  id: Id,
  title: z.string(),
  state: RunStateSchema,
  datasetId: Id,
  dataset: z.string(),
  model: ModelSpecSchema,
  /** What the model under test is called in lists and comparisons. */
  system: z.string(),
  settings: ProtocolSettingsSchema,
  jobId: Id.nullable(),
  /** Programs of this computer that it starts, as command lines. */
  commands: z.array(z.string()),
  conversations: CountSchema,
  conversationsDone: CountSchema,
  /** Those in which something went wrong that no repetition mended. */
  conversationsFailed: CountSchema,
  /** What the replies of its models are, part by part; empty in runs of earlier versions. */
  replies: z.array(ReplyCountsSchema),
  calls: CountSchema,
  /** Replies that were stored already, so not asked for and not paid again. */
  callsReused: CountSchema,
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Null where no price is known. */
  cost: z.number().nullable(),
  /** As they are now; a run may go on under others than it was started with. */
  spendingLimit: z.number().nullable(),
  callLimit: z.number().int().nullable(),
  scores: ProtocolScoresSchema.nullable(),
  message: z.string(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
});
export type ProtocolRun = z.infer<typeof ProtocolRunSchema>;

/** One exchange of a stored conversation. */
export const ProtocolTurnSchema = z.object({
  kind: z.enum(['question', 'prompt', 'request', 'correction', 'judgment', 'history', 'removed']),
  /** Which question of the data it belongs to, from 0. */
  cell: CountSchema,
  /** The question as the data has it, where another one was asked. */
  original: z.string().nullable(),
  asked: z.string(),
  answer: z.string(),
  goldAnswers: z.array(z.string()),
  score: z.number().nullable(),
  isAnswerable: z.boolean().nullable(),
  isRefused: z.boolean().nullable(),
  isRight: z.boolean().nullable(),
  /** What was noticed: an invalid question and why, a leak, a judge's reason. */
  note: z.string(),
  isLeak: z.boolean(),
  isInvalid: z.boolean(),
  /** What the reply is where it is no plain answer. */
  reply: z.enum(replyKinds).optional(),
  /** What models wrote down while reasoning, which counts nowhere and is sent to nobody; left out without any. */
  reasoning: z.array(z.object({ part: ReplyPartSchema, text: z.string() })).optional(),
});
export type ProtocolTurn = z.infer<typeof ProtocolTurnSchema>;

export const TranscriptBriefSchema = z.object({
  position: CountSchema,
  itemId: Id,
  externalId: z.string(),
  group: z.string().nullable(),
  /** Persona and run, where a protocol has them. */
  variant: z.string(),
  state: z.enum(['open', 'finished', 'failed']),
  turns: CountSchema,
  /** What the conversation counts: mean F1, share of right answers, helpfulness. */
  score: z.number().nullable(),
  flagged: CountSchema,
  message: z.string(),
});
export type TranscriptBrief = z.infer<typeof TranscriptBriefSchema>;

export const StartProtocolSchema = z.object({
  datasetId: Id,
  model: ModelSpecSchema,
  /** What the model is called; by default its own name. */
  system: NameSchema.optional(),
  settings: ProtocolSettingsSchema,
  /** Texts for the parts of models; the built-in ones where none is chosen. */
  prompts: z
    .array(ChosenPromptSchema)
    .max(10)
    .refine((chosen) => new Set(chosen.map(({ part }) => part)).size === chosen.length, {
      message: 'A part has one text only.',
    })
    .default([]),
  title: NameSchema.optional(),
  limit: z.number().int().min(1).optional().describe('only the first so many conversations'),
  concurrency: z.number().int().min(1).max(64).default(4).describe('conversations at the same time'),
  /** For all endpoints that the run uses together. */
  spendingLimit: SpendingLimit,
  callLimit: CallLimit,
});
export type StartProtocol = z.input<typeof StartProtocolSchema>;
/** As it is with what was left out filled in. */
export type StartedProtocol = z.output<typeof StartProtocolSchema>;
