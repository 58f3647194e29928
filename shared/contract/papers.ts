import { z } from 'zod';
import { procedure } from './base.ts';
import { CountSchema, ShareSchema } from './protocol-quantities.ts';

/** How one printed figure stands to what follows from other printed figures, or from the data. */
const PaperFigureSchema = z.object({
  paper: z.string(),
  table: z.string(),
  figure: z.string(),
  printed: z.string(),
  recomputed: z.string(),
  verdict: z.enum(['agrees', 'differs', 'not-checked']),
  note: z.string(),
});
export type PaperFigure = z.infer<typeof PaperFigureSchema>;

const DetectionQualitySchema = z.object({
  turns: CountSchema,
  invalid: CountSchema,
  precision: ShareSchema,
  recall: ShareSchema,
  paperPrecision: z.number(),
  paperRecall: z.number(),
});

export const paperContract = {
  /** Recomputes what the printed tables allow; with a file of HALIE quizzes also the human row of IQA-EVAL. */
  check: procedure.input(z.object({ halieFolder: z.string().optional() })).output(
    z.object({
      figures: z.array(PaperFigureSchema),
      agree: CountSchema,
      differ: CountSchema,
      notChecked: CountSchema,
      detection: DetectionQualitySchema,
    }),
  ),
};
