import { z } from 'zod';
import { Id } from './base.ts';
import { JudgeFigureSchema } from './judge.ts';
import { CountSchema } from './protocol-quantities.ts';

/** Runs of IQA-EVAL, and what of the data they are set beside. */
export const MetaQuestionSchema = z.object({
  runIds: z.array(Id).min(1).max(100),
  /** Criteria of the data set that stand for them; those of the same name unless said. */
  helpfulness: z.string().min(1).optional(),
  fluency: z.string().min(1).optional(),
  /** Field that names who talked; that of the runs unless said, else the groups of the data. */
  workerField: z.string().min(1).max(200).optional(),
});

export const MetaEvaluationSchema = z.object({
  criteria: z.array(z.object({ measure: z.string(), criterion: z.string() })),
  intervalKind: z.string(),
  evaluations: z.array(
    z.object({
      evaluation: z.string(),
      /** What is scored at once. */
      unit: z.string(),
      clusteredBy: z.string(),
      rows: z.array(
        z.object({
          /** Null for all systems together. */
          system: z.string().nullable(),
          /** A criterion, or overall: the means over both. */
          measure: z.string(),
          units: CountSchema,
          clusters: CountSchema,
          pearson: JudgeFigureSchema,
          spearman: JudgeFigureSchema,
        }),
      ),
    }),
  ),
});
export type MetaEvaluation = z.infer<typeof MetaEvaluationSchema>;
