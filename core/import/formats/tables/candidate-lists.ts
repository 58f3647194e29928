import {
  isIdOfItem,
  isSystemName,
  names,
  plainName,
  response,
  spacedName,
} from '../../evidence/column-names.ts';
import { qualityNamed } from '../../evidence/scores/who-scored.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import { isTurns } from '../../readers/json/record-columns.ts';
import { messageRows, ratedMessages } from '../people/rated-messages.ts';
import { withSaid } from '../people/said-lists.ts';

const replyNames = /^(response|text|output|completion|reply|answer|content|generation|prediction)$/;

/** What a reply of several to one question has beside its text; an answer with its place in a passage is a right one. */
const besideReply =
  /^(?:(?:\w{1,20}_)?(?:rank|score|votes?|likes|selected|rating)|(?:answer|reply|response|comment)_id)$/;
const areCandidates = /^(?:candidates?|answers|completions|generations|replies|responses|outputs|samples)$/;

/** Whether an object is a reply among several of nobody known: its text, with a rank or a score; no turn, no tree. */
const isNameless = (value: unknown): boolean =>
  isJsonObject(value) &&
  Object.keys(value).some((name) => besideReply.test(plainName(name))) &&
  Object.entries(value).every(
    ([name, inside]) => !/start|span|role|replies/i.test(name) && !Array.isArray(inside),
  ) &&
  Object.entries(value).filter(
    ([name, inside]) => typeof inside === 'string' && replyNames.test(plainName(name)),
  ).length === 1;

/** Whether an object is one system's reply: it names the system and has a text of its own. */
function isCandidate(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const has = (isName: (plain: string) => boolean) =>
    Object.entries(value).some(([name, inside]) => typeof inside === 'string' && isName(plainName(name)));
  return has(isSystemName) && has((plain) => replyNames.test(plain));
}

/** Names of lists of questions that have one passage or topic, each with its reply. Turns of a conversation are called otherwise. */
const listsOfItems =
  /^(?:questions?|queries|prompts|qas?|qa_?pairs?|question_?answers?|items|samples|examples|records|entries|rows|(?:test_?)?cases|tests|evaluations)$/;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Whether an object is an item of its own: a question with a reply, or replies of several systems, each in a part of its own. */
function isItem(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const hasReply = (part: unknown) =>
    isJsonObject(part) &&
    Object.keys(part).some((name) => replyNames.test(plainName(name)) && isText(part[name]));
  const isAsked = Object.keys(value).some(
    (name) => (names.question as readonly string[]).includes(spacedName(name)) && isText(value[name]),
  );
  return (isAsked && hasReply(value)) || Object.values(value).filter(hasReply).length > 1;
}

/** The items that a record lists in a field, also by their numbers, `{"0": {...}, "1": {...}}`; undefined where it lists none. */
function itemsIn(record: JsonObject, field: string): JsonObject[] | undefined {
  const value = record[field];
  if (!listsOfItems.test(plainName(field))) return undefined;
  const isNumbered = isJsonObject(value) && Object.keys(value).every((name) => /^\d{1,4}$/.test(name));
  const list: unknown[] = Array.isArray(value) ? value : isNumbered ? Object.values(value) : [];
  return list.length > 0 && !isTurns(list) && list.every(isItem) ? (list as JsonObject[]) : undefined;
}

/**
 * The field in which records list the replies of several systems, as `completions: [{"model", "response"}]` of UltraFeedback;
 * undefined where none does, or where not every record has it.
 */
export function candidateField(given: readonly JsonObject[]): string | undefined {
  const rated = ratedMessages(given);
  if (rated !== undefined) return rated;
  const records = given.map(withPairs);
  const [first] = records;
  if (first === undefined) return undefined;
  // A record with a reply of its own lists the steps to it.
  const hasOwn = (record: JsonObject) =>
    Object.entries(record).some(([name, value]) => response.test(plainName(name)) && !Array.isArray(value));
  if (records.every(hasOwn)) return undefined;
  const ofItems = Object.keys(first).find((field) => records.every((record) => itemsIn(record, field)));
  if (ofItems !== undefined) return ofItems;
  const holds = (list: unknown) =>
    Array.isArray(list) && list.length > 0 && !isTurns(list) && list.every(isCandidate);
  const named = Object.keys(first).find((field) => records.every((record) => holds(record[field])));
  if (named !== undefined) return named;
  const isOfNobody = (list: unknown) =>
    Array.isArray(list) && list.length > 0 && list.length <= mostNameless && list.every(isNameless);
  const nameless = Object.keys(first).find(
    (field) => areCandidates.test(plainName(field)) && records.every((record) => isOfNobody(record[field])),
  );
  const areSeveral = records.some(
    (record) => (record[nameless ?? ''] as unknown[] | undefined)?.length !== 1,
  );
  return nameless !== undefined && areSeveral ? nameless : undefined;
}

/** Replies of nobody known that become a system each, by their place. */
const mostNameless = 8;

const listOfReplies =
  /^(?:responses?|outputs?|completions?|generations?|predictions?|replies|answers?|candidates|(?:machine|model|system|generated)_summaries)$/;
const listOfSystems = /^(?:models?|systems?|model_(?:names?|ids?)|system_(?:names?|ids?)|generators|llms)$/;
const listOfScores = /^(?:scores?|ratings?|ranks?|human_(?:scores?|ratings?))$/;

/**
 * A record whose replies stand in one list and their systems in another one beside it, `{"answers": ["...", "..."], "models": ["a", "b"]}`,
 * with one list of both, at the top or in one of its parts. What is a list of as many scores goes along.
 */
function withPairs(record: JsonObject): JsonObject {
  for (const holder of [record, ...Object.values(record).filter(isJsonObject)]) {
    const lists = Object.entries(holder).filter(
      (entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[1].length > 1,
    );
    const find = (isName: RegExp, isFit: (list: unknown[]) => boolean) =>
      lists.find(([name, list]) => isName.test(plainName(name)) && isFit(list));
    const systems = find(
      listOfSystems,
      (list) =>
        list.every((one) => typeof one === 'string' && one !== '') && new Set(list).size === list.length,
    );
    const isAsLong = (list: unknown[]) => !systems || list.length === systems[1].length;
    const replies = find(
      listOfReplies,
      (list) => isAsLong(list) && list.every((one) => typeof one === 'string'),
    );
    if (!replies) continue;
    const areNumbers = (list: unknown[]) => list.every((one) => typeof one === 'number');
    const scores = lists.filter(
      ([name, list]) =>
        (listOfScores.test(plainName(name)) || qualityNamed(plainName(name)) !== undefined) &&
        list.length === replies[1].length &&
        areNumbers(list),
    );
    // Without names of systems a list of as many scores tells that each text has its own.
    if (!systems && scores.length === 0) continue;
    const taken = new Set([...(systems ? [systems] : []), replies, ...scores].map(([name]) => name));
    const rest = Object.fromEntries(Object.entries(holder).filter(([name]) => !taken.has(name)));
    const field = replies[0];
    const candidates = replies[1].map((text, at) => ({
      model: systems ? systems[1][at] : `${field} ${at + 1}`,
      response: text,
      ...Object.fromEntries(scores.map(([name, list]) => [name.replace(/s$/, ''), list[at]])),
    }));
    if (holder === record) return { ...rest, [field]: candidates };
    const part = Object.keys(record).find((name) => record[name] === holder)!;
    return { ...record, [part]: rest, [field]: candidates };
  }
  return record;
}

/** A record as its rows, each with its place: candidates of one item share that of the record. */
export function placedRows(
  record: JsonObject,
  field: string | undefined,
  place: string,
): { row: JsonObject; place: string }[] {
  const areItems = field !== undefined && itemsIn(record, field) !== undefined;
  return unfolded(record, field, place).map((row, at) => ({
    row,
    place: areItems ? `${place}-${at + 1}` : place,
  }));
}

/** A record as one row a candidate, whose fields stand under the field of the list: `completions.model`. */
export function unfolded(given: JsonObject, field: string | undefined, place: string): JsonObject[] {
  const messages = field === undefined ? undefined : messageRows(given, field, place);
  if (messages !== undefined) return messages.map(withSaid);
  const items = field === undefined ? undefined : itemsIn(given, field);
  if (items) return items.map((one, at) => withSaid({ ...withOwnId(given, one, at), [field!]: one }));
  const record = field === undefined ? given : withPairs(given);
  const list = field === undefined ? undefined : record[field];
  if (field === undefined || !Array.isArray(list) || !list.every(isJsonObject)) return [withSaid(record)];
  const isOfNobody = !list.every(isCandidate);
  return list.map((one, at) => {
    const { said, rest } = saidOfReply(one, record);
    return withSaid({
      ...record,
      [field]: isOfNobody ? { system: `${field} ${at + 1}`, ...rest } : rest,
      ...said,
    });
  });
}

/** The fields beside one of several items: its own id, or that of the record with its number where it has none but a short one. */
function withOwnId(record: JsonObject, item: JsonObject, at: number): JsonObject {
  const { id, ...rest } = record;
  if (typeof id !== 'string' && typeof id !== 'number') return record;
  const group = record.group ?? id;
  const isNamed = Object.entries(item).some(
    ([name, own]) => isIdOfItem(name) && String(own).length > shortId,
  );
  return isNamed ? { ...rest, group } : { id: `${id}-${at + 1}`, ...rest, group };
}
/** Ids of items that are at most this long may count them within their record: `q1`. */
const shortId = 3;

/** The lists of what people or judges said of a reply, beside the rest of it. */
function saidOfReply(reply: JsonObject, record: JsonObject): { said: JsonObject; rest: JsonObject } {
  const isSaid = (name: string) =>
    Array.isArray(reply[name]) &&
    !Object.hasOwn(record, name) &&
    !Object.hasOwn(withSaid({ [name]: reply[name] }), name);
  const entries = Object.entries(reply);
  return {
    said: Object.fromEntries(entries.filter(([name]) => isSaid(name))),
    rest: Object.fromEntries(entries.filter(([name]) => !isSaid(name))),
  };
}
