import { z } from 'zod';
import { columnTypeIds } from '../column-types.ts';

export const ColumnTypeSchema = z.enum(columnTypeIds);

/**
 * Which column of a table, or path of a JSON record (`answer.text`, `scores[0].value`), holds what. `question` is the last user turn;
 * `conversation` may hold JSON turns.
 */
export const ColumnMappingSchema = z.strictObject({
  /** Without it a row is an item, named by its line. */
  id: z.string().optional(),
  question: z.string().optional(),
  conversation: z.string().optional(),
  /** Columns of one turn each, said before the reply, in their order: the user first, then in turn with the assistant. */
  turns: z.array(z.string()).max(100).optional(),
  context: z.string().optional(),
  /** Columns of pictures or recordings that belong to the question: their bytes, or names of files beside the imported one. */
  pictures: z.array(z.string()).max(20).optional(),
  group: z.string().optional(),
  /**
   * Columns of a long table, of which several rows are one item: the system that a row's response and scores are of, who scored,
   * (`rater` for people, `judgedBy` for machines), and the criterion or metric that was scored. What responses and scores say of their
   * system, their judge or their criterion, is then not used. A model that is named as a `rater` is a judge.
   */
  system: z.string().optional(),
  rater: z.string().optional(),
  judgedBy: z.string().optional(),
  criterion: z.string().optional(),
  /**
   * Columns of a table with one turn of a dialogue a row: who speaks, what is said, and its place (a number or a time). `group`, else
   * `id`, names the dialogue. With `turn` alone a row is a question with its reply, and the rows before it are shown with it.
   */
  speaker: z.string().optional(),
  text: z.string().optional(),
  turn: z.string().optional(),
  references: z.array(z.string()).default([]),
  responses: z.array(z.object({ column: z.string(), system: z.string().min(1) })).default([]),
  human: z
    .array(z.object({ column: z.string(), system: z.string().min(1), criterion: z.string().min(1) }))
    .default([]),
  signals: z
    .array(
      z.object({
        column: z.string(),
        system: z.string().min(1),
        kind: z.enum(['judge', 'auto']),
        name: z.string().min(1),
        criterion: z.string().optional(),
      }),
    )
    .default([]),
  /** How the values of a column are written, where that was chosen: `{"rating": "comma", "asked_on": "day-first"}`. */
  types: z.record(z.string(), ColumnTypeSchema).optional(),
  /** Texts of a column that say that there is no value, beside `n/a`, `none` and `-`: `{"rating": ["-1"]}`. */
  missing: z.record(z.string(), z.array(z.string())).optional(),
  /** Whether numbers of columns without a type are written with a comma: 4,5 is four and a half. */
  decimalComma: z.boolean().optional(),
  /** What the words in a column of scores are worth: `{"verdict": {"good": 1, "partly": 0.5, "bad": 0}}`. */
  classes: z.record(z.string(), z.record(z.string(), z.number())).optional(),
  /** Questions, scorers or columns of scores that are left out. */
  leaveOut: z.array(z.string()).optional(),
  /**
   * Of what a file has several times, as a task of Label Studio or a row with one question and reply: the first or the last holds,
   * or one with the votes of all, or each is an item of its own.
   */
  repeats: z.enum(['first', 'last', 'votes', 'items']).optional(),
  /** Whose the choices between two replies are, in a file that names nobody who chose; of `neither` they are left out. */
  choices: z.enum(['people', 'machine', 'neither']).optional(),
  /** Set for a table whose cells are never quoted: a quote is a letter like any other. */
  quotes: z.literal('letters').optional(),
  /** Whether the first line of a table names its columns; by default its cells say so. Without names they are `column 1`, `column 2`. */
  header: z.enum(['names', 'none']).optional(),
  /** Of replies that begin with a model's reasoning: it becomes a field of the item, or the reply stays whole. */
  reasoning: z.enum(['apart', 'whole']).optional(),
  /** Columns of what somebody found earlier: names of failure modes, or notes. Nobody drew these items for it: no share counts them. */
  found: z
    .array(z.object({ column: z.string(), kind: z.enum(['mode', 'note']) }))
    .max(50)
    .optional(),
  /** Labels by item id: one row is one person's value for one item. */
  label: z
    .object({
      item: z.string(),
      value: z.string(),
      annotator: z.string().optional(),
      system: z.string().optional(),
      criterion: z.string().optional(),
    })
    .optional(),
});
export type ColumnMapping = z.infer<typeof ColumnMappingSchema>;
