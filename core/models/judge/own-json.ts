import { isQuoted } from '../llm/quoted.ts';
import type { Reply } from '../llm/read-reply.ts';
import { canonicalJson } from '../llm/request.ts';

/** The JSON that is a reply's own answer, or why there is none. */
type OwnJson = { readonly json: unknown; readonly why: null } | { readonly json: null; readonly why: string };

interface Found {
  readonly from: number;
  readonly end: number;
  readonly json: unknown;
}

/** Where an object begins, or a list of them; words in brackets do not count, an object that is badly written does. */
const objectStart = /\{\s*(?:["'“”„‘’«‹`{[]|[\p{L}_$][\p{L}\p{N}_$-]{0,60}\s*:)|\[\s*\{/gu;
const word = /[\p{L}\p{N}]/u;
/** Nothing, or the beginning of a code fence. */
const fenceStart = /^[^\p{L}\p{N}]*(?:json[5cl]?[^\p{L}\p{N}]*)?$/iu;
const deepest = 32;

/**
 * The JSON that a reply ends with, when it holds no other. A judge may quote an object that stands in what it judges, so
 * that an object is not taken for being the first one, or the last: words may stand before it and a fence around it, but
 * two that differ, one that is broken, words after it, or, behind words or reasoning, one that stands in the `judged`
 * texts are no answer. A reply that is nothing but JSON is.
 */
export function ownJson(
  answer: string,
  judged: readonly string[],
  { cutOff, isSplit }: Pick<Reply, 'cutOff' | 'isSplit'>,
): OwnJson {
  const text = answer.trim();
  const found = objectsIn(text);
  if (found === null) return none('The reply holds an object that is not JSON.');
  const [first, ...others] = found;
  if (!first) return none('The reply holds no JSON.');
  const same = canonicalJson(first.json);
  if (others.some(({ json }) => canonicalJson(json) !== same)) {
    return none('The reply holds two different JSON objects.');
  }
  if (word.test(text.slice(found.at(-1)!.end))) return none('The reply goes on after the JSON.');
  const isAlone = !isSplit && others.length === 0;
  const isBare = isAlone && fenceStart.test(text.slice(0, first.from));
  if (!isBare) {
    if (cutOff) return none('The reply was cut off, and its JSON may be a quotation.');
    const passageLists = [[text.slice(first.from, first.end)], ...factsWithin(first.json)];
    if (passageLists.some((passages) => isQuoted(passages, judged))) {
      return none('The only JSON of the reply stands in the text that it judges.');
    }
  }
  return { json: first.json, why: null };
}

const none = (why: string): OwnJson => ({ json: null, why });

/** The objects and lists of a text that stand beside each other; null as soon as one cannot be read. */
function objectsIn(text: string): Found[] | null {
  const found: Found[] = [];
  for (let at = 0; ; at = found.at(-1)!.end) {
    objectStart.lastIndex = at;
    const start = objectStart.exec(text);
    if (!start) return found;
    const end = closing(text, start.index);
    const json = end === undefined ? undefined : parsed(text.slice(start.index, end));
    if (end === undefined || json === undefined) return null;
    found.push({ from: start.index, end, json });
  }
}

/** Of an object and of each inside it, what it says: a quotation may be worded anew, or stand inside an object of its own. */
function factsWithin(json: unknown): string[][] {
  if (typeof json !== 'object' || json === null) return [];
  const facts = Object.entries(json).flatMap(([key, value]) =>
    key === 'item' || key === 'reason' || typeof value === 'object' ? [] : [`${key}: ${value}`],
  );
  const inner = Object.values(json).flatMap(factsWithin);
  return facts.length === 0 ? inner : [facts, ...inner];
}

function parsed(text: string): unknown {
  for (const candidate of [text, text.replaceAll(/,(\s*[}\]])/g, '$1')]) {
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      // A comma too many may be all that is wrong.
    }
  }
  return undefined;
}

/** Behind the bracket that closes the one at `from`, brackets inside strings left aside; none when it lies too deep. */
function closing(text: string, from: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let i = from; i < text.length; i++) {
    const letter = text[i];
    if (inString) {
      if (letter === '\\') i++;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if ((letter === '{' || letter === '[') && ++depth > deepest) return undefined;
    else if ((letter === '}' || letter === ']') && --depth === 0) return i + 1;
  }
  return undefined;
}
