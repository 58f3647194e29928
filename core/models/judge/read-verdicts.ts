import type { Outcome, PromptCriterion, PromptText } from '../../../shared/contract/index.ts';
import { kindOfReply, type Reply } from '../llm/read-reply.ts';
import { canonicalJson } from '../llm/request.ts';
import { ownJson } from './own-json.ts';

/** What one item got for one criterion. */
export interface Finding {
  readonly outcome: Outcome;
  /** Of a pair: 1 when the first reply is better, 0 when the second is, 0.5 when neither. */
  readonly value: number | null;
  readonly reason: string;
}

/** By item position, then by criterion name. */
export type Findings = readonly ReadonlyMap<string, Finding>[];

const longestReason = 2000;
const plainRefusal =
  /^\W*(i['’]?m sorry|i am sorry|sorry,|i can(no|['’])t|i am unable|i['’]m unable|as an ai\b)/i;

/**
 * Reads a judge's reply about `count` items that showed the `judged` texts. What cannot be read, lies outside the scale,
 * or may be a quotation of what is judged, is never scored.
 */
export function readVerdicts(
  { kind, criteria }: PromptText,
  reply: Reply,
  count: number,
  judged: readonly string[],
): Findings {
  const whole = wholeReply(reply);
  if (whole) return everywhere(criteria, count, whole);
  const { json, why } = ownJson(reply.text!, judged, reply);
  const entries = entriesOf(json, count);
  const note = cutNote(reply) || (why ?? '');
  if (entries.every((entry) => entry === undefined) && plainRefusal.test(reply.text!)) {
    return everywhere(criteria, count, { outcome: 'refused', value: null, reason: shortened(reply.text!) });
  }
  return entries.map((entry) => {
    const reason = shortened(String(entry?.reason ?? entry?.explanation ?? ''));
    return new Map(
      criteria.map((criterion) => {
        const raw = kind === 'pair' ? pairValue(entry) : scoreIn(entry, criterion.name);
        const found = finding(raw, criterion, reason || note);
        // What is missing at the end of a cut reply is asked for with more room; a reply that is whole stays as it is.
        const isCut = reply.cutOff && found.outcome === 'unreadable';
        return [
          criterion.name,
          isCut ? { ...found, outcome: 'cut' as const, reason: cutWords } : found,
        ] as const;
      }),
    );
  });
}

/** An outcome that concerns the reply as a whole; undefined when there is text to read. */
function wholeReply(reply: Reply): Finding | undefined {
  const { text, refusal, filtered, cutOff } = reply;
  if (refusal !== null) return { outcome: 'refused', value: null, reason: shortened(refusal) };
  if (filtered) return { outcome: 'refused', value: null, reason: 'The server filtered the reply.' };
  // Reasoning alone may have used up the length.
  if (text === null && cutOff) return { outcome: 'cut', value: null, reason: cutWords };
  if (kindOfReply(reply) === 'tool-call') {
    return {
      outcome: 'tool-call',
      value: null,
      reason: 'The judge called a tool, which Assay does not run.',
    };
  }
  if (text === null) return { outcome: 'empty', value: null, reason: 'The server sent an empty reply.' };
  return undefined;
}

export const everywhere = (criteria: readonly PromptCriterion[], count: number, finding: Finding): Findings =>
  Array.from({ length: count }, () => new Map(criteria.map(({ name }) => [name, finding])));

const cutWords = 'The reply was cut off at the longest length allowed.';
const cutNote = ({ cutOff }: Reply) => (cutOff ? cutWords : '');
const shortened = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, longestReason);

function finding(raw: unknown, { scale: { min, max }, integer }: PromptCriterion, reason: string): Finding {
  const value = typeof raw === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(raw) ? Number(raw) : raw;
  if (typeof value !== 'number' || !Number.isFinite(value))
    return { outcome: 'unreadable', value: null, reason };
  if (value < min || value > max) {
    return {
      outcome: 'out-of-range',
      value: null,
      reason: `${value} lies outside ${min} to ${max}. ${reason}`.trim(),
    };
  }
  if (integer && !Number.isInteger(value)) {
    return {
      outcome: 'out-of-range',
      value: null,
      reason: `${value} is not a whole number. ${reason}`.trim(),
    };
  }
  return { outcome: 'scored', value, reason };
}

type Entry = Record<string, unknown>;
const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The entry of each item: by its number where it has one, else by its place, else, of one item, the object itself. None
 * where two entries say different things of one item.
 */
function entriesOf(json: unknown, count: number): (Entry | undefined)[] {
  const list = listIn(json);
  if (!list) return Array.from({ length: count }, () => (count === 1 && isEntry(json) ? json : undefined));
  const numbered = list.every(({ item }) => Number.isInteger(Number(item)) && item !== null && item !== '');
  return Array.from({ length: count }, (_, i) =>
    numbered && list.length > 0
      ? theOne(list.filter(({ item }) => Number(item) === i + 1))
      : list.length === count
        ? list[i]
        : undefined,
  );
}

/** The list that was asked for, or a bare one: under another name it may be a quotation. */
function listIn(json: unknown): Entry[] | undefined {
  const list = isEntry(json) ? json.items : json;
  return Array.isArray(list) ? list.filter(isEntry) : undefined;
}

/** What all of them are; undefined when they differ, or there is none. */
function theOne<T>(values: readonly T[]): T | undefined {
  const [first, ...others] = values;
  return others.every((other) => canonicalJson(other) === canonicalJson(first)) ? first : undefined;
}

/** A score by its name, in whatever case, inside `scores` or beside it. */
function scoreIn(entry: Entry | undefined, name: string): unknown {
  if (!entry) return undefined;
  const found = [entry.scores, entry].flatMap((where) =>
    isEntry(where)
      ? Object.entries(where).flatMap(([key, value]) =>
          key.toLowerCase() === name.toLowerCase() ? [value] : [],
        )
      : [],
  );
  if (found.length > 0) return theOne(found);
  return typeof entry.score === 'number' ? entry.score : undefined;
}

const pairWords: readonly (readonly [value: number, words: RegExp])[] = [
  [1, /^(the )?(first|1|a)( one| reply| response)?$/],
  [0, /^(the )?(second|2|b)( one| reply| response)?$/],
  [0.5, /^(equal|equally good|a tie|tie|both|neither|same|the same)$/],
];

/** Who is better, by the word that was asked for or one like it; a sentence about it may mean anything. */
function pairValue(entry: Entry | undefined): number | undefined {
  const better = String(entry?.better ?? '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return pairWords.find(([, words]) => words.test(better))?.[0];
}
