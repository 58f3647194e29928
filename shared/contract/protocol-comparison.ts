import { z } from 'zod';
import { Id } from './base.ts';
import { CountSchema, ShareSchema } from './protocol-quantities.ts';

/** A setting of a row, as people read it. */
const DifferenceSchema = z.object({ name: z.string(), value: z.string() });

/** Runs of one system in one evaluation: their conversations count together. */
const ComparedRowSchema = z.object({
  /** The oldest first; scores name the row by it. */
  runIds: z.array(Id).min(1),
  title: z.string(),
  system: z.string(),
  evaluation: z.string(),
  /** Finished conversations that count, of those that were planned. */
  conversations: CountSchema,
  planned: CountSchema,
  /** Everything in which it differs from other rows of its protocol: settings, model, conversations, repetitions. */
  differs: z.array(DifferenceSchema),
  /** States of runs that did not come to their end; empty otherwise. */
  note: z.string(),
});

const IntervalSchema = z.object({
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  /** Why there is no interval; null where there is one. */
  reason: z.string().nullable(),
});

/** One score of a row: which it is and which end is good. */
const ComparedScoreSchema = IntervalSchema.extend({
  /** The first run of its row. */
  runId: Id,
  title: z.string(),
  system: z.string(),
  evaluation: z.string(),
  measure: z.string(),
  better: z.enum(['higher', 'lower']),
  value: z.number().nullable(),
  /** Among the systems of the same evaluation; null where it stands alone. */
  place: z.number().nullable(),
  conversations: CountSchema,
});

/** Evaluations that differ in one setting alone. */
const ContrastSchema = z.object({
  setting: z.string(),
  rows: z.array(z.object({ value: z.string(), evaluation: z.string() })),
  /** What a system has more under a later value than under the first, over the same conversations. */
  differences: z.array(
    IntervalSchema.extend({
      system: z.string(),
      measure: z.string(),
      from: z.string(),
      to: z.string(),
      value: z.number().nullable(),
      /** Passages or workers that both went through. */
      shared: CountSchema,
    }),
  ),
});

const SystemCorrelationSchema = z.object({
  evaluation: z.string(),
  measure: z.string(),
  systems: CountSchema,
  coefficients: z.array(
    z.object({
      name: z.enum(['Pearson', 'Spearman', 'Kendall']),
      value: z.number().nullable(),
      lower: z.number().nullable(),
      upper: z.number().nullable(),
      /** Exact, two-sided, by permutation; null where it cannot be counted. */
      pValue: z.number().nullable(),
      /** Why there is no value, or no interval; null where there are both. */
      reason: z.string().nullable(),
    }),
  ),
  sameRanking: z.boolean().nullable(),
  /** A plain warning where there are few systems; empty otherwise. */
  warning: z.string(),
});

export const ProtocolComparisonSchema = z.object({
  human: z
    .object({
      criterion: z.string(),
      systems: z.array(
        z.object({
          system: z.string(),
          mean: z.number(),
          items: CountSchema,
          place: z.number().nullable(),
          /** Whose word it is, where people judged conversations of a run; empty otherwise. */
          basis: z.string(),
        }),
      ),
    })
    .nullable(),
  rows: z.array(ComparedRowSchema),
  scores: z.array(ComparedScoreSchema),
  /** What the intervals of scores and contrasts are. */
  intervalKind: z.string(),
  contrasts: z.array(ContrastSchema),
  correlations: z.array(SystemCorrelationSchema),
  pairwise: z.array(
    z.object({
      evaluation: z.string(),
      first: z.string(),
      second: z.string(),
      agreeing: CountSchema,
      comparable: CountSchema,
      humanTies: CountSchema,
      automaticTies: CountSchema,
      agreement: ShareSchema,
      /** Exact interval at 95 % (Clopper and Pearson), groups taken as independent; null without a comparable group. */
      lower: ShareSchema,
      upper: ShareSchema,
    }),
  ),
  overlap: z.array(
    z.object({
      evaluation: z.string(),
      prompt: CountSchema,
      questions: CountSchema,
      sets: z.array(z.object({ systems: z.array(z.string()), same: CountSchema })),
    }),
  ),
});
export type ProtocolComparison = z.infer<typeof ProtocolComparisonSchema>;
