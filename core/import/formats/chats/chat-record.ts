import type { Turn } from '../../../../shared/contract/index.ts';
import { unnamedSystem } from '../../../../shared/study-choices.ts';
import { human, judge, plainName } from '../../evidence/column-names.ts';
import { speakerRole, speakerRoles } from '../../evidence/dialogues/speaker-roles.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import {
  type FilePlace,
  optionalText,
  readContext,
  readId,
  readReferences,
  wrongKind,
} from '../../readers/record-fields.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { readHumanScores, readMachineScores } from '../assay/assay-scores.ts';
import { isScoreOfMessage } from '../people/rated-messages.ts';
import {
  callsOf,
  messageText,
  plainTurn,
  type ReadMessage,
  textOfParts,
  toolResults,
  turnsSaid,
} from './message-content.ts';
import { plainMessages } from './plain-message.ts';

export { unnamedSystem };

const knownFields = new Set([
  'id',
  'custom_id',
  'messages',
  'turns',
  'conversations',
  'input',
  'ideal',
  'model',
  'body',
  'group',
  'context',
  'retrieval_context',
  'reference',
  'references',
  'expected_output',
  'human',
  'judge',
  'auto',
  ...['actual_output', 'completion', 'output', 'sampled'],
]);
const outputs = ['actual_output', 'completion', 'output', 'sampled'] as const;
const messageRemedy = 'Write {"role": "user", "assistant" or another, "content": "text"}.';

/**
 * Checks one record of chat messages: the last message of the assistant is the response under test.
 *
 * @param place what the record is called where it has no id
 */
export function readChatRecord(record: JsonObject, place: string, at: FilePlace, sink: ItemSink): void {
  const body = (record.body ?? {}) as JsonObject;
  const id = readId(record.id ?? record.custom_id ?? place, at);
  if (id === null) return;
  const { before, response, after } = readMessages(record, body, at);
  const model = record.model ?? body.model;
  sink.item({
    line: at.line,
    id,
    group: optionalText(record.group, 'group', at),
    conversation: JSON.stringify(before),
    context: readContext(record.context ?? record.retrieval_context, at),
    references: readReferences(
      record.reference ?? record.references ?? record.ideal ?? record.expected_output,
      at,
    ),
    meta: readMeta(record, after, at),
  });
  if (response !== null) {
    sink.response(typeof model === 'string' && model !== '' ? model : unnamedSystem, 0, response);
  }
  readHumanScores(record.human, at, sink);
  readMachineScores(record, at, sink);
}

interface Messages {
  before: Turn[];
  response: string | null;
  /** Turns after the response: kept, but not shown with it. */
  after: Turn[];
}

function readMessages(record: JsonObject, body: JsonObject, at: FilePlace): Messages {
  const list = record.messages ?? record.turns ?? record.conversations ?? body.messages;
  if (list !== undefined) return splitAtResponse(withAssistant(readTurns(list, at)), at);
  const { input } = record;
  const before =
    typeof input === 'string'
      ? [{ role: 'user', content: input }]
      : readTurns(input ?? [], at, 'input').flatMap(turnsSaid);
  const field = outputs.find((name) => record[name] !== undefined && record[name] !== null);
  if (input === undefined) {
    at.problems.add(at.line, 'messages', 'The line has no "messages".', 'Write {"messages": [...]}.');
  }
  return { before, response: field ? optionalText(record[field], field, at) : null, after: [] };
}

/** Messages by the roles that their speakers' names tell, where none of them is called the assistant, or none the user: `agent`, `customer`. */
function withAssistant(turns: ReadMessage[]): ReadMessage[] {
  const speakers = new Set(turns.map(({ role }) => role));
  const isOtherwise = (role: string) =>
    !speakers.has(role) && [...speakers].some((name) => speakerRole(name) === role);
  if (!isOtherwise('assistant') && !(speakers.has('assistant') && isOtherwise('user'))) return turns;
  const roles = speakerRoles(speakers);
  return turns.map((turn) => ({ ...turn, role: roles.get(turn.role) ?? turn.role }));
}

function splitAtResponse(turns: ReadMessage[], at: FilePlace): Messages {
  const place = turns.findLastIndex(({ role }) => role === 'assistant');
  if (place < 0) {
    const message = 'No message is of the role "assistant", so there is no response to judge.';
    at.problems.add(at.line, 'messages', message, 'Add the response as the last message.');
    return { before: turns.flatMap(turnsSaid), response: null, after: [] };
  }
  return {
    before: turns.slice(0, place).flatMap(turnsSaid),
    response: (turns[place] as Turn).content,
    after: turns.slice(place + 1).flatMap(turnsSaid),
  };
}

function readTurns(list: unknown, at: FilePlace, field = 'messages'): ReadMessage[] {
  if (!Array.isArray(list)) {
    wrongKind(at, field, 'a list of messages', list, messageRemedy);
    return [];
  }
  const messages = list.flatMap((given: unknown, index) =>
    plainMessages(given).map((message) => ({ message, where: `${field}[${index}]` })),
  );
  return messages.map(({ message, where }): ReadMessage => {
    if (typeof message !== 'object' || message === null) {
      wrongKind(at, where, 'an object', message, messageRemedy);
      return { role: '', content: '', calls: [] };
    }
    for (const [name] of Object.entries(message).filter(isScoreOfMessage))
      at.problems.notice(`values of "${name}" in messages left out: give each message a text alone`);
    const turn = plainTurn(message as JsonObject);
    const { role, content } = turn;
    if (typeof role !== 'string') wrongKind(at, `${where}.role`, 'a text', role, messageRemedy);
    const results = toolResults(turn);
    const isOfTools = results !== null || callsOf(turn).length > 0;
    const text = isOfTools && Array.isArray(content) ? textBeside(content) : messageText(turn);
    if (text === null || (text === '' && saysElsewhere(turn)))
      wrongKind(at, `${where}.content`, 'a text or a list of parts', content, messageRemedy);
    return { role: String(role), content: text ?? '', calls: callsOf(turn), ...(results && { results }) };
  });
}

/** Whether a message without a content has a text under another name, which would be lost. */
const saysElsewhere = ({ role: _, content, ...more }: JsonObject): boolean =>
  content === undefined &&
  Object.values(more).some((value) => typeof value === 'string' && /\S\s+\S/.test(value));

/** What a message says beside calls of tools and their results. */
const textBeside = (parts: readonly unknown[]): string =>
  textOfParts(parts.filter((part) => (part as JsonObject | null)?.type !== 'tool_result'));

function readMeta(record: JsonObject, after: readonly Turn[], at: FilePlace): string | null {
  const more = Object.entries(record).filter(([key]) => !knownFields.has(key));
  for (const [key, value] of more) {
    if (typeof value !== 'number' || ![human, judge].some((score) => score.test(plainName(key)))) continue;
    at.problems.notice(`values of "${key}" kept as a field, not as scores (--format json-records maps them)`);
  }
  if (after.length > 0) more.push(['messagesAfterResponse', after]);
  return more.length > 0 ? JSON.stringify(Object.fromEntries(more)) : null;
}
