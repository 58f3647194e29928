import { z } from 'zod';
import { Instant, Nothing, procedure } from './base.ts';
import { NameSchema } from './protocol-quantities.ts';

/** Who a simulated user of IQA-EVAL is, and how an evaluator in their name scores. */
export const PersonaSchema = z.object({
  name: NameSchema,
  /** Stage 1: the sentence that tells the simulated user who they are. */
  role: z.string().trim().max(4000),
  /** Stage 2: what the evaluator is told this user expects of the assistant. */
  expectation: z.string().trim().max(4000),
  /** Stage 2: what helpfulness and fluency, 1 to 5, mean to this user; empty takes the usual definitions. */
  metrics: z.string().trim().max(4000).default(''),
});
export type Persona = z.infer<typeof PersonaSchema>;

export const KnownPersonaSchema = PersonaSchema.extend({
  version: z.number().int().min(1),
  builtIn: z.boolean(),
  /** Null for those that come with Assay. */
  createdAt: Instant.nullable(),
});
export type KnownPersona = z.infer<typeof KnownPersonaSchema>;

export const personaContract = {
  /** Built-in ones first, then every version of the project's own, by name, the newest first. */
  list: procedure.input(Nothing).output(z.array(KnownPersonaSchema)),
  /** Stores a version; the very same text gives the version that is there. */
  save: procedure.input(PersonaSchema).output(KnownPersonaSchema),
};
