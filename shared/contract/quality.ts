import { z } from 'zod';
import { Id, Instant, numberCall, Seed, Version } from './base.ts';
import { FieldFilterSchema } from './data.ts';
import { AnnotatorSchema, CrowdSchema } from './team.ts';

const Share = z.number().min(0).max(1);

const Code = z.string().max(200).default('');
const ReturnUrl = z
  .string()
  .max(2000)
  .refine(
    (text) => text === '' || /^https?:\/\/\S+$/.test(text),
    'Give an address that begins with https://.',
  )
  .default('');

/** How far an answer may lie from the known one and still be right. */
export const ToleranceSchema = z.number().min(0).default(0);

/** What is asked of annotators who come by a link. */
export const QualityPlanSchema = z.object({
  /** Whoever comes agrees to this text first; empty for none. */
  consent: z.string().max(20_000).default(''),
  /** So many items with a known answer, of which this share must be right; there are two tries, on different items. */
  qualification: z
    .object({ items: z.number().int().min(1).max(50), passMark: z.number().gt(0).max(1) })
    .nullable()
    .default(null),
  /** After an item a hidden check follows with this probability. */
  checkRate: z.number().min(0).max(0.5).default(0),
  /**
   * In place of chance: so many hidden checks for each person, the first among their first ten items, the last near their end, the
   * others evenly between. It takes the number of items of each, `completion.items`. Null: by `checkRate`.
   */
  checksEach: z.number().int().min(1).max(50).nullable().default(null),
  /**
   * Whose labels do not count: who has answered so many hidden checks, and less than this share of them right; or whose median time
   * over ten items or more is shorter. Neither looks at what somebody says of the sample.
   */
  exclusion: z
    .object({
      fewestChecks: z.number().int().min(1).max(100).default(5),
      leastRight: Share,
      leastSeconds: z.number().min(0).max(600).nullable().default(null),
    })
    .nullable()
    .default(null),
  /**
   * Whether one more annotator is asked where those of an item leave no majority, as a third where two differ. It takes the rule
   * `majority` and items that are dealt one by one.
   */
  thirdVote: z.boolean().default(false),
  /** Whether people who decide where annotators differ see the answers without names, times and order. */
  decideWithoutNames: z.boolean().default(false),
  /** What whoever is done is given: after so many items, or when nothing is left. */
  completion: z
    .object({
      items: z.number().int().min(1).nullable().default(null),
      code: Code,
      url: ReturnUrl,
      /** What who did not pass the qualification is given; null for nothing. */
      screenedOut: z.object({ code: Code, url: ReturnUrl }).nullable().default(null),
      /** What who was excluded is given, once their page ends; null: the same as who is done. */
      attentionFailed: z.object({ code: Code, url: ReturnUrl }).nullable().default(null),
    })
    .nullable()
    .default(null),
});
export type QualityPlan = z.infer<typeof QualityPlanSchema>;

/** An item outside the draw, and its right answer. */
export const GoldItemSchema = z.object({
  id: z.string().min(1).max(1000),
  /**
   * A value on the measure's scale, the name of an option, or a text where answers are written; of a page with all replies
   * `system = value` for one reply or several with semicolons between, or one value for every reply.
   */
  answer: z.string().min(1).max(20_000),
  /** Stands under the text of a check of attention, such as "Please choose 2 here."; empty for a gold item. */
  instruction: z.string().max(2000).default(''),
});
export type GoldItem = z.infer<typeof GoldItemSchema>;

const AnnotatorQualitySchema = z.object({
  annotator: AnnotatorSchema.pick({ id: true, name: true, initials: true, color: true }),
  /** Items of the sample that they have answered. */
  items: z.number().int(),
  /** Hidden checks answered, and how many of them right. */
  checks: z.number().int(),
  right: z.number().int(),
  /** Tries of the qualification that are over, and whether one was passed; null where there is none. */
  qualification: z.object({ tries: z.number().int(), passed: z.boolean() }).nullable(),
  /** Of the items that others answered, too: on what share somebody said the same. Null where there is none. */
  agreement: Share.nullable(),
  secondsPerItem: z.number().nullable(),
  /** The longest run of one and the same answer, in the order of answering. */
  longestRun: z.number().int(),
  excluded: z.object({ at: Instant, reason: z.string() }).nullable(),
});
export type AnnotatorQuality = z.infer<typeof AnnotatorQualitySchema>;

const End = z.number().nullable();
const EffectEstimateSchema = z.object({ value: End, lower: End, upper: End, labeled: z.number().int() });

const QualitySchema = z.object({
  plan: QualityPlanSchema,
  /** Whether labels were given, so that checks and rule stay as they are. */
  isFixed: z.boolean(),
  /** Items with a known answer: those of the qualification and the hidden ones. */
  gold: z.number().int(),
  hidden: z.number().int(),
  annotators: z.array(AnnotatorQualitySchema),
  /** The estimate as it counts, and as it would be with everybody; null while nobody is excluded. */
  effect: z.object({ counted: EffectEstimateSchema, withAll: EffectEstimateSchema }).nullable(),
  /** The same of each pair of a ranking, in place of `effect`; empty while nobody is excluded. */
  pairEffects: z.array(
    z.object({ studyId: Id, counted: EffectEstimateSchema, withAll: EffectEstimateSchema }),
  ),
  /** Of the plan and the items with a known answer. */
  version: Version,
});
export type Quality = z.infer<typeof QualitySchema>;

const CheckCandidatesSchema = z.object({
  /** Items that may get a known answer, and those found that are in the sample or were practiced on. */
  total: z.number().int(),
  taken: z.number().int(),
  items: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      /** Of the one system of the study; empty in comparisons. */
      reply: z.string(),
      /** What the chosen column says; null where it says nothing. */
      answer: z.string().nullable(),
    }),
  ),
});
export type CheckCandidates = z.infer<typeof CheckCandidatesSchema>;

/** What is to be done about the pay of somebody who came by a link. */
const paymentDecisions = ['pay', 'bonus', 'reject', 'screened-out', 'unfinished'] as const;

const PaymentSchema = z.object({
  annotator: AnnotatorSchema.pick({ id: true, name: true }),
  /** Where a platform sent them: its id of the person is the name, and these are its ids of their work. Null beside a platform. */
  crowd: CrowdSchema.nullable(),
  beganAt: Instant,
  /** Of their last answer; null before the first. */
  endedAt: Instant.nullable(),
  /** Items of the sample, hidden checks among them, and how many of those are right. */
  items: z.number().int(),
  checks: z.number().int(),
  right: z.number().int(),
  secondsPerItem: z.number().nullable(),
  decision: z.enum(paymentDecisions),
  /** Why, in words that the person may read. */
  reason: z.string(),
});
export type Payment = z.infer<typeof PaymentSchema>;

/** Quality of what annotators do who came by a link. */
export const qualityContract = {
  get: numberCall.input(z.object({ studyId: Id })).output(QualitySchema),
  /** Items outside the sample that may get a known answer, as a search and filters of the table of items find them. */
  candidates: numberCall
    .input(
      z.object({
        studyId: Id,
        search: z.string().max(500).default(''),
        filters: z.array(FieldFilterSchema).max(50).default([]),
        /** The column of the table that holds the answers, by id; null for none. */
        answerFrom: z.string().max(2000).nullable().default(null),
        offset: z.number().int().nonnegative().default(0),
        limit: z.number().int().min(1).max(500).default(20),
      }),
    )
    .output(CheckCandidatesSchema),
  /**
   * What everybody who came by a link did, and what follows for their pay by the rules that were fixed before the first label.
   * Nothing of it rests on what somebody says of the sample.
   */
  payments: numberCall
    .input(
      z.object({
        studyId: Id,
        /** Share of hidden checks right from which on a bonus is due; null for none. */
        bonusRight: Share.nullable().default(null),
        /** What it pays, in the currency of the platform, as its table of bonuses has it. */
        bonus: z.number().min(0).nullable().default(null),
        /** For which upload the table is: of the people of that platform alone; null for everybody. */
        format: z.enum(['prolific', 'mturk']).nullable().default(null),
      }),
    )
    .output(z.object({ people: z.array(PaymentSchema), csv: z.string() })),
  /**
   * Stores the plan, and the items with a known answer where they are given. @throws CONFLICT where checks or rule change after the
   * first label; INVALID_INPUT naming every item that does not fit
   */
  set: numberCall
    .input(
      z.object({
        studyId: Id,
        plan: QualityPlanSchema,
        gold: z.array(GoldItemSchema).max(2000).optional(),
        /** How far an answer may lie from the right one, on the measure's scale. */
        tolerance: ToleranceSchema,
        seed: Seed,
        version: Version.optional(),
      }),
    )
    .output(QualitySchema),
};
