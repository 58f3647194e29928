import { z } from 'zod';
import { Id, Instant } from './base.ts';

export const FailureSeveritySchema = z.enum(['low', 'medium', 'high']);
export type FailureSeverity = z.infer<typeof FailureSeveritySchema>;

/** As the project file keeps it of each study of one system: how many of its draws, in which draw, anybody had seen. */
export const SeenDrawsSchema = z.array(
  z.object({
    studyId: Id,
    generation: z.number().int().positive(),
    draws: z.number().int().positive(),
  }),
);
export type SeenDraws = z.infer<typeof SeenDrawsSchema>;

/** The release that a failure was fixed in. */
export const ReleaseName = z.string().trim().min(1).max(200);

/** Whether a failure still happens, as far as anybody has said: open, or fixed in a release. */
export const FailureStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('fixed'), release: ReleaseName }),
]);

/** A kind of failure that people named. Modes belong to the project, so that its releases share them. */
export const FailureModeSchema = z.object({
  id: Id,
  name: z.string(),
  /** What counts, in a sentence. */
  definition: z.string(),
  /** An example that counts. */
  example: z.string(),
  /** One that does not. */
  counterexample: z.string(),
  severity: FailureSeveritySchema.nullable(),
  state: FailureStateSchema,
  /** Whether it is offered no longer: it was retired, split, or merged into another one. */
  retired: z.boolean(),
  /** Which it was merged into. */
  into: Id.nullable(),
  /** The event that fixed its present meaning: its shares count from there. */
  meaning: Id,
  meaningAt: Instant,
  /** What that event was. */
  meaningBy: z.enum(['made', 'defined', 'merged', 'split']),
  /** The newest event of it. */
  event: Id,
  /** Who did that, and when. */
  by: z.string(),
  at: Instant,
});
export type FailureMode = z.infer<typeof FailureModeSchema>;

/** What the label screen knows of the modes: names and definitions, and no share. */
export const LabelFailuresSchema = z.object({
  /** Whether who labels may make modes. */
  mayMake: z.boolean(),
  /** Number of the newest event that is in this list; a coding carries it. */
  list: z.number().int().nonnegative(),
  modes: z.array(
    FailureModeSchema.pick({ id: true, name: true, definition: true, example: true, counterexample: true }),
  ),
});
export type LabelFailures = z.infer<typeof LabelFailuresSchema>;
