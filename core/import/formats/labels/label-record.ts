import { z } from 'zod';
import { DrawNumberSchema, StatedScaleSchema } from '../../../../shared/contract/base.ts';
import { verdicts } from '../../../../shared/contract/estimate.ts';
import { FailureShareSchema } from '../../../../shared/contract/failures.ts';
import { presets } from '../../../../shared/contract/study.ts';
import { FinalRuleSchema } from '../../../../shared/contract/team.ts';

const Unit = z.number().min(0).max(1);

/** A stated row of the table of methods. */
export const StatedEstimateSchema = z.object({
  method: z.string(),
  value: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
});
export type StatedEstimate = z.infer<typeof StatedEstimateSchema>;

const Count = z.number().int().nonnegative();

const LevelsSchema = z.object({
  counts: z.array(Count),
  masses: z.array(z.number().nonnegative()).optional(),
});

/** What the predictor says of the items that nobody labeled: a `PredictorRecord`, its means from the first label on. */
const PredictorSchema = z.object({
  means: z.array(Unit),
  refits: z.array(z.object({ labels: Count, mean: Unit, up: LevelsSchema, down: LevelsSchema.optional() })),
});
export type StatedPredictor = z.infer<typeof PredictorSchema>;

/** What the rule with planned looks needs beside the labels. */
const plannedFields = {
  /** In the order in which they were made, each with the draws that were counted before it took hold. */
  plans: z.array(
    z.object({
      drawsBefore: Count,
      kind: z.enum(['labels', 'none', 'once']),
      labels: z.number().int().positive().nullable(),
      /** Of one look that was declared with the approximate interval; earlier files do not state it. */
      approximate: z.literal(true).optional(),
    }),
  ),
  /** Of the plan that held at the first draw. */
  looks: z.array(
    z.object({
      labels: z.number().int().positive(),
      share: Unit,
      boldness: z.number().positive(),
      leans: z.boolean(),
    }),
  ),
  /** The columns of the predictor, in the order of `x` in the rows; a value is `unit` times what stands there. */
  signals: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.string(),
      penalty: z.number().positive(),
      slope: z.number(),
      unit: z.number().positive(),
      /**
       * Of a signal that joined while labels came in: the draws before it, from which it may have been made, and the hash that it had
       * then. Such columns follow those from the start, in the order in which they joined.
       */
      joined: z.object({ drawsBefore: Count, sha256: z.string().regex(/^[0-9a-f]{64}$/) }).optional(),
    }),
  ),
  /** With skipped items at 0 and, once one was skipped, at 1; `weights` where draws are not uniform. */
  predictor: z.object({
    weights: z
      .object({
        unit: z.number().positive(),
        step: z.number().positive(),
        meanWeight: z.number().positive(),
      })
      .optional(),
    low: PredictorSchema,
    high: PredictorSchema.optional(),
  }),
};
export const PlannedSchema = z.object(plannedFields);
export type PlannedFields = z.infer<typeof PlannedSchema>;

/** What the share of wrong steps of one kind rests on: items that have such a step, as drawn from those of the pool that have one. */
const StepRecordSchema = z.object({
  kind: z.string(),
  /** How many items of the pool have how many such steps. */
  sizes: z.array(z.object({ steps: z.int().positive(), items: z.int().positive() })).min(1),
  /** Of weighted draws: the distinct probabilities of these items, in any unit, and how many have each. */
  pool: z.object({ probabilities: z.array(z.number().positive()), counts: z.array(Count) }).optional(),
  /** Of weighted draws: which of these probabilities each draw has. */
  places: z.array(Count).optional(),
  /** Of each draw that has such a step, how many of its steps are wrong, over the most that an item has; null where not all are rated. */
  values: z.array(Unit.nullable()),
  stated: FailureShareSchema,
});
export type StepRecord = z.infer<typeof StepRecordSchema>;

/** What the shares of failure modes rest on: of each mode that the study shows, what every draw up to now says of it. */
const FailureRecordSchema = z.object({
  /** Modes that are open, of which all claims on their order hold together. */
  open: Count,
  /** Of weighted draws: the distinct probabilities in the pool, in any unit, and how many items have each. */
  pool: z.object({ probabilities: z.array(z.number().positive()), counts: z.array(Count) }).optional(),
  /** Of weighted draws: which of these probabilities each draw has, in draw order. */
  places: z.array(Count).optional(),
  modes: z.array(
    z.object({
      name: z.string(),
      /** Draws that anybody had seen when its present meaning was fixed. */
      clock: Count,
      /** Of each draw in the order of the draw whether it has the mode; null where nobody said so of this meaning. */
      values: z.array(Unit.nullable()),
      stated: FailureShareSchema,
      /**
       * Of a mode that machine scores have joined: their columns, more saying that an item has the mode, in a pool of kinds of items.
       * Those of one kind have the same cells and the same probability.
       */
      signals: z
        .object({
          joined: z
            .array(
              z.object({
                ...{ id: z.string(), name: z.string(), drawsBefore: Count },
                ...{ penalty: z.number().positive(), slope: z.number(), unit: z.number().positive() },
                sha256: z.string().regex(/^[0-9a-f]{64}$/),
                /** Of each kind; the value is `unit` times what stands here. */
                cells: z.array(z.number()),
              }),
            )
            .min(1),
          counts: z.array(Count),
          /** Of weighted draws, in any unit. */
          probabilities: z.array(z.number().positive()).optional(),
          /** The kind of each draw, in draw order. */
          places: z.array(Count),
        })
        .optional(),
    }),
  ),
  /** Of which draws people say that nothing is wrong, and of how many items. Absent before the first is coded. */
  nothingWrong: z.object({ values: z.array(Unit.nullable()), stated: FailureShareSchema }).optional(),
  /** Which draws brought a failure that had no name before them, and of how many items of the pool that holds at most. */
  unnamed: z.object({ isNew: z.array(z.boolean().nullable()), stated: z.object({ upper: Unit }) }).optional(),
  /** Kinds of steps, such as calls of one tool, of which people rated any. */
  steps: z.array(StepRecordSchema).optional(),
});
export type FailureRecord = z.infer<typeof FailureRecordSchema>;

/** First line of a label file: what a study's numbers need beside its labels, and the numbers themselves. */
export const LabelHeaderSchema = z.object({
  assay: z.literal('labels'),
  /** 2 since adjudications stand among the rows, 3 since the file has a seal, 4 since there are planned looks. */
  version: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  assayVersion: z.string(),
  /** What another program had changed in the project when the file was written; absent where nothing was. */
  altered: z.array(z.string()).min(1).optional(),
  study: z.string(),
  measure: z.string(),
  /** The measure's own scale, on which rows state their values. */
  scale: StatedScaleSchema,
  /** One system, or the two of a comparison; numbers are the first minus the second. */
  systems: z.array(z.string()).min(1).max(2),
  /** Items that both systems answered; null for one system. */
  sharedItems: z.number().int().nullable(),
  /** Of two systems: the smallest difference that matters; 0 in earlier files, which do not state it. */
  leastDifference: z.number().nonnegative().optional(),
  /** Of preferences: in how many steps; values are then what each reply gets of a win. */
  preference: z.union([z.literal(3), z.literal(5)]).optional(),
  N: z.number().int().nonnegative(),
  alpha: z.number().gt(0).lt(1),
  /** Of a study in two phases: the pool that its own N items are the first by hash of, and what is said of it. */
  firstPhase: z
    .object({
      N: z.number().int().positive(),
      seed: z.number().int(),
      alpha: z.number().nonnegative().lt(1),
      cut: z.string().regex(/^[0-9a-f]{64}$/),
      stated: z.object({
        halfWidth: z.number(),
        lower: z.number().nullable(),
        upper: z.number().nullable(),
      }),
    })
    .optional(),
  design: z.enum(presets),
  /** How many annotators an item needs, and how their labels become one value. */
  overlap: z.number().int().positive().default(1),
  finalRule: FinalRuleSchema.default('mean'),
  /** Whether one more annotator was asked where the overlap left no majority; not stated where not. */
  thirdVote: z.literal(true).optional(),
  /** Version of the rule by which the interval bets; its ends depend on it. */
  bettingRule: z.number().int(),
  /** Of rule 4: equal steps from the worst value to the best, which every value lies on. */
  steps: z.number().int().positive().optional(),
  /** Of rule 2: the draws counted before its bets were mended; not stated where they were not. */
  mendedFrom: Count.optional(),
  ...PlannedSchema.partial().shape,
  /** The rule by which draws are ordered: 1 unless stated, where only the pool says whether it was kept. */
  drawRule: z.literal(2).optional(),
  /** What a baseline chose its items by. */
  choice: z.object({ uncertainty: z.string(), disagreement: z.number().nullable() }).optional(),
  seed: z.number().int(),
  draws: z.number().int().nonnegative(),
  hasSurrogate: z.boolean(),
  /** Of the whole pool, by `summarizePool`. */
  pool: z.object({
    mean: Unit,
    variance: z.number().nonnegative(),
    min: Unit,
    max: Unit,
    maxSurrogateOverProbability: z.number().nonnegative(),
    envelope: z.array(z.object({ intercept: z.number(), slope: z.number() })),
    /** Of HumCoE as published: distinct surrogate values, ascending, and how many items have each. */
    levels: z.object({ values: z.array(Unit), counts: z.array(z.number().int().positive()) }).optional(),
  }),
  /** What the study says its numbers are. */
  stated: z.object({
    labeled: z.number().int(),
    skipped: z.number().int(),
    slope: z.number().nullable(),
    residualStandardDeviation: z.number().nullable(),
    /** Rows of the file, and items that are not counted yet; not stated before version 3. */
    rows: z.number().int().optional(),
    waiting: z.number().int().optional(),
    awaitingAnnotators: z.number().int().optional(),
    undecided: z.number().int().optional(),
    /** Which of two systems is better; not stated before there was a smallest difference that matters. */
    verdict: z.enum(verdicts).optional(),
    estimates: z.array(StatedEstimateSchema),
  }),
  /** Of a study that asks what went wrong. */
  failures: FailureRecordSchema.optional(),
  labelsSha256: z.string(),
  /** The head of the project's chain when the file was written; not stated before version 3. */
  chain: z.object({ links: z.number().int(), sha256: z.string() }).optional(),
});
export type LabelHeader = z.infer<typeof LabelHeaderSchema>;

/** What the numbers need of a label row; other fields may stand beside these. */
export const RecordRowSchema = z.object({
  draw_order: DrawNumberSchema,
  id: z.string(),
  system: z.string(),
  probability: z.number().gt(0).max(1),
  s: Unit,
  /** Of chosen items: how uncertain the system was of its response. */
  u: z.number().optional(),
  /** What the columns of the predictor say of the item; null while the draw waits. Rows of rule 2 have none. */
  x: z.array(z.number()).nullable().optional(),
  weight: z.number().nullable(),
  annotator: z.string(),
  kind: z.enum(['score', 'answer', 'skip']),
  value: z.number().nullable(),
  /** Written answers with equal numbers are the same but for case, articles and punctuation. */
  answer_group: z.number().int().nullable().default(null),
  reason: z.string().nullable().default(null),
  /** Where it comes from; `adjudication` marks a decision on what others said. */
  source: z.string().default(''),
  /** When it was given; not stated in files of version 2 and earlier. */
  labeled_at: z.string().optional(),
  decision_outdated: z.boolean().nullable().default(null),
});
export type RecordRow = z.infer<typeof RecordRowSchema>;

/**
 * What a file says of planned looks; undefined where its study has none.
 *
 * @throws RangeError when a part is missing
 */
export function plannedFieldsOf({ bettingRule, N, ...header }: LabelHeader): PlannedFields | undefined {
  if (bettingRule === 2 || N === 0) return undefined;
  const { plans, looks, signals, predictor } = header;
  if (plans && looks && signals && predictor) return { plans, looks, signals, predictor };
  throw new RangeError('The header of a file of rule 3 has plans, looks, signals and predictor.');
}

/** Every column of a label row, in the order in which it is written since version 3. */
export const WholeRowSchema = z.strictObject({
  study: z.string(),
  N: z.number().int(),
  shared_items: z.number().int().nullable(),
  seed: z.number().int(),
  alpha: z.number(),
  design: z.enum(presets),
  ...RecordRowSchema.pick({ draw_order: true, id: true, system: true, probability: true, s: true }).shape,
  s_mean: Unit,
  ...RecordRowSchema.pick({ u: true }).shape,
  ...RecordRowSchema.pick({ x: true, weight: true, annotator: true, kind: true, value: true }).shape,
  answer: z.array(z.array(z.string())).nullable(),
  answer_group: z.number().int().positive().nullable(),
  reason: z.string().nullable(),
  source: z.enum(['screen', 'import', 'gold', 'simulated', 'adjudication']),
  estimate_visible: z.boolean(),
  duration_ms: z.number().nonnegative(),
  labeled_at: z.string(),
  decision_note: z.string().nullable(),
  decision_outdated: z.boolean().nullable(),
  overlap: z.number().int().positive(),
  final_rule: FinalRuleSchema,
  final_state: z.enum(['value', 'skipped', 'open', 'waiting', 'undecided']),
  final_value: z.number().nullable(),
});
export type WholeRow = z.infer<typeof WholeRowSchema>;

/** A study's labels with what its numbers need beside them. */
export interface LabelRecord {
  readonly header: LabelHeader;
  readonly rows: readonly RecordRow[];
}

/** Whether a line of JSON is the header of a label file, which holds no label. */
export const isLabelHeader = (record: Readonly<Record<string, unknown>>): boolean =>
  record.assay === 'labels' && 'stated' in record;
