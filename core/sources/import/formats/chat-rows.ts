import { readChatRecord } from '../chat-record.ts';
import { genericReply, names, response, spacedName } from '../column-names.ts';
import type { FileHead } from '../file-head.ts';
import { format } from '../format.ts';
import type { ItemSink } from '../item-sink.ts';
import { emptyRecord } from '../json-at.ts';
import type { JsonObject } from '../json-lines.ts';
import { jsonRecordsReader } from '../json-records.ts';
import type { FilePlace } from '../record-fields.ts';
import { hasWidth } from '../table-columns.ts';
import { rowsOfHead, tableReader } from '../table-rows.ts';
import { GatheredText } from './gathered-text.ts';

const conversationNames = [
  ...['conversation_id', 'session_id', 'chat_id', 'thread_id', 'dialogue_id', 'dialog_id', 'ticket_id'],
  ...['conversation', 'session', 'chat', 'thread', 'dialogue', 'dialog', 'ticket'],
];
const speakerNames = [
  'role',
  'sender',
  'speaker',
  'author',
  'from',
  'sender_type',
  'author_type',
  'sender_role',
];
const saidNames = ['message', 'text', 'content', 'body', 'utterance', 'message_text', 'message_body'];
const placeNames = [
  ...['turn', 'turn_id', 'turn_index', 'message_index', 'position', 'sequence', 'seq', 'order'],
  ...['timestamp', 'created_at', 'sent_at', 'time', 'datetime', 'date'],
];
const modelNames = ['model', 'model_name', 'model_id'];

const asks = /^(user|human|customer|client|visitor|guest|caller|patient|student|consumer|end[ _-]?user)$/i;
const isMachine = /^(assistant|bot|chat[ _-]?bot|ai|model|gpt|chatgpt|llm|virtual[ _-](assistant|agent))$/i;
/** Who answers where no machine does: beside one it is a person who took over. */
const serves = /^(agent|support|operator|advisor|representative)$/i;

/** The columns of a log, by what they hold; null where it is none. */
interface LogColumns {
  readonly conversation: string;
  readonly speaker: string;
  readonly said: string;
  readonly place: string | undefined;
  readonly model: string | undefined;
}

function logColumns(columns: readonly string[]): LogColumns | null {
  const find = (wanted: readonly string[]) =>
    wanted.flatMap((name) => columns.find((column) => spacedName(column) === name) ?? [])[0];
  const [conversation, speaker, said] = [conversationNames, speakerNames, saidNames].map(find);
  // A row that has a question or a reply of its own is an item, not a message.
  const isItem = columns.some((column) => {
    const name = spacedName(column);
    return (
      genericReply.test(name) || response.test(name) || (names.question as readonly string[]).includes(name)
    );
  });
  if (conversation === undefined || speaker === undefined || said === undefined || isItem) return null;
  return { conversation, speaker, said, place: find(placeNames), model: find(modelNames) };
}

/** Logs with a message a row, brought together by conversation. */
export const chatRows = format('chat-rows', {
  from: 'logs with one message a row: which conversation, who speaks, what is said; tables or JSON records',
  becomes: 'one item per conversation; the last message of the assistant is the response',
  recognize(head) {
    const { columns, rows } = seen(head);
    const log = logColumns(columns);
    const speakers = log ? rows.map((row) => String(row[log.speaker] ?? '').trim()) : [];
    const isLog =
      speakers.some((one) => asks.test(one)) &&
      speakers.some((one) => isMachine.test(one) || serves.test(one));
    return log && isLog
      ? `Each row is one message: "${log.conversation}" tells the conversation, "${log.speaker}" who speaks.`
      : null;
  },
  rows: {
    recognize: (columns) => logColumns(columns) !== null,
    open(at, sink) {
      const log = new ChatLog();
      return { read: (record) => log.add(record, at), end: () => log.handOn(at, sink) };
    },
  },
  read(at, sink, { head }) {
    const log = new ChatLog();
    const handOn = () => log.handOn(at, sink);
    if (!head.isJson) {
      return tableReader(at, {}, (columns) => ({
        row(cells) {
          if (hasWidth(cells, columns.length, at)) log.add(rowOf(columns, cells), at);
        },
        end: handOn,
      }));
    }
    const reader = jsonRecordsReader(at, head, (record) => log.add(record, at));
    return {
      cutsAnywhere: reader.cutsAnywhere ?? false,
      read: (block) => reader.read(block),
      breakOff: handOn,
      end() {
        reader.end();
        handOn();
      },
    };
  },
});

const rowsLookedAt = 50;

/** The first rows of a file, whatever it is written as. */
function seen(head: FileHead): { columns: string[]; rows: JsonObject[] } {
  if (head.isJson) {
    const rows = head.records(rowsLookedAt);
    return { columns: Object.keys(rows[0] ?? {}), rows };
  }
  const [columns = [], ...rows] = rowsOfHead(head.text, rowsLookedAt + 1, head.delimiter);
  return { columns, rows: rows.map((cells) => rowOf(columns, cells)) };
}

function rowOf(columns: readonly string[], cells: readonly string[]): JsonObject {
  const row = emptyRecord<unknown>();
  for (const [index, column] of columns.entries()) row[column] = cells[index] ?? '';
  return row;
}

interface Message {
  readonly who: string;
  readonly content: string;
  readonly place: unknown;
  readonly model: unknown;
}

interface Talk {
  readonly line: number;
  readonly messages: Message[];
  /** What all rows say alike. */
  readonly fields: JsonObject;
}

/** What a record of Assay has under these names is more than a cell. */
const ownFields = new Set(['human', 'judge', 'auto', 'messages', 'turns', 'conversations', 'input', 'body']);

class ChatLog {
  readonly #talks = new Map<string, Talk>();
  readonly #text = new GatheredText();

  add(row: JsonObject, at: FilePlace): void {
    const log = logColumns(Object.keys(row));
    const id = log && String(row[log.conversation] ?? '').trim();
    if (!log || id === '') {
      const message = 'The row does not say which conversation it is of.';
      at.problems.add(
        at.line,
        log?.conversation ?? '',
        message,
        'Give every row the id of its conversation.',
      );
      return;
    }
    if (!this.#text.fits(at, JSON.stringify(row))) return;
    const { [log.conversation]: _c, [log.speaker]: who, [log.said]: said, ...more } = row;
    const content = said === null || said === undefined ? '' : String(said);
    const { [log.place ?? '']: place, [log.model ?? '']: model, ...fields } = more;
    const talk = this.#talks.get(id!) ?? { line: at.line, messages: [], fields };
    this.#talks.set(id!, talk);
    for (const name of Object.keys(talk.fields)) {
      if (talk.fields[name] !== fields[name]) delete talk.fields[name];
    }
    talk.messages.push({ who: String(who ?? '').trim(), content, place, model });
  }

  handOn(at: FilePlace, sink: ItemSink): void {
    const speakers = [...this.#talks.values()].flatMap(({ messages }) => messages.map(({ who }) => who));
    const hasMachine = speakers.some((who) => isMachine.test(who));
    const roleOf = (who: string) =>
      asks.test(who) ? 'user' : isMachine.test(who) || (!hasMachine && serves.test(who)) ? 'assistant' : who;
    for (const [id, { line, messages, fields }] of this.#talks) {
      at.line = line;
      const told = inOrder(messages).filter(({ content }) => content !== '');
      const turns = told.map(({ who, content }) => ({ role: roleOf(who) || 'user', content }));
      const reply = turns.findLastIndex(({ role }) => role === 'assistant');
      if (reply < 0) {
        sink.leftBehind('conversations without a message of the assistant');
        continue;
      }
      const kept = Object.entries(fields).filter(([name, value]) => value !== '' && !ownFields.has(name));
      readChatRecord(
        { ...Object.fromEntries(kept), id, messages: turns, model: told[reply]!.model },
        id,
        at,
        sink,
      );
    }
  }
}

/** The messages by their number or time, as far as every one of them tells it; else as they stand in the file. */
function inOrder(messages: readonly Message[]): readonly Message[] {
  const keyed = messages.map((message) => ({ message, at: momentOf(message.place) }));
  if (keyed.some(({ at }) => Number.isNaN(at))) return messages;
  return keyed.sort((a, b) => a.at - b.at).map(({ message }) => message);
}

function momentOf(place: unknown): number {
  const text = String(place ?? '').trim();
  if (text === '') return Number.NaN;
  return Number.isFinite(Number(text)) ? Number(text) : Date.parse(text);
}
