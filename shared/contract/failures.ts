import { z } from 'zod';
import { AgreementFigureSchema } from './agreement.ts';
import { DrawNumberSchema, Id, Instant, procedure, readNumberCall } from './base.ts';
import { TurnSchema } from './data.ts';
import { FailureModeSchema, FailureSeveritySchema, FailureStateSchema } from './failure-mode.ts';
import { FailureName, FailurePlaceSchema } from './form.ts';
import { JudgeSchema } from './judge.ts';
import { AnnotatorSchema } from './team.ts';

export const Sentences = z.string().trim().max(20_000);

const by = {
  /** Who does it; the present annotator where nobody is named. */
  annotatorId: Id.optional(),
  /** The same act sent twice with one key is done once. */
  clientKey: z.string().min(8).max(70),
};
const ofMode = z.object({ modeId: Id, ...by });

/** A mode as it is after an act, and the number of the newest event. */
const ChangedModeSchema = z.object({ mode: FailureModeSchema, list: z.number().int() });

/** A note that somebody wrote while labeling, and what it was named. */
const FailureNoteSchema = z.object({
  /** The label that it came with. */
  labelId: Id,
  itemId: Id,
  externalId: z.string(),
  /** Where the item stands in the draw. */
  draw: DrawNumberSchema.nullable(),
  annotator: AnnotatorSchema.pick({ id: true, name: true, initials: true, color: true }),
  note: z.string(),
  at: FailurePlaceSchema.nullable(),
  /** Open modes that its writer says the item has, by choosing them or by the naming of the note. */
  modes: z.array(Id),
  writtenAt: Instant,
});
export type FailureNote = z.infer<typeof FailureNoteSchema>;

const Count = z.number().int().nonnegative();

/** An item to say anew of whether it has a mode. */
const LookAgainItemSchema = z.object({
  itemId: Id,
  externalId: z.string(),
  draw: DrawNumberSchema,
  conversation: z.array(TurnSchema),
  replies: z.array(z.object({ prompt: z.string(), text: z.string() })),
  passage: z.string().nullable(),
  /** The note that the person who looks wrote. */
  note: z.string(),
  /** What they said of the mode under an earlier meaning; null where nothing. */
  before: z.boolean().nullable(),
  /** Where it is to be decided: how many said that the item has the mode, of those who spoke. */
  said: z.object({ yes: Count, of: Count }).nullable(),
});

/** An item outside of the draw that may have a mode. */
const HuntedItemSchema = LookAgainItemSchema.omit({
  draw: true,
  note: true,
  before: true,
  said: true,
}).extend({
  /** The machine score that it was found by; null where it was found by words. */
  score: z.number().nullable(),
  /** What the person who looks said of the mode's present meaning; null where nothing. */
  said: z.boolean().nullable(),
});
export type HuntedItem = z.infer<typeof HuntedItemSchema>;

/** A share of all items of the pool, in [0, 1], with its interval; of two modes a difference in [-1, 1]. */
export const FailureShareSchema = z.object({
  /** Null while nothing that was drawn since the clock is known. */
  value: z.number().nullable(),
  lower: z.number(),
  upper: z.number(),
});
export type FailureShare = z.infer<typeof FailureShareSchema>;

const FailureRowSchema = z.object({
  mode: FailureModeSchema,
  /** Draws that anybody had seen when its present meaning was fixed: it counts on those after them. */
  clock: Count,
  /** Draws that are in its share: the first ones up to its clock, and those that the study counts. Null where nothing was computed. */
  counted: Count.nullable(),
  /** Of the draws up to its clock: how many are known under its present meaning, and how many of them have it, as their values add up. */
  known: Count.nullable(),
  with: z.number().nullable(),
  /** Plain count where it was found: it overstates a mode that was named because it was seen. */
  found: z.object({ items: Count, of: Count }),
  /** The share of all items, at the error level of the study for this mode by itself. */
  share: FailureShareSchema.nullable(),
  /** Why there is no share; null where there is one. */
  because: z.string().nullable(),
  /** Coded items of which somebody has not said yet whether its present meaning fits. */
  lookAgain: Count.nullable(),
  /** Coded items on which people differ, where the rule of the study leaves them to a decision. */
  undecided: Count.nullable(),
  /** Coded items of which fewer people have spoken than the study asks for. */
  awaited: Count.nullable(),
  /** Machine scores that joined its share: each counts for the draws after so many. */
  joins: z.array(z.object({ name: z.string(), drawsBefore: Count, sha256: z.string() })),
  /** Modes that it was found with most often: at most three. */
  together: z.array(z.object({ modeId: Id, items: Count })),
  /** Items that have it, first in the draw: at most three. */
  examples: z.array(
    z.object({ itemId: Id, externalId: z.string(), draw: DrawNumberSchema, note: z.string() }),
  ),
  /** The share after some numbers of draws: at most sixty points. */
  trend: z.array(z.object({ draws: Count, ...FailureShareSchema.shape })),
  /** How alike annotators say it, by the figures of agreement of the product; empty where no item has two who said so. */
  agreement: z.array(AgreementFigureSchema),
});
export type FailureRow = z.infer<typeof FailureRowSchema>;

/** At most so many items that were not drawn hold a failure without a name. */
const UnnamedSchema = z.object({
  /** Draws that it rests on. */
  draws: Count,
  /** Of all items, and of those that nobody has read; 0 where none is left. */
  upper: z.number(),
  ofUnread: z.number(),
  unread: Count,
  /** Good's estimate of the same of the next item, which has no interval; null before the first. */
  good: z.number().nullable(),
  /** How `ofUnread` fell: at most sixty points. */
  curve: z.array(z.object({ draws: Count, ofUnread: z.number() })),
});

const FailureTableSchema = z.object({
  studyId: Id,
  /** N, of which shares are. */
  items: Count,
  draws: Count,
  /** Drawn items that somebody coded. */
  coded: Count,
  /** Coded items outside of the draw, which were hunted and enter no share. */
  hunted: Count,
  alpha: z.number(),
  /** Number of the newest event of a mode. */
  list: Count,
  /** Error level of each open mode at which the shares of all hold together; null where there is none. */
  together: z.number().nullable(),
  /** Why no share is estimable in this study; null where they are. */
  because: z.string().nullable(),
  /** Open modes, the largest share first. */
  modes: z.array(FailureRowSchema),
  /**
   * How much more frequent the largest mode is than each other that is shown, and each of the next largest than the one after it, at
   * an error level at which all such differences hold together: decided above 0.
   */
  order: z.array(z.object({ modeId: Id, otherId: Id, decided: z.boolean(), difference: FailureShareSchema })),
  /** Drawn items of which everybody who coded them says that nothing is wrong, and the share of all items; null where it is the study's result. */
  nothingWrong: z.object({ items: Count, of: Count, share: FailureShareSchema.nullable() }),
  /** Whether enough was read; null where it is not estimable, before the first coding, and after five thousand draws. */
  unnamed: UnnamedSchema.nullable(),
});
export type FailureTable = z.infer<typeof FailureTableSchema>;

/** How often steps of one kind, such as calls of one tool, are wrong. */
export const StepSharesSchema = z.object({
  /** Why no share is estimable in this study; null where they are. */
  because: z.string().nullable(),
  /** The kinds that were rated, the most often rated first. */
  kinds: z.array(
    z.object({
      /** The tool; empty for results of which no call is told. */
      kind: z.string(),
      /** Plain counts of what people rated. */
      rated: z.object({ items: Count, steps: Count, wrong: z.number() }),
      /** All items of the pool with such a step, and their steps. */
      pool: z.object({ items: Count, steps: Count }).nullable(),
      /** Of all such steps of the pool; null before the first item of which all are rated. */
      share: FailureShareSchema.nullable(),
    }),
  ),
});
export type StepShares = z.infer<typeof StepSharesSchema>;

/** Notes that say the same, what to call them, and what counts. */
const FailureGroupsSchema = z
  .array(
    z.object({
      name: FailureName,
      definition: Sentences.default(''),
      labelIds: z.array(Id).max(1000),
    }),
  )
  .min(1)
  .max(100);

/** The same as a file. */
export const FailureGroupsFileSchema = z.object({ groups: FailureGroupsSchema });

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
        severity: FailureSeveritySchema.nullable().default(null),
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
        severity: FailureSeveritySchema.nullable().optional(),
        state: FailureStateSchema.optional(),
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
  /** How often steps of each kind are wrong, in the whole pool of a study. */
  steps: readNumberCall.input(z.object({ studyId: Id })).output(StepSharesSchema),
  /** Notes that people wrote in a study, in the order of the draw: those without a mode, those with one, or all. */
  notes: procedure
    .input(
      z.object({
        studyId: Id,
        show: z.enum(['unnamed', 'named', 'all']).default('unnamed'),
        /** A part of the note, in any case. */
        search: z.string().max(200).default(''),
        from: z.number().int().nonnegative().default(0),
        limit: z.number().int().min(1).max(200).default(50),
      }),
    )
    .output(z.object({ notes: z.array(FailureNoteSchema), total: z.number().int() })),
  /**
   * What the data of a study brought of failures that somebody found before: names with their items, the most frequent first, and notes.
   * Nobody drew these items for it, so that they are in no share.
   */
  found: procedure
    .input(
      z.object({
        studyId: Id,
        from: z.number().int().nonnegative().default(0),
        limit: z.number().int().min(1).max(200).default(50),
      }),
    )
    .output(
      z.object({
        modes: z.array(z.object({ name: z.string(), items: Count, modeId: Id.nullable() })),
        notes: z.array(
          z.object({ itemId: Id, externalId: z.string(), note: z.string(), source: z.string() }),
        ),
        noteCount: Count,
      }),
    ),
  /**
   * Says of one item whether it has a mode, under its present meaning. Naming a note (`labelId`) says so for its writer. An item that was
   * not drawn may be said of, too, and enters no share. @throws NOT_FOUND, or INVALID_INPUT for what is not of the study
   */
  look: procedure
    .input(
      ofMode.extend({
        studyId: Id,
        itemId: Id,
        /** Null takes back what was said by looking. */
        present: z.boolean().nullable(),
        labelId: Id.optional(),
        /** Decides between people who disagree, where the rule of the study leaves it to a decision. */
        decides: z.literal(true).optional(),
      }),
    )
    .output(z.object({ lookId: Id, present: z.boolean().nullable() })),
  /**
   * Items that somebody coded and of which they have not said whether the present meaning of a mode fits, in draw order; with
   * `decides` those on which people differ, where the rule of the study leaves them to a decision.
   */
  toLookAgain: procedure
    .input(
      z.object({
        studyId: Id,
        modeId: Id,
        decides: z.literal(true).optional(),
        annotatorId: Id.optional(),
        limit: z.number().int().min(1).max(50).default(10),
      }),
    )
    .output(z.object({ left: z.number().int(), items: z.array(LookAgainItemSchema) })),
  /**
   * Items outside of the draw that may have a mode: by words, or those that a machine score calls worst. What is said of them by `look`
   * enters no share. @throws INVALID_INPUT without either
   */
  hunt: procedure
    .input(
      z.object({
        studyId: Id,
        modeId: Id,
        search: z.string().max(200).default(''),
        signalId: Id.optional(),
        annotatorId: Id.optional(),
        limit: z.number().int().min(1).max(50).default(20),
      }),
    )
    /** `total`: how many of them nothing is said of yet, of the first 2,000. */
    .output(z.object({ total: Count, items: z.array(HuntedItemSchema) })),
  /**
   * Makes a judge of the definition and the examples of a mode, which says 1 of an item that has it. Run on the whole pool, its scores may
   * join the share of the mode (`study.join`), and rank items to hunt. @throws INVALID_INPUT without a definition
   */
  judge: procedure
    .input(z.object({ studyId: Id, modeId: Id, endpointId: Id, model: z.string().max(200).optional() }))
    /** `signal`: what its scores are called by `study.join`. */
    .output(z.object({ judge: JudgeSchema, datasetId: Id, system: z.string(), signal: z.string() })),
  /** What another meaning from now on would make of the share of a mode: of its own, or of it with another one merged into it. */
  change: readNumberCall.input(z.object({ studyId: Id, modeId: Id, mergedId: Id.optional() })).output(
    z.object({
      before: FailureShareSchema.nullable(),
      after: FailureShareSchema.nullable(),
      lookAgain: Count,
    }),
  ),
  /**
   * Asks a model, once, which notes without a mode say the same. Nothing is stored, and no number rests on it. @throws CONFLICT
   * without notes; ENDPOINT_FAULT where no answer can be used
   */
  suggest: procedure
    .input(
      z.object({
        studyId: Id,
        endpointId: Id,
        /** That of the endpoint where it is left out. */
        model: z.string().max(200).optional(),
        /** Notes to ask about. */
        most: z.number().int().min(2).max(200).default(100),
      }),
    )
    .output(
      z.object({
        groups: z.array(z.object({ name: z.string(), definition: z.string(), labelIds: z.array(Id) })),
        /** Notes that were asked about, and those that were not. */
        notes: Count,
        left: Count,
      }),
    ),
  /** Keeps what a person accepted of groups: makes modes that are new, and names the notes for their writers. */
  accept: procedure
    .input(
      z.object({
        studyId: Id,
        groups: FailureGroupsSchema,
        ...by,
      }),
    )
    .output(z.object({ modes: z.array(FailureModeSchema), named: Count, list: z.number().int() })),
  /**
   * Shares of the failure modes of a study. Counts are of all open modes; the shares of those that are named, or of so many that were found
   * most often.
   */
  table: readNumberCall
    .input(
      z.object({
        studyId: Id,
        shown: z.number().int().min(0).max(100).default(20),
        modeIds: z.array(Id).max(100).optional(),
      }),
    )
    .output(FailureTableSchema),
};
