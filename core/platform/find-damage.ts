import { z } from 'zod';
import { type Fits, findDamageIn, type StoredShapes } from '../../db/soundness.ts';
import type { ReadableDb } from '../../db/types.ts';
import { ImportFormatSchema, TurnSchema } from '../../shared/contract/data.ts';
import { LabelFormSchema } from '../../shared/contract/form.ts';
import { MeasureSchema, PresetSchema, SurrogateSpecSchema } from '../../shared/contract/study.ts';

const anything = z.unknown();

/** Columns that hold JSON, with its shape where Assay computes with it. */
const json: Record<string, Record<string, z.ZodType>> = {
  item: {
    conversation: z.array(TurnSchema),
    reference_answers: z.array(z.array(z.string())),
    meta: anything,
  },
  response: { token_log_probabilities: z.array(z.number()) },
  human_score: { votes: z.array(z.number()) },
  study: {
    measure: MeasureSchema,
    surrogate: SurrogateSpecSchema,
    pool_summary: z.record(z.string(), z.number().nullable()),
    reference_evaluation: anything,
    form: LabelFormSchema,
    fields: z.array(z.object({ id: z.string() }).loose()),
  },
  job: {
    result: anything,
    error: z.object({ code: z.string(), message: z.string(), details: z.object({}).loose() }),
  },
  audit: { details: anything },
  label: { answers: anything },
  label_field: { value: anything },
  adjudication: { answers: anything },
  endpoint: { settings: z.object({}).loose() },
  prompt: { text: z.object({}).loose() },
  judge: { settings: z.object({}).loose() },
  llm_call: { request: anything },
  llm_run: { settings: z.object({}).loose(), progress: z.object({}).loose() },
  lab_run: { request: anything, populations: anything, methods: anything, rows: anything },
  protocol_run: { model: anything, settings: anything, scores: anything, progress: anything },
  protocol_conversation: { item_ids: anything, variant: anything, outcome: anything },
  protocol_turn: { content: anything },
  persona: { text: anything },
};

const words: Record<string, Record<string, z.ZodType>> = {
  study: {
    preset: PresetSchema,
    direction: z.enum(['higher', 'lower']),
    batch_ref: z.string().regex(/^[\w-]+$/),
  },
  dataset: { format: ImportFormatSchema },
};

const isJsonOf =
  (shape: z.ZodType): Fits =>
  (value) => {
    try {
      return shape.safeParse(JSON.parse(String(value))).success;
    } catch {
      return false;
    }
  };
const isOf =
  (shape: z.ZodType): Fits =>
  (value) =>
    shape.safeParse(value).success;

const map = (columns: Record<string, z.ZodType>, fits: (shape: z.ZodType) => Fits) =>
  Object.fromEntries(Object.entries(columns).map(([column, shape]) => [column, fits(shape)]));

const shapes: StoredShapes = Object.fromEntries(
  [...new Set([...Object.keys(json), ...Object.keys(words)])].map((table) => [
    table,
    { ...map(json[table] ?? {}, isJsonOf), ...map(words[table] ?? {}, isOf) },
  ]),
);

/** What is damaged in a project, in words; null when nothing can be told. It reads the whole file. */
export const findDamage = (db: ReadableDb): string | null => findDamageIn(db, shapes);
