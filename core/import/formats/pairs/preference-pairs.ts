import { isSystemName, plainName } from '../../evidence/column-names.ts';
import { lookAt } from '../../evidence/column-values.ts';
import { tellChoices } from '../../evidence/unused-columns.ts';
import type { FileHead } from '../../readers/file-head.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import { jsonRecordsReader } from '../../readers/json/json-records.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import { rowsOfHead, tableReader } from '../../readers/tables/table-rows.ts';
import { cellText, type TableValue } from '../../readers/tables/table-value.ts';
import { format, thenHandOn } from '../format.ts';
import {
  choicesAlone,
  chosenColumns,
  type PairOfChoices,
  pairOfChoice,
  pairOfChosen,
} from './chosen-columns.ts';
import {
  pairField,
  recognizePairs,
  replyFields,
  systemFields,
  twoOf,
  withPairFields,
} from './preference-fields.ts';
import { PreferenceItems } from './preference-items.ts';

const fieldsOf = (head: FileHead): string[] => {
  if (!head.isJson) return head.columns();
  const [record] = head.records(1);
  return Object.keys(record ?? {});
};

const rowsLooked = 200;

/** Why the fields of a file are those of published pairs; null where they are not, or the columns called as systems hold replies. */
function recognizedIn(head: FileHead): string | null {
  const fields = fieldsOf(head);
  const plain = fields.map(pairField);
  const reason = recognizePairs(plain);
  const has = (field: string) => plain.includes(field);
  const systems = twoOf(systemFields, has);
  if (reason === null || systems === undefined || twoOf(replyFields, has)) return reason;
  const [columns, rows] = tableIn(head);
  const holdsTexts = (field: string) => {
    const at = columns.indexOf(fields[plain.indexOf(field)]!);
    const { areTexts, mayBeNames } = lookAt(rows.map((row) => row[at] ?? ''));
    return areTexts && !mayBeNames;
  };
  return systems.every(holdsTexts) ? null : reason;
}

const holdsReplies = /^(?:responses?|answers?|outputs?|completions?|replies|generations|candidates)$/i;

/** A record whose two replies stand in an object by their systems, or in a list with them, with a field for each. */
function withRepliesOut(record: JsonObject): JsonObject {
  const field = Object.keys(record).find((name) => holdsReplies.test(name));
  if (field === undefined) return record;
  const { [field]: held, ...rest } = record;
  const replies = Array.isArray(held) ? held.map(namedReply) : Object.entries(isJsonObject(held) ? held : {});
  const areTwo =
    new Set(replies.map((one) => one?.[0])).size === 2 &&
    replies.length === 2 &&
    replies.every((one) => typeof one?.[1] === 'string' && !(one[0] in rest));
  return areTwo ? { ...rest, ...Object.fromEntries(replies as [string, string][]) } : record;
}

/** The system and the text of a reply in a list. */
function namedReply(one: unknown): [string, unknown] | undefined {
  if (!isJsonObject(one) || Object.keys(one).length !== 2) return undefined;
  const system = Object.keys(one).find((name) => isSystemName(plainName(name)));
  const text = Object.keys(one).find((name) => name !== system);
  const named = system === undefined ? undefined : one[system];
  return typeof named === 'string' && text !== undefined ? [named, one[text]] : undefined;
}

/** The columns of a file, and its first rows as texts. */
function tableIn(head: FileHead): readonly [string[], string[][]] {
  if (!head.isJson) {
    const [columns = [], ...rows] = rowsOfHead(head.text, rowsLooked, head.delimiter);
    return [columns, rows];
  }
  const records = head.records(rowsLooked).map(withRepliesOut);
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const rows = records.map((record) => columns.map((column) => cellText(record[column] as TableValue)));
  return [columns, rows];
}

/** How a record of a file becomes one of a pair, by what its columns hold, and why; undefined where none is a choice. */
function choiceIn(
  head: FileHead,
  systems: readonly string[],
):
  | { readonly reason: string; read(record: JsonObject): PairOfChoices; note(at: FilePlace): void }
  | undefined {
  const [columns, rows] = tableIn(head);
  const found = chosenColumns(columns, rows);
  const alone = found || systems.length < 2 ? undefined : choicesAlone(columns, rows, systems);
  const { choices, others } = found ?? alone ?? { choices: [], others: [] };
  if (choices.length === 0) return undefined;
  const named = choices.map(({ column }) => `"${column}"`).join(', ');
  const between = found ? `"${found.replies[0]}" and "${found.replies[1]}"` : 'two replies of other files';
  return {
    reason: `${named} ${choices.length === 1 ? 'says' : 'say'} which of ${between} was chosen.`,
    read: (record) =>
      found ? pairOfChosen(found, withRepliesOut(record)) : pairOfChoice(alone!, systems, record),
    note: (at) => tellChoices(others, at),
  };
}

/** Two named systems' replies to the same, and which is preferred: JSON records, rows of a table, or of Parquet. */
export const preferencePairs = format('preference-pairs', {
  from: 'Chatbot Arena (`winner`, or a column for each), MT-Bench pairs, AlpacaEval annotations, PandaLM, HelpSteer, DPO with the models named; spreadsheets with two replies and a choice',
  becomes: 'one item per prompt and pair of systems, with the criterion `preference`',
  recognize: (head, systems = []) => recognizedIn(head) ?? choiceIn(head, systems)?.reason ?? null,
  rows: {
    recognize: (columns) => recognizePairs(columns.map(pairField)) !== null,
    open(at, sink, mapping) {
      const items = new PreferenceItems(at, sink, mapping);
      return { read: (record, place) => items.read(withPairFields(record), place), end: () => items.end() };
    },
  },
  read(at, sink, { head, mapping, systems = [] }) {
    const items = new PreferenceItems(at, sink, mapping, systems);
    const isKnown = recognizedIn(head) !== null;
    const choice = isKnown ? undefined : choiceIn(head, systems);
    choice?.note(at);
    const read = (given: JsonObject, place: string) => {
      const { record, votes } = choice?.read(given) ?? { record: given, votes: undefined };
      items.read(withPairFields(record), place, { votes });
    };
    if (head.isJson) {
      const reader = jsonRecordsReader(at, head, read);
      return thenHandOn(reader, () => items.end());
    }
    return tableReader(at, {}, (columns) => ({
      row: (cells) =>
        read(
          Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
          `line-${at.line}`,
        ),
      end: () => items.end(),
    }));
  },
});
