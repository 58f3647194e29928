import path from 'node:path';
import type { ImportFormat } from '../../../shared/contract/index.ts';
import { parseJson } from '../../platform/files/parse-json.ts';
import { isChatRecord } from './chat-record.ts';
import { isClariq } from './clariq-rows.ts';
import { detectDelimiter } from './delimiter.ts';
import { pathsIn, recognizeDocument } from './document-formats.ts';
import type { JsonObject } from './json-lines.ts';
import { isLabelRecord, looksLikeLabels } from './label-columns.ts';
import { isLabelHeader } from './label-record.ts';
import { isParquet } from './magic.ts';
import { headerOf } from './table-header.ts';

interface DetectedFormat {
  readonly format: ImportFormat;
  /** In words, for the person who may know better. */
  readonly reason: string;
}

/** A first line this long may have been cut off where the look at the file ended. */
const longestGuessedLine = 100_000;

/** Tells the format of a file by its ending and its first lines. */
export function detectFormat(fileName: string, head: string): DetectedFormat {
  if (isParquet(Buffer.from(head.slice(0, 4)))) {
    return { format: 'parquet', reason: 'The file begins as Parquet tables do.' };
  }
  const first = head.split('\n').find((line) => line.trim() !== '') ?? '';
  const ending = path.extname(fileName).toLowerCase();
  const isJson = ['.jsonl', '.ndjson', '.json'].includes(ending) || /^\s*[[{]/.test(first);
  if (!isJson || ['.csv', '.tsv'].includes(ending)) return detectTable(ending, head);
  return recognizeDocument(pathsIn(head)) ?? detectJson(first, head);
}

function detectJson(first: string, head: string): DetectedFormat {
  if (head.trimStart().startsWith('[')) return detectList(pathsIn(head));
  const record = parseObject(first);
  if (!record) {
    return {
      format: 'assay-jsonl',
      reason:
        first.length > longestGuessedLine
          ? 'The file starts like JSON; its first line is too long to look at before the import.'
          : 'The file looks like JSON, but its first line is no JSON object.',
    };
  }
  if (isChatRecord(record)) {
    const field = ['messages', 'turns', 'input', 'body'].find((name) => name in record);
    return { format: 'openai-chat-jsonl', reason: `The first line has "${field}", as chat logs do.` };
  }
  if (isLabelHeader(record) || isLabelRecord(record)) {
    return {
      format: 'labels-jsonl',
      reason: 'The first line has an item and a value, but no text to judge.',
    };
  }
  return { format: 'assay-jsonl', reason: 'The first line is a JSON object with the fields of an item.' };
}

function detectList(paths: ReadonlySet<string>): DetectedFormat {
  const field = ['messages', 'turns'].find((name) => paths.has(`[].${name}`));
  const isChat = field !== undefined || (paths.has('[].input') && paths.has('[].actual_output'));
  const isEvals = paths.has('[].input') && paths.has('[].ideal');
  if (isChat || isEvals) {
    const shown = field ?? 'input';
    return { format: 'openai-chat-jsonl', reason: `The list has records with "${shown}", as chat logs do.` };
  }
  return { format: 'assay-jsonl', reason: 'The file is one JSON list of items.' };
}

function parseObject(line: string): JsonObject | null {
  try {
    const value = parseJson(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : null;
  } catch {
    return null;
  }
}

const signNames: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

function detectTable(ending: string, head: string): DetectedFormat {
  const sign = detectDelimiter(head);
  if (sign === '\t' && isClariq(headerOf(head, sign))) {
    return { format: 'clariq-tsv', reason: 'The header has the columns of ClariQ.' };
  }
  if (looksLikeLabels(headerOf(head))) {
    return { format: 'labels-csv', reason: 'The header names an item and a value, but no text to judge.' };
  }
  if (ending === '.tsv' || sign === '\t') {
    return { format: 'tsv', reason: 'The cells are separated by tabs.' };
  }
  return { format: 'csv', reason: `The first line reads as a header separated by ${signNames[sign]}.` };
}
