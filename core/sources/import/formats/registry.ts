import type { ImportFormat } from '../../../../shared/import-formats.ts';
import type { FileHead } from '../readers/file-head.ts';
import { argilla } from './annotation/argilla.ts';
import { labelStudio } from './annotation/label-studio.ts';
import { potato, potatoState } from './annotation/potato.ts';
import { assayJsonl } from './assay/assay-jsonl.ts';
import { chatApps } from './chats/chat-apps.ts';
import { openaiChat } from './chats/openai-chat.ts';
import type { Format, RecordRows } from './format.ts';
import { labelLines, labelTable } from './labels/labels.ts';
import { preferencePairs } from './pairs/preference-pairs.ts';
import { canard } from './published/canard.ts';
import { clariq } from './published/clariq.ts';
import { coqa } from './published/coqa.ts';
import { fed } from './published/fed.ts';
import { mtBench } from './published/mt-bench.ts';
import { quac } from './published/quac.ts';
import { squad } from './published/squad.ts';
import { helm } from './runs/helm.ts';
import { inspectLog } from './runs/inspect-log.ts';
import { lmEval } from './runs/lm-eval.ts';
import { promptfoo, promptfooLines } from './runs/promptfoo.ts';
import { promptfooTable } from './runs/promptfoo-table.ts';
import { csv, jsonRecords, parquet, tsv } from './tables/tables.ts';
import { traces } from './traces/traces.ts';

/** Each is asked in this order whether a file is its own; the last of JSON and of tables takes all that is left. */
const formats = [
  parquet,
  // One JSON document each.
  promptfoo,
  inspectLog,
  fed,
  labelStudio,
  argilla,
  coqa,
  quac,
  squad,
  canard,
  potatoState,
  helm,
  // JSON records, one a line; those of pairs may be rows of a table.
  preferencePairs,
  chatApps,
  traces,
  potato,
  promptfooLines,
  mtBench,
  lmEval,
  openaiChat,
  labelLines,
  jsonRecords,
  assayJsonl,
  // Tables that are text.
  clariq,
  promptfooTable,
  labelTable,
  tsv,
  csv,
];

type Listed = (typeof formats)[number]['id'];

/** Does not compile while a format of `shared/import-formats.ts` is missing in the list above. */
const byId: Readonly<Record<ImportFormat, Format>> = Object.fromEntries(
  formats.map((one) => [one.id, one]),
) as Record<Listed, Format>;

export const formatOf = (id: ImportFormat): Format => byId[id];

/** Whether a file of this format has items, and is no list of labels alone: what is added to a data set is never that. */
export const hasItems = ({ readLabels, read, open }: Format): boolean => !readLabels || Boolean(read ?? open);

/**
 * Tells the format of a file by its ending and its beginning, with the reason in words; `rivals` are further formats that know it just
 * as well.
 */
export function detectFormat(
  head: FileHead,
  mayBe: (format: Format) => boolean = () => true,
): { format: Format; reason: string; rivals: Format[] } {
  const all: readonly Format[] = formats.filter(mayBe);
  for (const [at, format] of all.entries()) {
    const reason = format.recognize(head);
    if (reason === null) continue;
    const others = format.isGeneral ? [] : all.slice(at + 1);
    const rivals = others.filter((other) => !other.isGeneral && other.recognize(head) !== null);
    return { format, reason, rivals };
  }
  throw new Error('the last format takes every file');
}

/** Whether the file is a table of a kind that is no text and yet can be read. */
export const isTableFile = (head: FileHead): boolean =>
  formats.some(({ open, recognize }) => open && recognize(head) !== null);

/** The format whose records the rows of a table file are; undefined when they are those of any table. */
export const formatOfRows = (columns: readonly string[]): RecordRows | undefined =>
  formats.map(({ rows }) => rows).find((rows) => rows?.recognize(columns));
