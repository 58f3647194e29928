import { z } from 'zod';
import { Id, procedure, readNumberCall, ScaleSchema, verdictCall } from './base.ts';

/** A number that holds approximately and at one look; null values where not estimable. On the measure's own scale. */
const ApproximateSchema = z.object({
  value: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  estimable: z.boolean(),
  /** Why there is no number. */
  reason: z.string().nullable(),
});

const claimIds = ['turn-weighted', 'future-traffic', 'annotator-population'] as const;

/** A claim beyond the items of the data set, their conversations or these annotators. */
export const ClaimSchema = ApproximateSchema.extend({
  claim: z.enum(claimIds),
  name: z.string(),
  /** The kind of interval in words. */
  interval: z.string(),
  assumptions: z.string(),
  /** What it was computed from, such as "24 groups among 60 labels". */
  evidence: z.string(),
});
export type Claim = z.infer<typeof ClaimSchema>;

/** Another criterion of the same items, from labels that lie along the study's own draw order. */
export const OtherCriterionSchema = z.object({
  criterion: z.string(),
  scale: ScaleSchema,
  /** Of a question of yes or no: people read the value in percent. */
  isShare: z.literal(true).optional(),
  /** Labels that its estimate uses: the prefix of the draw order that has its label. */
  labeled: z.number().int(),
  skipped: z.number().int(),
  waiting: z.number().int(),
  value: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  interval: z.string().nullable(),
  estimable: z.boolean(),
  reason: z.string().nullable(),
  /**
   * Intervals that hold for this criterion, the study's own and all others together, at all looks: each at its share of the error level.
   * Absent in reports from before they were made.
   */
  together: z
    .object({
      alpha: z.number(),
      lower: z.number().nullable(),
      upper: z.number().nullable(),
      ownLower: z.number().nullable(),
      ownUpper: z.number().nullable(),
    })
    .optional(),
});
export type OtherCriterion = z.infer<typeof OtherCriterionSchema>;

const SubgroupFieldSchema = z.object({ field: z.string(), name: z.string() });
export type SubgroupField = z.infer<typeof SubgroupFieldSchema>;

const SubgroupSchema = ApproximateSchema.extend({
  level: z.string(),
  /** Items of the pool at this level. */
  items: z.number().int(),
  labeled: z.number().int(),
  skipped: z.number().int(),
  /**
   * How probable such a difference from all other items is where there is none, and the same adjusted for the number of subgroups
   * tested (Holm); null where one side has too few labels. Absent in reports from before it was tested.
   */
  differs: z.object({ probability: z.number(), adjusted: z.number() }).nullable().optional(),
});
export type Subgroup = z.infer<typeof SubgroupSchema>;

export const SubgroupsSchema = z.object({
  field: z.string(),
  name: z.string(),
  scale: ScaleSchema,
  alpha: z.number(),
  interval: z.string(),
  assumptions: z.string(),
  /** The whole pool by the study's own method, to compare with. */
  whole: z.number().nullable(),
  /** Largest first; levels made from numbers in their order. */
  subgroups: z.array(SubgroupSchema),
  /** Further levels, smaller than those listed. */
  omitted: z.number().int(),
});
export type Subgroups = z.infer<typeof SubgroupsSchema>;

/** What a pipeline asks of a study. Values on the measure's own scale, of a comparison its difference. */
const BoundSchema = z.object({ kind: z.enum(['at-least', 'at-most']), value: z.number() });
const GateClaimSchema = z.union([
  BoundSchema,
  z.object({
    kind: z.literal('not-worse'),
    /** So much worse is not worse yet. */
    by: z.number().nonnegative(),
    /**
     * Another study of one system on the same measure: where it is the release before this one, by their difference on the items
     * that both answered, else by the two intervals. Or, of a study that compares two systems, the one that is the standard. */
    thanStudyId: Id.optional(),
    thanSystem: z.string().optional(),
  }),
  z.object({
    kind: z.literal('failure'),
    /** A failure mode that is open, and the share of all conversations that may have it: above 0, below 1. */
    modeId: Id,
    atMost: z.number().gt(0).lt(1),
  }),
]);
export type GateClaim = z.infer<typeof GateClaimSchema>;

/** What a pipeline asks of checks alone. */
const ChecksClaimSchema = z.union([
  BoundSchema,
  z.object({ kind: z.literal('not-worse'), by: z.number().nonnegative(), thanSystem: z.string() }),
]);
export type ChecksClaim = z.infer<typeof ChecksClaimSchema>;

export const GateSchema = z.object({
  /** Inconclusive: the interval holds the bound, so further labels may decide either way. */
  verdict: z.enum(['pass', 'fail', 'inconclusive']),
  bound: BoundSchema,
  study: z.string(),
  /** Null before the first label. */
  value: z.number().nullable(),
  lower: z.number(),
  upper: z.number(),
  scale: ScaleSchema,
  /** Of a question of yes or no: people read its values in percent, and differences in points. */
  isShare: z.literal(true).optional(),
  labeled: z.number().int(),
  /**
   * Of a difference: from the items that both answered (`paired`), or from two intervals that hold by themselves. `checks`: no person
   * labeled, and `labeled` counts items that were checked.
   */
  basis: z.enum(['study', 'paired', 'two-intervals', 'checks']),
  /** Draws of the study that could be chosen among, of two studies the most: 1, and one for each made after labels had been given. */
  draws: z.number().int(),
  /** Of a claim on a failure mode, whose share of all conversations is from 0 to 1; absent of other claims. */
  failure: z
    .object({
      modeId: Id,
      name: z.string(),
      /** Draws seen when its present meaning was fixed, and draws that count since. */
      clock: z.number().int(),
      since: z.number().int(),
      /** Meanings of that name that could be chosen among: 1, and one for each that was fixed after draws had been seen. */
      meanings: z.number().int(),
      /** Why nothing was drawn that its share could be estimated from; null where something was. */
      reason: z.string().nullable(),
    })
    .optional(),
  /** The judges whose scores the study guesses by, each with its version; of checks the one that was asked. */
  scoredBy: z.array(z.string()),
  /** What a change of judge between the two studies that are compared breaks; null where nothing does, and of one study. */
  judgeBreak: z.string().nullable(),
  /** Labels expected until it is decided; null where that is not known. */
  moreLabels: z.number().int().nullable(),
  /** Probability that the interval holds at all looks, at least. */
  confidence: z.number(),
  /** What another program changed in the project, where a person went on all the same. */
  altered: z.array(z.string()),
  /** The newest link of the project's chain: "assay verify PROJECT --report FILE" tells whether it is still there. */
  chain: z.object({ links: z.number().int(), sha256: z.string() }),
});
export type Gate = z.infer<typeof GateSchema>;

export const claimContract = {
  /** Turn-weighted mean, future traffic and other annotators; never drawn as the live band. */
  list: readNumberCall.input(z.object({ studyId: Id })).output(z.array(ClaimSchema)),
  /** Every other criterion with labels on the drawn items, each with its own sequence, unadjusted. */
  criteria: readNumberCall.input(z.object({ studyId: Id })).output(z.array(OtherCriterionSchema)),
  /** What a study can be split by. */
  fields: procedure.input(z.object({ studyId: Id })).output(z.array(SubgroupFieldSchema)),
  /** Whether a claim is decided, by the interval that holds at all looks. */
  gate: verdictCall.input(z.object({ studyId: Id, claim: GateClaimSchema })).output(GateSchema),
  /** The same of checks or judges alone, without a study and at one look; the check that leads unless one is named. */
  gateByChecks: verdictCall
    .input(
      z.object({
        datasetId: Id.optional(),
        check: z.string().optional(),
        system: z.string().optional(),
        claim: ChecksClaimSchema,
      }),
    )
    .output(GateSchema),
  /** The study's labels, split by a field of the items. */
  subgroups: readNumberCall
    .input(z.object({ studyId: Id, field: z.string().min(1) }))
    .output(SubgroupsSchema),
};
