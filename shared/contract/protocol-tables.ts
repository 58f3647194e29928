import { z } from 'zod';
import { MetaQuestionSchema } from './protocol-meta.ts';

/** Tables of IQA-EVAL that can be laid out with runs of one's own. */
export const iqaTables = [
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '10',
  '12',
  '13',
  '14',
  '15',
  '16',
  '17',
] as const;
export const IqaTableIdSchema = z.enum(iqaTables);
export type IqaTableId = z.infer<typeof IqaTableIdSchema>;

export const IqaTableQuestionSchema = MetaQuestionSchema.extend({
  table: IqaTableIdSchema,
  /** Table 15: the items of pure experts, say, by a field of the data; adds rows of them alone. */
  subset: z.object({ field: z.string().min(1).max(200), value: z.string() }).optional(),
});

export const IqaTableSchema = z.object({
  table: IqaTableIdSchema,
  title: z.string(),
  /** Group is the measure; name the system, ρ, or the measure again. */
  columns: z.array(z.object({ group: z.string(), name: z.string() })),
  rows: z.array(
    z.object({
      label: z.string(),
      cells: z.array(
        z.object({
          /** Null where it is not known or not estimable. */
          value: z.number().nullable(),
          /** Standard deviation between the means of repetitions; null without two. */
          deviation: z.number().nullable(),
        }),
      ),
    }),
  ),
  notes: z.array(z.string()),
});
export type IqaTable = z.infer<typeof IqaTableSchema>;
