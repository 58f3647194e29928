import { z } from 'zod';
import {
  DrawNumberSchema,
  ErrorLevel,
  GuidelinesText,
  Id,
  Instant,
  Nothing,
  procedure,
  QuestionText,
  RecordName,
  ScaleSchema,
  Seed,
  StatedScaleSchema,
  Version,
} from './base.ts';
import { StudyCountsSchema } from './counts.ts';
import { LabelFormSchema, StudyFieldsSchema } from './form.ts';
import { LikelySchema, StudyGoalSchema, WidthAtSchema } from './plan.ts';

export * from './form.ts';

/** What is measured: a human criterion, or a metric of the response against gold answers. */
export const MeasureSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('criterion'), criterion: z.string().min(1) }),
  z.object({ kind: z.literal('metric'), metric: z.string().min(1) }),
]);
export type Measure = z.infer<typeof MeasureSchema>;

/** Where the surrogate value of each item comes from. `similarity` is the metric between two texts. */
export const SurrogateSpecSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('system'), system: z.string().min(1), similarity: z.string().optional() }),
  z.object({ kind: z.literal('judge'), judge: z.string().min(1), criterion: z.string().min(1) }),
  z.object({ kind: z.literal('auto'), name: z.string().min(1) }),
  /** Pseudo-labels that a language model made. */
  z.object({ kind: z.literal('llm'), name: z.string().min(1), similarity: z.string().optional() }),
  z.object({ kind: z.literal('reader'), similarity: z.string().optional() }),
]);
export type SurrogateSpec = z.infer<typeof SurrogateSpecSchema>;

/** Those of a chance that is known, the published one, and the baselines that the paper compares it with. */
export const presets = [
  'calibrated-hardness',
  'uniform',
  'humcoe',
  'top-k',
  'hmceval',
  'hmceval-certain',
  'mcm',
] as const;
export const PresetSchema = z.enum(presets);
export type Preset = z.infer<typeof PresetSchema>;

/** The question a study answers, before anything is drawn. */
const StudyQuestionSchema = z.object({
  datasetId: Id,
  system: z.string().min(1),
  /** A second system: the study is of the difference `system` minus `against`, on the items that both answered. */
  against: z.string().min(1).optional(),
  measure: MeasureSchema,
  surrogate: SurrogateSpecSchema,
  /** Ids of signals that the study does without; all that there are count by default. */
  leftOut: z.array(z.string().min(1).max(2000)).max(200).optional(),
  /** Whether it does without every signal but its surrogate; pools of more than 500,000 items do, but for comparisons and HumCoE. */
  surrogateOnly: z.boolean().optional(),
});
export type StudyQuestion = z.infer<typeof StudyQuestionSchema>;

/**
 * The numbers of labels at which the interval is to be narrow: where the study means to stop; none stated, for one that will go
 * on for long; or one single look, declared before the first label.
 */
export const LookPlanSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('labels'), labels: z.number().int().min(1) }),
  z.object({ kind: z.literal('none') }),
  z.object({
    kind: z.literal('once'),
    labels: z.number().int().min(1),
    /** Whether an approximate interval from all signals is shown at the look, beside the one that bets. */
    approximate: z.boolean().optional(),
  }),
]);
export type LookPlan = z.infer<typeof LookPlanSchema>;

const mostRanked = 40;
/** How many of the best systems a ranking is to find, whatever their order; null for the whole order. */
export const TopSchema = z
  .number()
  .int()
  .min(1)
  .max(mostRanked - 1)
  .nullable();

const PlanPointSchema = z.object({
  halfWidth: z.number(),
  labels: z.number().int(),
  /** False when even labeling every item is what it takes. */
  reachable: z.boolean(),
  /** Of the labels. */
  likely: LikelySchema,
});

/** Two systems on the items that both answered. */
export const PairedItemsSchema = z.object({
  against: z.string(),
  /** Items that both systems answered. */
  sharedItems: z.number().int(),
  /** Those whose responses differ: what the study draws from. */
  differing: z.number().int(),
  /** The others: both systems get the same value without a label, so each counts 0. */
  equal: z.number().int(),
});

/** A difference of two systems, and the labels that tell it in about four studies of five. */
const GapPlanSchema = z.object({
  gap: z.number(),
  labels: z.number().int(),
  /** False when only labeling every differing item tells it. */
  reachable: z.boolean(),
  /** Of the labels. */
  likely: LikelySchema,
});
export type GapPlan = z.infer<typeof GapPlanSchema>;

/** A number of every item that is there before anybody labels it, and sharpens the estimate beside the surrogate. */
const StudySignalSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** `quality`: more is better; `other`: it may go either way; the others are labels that people gave to other systems. */
  kind: z.enum(['quality', 'other', 'carried', 'carried-single']),
  /** What it is taken from, in words: lists are grouped by it. */
  of: z.string(),
  leftOut: z.boolean(),
});
export type StudySignal = z.infer<typeof StudySignalSchema>;

const HardnessPreviewSchema = z.object({
  populationSize: z.number().int(),
  /** Items whose surrogate value was not known and was set to the mean of the others. */
  missingSurrogate: z.number().int(),
  /** Mean surrogate value on the measure's own scale; what the number would be with no human at all. */
  surrogateMean: z.number(),
  scale: ScaleSchema,
  /** Of a question of yes or no: people read values in percent, and widths in points. */
  isShare: z.literal(true).optional(),
  /** All that the data has, those that the question leaves out as well. */
  signals: z.array(StudySignalSchema),
  histogram: z.array(z.object({ from: z.number(), to: z.number(), count: z.number().int() })),
  hardest: z.array(
    z.object({ itemId: Id, question: z.string(), response: z.string(), hardness: z.number() }),
  ),
  easiest: z.array(
    z.object({ itemId: Id, question: z.string(), response: z.string(), hardness: z.number() }),
  ),
  /** Before any label: what budgets buy, and what widths cost; widths on the measure's own scale. */
  plan: z.object({
    standardDeviation: z.number(),
    /** What the forecasts take the spread of the human values themselves from; not of a comparison. */
    surrogateMean: z.number().optional(),
    /** Whether people rate on a scale. */
    isRating: z.boolean().optional(),
    atBudget: z.array(WidthAtSchema),
    forWidth: z.array(PlanPointSchema),
  }),
  /**
   * For two systems: all widths, the scale and the surrogate mean are then of their difference, the histogram shows
   * the differences that the surrogate expects, and hardest and easiest are where it favors `against` and `system`.
   */
  comparison: PairedItemsSchema.extend({
    gaps: z.array(GapPlanSchema),
    /** The gap that the surrogate expects; null when it expects none. */
    expected: GapPlanSchema.nullable(),
  }).nullable(),
});
export type HardnessPreview = z.infer<typeof HardnessPreviewSchema>;

export const StudyOptionsSchema = z.object({
  systems: z.array(z.object({ name: z.string(), items: z.number().int() })),
  criteria: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['rating', 'binary', 'answer']),
      scale: ScaleSchema,
      declared: z.boolean(),
      /** Set where the data has no score of it yet: it is made with the first study that measures it. */
      isNew: z.boolean().optional(),
    }),
  ),
  metrics: z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
  surrogates: z.array(
    z.object({
      spec: SurrogateSpecSchema,
      name: z.string(),
      note: z.string(),
      /** Of a judge: the criterion of people that it scores. */
      measures: z.string().nullable(),
      /** Items of each system for which a value is known or can be computed. */
      coverage: z.array(z.object({ system: z.string(), items: z.number().int() })),
    }),
  ),
  /** Of what people said about criteria by `sameCriterion`. */
  version: Version,
});
export type StudyOptions = z.infer<typeof StudyOptionsSchema>;

/** A signal that joined a study while it was labeled. */
const StudyJoinSchema = z.object({
  signal: z.string(),
  name: z.string(),
  /** Draws before it: it may have been made from their labels, and counts for later ones alone. */
  drawsBefore: z.number().int().nonnegative(),
  sha256: z.string(),
  by: z.string(),
  at: Instant,
});

const EndsSchema = z.object({ lower: z.number(), upper: z.number() });

export const JoinableSchema = z.object({
  /** Machine scores of the data set, with how many items of the pool each has scored. */
  signals: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      scored: z.number().int(),
      /** Why it cannot join; null where it can. */
      problem: z.string().nullable(),
    }),
  ),
  /** Why nothing can join; null where something can. */
  problem: z.string().nullable(),
  populationSize: z.number().int(),
  /** Draws up to the last that anybody has spoken of: a signal that joins now counts for those after them. */
  drawsBefore: z.number().int(),
  /** What has joined, in its order. */
  joined: z.array(z.object({ signal: z.string(), name: z.string(), drawsBefore: z.number().int() })),
  /** The interval, and what it would be without what has joined, on the scale of the study or as shares of 1; null where nothing has. */
  narrowed: z.object({ with: EndsSchema, without: EndsSchema }).nullable(),
});
export type Joinable = z.infer<typeof JoinableSchema>;

export const StudySchema = z.object({
  id: Id,
  name: z.string(),
  datasetId: Id,
  datasetName: z.string(),
  system: z.string(),
  /** Null in a study of one system. */
  comparison: PairedItemsSchema.nullable(),
  /** The ranking that a comparison is a pair of; null where it stands by itself. */
  rankingId: Id.nullable(),
  measure: MeasureSchema,
  measureName: z.string(),
  surrogate: SurrogateSpecSchema,
  surrogateName: z.string(),
  preset: PresetSchema,
  /** The scale of one response; a comparison estimates differences on it. */
  scale: ScaleSchema,
  seed: z.number().int(),
  alpha: z.number(),
  /** Items in the pool, and items drawn so far (draws with replacement may name an item twice). */
  populationSize: z.number().int(),
  drawCount: z.number().int(),
  itemsDrawn: z.number().int(),
  /** Items that have their final value, and those that are finally skipped. */
  labeled: z.number().int(),
  skipped: z.number().int(),
  counts: StudyCountsSchema,
  redraws: z.number().int(),
  signalHash: z.string(),
  question: z.string(),
  guidelines: z.string(),
  form: LabelFormSchema,
  /** What the form asks beside the measure, in order. */
  fields: StudyFieldsSchema,
  /** What it is labeled for; may change at any time, and every change is written down. */
  goal: StudyGoalSchema,
  /** The rule by which its interval bets. */
  bettingRule: z.union([z.literal(2), z.literal(3), z.literal(4)]),
  /** Null where the rule knows none. */
  plan: LookPlanSchema.nullable(),
  /** What sharpens its estimate beside the surrogate, frozen at the draw; none where the rule knows none. */
  signals: z.array(z.object({ id: z.string(), name: z.string() })),
  /** What joined it while it was labeled, in that order: each counts from the draw after `drawsBefore` on. */
  joins: z.array(StudyJoinSchema),
  /** Draws counted before the bets of rule 2 were mended; null where they were not. */
  mendedFrom: z.number().int().nonnegative().nullable(),
  /** Where its pool lies, of one that stays there; null where it was imported. */
  source: z
    .object({
      engine: z.string(),
      place: z.string(),
      /** The SQL that its histogram was read by. */
      query: z.string(),
      fingerprint: z.string(),
      missing: z.number().int(),
      /** Rows that were taken along, the first of the draw order. */
      taken: z.number().int(),
      readAt: Instant,
    })
    .nullable(),
  /**
   * The larger pool that its own is a uniform part of, and the error level that this takes beside `alpha`; null where its pool
   * is all there is.
   */
  firstPhase: z
    .object({ populationSize: z.number().int(), seed: z.number().int(), alpha: z.number() })
    .nullable(),
  /** What a baseline chooses its items by; null where items are drawn by chance. */
  choice: z.object({ uncertainty: z.string(), disagreement: z.number().nullable() }).nullable(),
  /** Files that were added to its data set since, and the items that they brought, of which it knows nothing; null where none. */
  addedSince: z.object({ files: z.number().int(), items: z.number().int() }).nullable(),
  createdAt: Instant,
  /** Of what `study.edit` changes; an edit carries the one that its page showed. */
  version: Version,
});
export type Study = z.infer<typeof StudySchema>;

/** How a baseline of the HumCoE paper chooses its items. */
const chosenBy = {
  /** The automatic score that says how uncertain a response is; null for 1 - s, by default what the data hold. */
  uncertainty: z.string().min(1).nullable().optional(),
  /** MCM: below this surrogate value, in [0, 1], the surrogate disagrees with the system. */
  disagreement: z.number().gt(0).lte(1).optional(),
};

const NewStudySchema = z.object({
  preset: PresetSchema.default('calibrated-hardness'),
  seed: Seed,
  alpha: ErrorLevel,
  /** A comparison draws at most the items that differ. */
  size: z.number().int().min(1),
  question: QuestionText.optional(),
  guidelines: GuidelinesText.optional(),
  /** How the measure is asked for; by default what fits its scale. */
  form: LabelFormSchema.optional(),
  fields: StudyFieldsSchema.optional(),
  goal: StudyGoalSchema.optional(),
  /** By default the labels of the goal's budget, or `size`. */
  plan: LookPlanSchema.optional(),
  /**
   * Of a data set that is the first phase of a larger pool: the part of `alpha` that the step from the one to the other takes;
   * .005 by default.
   */
  firstPhaseAlpha: z.number().gt(0).lt(1).optional(),
});

export const studyContract = {
  options: procedure.input(z.object({ datasetId: Id })).output(StudyOptionsSchema),
  /**
   * Says which of people's criteria a judge's criterion measures: judges of it are then held against that, offered as
   * machine scores of it, and shown beside it. Null: only its own. Studies that are there keep their machine score.
   */
  sameCriterion: procedure
    .input(
      z.object({
        datasetId: Id,
        judged: z.string().min(1),
        criterion: z.string().min(1).nullable(),
        version: Version.optional(),
      }),
    )
    .output(StudyOptionsSchema),
  /** Scores every item with the surrogate (progress as a job) and shows hardness and plan. Nothing is stored. */
  preview: procedure.input(StudyQuestionSchema).output(HardnessPreviewSchema),
  /** The half-widths that usual numbers of labels would give, from no more than the size of a pool and its scale. */
  forecast: procedure
    .input(
      z.object({
        scale: StatedScaleSchema,
        isRating: z.boolean(),
        populationSize: z.number().int().min(1),
        /** Whether a machine score steadies the number. */
        hasSurrogate: z.boolean(),
      }),
    )
    .output(z.array(WidthAtSchema)),
  /** Freezes and hashes the signals, draws the first `size` items in order. */
  create: procedure
    .input(
      StudyQuestionSchema.extend({
        name: z.string().max(200).optional(),
        ...NewStudySchema.shape,
        ...chosenBy,
      }),
    )
    .output(StudySchema),
  /**
   * A ranking: one study for each pair of the systems, `alpha` shared out among them so that all intervals hold together.
   * `name` is that of the ranking, which the studies answered name.
   */
  createPairs: procedure
    .input(
      StudyQuestionSchema.omit({ system: true, against: true, leftOut: true }).extend({
        name: z.string().max(200).optional(),
        systems: z.array(z.string().min(1)).min(2).max(mostRanked),
        top: TopSchema.optional(),
        /** Rate all replies of an item on one page, each once; for criteria that people rate, drawn uniformly. */
        onePage: z.boolean().optional(),
        ...NewStudySchema.shape,
      }),
    )
    .output(z.array(StudySchema)),
  list: procedure.input(Nothing).output(z.array(StudySchema)),
  get: procedure.input(z.object({ studyId: Id })).output(StudySchema),
  /**
   * What may join a study that is being labeled, or the share of a failure mode in it, and what its interval would be without what has
   * joined.
   */
  joinable: procedure.input(z.object({ studyId: Id, modeId: Id.optional() })).output(JoinableSchema),
  /**
   * Takes a machine score into the predictor of a study from the next draw on, or of a failure mode, frozen as it is now. It may have
   * been made from the labels that are there. It cannot be taken out again.
   */
  join: procedure
    .input(
      z.object({
        studyId: Id,
        /** The failure mode whose share it narrows; the number of the study where none is named. */
        modeId: Id.optional(),
        /** As `joinable` names it. */
        signal: z.string().min(1),
        by: z.string().max(200).default(''),
      }),
    )
    .output(StudySchema),
  edit: procedure
    .input(
      z.object({
        studyId: Id,
        name: RecordName.optional(),
        question: QuestionText.optional(),
        guidelines: GuidelinesText.optional(),
        /** Once there is a label, only the wording of their questions may change. */
        fields: StudyFieldsSchema.optional(),
        goal: StudyGoalSchema.optional(),
        /** Holds from the first draw on of which nobody has spoken. A single look can be declared before that only. */
        plan: LookPlanSchema.optional(),
        /** Rule 2 bets for long studies, from the first draw on of which nobody has spoken; once, and for good. */
        mended: z.literal(true).optional(),
        version: Version.optional(),
      }),
    )
    .output(StudySchema),
  /** Removes a study and its draws. Labels stay in the project and are reused by later studies. */
  remove: procedure.input(z.object({ studyId: Id })).output(Nothing),
};

const DrawRowSchema = z.object({
  order: DrawNumberSchema,
  itemId: Id,
  externalId: z.string(),
  question: z.string(),
  /** In [0, 1], 1 best. */
  surrogateValue: z.number(),
  /** Selection probability of the item in the whole pool. */
  probability: z.number(),
  weight: z.number().nullable(),
  state: z.enum(['open', 'labeled', 'skipped', 'waiting']),
  value: z.number().nullable(),
});
export type DrawRow = z.infer<typeof DrawRowSchema>;

export const sampleContract = {
  /** Makes the batch longer in the same order; labels stay. `size` is the new number of draws. */
  grow: procedure.input(z.object({ studyId: Id, size: z.number().int().min(1) })).output(StudySchema),
  /** A new draw with a fresh seed over the same frozen signals; audited and counted in the report. */
  redraw: procedure.input(z.object({ studyId: Id, seed: Seed })).output(StudySchema),
  list: procedure
    .input(
      z.object({
        studyId: Id,
        offset: z.number().int().nonnegative().default(0),
        limit: z.number().int().min(1).max(1000).default(200),
      }),
    )
    .output(z.object({ total: z.number().int(), rows: z.array(DrawRowSchema) })),
};
