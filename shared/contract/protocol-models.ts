import { z } from 'zod';
import { Id } from './base.ts';
import { NameSchema } from './protocol-quantities.ts';

/** What a model is told before a conversation, and how it draws its words. */
const speaking = {
  /** Null is settled when a run starts: the usual ones of the data set for the model under test, none for the others. */
  instructions: z.string().max(100_000).nullable().default(null),
  /** Null leaves it to the server. Left out, it is settled when a run starts: 0, or 1 where a model is asked repeatedly. */
  temperature: z.number().min(0).max(2).nullable().optional(),
  topP: z
    .number()
    .gt(0)
    .max(1)
    .nullable()
    .default(null)
    .describe('only the likeliest words whose probabilities sum to this are drawn from'),
  seed: z
    .number()
    .int()
    .nullable()
    .default(null)
    .describe('of the first run; each repetition has the next number'),
  /** A reply ends before any of these. */
  stopWords: z.array(z.string().min(1).max(100)).max(4).default([]),
};

/** A language model behind an endpoint of the project, with what it is told before a conversation. */
export const EndpointModelSchema = z.object({
  kind: z.literal('endpoint'),
  endpointId: Id,
  /** The endpoint's own model when empty. */
  model: z.string().trim().max(200).default(''),
  ...speaking,
  maxOutputTokens: z.number().int().min(1).max(100_000).default(512),
});

/**
 * A program of this computer that answers JSON lines. It is started as it stands, never through a shell, and is told of
 * its settings those that were given.
 */
const CommandModelSchema = z.object({
  kind: z.literal('command'),
  command: z.string().min(1).max(4000),
  args: z.array(z.string().max(4000)).max(100).default([]),
  ...speaking,
  maxOutputTokens: z.number().int().min(1).max(100_000).nullable().default(null),
  /** From sending a request to the end of its answer. */
  timeoutMs: z.number().int().min(100).max(600_000).default(60_000),
  /** Copies of the program at work side by side; each answers one request at a time. */
  processes: z.number().int().min(1).max(32).default(2),
});

/** Responses of a system that came with the data. */
const RecordedModelSchema = z.object({ kind: z.literal('recorded'), system: NameSchema });

export const ModelSpecSchema = z.discriminatedUnion('kind', [
  EndpointModelSchema,
  CommandModelSchema,
  RecordedModelSchema,
]);
export type ModelSpec = z.infer<typeof ModelSpecSchema>;
export type ModelSpecInput = z.input<typeof ModelSpecSchema>;

/** A model that plays a part in a protocol: asks, judges, rewrites. */
export const AgentSpecSchema = z.discriminatedUnion('kind', [EndpointModelSchema, CommandModelSchema]);
export type AgentSpec = z.infer<typeof AgentSpecSchema>;
export type AgentSpecInput = z.input<typeof AgentSpecSchema>;
