import { plainName, response, systemNames } from '../../evidence/column-names.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import { isTurns } from '../../readers/json/record-columns.ts';

const replyNames = /^(response|text|output|completion|reply|answer|content|generation|prediction)$/;

/** Whether an object is one system's reply: it names the system and has a text of its own. */
function isCandidate(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const has = (isName: (plain: string) => boolean) =>
    Object.entries(value).some(([name, inside]) => typeof inside === 'string' && isName(plainName(name)));
  return has((plain) => systemNames.includes(plain)) && has((plain) => replyNames.test(plain));
}

/**
 * The field in which records list the replies of several systems, as `completions: [{"model", "response"}]` of UltraFeedback;
 * undefined where none does, or where not every record has it.
 */
export function candidateField(given: readonly JsonObject[]): string | undefined {
  const records = given.map(withPairs);
  const [first] = records;
  if (first === undefined) return undefined;
  // A record with a reply of its own lists the steps to it.
  const hasOwn = (record: JsonObject) =>
    Object.entries(record).some(([name, value]) => response.test(plainName(name)) && !Array.isArray(value));
  if (records.every(hasOwn)) return undefined;
  const holds = (list: unknown) =>
    Array.isArray(list) && list.length > 0 && !isTurns(list) && list.every(isCandidate);
  return Object.keys(first).find((field) => records.every((record) => holds(record[field])));
}

const listOfReplies =
  /^(?:responses?|outputs?|completions?|generations?|predictions?|replies|answers?|candidates)$/;
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
    const isAsLong = (list: unknown[]) => list.length === systems?.[1].length;
    const replies = find(
      listOfReplies,
      (list) => isAsLong(list) && list.every((one) => typeof one === 'string'),
    );
    if (!systems || !replies) continue;
    const scores = lists.filter(
      ([name, list]) =>
        listOfScores.test(plainName(name)) && isAsLong(list) && list.every((one) => typeof one === 'number'),
    );
    const taken = new Set([systems, replies, ...scores].map(([name]) => name));
    const rest = Object.fromEntries(Object.entries(holder).filter(([name]) => !taken.has(name)));
    const field = replies[0];
    const candidates = replies[1].map((text, at) => ({
      model: systems[1][at],
      response: text,
      ...Object.fromEntries(scores.map(([name, list]) => [name.replace(/s$/, ''), list[at]])),
    }));
    if (holder === record) return { ...rest, [field]: candidates };
    const part = Object.keys(record).find((name) => record[name] === holder)!;
    return { ...record, [part]: rest, [field]: candidates };
  }
  return record;
}

/** A record as one row a candidate, whose fields stand under the field of the list: `completions.model`. */
export function unfolded(given: JsonObject, field: string | undefined): JsonObject[] {
  const record = field === undefined ? given : withPairs(given);
  const list = field === undefined ? undefined : record[field];
  if (field === undefined || !Array.isArray(list) || !list.every(isJsonObject)) return [withVotes(record)];
  return list.map((one) => withVotes({ ...record, [field]: one }));
}

/** Lists of what several people said, by the name of the field: `expert_annotations`, `turker_ratings`. */
const voteLists =
  /^annotations$|^(?:expert|turker|human|crowd|annotator|worker|rater|user)s?_(?:annotations?|ratings?|votes?|judgments?|scores?)$/;

/** Who gave the votes, by number. */
const isWho = /^(?:id|user|annotator|worker|rater)(?:_?id)?$/i;

/** Marks in a text, as doccano and others list them beside it: their labels are classes of a part and rate no reply. */
const isMark = (one: JsonObject): boolean =>
  Object.keys(one).some((name) => /^start(?:_?offset|_?char|_?index)?$/i.test(name)) &&
  Object.keys(one).some((name) => /^end(?:_?offset|_?char|_?index)?$/i.test(name));

/**
 * A record whose lists of people's scores, one object a person, are one list of votes for each criterion:
 * `expert_annotations: [{"fluency": 5}, {"fluency": 4}]` is `expert_annotations: {"fluency": [5, 4]}`, as SummEval has it.
 */
function withVotes(record: JsonObject): JsonObject {
  let changed: JsonObject | undefined;
  for (const [name, value] of Object.entries(record)) {
    if (!voteLists.test(plainName(name)) || !Array.isArray(value) || value.length < 2) continue;
    const people = value as unknown[];
    const areScores = people.every(
      (one) =>
        isJsonObject(one) &&
        !isMark(one) &&
        Object.keys(one).length > 0 &&
        Object.entries(one).every(
          ([key, v]) => typeof v === 'number' || (isWho.test(key) && typeof v === 'string'),
        ),
    );
    if (!areScores) continue;
    const all = people.flatMap((one) => Object.keys(one as JsonObject));
    const criteria = new Set(all.filter((key) => !isWho.test(key)));
    if (criteria.size === 0) continue;
    changed ??= { ...record };
    changed[name] = Object.fromEntries(
      [...criteria].map((criterion) => [
        criterion,
        people.map((one) => (one as JsonObject)[criterion]).filter((vote) => typeof vote === 'number'),
      ]),
    );
  }
  return changed ?? record;
}
