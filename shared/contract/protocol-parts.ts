import { z } from 'zod';
import { AgentSpecSchema } from './protocol-models.ts';
import { ChosenPromptSchema } from './protocol-prompt.ts';
import { CountSchema, ShareSchema } from './protocol-quantities.ts';

/** A conversation with people's answers, a model's answers, and which questions no longer fit the latter. */
const LabeledConversationSchema = z.object({
  background: z.string().default(''),
  turns: z
    .array(
      z.object({
        question: z.string().min(1),
        /** What people answered, and what the model answered. */
        gold: z.string(),
        predicted: z.string(),
        /** Why the question does not fit the model's answers, in a word; left out where it fits. The first one always fits. */
        invalid: z.string().min(1).optional(),
        /** The question with what it lost put back, in as few words as will do. */
        reworded: z.string().min(1).optional(),
      }),
    )
    .min(2),
});
export type LabeledConversation = z.infer<typeof LabeledConversationSchema>;
export const LabeledTurnsSchema = z.array(LabeledConversationSchema).min(1).max(10_000);

/** What is to be measured. Null: Assay's own rules. */
export const PartsAskedSchema = z.object({
  detector: AgentSpecSchema.nullable().default(null),
  rewriter: AgentSpecSchema.nullable().default(null),
  matching: z.enum(['paper', 'exact', 'authors']).default('paper'),
  prompts: z.array(ChosenPromptSchema).max(2).default([]),
  /** Labeled turns of one's own; left out, the 150 that come with Assay. */
  conversations: LabeledTurnsSchema.optional(),
});
export type PartsAsked = z.infer<typeof PartsAskedSchema>;

/** A share of turns with its interval over conversations; null without turns, and an interval without conversations enough. */
const TurnShareSchema = z.object({
  turns: CountSchema,
  share: ShareSchema,
  lower: ShareSchema,
  upper: ShareSchema,
});
export type TurnShare = z.infer<typeof TurnShareSchema>;

/** How a detector and a rewriter of replays do on labeled turns. */
export const PartQualitySchema = z.object({
  /** Questions after the first of each conversation, and how many of them do not fit. */
  turns: CountSchema,
  invalid: CountSchema,
  detector: z.object({
    name: z.string(),
    /** Of the questions called invalid, the share that is; of the invalid ones, the share that is called so. */
    precision: TurnShareSchema,
    recall: TurnShareSchema,
    recallByReason: z.array(TurnShareSchema.extend({ reason: z.string() })),
    /** Questions without a verdict: they count as fitting. */
    unread: CountSchema,
  }),
  rewriter: z.object({
    name: z.string(),
    /** Of the invalid questions whose wording is known: those put in other words, and those that name all that was lost. */
    changed: TurnShareSchema,
    named: TurnShareSchema,
    /** Mean word F1 with the known wording, of the rewriter's questions and of the questions as they were. */
    similarity: ShareSchema,
    similarityBefore: ShareSchema,
    unread: CountSchema,
  }),
  interval: z.string(),
});
export type PartQuality = z.infer<typeof PartQualitySchema>;
