import { z } from 'zod';
import {
  Id,
  Instant,
  Nothing,
  numberCall,
  procedure,
  RecordName,
  readNumberCall,
  ScaleSchema,
} from './base.ts';
import { VerdictSchema } from './estimate.ts';
import { FailureShareSchema } from './failures.ts';
import { LikelySchema } from './plan.ts';
import { SurrogateSpecSchema } from './study.ts';

const Count = z.number().int().nonnegative();

/** A release minus the one before it, over the items that both answered; or why it cannot be told. */
export const ReleaseDifferenceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none'), reason: z.string() }),
  z.object({
    kind: z.literal('estimate'),
    sharedItems: Count,
    /** Those whose replies are not the same. */
    differing: Count,
    /** Items of one name that ask something else by now. */
    changed: Count,
    /** Differing items that both studies have finished, as far as their order has no gap. */
    pairs: Count,
    /** How many of these its interval is planned for. */
    plannedPairs: Count,
    /**
     * How people's ratings moved, by equal replies that were rated again; absent where none is. It is taken out of `value` and of
     * the interval, both of which hold at half of the error level.
     */
    drift: z
      .object({
        /** Equal replies drawn that are rated again. */
        asked: Count,
        /** Those that both releases have finished, as far as their order has no gap. */
        pairs: Count,
        /** Later minus earlier, on the scale of the measure; null without a pair. */
        value: z.number().nullable(),
        lower: z.number(),
        upper: z.number(),
      })
      .optional(),
    /** On the scale of the measure; null without a pair, unless nothing differs. */
    value: z.number().nullable(),
    lower: z.number(),
    upper: z.number(),
    /** The smallest difference that matters. */
    leastDifference: z.number().nonnegative(),
    /** `system`: this release is better; `against`: the one before it is. */
    verdict: VerdictSchema,
  }),
]);
export type ReleaseDifference = z.infer<typeof ReleaseDifferenceSchema>;

export const ReleaseSchema = z.object({
  /** From 1. */
  position: z.number().int().positive(),
  studyId: Id,
  study: z.string(),
  system: z.string(),
  datasetName: z.string(),
  measureName: z.string(),
  scale: ScaleSchema,
  /** Of a question of yes or no: people read the value in percent. */
  isShare: z.literal(true).optional(),
  populationSize: Count,
  drawn: Count,
  /** Items with a final value, those taken over among them. */
  labeled: Count,
  /** Those of them that the estimate counts: the others wait for items drawn before them. Absent in earlier reports. */
  counted: Count.optional(),
  /** Items with a label that was taken over from the release before. */
  reused: Count,
  /** Labels that people were asked for anew: one for each person and item drawn, skips among them. */
  labelsSpent: Count,
  /** Labels that people had given for an earlier release of the series and that count here, too. */
  labelsSaved: Count,
  value: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  /** Error level of its intervals, each by itself. Absent in earlier reports. */
  alpha: z.number().gt(0).lt(1).optional(),
  /** Why labels of the release before are no labels of this one; null where they are. */
  notReused: z.string().nullable(),
  /** Null for the first release. */
  difference: ReleaseDifferenceSchema.nullable(),
  /** Why its number is not people's, such as scores that only an agent calls so. Absent in earlier reports. */
  fault: z.string().nullish(),
  /** The judges whose scores its study guesses by, each with its version. Absent in earlier reports, as is the next. */
  scoredBy: z.array(z.string()).optional(),
  /** What a change of judge since the release before breaks; null where nothing changed or each judge scored both, and of the first. */
  judgeBreak: z.string().nullable().optional(),
  createdAt: Instant,
});
export type Release = z.infer<typeof ReleaseSchema>;

/**
 * Whether the system has dropped since the reference, by bets that may be looked at forever. Verdict and `dropAtLeast` are about the
 * system, whose windows may vary by chance; the other two claims each say what they suppose.
 */
export const WatchSchema = z.object({
  /** The drop that matters, on the scale of the measure. */
  leastDrop: z.number().positive(),
  /** `dropped`: the system, by at least that; `held`: in the traffic of the newest window by less than that; else not decided. */
  verdict: z.enum(['dropped', 'held', 'undecided']),
  /** At least so much worse than in the reference the system is, or was for a time, on the scale of the measure; 0: nothing is shown. */
  dropAtLeast: z.number().nonnegative(),
  /** The same if windows differ by the chance of their conversations alone, and not from day to day. */
  dropIfAlike: z.number().nonnegative(),
  /** At least so much worse than those of the reference the conversations of some window are, which may be chance. */
  dropOfConversations: z.number().nonnegative(),
  /** Windows that lack some of the labels that were planned when they came: they do not count for the system yet. */
  waiting: z.number().int().nonnegative(),
  /**
   * The smallest window, where the mean of so few conversations varies by more than the drop that matters: two standard
   * deviations, on the scale of the measure. Null where none is that small.
   */
  smallWindow: z.object({ conversations: z.number().int(), byChance: z.number() }).nullable(),
  /** Where the mean of the traffic lies that the reference is a sample of, on the scale of the measure. */
  reference: z.object({ lower: z.number(), upper: z.number() }),
  /** Windows that do not count, since they were asked otherwise. */
  leftOut: z.array(z.object({ studyId: Id, reason: z.string() })),
  alertedAt: Instant.nullable(),
});
export type Watch = z.infer<typeof WatchSchema>;

/** The same question asked of release after release, on one sample; or of window after window of production. */
export const SeriesSchema = z.object({
  id: Id,
  name: z.string(),
  createdAt: Instant,
  /** Null in a series of releases. */
  watch: WatchSchema.nullable(),
  releases: z.array(ReleaseSchema),
});
export type Series = z.infer<typeof SeriesSchema>;

/** A failure mode from release to release, as a share of all conversations of each. */
const SeriesFailuresSchema = z.object({
  seriesId: Id,
  /** Releases whose studies ask what went wrong, in their order, and why one gives no share; null where it does. */
  releases: z.array(z.object({ position: Count, name: z.string(), because: z.string().nullable() })),
  /** At most twenty that are open, found most often first; of each a line over the releases. */
  modes: z.array(
    z.object({
      modeId: Id,
      name: z.string(),
      releases: z.array(
        z.object({
          position: Count,
          /** At the error level of the study; null where it gives none. */
          share: FailureShareSchema.nullable(),
          /** Less the share in the release before; null of the first, and where one of the two gives none. */
          difference: FailureShareSchema.nullable(),
          verdict: z.enum(['fewer', 'more', 'undecided']).nullable(),
          /** Whether it is of the items that both answered, or by the intervals of both shares, at half of the error level each. */
          basis: z.enum(['paired', 'two-intervals']).nullable(),
        }),
      ),
    }),
  ),
});
export type SeriesFailures = z.infer<typeof SeriesFailuresSchema>;

const one = z.object({ seriesId: Id });
const BeginSchema = z.object({
  studyId: Id,
  name: RecordName.optional(),
  /** Makes it a watch: the drop of the mean that matters, on the scale of the measure. */
  leastDrop: z.number().positive().optional(),
});
export type BeginSeries = z.infer<typeof BeginSchema>;
const NewReleaseSchema = one.extend({
  system: z.string().min(1),
  /** Where its replies are; the data set of the release before unless said. */
  datasetId: Id.optional(),
  name: RecordName.optional(),
  surrogate: SurrogateSpecSchema.optional(),
  /** Items to draw; as many as for the release before unless said. */
  size: z.number().int().positive().max(1_000_000).optional(),
  /** The share of equal replies that are rated again, so that a drift of the people is measured; none unless said. */
  again: z.number().min(0.01).max(1).optional(),
});
export type NewRelease = z.infer<typeof NewReleaseSchema>;

const PlanSeriesSchema = one.extend({
  /** The drop that matters, on the scale of the measure. */
  by: z.number().positive(),
  /** The chance that an equal release passes; .9 unless said. */
  power: z.number().min(0.51).max(0.99).optional(),
});
export type PlanSeries = z.infer<typeof PlanSeriesSchema>;

/** What the next release takes until "not worse by D" is decided, by a forecast. */
const SeriesPlanSchema = z.object({
  by: z.number().positive(),
  power: z.number(),
  scale: ScaleSchema,
  /** Whether the spread of the differences is guessed, or learned from ten labels of both releases. */
  spread: z.enum(['guessed', 'learned']),
  /** Items that both releases will have answered, by the last two. */
  sharedItems: Count,
  /** Those whose replies will differ. */
  differing: Count,
  /** Labels of replies that differ, given in both releases. */
  labels: Count,
  /** Items to draw, equal replies among them. */
  items: Count,
  /** False where only labeling all that differ decides it. */
  reachable: z.boolean(),
  /** Of the labels. */
  likely: LikelySchema,
  /** The chance that so many labels show a drop: that the release is worse. */
  drops: z.array(z.object({ drop: z.number(), chance: z.number() })),
  /** The same at other numbers of labels, in the order of the drops. */
  curve: z.array(z.object({ labels: Count, chances: z.array(z.number()) })),
});
export type SeriesPlan = z.infer<typeof SeriesPlanSchema>;

export const seriesContract = {
  /** The newest first. */
  list: numberCall.input(Nothing).output(z.array(SeriesSchema)),
  get: numberCall.input(one).output(SeriesSchema),
  /** Makes a study of one system, drawn uniformly, the first release of a series, or the reference of a watch. */
  begin: numberCall.input(BeginSchema).output(SeriesSchema),
  /** Adds a release, or a window: a study that asks the same of its replies, by the order of the series. */
  release: numberCall.input(NewReleaseSchema).output(SeriesSchema),
  /** Makes a study of the project the next window of a watch. */
  take: numberCall.input(one.extend({ studyId: Id })).output(SeriesSchema),
  /** How many labels the next release takes; stores nothing. */
  plan: numberCall.input(PlanSeriesSchema).output(SeriesPlanSchema),
  /** Failure modes from release to release; without releases where no study of the series asks what went wrong. */
  failures: readNumberCall.input(one).output(SeriesFailuresSchema),
  /** Writes down that a drop was told to somebody. */
  alerted: numberCall.input(one).output(SeriesSchema),
  /** Takes over labels that the releases before got since. */
  refresh: numberCall.input(one).output(SeriesSchema),
  /** Removes the series; its studies and their labels stay. */
  remove: procedure.input(one).output(Nothing),
};
