import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { foundAnswers } from '../../evidence/found-failures.ts';
import { emptyRecord, JsonAt } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { readAssayRecord } from '../assay/assay-record.ts';
import { unnamedSystem } from '../chats/chat-record.ts';
import { type DocumentReader, type DocumentShape, documentFormat, eachPart } from '../document-format.ts';
import type { LabelEntry } from '../labels/label-entry.ts';
import { emptyReplies } from '../tables/row-record.ts';
import { type ArgillaRecord, readArgillaRecord } from './argilla-record.ts';

const nested = (paths: ReadonlySet<string>, root: string) =>
  paths.has(`${root}fields`) && (paths.has(`${root}responses`) || paths.has(`${root}suggestions`));
const flattened = (paths: ReadonlySet<string>, root: string) =>
  [...paths].some(
    (path) => path.startsWith(root) && /^[^[]+\.responses(\.users)?$/.test(path.slice(root.length)),
  );

/** Records as columns (`to_dict`): one list per field over all records. */
const columns: DocumentShape = {
  parts: [''],
  recognize: (paths) =>
    paths.has('id[]') && (paths.has('fields[]') || flattened(paths, ''))
      ? 'The document has one list for each field of a record, as Argilla\'s "to_dict" writes it.'
      : null,
  read: (at, sink, mapping) =>
    columnsReader(at, (record) => readAssayRecord(toRecord(record, mapping, at), at, sink)),
  readLabels: (at, take) => columnsReader(at, (record) => takeEntries(record, at, take)),
};

/** Records of Argilla: a list of records (`to_list`, `to_json`) or rows of a table, nested or flattened. */
export const argilla = documentFormat(
  'argilla-json',
  {
    from: 'Argilla, `records.to_json`, `to_list` or `to_dict`, nested or flattened',
    becomes: 'one item per record, one vote per user',
    rows: {
      recognize: (names) => names.some((name) => name.endsWith('.responses')),
      open: (at, sink) => ({ read: (record, path) => readItem(record, path, at, sink), end() {} }),
    },
    parts: ['[]'],
    recognize: (paths) =>
      nested(paths, '[].') || flattened(paths, '[].')
        ? 'The list has records with fields and responses, as exports of Argilla do.'
        : null,
    read: (at, sink, mapping) => eachPart(at, (part) => readItem(part.value, part.at, at, sink, mapping)),
    readLabels: (at, take) =>
      eachPart(at, (part) => takeEntries(recordOf(part.value, part.at, at), at, take)),
  },
  columns,
);

/** Hands one record on as an item. */
function readItem(
  value: unknown,
  path: string,
  at: FilePlace,
  sink: ItemSink,
  mapping?: ColumnMapping,
): void {
  readAssayRecord(toRecord(recordOf(value, path, at), mapping, at), at, sink);
}

const recordOf = (value: unknown, path: string, at: FilePlace): ArgillaRecord =>
  readArgillaRecord(new JsonAt(value, path, at));

/** Makes records of columns. */
function columnsReader(at: FilePlace, read: (record: ArgillaRecord) => void): DocumentReader {
  let records = 0;
  return {
    get records() {
      return records;
    },
    part({ value, line }) {
      at.line = line;
      const columns = new JsonAt(value, '', at).entries().filter(([, column]) => Array.isArray(column.value));
      const lists = columns.map(([name, column]) => [name, column.value as unknown[]] as const);
      const count = Math.max(0, ...lists.map(([, list]) => list.length));
      for (let row = 0; row < count; row += 1) {
        records += 1;
        read(recordOf(Object.fromEntries(lists.map(([name, list]) => [name, list[row]])), `[${row}]`, at));
      }
    },
    end() {},
  };
}

function toRecord(
  { id, task, votes, suggestions, metadata }: ArgillaRecord,
  mapping: ColumnMapping | undefined,
  at: FilePlace,
): JsonObject {
  const { conversation, response, more, ...shown } = task;
  const system = shown.system ?? unnamedSystem;
  const human = emptyRecord<number[]>();
  for (const { question, value } of votes) human[question] = [...(human[question] ?? []), value];
  const judge = emptyRecord<JsonObject>();
  for (const { question, value, agent } of suggestions) {
    judge[agent] ??= { [system]: emptyRecord<number>() };
    (judge[agent][system] as JsonObject)[question] = value;
  }
  const meta = { ...more, ...metadata };
  const texts = Array.isArray(metadata.texts)
    ? (metadata.texts as { question: string; value: unknown }[])
    : [];
  const found = foundAnswers(
    texts.map(({ question, value }) => ({ name: question, value })),
    mapping,
    at.problems,
  );
  if (response === '') at.problems.notice(emptyReplies);
  return {
    id,
    group: shown.group,
    conversation,
    context: shown.context,
    ...(shown.references.length > 0 && { references: shown.references }),
    responses: response === null ? undefined : { [system]: response },
    ...(response === null && { system }),
    human: votes.length > 0 ? { [system]: human } : undefined,
    judge,
    ...(Object.keys(meta).length > 0 && { meta }),
    ...(found.length > 0 && { found }),
  };
}

function takeEntries(record: ArgillaRecord, at: FilePlace, take: (entry: LabelEntry) => void): void {
  const { id, task, votes, answers, skips, durations } = record;
  const { line } = at;
  if (id === null) {
    at.problems.add(line, 'id', 'The record has no id.', 'Export the records again from Argilla.');
    return;
  }
  const about = (user: string | null) => ({
    line,
    item: id,
    annotator: user,
    system: task.system,
    durationMs: durations.get(user ?? '') ?? 0,
  });
  for (const { user, reason } of skips) {
    take({ ...about(user), criterion: null, content: { kind: 'skip', reason } });
  }
  for (const { user, texts } of answers) {
    take({ ...about(user), criterion: null, content: { kind: 'answer', answers: texts } });
  }
  for (const { question, user, value } of votes) {
    take({ ...about(user), criterion: question, content: { kind: 'score', value } });
  }
}
