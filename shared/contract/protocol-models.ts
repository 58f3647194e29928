import { z } from 'zod';
import { Id } from './base.ts';
import { NameSchema } from './protocol-quantities.ts';

/** A language model behind an endpoint of the project, with what it is told before a conversation. */
const EndpointModelSchema = z.object({
  kind: z.literal('endpoint'),
  endpointId: Id,
  /** The endpoint's own model when empty. */
  model: z.string().trim().max(200).default(''),
  instructions: z.string().max(100_000).default(''),
  temperature: z.number().min(0).max(2).nullable().default(0),
  maxOutputTokens: z.number().int().min(1).max(100_000).default(512),
  seed: z.number().int().nullable().default(null),
});

/** A program of this computer that answers JSON lines. It is started as it stands, never through a shell. */
const CommandModelSchema = z.object({
  kind: z.literal('command'),
  command: z.string().min(1).max(4000),
  args: z.array(z.string().max(4000)).max(100).default([]),
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

/** A model that plays a part in a protocol: asks, judges, rewrites. */
export const AgentSpecSchema = z.discriminatedUnion('kind', [EndpointModelSchema, CommandModelSchema]);
export type AgentSpec = z.infer<typeof AgentSpecSchema>;
