import { z } from 'zod';
import { Id, Instant, numberCall, procedure, ScaleSchema } from './base.ts';
import { JudgeFigureSchema, PromptTextSchema } from './judge.ts';

export const JudgeFiguresSchema = z.object({
  kind: z.enum(['yes-no', 'rating']),
  items: z.number().int(),
  /** Labeled items beside these that the judge was run on without a score: they are in no figure. */
  unscored: z.number().int().default(0),
  /** Yes or no: the share on which both say the same. Ratings: Pearson's r. */
  agreement: JudgeFigureSchema,
  /** Null of ratings. */
  sensitivity: JudgeFigureSchema.nullable(),
  specificity: JudgeFigureSchema.nullable(),
  kappa: JudgeFigureSchema.nullable(),
  /** Judge minus people, and how far apart they are on average; on people's scale. */
  bias: JudgeFigureSchema,
  distance: JudgeFigureSchema,
  /** With this judge, n labels do the work of so many times n. */
  worth: JudgeFigureSchema,
});
export type JudgeFigures = z.infer<typeof JudgeFiguresSchema>;

const JudgeCheckSchema = z.object({
  /** Checks of all judges of the criterion are counted together, from 1. */
  number: z.number().int().min(1),
  judgeId: Id,
  judge: z.string(),
  /** Error level of each interval: 6 alpha/(pi^2 k^2) for the k-th check. */
  level: z.number(),
  figures: JudgeFiguresSchema,
  createdAt: Instant,
});
export type JudgeCheck = z.infer<typeof JudgeCheckSchema>;

/** A version of a judge as far as it can be compared. */
const JudgeVersionSchema = z.object({
  judgeId: Id,
  /** With its version, as its scores are called. */
  judge: z.string(),
  promptId: Id,
  prompt: z.string(),
  model: z.string(),
  /** The criterion of the judge that is set beside people's. */
  judged: z.string(),
  /** Figures on practice labels: flattering, since prompts were chosen by them. Null until its run on them is whole. */
  practice: JudgeFiguresSchema.nullable(),
  /** Practice items and check items that it is still to be run on. */
  practiceLeft: z.number().int(),
  checkLeft: z.number().int(),
  /** What the replies cost so far; null where no price is known. */
  cost: z.number().nullable(),
  /** Models that the server said have answered, in their order; several where what stands behind the name has changed. */
  servedBy: z.array(z.string()),
  checks: z.array(JudgeCheckSchema),
});
export type JudgeVersion = z.infer<typeof JudgeVersionSchema>;

export const JudgeImprovementSchema = z.object({
  id: Id,
  datasetId: Id,
  dataset: z.string(),
  system: z.string(),
  criterion: z.string(),
  scale: ScaleSchema,
  studyId: Id.nullable(),
  seed: z.number().int(),
  /** Of all checks together. */
  alpha: z.number(),
  practiceItems: z.number().int(),
  checkItems: z.number().int(),
  /** Where the labels come from, in words. */
  basis: z.string(),
  /** The newest version of each judge first. */
  versions: z.array(JudgeVersionSchema),
  /** How many checks there were, and the level of the next one. */
  checks: z.number().int(),
  nextLevel: z.number(),
  /** How far people agree with each other, in the same measure, where several rated an item: more can hardly be had. */
  ceiling: z.object({ items: z.number().int(), value: z.number().nullable(), reason: z.string().nullable() }),
  /** What the figures are, in words. */
  note: z.string(),
  /** Rules that people found missing: a draft for the guidelines and the prompt. */
  rules: z.array(z.string()),
  createdAt: Instant,
});
export type JudgeImprovement = z.infer<typeof JudgeImprovementSchema>;

const FindingSchema = z.object({
  kind: z.enum(['judge-right', 'rule-missing', 'failure']),
  judge: z.string(),
  text: z.string(),
  annotator: z.string(),
  createdAt: Instant,
});

/** A practice item on which the judge differs from people. */
export const JudgeDisagreementSchema = z.object({
  itemId: Id,
  externalId: z.string(),
  people: z.number(),
  judge: z.number(),
  /** Judge minus people. */
  difference: z.number(),
  /** Why the judge said so, as it wrote it. */
  reason: z.string(),
  conversation: z.array(z.object({ role: z.string(), content: z.string() })),
  passage: z.string().nullable(),
  responses: z.array(z.string()),
  references: z.array(z.string()),
  /** What annotators wrote beside their ratings, and under which guidelines they rated. */
  notes: z.array(
    z.object({
      annotator: z.string(),
      annotatorId: Id,
      rating: z.string(),
      note: z.string(),
      guidelines: z.string().nullable(),
    }),
  ),
  /** The study in which people rated it, and what opens it on the label screen; null of imported ratings. */
  studyId: Id.nullable(),
  ref: z.string().nullable(),
  findings: z.array(FindingSchema),
});
export type JudgeDisagreement = z.infer<typeof JudgeDisagreementSchema>;

const ByImprovement = z.object({ improvementId: Id });
const OfVersion = ByImprovement.extend({ judgeId: Id });

const BiasSchema = z.object({ level: z.string(), items: z.number().int(), bias: z.number() });

export const FindingText = z.string().trim().max(2000).default('');

export const improvementContract = {
  /** Improvements of the project. */
  list: numberCall.input(z.object({})).output(z.array(JudgeImprovementSchema)),
  /** What there is for the judge's criterion; at first the labeled items are split, half for practice. */
  open: numberCall
    .input(
      z.object({
        judgeId: Id,
        datasetId: Id,
        system: z.string().min(1),
        /** People's criterion; the judge's own, or what it was said to measure, by default. */
        criterion: z.string().min(1).optional(),
        /** Only this study's labels, weighted by its draw. */
        studyId: Id.optional(),
        seed: z.number().int().min(0).max(0xffff_ffff).optional(),
        alpha: z.number().gt(0).lt(1).default(0.05),
      }),
    )
    .output(JudgeImprovementSchema),
  get: numberCall.input(ByImprovement).output(JudgeImprovementSchema),
  /** Practice items on which a version differs from people, the largest difference first. */
  disagreements: numberCall
    .input(
      OfVersion.extend({
        /** Only those in one cell of the table, by level of people and of the judge. */
        people: z.number().optional(),
        judge: z.number().optional(),
        /** Also where both say the same. */
        all: z.boolean().default(false),
        offset: z.number().int().nonnegative().default(0),
        limit: z.number().int().min(1).max(200).default(20),
      }),
    )
    .output(
      z.object({
        total: z.number().int(),
        rows: z.array(JudgeDisagreementSchema),
        /** Rows: people, columns: judge; counts of practice items. Null for scales that are not whole. */
        confusion: z.object({ levels: z.array(z.number()), counts: z.array(z.array(z.number())) }).nullable(),
        /** Judge minus people at each value of people, and by length of the reply, in quarters. */
        byLevel: z.array(BiasSchema),
        byLength: z.array(BiasSchema),
      }),
    ),
  /** Says of a disagreement that the judge is right, which rule is missing, or how the judge fails. */
  find: procedure
    .input(
      OfVersion.extend({
        itemId: Id,
        kind: FindingSchema.shape.kind,
        text: FindingText,
      }),
    )
    .output(JudgeImprovementSchema),
  /** A practice item as a worked example for a prompt. Refused for every other item. */
  example: procedure
    .input(
      ByImprovement.extend({
        itemId: Id,
        /** Whose prompt says what is shown of it; all of it where none is named. */
        judgeId: Id.optional(),
      }),
    )
    .output(z.object({ text: z.string() })),
  /** Agreement on the check labels. It counts, whatever comes of it. */
  check: numberCall.input(OfVersion).output(JudgeCheckSchema),
  /** Asks the judge's model for a better prompt, from disagreements on practice items alone. Nothing is stored. */
  propose: procedure.input(OfVersion).output(
    z.object({
      prompt: PromptTextSchema,
      why: z.string(),
      /** What asking cost; null where no price is known, or the reply was stored. */
      cost: z.number().nullable(),
    }),
  ),
};
