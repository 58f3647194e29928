import { z } from 'zod';
import { ErrorLevel, Id, Instant, Nothing, numberCall, procedure, ScaleSchema } from './base.ts';
import { LookPlanSchema, MeasureSchema, SurrogateSpecSchema } from './study.ts';

/** A way to evaluate a system from few labels: how items are drawn, and what is computed from their labels. */
const LabMethodSchema = z.object({
  /** Stable name in files and on the command line. */
  id: z.string(),
  name: z.string(),
  sampler: z.string(),
  estimator: z.string(),
  oneLine: z.string(),
  /** Whether it is among those that run when nobody chooses. */
  isUsual: z.boolean(),
});
export type LabMethod = z.infer<typeof LabMethodSchema>;

/** Which items count as uncertain in the baselines that label by uncertainty (the paper says both). */
export const certainties = ['uncertain', 'certain'] as const;

/** What to try on a data set whose labels are all known. */
export const LabRequestSchema = z.object({
  datasetId: Id,
  systems: z.array(z.string().min(1)).min(1).max(100),
  measure: MeasureSchema,
  /** Of several systems, the one that is itself the surrogate gets the first of the others. */
  surrogate: SurrogateSpecSchema,
  methods: z.array(z.string()).min(1).max(100),
  /** Numbers of labels at which every method is looked at. */
  budgets: z.array(z.number().int().min(1).max(100_000)).min(1).max(50),
  /** Runs per method, with the seeds `firstSeed`, `firstSeed` + 1, ... (modulo 2^32), shared by all methods. */
  seeds: z.number().int().min(1).max(100_000).default(100),
  firstSeed: z.number().int().min(0).max(0xffff_ffff).default(1),
  alpha: ErrorLevel,
  /** Below this value in [0, 1] of the surrogate, system and surrogate disagree (MCM). */
  disagreement: z.number().gt(0).lte(1).default(0.5),
  /** The end of the ranking by uncertainty that Top-K and HMCEval label first. */
  labelFirst: z.enum(certainties).default('uncertain'),
  /**
   * The automatic score that says how unsure the system was of each response; null ranks by hardness, 1 - s. Left out, what
   * the data hold of the kind.
   */
  uncertainty: z.string().min(1).nullable().optional(),
  /**
   * Where the interval of the presets is to be narrow, as in a study; the largest of the budgets when left out. A stored run
   * without one is of before: its presets bet by rule 2.
   */
  plan: LookPlanSchema.optional(),
});
export type LabRequest = z.infer<typeof LabRequestSchema>;

/** One system's fully labeled pool. */
const LabPopulationSchema = z.object({
  system: z.string(),
  surrogate: z.string(),
  /** Labeled items: all that the back-test knows. */
  N: z.number().int(),
  /** Items of the system that have no human value and are left out. */
  unlabeled: z.number().int(),
  /** Items whose surrogate value was not known and was set to the mean of the others. */
  missingSurrogate: z.number().int(),
  scale: ScaleSchema,
  /** The full evaluation and the mean of the surrogate, on the measure's own scale. */
  truth: z.number(),
  surrogateMean: z.number(),
  /** Pearson correlation of surrogate and human values; null when one of them is constant. */
  correlation: z.number().nullable(),
  /** What uncertainty is, in words. */
  uncertainty: z.string(),
  /**
   * Signals beside the surrogate that the presets had, and how many of them are labels of other systems; absent where no method
   * had any.
   */
  signals: z.object({ all: z.number().int(), carried: z.number().int() }).optional(),
});
export type LabPopulation = z.infer<typeof LabPopulationSchema>;

/** How one method did at one number of labels, over all seeds. Values are on the measure's own scale. */
export const LabRowSchema = z.object({
  dataset: z.string(),
  system: z.string(),
  criterion: z.string(),
  surrogate: z.string(),
  N: z.number().int(),
  truth: z.number(),
  method: z.string(),
  sampler: z.string(),
  estimator: z.string(),
  budget: z.number().int(),
  seeds: z.number().int(),
  /** Mean over the runs. Null, as all that follows, where the method is not estimable. */
  meanEstimate: z.number().nullable(),
  bias: z.number().nullable(),
  /** Root mean squared and mean absolute error of a single run. */
  rmse: z.number().nullable(),
  meanAbsError: z.number().nullable(),
  /** 1 - |error|/|truth|, as a share: mean over single runs, and of the mean of all runs (as the paper reports it). */
  consistencySingleRun: z.number().nullable(),
  consistencyOfMean: z.number().nullable(),
  /** HumCoE's Eq. 6: variance of the estimates around their mean, and mean squared error. */
  tauV: z.number().nullable(),
  tauE: z.number().nullable(),
  /** Share of runs whose interval holds the truth after this many labels, and at all looks up to there. */
  coverage: z.number().nullable(),
  coverageAllT: z.number().nullable(),
  meanHalfWidth: z.number().nullable(),
  /** Labels with which the plain mean of a uniform sample has the same root mean squared error. */
  equalErrorLabels: z.number().nullable(),
  /** Why there is no number, or no interval; null when nothing is missing. */
  reason: z.string().nullable(),
});
export type LabRow = z.infer<typeof LabRowSchema>;

const LabRunSummarySchema = z.object({
  id: Id,
  datasetName: z.string(),
  measureName: z.string(),
  request: LabRequestSchema,
  createdAt: Instant,
  seconds: z.number(),
});
export type LabRunSummary = z.infer<typeof LabRunSummarySchema>;

export const LabRunSchema = LabRunSummarySchema.extend({
  populations: z.array(LabPopulationSchema),
  methods: z.array(LabMethodSchema),
  rows: z.array(LabRowSchema),
});
export type LabRun = z.infer<typeof LabRunSchema>;

/** A table of the HumCoE paper: consistency in percent and inconsistency, as printed. */
const PaperTableSchema = z.object({
  id: z.string(),
  name: z.string(),
  caption: z.string(),
  systems: z.array(
    z.object({
      system: z.string(),
      rows: z.array(
        z.object({
          budget: z.number().int(),
          cells: z.array(
            z.object({ method: z.string(), consistency: z.number(), inconsistency: z.number() }),
          ),
        }),
      ),
    }),
  ),
});
export type PaperTable = z.infer<typeof PaperTableSchema>;

export const labFormats = ['csv', 'json', 'html'] as const;

export const labContract = {
  methods: procedure.input(Nothing).output(z.array(LabMethodSchema)),
  /** Runs as a job in worker threads; `threads` changes the time it takes and nothing else. */
  start: numberCall
    .input(LabRequestSchema.extend({ threads: z.number().int().min(1).max(64).optional() }))
    .output(z.object({ jobId: Id })),
  /** The newest first. */
  list: procedure.input(Nothing).output(z.array(LabRunSummarySchema)),
  get: numberCall.input(z.object({ runId: Id })).output(LabRunSchema),
  remove: procedure.input(z.object({ runId: Id })).output(Nothing),
  render: numberCall
    .input(z.object({ runId: Id, format: z.enum(labFormats) }))
    .output(z.object({ fileName: z.string(), mediaType: z.string(), content: z.string() })),
  /** Renders and writes to a path of this machine. */
  save: numberCall
    .input(
      z.object({
        runId: Id,
        format: z.enum(labFormats),
        path: z.string().min(1),
        overwrite: z.boolean().default(false),
      }),
    )
    .output(z.object({ path: z.string(), sizeBytes: z.number().int() })),
  /** Tables 1, 2, 3 and 5 of the HumCoE paper, to set beside one's own. */
  paper: procedure.input(Nothing).output(z.array(PaperTableSchema)),
};
