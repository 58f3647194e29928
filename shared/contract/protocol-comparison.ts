import { z } from 'zod';
import { Id } from './base.ts';
import { CountSchema, ShareSchema } from './protocol-quantities.ts';

/** One score of a run that can be compared: which it is and which end is good. */
const ComparedScoreSchema = z.object({
  runId: Id,
  title: z.string(),
  system: z.string(),
  evaluation: z.string(),
  measure: z.string(),
  better: z.enum(['higher', 'lower']),
  value: z.number().nullable(),
  place: z.number().nullable(),
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
  scores: z.array(ComparedScoreSchema),
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
      /** Wilson interval at 95 %, groups taken as independent; null without a comparable group. */
      lower: ShareSchema,
      upper: ShareSchema,
    }),
  ),
  overlap: z.array(
    z.object({
      prompt: CountSchema,
      questions: CountSchema,
      sets: z.array(z.object({ systems: z.array(z.string()), same: CountSchema })),
    }),
  ),
});
export type ProtocolComparison = z.infer<typeof ProtocolComparisonSchema>;
