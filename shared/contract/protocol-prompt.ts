import { z } from 'zod';
import { BasedOn, Instant, Nothing, procedure } from './base.ts';
import { NameSchema } from './protocol-quantities.ts';

/** What a model does in a protocol that a text tells it. */
export const promptParts = [
  'follow-up',
  'leak-check',
  'detector',
  'rewriter',
  'refusal-check',
  'answer-check',
  'user',
  'evaluator',
  'sharded-user',
  'turn-kind',
  'answer-copy',
] as const;
export const PromptPartSchema = z.enum(promptParts);
export type PromptPart = z.infer<typeof PromptPartSchema>;

const TextSchema = z.string().trim().max(20_000);

/** What a model is told for its part; placeholders such as {{question}} stand for what is at hand. */
export const ProtocolPromptSchema = z.object({
  part: PromptPartSchema,
  name: NameSchema,
  /** Told first, as the system's message. */
  instructions: TextSchema,
  /** What is available, as the user's message. */
  message: TextSchema,
  /** Told a played user on the last turn; other parts have none. */
  last: TextSchema.default(''),
});
export type ProtocolPrompt = z.infer<typeof ProtocolPromptSchema>;

/** A text as a run keeps it. */
export const RunPromptSchema = ProtocolPromptSchema.extend({ version: z.number().int().min(1) });
export type RunPrompt = z.infer<typeof RunPromptSchema>;

const KnownProtocolPromptSchema = RunPromptSchema.extend({
  builtIn: z.boolean(),
  /** Null for those that come with Assay. */
  createdAt: Instant.nullable(),
});
export type KnownProtocolPrompt = z.infer<typeof KnownProtocolPromptSchema>;

/** Which text a run is to use for a part; the newest version where none is named. */
export const ChosenPromptSchema = z.object({
  part: PromptPartSchema,
  name: NameSchema,
  version: z.number().int().min(1).optional(),
});

export const protocolPromptContract = {
  /** Part by part: the built-in one first, then every version of the project's own, by name, the newest first. */
  list: procedure.input(Nothing).output(z.array(KnownProtocolPromptSchema)),
  /** Stores a version; the very same text gives the version that is there. */
  save: procedure
    .input(ProtocolPromptSchema.extend({ basedOn: BasedOn.optional() }))
    .output(KnownProtocolPromptSchema),
};
