import { ORPCError } from '@orpc/server';
import { AppError, type ErrorDetails, type ProblemCause, type ReadyOptions } from '../../shared/errors.ts';
import type { CommonOptions } from './common-options.ts';
import { jsonDocument } from './json-document.ts';

export interface Failure {
  code: string;
  message: string;
  details: ErrorDetails;
}

/** Whatever was thrown, in the words of the closed list of codes. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AppError) {
    const { code, message, details } = error;
    return { code, message, details };
  }
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST') return invalidInput(error);
  if (error instanceof ORPCError) {
    return { code: error.code, message: error.message, details: (error.data ?? {}) as ErrorDetails };
  }
  return { code: 'INTERNAL', message: error instanceof Error ? error.message : String(error), details: {} };
}

/** A value that the contract does not admit; the message of the schema says which and why. */
function invalidInput({ data, message }: ORPCError<string, unknown>): Failure {
  const [issue] = (data as { issues?: { path?: unknown[]; message: string }[] } | undefined)?.issues ?? [];
  const field = issue?.path?.join('.');
  return {
    code: 'INVALID_INPUT',
    message: issue ? `${field ? `${field}: ` : ''}${issue.message}` : message,
    details: field ? { field } : {},
  };
}

const problemsShown = 10;

/** On stderr for a person; with --json also as one document on stdout. */
export function printFailure(error: unknown, { json }: CommonOptions): void {
  if (json) printDocument(error);
  process.stderr.write(`${textOf(failureOf(error))}\n`);
}

/** The one document of a failure under --json. */
export function printDocument(error: unknown): void {
  process.stdout.write(jsonDocument({ error: failureOf(error) }));
}

const textOf = (failure: Failure): string =>
  [wordsOf(failure), ...(failure.details.ready ?? []).map(readyText)].join('\n');

/** A way to import a file after all, to be pasted into a shell. */
function readyText({ says, options }: ReadyOptions): string {
  const quoted = (value: string) => (/^[\w.-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`);
  const all = Object.entries(options).flatMap(([name, values]) =>
    values.map((value) => `--${name} ${quoted(value)}`),
  );
  return `  ${says}: ${all.join(' ')}`;
}

function wordsOf({ message, details }: Failure): string {
  const { remedy, causes = [], problemCount = 0 } = details;
  if (problemCount > 1 && causes.length > 0) {
    const shown = causes.slice(0, problemsShown);
    const more = problemCount - shown.reduce((sum, { count }) => sum + count, 0);
    return [message, ...shown.map(causeText), ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
  }
  return remedy ? `${message}\n${remedy}` : message;
}

/** The first fault of a cause, how many more there are like it and where, and the remedy. */
function causeText({ count, examples: [first, ...others], remedy }: ProblemCause): string {
  const line = first && first.line > 0 ? `line ${first.line}: ` : '';
  const where = others.filter((one) => one.line > 0).map((one) => one.line);
  const also = where.length > 0 ? `, such as line ${where.join(', ')}` : '';
  const like = count > 1 ? ` (${count - 1} more like it${also})` : '';
  return `  ${line}${first?.message ?? ''} ${remedy}${like}`.trimEnd();
}
