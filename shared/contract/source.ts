import { z } from 'zod';
import { procedure, StatedScaleSchema } from './base.ts';
import { PresetSchema, StudySchema } from './study.ts';

const Column = z.string().min(1).max(1000);

/** Where a pool lies that is not imported, and what its columns mean. */
export const SourceQuestionSchema = z.object({
  /** Files or folders of Parquet, CSV or JSON lines. */
  paths: z.array(z.string().min(1)).min(1).max(1000),
  /** The column that names a row; every row has another name. */
  id: Column,
  /** The score that guides the draw, with its range; null for none. */
  score: z.object({ column: Column, scale: StatedScaleSchema }).nullable(),
  /** What the user said, if a column holds it. */
  question: Column.nullable(),
  /** The system, and the column of what it said. */
  response: z.object({ system: z.string().min(1).max(1000), column: Column }),
  /** SQL that a row has to fulfil. */
  where: z.string().max(10_000).nullable(),
});
export type SourceQuestion = z.infer<typeof SourceQuestionSchema>;

const SourceLookSchema = SourceQuestionSchema.partial().required({ paths: true });
export type SourceLook = z.infer<typeof SourceLookSchema>;

const SourceCheckSchema = z.object({
  engine: z.string(),
  files: z.number().int(),
  bytes: z.number(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  /** Null where no column was named to count by. */
  rows: z.number().int().nullable(),
  missingScores: z.number().int().nullable(),
  /** Ids that stand twice among those whose hash lies in the first 1/256. */
  repeatedIds: z.number().int().nullable(),
  seconds: z.number(),
});
export type SourceCheck = z.infer<typeof SourceCheckSchema>;

export const sourceContract = {
  /** Looks at the files: their columns and, where id and response are named, what a draw would meet. */
  check: procedure.input(SourceLookSchema).output(SourceCheckSchema),
  /** Draws a study from rows that stay where they are; only those that people may label come into the project. */
  createStudy: procedure
    .input(
      z.object({
        source: SourceQuestionSchema,
        criterion: z.object({ name: z.string().min(1).max(200), scale: StatedScaleSchema }),
        preset: PresetSchema.extract(['calibrated-hardness', 'uniform']).default('calibrated-hardness'),
        seed: z.number().int().min(0).max(0xffff_ffff).optional(),
        alpha: z.number().gt(0).lt(1).default(0.05),
        size: z.number().int().min(1),
        /** Rows of the order that are taken along, so that all that may ever be labeled is here. */
        ahead: z.number().int().min(1).max(200_000).default(5000),
        name: z.string().max(200).optional(),
      }),
    )
    .output(StudySchema),
};
