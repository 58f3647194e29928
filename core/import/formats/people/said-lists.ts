import {
  asideNames,
  criterionNames,
  isSystemName,
  plainName,
  response,
  saidWords,
  spacedName,
} from '../../evidence/column-names.ts';
import {
  isMachineRater,
  isNoPerson,
  isQualityNoun,
  isSurelyModel,
  qualityNamed,
} from '../../evidence/scores/who-scored.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import { noValue } from '../../readers/tables/cell-values.ts';
import { longestClass, worthOfClass } from '../score-names.ts';

/** Lists of what several people said, by the name of the field: `expert_annotations`, `turker_ratings`. */
const voteLists =
  /^annotations$|^(?:expert|turker|human|crowd|annotator|worker|rater|user)s?_(?:annotations?|ratings?|votes?|judgments?|scores?)$/;

/** Lists of what people, judges or metrics said, which each entry tells. */
const saidLists = new RegExp(`^(?:[a-z]{1,20}_)?(?:${saidWords}|metrics(?:_?(?:data|metadata|results))?)$`);

const isVoteList = (name: string): boolean => voteLists.test(plainName(name));

const oneOrAll = (values: readonly unknown[]): unknown => (values.length === 1 ? values[0] : values);

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

/** Marks in a text, as doccano and others list them beside it: their labels are classes of a part and rate no reply. */
const isMark = (one: JsonObject): boolean =>
  Object.keys(one).some((name) => /^start(?:_?offset|_?char|_?index)?$/i.test(name)) &&
  Object.keys(one).some((name) => /^end(?:_?offset|_?char|_?index)?$/i.test(name));

/** Who said it, by names that people alone have, or judges as well. */
const whoNames =
  /^(?:annotator|rater|worker|labell?er|reviewer|evaluator|assessor|coder|turker|user|participant|person|judge|grader|scorer|by|name|who|author)(?:_?(?:id|name|email|model))?$/;
const judgeNames = /^(?:judge|grader|scorer)/;
/** Names under which entries say whether a person or a model said it, and other things as well. */
const kindNames =
  /^(?:source|origin|type|kind|method|(?:annotator|rater|evaluator|reviewer|grader)_?(?:type|kind))$/;
const saysWho = (text: string): boolean =>
  /^(?:humans?|people|person|manual|experts?|crowd|annotators?|users?|llm)$/i.test(text.trim()) ||
  isMachineRater(text);
/** Names of lists that say themselves that people gave them. */
const ofPeople = /(?:^|_)(?:expert|turker|human|crowd|annotator|worker|rater|user)s?_/;
/** The value of an entry that has several. */
const valueNames = /^(?:score|value|rating|grade|result|points|label|verdict)$/;
/** Words are values under these names, also one of which nobody knows what it is worth: it is refused with its line, and no vote is lost. */
const wordNames = /^(?:label|rating|score|verdict|thumbs?|vote|grade|value|judge?ment|correct)$/;
/** Words are values under these names where they are worth a number. */
const mayBeWordNames = /^(?:result|opinion|answer|choice)$/;
/** One entry of a list: who said what of which criterion, and what else it holds. */
interface Said {
  readonly who?: { readonly name: string; readonly key: string };
  readonly of?: string;
  readonly values: readonly (readonly [name: string, value: number | string])[];
  readonly rest: readonly (readonly [name: string, value: unknown])[];
}

/** An entry of a list of what was said; undefined where it is something else, as a reply, a mark or a turn. */
function saidIn(entry: unknown): Said | undefined {
  if (!isJsonObject(entry) || isMark(entry)) return undefined;
  const fields = Object.entries(entry).flatMap(
    ([name, value]) => numbersIn(value) ?? [[name, value] as const],
  );
  if (fields.some(([name, value]) => isOfPart(name, value) || (typeof value === 'object' && value !== null)))
    return undefined;
  const texts = fields.filter((one): one is [string, string] => typeof one[1] === 'string' && one[1] !== '');
  const ofName =
    texts.find(([name, text]) => isOfCriterion(name, text))?.[0] ??
    texts.find(([name, text]) => isCalledScore(name, text, fields))?.[0];
  const whoKey = fields.find(
    ([name, value]) =>
      name !== ofName &&
      ((whoNames.test(spacedName(name)) && (typeof value === 'string' || typeof value === 'number')) ||
        (kindNames.test(spacedName(name)) && typeof value === 'string' && saysWho(value))),
  )?.[0];
  const left = fields.filter(([name]) => name !== ofName && name !== whoKey);
  const valued = left.filter(([name, value]) => isValue(name, value));
  const main = valued.find(([name]) => valueNames.test(spacedName(name)));
  const isScore = ([name]: readonly [string, unknown]) =>
    name === main?.[0] || (ofName === undefined && qualityNamed(spacedName(name)) !== undefined);
  const values = main === undefined ? valued : valued.filter(isScore);
  const known = (name: string | undefined) => String(fields.find(([key]) => key === name)?.[1]);
  return {
    ...(whoKey !== undefined && { who: { name: known(whoKey), key: whoKey } }),
    ...(ofName !== undefined && { of: known(ofName) }),
    values: values.map(([name, value]) => [
      name,
      typeof value === 'string' ? (worthOfClass(value) ?? value) : Number(value),
    ]),
    rest: left.filter(
      ([name, value]) => value !== null && value !== '' && !values.some((one) => one[0] === name),
    ),
  };
}

/** What an entry has in an object of its own, by what was scored: numbers, and words that are worth some. */
function numbersIn(value: unknown): [string, unknown][] | undefined {
  if (!isJsonObject(value)) return undefined;
  const all = Object.entries(value).map(([name, one]): [string, unknown] => [
    name,
    typeof one === 'string' ? worthOfClass(one) : one,
  ]);
  return all.every(([, one]) => isNumber(one)) ? all : undefined;
}

const isNumber = (value: unknown): boolean => typeof value === 'number' || typeof value === 'boolean';

/** What an entry names that scores a part, or one of several replies, and not the record. */
const partNames =
  /^(?:system|model|candidate|response|reply|output|turn|message|utterance|sentence|span|step|item|target|claim|segment|side|rank)s?(?:_?(?:id|index|idx|no|number|name))?$/;

const isOfPart = (name: string, value: unknown): boolean =>
  (typeof value === 'string' &&
    (response.test(plainName(name)) || /^(?:role|content|text)$/.test(plainName(name)))) ||
  partNames.test(spacedName(name));

const isOfCriterion = (name: string, text: string): boolean =>
  criterionNames.includes(spacedName(name)) || (plainName(name) === 'name' && !isSurelyModel(text));

/** Whether a label or a question is what was scored, and no score itself: one beside it has a value, and it names a quality or is worth no number. */
function isCalledScore(
  name: string,
  text: string,
  fields: readonly (readonly [name: string, value: unknown])[],
): boolean {
  if (!/^(?:label|question|category|key|field|attribute)$/.test(spacedName(name))) return false;
  if (worthOfClass(text) !== null && !isQualityNoun(plainName(text))) return false;
  return fields.some(
    ([other, value]) =>
      other !== name &&
      /^(?:score|value|rating|grade|result|points|answer)$/.test(spacedName(other)) &&
      (isNumber(value) || (typeof value === 'string' && worthOfClass(value) !== null)),
  );
}

function isValue(name: string, value: unknown): boolean {
  const plain = spacedName(name);
  if (asideNames.test(plain)) return false;
  if (typeof value !== 'string') return isNumber(value);
  if (value.trim() === '' || noValue.test(value.trim()) || value.length > longestClass) return false;
  return wordNames.test(plain) || (mayBeWordNames.test(plain) && worthOfClass(value) !== null);
}

/**
 * A record whose lists of scores, one object for each, are one list of votes for each criterion: `expert_annotations: [{"fluency": 5},
 * {"fluency": 4}]` is `expert_annotations: {"fluency": [5, 4]}`, as SummEval has it. Of entries that name who scored or what was scored,
 * people's are votes as well, a model's stand under its name, and those of nobody under what was scored: `[{"judge": "gpt-4o", "score":
 * 4}]` is `{"gpt-4o": {"score": 4}}`.
 */
export function withSaid(given: JsonObject): JsonObject {
  const record = withKinds(given);
  let changed: JsonObject | undefined;
  for (const [name, value] of Object.entries(record)) {
    const said = saidOf(name, value, record !== given && !(name in given));
    if (said === undefined) continue;
    const systems = systemsIn(record);
    if (said.some(({ values }) => values.some(([of]) => systems.has(of)))) {
      // Of which reply each number is, the list says by the names of systems.
      changed = withVotesOfEach(changed ?? record, name, said, systems);
      continue;
    }
    const { people, others } = gathered(said);
    const ofThem = ofPeople.test(plainName(name)) ? name : `human_${name}`;
    if (ofThem !== name && ofThem in record) continue;
    changed ??= { ...record };
    delete changed[name];
    if (Object.keys(others).length > 0) changed[name] = others;
    if (Object.keys(people).length > 0) changed[ofThem] = { ...(ofThem === name && others), ...people };
  }
  return changed ?? record;
}

/** The systems whose replies a record has: that of its only one, or the keys of an object of them. */
function systemsIn(record: JsonObject): ReadonlySet<string> {
  const found = Object.entries(record).flatMap(([name, value]) => {
    if (!isReplies.test(plainName(name)) || !isJsonObject(value)) return [];
    const own = systemOf(value);
    return own === undefined ? Object.keys(value) : [own];
  });
  return new Set(found);
}

const isReplies = /^(?:responses|answers|outputs|replies|completions|generations|predictions)$/;

/** The system that a reply names. */
function systemOf(reply: JsonObject): string | undefined {
  const [, system] = Object.entries(reply).find(([name]) => isSystemName(spacedName(name))) ?? [];
  return typeof system === 'string' ? system : undefined;
}

/**
 * A record in which people's numbers by system stand with the reply of each: `ratings: [{"rater": "Ann", "scores": {"x": 4, "y": 2}}]`.
 * Unchanged, so that they stay fields, where some are of nobody known or of something else.
 */
function withVotesOfEach(
  record: JsonObject,
  name: string,
  said: readonly Said[],
  systems: ReadonlySet<string>,
): JsonObject {
  const areTheirs = said.every(
    ({ who, of, values, rest }) =>
      who !== undefined &&
      isPerson(who) &&
      of === undefined &&
      rest.length === 0 &&
      // A reply of a list, by itself, knows its own system alone.
      (systems.size === 1 || values.every(([one]) => systems.has(one))),
  );
  if (!areTheirs) return record;
  const votesOf = (system: string) =>
    said.flatMap(({ values }) => values.flatMap(([one, value]) => (one === system ? [value] : [])));
  const { [name]: _, ...others } = record;
  const [own, another] = systems;
  if (own !== undefined && another === undefined)
    return 'human_ratings' in others ? record : { ...others, human_ratings: { rating: votesOf(own) } };
  if ('human_scores' in others) return record;
  return {
    ...others,
    human_scores: Object.fromEntries([...systems].map((system) => [system, votesOf(system)])),
  };
}

/** What the entries of a list say, where they are scores and nothing else. */
function saidOf(name: string, value: unknown, isOfKind: boolean): Said[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || !mayListScores(name)) return undefined;
  const said = value.map(saidIn).filter((one) => one !== undefined);
  return said.length === value.length && mayBeRead(said, name, isOfKind) ? said : undefined;
}

/** Whether the cells of a column of this name may list scores. */
export const mayListScores = (name: string): boolean => saidLists.test(plainName(name));

/** Whether a list in the cell of a table is one of scores. */
export const isSaidList = (name: string, list: readonly unknown[]): boolean =>
  isVoteList(name) || saidOf(name, list, false) !== undefined;

/** Whether entries say who scored or what; else numbers alone are votes in a list that is called so, where they are several. */
function mayBeRead(said: readonly Said[], name: string, isOfKind: boolean): boolean {
  if (said.every(({ values }) => values.length === 0)) return false;
  if (said.every(({ who, of }) => who !== undefined || of !== undefined)) return true;
  return (
    isVoteList(name) &&
    said.length >= (isOfKind ? 1 : 2) &&
    said.every(({ values, rest }) => values.length > 0 && rest.length === 0)
  );
}

/** What people said, and what models and nobody known did, each by criterion, with words about it. */
function gathered(said: readonly Said[]): { people: JsonObject; others: JsonObject } {
  const people = said.filter(({ who }) => who !== undefined && isPerson(who));
  const named = said.filter(({ who }) => who !== undefined && !isPerson(who));
  const ofNobody = said.filter(({ who }) => who === undefined);
  const byModel = Map.groupBy(named, ({ who }) => who!.name);
  return {
    people: people.length > 0 ? { ...byCriterion(people), by: people.map(({ who }) => who!.name) } : {},
    others: {
      ...byCriterion(ofNobody),
      ...Object.fromEntries([...byModel].map(([model, entries]) => [model, byCriterion(entries)])),
    },
  };
}

const isPerson = ({ name, key }: NonNullable<Said['who']>): boolean =>
  !judgeNames.test(spacedName(key)) && !isNoPerson(name);

function byCriterion(said: readonly Said[]): JsonObject {
  const lists = new Map<string, unknown[]>();
  for (const { who, of, values } of said)
    for (const [key, value] of values) {
      const plain = who !== undefined && valueNames.test(spacedName(key)) ? 'rating' : key;
      const criterion = of === undefined ? plain : values.length > 1 ? `${of} ${key}` : of;
      lists.set(criterion, [...(lists.get(criterion) ?? []), value]);
    }
  const about = said.filter(({ rest }) => rest.length > 0).map(wordsAbout);
  return {
    ...Object.fromEntries([...lists].map(([key, values]) => [key, oneOrAll(values)])),
    ...(about.length > 0 && { about }),
  };
}

/** What an entry says beside its scores, in one text. */
const wordsAbout = ({ who, of, rest }: Said): string =>
  [
    ...[who?.name, of].filter((one) => one !== undefined),
    ...rest.map(([name, value]) => `${name}: ${String(value)}`),
  ].join(', ');
