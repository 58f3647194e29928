import { plainName, response, systemNames } from '../../evidence/column-names.ts';
import { qualityNamed } from '../../evidence/scores/who-scored.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import { isTurns } from '../../readers/json/record-columns.ts';

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
const fewestScores = 2;
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
    // Without names of systems several lists of as many scores tell that each text has its own.
    if (!systems && scores.length < fewestScores) continue;
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

/** A record as one row a candidate, whose fields stand under the field of the list: `completions.model`. */
export function unfolded(given: JsonObject, field: string | undefined): JsonObject[] {
  const record = field === undefined ? given : withPairs(given);
  const list = field === undefined ? undefined : record[field];
  if (field === undefined || !Array.isArray(list) || !list.every(isJsonObject)) return [withVotes(record)];
  const isOfNobody = !list.every(isCandidate);
  return list.map((one, at) =>
    withVotes({ ...record, [field]: isOfNobody ? { system: `${field} ${at + 1}`, ...one } : one }),
  );
}

/** Lists of what several people said, by the name of the field: `expert_annotations`, `turker_ratings`. */
const voteLists =
  /^annotations$|^(?:expert|turker|human|crowd|annotator|worker|rater|user)s?_(?:annotations?|ratings?|votes?|judgments?|scores?)$/;

export const isVoteList = (name: string): boolean => voteLists.test(plainName(name));

const oneOrAll = (votes: readonly unknown[]): unknown => (votes.length === 1 ? votes[0] : votes);

/** An object that holds what people said, by kind of people or by person. */
const voteHolder =
  /^(?:human_?)?(?:annotations?|annotators?|raters?|ratings?|evaluations?|judge?ments?|votes)$/;
const kindOfPeople =
  /^(expert|turker|human|crowd|annotator|worker|rater|user|labell?er|reviewer)s?(?:_?(?:\d{1,3}|[a-e]))?$/;

/**
 * A record in which the lists of votes, or the votes of each person, lie in one object: `annotations: {"expert": [...], "crowd": [...]}`
 * and `ratings: {"expert_1": {"fluency": 4}, "expert_2": ...}` are `expert_annotations: [...]` beside each other.
 */
function withKinds(record: JsonObject): JsonObject {
  const holder = Object.keys(record).find((name) => {
    const value = record[name];
    if (!voteHolder.test(plainName(name)) || !isJsonObject(value)) return false;
    const parts = Object.entries(value);
    const areAlike = parts.every(([, one]) =>
      Array.isArray(one) ? one.every(isJsonObject) : isJsonObject(one),
    );
    return parts.length > 0 && areAlike && parts.every(([key]) => kindOfPeople.test(plainName(key)));
  });
  if (holder === undefined) return record;
  const { [holder]: held, ...rest } = record;
  const lists = new Map<string, unknown[]>();
  for (const [key, value] of Object.entries(held as JsonObject)) {
    const kind = kindOfPeople.exec(plainName(key))![1]!;
    lists.set(kind, [...(lists.get(kind) ?? []), ...(Array.isArray(value) ? (value as unknown[]) : [value])]);
  }
  return {
    ...rest,
    ...Object.fromEntries([...lists].map(([kind, list]) => [`${kind}_annotations`, list])),
  };
}

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
export function withVotes(given: JsonObject): JsonObject {
  const record = withKinds(given);
  let changed: JsonObject | undefined;
  for (const [name, value] of Object.entries(record)) {
    if (!isVoteList(name) || !Array.isArray(value)) continue;
    // One object alone may be anything; told by who said it, it is one vote.
    if (value.length < (record !== given && !(name in given) ? 1 : 2)) continue;
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
        oneOrAll(
          people.map((one) => (one as JsonObject)[criterion]).filter((vote) => typeof vote === 'number'),
        ),
      ]),
    );
  }
  return changed ?? record;
}
