import { type ErrorCode, type ErrorDetails, errorCodes, unexpectedFault } from '../../shared/errors.ts';

export interface Problem {
  code: ErrorCode;
  message: string;
  details: ErrorDetails;
}

const isCode = (code: unknown): code is ErrorCode => (errorCodes as readonly unknown[]).includes(code);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Codes that the transport gives by itself, before a call reaches the engine. */
const transportCodes = new Map<unknown, ErrorCode>([
  ['BAD_REQUEST', 'INVALID_INPUT'],
  ['PAYLOAD_TOO_LARGE', 'INVALID_INPUT'],
  ['CLIENT_CLOSED_REQUEST', 'CANCELED'],
]);

/** Which value of a call does not fit, and why, as the contract tells it; null where it does not. */
function unfitWords({ issues }: Record<string, unknown>): string | null {
  const [first] = Array.isArray(issues) ? issues : [];
  if (!isRecord(first) || typeof first['message'] !== 'string') return null;
  const { code, origin, maximum, minimum, message, path } = first as Record<string, unknown>;
  const name = Array.isArray(path) ? path.findLast((part) => typeof part === 'string') : undefined;
  const field = name === undefined ? 'A value' : `“${name}”`;
  if (origin === 'string' && code === 'too_small' && minimum === 1) return `${field} is empty.`;
  if (origin === 'string' && code === 'too_big' && typeof maximum === 'number')
    return `${field} has more than ${maximum.toLocaleString('en')} characters.`;
  return `${field}: ${message}.`;
}

/** Whatever was thrown, as code, message and details. */
export function toProblem(error: unknown): Problem {
  if (!isRecord(error)) return { code: 'INTERNAL', message: String(error), details: {} };
  const { code, message, details, data } = error;
  const unfit = isRecord(data) && transportCodes.get(code) === 'INVALID_INPUT' ? unfitWords(data) : null;
  const facts = isRecord(details) ? details : isRecord(data) ? data : {};
  return {
    code: isCode(code) ? code : (transportCodes.get(code) ?? 'INTERNAL'),
    message: unfit ?? (typeof message === 'string' && message ? message : unexpectedFault),
    details: facts as ErrorDetails,
  };
}

interface Asked {
  readonly data: unknown;
  readonly error: unknown;
}

/** Faults that say nothing about what is asked for, and pass. */
const passing: ReadonlySet<unknown> = new Set(['BUSY', 'CANCELED', 'ENGINE_AWAY']);

/**
 * Why a screen has nothing to show: what it asks for was never read, or is refused or gone by now; null where it can be shown. What was
 * read stays on screen, with the forms and dialogs that are open in it, when it cannot be read again for the moment.
 */
export const whyUnread = (...asked: readonly Asked[]): unknown =>
  asked.find(({ data, error }) => error && (data === undefined || !passing.has(toProblem(error).code)))
    ?.error ?? null;

/** A fault found on this side of the door: the engine could not be reached, or the call was given up. */
export class AppProblem extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AppProblem';
    this.code = code;
    this.details = details;
  }
}
