import { z } from 'zod';
import {
  DrawNumberSchema,
  ErrorLevel,
  Id,
  numberCall,
  procedure,
  RepeatSpreadSchema,
  readNumberCall,
  ScaleSchema,
} from './base.ts';
import { LookPlanSchema, PairedItemsSchema, TopSchema } from './study.ts';
import { FinalRuleSchema } from './team.ts';

const MethodEstimateSchema = z.object({
  method: z.string(),
  name: z.string(),
  /** On the measure's own scale. Null where not estimable. */
  value: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  /** The kind of interval in words, or null when the method has none. */
  interval: z.string().nullable(),
  estimable: z.boolean(),
  reason: z.string().nullable(),
  assumptions: z.string().nullable(),
});
export type MethodEstimate = z.infer<typeof MethodEstimateSchema>;

/** What an interval of a difference says; `equal` is the exact difference 0, `practically-equal` none that matters. */
export const verdicts = ['system', 'against', 'undecided', 'equal', 'practically-equal'] as const;
export const VerdictSchema = z.enum(verdicts);
export type Verdict = z.infer<typeof VerdictSchema>;

/** The smallest difference that matters, on the measure's own scale; not stated, and 0, where an earlier report has none. */
const LeastDifferenceSchema = z.number().nonnegative().optional();

/** The two systems of a comparison and who is better; values of its report are differences `system` - `against`. */
const ComparisonSchema = PairedItemsSchema.extend({
  system: z.string(),
  verdict: VerdictSchema,
  leastDifference: LeastDifferenceSchema,
  /** The steps in which people preferred one of two replies: the number is then a net win rate. Left out of ratings. */
  preference: z.union([z.literal(3), z.literal(5)]).optional(),
});
export type Comparison = z.infer<typeof ComparisonSchema>;

export const EstimateReportSchema = z.object({
  studyId: Id,
  study: z.string(),
  measureName: z.string(),
  /** Null in a study of one system. */
  comparison: ComparisonSchema.nullable(),
  /** Of a comparison: from minus the measure's range to plus its range. */
  scale: ScaleSchema,
  /** Of a question of yes or no: the value is the share of items with a yes, which people read in percent. */
  isShare: z.literal(true).optional(),
  /** Items in the pool; in a comparison those whose responses differ. */
  N: z.number().int(),
  drawCount: z.number().int(),
  /** Labels that the estimate uses: the finished prefix of the draw order. */
  labeled: z.number().int(),
  /** Finished labels that wait for an earlier item of the order. */
  waiting: z.number().int(),
  /** Annotators that an item needs, and how their labels become its value. */
  overlap: z.number().int(),
  finalRule: FinalRuleSchema,
  /** Items that some but too few annotators have spoken of, and those that the rule leaves to a decision. */
  awaitingAnnotators: z.number().int(),
  undecided: z.number().int(),
  /** Of those undecided, the ones that one more annotator is asked about first; missing where there are none. */
  awaitingThirdVote: z.number().int().optional(),
  skipped: z.object({
    count: z.number().int(),
    share: z.number(),
    reasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  }),
  alpha: z.number(),
  /**
   * What the study says of the larger pool that its own is a uniform part of; not stated where its pool is all there is. The
   * interval is that of the study, wider by `halfWidth` to either side; null where there is none.
   */
  firstPhase: z
    .object({
      populationSize: z.number().int(),
      seed: z.number().int(),
      /** SHA-256 of the last row of the part. */
      cut: z.string(),
      /** The part of the error level that this takes; with that of the study it gives `level`. */
      alpha: z.number(),
      level: z.number(),
      /** On the measure's scale. */
      halfWidth: z.number(),
      lower: z.number().nullable(),
      upper: z.number().nullable(),
    })
    .optional(),
  /** The rule by which the interval bets; 2 where an earlier report does not say. */
  bettingRule: z.union([z.literal(2), z.literal(3), z.literal(4)]).default(2),
  /** The plan that holds now; null where the rule knows none. */
  lookPlan: LookPlanSchema.nullable().default(null),
  /** Draws counted before the bets of rule 2 were mended; null where they were not. */
  mendedFrom: z.number().int().nonnegative().nullable().default(null),
  /** Why the interval of this draw does not hold, in a sentence; null where it does. */
  fault: z.string().nullable().default(null),
  /** Numbers of labels at which the interval is planned to be narrow, ascending; none where nothing is planned. */
  looks: z.array(z.number().int()).default([]),
  /** The id of the method that answers the study's question. */
  default: z.string(),
  estimates: z.array(MethodEstimateSchema),
  judges: z.array(
    z.object({
      name: z.string(),
      value: z.number(),
      items: z.number().int(),
      alsoSurrogate: z.boolean(),
    }),
  ),
  /** The mean of imported human evaluations (or of the metric on imported gold answers), where they exist. */
  fullEvaluation: z.object({ value: z.number(), items: z.number().int(), complete: z.boolean() }).nullable(),
  /** 1 - |estimate - full| / |full| of the default method; null where undefined. */
  consistencyRatio: z.number().nullable(),
  slope: z.number().nullable(),
  emptyIntersection: z.boolean(),
  plan: z.object({
    residualStandardDeviation: z.number().nullable(),
    halfWidth: z.number().nullable(),
    /** Only in earlier reports, which foretold the labels that a width takes here, too. */
    forWidth: z
      .array(z.object({ halfWidth: z.number(), labels: z.number().int(), reachable: z.boolean() }))
      .optional(),
  }),
});
export type EstimateReport = z.infer<typeof EstimateReportSchema>;

/** Independent units, values in [0, 1]: the sum of a unit's values, how many it has, and how many units are like it. */
const EvidenceSchema = z
  .array(z.object({ sum: z.number(), size: z.number().int().min(1), count: z.number().int().min(1) }))
  .optional();

/** What checks or judges alone say of one system: a mean over items, if these stand for all. On the score's own scale. */
const ChecksOfSystemSchema = z.object({
  system: z.string(),
  items: z.number().int(),
  /** Independent units: items, or their groups. */
  units: z.number().int(),
  value: z.number(),
  lower: z.number(),
  upper: z.number(),
  /** What the score varies by when the same items are asked again; null where no item was asked twice. */
  repeats: RepeatSpreadSchema.nullable(),
  /** What the figure was made of, where it was asked for and has at most 2,000 different units. */
  evidence: EvidenceSchema,
});
export type ChecksOfSystem = z.infer<typeof ChecksOfSystemSchema>;

export const ChecksSchema = z.object({
  datasetId: Id,
  dataset: z.string(),
  signalId: Id,
  kind: z.enum(['judge', 'auto']),
  name: z.string(),
  criterion: z.string().nullable(),
  scale: ScaleSchema,
  /** Whether its range was stated; else it is what was seen of it. */
  declared: z.boolean(),
  /** Whether every value is 0 or 1, so that a mean is a share that passes. */
  isPass: z.boolean(),
  /** Whether groups of items are the independent units. */
  grouped: z.boolean(),
  /** Error level of each interval of one system. The intervals of all pairs hold together at this level. */
  alpha: z.number(),
  systems: z.array(ChecksOfSystemSchema),
  /** Differences on the items that both have, in the order of the systems. */
  pairs: z.array(
    z.object({
      system: z.string(),
      against: z.string(),
      items: z.number().int(),
      value: z.number(),
      lower: z.number(),
      upper: z.number(),
      verdict: z.enum(['system', 'against', 'undecided']),
      /** The same of (1 + system - against)/2 on each item. */
      evidence: EvidenceSchema,
    }),
  ),
  /** Human labels that a study asks for to begin with. */
  labels: z.number().int(),
  /** What people said of these systems, as imported; scores that only an agent claims are left out. */
  people: z.array(
    z.object({
      criterion: z.string(),
      scale: ScaleSchema,
      /** Whether the check scores this criterion: by its name, or because a person said so. */
      isSame: z.boolean(),
      systems: z.array(
        z.object({
          system: z.string(),
          items: z.number().int(),
          /** Whether these are all of the system's items in the data set. */
          isAll: z.boolean(),
          mean: z.number(),
        }),
      ),
    }),
  ),
});
export type Checks = z.infer<typeof ChecksSchema>;

export const EstimatePointSchema = z.object({
  /** Draws taken in: labels and skips; with replacement a repeated item counts again. */
  draws: z.number().int(),
  /** Labeled items among them. */
  labeled: z.number().int(),
  value: z.number(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  plainMean: z.number().nullable(),
});
export type EstimatePoint = z.infer<typeof EstimatePointSchema>;

/** One bar of a distribution: labels of one value, or from one value to the next. */
const LabelBinSchema = z.object({
  from: z.number(),
  /** Equal to `from` where the bar is of one value. */
  to: z.number(),
  /** Labeled items. */
  count: z.number().int(),
  /** The estimated share of all items, weighted by the draw; null where the draw gives no weights, or labels are few. */
  share: z.number().nullable(),
});
export type LabelBin = z.infer<typeof LabelBinSchema>;

/** A labeled item that is worth reading, by what was said of it. */
export const NotedItemSchema = z.object({
  order: DrawNumberSchema,
  /** What people say of it, on the scale of the estimate. */
  value: z.number(),
  /** What the machine score says, on the same scale; null where none is comparable or the item has none. */
  machine: z.number().nullable(),
});
export type NotedItem = z.infer<typeof NotedItemSchema>;

/** How the labels that count are distributed, and which items to read. */
const ShareSchema = z.object({ value: z.number(), lower: z.number(), upper: z.number() });

/** How preferences go with the lengths of the two replies; approximate, at one look. */
const PreferenceLengthSchema = z.object({
  /** Labeled items whose replies differ in length. */
  items: z.number().int(),
  /** Share of wins of the longer reply, ties half. */
  longer: ShareSchema,
  /** Win rate of the first system over all items if replies were equally long; null where lengths tell nothing of it. */
  atEqualLength: ShareSchema.nullable(),
});

export const LabelSpreadSchema = z.object({
  /** Labels that count, and skips among them, each item once. */
  labeled: z.number().int(),
  skipped: z.number().int(),
  bins: z.array(LabelBinSchema),
  /** The machine score of the same question on the same scale; null where the study has none. */
  machine: z.string().nullable(),
  /** Only of preferences that may say so: items that count and of which somebody said that both replies are bad. */
  bothBad: z.number().int().nonnegative().optional(),
  /** Only of preferences, once there are labels enough. */
  length: PreferenceLengthSchema.optional(),
});
export type LabelSpread = z.infer<typeof LabelSpreadSchema>;

/** The texts of an item, cut to what a list can show. */
export const ItemTextsSchema = z.object({
  question: z.string(),
  /** One reply, or those of the two systems of a comparison; empty where the conversation as a whole is judged. */
  replies: z.array(z.string()),
  /** What people say that a reply, by its place among these, should have said; absent where nobody corrected one. */
  corrected: z.array(z.object({ reply: z.int().min(0).max(1), text: z.string() })).optional(),
});

const ReadItemSchema = NotedItemSchema.extend({
  ...ItemTextsSchema.shape,
  itemId: Id,
  externalId: z.string(),
  /** Opens the item on the label screen. */
  ref: z.string(),
  /** Whose label it has: who may open and correct it. */
  annotators: z.array(z.object({ id: Id, name: z.string() })),
});
export type ReadItem = z.infer<typeof ReadItemSchema>;

const ReadingSchema = LabelSpreadSchema.extend({
  worst: z.array(ReadItemSchema),
  best: z.array(ReadItemSchema),
  /** Where people and machine score differ most; none where no machine score is comparable. */
  differing: z.array(ReadItemSchema),
});
export type Reading = z.infer<typeof ReadingSchema>;

const placeEnds = { system: z.string(), best: z.number().int(), worst: z.number().int() };

/** One pair of a ranking: A - B by its newest study, at the error level that all pairs share out. */
const RankedPairSchema = z.object({
  studyId: Id,
  study: z.string(),
  system: z.string(),
  against: z.string(),
  /** Studies of this pair; the level is divided by their number, from which one could choose. */
  studies: z.number().int(),
  alpha: z.number(),
  labeled: z.number().int(),
  differing: z.number().int(),
  sharedItems: z.number().int(),
  value: z.number(),
  lower: z.number(),
  upper: z.number(),
  verdict: VerdictSchema,
  /** Of preferences: of the win rate over all items, from what is left of the labels beside the predictor; left out below two. */
  standardError: z.number().nonnegative().optional(),
  /** Of a pair whose interval left out 0: labels at which that came out, and the difference rather, median-unbiased. Left out before. */
  afterStopping: z.object({ labels: z.number().int(), value: z.number() }).nullable().optional(),
  leastDifference: LeastDifferenceSchema,
  /** What its labels say at the level of what the ranking is to find; left out where that is the level of all pairs. */
  goal: z
    .object({ alpha: z.number(), lower: z.number(), upper: z.number(), verdict: VerdictSchema })
    .optional(),
  /** What follows from other pairs where its own interval leaves it open; left out where nothing does. */
  through: VerdictSchema.optional(),
  /** Whether it still has to be decided for what the ranking is to find; left out where it is of nothing in particular. */
  matters: z.boolean().optional(),
});
export type RankedPair = z.infer<typeof RankedPairSchema>;

export const RankingSchema = z.object({
  /** Of a ranking that is one study; left out where comparisons that belong to none form it, and in earlier files. */
  name: z.string().optional(),
  /** How many of the best systems it is to find, or null for the whole order; only of a ranking that is one study. */
  top: TopSchema.optional(),
  /** Whether differences add up, so that pairs say something of others: one measure over the same items, not preferences. */
  isChained: z.boolean().optional(),
  /** The steps in which people preferred one of two replies: differences are then net win rates. Left out of ratings. */
  preference: z.union([z.literal(3), z.literal(5)]).optional(),
  measureName: z.string(),
  datasetName: z.string(),
  /** The scale of differences. */
  scale: ScaleSchema,
  /** All statements together hold with probability at least 1 - alpha. */
  alpha: z.number(),
  /** Best first: the places from `best` to `worst` that decided pairs leave to each system. */
  places: z.array(
    z.object({
      ...placeEnds,
      /** Of preferences: the Bradley-Terry score in points around 1000; null where it is not estimable. */
      score: z.number().int().nullable().optional(),
      /** Of that score, approximate, at one look: those of all systems hold together. Left out where it is not estimable. */
      scoreInterval: z.object({ lower: z.number().int(), upper: z.number().int() }).optional(),
    }),
  ),
  /** The places that the pairs leave at the level of what is to be found; left out where that is the level of all pairs. */
  found: z.array(z.object(placeEnds)).optional(),
  pairs: z.array(RankedPairSchema),
  /** Pairs of these systems without a study. */
  missing: z.array(z.object({ system: z.string(), against: z.string() })),
  /** Why these are not people's numbers, such as scores that only an agent calls so; left out where they are. */
  fault: z.string().optional(),
});
export type Ranking = z.infer<typeof RankingSchema>;

export const estimateContract = {
  /**
   * The ranking that a comparison is a pair of, at its own error level; else all comparisons of no ranking that share its data
   * set and measure. Null for one system alone.
   */
  ranking: numberCall.input(z.object({ studyId: Id, alpha: ErrorLevel })).output(RankingSchema.nullable()),
  current: readNumberCall.input(z.object({ studyId: Id })).output(EstimateReportSchema),
  /** What checks and judges alone say, without a person: of each data set, and of each of their scores. */
  checks: readNumberCall
    .input(z.object({ datasetId: Id.optional(), withEvidence: z.boolean().default(false) }))
    .output(z.array(ChecksSchema)),
  /** The estimate after each label of the prefix, from 0 labels on. */
  history: readNumberCall.input(z.object({ studyId: Id })).output(z.array(EstimatePointSchema)),
  /** How the labels are distributed, and the conversations to read: worst, best, and where people and machine differ. */
  reading: readNumberCall.input(z.object({ studyId: Id })).output(ReadingSchema),
  /** Labeled items by how far the estimate would move without them (weighted residual), largest first. */
  influence: readNumberCall
    .input(z.object({ studyId: Id, limit: z.number().int().min(1).max(200).default(10) }))
    .output(
      z.array(
        z.object({
          itemId: Id,
          order: DrawNumberSchema,
          question: z.string(),
          value: z.number(),
          surrogateValue: z.number(),
          weight: z.number(),
          shift: z.number(),
        }),
      ),
    ),
};

export const reportFormats = [
  'html',
  'pdf',
  'docx',
  'figure-svg',
  'figure-png',
  'labels-csv',
  'labels-jsonl',
  'labels-jsonl-plain',
  'corrections-preferences',
  'corrections-references',
  'annotator-work-csv',
  'labels-parquet',
  'items-parquet',
  'estimates-parquet',
  'tables-xlsx',
  'labels-label-studio',
  'labels-label-studio-config',
  'labels-argilla',
  'labels-argilla-settings',
  'labels-inspect',
  'labels-inspect-epochs',
  'labels-promptfoo',
  'labels-mlflow',
  'dataset-card',
  'json',
] as const;
/** Files of labels that can hold those of several studies, such as all pairs of a ranking. */
export const jointLabelFormats = ['labels-csv', 'labels-jsonl-plain'] as const;

/** Formats that several studies can share one document of. */
export const jointFormats = [
  'html',
  'pdf',
  'docx',
  'json',
] as const satisfies (typeof reportFormats)[number][];

/** Formats that have a place for a signature. */
export const signedFormats = [
  'html',
  'json',
  'labels-jsonl',
] as const satisfies (typeof reportFormats)[number][];

export const mostStudies = 200;

const ReportChoiceSchema = z.object({
  studyId: Id,
  format: z.enum(reportFormats),
  /** Further studies of the same document, in this order; only for the formats in `jointFormats` and `jointLabelFormats`. */
  also: z
    .array(Id)
    .max(mostStudies - 1)
    .optional(),
  /** Which figure, by the id that `report.figures` gives; the first by default. */
  figure: z.string().optional(),
  /** Which system of a comparison, in formats that are of one (those for Inspect); the first by default. */
  system: z.string().optional(),
  /** Whether the texts of the examples are in it, as they are unless told otherwise; in formats with a first page. */
  texts: z.boolean().optional(),
  /** Whether it is signed with the key of this machine's user; only for the formats in `signedFormats`. */
  sign: z.boolean().optional(),
});
export type ReportChoice = z.infer<typeof ReportChoiceSchema>;

const FigureSchema = z.object({ id: z.string(), title: z.string() });
export type Figure = z.infer<typeof FigureSchema>;

export const reportContract = {
  /** The figures of a study's report, each of which is a file, too. */
  figures: procedure.input(z.object({ studyId: Id })).output(z.array(FigureSchema)),
  /** What the file of a choice is called, without making it. */
  name: procedure.input(ReportChoiceSchema).output(z.object({ fileName: z.string() })),
  /** Renders a study's report or label file; the caller saves it. Binary formats travel in base64. */
  render: numberCall.input(ReportChoiceSchema).output(
    z.object({
      fileName: z.string(),
      mediaType: z.string(),
      content: z.string(),
      encoding: z.enum(['utf8', 'base64']),
    }),
  ),
  /** Renders and writes to a path of this machine. */
  save: numberCall
    .input(ReportChoiceSchema.extend({ path: z.string().min(1), overwrite: z.boolean().default(false) }))
    .output(z.object({ path: z.string(), sizeBytes: z.number().int() })),
};
