import type { ColumnMapping } from './contract/column-mapping.ts';

/** The closed list of error codes that may cross a process boundary. */
export const errorCodes = [
  'NO_PROJECT',
  'NOT_A_PROJECT',
  'PROJECT_TOO_NEW',
  'PROJECT_READ_ONLY',
  'PROJECT_IN_USE',
  'PROJECT_NOT_IN_PLACE',
  'PROJECT_DAMAGED',
  'PROJECT_ALTERED',
  'DISK_FULL',
  'FILE_NOT_FOUND',
  'FILE_EXISTS',
  'FILE_UNREADABLE',
  'IMPORT_REFUSED',
  'INVALID_INPUT',
  'NOT_FOUND',
  'CONFLICT',
  'BUSY',
  'CANCELED',
  'ENDPOINT_FAULT',
  'ENGINE_AWAY',
  'INTERNAL',
] as const;

/** What is said of a fault that nobody foresaw. */
export const unexpectedFault = 'Something unexpected went wrong inside Assay.';

export type ErrorCode = (typeof errorCodes)[number];

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
