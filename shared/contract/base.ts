import { oc } from '@orpc/contract';
import { z } from 'zod';
import { type ErrorCode, errorCodes, errorStatus, unexpectedFault } from '../errors.ts';
import { ColumnMappingSchema } from './column-mapping.ts';

export const ImportProblemSchema = z.object({
  line: z.number().int(),
  field: z.string(),
  message: z.string(),
  remedy: z.string(),
});

/** Faults of a file that have one cause: how many, the first of them, and what they say. */
export const ProblemCauseSchema = z.object({
  field: z.string(),
  remedy: z.string(),
  count: z.number().int(),
  examples: z.array(z.object({ line: z.number().int(), message: z.string() })),
  /** Ways to read the file by which they go away; each adds to the mapping, or is a whole one. */
  ways: z.array(z.object({ says: z.string(), mapping: ColumnMappingSchema })).optional(),
  /** Of several files the paths of those that the ways are of; all where there are none. */
  files: z.array(z.string()).optional(),
});

export const ErrorDetailsSchema = z.object({
  file: z.string().optional(),
  line: z.number().int().optional(),
  field: z.string().optional(),
  remedy: z.string().optional(),
  altered: z.array(z.string()).optional(),
  stale: z
    .object({
      version: z.string(),
      changed: z.array(z.object({ field: z.string(), stored: z.unknown(), yours: z.unknown() })),
    })
    .optional(),
  problems: z.array(ImportProblemSchema).optional(),
  problemCount: z.number().int().optional(),
  causes: z.array(ProblemCauseSchema).optional(),
  /** Ways to import the file after all, each with the options of the command line. */
  ready: z
    .array(z.object({ says: z.string(), options: z.record(z.string(), z.array(z.string())) }))
    .optional(),
});

/** What each error code means. */
const errorMeanings: Readonly<Record<ErrorCode, string>> = {
  NO_PROJECT: 'No project is open.',
  NOT_A_PROJECT: 'The file is not an Assay project.',
  PROJECT_TOO_NEW: 'The project was written by a newer version of Assay.',
  PROJECT_READ_ONLY: 'The project or its folder cannot be written.',
  PROJECT_IN_USE: 'Another process has the project open.',
  PROJECT_NOT_IN_PLACE: 'The project file is not, or not alone, at its path.',
  PROJECT_DAMAGED: 'The project file is damaged.',
  PROJECT_ALTERED: 'Another program changed the project, so no number of it is given out.',
  DISK_FULL: 'The disk, or the space allowed for the project, is full.',
  FILE_NOT_FOUND: 'There is no such file.',
  FILE_EXISTS: 'A file of that name is already there.',
  FILE_UNREADABLE: 'The file cannot be read.',
  IMPORT_REFUSED: 'The file has problems and nothing was imported.',
  INVALID_INPUT: 'A value is missing or out of range.',
  NOT_FOUND: 'The thing asked for is not in the project.',
  CONFLICT: 'The action does not fit the current state.',
  BUSY: 'Another writer is at work; try again in a moment.',
  CANCELED: 'The work was canceled.',
  ENDPOINT_FAULT: 'The language model server cannot be used as it is.',
  ENGINE_AWAY: 'The engine is not running or cannot be reached.',
  INTERNAL: unexpectedFault,
};

type ErrorMap = Record<ErrorCode, { status: number; message: string; data: typeof ErrorDetailsSchema }>;
const errors = Object.fromEntries(
  errorCodes.map((code) => [
    code,
    { status: errorStatus(code), message: errorMeanings[code], data: ErrorDetailsSchema },
  ]),
) as ErrorMap;

/** What a call gives out that rests on labels and draws: a number, or a verdict that a program acts on. */
export interface CallMeta {
  gives?: 'number' | 'verdict';
  /** It only reads the project, so that it may work while the project is looked through for alterations. */
  writesNothing?: true;
}

/** Every procedure starts here, so every procedure declares the same closed list of errors. */
export const procedure = oc.$meta<CallMeta>({}).errors(errors);

/**
 * A call that gives out a number that rests on labels and draws. The engine decides in one place what it answers of a
 * project that another program changed (`core/platform/altered-projects.ts`).
 */
export const numberCall = procedure.meta({ gives: 'number' });

/** The same where the call only reads the project. */
export const readNumberCall = procedure.meta({ gives: 'number', writesNothing: true });

/** The same where the answer is a verdict that no screen shows: a pipeline acts on it. */
export const verdictCall = procedure.meta({ gives: 'verdict' });

export const Id = z.number().int().positive();
/** Where an item stands in a draw, counting from 1 as people do. The database makes them; nobody counts on. */
export const DrawNumberSchema = z.number().int().positive().brand<'DrawNumber'>();
export type DrawNumber = z.infer<typeof DrawNumberSchema>;
export const Path = z.string().min(1);
/** What people call a data set, a study or another thing of the project. */
export const RecordName = z.string().min(1).max(200);
/** The question and the guidelines that annotators read. */
export const QuestionText = z.string().max(2000);
export const GuidelinesText = z.string().max(100_000);
/** The state in which a page loaded a record. A save with that version is refused where another window was faster. */
export const Version = z.string().max(1_000_000);
/** Of records that keep their versions: the one that a page began with. A next one is refused where that is not the newest. */
export const BasedOn = z.number().int().positive();
/** Seconds and milliseconds are named in the field; instants are ISO 8601 in UTC. */
export const Instant = z.string();

/** Where a raw score lies: `direction` says which end is good. */
export const ScaleSchema = z.object({
  min: z.number(),
  max: z.number(),
  direction: z.enum(['higher', 'lower']),
});
export type Scale = z.infer<typeof ScaleSchema>;

/** Whether the width of a range is a number that can be counted with: finite, as its ends must be. */
export const isFiniteSpan = ({ min, max }: Pick<Scale, 'min' | 'max'>): boolean => Number.isFinite(max - min);

export const finiteSpanRemedy = 'Give two finite ends whose difference is finite, too.';

/** A scale that somebody states; stored ones of before are read by `ScaleSchema`. */
export const StatedScaleSchema = z
  .object({
    min: z.number({ error: `The lower end of a range must be finite. ${finiteSpanRemedy}` }),
    max: z.number({ error: `The upper end of a range must be finite. ${finiteSpanRemedy}` }),
    direction: ScaleSchema.shape.direction,
  })
  .refine(isFiniteSpan, { path: ['max'], error: `The range is too wide. ${finiteSpanRemedy}` });

export const Nothing = z.object({});

/** Error level of intervals that hold together. */
export const ErrorLevel = z
  .number()
  .gt(0)
  .lt(1)
  .default(0.05)
  .describe('error level; intervals cover with probability 1 - alpha');

/** Makes chance repeatable; another one each time where it is left out. */
export const Seed = z.number().int().min(0).max(0xffff_ffff).optional().describe('seed of the draw');

/** How much scores vary when the same is asked again. */
export const RepeatSpreadSchema = z.object({
  items: z.number().int(),
  values: z.number().int(),
  /** Standard deviations: of one answer around its item's mean, and of the items' own means. */
  ofSystem: z.number(),
  ofItems: z.number(),
  /** Share of these items whose values all agree. */
  alike: z.number(),
});
