import { z } from 'zod';
import { Id, procedure, readNumberCall, ScaleSchema, StatedScaleSchema } from './base.ts';

/** What a study is labeled for, on the measure's own scale. Null: not asked for. The budget ends it in any case. */
export const StudyGoalSchema = z.object({
  targetHalfWidth: z
    .number()
    .positive()
    .nullable()
    .describe("half-width of the interval to reach, on the measure's scale"),
  threshold: z.number().nullable().describe('threshold, such as the lowest score for a release'),
  budget: z.number().int().min(1).nullable().describe('most labels'),
  /**
   * Whether both width and threshold must be met, or whichever is met first is enough. All, where a new goal does not say; in
   * earlier reports, which do not say either, any.
   */
  parts: z.enum(['all', 'any']).optional(),
  /** Null: the usual share of the scale. */
  leastDifference: z
    .number()
    .nonnegative()
    .nullable()
    .optional()
    .describe(
      "of two systems: the smallest difference that matters, on the measure's scale (2 % of it by default)",
    ),
});
export type StudyGoal = z.infer<typeof StudyGoalSchema>;

const stopReasons = [
  'all-labeled',
  'target-reached',
  'threshold-decided',
  'goal-reached',
  'budget-spent',
  'continue',
] as const;

/** Between what a forecast number comes to lie in about nine studies of ten, by back-tests. Absent in earlier reports. */
export const LikelySchema = z.object({ least: z.number(), most: z.number() }).optional();

/** Half the width of the interval at a number of labels. */
export const WidthAtSchema = z.object({
  labels: z.number().int(),
  halfWidth: z.number(),
  /** Absent from the tenth label on. */
  likely: LikelySchema,
});

const LabelsAheadSchema = z.object({
  /** Labels in all, those given included. */
  labels: z.number().int(),
  /** Labels from here. */
  more: z.number().int(),
  /** False when only labeling every item gets there. */
  reachable: z.boolean(),
});

/** How a study bets, as far as forecasts depend on it: its rule, and the labels that it asked for at the draw. */
export const BettingPlanSchema = z.object({
  rule: z.union([z.literal(2), z.literal(3)]),
  /** Null when no number was stated; rule 2 has none. */
  labels: z.number().int().min(1).nullable(),
  /** Whether the study looks at that number only. */
  once: z.boolean(),
});

/** What a goal is expected to take. Half-widths and values are on the measure's own scale. */
export const GoalForecastSchema = z.object({
  goal: StudyGoalSchema,
  scale: ScaleSchema,
  populationSize: z.number().int(),
  /** False for designs without an interval, which only a budget can stop. */
  hasInterval: z.boolean(),
  /** Labels so far. */
  labeled: z.number().int(),
  /** Where the spread comes from: guessed before the tenth label, learned from the labels after. */
  spread: z.enum(['guessed', 'learned']),
  standardDeviation: z.number(),
  /** Forecasts of before plans are of rule 2. */
  plan: BettingPlanSchema.default({ rule: 2, labels: null, once: false }),
  /** Half the width of the interval at numbers of labels ahead, the budget among them. */
  atBudget: z.array(WidthAtSchema),
  /** Where the interval will next be narrower: between looks it hardly moves. Null when no look is to come. */
  nextLook: WidthAtSchema.nullable().default(null),
  target: LabelsAheadSchema.extend({
    /** Labels of a study that asks for as many as the target takes; null once there are labels, and where it has no plan. */
    ifAskedFor: z.number().int().nullable().default(null),
    /** Of `labels`; absent once the target is reached. */
    likely: LikelySchema,
    /** Of `ifAskedFor`. */
    likelyIfAskedFor: LikelySchema,
  }).nullable(),
  threshold: z
    .object({
      value: z.number(),
      /** Where the interval lies; within, when it does not leave the threshold by as much as matters. */
      verdict: z.enum(['above', 'below', 'within', 'open']),
      /** Until the interval leaves the threshold if the estimate stays; null before the tenth label. */
      expected: LabelsAheadSchema.nullable(),
      /** Labels in all if the estimate moved one standard error away from the threshold, and towards it. */
      fewest: z.number().int().nullable(),
      most: z.number().int().nullable(),
      /** More labels than the budget, or than half the pool when there is no budget. */
      tooClose: z.boolean(),
      /** True scores that the budget (or the batch) would leave undecided. */
      undecided: z.object({
        labels: z.number().int(),
        from: z.number(),
        to: z.number(),
        /** Where it comes out as wide as it may. */
        likely: LikelySchema,
      }),
      /**
       * Once decided: what the score rather is, seen from the label at which it was decided. The value shown there is farther
       * from the threshold, as it was looked at because it was far enough.
       */
      afterStopping: z.object({ labels: z.number().int(), value: z.number() }).nullable().default(null),
    })
    .nullable(),
  advice: z.object({
    stop: z.boolean(),
    reason: z.enum(stopReasons),
    /** Labels expected until the goal is met or the budget spent; null when unknown or without a goal. */
    remainingLabels: z.number().int().nullable(),
  }),
  /**
   * Items that the planned look and the budget still wait for; null where there is none. What was labeled out of order, as in the
   * release before, is not among them, nor in any `more` and `remainingLabels` beside this. Absent in reports, which count from the
   * labels that the estimate has.
   */
  toGo: z.object({ look: z.number().int().nullable(), budget: z.number().int().nullable() }).optional(),
});
export type GoalForecast = z.infer<typeof GoalForecastSchema>;

/** A study's forecast, with what usual half-widths take. */
const StudyAdviceSchema = GoalForecastSchema.extend({
  /** Of a question of yes or no: people read values in percent, and widths in points. */
  isShare: z.literal(true).optional(),
  /** Of two systems. */
  isDifference: z.literal(true).optional(),
  forWidth: z.array(LabelsAheadSchema.extend({ halfWidth: z.number() })),
});
export type StudyAdvice = z.infer<typeof StudyAdviceSchema>;

const PlanCostsAskedSchema = z.object({
  scale: StatedScaleSchema,
  populationSize: z.number().int().min(1),
  /** Of the pool, on that scale: `plan.surrogateMean` of a preview. */
  surrogateMean: z.number().optional(),
  isRating: z.boolean(),
  /** On the scale. */
  targetHalfWidth: z.number().positive(),
  /** Of one label and of one judge call, in one currency. */
  labelPrice: z.number().positive(),
  callPrice: z.number().positive(),
  /** Of the judge with people: what Alignment calls Pearson's r. */
  correlation: z.number().gt(0).lt(1).default(0.5),
});
export type PlanCostsAsked = z.infer<typeof PlanCostsAskedSchema>;

const CostedPlanSchema = z.object({ labels: z.number().int(), calls: z.number().int(), cost: z.number() });

/** What reaches a half-width at least cost, beside a study without a judge and one with every item judged. */
const PlanCostsSchema = z.object({
  cheapest: CostedPlanSchema,
  withoutJudge: CostedPlanSchema,
  allJudged: CostedPlanSchema,
  correlation: z.number(),
  targetHalfWidth: z.number(),
  /** Spread of the human values that was guessed, on the scale. */
  plainDeviation: z.number(),
});
export type PlanCosts = z.infer<typeof PlanCostsSchema>;

export const planContract = {
  /** How many labels and judge calls reach a half-width at least cost. Stores nothing. */
  costs: procedure.input(PlanCostsAskedSchema).output(PlanCostsSchema),
  /** What a goal would take before anything is drawn, from what is known of the pool. Stores nothing. */
  forecast: procedure
    .input(
      z.object({
        goal: StudyGoalSchema,
        scale: StatedScaleSchema,
        populationSize: z.number().int().min(1),
        /** Of the human values given the surrogate, on the measure's own scale: `plan.standardDeviation` of a preview. */
        standardDeviation: z.number().nonnegative(),
        /** Of the pool, on that scale: `plan.surrogateMean` of a preview. */
        surrogateMean: z.number().optional(),
        size: z.number().int().min(1),
        /** Whether people rate on a scale, `plan.isRating` of a preview: how far off such a forecast may be depends on it. */
        isRating: z.boolean().default(false),
        /** Of the study that is thought of; as a rule it asks for what it draws. */
        plan: BettingPlanSchema.optional(),
      }),
    )
    .output(GoalForecastSchema),
  /** What a study's goal is expected to take from here, and whether to stop. */
  advice: readNumberCall.input(z.object({ studyId: Id })).output(StudyAdviceSchema),
};
