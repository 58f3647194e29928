import { z } from 'zod';
import { formatIds, type ImportFormat } from '../import-formats.ts';
import {
  Id,
  ImportProblemSchema,
  Instant,
  Nothing,
  Path,
  ProblemCauseSchema,
  procedure,
  ScaleSchema,
  StatedScaleSchema,
} from './base.ts';
import { StudyOptionsSchema } from './study.ts';

export const ImportFormatSchema = z.enum(formatIds);
export type { ImportFormat };

/** Which column of a table holds what. `question` is the last user turn; `conversation` may hold JSON turns. */
export const ColumnMappingSchema = z.object({
  id: z.string().optional(),
  question: z.string().optional(),
  conversation: z.string().optional(),
  context: z.string().optional(),
  group: z.string().optional(),
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
  /** Whether numbers are written with a comma: 4,5 is four and a half. */
  decimalComma: z.boolean().optional(),
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

const ScaleDeclarationSchema = z.object({
  kind: z.enum(['criterion', 'judge', 'auto']),
  name: z.string(),
  criterion: z.string().optional(),
  scale: StatedScaleSchema,
});
export type ScaleDeclaration = z.infer<typeof ScaleDeclarationSchema>;

/** A human criterion of a data set, with the range that was declared or else observed. */
const CriterionSchema = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(['rating', 'binary', 'answer']),
  scale: ScaleSchema,
  declared: z.boolean(),
  integer: z.boolean(),
  /** Imported human evaluations: items with a value, by system. */
  coverage: z.array(z.object({ system: z.string(), items: z.number().int(), mean: z.number() })),
});
export type Criterion = z.infer<typeof CriterionSchema>;

/** A machine score known per item: a judge's score for a criterion, or an automatic metric. */
const SignalSchema = z.object({
  id: Id,
  kind: z.enum(['judge', 'auto']),
  name: z.string(),
  criterion: z.string().nullable(),
  scale: ScaleSchema,
  declared: z.boolean(),
  coverage: z.array(z.object({ system: z.string(), items: z.number().int(), mean: z.number() })),
});
export type Signal = z.infer<typeof SignalSchema>;

const DatasetSchema = z.object({
  id: Id,
  name: z.string(),
  sourceFile: z.string(),
  format: ImportFormatSchema,
  itemCount: z.number().int(),
  importedAt: Instant,
  systems: z.array(z.object({ name: z.string(), items: z.number().int() })),
  itemsWithContext: z.number().int(),
  itemsWithReferences: z.number().int(),
  groupCount: z.number().int(),
});
export type Dataset = z.infer<typeof DatasetSchema>;

export const DatasetDetailSchema = DatasetSchema.extend({
  criteria: z.array(CriterionSchema),
  signals: z.array(SignalSchema),
});
export type DatasetDetail = z.infer<typeof DatasetDetailSchema>;

export const TurnSchema = z.object({ role: z.string(), content: z.string() });
export type Turn = z.infer<typeof TurnSchema>;

export const ImportPreviewSchema = z.object({
  path: Path,
  fileName: z.string(),
  sizeBytes: z.number(),
  format: ImportFormatSchema,
  /** Why this format was chosen, in words. */
  formatReason: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  mapping: ColumnMappingSchema.nullable(),
  items: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      systems: z.array(z.string()),
      hasContext: z.boolean(),
      referenceCount: z.number().int(),
    }),
  ),
  systems: z.array(z.string()),
  /** Observed in the lines read for the preview; the import observes the whole file. */
  scales: z.array(ScaleDeclarationSchema.extend({ observed: z.boolean() })),
  linesRead: z.number().int(),
  wholeFileRead: z.boolean(),
  problems: z.array(ImportProblemSchema),
  problemCount: z.number().int(),
  /** The same faults by their causes, the most frequent first. */
  causes: z.array(ProblemCauseSchema),
  /** The first items as they will be read; long texts are cut. */
  looks: z.array(
    z.object({
      id: z.string(),
      conversation: z.array(TurnSchema),
      context: z.string().nullable(),
      /** No texts where the conversation itself is what is judged. */
      replies: z.array(z.object({ system: z.string(), texts: z.array(z.string()) })),
    }),
  ),
  /** Items of the whole file: counted where it was read to its end, else reckoned from what was read. */
  itemCount: z.number().int(),
  /** What studies could be made of the file, as far as it was read; null for a file of labels. */
  options: StudyOptionsSchema.nullable(),
});
export type ImportPreview = z.infer<typeof ImportPreviewSchema>;

export const ImportResultSchema = z.object({
  datasetId: Id.nullable(),
  datasetName: z.string(),
  items: z.number().int(),
  responses: z.number().int(),
  humanScores: z.number().int(),
  machineScores: z.number().int(),
  labels: z.number().int(),
  /** True when the very same content was there already and nothing was changed. */
  unchanged: z.boolean(),
  /** Scores of a data set that was there already whose range was declared anew. */
  redeclared: z.array(z.string()).optional(),
  warnings: z.array(z.string()),
});
export type ImportResult = z.infer<typeof ImportResultSchema>;

/** What an import is told; what is left open is found out. */
export const StartImportSchema = z.object({
  path: Path,
  datasetName: z.string().min(1).max(200).optional(),
  format: ImportFormatSchema.optional(),
  mapping: ColumnMappingSchema.optional(),
  scales: z.array(ScaleDeclarationSchema).default([]),
  /** For label files: the study whose items are labeled. */
  studyId: Id.optional(),
  /** Whose labels they are where the file does not say; the present annotator's where nobody is named. */
  annotatorId: Id.optional(),
});

export const importContract = {
  preview: procedure
    .input(
      z.object({
        path: Path,
        format: ImportFormatSchema.optional(),
        mapping: ColumnMappingSchema.optional(),
      }),
    )
    .output(ImportPreviewSchema),
  /** Starts the import as a job; its result is an `ImportResult`. */
  start: procedure.input(StartImportSchema).output(z.object({ jobId: Id })),
};

export const datasetContract = {
  list: procedure.input(Nothing).output(z.array(DatasetSchema)),
  get: procedure.input(z.object({ datasetId: Id })).output(DatasetDetailSchema),
  rename: procedure
    .input(z.object({ datasetId: Id, name: z.string().min(1).max(200) }))
    .output(DatasetSchema),
  /** Removes a data set that no study uses (`CONFLICT` otherwise). */
  remove: procedure.input(z.object({ datasetId: Id })).output(Nothing),
  /** Declares range and direction of a criterion or signal; refused where values lie outside. */
  declareScale: procedure
    .input(z.object({ datasetId: Id }).extend(ScaleDeclarationSchema.shape))
    .output(DatasetDetailSchema),
};

const ItemBriefSchema = z.object({
  id: Id,
  externalId: z.string(),
  group: z.string().nullable(),
  question: z.string(),
  systems: z.array(z.string()),
  turnCount: z.number().int(),
  hasContext: z.boolean(),
  hasReferences: z.boolean(),
});
export type ItemBrief = z.infer<typeof ItemBriefSchema>;

export const ItemDetailSchema = z.object({
  id: Id,
  externalId: z.string(),
  group: z.string().nullable(),
  conversation: z.array(TurnSchema),
  context: z.string().nullable(),
  /** One list of acceptable answers per system turn. */
  references: z.array(z.array(z.string())),
  responses: z.array(z.object({ system: z.string(), turns: z.array(z.string()) })),
  human: z.array(
    z.object({ system: z.string(), criterion: z.string(), votes: z.array(z.number()), mean: z.number() }),
  ),
  signals: z.array(
    z.object({
      system: z.string(),
      kind: z.enum(['judge', 'auto']),
      name: z.string(),
      criterion: z.string().nullable(),
      value: z.number(),
    }),
  ),
  meta: z.string().nullable(),
});
export type ItemDetail = z.infer<typeof ItemDetailSchema>;

export const itemContract = {
  /** A window of a data set's items in file order; `search` matches words of conversation, passage, responses. */
  list: procedure
    .input(
      z.object({
        datasetId: Id,
        search: z.string().max(500).default(''),
        system: z.string().optional(),
        group: z.string().optional(),
        offset: z.number().int().nonnegative().default(0),
        limit: z.number().int().min(1).max(500).default(100),
      }),
    )
    .output(z.object({ total: z.number().int(), items: z.array(ItemBriefSchema) })),
  get: procedure.input(z.object({ itemId: Id })).output(ItemDetailSchema),
};
