import { z } from 'zod';
import { Id, Instant, procedure } from './base.ts';
import { FailureName } from './form.ts';

const Severity = z.enum(['low', 'medium', 'high']);
export type FailureSeverity = z.infer<typeof Severity>;

/** As the project file keeps it of each study of one system: how many of its draws, in which draw, anybody had seen. */
export const SeenDrawsSchema = z.array(
  z.object({
    studyId: Id,
    generation: z.number().int().positive(),
    draws: z.number().int().positive(),
  }),
);
export type SeenDraws = z.infer<typeof SeenDrawsSchema>;

/** Whether a failure still happens, as far as anybody has said: open, or fixed in a release. */
const StateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('fixed'), release: z.string().trim().min(1).max(200) }),
]);

const Sentences = z.string().trim().max(20_000);

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
  severity: Severity.nullable(),
  state: StateSchema,
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

const by = {
  /** Who does it; the present annotator where nobody is named. */
  annotatorId: Id.optional(),
  /** The same act sent twice with one key is done once. */
  clientKey: z.string().min(8).max(90),
};
const ofMode = z.object({ modeId: Id, ...by });

/** A mode as it is after an act, and the number of the newest event. */
const ChangedModeSchema = z.object({ mode: FailureModeSchema, list: z.number().int() });

/**
 * What goes wrong in conversations, by names that people give. What a person says while labeling is an answer to a further
 * question of a study's form (`FailureCoding`).
 */
export const failureContract = {
  /** The modes of the project in the order in which they were made, and the number of the newest event. */
  list: procedure
    .input(z.object({ withRetired: z.boolean().default(false) }))
    .output(z.object({ modes: z.array(FailureModeSchema), list: z.number().int() })),
  /**
   * Makes a mode, or finds the one of that name: names are one whatever their case, spaces and Unicode form. @throws CONFLICT where
   * the one of that name is retired
   */
  make: procedure
    .input(
      z.object({
        name: FailureName,
        definition: Sentences.default(''),
        example: Sentences.default(''),
        counterexample: Sentences.default(''),
        severity: Severity.nullable().default(null),
        ...by,
      }),
    )
    .output(ChangedModeSchema.extend({ isNew: z.boolean() })),
  /**
   * Changes what is left in. Where name or definition become others, `meaning` says whether what counts stays the same: else the share
   * counts from now on. @throws INVALID_INPUT with the field `meaning` where that is not said; CONFLICT where the mode has a newer
   * event than `event`, or another has the name
   */
  define: procedure
    .input(
      ofMode.extend({
        name: FailureName.optional(),
        definition: Sentences.optional(),
        example: Sentences.optional(),
        counterexample: Sentences.optional(),
        severity: Severity.nullable().optional(),
        state: StateSchema.optional(),
        meaning: z.enum(['same', 'changed']).optional(),
        event: Id.optional(),
      }),
    )
    .output(ChangedModeSchema),
  /**
   * Makes one of two: the mode goes into the other, whose meaning is both from now on. What people said of either stays known of both.
   * Gives the one that stays.
   */
  merge: procedure.input(ofMode.extend({ intoId: Id })).output(ChangedModeSchema),
  /** Makes several of one, which is retired; their shares count from now on. */
  split: procedure
    .input(
      ofMode.extend({
        into: z
          .array(z.object({ name: FailureName, definition: Sentences.default('') }))
          .min(2)
          .max(10),
      }),
    )
    .output(z.object({ modes: z.array(FailureModeSchema), list: z.number().int() })),
  /** Offers a mode no longer. What was said stays, and it can come back. */
  retire: procedure.input(ofMode).output(ChangedModeSchema),
  /** Offers it again. One that was merged comes out of the other, whose share counts from now on. */
  restore: procedure.input(ofMode).output(ChangedModeSchema),
};
