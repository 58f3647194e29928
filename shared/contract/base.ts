import { oc } from '@orpc/contract';
import { z } from 'zod';
import { type ErrorCode, errorCodes, errorStatus } from '../errors.ts';

export const ImportProblemSchema = z.object({
  line: z.number().int(),
  field: z.string(),
  message: z.string(),
  mend: z.string(),
});

export const ErrorDetailsSchema = z.object({
  file: z.string().optional(),
  line: z.number().int().optional(),
  field: z.string().optional(),
  mend: z.string().optional(),
  problems: z.array(ImportProblemSchema).optional(),
  problemCount: z.number().int().optional(),
});

type ErrorMap = Record<ErrorCode, { status: number; message: string; data: typeof ErrorDetailsSchema }>;
const errors = Object.fromEntries(
  Object.entries(errorCodes).map(([code, message]) => [
    code,
    { status: errorStatus(code as ErrorCode), message, data: ErrorDetailsSchema },
  ]),
) as ErrorMap;

/** Every procedure starts here, so every procedure declares the same closed list of errors. */
export const procedure = oc.errors(errors);

export const Id = z.number().int().positive();
/** Where an item stands in a draw, counting from 1 as people do. The database makes them; nobody counts on. */
export const DrawNumberSchema = z.number().int().positive().brand<'DrawNumber'>();
export type DrawNumber = z.infer<typeof DrawNumberSchema>;
export const Path = z.string().min(1);
/** Seconds and milliseconds are named in the field; instants are ISO 8601 in UTC. */
export const Instant = z.string();

/** Where a raw score lies: `direction` says which end is good. */
export const ScaleSchema = z.object({
  min: z.number(),
  max: z.number(),
  direction: z.enum(['higher', 'lower']),
});
export type Scale = z.infer<typeof ScaleSchema>;

export const Nothing = z.object({});
