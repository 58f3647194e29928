import { human, judge, plainName } from '../../evidence/column-names.ts';
import { qualityNamed } from '../../evidence/scores/who-scored.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import { messageText } from '../chats/message-content.ts';
import { worthOfClass } from '../score-names.ts';

/** What records call their messages. */
const lists = ['messages', 'turns', 'conversation', 'conversations', 'dialogue', 'dialog', 'history', 'chat'];
/** Names of a record that say which conversation it is. */
const idNames = [
  ...['id', '_id', 'uuid', 'conversation_id', 'dialogue_id', 'dialog_id', 'conv_id', 'chat_id'],
  ...['session_id', 'session', 'thread_id', 'transcript_id'],
];
const idIn = (record: JsonObject): string | undefined => {
  const given = Object.keys(record).filter(
    (name) => ['string', 'number'].includes(typeof record[name]) && record[name] !== '',
  );
  return idNames.flatMap((one) => given.filter((name) => name === one || plainName(name) === one))[0];
};
const speakerOf = ({ role, from, speaker }: JsonObject) => role ?? from ?? speaker;
const textOf = ({ content, value, text }: JsonObject) => content ?? value ?? text;

const isMessage = (one: unknown): one is JsonObject =>
  isJsonObject(one) && typeof speakerOf(one) === 'string';

/** A message that is nothing but a text and who said it, with whatever stands beside it. */
const isPlain = (one: unknown): one is JsonObject => isMessage(one) && typeof textOf(one) === 'string';

/** Whether a field of a message says how good the message is: a number, a word that is worth one, or what several said. */
export function isScoreOfMessage([name, value]: readonly [string, unknown]): boolean {
  const plain = plainName(name);
  if (Array.isArray(value)) return /^(?:\w{1,20}_)?(?:annotations?|ratings?|scores?|votes)$/.test(plain);
  const isNamed = human.test(plain) || judge.test(plain) || qualityNamed(plain) !== undefined;
  const isWorth = typeof value === 'string' && worthOfClass(value) !== null;
  return isNamed && (typeof value === 'number' || typeof value === 'boolean' || isWorth);
}

const isRated = (list: unknown): boolean =>
  Array.isArray(list) &&
  list.length > 1 &&
  list.every(isPlain) &&
  list.some((one) => Object.entries(one).some(isScoreOfMessage));

/** The list of messages in records some of whose messages have scores; undefined where they have none. */
export function ratedMessages(records: readonly JsonObject[]): string | undefined {
  if (records.length === 0) return undefined;
  const holds = (record: JsonObject, name: string) =>
    Array.isArray(record[name]) && record[name].every(isPlain);
  return lists.find(
    (name) =>
      records.every((record) => holds(record, name)) && records.some((record) => isRated(record[name])),
  );
}

/**
 * A record as a row for each of its messages, as tables of dialogues have them: the dialogue, the turn, who spoke, what, and its scores.
 *
 * @param place what the dialogue is called where the record has no id
 */
export function messageRows(record: JsonObject, field: string, place: string): JsonObject[] | undefined {
  const list = record[field];
  const named = idIn(record);
  if (!Array.isArray(list) || !list.every(isMessage)) return undefined;
  const rest = Object.fromEntries(
    Object.entries(record).filter(([name]) => name !== field && name !== named),
  );
  return list.map((message, at) => {
    const { role: _r, from: _f, speaker: _s, content: _c, value: _v, text: _t, id: _i, ...more } = message;
    const text = isPlain(message) ? textOf(message) : (messageText(message) ?? '');
    const said = { speaker: speakerOf(message), text };
    return {
      ...rest,
      dialogue_id: named === undefined ? place : record[named],
      turn: at + 1,
      ...said,
      ...more,
    };
  });
}
