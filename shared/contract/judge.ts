import { z } from 'zod';
import {
  BasedOn,
  Id,
  Instant,
  Nothing,
  numberCall,
  Path,
  procedure,
  RepeatSpreadSchema,
  ScaleSchema,
} from './base.ts';
import {
  CallLimit,
  CostEstimateSchema,
  DryRequestSchema,
  FirstItems,
  RunSchema,
  SpendingLimit,
  ViaBatchApi,
} from './llm.ts';

export const promptVariables = ['question', 'conversation', 'response', 'passage', 'reference'] as const;
export const pairVariables = ['response_a', 'response_b'] as const;

export const PromptCriterionSchema = z.object({
  name: z.string().trim().min(1).max(100),
  scale: ScaleSchema,
  /** Only whole numbers are right. */
  integer: z.boolean(),
  definition: z.string().max(10_000),
});
export type PromptCriterion = z.infer<typeof PromptCriterionSchema>;

/** Instructions to a judge. Saving a changed one under the same name makes the next version; none is ever changed. */
export const PromptTextSchema = z.object({
  name: z.string().trim().min(1).max(100),
  kind: z.enum(['rating', 'pair']),
  /** What to do and how; {{criteria}} stands for the definitions, {{examples}} for the worked examples. */
  instructions: z.string().min(1).max(100_000),
  /** How one item is shown, with variables such as {{question}} and {{response}}. */
  item: z.string().min(1).max(100_000),
  /** One for a pair. */
  criteria: z.array(PromptCriterionSchema).min(1).max(20),
  examples: z.string().max(100_000).default(''),
});
export type PromptText = z.infer<typeof PromptTextSchema>;

const PromptSchema = PromptTextSchema.extend({
  id: Id,
  version: z.number().int(),
  /** SHA-256 of the text. */
  hash: z.string(),
  builtIn: z.boolean(),
  /** Variables that an item must have something for. */
  needs: z.array(z.enum([...promptVariables, ...pairVariables])),
  createdAt: Instant,
});
export type Prompt = z.infer<typeof PromptSchema>;

const PromptPreviewSchema = z.object({
  messages: z.array(z.object({ role: z.enum(['system', 'user']), content: z.string() })),
  /** Variables in the text that do not exist, and those the item has nothing for. */
  unknownVariables: z.array(z.string()),
  missingVariables: z.array(z.string()),
  /** What in the item's text tries to give orders; null when nothing does. */
  flag: z.string().nullable(),
  inputTokens: z.number(),
});
export type PromptPreview = z.infer<typeof PromptPreviewSchema>;

export const promptContract = {
  /** Every version of every prompt, built-in ones first. */
  list: procedure.input(Nothing).output(z.array(PromptSchema)),
  /** Stores a version; the very same text gives the version that is there. */
  save: procedure.input(PromptTextSchema.extend({ basedOn: BasedOn.optional() })).output(PromptSchema),
  /** The prompt as an item would show it; without an item, by an example of ours. */
  preview: procedure
    .input(
      z.object({
        prompt: PromptTextSchema,
        itemId: Id.optional(),
        system: z.string().optional(),
        against: z.string().optional(),
      }),
    )
    .output(PromptPreviewSchema),
};

export const JudgeSettingsSchema = z.object({
  name: z.string().trim().min(1).max(100),
  promptId: Id,
  endpointId: Id,
  /** The endpoint's own model when empty. */
  model: z.string().trim().max(200).default(''),
  temperature: z.number().min(0).max(2).nullable().default(0),
  maxOutputTokens: z.number().int().min(1).max(100_000).default(1024).describe('longest reply, in tokens'),
  seed: z.number().int().nullable().default(null),
  repeats: z
    .number()
    .int()
    .min(1)
    .max(20)
    .default(1)
    .describe('how often each item is judged; its score is the mean'),
  itemsPerCall: z
    .number()
    .int()
    .min(1)
    .max(20)
    .default(1)
    .describe('items in one request; several are cheaper, one alone is not colored by others'),
});
export type JudgeSettings = z.infer<typeof JudgeSettingsSchema>;

/** A judge never changes: other settings under its name are its next version. */
export const JudgeSchema = JudgeSettingsSchema.extend({
  id: Id,
  version: z.number().int(),
  endpoint: z.string(),
  prompt: z.string(),
  promptVersion: z.number().int(),
  kind: z.enum(['rating', 'pair']),
  criteria: z.array(PromptCriterionSchema),
  /** The name that its scores bear among the surrogates. */
  signalName: z.string(),
  createdAt: Instant,
});
export type Judge = z.infer<typeof JudgeSchema>;

/** The fixed set that a judge is asked again. All but the size is set where a run is started. */
export const AgainSchema = z.object({
  size: z.number().int().min(2).max(10_000).optional().describe('replies to ask again (100 by default)'),
  /** The run whose scores the new ones are held against, the seed by which the set was drawn from it, and which check this is. */
  ofRun: Id.optional(),
  seed: z.number().int().optional(),
  number: z.number().int().min(1).optional(),
});

export const JudgeTargetSchema = z.object({
  judgeId: Id,
  datasetId: Id,
  system: z.string().min(1),
  /** The second system, for a prompt that compares a pair. */
  against: z.string().min(1).optional(),
  /** Only the items of this study's batch. */
  studyId: Id.optional(),
  limit: FirstItems,
  /** Only the labeled items of one side of an improvement that the judge has not scored. */
  improvement: z.object({ id: Id, part: z.enum(['practice', 'check']) }).optional(),
  /** Only replies that the judge has scored, asked again to find drift. Its scores stay as they are. */
  again: AgainSchema.optional(),
  /** Only these items; set where the run is started with a side of an improvement. */
  itemIds: z.array(Id).max(100_000).optional(),
  spendingLimit: SpendingLimit,
  viaBatchApi: ViaBatchApi,
});
export type JudgeTarget = z.infer<typeof JudgeTargetSchema>;

/** A coefficient with an approximate interval; null where it is not estimable. */
const CoefficientSchema = z.object({
  id: z.enum([
    'krippendorff-alpha',
    'cohen-kappa',
    'weighted-kappa',
    'pearson',
    'spearman',
    'kendall',
    'consistency-ratio',
  ]),
  name: z.string(),
  value: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  reason: z.string().nullable(),
});
export type Coefficient = z.infer<typeof CoefficientSchema>;

const BiasRowSchema = z.object({
  level: z.string(),
  items: z.number().int(),
  humanMean: z.number(),
  judgeMean: z.number(),
  /** Judge minus human, weighted by the design; the interval is approximate and null below 8 items. */
  bias: z.number(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
});
export type BiasRow = z.infer<typeof BiasRowSchema>;

/** A figure of a judge beside people; null where it is not estimable, or has no interval. `reason` says why. */
export const JudgeFigureSchema = z.object({
  value: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  reason: z.string().nullable(),
});
export type JudgeFigure = z.infer<typeof JudgeFigureSchema>;

/** A judge of yes and no, which is the upper half of the scale, beside people who could say nothing else. */
const YesNoSchema = z.object({
  /** Share of people's yes that it calls yes, and of their no that it calls no. */
  sensitivity: JudgeFigureSchema,
  specificity: JudgeFigureSchema,
  /** What share of all items that it scored it calls yes, and how many these are. */
  said: z.number(),
  judged: z.number().int(),
  /** That share corrected by both. */
  corrected: JudgeFigureSchema,
});

/** One judge's scores beside people's on the labeled items of one system. Values are on the criterion's scale. */
export const AlignmentSchema = z.object({
  signalId: Id,
  judge: z.string(),
  criterion: z.string(),
  system: z.string(),
  humanCriterion: z.string(),
  scale: ScaleSchema,
  items: z.number().int(),
  /** Labeled items that the judge has no score for; they are left out. */
  missing: z.number().int(),
  /** Where the labels come from and how they are weighted, in words. */
  basis: z.string(),
  interval: z.string(),
  humanMean: z.number().nullable(),
  judgeMean: z.number().nullable(),
  coefficients: z.array(CoefficientSchema),
  /** Rows: human, columns: judge; weighted counts that add up to the items. Null for scales that are not whole. */
  confusion: z.object({ levels: z.array(z.number()), counts: z.array(z.array(z.number())) }).nullable(),
  /** Null of ratings; absent in earlier reports. */
  yesNo: YesNoSchema.nullable().optional(),
  biasByLevel: z.array(BiasRowSchema),
  biasBySubgroup: z.array(BiasRowSchema),
  /** With this judge, n labels do the work of this many times n without it, by errors of leaving one out; at least 1. */
  labelFactor: z.number().nullable(),
  labelFactorReason: z.string().nullable(),
  /** A pair of sentences for a reader in a hurry. */
  summary: z.string(),
});
export type Alignment = z.infer<typeof AlignmentSchema>;

/** A figure with an approximate interval, either of them null where it is not estimable, with the reason. */
const figure = {
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  reason: z.string().nullable(),
};

/** Labels that a machine score saves. */
const LabelsSavedSchema = z.object({ saved: z.number().nullable(), ...figure });

const ScoreWorthSchema = z.object({
  signalId: Id,
  name: z.string(),
  criterion: z.string(),
  /** Labeled items that it has a score for. */
  items: z.number().int(),
  /** Beside no other score. */
  alone: LabelsSavedSchema,
  /** Beside the judge that was asked about, on the items that both scored; null for that judge itself. */
  added: LabelsSavedSchema.nullable(),
});
export type ScoreWorth = z.infer<typeof ScoreWorthSchema>;

/** What a judge is worth and what sways it, from the labels so far. */
export const JudgeQualitySchema = z.object({
  judge: z.string(),
  criterion: z.string(),
  system: z.string(),
  /** Where the labels come from; null when there are none. */
  basis: z.string().nullable(),
  interval: z.string(),
  /** The number of labels, and of items, that the labels saved are told for; null without labels. */
  labels: z.number().int().nullable(),
  populationSize: z.number().int().nullable(),
  /** The judge first, then every other machine score of the system that labeled items have. */
  worth: z.array(ScoreWorthSchema),
  /** Share of the variance of judge minus people that ln(1 + tokens) of the reply explains. */
  length: z.object({
    items: z.number().int(),
    share: z.number().nullable(),
    ...figure,
    /** What judge minus people rises by when a reply is twice as long, on the criterion's scale. */
    perDoubling: z.number().nullable(),
  }),
  /** Mean share in [0, 1] that a judge of pairs gives to the reply that stands first, and pairs decided by the order. */
  position: z.object({
    items: z.number().int(),
    first: z.number().nullable(),
    ...figure,
    turned: z.number().nullable(),
    turnedLower: z.number().nullable(),
    turnedUpper: z.number().nullable(),
  }),
  /** What the judge itself says of the same replies again, over its runs here; null where it was asked once. */
  repeats: RepeatSpreadSchema.nullable(),
  /** A sentence each, for a reader in a hurry. */
  summary: z.array(z.string()),
});
export type JudgeQuality = z.infer<typeof JudgeQualitySchema>;

/** Two judges, or two versions of one, on the items that both scored. */
const JudgeAgreementSchema = z.object({
  a: z.string(),
  b: z.string(),
  criterion: z.string(),
  system: z.string(),
  items: z.number().int(),
  meanA: z.number().nullable(),
  meanB: z.number().nullable(),
  /** b minus a. */
  drift: z.number().nullable(),
  driftLower: z.number().nullable(),
  driftUpper: z.number().nullable(),
  interval: z.string(),
  coefficients: z.array(CoefficientSchema),
});
export type JudgeAgreement = z.infer<typeof JudgeAgreementSchema>;

/** How a judge's scores of one criterion moved, asked again; `none` where no move is shown. */
export const driftKinds = ['higher', 'lower', 'less steady', 'none'] as const;

const DriftFindingSchema = z.object({
  criterion: z.string(),
  kind: z.enum(driftKinds),
  /** Replies with a usable score at both times. */
  replies: z.number().int(),
  /** What the mean of these moved by, and one score on average, on the criterion's scale; null without any. */
  moved: z.number().nullable(),
  apart: z.number().nullable(),
});
export type DriftFinding = z.infer<typeof DriftFindingSchema>;

/** A judge asked again over time about a fixed set of replies that it had scored, here or by whoever made a file. */
const JudgeWatchSchema = z.object({
  judge: z.string(),
  /** Where its first scores of them are. */
  dataset: z.string(),
  system: z.string(),
  against: z.string().nullable(),
  /** The run whose scores are held against, and the seed by which the set was drawn from it; null where scores came with files. */
  ofRun: Id.nullable(),
  since: Instant,
  seed: z.number().int().nullable(),
  /** Probability at most that a judge which never changes is ever called drifted, over all checks and criteria. */
  alpha: z.number(),
  hasDrifted: z.boolean(),
  /** Finished ones in their order. */
  checks: z.array(
    z.object({
      /** Null where the scores came with a file, as another data set. */
      runId: Id.nullable(),
      dataset: z.string(),
      number: z.number().int(),
      at: Instant,
      findings: z.array(DriftFindingSchema),
    }),
  ),
  /** What was found, in sentences. */
  words: z.array(z.string()),
});
export type JudgeWatch = z.infer<typeof JudgeWatchSchema>;

const SignalRef = z.object({
  signalId: Id,
  system: z.string().min(1),
  /** The human criterion; the judge's own by default. */
  criterion: z.string().optional(),
  studyId: Id.optional(),
});

const AltTestAskedSchema = SignalRef.extend({
  /** Who rated; what the judge may be behind follows from it: .2, .15 or .1. Either this or an epsilon is said. */
  raters: z.enum(['experts', 'trained', 'crowd']).optional(),
  epsilon: z.number().min(0).lt(1).optional(),
  /** How a value stands for the other people's: by being the same, or by its distance. By default as the form of the labels is. */
  score: z.enum(['accuracy', 'rmse']).optional(),
});
export type AltTestAsked = z.infer<typeof AltTestAskedSchema>;

/** The alternative annotator test (Calderon, Reichart and Dror, 2025). Null where the paper's needs are not met: `lacks` says which. */
export const AltTestReportSchema = z.object({
  signalId: Id,
  judge: z.string(),
  criterion: z.string(),
  system: z.string(),
  humanCriterion: z.string(),
  score: z.enum(['accuracy', 'rmse']),
  epsilon: z.number(),
  /** Whose labels count, in words. */
  basis: z.string(),
  interval: z.string(),
  /** Items that the judge scored and two people or more rated. */
  items: z.number().int().nullable(),
  annotators: z.array(
    z.object({
      name: z.string(),
      items: z.number().int(),
      /** Share of items on which the judge stands for the others at least as well as this person, and the other way round. */
      judge: z.number(),
      person: z.number(),
      /** Of such a difference where the judge is behind by epsilon; one-sided. */
      probability: z.number(),
      isBeaten: z.boolean(),
    }),
  ),
  /** People with fewer than 30 such items: they count among the others alone. */
  leftOut: z.array(z.object({ name: z.string(), items: z.number().int() })),
  /** Share of people that the judge wins against; it passes from .5 on. */
  winningRate: z.number().nullable(),
  passes: z.boolean().nullable(),
  /** Average advantage probability: that the judge stands for the others at least as well as one of the people. */
  advantage: z.object({
    value: z.number().nullable(),
    lower: z.number().nullable(),
    upper: z.number().nullable(),
  }),
  lacks: z.array(z.string()),
  summary: z.string(),
});
export type AltTestReport = z.infer<typeof AltTestReportSchema>;

export const judgeContract = {
  /** Every version of every judge, the newest of each name first. */
  list: procedure.input(Nothing).output(z.array(JudgeSchema)),
  /** Stores a version; the very same settings give the version that is there. */
  save: procedure.input(JudgeSettingsSchema.extend({ basedOn: BasedOn.optional() })).output(JudgeSchema),
  /** Refused (`CONFLICT`) once it has been run. */
  remove: procedure.input(z.object({ judgeId: Id })).output(Nothing),
  estimate: procedure.input(JudgeTargetSchema).output(CostEstimateSchema),
  /** The exact requests of the first items, without the key. */
  dryRun: procedure
    .input(JudgeTargetSchema.extend({ show: z.number().int().min(1).max(1000).default(20) }))
    .output(z.array(DryRequestSchema)),
  /** With `writeBatch` its requests are written into files of the Batch format, and nobody is asked. */
  start: procedure
    .input(JudgeTargetSchema.extend({ writeBatch: Path.optional(), callLimit: CallLimit }))
    .output(RunSchema),
  /** A judge's scores (its own or imported) beside people's: a study's labels by its design, else imported ones. */
  alignment: numberCall
    .input(
      SignalRef.extend({
        /** A field of the items, as `claim.fields` names them, to look for bias by. */
        subgroup: z.string().optional(),
      }),
    )
    .output(AlignmentSchema),
  /** Judges that were asked again what they had scored, and whether they drifted. */
  watches: numberCall.input(Nothing).output(z.array(JudgeWatchSchema)),
  /** Labels that it saves alone and beside others, and its bias by length and position. */
  quality: numberCall.input(SignalRef).output(JudgeQualitySchema),
  /** Whether it may replace the people who rated, from everybody's own labels. */
  altTest: numberCall.input(AltTestAskedSchema).output(AltTestReportSchema),
  agreement: numberCall
    .input(z.object({ a: Id, b: Id, system: z.string().min(1) }))
    .output(JudgeAgreementSchema),
};
