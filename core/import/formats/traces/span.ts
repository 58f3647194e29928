import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import { unpacked } from './message-turns.ts';

/** One step of a run, as far as its texts go. */
export interface Span {
  readonly trace: string;
  readonly id: string;
  readonly parent: string | null;
  /** When it began, in the order of the file where it does not say: only compared. */
  readonly start: number;
  readonly kind: 'model' | 'tool' | 'other';
  readonly name: string;
  readonly model: string | null;
  readonly input: unknown;
  readonly output: unknown;
  /** Whether a text is only the preview that a tool cuts. */
  readonly isPreview?: boolean;
  readonly session: string | null;
  /** How long it took, in milliseconds, and what it cost, in US dollars, where the file says so. */
  readonly durationMs?: number | undefined;
  readonly costUsd?: number | undefined;
  readonly scores: readonly Score[];
  readonly references: readonly string[];
  /** What was expected that is no answer: facts, guidelines, documents. */
  readonly expected?: Readonly<Record<string, unknown>>;
}

/** What somebody or something said of a run. */
export interface Score {
  readonly name: string;
  /** A number, a word, or true and false. */
  readonly value: unknown;
  readonly by: 'person' | 'judge' | 'metric';
  /** Which judge; empty where nobody is named. */
  readonly judge: string;
  /** The step that it is of, where a tool keeps the scores of all steps with the trace. */
  readonly of?: string | null;
}

export const textIn = (record: JsonObject, ...names: string[]): string | null => {
  const value = names.map((name) => record[name]).find((one) => typeof one === 'string' && one !== '');
  return (value as string | undefined) ?? null;
};

export const objectIn = (record: JsonObject, name: string): JsonObject => {
  const value = unpacked(record[name]);
  return isJsonObject(value) ? value : {};
};

export const listIn = (record: JsonObject, name: string): JsonObject[] => {
  const value = unpacked(record[name]);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
};

/** A time as a number: milliseconds or nanoseconds, whatever the tool counts, or a date. */
export function timeOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return 0;
  const number = Number(value);
  return Number.isFinite(number) ? number : Date.parse(value) || 0;
}

/** Milliseconds that a number of a clock stands for, by its size: seconds, milli-, micro- or nanoseconds since 1970. */
function millisecondsOf(value: unknown): number | null {
  const time = timeOf(value);
  if (time <= 0) return null;
  if (typeof value === 'string' && !Number.isFinite(Number(value))) return time;
  return time > 1e17 ? time / 1e6 : time > 1e14 ? time / 1e3 : time > 1e11 ? time : time * 1e3;
}

/** How long a span took in milliseconds, by its two times; nothing where one is missing or they do not fit. */
export function tookOf(start: unknown, end: unknown): number | undefined {
  const [from, to] = [millisecondsOf(start), millisecondsOf(end)];
  return from === null || to === null || to < from ? undefined : Math.round((to - from) * 1000) / 1000;
}

/** The first of some values that is an amount of money, whether written as a number or as text. */
export function amountOf(...values: readonly unknown[]): number | undefined {
  const numbers = values.flatMap((value) =>
    typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? [Number(value)] : [],
  );
  return numbers.find((value) => Number.isFinite(value) && value >= 0);
}

export const spanKind = (said: string | null): Span['kind'] => {
  const word = (said ?? '').toLowerCase();
  if (/^(llm|chat_model|chat|generation|generate_content|text_completion|completion)$/.test(word))
    return 'model';
  return /^(tool|execute_tool)$/.test(word) ? 'tool' : 'other';
};
