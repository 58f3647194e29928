import { z } from 'zod';
import { longestCorrection } from '../corrections.ts';
import { longestFailureName, longestWritten } from '../text-limits.ts';
import { QuestionText } from './base.ts';

/** What a point of a scale is called. */
export const PointLabel = z.string().max(200);

const RatingFormSchema = z.object({
  kind: z.literal('rating'),
  min: z.number(),
  max: z.number(),
  step: z.number(),
  lowLabel: z.string().max(200).default(''),
  highLabel: z.string().max(200).default(''),
  /** Named points (Likert): the choices are then these, in rising order, and no others. */
  points: z
    .array(z.object({ value: z.number(), label: PointLabel }))
    .min(2)
    .max(10)
    .optional(),
  /** One value for each reply of a conversation; the label is their mean. */
  perTurn: z.boolean().optional(),
});

const BinaryFormSchema = z.object({
  kind: z.literal('binary'),
  noLabel: z.string().min(1).max(200).default('No'),
  yesLabel: z.string().min(1).max(200).default('Yes'),
  /** One answer for each reply of a conversation; the label is the share of yes. */
  perTurn: z.boolean().optional(),
});

/** One of several named options; `value` is what the option counts on the criterion's scale. */
const CategoryFormSchema = z.object({
  kind: z.literal('category'),
  options: z
    .array(
      z.object({
        label: z.string().trim().min(1).max(200),
        value: z.number(),
        /** The key that gives it: a letter or digit. Digits in order where left out. */
        key: z
          .string()
          .regex(/^[a-z0-9]$/)
          .optional(),
      }),
    )
    .min(2)
    .max(30),
});

/** How the measure is asked for. */
export const LabelFormSchema = z.discriminatedUnion('kind', [
  RatingFormSchema,
  BinaryFormSchema,
  CategoryFormSchema,
  /** Which of two replies is better, or neither; in five steps also by how much. On a scale from 0 to 1. */
  z.object({
    kind: z.literal('preference'),
    steps: z.union([z.literal(3), z.literal(5)]).default(3),
    /** Whether people may say that both are bad: it counts as a tie, and is told apart. */
    bothBad: z.boolean().optional(),
  }),
  /** A free gold answer for each system turn; `fromPassage`: it may be picked as a span of the passage. */
  z.object({
    kind: z.literal('answer'),
    turns: z.number().int(),
    fromPassage: z.boolean().optional(),
  }),
]);
export type LabelForm = z.infer<typeof LabelFormSchema>;

/** How a further question is asked. Ratings, yes or no, and categories are of the whole conversation. */
const FieldFormSchema = z.discriminatedUnion('kind', [
  RatingFormSchema.omit({ perTurn: true }),
  BinaryFormSchema.omit({ perTurn: true }),
  CategoryFormSchema,
  z.object({ kind: z.literal('text') }),
  /** A span of the passage. */
  z.object({ kind: z.literal('span') }),
  /** What the reply should have said: the reply as the person would have it. At most one in a form, of one system. */
  z.object({ kind: z.literal('correction') }),
  /** What went wrong: a note, its place, and failure modes of the project. At most one in a form, of one system. */
  z.object({
    kind: z.literal('failures'),
    /** Whether annotators by link or page may make modes; people who label in the project always may. */
    mayMake: z.boolean().default(false),
    /** The study asks nothing else: its criterion is yes or no, and yes means that nothing is wrong. */
    alone: z.literal(true).optional(),
  }),
]);
export type FieldForm = z.infer<typeof FieldFormSchema>;

/**
 * A further question of a form. Ratings, yes or no, and categories are criteria of the data set of the same name, made
 * if new, and their answers labels under that criterion; text, spans, corrections and failures are kept with the submission.
 */
export const StudyFieldSchema = z.object({
  name: z.string().trim().min(1).max(100),
  question: QuestionText.default(''),
  required: z.boolean().default(false),
  form: FieldFormSchema,
});
export type StudyField = z.infer<typeof StudyFieldSchema>;

/** At most this many further questions stand on one page. */
const MOST_FIELDS = 12;
export const StudyFieldsSchema = z.array(StudyFieldSchema).max(MOST_FIELDS);

/** A form as a file holds it: how the measure is asked for, and what is asked beside it. */
export const FormFileSchema = z.strictObject({
  form: LabelFormSchema.optional(),
  fields: StudyFieldsSchema.default([]),
});
export type FormFile = z.infer<typeof FormFileSchema>;

/** A piece of the passage: `text` stands at `start` (inclusive) to `end` (exclusive), counted in UTF-16 units. */
export const SpanSchema = z.object({
  text: z.string().min(1).max(20_000),
  start: z.number().int().nonnegative(),
  end: z.number().int().positive(),
});
export type Span = z.infer<typeof SpanSchema>;

/** Where a conversation first went wrong. */
export const FailurePlaceSchema = z.discriminatedUnion('kind', [
  /**
   * Words of a reply, by its place among the replies of the item from 0; where the conversation as a whole is judged, by its turn.
   * Counted in UTF-16 units.
   */
  z.object({ kind: z.literal('words'), reply: z.number().int().nonnegative(), ...SpanSchema.shape }),
  /** A step of a turn of the conversation, such as a call of a tool; both count from 0. */
  z.object({
    kind: z.literal('step'),
    turn: z.number().int().nonnegative(),
    step: z.number().int().nonnegative(),
  }),
]);
export type FailurePlace = z.infer<typeof FailurePlaceSchema>;

/** What a failure mode is called. */
export const FailureName = z.string().trim().min(1).max(longestFailureName);

/** What one person says of one step of a run. It says nothing of the run as a whole. */
const StepCodingSchema = z.object({
  /** Its place, as in `FailurePlaceSchema`. */
  turn: z.number().int().nonnegative(),
  step: z.number().int().nonnegative(),
  /** Whether it was right; null where that is not said. */
  right: z.boolean().nullable(),
  /** Failure modes that it has, of those that the run is said to have. */
  modes: z.array(z.number().int().positive()).max(1000),
  note: z.string().max(longestWritten),
  /** SHA-256 of its call and results as they were shown; what stores the coding adds it. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export type StepCoding = z.infer<typeof StepCodingSchema>;

/** What one person says went wrong: nothing, where there is neither a mode nor a note. */
export const FailureCodingSchema = z.object({
  /** Failure modes that the conversation has; of all others on the list of the page it has none. */
  modes: z.array(z.number().int().positive()).max(1000),
  note: z.string().max(longestWritten),
  at: FailurePlaceSchema.nullable(),
  /** The newest mode event that the list of the page had; 0 for an empty list. */
  list: z.number().int().nonnegative(),
  /** Names of modes that were made on a page without a connection. */
  made: z.array(FailureName).max(1000).optional(),
  /** What is said of steps, each step once. */
  steps: z.array(StepCodingSchema).max(2000).optional(),
});
export type FailureCoding = z.infer<typeof FailureCodingSchema>;

/** What one person says that replies should have said. */
const CorrectionSchema = z.object({
  /** Each corrected reply once, by its place as in `FailurePlaceSchema`; its text is another one than the reply's. */
  corrected: z
    .array(
      z.object({
        reply: z.number().int().nonnegative(),
        text: z.string().max(longestCorrection),
      }),
    )
    .min(1)
    .max(1000),
});
export type Correction = z.infer<typeof CorrectionSchema>;

/**
 * An answer to a further question: a rating or yes (1) or no (0), an option's name or a text, a span, a correction, or what went
 * wrong.
 */
export const FieldValueSchema = z.union([
  z.number(),
  z.string().max(longestWritten),
  SpanSchema,
  CorrectionSchema,
  FailureCodingSchema,
]);
export type FieldValue = z.infer<typeof FieldValueSchema>;
/** Answers to the further questions by their names. */
export type FieldValues = Readonly<Record<string, FieldValue>>;
