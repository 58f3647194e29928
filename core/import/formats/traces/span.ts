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

export const spanKind = (said: string | null): Span['kind'] => {
  const word = (said ?? '').toLowerCase();
  if (/^(llm|chat_model|chat|generation|generate_content|text_completion|completion)$/.test(word))
    return 'model';
  return /^(tool|execute_tool)$/.test(word) ? 'tool' : 'other';
};
