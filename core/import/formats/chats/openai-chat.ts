import { suggest } from '../../evidence/suggest-mapping.ts';
import type { FileHead } from '../../readers/file-head.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { jsonRecordsReader } from '../../readers/json/json-records.ts';
import { recordCells, recordColumns } from '../../readers/json/record-columns.ts';
import { hasOwnScores } from '../assay/assay-jsonl.ts';
import { format } from '../format.ts';
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
  read: (at, sink, { head }) =>
    jsonRecordsReader(at, head, (record, place) => readChatRecord(record, place, at, sink)),
});

const recordsLooked = 50;

/** Whether records have scores beside their messages, which are read by a mapping; Assay's own (`human`, `judge`, `auto`) are read here. */
function hasScores(head: FileHead): boolean {
  if (!(head.isList ? listReason(head) : lineReason(head))) return false;
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
