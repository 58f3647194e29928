import { z } from 'zod';
import {
  ErrorLevel,
  GuidelinesText,
  Id,
  Instant,
  Nothing,
  numberCall,
  procedure,
  QuestionText,
  RecordName,
  Version,
} from './base.ts';
import { RankingSchema } from './estimate.ts';
import { MeasureSchema, StudySchema, TopSchema } from './study.ts';

/** A ranking of several systems: one study to those who use it, made of the comparisons of its pairs. */
export const RankingStudySchema = z.object({
  id: Id,
  name: z.string(),
  datasetId: Id,
  datasetName: z.string(),
  measure: MeasureSchema,
  measureName: z.string(),
  systems: z.array(z.string()),
  /** Error level of all its statements together. */
  alpha: z.number(),
  top: TopSchema,
  /** Whether all replies of an item are rated on one page, each once for every pair that it is in; else pair by pair. */
  onePage: z.boolean(),
  /** The smallest difference that matters, where it is the same of all pairs. */
  leastDifference: z.number().nonnegative().nullable(),
  question: z.string(),
  guidelines: z.string(),
  /** Of its queue: places that are asked once, however many pairs they serve; and those that are answered. */
  items: z.number().int().nonnegative(),
  answered: z.number().int().nonnegative(),
  /** Of those that are not answered: places that its queue still deals, as their pairs matter to what is to be found. */
  left: z.number().int().nonnegative(),
  /** Pairs that are not decided and still have to be. */
  mattering: z.number().int().nonnegative(),
  /** The comparisons, the newest of each pair, in the order of the systems. */
  pairs: z.array(StudySchema),
  createdAt: Instant,
  /** Of what `ranking.edit` changes. */
  version: Version,
});
export type RankingStudy = z.infer<typeof RankingStudySchema>;

const one = z.object({ rankingId: Id });

export const rankingContract = {
  /** The newest first. */
  list: procedure.input(Nothing).output(z.array(RankingStudySchema)),
  get: procedure.input(one).output(RankingStudySchema),
  /** The order of the systems as far as their pairs are decided, at the error level of the ranking. */
  result: numberCall.input(one).output(RankingSchema),
  /**
   * Makes one ranking of the comparisons that share this study's data set and measure and belong to none; every pair of
   * their systems must be among them. Labels, draws and intervals stay as they are.
   */
  gather: procedure
    .input(
      z.object({
        studyId: Id,
        name: RecordName.optional(),
        alpha: ErrorLevel,
      }),
    )
    .output(RankingStudySchema),
  /** Question, guidelines and the smallest difference that matters are those of every pair. */
  edit: procedure
    .input(
      one.extend({
        name: RecordName.optional(),
        question: QuestionText.optional(),
        guidelines: GuidelinesText.optional(),
        top: TopSchema.optional(),
        leastDifference: z.number().nonnegative().optional(),
        version: Version.optional(),
      }),
    )
    .output(RankingStudySchema),
  /** Draws further items for each pair, in the same order; a pair draws at most the items that differ. */
  grow: procedure.input(one.extend({ by: z.number().int().min(1).max(100_000) })).output(RankingStudySchema),
  /** Removes the ranking and its comparisons with their draws. Labels stay in the project. */
  remove: procedure.input(one).output(Nothing),
};
