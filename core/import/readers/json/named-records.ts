import { plural } from '../../../../shared/number-text.ts';
import { isQuestion, isSystemName, names, response, spacedName } from '../../evidence/column-names.ts';
import { isNoPerson, isSurelyModel } from '../../evidence/scores/who-scored.ts';
import { isJsonObject, type JsonObject } from './json-lines.ts';
import { isTurns } from './record-columns.ts';

/** A record with the names that it stands under, the outer one first, and its own key or place below them. */
interface Held {
  readonly names: readonly string[];
  readonly key: string | undefined;
  readonly record: JsonObject;
}

/** What the names of one level stand for. */
type Meaning = 'system' | 'annotator' | 'part' | 'nothing';

const deepest = 3;
/** A reply, or what is asked of one, by a name that may be a right answer's as well: the mapping decides which it is. */
const answerNames = (name: string): boolean => response.test(name) || /^answers?$/.test(name);
const questionNames = (name: string): boolean =>
  isQuestion(name) || (names.conversation as readonly string[]).includes(name);

/**
 * Whether a document may begin as records that stand under names, `{"gpt-4": [{"question": ..., "response": ...}], "claude-3": [...]}`,
 * as lists or by their keys: somewhere inside a question and a reply stand side by side, and none at the top.
 *
 * @param paths the parts that its beginning shows, as `JsonWalker` names them
 */
export function mayHoldNamedRecords(text: string, paths: ReadonlySet<string>): boolean {
  if (!/^[\s\uFEFF]{0,99}\{/.test(text)) return false;
  const found = new Map<string, { asked: boolean; answered: boolean }>();
  for (const path of paths) {
    const end = path.lastIndexOf('.');
    const name = spacedName(path.slice(end + 1));
    const [asked, answered] = [questionNames(name), answerNames(name)];
    if (!asked && !answered) continue;
    const holder = path.slice(0, Math.max(0, end));
    const one = found.get(holder) ?? { asked: false, answered: false };
    found.set(holder, { asked: one.asked || asked, answered: one.answered || answered });
  }
  return !found.has('') && [...found.values()].some(({ asked, answered }) => asked && answered);
}

/**
 * The records of a document that stand under names, each with what its names tell: where the same questions stand under several
 * names, these are systems, or where the replies are the same, too, the people who rated them; else they are parts of the data.
 *
 * @returns null where the document holds no such records
 */
export function namedRecords(document: JsonObject): { records: JsonObject[]; note: string } | null {
  const found = heldIn(document);
  if (found === null) return null;
  const { held } = found;
  const depth = held[0]!.names.length;
  const levels = Array.from({ length: depth }, (_, at) => [...new Set(held.map(({ names }) => names[at]!))]);
  const isList = held[0]!.key === undefined;
  // One list inside is read as it stands, and one object of records by its keys alone, too.
  const wraps = levels.every((level) => level.length === 1 && !isSurelyModel(level[0]!));
  if (depth === 0 || (wraps && isList)) return null;
  const meanings = meaningsOf(held, levels);
  // What stands beside questions with their right answers may be what they are about.
  const areRight = !meanings.includes('system') && !held.some(({ record }) => hasReply(record));
  if (areRight && found.beside.length > 0) return null;
  const parts = levels.flatMap((level, at) => (meanings[at] === 'part' && level.length > 1 ? [at] : []));
  const ids = parts.length > 0 ? idsWithin(held, parts) : undefined;
  const fieldOf = (level: number): string | undefined =>
    ['system', 'annotator'].includes(meanings[level]!)
      ? meanings[level]
      : ['part', ...parts.slice(1).map((_, at) => `part ${at + 2}`)][parts.indexOf(level)];
  const isTold = meanings.includes('system') || held.some(({ record }) => namesSystem(record));
  const system = isTold ? undefined : systemIn(document);
  const records = held.map(({ names, key, record }, at) => {
    const told = names.map((name, level) => [fieldOf(level), name] as const);
    return {
      ...(system && { system: system.name }),
      ...idOf(record, key),
      ...Object.fromEntries(told.filter(([field]) => field !== undefined)),
      ...record,
      ...(ids && { id: ids[at] }),
    };
  });
  const beside = found.beside.filter((name) => name !== system?.field);
  return { records, note: noteOf(levels, meanings, { ...found, beside }) };
}

/** The system that the fields beside records name, `{"model": "small", "results": {...}}`; undefined where they name none, or several. */
export function systemIn(fields: JsonObject): { field: string; name: string } | undefined {
  const [[field, name] = [], another] = Object.entries(fields).filter(([one]) =>
    isSystemName(spacedName(one)),
  );
  const isOne = field !== undefined && another === undefined;
  return isOne && typeof name === 'string' && name.trim() !== '' ? { field, name } : undefined;
}

const idOf = (record: JsonObject, key: string | undefined): JsonObject =>
  key === undefined || Object.hasOwn(record, 'id') ? {} : { id: key };

/** What a document holds under names: its records, how many objects of numbers alone, and what has no record in it. */
interface Found {
  readonly held: Held[];
  totals: number;
  readonly beside: string[];
}

/** Null where something that is no record stands among records, or these stand at different depths. */
function heldIn(document: JsonObject): Found | null {
  const found: Found = { held: [], totals: 0, beside: [] };
  const take = (names: readonly string[], key: string | undefined, record: unknown) => {
    if (isRecord(record)) found.held.push({ names, key, record });
    else found.totals += 1;
  };
  const walk = (value: unknown, names: readonly string[]): boolean => {
    if (typeof value !== 'object' || value === null) return false;
    const entries = Object.entries(value);
    if (entries.some(([, one]) => isRecord(one))) {
      if (!entries.every(([, one]) => isRecord(one) || isTotal(one))) return false;
      for (const [key, one] of entries) take(names, Array.isArray(value) ? undefined : key, one);
      return true;
    }
    if (Array.isArray(value) || names.length >= deepest) return false;
    const inside = entries.filter(([, one]) => holdsRecords(one, deepest));
    if (names.length === 0)
      found.beside.push(...entries.filter((one) => !inside.includes(one)).map(([name]) => name));
    else if (inside.length < entries.length) return false;
    return inside.length > 0 && inside.every(([name, one]) => walk(one, [...names, name]));
  };
  if (!walk(document, [])) return null;
  const [first] = found.held;
  const areAlike = found.held.every(
    ({ names, key }) =>
      names.length === first!.names.length && (key === undefined) === (first!.key === undefined),
  );
  return areAlike ? found : null;
}

/** Whether a record stands somewhere in a value. */
const holdsRecords = (value: unknown, deeper: number): boolean =>
  isRecord(value) ||
  (deeper > 0 &&
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((one) => holdsRecords(one, deeper - 1)));

/** What a run says of all its records, such as the mean of a metric. */
const isTotal = (value: unknown): boolean =>
  isJsonObject(value) && Object.values(value).every((one) => typeof one === 'number' || one === null);

/** Whether a value is a record with a question and a reply of its own. */
function isRecord(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false;
  const fields = Object.entries(value).filter(
    ([, one]) => typeof one === 'string' || one === null || Array.isArray(one),
  );
  return (
    fields.some(([name]) => questionNames(spacedName(name))) &&
    fields.some(([name]) => answerNames(spacedName(name)))
  );
}

const hasReply = (record: JsonObject): boolean =>
  Object.keys(record).some((name) => response.test(spacedName(name)));

const askedIn = (record: JsonObject): string =>
  JSON.stringify(Object.entries(record).filter(([name]) => questionNames(spacedName(name))));
const answeredIn = (record: JsonObject): string =>
  JSON.stringify(
    Object.entries(record).filter(([name, one]) => answerNames(spacedName(name)) && !isTurns([one])),
  );

/** Names its own system: then what it stands under tells none. */
const namesSystem = (record: JsonObject): boolean =>
  Object.keys(record).some((name) => isSystemName(spacedName(name)));

/** What the names of each level stand for: those of one level at most are systems or people. */
function meaningsOf(held: readonly Held[], levels: readonly (readonly string[])[]): Meaning[] {
  const shares = levels.map((_, at) => shareOfSame(held, at));
  // Where the records name their systems, names with the same questions tell nothing more.
  if (held.some(({ record }) => namesSystem(record)))
    return shares.map(({ asked }) => (asked > half ? 'nothing' : 'part'));
  const meanings: Meaning[] = levels.map(() => 'part');
  const models = levels.findIndex((level) => level.every(isSurelyModel));
  const most = Math.max(...shares.map(({ asked }) => asked));
  const at = models >= 0 ? models : shares.findLastIndex(({ asked }) => asked === most);
  if (models < 0 && most <= half) return meanings;
  // Two systems may say the same here and there; what was rated is the same throughout, and has a number beside it.
  const { asked, answered } = shares[at]!;
  const areRated = models < 0 && answered === asked && held.every(hasNumber) && !levels[at]!.some(isNoPerson);
  meanings[at] = areRated ? 'annotator' : 'system';
  return meanings;
}

const half = 0.5;

const hasNumber = ({ record }: Held): boolean =>
  Object.values(record).some((value) => typeof value === 'number');

/** The shares of records whose question, and whose question and reply, stand under several names of a level. */
function shareOfSame(held: readonly Held[], level: number): { asked: number; answered: number } {
  const share = (textOf: (record: JsonObject) => string): number => {
    const keys = held.map(({ names, record }) => {
      const others = names.filter((_, at) => at !== level);
      return JSON.stringify([...others, textOf(record)]);
    });
    const under = new Map<string, Set<string>>();
    for (const [at, { names }] of held.entries())
      under.set(keys[at]!, (under.get(keys[at]!) ?? new Set()).add(names[level]!));
    return keys.filter((key) => under.get(key)!.size > 1).length / held.length;
  };
  return { asked: share(askedIn), answered: share((record) => askedIn(record) + answeredIn(record)) };
}

/** An id for each record that no other part has: its part before its own id, or before its place among the part's questions. */
function idsWithin(held: readonly Held[], parts: readonly number[]): string[] {
  const places = new Map<string, Map<string, number>>();
  return held.map(({ names, key, record }) => {
    const part = parts.map((at) => names[at]).join('/');
    const own = record.id ?? key;
    if (own !== undefined) return `${part}/${String(own)}`;
    const seen = places.get(part) ?? new Map<string, number>();
    places.set(part, seen);
    const asked = askedIn(record);
    if (!seen.has(asked)) seen.set(asked, seen.size + 1);
    return `${part}/${seen.get(asked)!}`;
  });
}

const mostNamed = 4;
const listed = (level: readonly string[]): string =>
  level.slice(0, mostNamed).join(', ') +
  (level.length > mostNamed ? ` and ${level.length - mostNamed} more` : '');

const words: Readonly<Record<Meaning, (level: readonly string[]) => string>> = {
  system: (level) =>
    level.length > 1
      ? `${listed(level)} are taken for systems: the same questions stand under each.`
      : `${listed(level)} is taken for the system.`,
  annotator: (level) => `${listed(level)} are taken for people who rated: the same replies stand under each.`,
  part: (level) =>
    level.length > 1
      ? `${listed(level)} are kept as "part", and taken for no systems: they have different questions.`
      : '',
  nothing: (level) => `${listed(level)} are left out: the records name their systems.`,
};

const noteOf = (
  levels: readonly (readonly string[])[],
  meanings: readonly Meaning[],
  { totals, beside }: Found,
): string =>
  [
    'Read as records under names.',
    ...meanings.map((meaning, at) => words[meaning](levels[at]!)),
    beside.length > 0 ? `Left behind beside them: ${listed(beside)}.` : '',
    totals > 0 ? `Left behind: ${plural(totals, 'object')} of numbers alone, such as totals.` : '',
  ]
    .filter((text) => text !== '')
    .join(' ');
