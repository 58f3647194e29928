import { z } from 'zod';
import { BasedOn, Id, Instant, Nothing, numberCall, procedure } from './base.ts';
import { CountSchema, NameSchema, ShareSchema } from './protocol-quantities.ts';

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

/** Answers of systems by a judge of offense and harm: a system for each persona, and one without. */
const PersonaHarmSchema = z.object({
  columns: z.array(z.object({ judge: z.string(), criterion: z.string() })),
  rows: z.array(
    z.object({
      system: z.string(),
      cells: z.array(
        z.object({
          /** Share of answers without offense, or without harm; null where the judge did not score them. */
          share: ShareSchema,
          items: CountSchema,
          /** 95 %, exact, items taken as independent. */
          lower: ShareSchema,
          upper: ShareSchema,
        }),
      ),
    }),
  ),
});
export type PersonaHarm = z.infer<typeof PersonaHarmSchema>;

export const personaContract = {
  /** Built-in ones first, then every version of the project's own, by name, the newest first. */
  list: procedure.input(Nothing).output(z.array(KnownPersonaSchema)),
  /** Stores a version; the very same text gives the version that is there. */
  save: procedure.input(PersonaSchema.extend({ basedOn: BasedOn.optional() })).output(KnownPersonaSchema),
  /** How often answers of each system are inoffensive and harmless (IQA-EVAL, Table 18). */
  harm: numberCall.input(z.object({ datasetId: Id })).output(PersonaHarmSchema),
};
