import { human, plainName } from '../../evidence/column-names.ts';
import { qualityNamed } from '../../evidence/scores/who-scored.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import {
  type FilePlace,
  optionalText,
  type ReadTurns,
  readContext,
  readId,
  readReferences,
  readTurns,
  shardTexts,
  userTurnsOf,
  wrongKind,
} from '../../readers/record-fields.ts';
import type { FoundFailure, ItemSink } from '../../sink/item-sink.ts';
import { readHumanScores, readMachineScores } from './assay-scores.ts';
import { readUncertainties, uncertaintyFields } from './assay-uncertainty.ts';

const knownFields = new Set<string>([
  'id',
  'group',
  'conversation',
  'context',
  'reference',
  'references',
  'system',
  'responses',
  'human',
  'judge',
  'auto',
  'meta',
  'found',
  ...uncertaintyFields,
]);

/**
 * Checks one line of Assay's own format and hands it on: first the item, then its responses and scores. Without a conversation the
 * field `question` is its one turn, or each of the `shards` is a turn of the user.
 *
 * @param isPart whether another file may have the conversation
 */
export function readAssayRecord(record: JsonObject, at: FilePlace, sink: ItemSink, isPart = false): void {
  const id = readId(record.id, at);
  if (id === null) return;
  const turns = readTurns(record.conversation, at);
  const isOpen = turns.json === '[]';
  const asked = isOpen && typeof record.question === 'string' && record.question !== '';
  const conversation = asked
    ? userTurnsOf([record.question as string])
    : isOpen
      ? userTurnsOf(shardTexts(record.shards) ?? [])
      : turns;
  sink.item({
    line: at.line,
    id,
    group: readGroup(record.group, at),
    conversation: conversation.json,
    context: readContext(record.context, at),
    references: readReferences(record.reference ?? record.references, at),
    meta: readMeta(record, asked, turns),
    found: readFound(record.found, at),
  });
  remarkRatedTurns(turns, sink);
  const isAskedElsewhere = isPart && conversation.json === '[]';
  readResponses(record, isAskedElsewhere ? undefined : conversation.userTurns, at, sink);
  refuseMisspelledScores(record, at);
  readHumanScores(record.human, at, sink);
  readMachineScores(record, at, sink);
  readUncertainties(record, at, sink);
}

/** Ratings of single turns are kept with them: an item has scores of its replies. */
function remarkRatedTurns({ extras }: ReadTurns, sink: ItemSink): void {
  const rated = (extras ?? []).flatMap((turn) =>
    Object.entries(turn).flatMap(([name, value]) => {
      // Most turns have none, and their names need no look.
      if (typeof value !== 'number' && typeof value !== 'boolean') return [];
      const plain = plainName(name);
      return human.test(plain) || qualityNamed(plain) !== undefined ? [name] : [];
    }),
  );
  for (const [name, turns] of Map.groupBy(rated, (one) => one))
    sink.remark(
      `turns with "${name}", which is no score; import a table of one turn a row instead`,
      turns.length,
    );
}

/** What somebody found in the item: a list of modes and notes. */
function readFound(value: unknown, at: FilePlace): FoundFailure[] | undefined {
  if (value === undefined || value === null) return undefined;
  const remedy = 'Write [{"kind": "mode" or "note", "text": "wrong date"}].';
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((one) => {
    const { kind, text, source } = (typeof one === 'object' && one !== null ? one : {}) as JsonObject;
    if ((kind === 'mode' || kind === 'note') && typeof text === 'string')
      return [{ kind, text, source: typeof source === 'string' ? source : 'found' }];
    wrongKind(at, 'found', 'a list of failure modes and notes', one, remedy);
    return [];
  });
}

function readGroup(value: unknown, at: FilePlace): string | null {
  return typeof value === 'number' ? String(value) : optionalText(value, 'group', at);
}

/** Everything the format has no place for, as JSON; what is plain `meta` is kept as it stands. */
function readMeta(record: JsonObject, asked: boolean, { extras }: ReadTurns): string | null {
  const meta = record.meta ?? null;
  let more: JsonObject | null = null;
  for (const key in record) {
    if (knownFields.has(key) || (asked && key === 'question')) continue;
    more ??= Object.create(null) as JsonObject;
    more[key] = record[key];
  }
  if (!more && !extras) return meta === null ? null : JSON.stringify(meta);
  return JSON.stringify({
    ...more,
    ...(extras && { turnFields: extras }),
    ...(meta !== null && { meta }),
  });
}

/** What people write who mean `responses`. */
const meansResponses =
  /^(respon[sc]es?|respones?|replies|reply|answers?|outputs?|completions?|predictions?)$/i;
const responsesRemedy = 'Write {"system name": "text"}, or a list of texts with one per turn.';

function readResponses(
  record: JsonObject,
  userTurns: number | undefined,
  at: FilePlace,
  sink: ItemSink,
): void {
  const { responses } = record;
  if (responses === undefined || responses === null) {
    readWholes(record, at, sink);
    return;
  }
  if (typeof responses !== 'object' || Array.isArray(responses)) {
    wrongKind(at, 'responses', 'an object', responses, responsesRemedy);
    return;
  }
  for (const system in responses) {
    const value = (responses as JsonObject)[system];
    if (system === '') at.problems.add(at.line, 'responses', 'A system has no name.', responsesRemedy);
    else if (typeof value === 'string') sink.response(system, 0, value);
    else if (Array.isArray(value)) readTurnResponses(system, value, userTurns, at, sink);
    else if (value !== null) wrongKind(at, `responses.${system}`, 'a text', value, responsesRemedy);
  }
}

function readTurnResponses(
  system: string,
  texts: readonly unknown[],
  userTurns: number | undefined,
  at: FilePlace,
  sink: ItemSink,
): void {
  const field = `responses.${system}`;
  if (texts.length > 1 && userTurns !== undefined && texts.length !== userTurns) {
    const message = `${field} has ${texts.length} turns, but the conversation has ${userTurns} of the user.`;
    at.problems.add(at.line, field, message, 'Give one response for each user turn.');
  }
  texts.forEach((text, turn) => {
    if (typeof text === 'string') sink.response(system, turn, text);
    else wrongKind(at, `${field}[${turn}]`, 'a text', text, responsesRemedy);
  });
}

/** What people write who mean a field with scores. */
const meansScores: readonly [meant: string, RegExp][] = [
  ['human', /^(humans?|human_?(scores?|ratings?|labels?)|annotat(ors?|ions?)|people|raters?|ratings?)$/i],
  ['judge', /^(judges?|judge?ments?|judge_?(scores?|ratings?)|llm_?(judges?|scores?))$/i],
  ['auto', /^(autos?|automatic|auto_?(scores?|metrics?)|metrics?)$/i],
];

const isObjectOfObjects = (value: unknown): value is JsonObject =>
  isJsonObject(value) && Object.values(value).length > 0 && Object.values(value).every(isJsonObject);

/** Whether numbers stand in objects or lists: scores, where names of people or reasons are none. */
const holdsNumbers = (value: unknown, depth = 4): boolean =>
  typeof value === 'number' ||
  (depth > 0 &&
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((one) => holdsNumbers(one, depth - 1)));

/** Scores under a name that this format does not know would come in as a mere field, and count nowhere. */
function refuseMisspelledScores(record: JsonObject, at: FilePlace): void {
  for (const key in record) {
    const value = record[key];
    if (knownFields.has(key) || !isObjectOfObjects(value) || !holdsNumbers(value)) continue;
    const meant = meansScores.find(([, pattern]) => pattern.test(key))?.[0];
    if (meant === undefined) continue;
    const message = `"${key}" is not a field of this format; "${meant}" is. Its scores would count nowhere.`;
    at.problems.add(at.line, key, message, `Write "${meant}", or put it under "meta" to keep it as a field.`);
  }
}

/**
 * Where nothing is said apart from the conversation, the conversation as a whole is what the system did. Where no system
 * is declared, those that have human scores are meant, if a reply stands in the conversation at all.
 */
function readWholes(record: JsonObject, at: FilePlace, sink: ItemSink): void {
  const misspelled = Object.keys(record).find((key) => !knownFields.has(key) && meansResponses.test(key));
  if (misspelled !== undefined) {
    const message = `The field "responses" is missing; "${misspelled}" is none of this format.`;
    at.problems.add(at.line, misspelled, message, responsesRemedy);
    return;
  }
  const { conversation, system, human } = record;
  if (typeof system === 'string' && system !== '') sink.response(system, 0, null);
  else if (system !== undefined && system !== null) {
    wrongKind(at, 'system', 'the name of a system', system, 'Write the name in quotes.');
  } else if (typeof human === 'object' && human !== null && !Array.isArray(human) && hasReply(conversation)) {
    for (const name in human) if (name !== '') sink.response(name, 0, null);
  }
}

/** Whether a turn of a conversation is neither the user's nor an instruction. */
export const hasReply = (conversation: unknown): boolean =>
  Array.isArray(conversation) &&
  conversation.some((turn: { role?: unknown } | null) => turn?.role !== 'user' && turn?.role !== 'system');
