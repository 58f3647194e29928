import { z } from 'zod';
import { Id, Instant, Nothing, numberCall, Path, procedure, RecordName, Version } from './base.ts';
import { ImportResultSchema, StartImportSchema } from './data.ts';
import { MeasureSchema } from './study.ts';

const ProjectInfoSchema = z.object({
  path: Path,
  name: z.string(),
  /** Of the name. */
  version: Version,
  createdAt: Instant,
  schemaVersion: z.number().int(),
  sizeBytes: z.number().int(),
  datasetCount: z.number().int(),
  itemCount: z.number().int(),
  studyCount: z.number().int(),
  labelCount: z.number().int(),
  isSample: z.boolean(),
  /** Whether it is a batch that somebody handed out, to be labeled and given back, and its study. */
  handedStudyId: Id.nullable(),
  /** The one person to whom that batch was handed; null when anybody may label it. */
  handedTo: z.string().nullable(),
  /** Set once after the last session ended without closing the file: what was found and kept. */
  recoveryNotice: z.string().nullable(),
  /** Set once when opening migrated the file: where the copy from before lies. */
  backupPath: Path.nullable(),
  /** Set while the file is not, or not alone, at its path: what happened. No label is taken then. */
  misplaced: z.object({ message: z.string(), keptCopy: Path.nullable() }).nullable(),
});
export type ProjectInfo = z.infer<typeof ProjectInfoSchema>;

const RecentProjectSchema = z.object({
  path: Path,
  name: z.string(),
  openedAt: Instant,
  exists: z.boolean(),
});
export type RecentProject = z.infer<typeof RecentProjectSchema>;

const FileEntrySchema = z.object({
  name: z.string(),
  path: Path,
  kind: z.enum(['directory', 'file']),
  sizeBytes: z.number(),
  modifiedAt: Instant,
});

/** Something that another program has changed in the project file. */
const AlterationSchema = z.object({
  /** The study that it concerns; null when that cannot be told, so that it may be any. */
  studyId: Id.nullable(),
  words: z.string(),
});
export type Alteration = z.infer<typeof AlterationSchema>;

/** A bound table of a study, or with 0 of the whole project, as it is added up. */
export const BoundTotalSchema = z.object({
  table: z.string(),
  /** Or of which run; 0 where it is of the whole project. */
  studyId: z.number().int(),
  rows: z.number().int(),
  /** By column, 32 hexadecimal digits; of a change, those that became others. */
  sums: z.record(z.string(), z.string().regex(/^[0-9a-f]{32}$/)),
});
export type BoundTotal = z.infer<typeof BoundTotalSchema>;

/** How a bound table differs from what the audit trail says of it. */
const FaultSchema = z.object({
  table: z.string(),
  /** Of which study or run; 0 where it is of the whole project. */
  studyId: z.number().int(),
  /** Rows more than there should be; negative where some are gone. */
  addedRows: z.number().int(),
  columns: z.array(z.string()),
});
export type BoundFault = z.infer<typeof FaultSchema>;

/** Details of an entry of the audit trail that binds. */
export const BoundSchema = z.object({
  totals: z.array(BoundTotalSchema),
  /** Of a project that was made before, or by an earlier version: its format till then, and what did not fit. */
  from: z.number().int().optional(),
  found: z.array(FaultSchema).optional(),
});
export type Bound = z.infer<typeof BoundSchema>;

const ProjectCheckSchema = z.object({
  /** False while a thread reads the project; the event `project.checked` tells of the end. */
  isDone: z.boolean(),
  alterations: z.array(AlterationSchema),
  /** Whether one of them is that answers, or acts, which were in the file are missing from it: a person may accept that. */
  isMissing: z.boolean(),
});
export type ProjectCheck = z.infer<typeof ProjectCheckSchema>;

/** A data file or several, and the study to begin with; null where the file is only to be imported. */
const StartFromFileSchema = StartImportSchema.omit({ studyId: true, annotatorId: true }).extend({
  /** The open project, or a new one named after the file; without an open one it is always new. */
  into: z.enum(['open', 'new']),
  study: z
    .object({
      /** The first system of the file where it is left out. */
      system: z.string().min(1).optional(),
      /** Of two replies side by side: the other system. What the data suggests where both are left out. */
      against: z.string().min(1).optional(),
      /** In place of both: three systems or more that are ranked, with one study for each pair. */
      systems: z.array(z.string().min(1)).min(3).optional(),
      /** What the data suggests where it is left out. */
      measure: MeasureSchema.optional(),
      /** Items to draw; all where there are fewer. */
      size: z.number().int().min(1),
    })
    .nullable(),
});
export type StartFromFile = z.infer<typeof StartFromFileSchema>;

const StartedFromFileSchema = z.object({
  project: ProjectInfoSchema,
  imported: ImportResultSchema,
  /** Of a ranking its first pair. */
  studyId: Id.nullable(),
  rankingId: Id.nullable(),
});
export type StartedFromFile = z.infer<typeof StartedFromFileSchema>;

/** A project as plain files: one of JSON lines for each table. */
const PlainFolderSchema = z.object({
  path: Path,
  files: z.number().int(),
  rows: z.number().int(),
  /** What of the project is not in it, in words. */
  notCarried: z.array(z.string()),
});

export const projectContract = {
  /** Makes a new project file and opens it. `FILE_EXISTS` if the path is taken. */
  create: procedure.input(z.object({ path: Path, name: z.string().optional() })).output(ProjectInfoSchema),
  open: procedure.input(z.object({ path: Path })).output(ProjectInfoSchema),
  /** Opens the sample project, making a fresh copy in the application's folder when there is none or `reset`. */
  openSample: procedure.input(z.object({ reset: z.boolean().default(false) })).output(ProjectInfoSchema),
  /**
   * Imports a data file (a job), makes the study that was proposed for it (another) and gives both. Nothing remains of
   * it when one fails or is canceled. Data sets need a name that is free.
   */
  startFromFile: procedure.input(StartFromFileSchema).output(StartedFromFileSchema),
  /** A small data file to try, as a table: questions with replies and a judge's score. With a `path` it is written there. */
  sampleFile: procedure.input(z.object({ path: Path.optional() })).output(
    z.object({
      fileName: z.string(),
      mediaType: z.string(),
      /** Null where the file was written to a path. */
      content: z.string().nullable(),
      path: Path.nullable(),
    }),
  ),
  current: procedure.input(Nothing).output(ProjectInfoSchema.nullable()),
  /** Whether another program has changed what people said, what was frozen or what was drawn; `wait` until that is known. */
  check: procedure.input(z.object({ wait: z.boolean().default(false) })).output(ProjectCheckSchema),
  /** Takes the project as it is, without what is missing; its audit trail says so from then on. Nothing happens where nothing is. */
  acceptMissing: procedure.input(Nothing).output(z.object({ wasMissing: z.boolean() })),
  close: procedure.input(Nothing).output(Nothing),
  recent: procedure.input(Nothing).output(z.array(RecentProjectSchema)),
  /** Takes a project off the recent list; the file stays. */
  forget: procedure.input(z.object({ path: Path })).output(Nothing),
  /** Copies a project as it is at one instant, while it may be open elsewhere and labeled. */
  backUp: procedure
    .input(z.object({ path: Path, to: Path }))
    .output(z.object({ path: Path, sizeBytes: z.number().int() })),
  saveCopy: procedure
    .input(z.object({ path: Path, overwrite: z.boolean().default(false) }))
    .output(z.object({ path: Path, sizeBytes: z.number().int() })),
  /** Writes all of the open project into a folder of plain files. `FILE_EXISTS` if it is there, or holds more than a project. */
  toFolder: numberCall
    .input(z.object({ path: Path, overwrite: z.boolean().default(false) }))
    .output(PlainFolderSchema),
  /** Makes a project of such a folder, as it was, and opens it. `FILE_EXISTS` if the path is taken. */
  fromFolder: procedure
    .input(z.object({ folder: Path, path: Path }))
    .output(PlainFolderSchema.extend({ project: ProjectInfoSchema })),
  rename: procedure
    .input(z.object({ name: RecordName, version: Version.optional() }))
    .output(ProjectInfoSchema),
};

export const fileContract = {
  /** Lists a folder for the in-app file picker (where there is no native dialog). No `dir`: the start folder. */
  list: procedure
    .input(z.object({ dir: z.string().optional(), kind: z.enum(['project', 'data', 'folder', 'all']) }))
    .output(
      z.object({
        dir: Path,
        parent: Path.nullable(),
        places: z.array(z.object({ name: z.string(), path: Path })),
        entries: z.array(FileEntrySchema),
      }),
    ),
  /**
   * Takes one piece of a dropped file, in order; the first piece (no `uploadId`) opens a temporary file.
   * The temporary file is removed when the engine stops.
   */
  upload: procedure
    .input(
      z.object({
        uploadId: z.string().optional(),
        name: z.string().max(500),
        offset: z.number().int().nonnegative(),
        base64: z.string().max(6_000_000),
      }),
    )
    .output(z.object({ uploadId: z.string(), path: Path, sizeBytes: z.number().int() })),
};
