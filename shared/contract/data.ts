import { z } from 'zod';
import { formatIds, type ImportFormat } from '../import-formats.ts';
import { mediaKinds } from '../picture-words.ts';
import { textEncodingIds } from '../text-encodings.ts';
import {
  Id,
  ImportProblemSchema,
  Instant,
  Nothing,
  numberCall,
  Path,
  ProblemCauseSchema,
  procedure,
  RecordName,
  ScaleSchema,
  StatedScaleSchema,
  Version,
} from './base.ts';
import { ColumnMappingSchema, ColumnTypeSchema } from './column-mapping.ts';
import { StudyOptionsSchema } from './study.ts';

export const ImportFormatSchema = z.enum(formatIds);
export type { ImportFormat };

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
  /** The criterion of people that it scores: its own, or the one that a person said is the same. */
  measures: z.string().nullable(),
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
  /** The larger pool that it is a uniform part of, with the seed of that; null of a pool of its own. */
  firstPhase: z.object({ populationSize: z.number().int(), seed: z.number().int() }).nullable().default(null),
});
export type Dataset = z.infer<typeof DatasetSchema>;

export const DatasetDetailSchema = DatasetSchema.extend({
  criteria: z.array(CriterionSchema),
  signals: z.array(SignalSchema),
  /** Human scores that only an agent claims to be people's: no number counts them until a person confirms. */
  claimed: z.number().int().default(0),
  /** Of its name and its scales. */
  version: Version,
});
export type DatasetDetail = z.infer<typeof DatasetDetailSchema>;

/** What a run recorded of one step beside its texts. */
const StepFactsSchema = z.object({
  durationMs: z.number().nonnegative().optional(),
  costUsd: z.number().nonnegative().optional(),
  /** Steps that it lies inside of. */
  depth: z.number().int().positive().optional(),
});
export type StepFacts = z.infer<typeof StepFactsSchema>;

export const TurnSchema = z.object({
  role: z.string(),
  content: z.string(),
  step: StepFactsSchema.optional(),
});
export type Turn = z.infer<typeof TurnSchema>;

/** What became of several files that are imported together: one system each, their items matched by id, else by prompt. */
const FilesTogetherSchema = z.object({
  files: z.array(
    z.object({
      path: Path,
      /** The sheet of a workbook, of which several are read. */
      sheet: z.string().optional(),
      fileName: z.string(),
      systems: z.array(z.string()),
      items: z.number().int(),
      /** Items that were known by their id, and by their prompt alone. */
      byId: z.number().int(),
      byPrompt: z.number().int(),
      /** Items that no file before it has. */
      added: z.number().int(),
      /** Of those, items whose id is known with another prompt; they stand by themselves under an id of their own. */
      otherPrompt: z.number().int(),
      replies: z.number().int(),
      scores: z.number().int(),
      /** The file before it that it equals byte by byte, so that nothing of it is read; null for any other. */
      sameAs: z.string().nullable(),
    }),
  ),
  /** How many items which systems answered, the most frequent first. */
  patterns: z.array(z.object({ systems: z.array(z.string()), items: z.number().int() })),
});
export type FilesTogether = z.infer<typeof FilesTogetherSchema>;

/**
 * A picture that came with the data, or a smaller form of it in a file that is handed out. Sides are in points. A recording likewise, whose
 * sides are 0.
 */
export const StoredPictureSchema = z.object({
  media: z.enum(mediaKinds),
  width: z.number().int(),
  height: z.number().int(),
  base64: z.string(),
});
export type StoredPicture = z.infer<typeof StoredPictureSchema>;

export const ImportPreviewSchema = z.object({
  path: Path,
  fileName: z.string(),
  sizeBytes: z.number(),
  format: ImportFormatSchema,
  /** The sheets of a workbook that have anything in them, the one that is shown first. */
  sheets: z.array(z.string()).default([]),
  /** Why this format was chosen, in words. */
  formatReason: z.string(),
  /** Further formats that know the file just as well; a person has to say which it is. */
  rivals: z.array(ImportFormatSchema),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  mapping: ColumnMappingSchema.nullable(),
  /**
   * How columns of scores, and others whose type was said, are read, with values that are not read as they stand: empty where they are
   * no value, null where they cannot be read so.
   */
  readings: z.array(
    z.object({
      column: z.string(),
      type: ColumnTypeSchema,
      examples: z.array(z.object({ text: z.string(), value: z.string().nullable() })),
    }),
  ),
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
  scales: z.array(
    ScaleDeclarationSchema.extend({
      observed: z.boolean(),
      /** The one value that all have so far, which says nothing of the range. */
      constant: z.number().optional(),
    }),
  ),
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
      /** Its scores, each with who gave it in words. */
      scores: z.array(
        z.object({ system: z.string(), name: z.string(), values: z.array(z.number()), by: z.string() }),
      ),
    }),
  ),
  /** Pictures and recordings of the first items by the hash that texts name them by, where they were asked for; not large ones. */
  pictures: z.record(z.string(), StoredPictureSchema).default({}),
  /** What of the part that was read has no place in an item, by what it is called. */
  leftBehind: z.array(z.object({ what: z.string(), count: z.number().int() })),
  /** What was made of something unexpected, and how often. */
  remarks: z.array(z.object({ what: z.string(), count: z.number().int() })),
  /** Columns, or questions of an annotation tool, that may hold what somebody found earlier, and those that were taken for that. */
  found: z
    .array(z.object({ column: z.string(), kind: z.enum(['mode', 'note']), isTaken: z.boolean() }))
    .default([]),
  /** Items of the whole file: counted where it was read to its end, else reckoned from what was read. */
  itemCount: z.number().int(),
  /** What studies could be made of the file, as far as it was read; null for a file of labels. */
  options: StudyOptionsSchema.nullable(),
  /** Of several files, which are read whole. */
  together: FilesTogetherSchema.optional(),
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
  /** Of a file that was added to a data set; the counts above are of what is new. */
  appended: z
    .object({
      /** Items that were there already. */
      matched: z.number().int(),
      /** Human scores that got further votes, and scores that were there, the same. */
      joined: z.number().int(),
      same: z.number().int(),
      /** New to the data set. */
      systems: z.array(z.string()),
      scores: z.array(z.string()),
      /** Studies that stay on the pool they were drawn from. */
      studies: z.array(z.string()),
    })
    .optional(),
  /** Of several files, or of one whose items were matched with those of the data set. */
  together: FilesTogetherSchema.optional(),
  /** What was taken for what: the first item with its scores and who gave them, systems, criteria with their range. */
  took: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  warnings: z.array(z.string()),
});
export type ImportResult = z.infer<typeof ImportResultSchema>;

/** How a file is opened, where that was chosen. */
const OpeningSchema = z.object({
  /** The encoding of its text; guessed where it is not UTF-8. */
  encoding: z.enum(textEncodingIds).optional(),
  /** The sheet of a workbook; the first that has anything in it by default. */
  sheet: z.string().optional(),
});

const AppendToSchema = z.object({
  datasetId: Id,
  /** Human scores of items that are there are votes of further raters, not the same ones again. */
  furtherRaters: z.boolean().default(false),
  /** Reads all and keeps nothing. */
  isTrial: z.boolean().default(false),
});

export const SystemName = z.string().trim().min(1).max(200);
const mostFiles = 200;

/** Further files with replies to the same prompts. */
const OthersSchema = z
  .array(
    z.object({
      path: Path,
      ...OpeningSchema.shape,
      format: ImportFormatSchema.optional(),
      mapping: ColumnMappingSchema.optional(),
      system: SystemName.optional(),
    }),
  )
  .max(mostFiles - 1)
  .optional();

/** What an import is told; what is left open is found out. */
export const StartImportSchema = z.object({
  path: Path,
  /** What the one system of the file is called, whatever the file says; of several files each is called as its file by default. */
  system: SystemName.optional(),
  /** Files that are imported with it, all of them or none. */
  others: OthersSchema,
  datasetName: RecordName.optional(),
  ...OpeningSchema.shape,
  format: ImportFormatSchema.optional(),
  mapping: ColumnMappingSchema.optional(),
  scales: z.array(ScaleDeclarationSchema).default([]),
  /** For label files: the study whose items are labeled. */
  studyId: Id.optional(),
  /** Of a pair: the labels are of all pairs of its ranking, each of the pair that it names. */
  wholeRanking: z.boolean().optional(),
  /** Adds the file to a data set. */
  append: AppendToSchema.optional(),
  /** Whose labels they are where the file does not say; the present annotator's where nobody is named. */
  annotatorId: Id.optional(),
  /** Whether an agent brings the file: its human scores count as claimed until a person confirms them. */
  claimed: z.boolean().optional(),
});

export const importContract = {
  preview: procedure
    .input(
      z.object({
        path: Path,
        ...OpeningSchema.shape,
        format: ImportFormatSchema.optional(),
        mapping: ColumnMappingSchema.optional(),
        system: SystemName.optional(),
        others: OthersSchema,
        /** The data set that the file is to be added to. */
        appendTo: Id.optional(),
        /** Whether pictures of the first items are wanted, too. */
        pictures: z.boolean().optional(),
      }),
    )
    .output(ImportPreviewSchema),
  /** Starts the import as a job; its result is an `ImportResult`. */
  start: procedure.input(StartImportSchema).output(z.object({ jobId: Id })),
  /** What a file would add to a data set, or every line that does not fit it. Nothing is kept. */
  tryAppend: procedure.input(StartImportSchema.extend({ append: AppendToSchema })).output(ImportResultSchema),
};

/** The SHA-256 of the bytes of a picture or recording, by which texts name it: `![name](assay:picture/SHA256)`. */
export const PictureHash = z.string().regex(/^[0-9a-f]{64}$/);
/** Who says that people gave scores. */
export const ConfirmerName = z.string().min(1).max(200);

export const datasetContract = {
  list: procedure.input(Nothing).output(z.array(DatasetSchema)),
  get: procedure.input(z.object({ datasetId: Id })).output(DatasetDetailSchema),
  rename: procedure
    .input(z.object({ datasetId: Id, name: RecordName, version: Version.optional() }))
    .output(DatasetSchema),
  /**
   * Gives a system of a data set another name, in every data set, study, run and report made later. Its number stays, and so does
   * all that people and judges said of it. `CONFLICT` when another system has the name.
   */
  renameSystem: procedure
    .input(z.object({ datasetId: Id, system: z.string().min(1), name: SystemName }))
    .output(DatasetDetailSchema),
  /** A picture that a text names by the SHA-256 of its bytes: `![name](assay:picture/SHA256)`. */
  picture: procedure.input(z.object({ sha256: PictureHash })).output(StoredPictureSchema),
  /** A person says that people gave the scores an agent claimed; name and way go into the audit trail. */
  confirmScores: procedure
    .input(
      z.object({
        datasetId: Id,
        by: ConfirmerName,
        way: z.enum(['app', 'terminal', 'client']).default('app'),
      }),
    )
    .output(DatasetDetailSchema),
  /** Removes a data set that no study uses (`CONFLICT` otherwise). */
  remove: procedure.input(z.object({ datasetId: Id })).output(Nothing),
  /** Declares range and direction of a criterion or signal; refused where values lie outside. */
  declareScale: procedure
    .input(z.object({ datasetId: Id, version: Version.optional() }).extend(ScaleDeclarationSchema.shape))
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
  isFlagged: z.boolean(),
  /** Of the columns that were asked for, by id; columns without a value are left out. */
  cells: z.record(z.string(), z.union([z.string(), z.number()])),
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

/** An item as its page shows it: also with what people say that its replies should have said, and of its steps. */
const ItemPageSchema = ItemDetailSchema.extend({
  corrections: z.array(
    z.object({
      study: z.string(),
      system: z.string(),
      annotator: z.string(),
      /** The text that was corrected, and its place, in words. */
      reply: z.string(),
      was: z.string(),
      text: z.string(),
    }),
  ),
  steps: z.array(
    z.object({
      study: z.string(),
      annotator: z.string(),
      /** The turn of the conversation where its run begins, and which step of that it is; both from 0. */
      turn: z.int().nonnegative(),
      step: z.int().nonnegative(),
      /** Null where only a note was written. */
      right: z.boolean().nullable(),
      /** Names of failure modes. */
      modes: z.array(z.string()),
      note: z.string(),
    }),
  ),
});
export type ItemWithLabels = z.infer<typeof ItemPageSchema>;

/** A column that the table of items may have. `text` is read and not sorted by; all others hold one value per item. `compared` ones say how scores differ. */
const ItemFieldSchema = z.object({
  id: z.string(),
  kind: z.enum(['field', 'text', 'human', 'judge', 'auto', 'compared', 'label']),
  name: z.string(),
  /** The system that it is about; null where it is about the item. */
  system: z.string().nullable(),
  /** The judge, metric or study that it comes from. */
  by: z.string().nullable(),
  scale: ScaleSchema.nullable(),
  isSortable: z.boolean(),
  hasFacet: z.boolean(),
  /** Labels of a study in which items are still to be labeled: whoever looks sees their own alone. */
  ownOnly: z.boolean(),
});
export type ItemField = z.infer<typeof ItemFieldSchema>;

const FieldId = z.string().min(1).max(2000);
const FieldValue = z.union([z.string().max(2000), z.number()]);

/** What a field of an item must be. Parts that are given must all hold; an item without a value passes by `missing` alone. */
export const FieldFilterSchema = z.object({
  field: FieldId,
  /** One of these values, or no value where `missing` is true. */
  oneOf: z.array(FieldValue).max(200).optional(),
  missing: z.boolean().optional(),
  /** Both ends included. */
  from: z.number().optional(),
  to: z.number().optional(),
});
export type FieldFilter = z.infer<typeof FieldFilterSchema>;

const SortSchema = z.object({ field: FieldId, descending: z.boolean().default(false) });

export const ItemSearch = z.string().max(500).default('');

/** Which items, and in which order; file order where no sort is given. Items without a value come last. */
const ItemQuerySchema = z.object({
  datasetId: Id,
  search: ItemSearch,
  system: z.string().optional(),
  group: z.string().optional(),
  filters: z.array(FieldFilterSchema).max(50).default([]),
  sort: SortSchema.optional(),
});

/** Items that were chosen one by one, or all that a query finds. */
export const ItemSelectionSchema = ItemQuerySchema.extend({
  itemIds: z.array(Id).max(1_000_000).optional(),
});
export type ItemSelection = z.input<typeof ItemSelectionSchema>;

/** How far columns are read that a sort or filter needs; null once all are. */
const PreparingSchema = z.object({ done: z.number().int(), total: z.number().int() }).nullable();

const FacetSchema = z.object({
  /** Values with their counts, most frequent first, where they are few; else the most frequent of them. */
  values: z.array(z.object({ value: FieldValue, count: z.number().int() })),
  /** Of numbers with many values: equally wide ranges; the last one includes its upper end. */
  ranges: z.array(z.object({ from: z.number(), to: z.number(), count: z.number().int() })),
  missing: z.number().int(),
  /** Items with values that are not listed, and how many such values there are. */
  others: z.object({ values: z.number().int(), items: z.number().int() }),
  preparing: PreparingSchema,
});
export type Facet = z.infer<typeof FacetSchema>;

const FoundItemSchema = z.object({
  itemId: Id,
  datasetId: Id,
  datasetName: z.string(),
  externalId: z.string(),
  /** The text around the first word that was found; `from` and `to` are where that word stands in it. */
  snippet: z.object({ text: z.string(), from: z.number().int(), to: z.number().int() }),
});
export type FoundItem = z.infer<typeof FoundItemSchema>;

const itemFileFormats = ['jsonl', 'csv', 'parquet', 'xlsx'] as const;

export const itemContract = {
  /** A window of a data set's items; `search` matches words of conversation, passage, responses. */
  list: procedure
    .input(
      ItemQuerySchema.extend({
        columns: z.array(FieldId).max(100).default([]),
        offset: z.number().int().nonnegative().default(0),
        limit: z.number().int().min(1).max(500).default(100),
      }),
    )
    .output(
      z.object({ total: z.number().int(), items: z.array(ItemBriefSchema), preparing: PreparingSchema }),
    ),
  get: procedure.input(z.object({ itemId: Id })).output(ItemPageSchema),
  /** Every column that the table of a data set may have. */
  fields: procedure.input(z.object({ datasetId: Id })).output(z.array(ItemFieldSchema)),
  /** Counts by value of one field among the items that a query finds, its own filter on that field aside. */
  facet: procedure.input(ItemQuerySchema.extend({ field: FieldId })).output(FacetSchema),
  flag: procedure
    .input(ItemSelectionSchema.extend({ flagged: z.boolean() }))
    .output(z.object({ items: z.number().int() })),
  /** The items as a file to keep; written to `path` where one is given, and `content` is null then. */
  export: numberCall
    .input(
      ItemSelectionSchema.extend({
        format: z.enum(itemFileFormats),
        columns: z.array(FieldId).max(1000).default([]),
        path: Path.optional(),
        overwrite: z.boolean().default(false),
      }),
    )
    .output(
      z.object({
        fileName: z.string(),
        mediaType: z.string(),
        /** Text, or base64 where `encoding` says so. */
        content: z.string().nullable(),
        encoding: z.enum(['utf8', 'base64']),
        path: z.string().nullable(),
        items: z.number().int(),
      }),
    ),
  /** Makes a data set of its own of the items, by an import; its result is an `ImportResult`. */
  split: procedure.input(ItemSelectionSchema.extend({ name: RecordName })).output(z.object({ jobId: Id })),
  /** Items of any data set whose texts hold all the words, the last one as a beginning. */
  find: procedure
    .input(z.object({ text: z.string().max(500), limit: z.number().int().min(1).max(50).default(8) }))
    .output(
      z.object({
        items: z.array(FoundItemSchema),
        /** Names of data sets that cannot be searched yet. */
        notYet: z.array(z.string()),
      }),
    ),
};
