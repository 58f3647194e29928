import { z } from 'zod';
import {
  AgreementFigureSchema,
  AgreementSchema,
  CriterionAgreementSchema,
  ItemAgreementSchema,
  SpeakerSchema,
} from '../../shared/contract/agreement.ts';
import { type Scale, ScaleSchema } from '../../shared/contract/base.ts';
import { ClaimSchema, OtherCriterionSchema, SubgroupsSchema } from '../../shared/contract/claims.ts';
import { StoredPictureSchema } from '../../shared/contract/data.ts';
import {
  EstimatePointSchema,
  EstimateReportSchema,
  ItemTextsSchema,
  LabelSpreadSchema,
  NotedItemSchema,
  RankingSchema,
} from '../../shared/contract/estimate.ts';
import { FailureModeSchema } from '../../shared/contract/failure-mode.ts';
import { FailureShareSchema, StepSharesSchema } from '../../shared/contract/failures.ts';
import { AlignmentSchema, AltTestReportSchema } from '../../shared/contract/judge.ts';
import { GoalForecastSchema } from '../../shared/contract/plan.ts';
import { SeriesSchema } from '../../shared/contract/series.ts';
import { LookPlanSchema, PresetSchema, SurrogateSpecSchema } from '../../shared/contract/study.ts';
import { FinalRuleSchema, RuleEstimateSchema } from '../../shared/contract/team.ts';
import { inPercent } from '../../shared/number-text.ts';
import { DifferenceRecordSchema } from './difference-record.ts';
import { NUMBERS } from './shown-number.ts';

const Count = z.number().int().nonnegative();

/** What somebody needs to check that a report and a label file belong together. */
const ManifestSchema = z.object({
  assayVersion: z.string(),
  study: z.string(),
  dataset: z.string(),
  datasetSha256: z.string(),
  signalsSha256: z.string(),
  labelsSha256: z.string(),
  systems: z.string(),
  populationSize: Count,
  sharedItems: Count.optional(),
  sideSeed: z.number().int().optional(),
  design: PresetSchema,
  seed: z.number().int(),
  draws: Count,
  timesDrawn: Count,
  alpha: z.number(),
  bettingRule: z.number().int(),
  generator: z.string(),
  /** The head of the project's chain of labels, decisions and acts when the report was written. */
  chainLinks: Count,
  chainSha256: z.string(),
});
export type Manifest = z.infer<typeof ManifestSchema>;

/** What a study is, as far as its report says it in words. */
const SubjectSchema = z.object({
  /** One system, or the two of a comparison. */
  systems: z.array(z.string()).min(1).max(2),
  /** Of the measure itself, on which people answer. */
  scale: ScaleSchema,
  /** Whether people rate replies, choose among few values, or write the answer themselves. */
  asked: z.enum(['rating', 'choice', 'answer']),
  /** Whether a comparison's replies were rated on the pages of its ranking, with those of all its systems. */
  onePage: z.literal(true).optional(),
  surrogate: SurrogateSpecSchema,
  missingSurrogate: Count,
  drawn: z.array(
    z.object({ generation: Count, seed: z.number().int(), labelsBefore: Count, createdAt: z.string() }),
  ),
  /** The plans of the present draw, in order; none where the rule knows none. */
  plans: z.array(z.object({ drawsBefore: Count, plan: LookPlanSchema })).default([]),
  /** Names of what the predictor rests on beside the surrogate, frozen at the draw. */
  signals: z.array(z.string()).default([]),
  /** Signals that joined while labels came in, in their order; absent where none did. */
  joins: z
    .array(z.object({ name: z.string(), drawsBefore: Count, sha256: z.string() }))
    .min(1)
    .optional(),
  /** Where a pool lies that stays there, in a sentence; absent where it was imported. */
  source: z.string().optional(),
  /** What a baseline chose its items by. */
  choice: z.object({ uncertainty: z.string(), disagreement: z.number().nullable() }).optional(),
  /** Submissions that were given while the estimate was on screen. */
  estimateVisible: Count,
  /** Which version of which prompt made the surrogate; empty where no judge did. */
  surrogateJudge: z.string(),
});

const ReportedCriterionSchema = CriterionAgreementSchema.extend({
  byItem: z.array(ItemAgreementSchema.pick({ draw: true, spread: true, isDecided: true, isOutdated: true })),
});
export type ReportedCriterion = z.infer<typeof ReportedCriterionSchema>;

/** Agreement and decisions: people by the numbers that the labels of the report give them, items by their draw. */
const ReportedAgreementSchema = AgreementSchema.omit({ annotators: true, criteria: true }).extend({
  annotators: z.array(SpeakerSchema.pick({ id: true, name: true })),
  criteria: z.array(ReportedCriterionSchema),
  adjudications: z.object({
    rule: FinalRuleSchema,
    differing: Count,
    decided: Count,
    outdated: Count,
    needed: Count,
    neededAndDecided: Count,
    takenBack: Count,
  }),
});

/**
 * Whether a judge may replace the people of a study by the alternative annotator test, for each epsilon that its authors suggest:
 * nobody has said who rated. Absent where no two people rated the same item.
 */
const ReplacementSchema = AltTestReportSchema.pick({
  items: true,
  score: true,
  advantage: true,
  lacks: true,
}).extend({
  people: Count,
  byRaters: z.array(
    z.object({
      raters: z.enum(['experts', 'trained', 'crowd']),
      epsilon: z.number(),
      winningRate: z.number().min(0).max(1),
      passes: z.boolean(),
    }),
  ),
});
export type Replacement = z.infer<typeof ReplacementSchema>;

/**
 * Page 1 for those who decide, the rest after it, methods in an annex. Pages of 2 speak of an interval where the number is exact;
 * earlier ones have another order and do not say so.
 */
export const LAYOUT = 3;

/** What the first page says beside the estimate; the earliest pages have none. */
const OpeningSchema = LabelSpreadSchema.extend({
  layout: z.literal([2, LAYOUT]).optional(),
  /** Of preferences: bars say which reply is better; earlier ones had its number. */
  named: z.literal(true).optional(),
  /** As people were asked it. */
  question: z.string(),
  examples: z.array(
    NotedItemSchema.extend({
      why: z.enum(['worst', 'best', 'differing']),
      id: z.string(),
      /** Null where the report was asked for without them. */
      texts: ItemTextsSchema.extend({
        /** Small forms of the pictures in these texts, and how many are not here. */
        pictures: z.array(StoredPictureSchema).optional(),
        picturesLeft: Count.optional(),
      }).nullable(),
    }),
  ),
});
export type Opening = z.infer<typeof OpeningSchema>;

const Found = z.object({ items: Count, of: Count });

/** What went wrong in the conversations of a study: its failure modes, the largest share first. */
const FailuresSchema = z.object({
  /** Drawn items that somebody coded, and coded items outside of the draw. */
  coded: Count,
  hunted: Count,
  nothingWrong: Found.extend({ share: FailureShareSchema.nullable() }),
  /** At most how many items hold a failure without a name, of all and of those that nobody read; null where that is not estimable. */
  unnamed: z
    .object({ upper: z.number(), ofUnread: z.number(), unread: Count, good: z.number().nullable() })
    .nullable(),
  /** Modes that are open; `modes` may hold fewer. */
  open: Count,
  /** Why no share is estimable; null where they are. */
  because: z.string().nullable(),
  modes: z.array(
    FailureModeSchema.pick({
      name: true,
      definition: true,
      severity: true,
      state: true,
      meaningBy: true,
    }).extend({
      clock: Count,
      counted: Count,
      known: Count,
      with: z.number(),
      share: FailureShareSchema.nullable(),
      /** At half of the error level, at which two releases are compared; absent where the study is no release of a series. */
      atHalf: FailureShareSchema.nullable().optional(),
      found: Found,
      lookAgain: Count,
      /** Items on which people differ until somebody decides, and that too few people coded; absent where there are none. */
      undecided: Count.optional(),
      awaited: Count.optional(),
      /** Machine scores that joined its share; absent where none did. */
      joins: z
        .array(z.object({ name: z.string(), drawsBefore: Count, sha256: z.string() }))
        .min(1)
        .optional(),
      together: z.array(z.object({ name: z.string(), items: Count })),
      agreement: z.array(AgreementFigureSchema),
      /** Null where there is none, and where the report was asked for without texts. */
      example: z
        .object({
          id: z.string(),
          draw: z.number(),
          note: z.string().nullable(),
          texts: ItemTextsSchema.nullable(),
        })
        .nullable(),
    }),
  ),
  /** How much more frequent a mode is than another, at an error level at which all these claims hold together. */
  order: z.array(
    z.object({ name: z.string(), than: z.string(), decided: z.boolean(), difference: FailureShareSchema }),
  ),
  /** How often steps of each kind, such as calls of one tool, are wrong; absent where nobody rated a step. */
  steps: StepSharesSchema.shape.kinds.optional(),
});
export type Failures = z.infer<typeof FailuresSchema>;

/** Everything that a report says of one study. Whatever stands on a page is made from this and from nothing else. */
const StudyContentSchema = z.object({
  manifest: ManifestSchema,
  subject: SubjectSchema,
  opening: OpeningSchema.optional(),
  estimate: EstimateReportSchema,
  history: z.array(EstimatePointSchema),
  goal: GoalForecastSchema,
  subgroups: z.array(SubgroupsSchema),
  otherCriteria: z.array(OtherCriterionSchema),
  otherClaims: z.array(ClaimSchema),
  /** How intervals for one look did in back-tests on these data, at the look that the study declared. */
  oneLook: z
    .array(z.object({ method: z.string(), coverage: z.number().min(0).max(1), seeds: Count }))
    .default([]),
  /** Absent where the study does not ask what went wrong. */
  failures: FailuresSchema.optional(),
  rules: z.array(RuleEstimateSchema),
  /** Draws whose decision was made before a later label came in. */
  outdatedDecisions: z.array(Count),
  agreement: ReportedAgreementSchema.nullable(),
  judges: z.array(
    z.object({
      alignment: AlignmentSchema,
      alsoSurrogate: z.boolean(),
      replacement: ReplacementSchema.optional(),
    }),
  ),
  /** What another program had changed in the project, in sentences; earlier files listed what concerns this study. */
  alterations: z.array(z.string()),
  /** Annotators who do not count by a rule that was fixed before the first label, and the estimate with them; absent where there are none. */
  exclusion: z
    .object({
      people: Count,
      items: Count,
      value: z.number().nullable(),
      lower: z.number().nullable(),
      upper: z.number().nullable(),
    })
    .optional(),
  acts: z.array(z.object({ at: z.string(), action: z.string(), words: z.string() })),
  /** The study's label file, people numbered. */
  record: z.string(),
});
export type StudyContent = z.infer<typeof StudyContentSchema>;

/**
 * How a page is laid out. Earlier pages say 13, which said the score twice, 12, which said of a failure mode the label before the first that counts, 11, which had no difference of failure modes between equal releases, 10, which had one of anything in the plural, 9, which wrote shares of a yes from 0 to 1, 8, which left pages of paper half empty, 7, which had longer sentences, 6, which had releases by their systems also where these are one, 5, which had other
 * words of rankings, too, 4, which had every pair of a ranking in full, 3,
 * which had no chart of a series, or 2 or nothing, which drew charts otherwise.
 */
export const CHARTS = 14;
const withSeriesCharts = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, CHARTS] as const;

/** Whether a page leads with the order of a ranking, or the newest release of a series, and folds the rest. */
export const leadsWithWhole = (charts: ReportContent['charts']): boolean => (charts ?? 0) >= 5;

/** Whose words a page has; those that it was written with. */
export const pageWords = (charts: ReportContent['charts']): 'now' | 'earlier' =>
  (charts ?? 0) >= 6 ? 'now' : 'earlier';

/** Whether a page has releases by names that tell them apart. */
export const namesReleasesApart = (charts: ReportContent['charts']): boolean => (charts ?? 0) >= 7;

/** Whether the sentences of a page are the short ones, and its short tables stay whole on paper. */
export const hasShortSentences = (charts: ReportContent['charts']): boolean => (charts ?? 0) >= 8;

/** Whether a page fills its paper, says once what holds for all of a kind, and speaks of machine scores before its annex. */
export const fillsPaper = (charts: ReportContent['charts']): boolean => (charts ?? 0) >= 9;

/** Whether a page writes the numbers of a study in percent: since 10 shares of a yes. */
export const isReadInPercent = (
  { estimate }: Pick<StudyContent, 'estimate'>,
  charts: ReportContent['charts'],
): true | undefined => ((charts ?? 0) >= 10 ? estimate.isShare : undefined);

/** A study as a page says it. */
export const readStudy = (study: StudyContent, charts: ReportContent['charts']): StudyContent => {
  const { estimate, goal, subgroups, otherCriteria, subject } = study;
  const isShare = isReadInPercent(study, charts);
  if (!isShare) return study;
  const read = <Said extends { scale: Scale }>(said: Said) => inPercent({ ...said, isShare });
  return {
    ...study,
    ...{ estimate: inPercent(estimate), goal: read(goal), subgroups: subgroups.map(read) },
    ...{ subject: read(subject), otherCriteria: otherCriteria.map(inPercent) },
  };
};

/** Whether a page has a chart of the releases of a series, and its first page is one page of paper. */
export const hasSeriesChart = (charts: ReportContent['charts']): boolean =>
  withSeriesCharts.some((known) => known === charts);

/** Everything that a report says, of one study or of several. */
export const ReportContentSchema = z.object({
  assay: z.literal('report'),
  version: z.literal(1),
  assayVersion: z.string(),
  writtenAt: z.iso.datetime(),
  /** What another program had changed in the project, whichever study it concerns; absent where nothing was. */
  altered: z.array(z.string()).min(1).optional(),
  /** Only of what has charts. */
  charts: z.literal([2, 3, ...withSeriesCharts]).optional(),
  numbers: z.literal(NUMBERS).optional(),
  rankings: z.array(RankingSchema),
  /** Series of releases that at least two of the studies belong to; absent where there are none. */
  series: z.array(SeriesSchema).min(1).optional(),
  /** What the differences between those releases need beside their labels; absent where there are none. */
  differences: z.array(DifferenceRecordSchema).min(1).optional(),
  studies: z.array(StudyContentSchema).min(1),
});
export type ReportContent = z.infer<typeof ReportContentSchema>;
