import { names, plainName } from '../../evidence/column-names.ts';
import { suggest } from '../../evidence/suggest-mapping.ts';
import type { FileHead } from '../../readers/file-head.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import { jsonRecordsReader } from '../../readers/json/json-records.ts';
import { recordCells, recordColumns } from '../../readers/json/record-columns.ts';
import { hasOwnScores } from '../assay/assay-jsonl.ts';
import { format } from '../format.ts';
import { ratedMessages } from '../people/rated-messages.ts';
import { withSaid } from '../people/said-lists.ts';
import { readChatRecord } from './chat-record.ts';

/** Chat logs, turns of DeepEval, samples of OpenAI evals. */
export const openaiChat = format('openai-chat-jsonl', {
  mayBeGeneral: () => true,
  from: 'OpenAI chat logs (`messages`), DeepEval (`turns`), ShareGPT (`conversations`), OpenAI evals (`input`, `ideal`); lines or one JSON list',
  becomes: 'the last turn of the assistant is the response',
  isGeneral: true,
  recognize(head) {
    if (!head.isJson || hasScores(head)) return null;
    return head.isList ? listReason(head) : lineReason(head);
  },
  read(at, sink, { head }) {
    const ids = new OwnIds(head.records(recordsLooked));
    return jsonRecordsReader(at, head, (record, place) => {
      const { id = place, rest } = ids.take(record);
      readChatRecord(rest, id, at, sink);
    });
  },
});

/** Ids of chats under another name than Assay's: `_id`, `conversation_id`. One that comes again names the conversation, and not the record. */
class OwnIds {
  /** The field, where every record looked at has a value of its own in it. */
  readonly #field: string | undefined;
  readonly #seen = new Set<string>();

  constructor(records: readonly JsonObject[]) {
    const isNamed = ['id', 'custom_id'].some((name) => records.some((record) => name in record));
    const called = isNamed ? [] : Object.keys(records[0] ?? {});
    const inOrder = idNames.flatMap((name) => called.filter((field) => plainName(field) === name));
    this.#field = inOrder.find((field) => {
      const values = records.map((record) => idIn(record[field]));
      return values.every((value) => value !== undefined) && new Set(values).size === values.length;
    });
  }

  /** The id of a record and the rest of it; without an id where it has none, or an earlier record has it. */
  take(record: JsonObject): { id?: string; rest: JsonObject } {
    if (this.#field === undefined) return { rest: record };
    const { [this.#field]: value, ...rest } = record;
    const id = idIn(value);
    if (id === undefined || this.#seen.has(id)) return { rest: record };
    this.#seen.add(id);
    return { id, rest };
  }
}

/** Names of ids; of a conversation's those that say so. */
const idNames: readonly string[] = [
  ...names.id,
  ...names.group.filter((name) => name.endsWith('_id')),
  ...['chat_id', 'thread_id'],
];

/** A text or a number that may be an id, also as MongoDB exports it: `{"$oid": "..."}`. */
function idIn(value: unknown): string | undefined {
  const said = isJsonObject(value) ? value.$oid : value;
  const text = typeof said === 'number' ? String(said) : said;
  return typeof text === 'string' && text !== '' && text.length <= longestId ? text : undefined;
}
const longestId = 200;

const recordsLooked = 50;

/** Whether records have scores beside their messages, which are read by a mapping; Assay's own (`human`, `judge`, `auto`) are read here. */
function hasScores(head: FileHead): boolean {
  if (!(head.isList ? listReason(head) : lineReason(head))) return false;
  if (ratedMessages(head.records(recordsLooked)) !== undefined) return true;
  const records = head.records(recordsLooked).map(withSaid);
  if (records.some((record) => hasOwnScores(record) || 'body' in record)) return false;
  const columns = recordColumns(records);
  const { mapping, unsure } = suggest(
    columns,
    records.map((record) => recordCells(record, columns)),
  );
  const isRead = mapping.responses.length > 0 || mapping.conversation !== undefined;
  return isRead && mapping.human.length + mapping.signals.length + unsure.length > 0;
}

function listReason({ paths }: FileHead): string | null {
  const field =
    ['messages', 'turns'].find((name) => paths.has(`[].${name}`)) ??
    (paths.has('[].conversations[].from') ? 'conversations' : undefined);
  const isSample = paths.has('[].input') && (paths.has('[].actual_output') || paths.has('[].ideal'));
  if (field === undefined && !isSample) return null;
  return `The list has records with "${field ?? 'input'}", as chat logs do.`;
}

function lineReason({ record }: FileHead): string | null {
  if (!record || !isChatRecord(record)) return null;
  const field = ['messages', 'turns', 'conversations', 'input', 'body'].find((name) => name in record);
  return `The first line has "${field}", as chat logs do.`;
}

function isChatRecord({ messages, turns, conversations, ...rest }: JsonObject): boolean {
  if (
    [messages, turns, conversations].some(
      (list) => Array.isArray(list) && (list.length === 0 || typeof list[0] === 'object'),
    )
  )
    return true;
  const { input, ideal, body, actual_output } = rest;
  if (input !== undefined && (ideal !== undefined || actual_output !== undefined)) return true;
  return Array.isArray((body as JsonObject | undefined)?.messages);
}
