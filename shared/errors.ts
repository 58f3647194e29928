import type { ColumnMapping } from './contract/column-mapping.ts';

/** The closed list of error codes that may cross a process boundary, each with its meaning. */
export const errorCodes = {
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
  INTERNAL: 'Something unexpected went wrong inside Assay.',
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** For the HTTP door: what the caller can mend is in the 400s, what is ours in the 500s. */
export function errorStatus(code: ErrorCode): number {
  switch (code) {
    case 'INTERNAL':
      return 500;
    case 'ENDPOINT_FAULT':
      return 502;
    case 'ENGINE_AWAY':
    case 'BUSY':
      return 503;
    case 'DISK_FULL':
      return 507;
    case 'NOT_FOUND':
    case 'FILE_NOT_FOUND':
      return 404;
    case 'INVALID_INPUT':
    case 'IMPORT_REFUSED':
      return 400;
    default:
      return 409;
  }
}

/** Facts that let a screen point at the cause: the file, line and field, and how to mend it. */
export interface ErrorDetails {
  file?: string;
  line?: number;
  field?: string;
  remedy?: string;
  /** What another program changed in the project, in sentences. */
  altered?: readonly string[];
  /** Of a save that was made from an older state: the present version, and what was changed with both values. */
  stale?: {
    version: string;
    changed: readonly { field: string; stored?: unknown; yours?: unknown }[];
  };
  problems?: readonly ImportProblem[];
  problemCount?: number;
  causes?: readonly ProblemCause[];
  /** Ways to import the file after all, each with the options of the command line, ready to paste. */
  ready?: readonly ReadyOptions[];
}

/** A way to import a file after all: what it says of the file, and the options of `assay import` by their names. */
export interface ReadyOptions {
  says: string;
  options: Record<string, string[]>;
}

/** One fault of an imported file. `line` counts from 1; 0 means the file as a whole. */
export interface ImportProblem {
  line: number;
  field: string;
  message: string;
  remedy: string;
}

/** Faults of an imported file that have one cause, with the first of them. */
export interface ProblemCause {
  field: string;
  remedy: string;
  count: number;
  examples: { line: number; message: string }[];
  /** Ways to read the file by which they go away. */
  ways?: WayToRead[] | undefined;
  /** Of several files the paths of those that the ways are of; all where there are none. */
  files?: string[] | undefined;
}

/** A way to read a file: what it says of the file, and what it adds to the mapping, or the whole mapping. */
export interface WayToRead {
  says: string;
  mapping: ColumnMapping;
}

/** The only error type that core throws on purpose; hosts turn it into `{ code, message, details }`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}
