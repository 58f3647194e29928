import { z } from 'zod';
import { ErrorLevel, Id, procedure, Seed, StatedScaleSchema } from './base.ts';
import { ColumnMappingSchema } from './column-mapping.ts';
import { PresetSchema, StudySchema } from './study.ts';

const PasswordEnv = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/);
const Column = z.string().min(1).max(1000);

/** Where a pool lies that is not imported, and what its columns mean. */
export const SourceQuestionSchema = z.object({
  /** Files or folders of Parquet, CSV or JSON lines; or the address of one server; or the name of a source of the project. */
  paths: z.array(z.string().min(1)).min(1).max(1000),
  /** At a server, DATABASE.TABLE or SCHEMA.TABLE. */
  table: z.string().min(1).max(300).nullable().default(null),
  /** The environment variable that holds the password of a server. */
  passwordEnv: PasswordEnv.nullable().default(null),
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

const SourceDesign = PresetSchema.extract(['calibrated-hardness', 'uniform']).default('calibrated-hardness');
/** Rows of the order that are taken along, so that all that may ever be labeled is here. */
export const Ahead = z.number().int().min(1).max(200_000).default(5000);

const SourceLookSchema = SourceQuestionSchema.partial()
  .required({ paths: true })
  .extend({
    /** Of the draw that is thought of: its rows are hashed by it, and the fingerprint is the one that the study will have. */
    seed: z.number().int().min(0).max(0xffff_ffff).default(0),
    preset: SourceDesign,
  });
export type SourceLook = z.infer<typeof SourceLookSchema>;

/** A pool as one pass found it. Scores are on the scale that was stated for them. */
const PoolLookSchema = z.object({
  /** Rows by their score, in steps of a twentieth of the scale, the lowest first; none without a score. */
  bins: z.array(z.object({ from: z.number(), to: z.number(), count: z.number().int() })),
  /** Mean score, to one of 16,385 levels each; null without a score. */
  mean: z.number().nullable(),
  fingerprint: z.string(),
  /** Rows that a draw has the engine hand over for each that is taken along, while those are few; `leavingRows` tells of any number. */
  leavingPerRow: z.number(),
});

const SourceCheckSchema = z.object({
  engine: z.string(),
  version: z.string(),
  /** Whether the user could do more than read. */
  mayWrite: z.boolean(),
  isEncrypted: z.boolean(),
  /** At a server none. */
  files: z.number().int(),
  bytes: z.number(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  /** The first three rows, cut to a few hundred signs a cell; null for what is empty. None where the engine shows none. */
  firstRows: z.array(z.array(z.string().nullable())),
  /** What the columns may hold, by their names and first rows. */
  mapping: ColumnMappingSchema,
  /** What is to know of the first rows before a draw, each a paragraph. */
  notes: z.array(z.string()),
  /** Null where no column was named to count by. */
  rows: z.number().int().nullable(),
  missingScores: z.number().int().nullable(),
  /** Ids that stand twice among those whose hash lies in the first 1/256. */
  repeatedIds: z.number().int().nullable(),
  /** Null where no column was named to count by. */
  pool: PoolLookSchema.nullable(),
  /** What one pass over all rows took. */
  seconds: z.number(),
  /** What a draw will take, about: as many passes as this engine needs. */
  drawSeconds: z.number(),
});
export type SourceCheck = z.infer<typeof SourceCheckSchema>;

/** Seconds that one query may take at a server. */
const Timeout = z.number().int().min(1).max(604_800).optional();

/** A place that a project has by a name; never a password. */
export const NamedSourceSchema = z.object({
  name: z.string().regex(/^[\p{L}\p{N}_][\p{L}\p{N}_-]{0,99}$/u),
  paths: z.array(z.string()).min(1).max(1000),
  table: z.string().nullable(),
  passwordEnv: z.string().nullable(),
  addedAt: z.string(),
});
export type NamedSource = z.infer<typeof NamedSourceSchema>;

const PrintedSchema = z.object({
  dialect: z.enum(['bigquery', 'databricks', 'snowflake', 'spark', 'trino', 'clickhouse', 'postgres']),
  source: SourceQuestionSchema.omit({ paths: true, passwordEnv: true })
    .required({ table: true })
    .extend({
      table: z.string().min(1).max(300),
    }),
  seed: z.number().int().min(0).max(0xffff_ffff),
  preset: SourceDesign,
  ahead: Ahead,
});

const PrintedQueriesSchema = z.object({
  /** Every level with its rows. */
  histogram: z.string(),
  /** The rows to take; null before the answer to the first is there, with which their number is known. */
  rows: z.string().nullable(),
  items: z.number().int().nullable(),
});
export type PrintedQueries = z.infer<typeof PrintedQueriesSchema>;

/** A data set that is a uniform part of a larger pool. */
export const FirstPhaseSchema = z.object({
  datasetId: Id,
  dataset: z.string(),
  /** Rows of the whole pool, and of the part. */
  populationSize: z.number().int(),
  items: z.number().int(),
  seed: z.number().int(),
});
export type FirstPhase = z.infer<typeof FirstPhaseSchema>;

/** What a first phase was taken from. */
export const FirstPhaseOriginSchema = z.union([
  z.object({ dataset: z.string(), contentHash: z.string(), system: z.string() }),
  z.object({ source: SourceQuestionSchema, engine: z.string(), fingerprint: z.string() }),
]);

const NewFirstPhaseSchema = z.object({
  /** Items of a data set that a system answered, or rows of a source; a score of the source does not come along. */
  from: z.union([
    z.object({ datasetId: Id, system: z.string().min(1) }),
    z.object({ source: SourceQuestionSchema, timeout: Timeout }),
  ]),
  /** At least 10,000 of a larger pool. */
  rows: z.number().int().min(1).max(200_000),
  seed: Seed,
  name: z.string().max(200).optional(),
});
export type NewFirstPhase = z.infer<typeof NewFirstPhaseSchema>;

/** What people rate of a source. */
export const RatedName = z.string().min(1).max(200);
const CriterionSchema = z.object({ name: RatedName, scale: StatedScaleSchema });

export const sourceContract = {
  /** Looks at the files: their columns and, where id and response are named, what a draw would meet. */
  check: procedure.input(SourceLookSchema.extend({ timeout: Timeout })).output(SourceCheckSchema),
  /** Draws a study from rows that stay where they are; only those that people may label come into the project. */
  createStudy: procedure
    .input(
      z.object({
        source: SourceQuestionSchema,
        criterion: CriterionSchema,
        preset: SourceDesign,
        seed: Seed,
        alpha: ErrorLevel,
        size: z.number().int().min(1),
        ahead: Ahead,
        name: z.string().max(200).optional(),
        timeout: Timeout,
      }),
    )
    .output(StudySchema),
  /** The queries of a draw in the SQL of an engine, for somebody to run. */
  sql: procedure
    .input(PrintedSchema.extend({ histogram: z.string().min(1).optional() }))
    .output(PrintedQueriesSchema),
  /** Draws a study from what those queries gave: files of CSV, Parquet or JSON lines. */
  take: procedure
    .input(
      PrintedSchema.extend({
        criterion: CriterionSchema,
        histogram: z.string().min(1),
        rows: z.string().min(1),
        alpha: ErrorLevel,
        size: z.number().int().min(1),
        name: z.string().max(200).optional(),
      }),
    )
    .output(StudySchema),
  /** Takes more rows of a study's order along; refused where the source is not what the study was drawn from. */
  takeMore: procedure
    .input(z.object({ studyId: Id, ahead: z.number().int().min(1).max(200_000) }))
    .output(StudySchema),
  /**
   * Takes a uniform part of a pool that is too large to be judged whole, as a data set of its own: its studies speak of the
   * part and, a little wider, of the whole. A smaller pool is taken whole.
   */
  firstPhase: procedure.input(NewFirstPhaseSchema).output(FirstPhaseSchema),
  /**
   * What such a part costs at the usual error level: `alpha` is what the step to the whole takes of it, `halfWidth` how much wider
   * the interval of the whole is to either side, as a share of the scale; 0 for both where the part is the whole.
   */
  firstPhaseCost: procedure
    .input(z.object({ populationSize: z.number().int().min(1), rows: z.number().int().min(1) }))
    .output(z.object({ alpha: z.number(), halfWidth: z.number() })),
  /** Keeps a place under a name. Whoever names a variable agrees to its being sent there, on this computer. */
  add: procedure
    .input(
      SourceQuestionSchema.pick({ paths: true, table: true, passwordEnv: true }).extend({
        name: NamedSourceSchema.shape.name,
      }),
    )
    .output(NamedSourceSchema),
  list: procedure.input(z.object({})).output(z.array(NamedSourceSchema)),
  /**
   * The password of the user at a server, kept in memory until Assay ends; an empty one forgets it. It is used where no
   * variable is named. Gives the name that it has in a keychain.
   */
  typePassword: procedure
    .input(z.object({ place: z.string().min(1), password: z.string().max(10_000) }))
    .output(z.object({ secretName: z.string() })),
  remove: procedure.input(NamedSourceSchema.pick({ name: true })).output(z.object({})),
};
