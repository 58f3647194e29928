import type { ColumnMapping } from '../../../shared/contract/index.ts';
import type { ImportFormat } from '../../../shared/import-formats.ts';
import type { FileHead } from '../readers/file-head.ts';
import { Problems } from '../readers/problems.ts';
import type { ItemSink } from '../sink/item-sink.ts';
import { argilla } from './annotation/argilla.ts';
import { labelStudio } from './annotation/label-studio.ts';
import { potato, potatoState } from './annotation/potato.ts';
import { assayJsonl, hasOwnScores } from './assay/assay-jsonl.ts';
import { chatApps } from './chats/chat-apps.ts';
import { openaiChat } from './chats/openai-chat.ts';
import type { Format, RecordRows, TextFormat } from './format.ts';
import { labelLines, labelTable } from './labels/labels.ts';
import { preferencePairs } from './pairs/preference-pairs.ts';
import { argilla1 } from './people/argilla-v1.ts';
import { crowdTable } from './people/crowd-table.ts';
import { labelStudioMin } from './people/label-studio-min.ts';
import { prodigy } from './people/prodigy.ts';
import { canard } from './published/canard.ts';
import { clariq } from './published/clariq.ts';
import { coqa } from './published/coqa.ts';
import { evalConvQa } from './published/evalconvqa.ts';
import { fed } from './published/fed.ts';
import { mqm } from './published/labels/mqm.ts';
import { partLabels } from './published/labels/part-labels.ts';
import { mmlu } from './published/mmlu.ts';
import { mtBench } from './published/mt-bench.ts';
import { openQuestions } from './published/open-questions.ts';
import { predictions } from './published/predictions.ts';
import { quac } from './published/quac.ts';
import { squad } from './published/squad.ts';
import { helm } from './runs/helm.ts';
import { inspectLog } from './runs/inspect-log.ts';
import { lmEval } from './runs/lm-eval.ts';
import { promptfoo, promptfooLines } from './runs/promptfoo.ts';
import { promptfooTable } from './runs/promptfoo-table.ts';
import { ragasAnnotations } from './runs/ragas-annotations.ts';
import { survey } from './surveys/survey.ts';
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
  predictions,
  coqa,
  evalConvQa,
  quac,
  squad,
  canard,
  potatoState,
  helm,
  ragasAnnotations,
  // JSON records, one a line; those of pairs may be rows of a table.
  preferencePairs,
  // Records of people's answers; some may be rows of a table.
  prodigy,
  labelStudioMin,
  argilla1,
  chatApps,
  traces,
  potato,
  promptfooLines,
  mtBench,
  openQuestions,
  partLabels,
  lmEval,
  openaiChat,
  labelLines,
  jsonRecords,
  assayJsonl,
  // Tables that are text.
  crowdTable,
  survey,
  mmlu,
  clariq,
  mqm,
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
 *
 * @param systems those whose replies other files or a data set have, of which this file may hold choices
 */
export function detectFormat(
  head: FileHead,
  mayBe: (format: Format) => boolean = () => true,
  systems?: readonly string[],
): { format: Format; reason: string; rivals: Format[] } {
  const all: readonly Format[] = formats.filter(mayBe);
  for (const [at, format] of all.entries()) {
    const reason = format.recognize(head, systems);
    if (reason === null) continue;
    const others = format.isGeneral ? [] : all.slice(at + 1);
    const rivals = others.filter((other) => !other.isGeneral && other.recognize(head, systems) !== null);
    const general = rivals.length === 0 ? generalFor(format, head) : undefined;
    return general
      ? {
          format: general,
          reason: `${reason} Its records are none, so they are read by their fields.`,
          rivals,
        }
      : { format, reason, rivals };
  }
  throw new Error('the last format takes every file');
}

/**
 * The general reader for JSON records of a file that a format recognized by a key, and of whose first records it can read none, where
 * the general reader takes them without a fault; undefined otherwise.
 */
function generalFor(format: Format, head: FileHead): Format | undefined {
  if (!head.isJson || !format.read || !format.mayBeGeneral?.(head)) return undefined;
  const tried = triedOn(format.read, head);
  const isOfOneId = tried.items > fewestOfOneId && tried.ids === 1;
  if (!isOfOneId && (tried.faults === 0 || tried.faults < tried.items)) return undefined;
  const general = triedOn(jsonRecords.read!, head);
  // Scores under names of Assay's own are read by their fields where these tell whose they are.
  const isScored = head.records(1).some(hasOwnScores);
  if (isScored && format.id === 'assay-jsonl' && general.scores === 0) return undefined;
  return general.faults === 0 && general.items > 0 && general.replies > 0 ? jsonRecords : undefined;
}

/** Records of one and the same id, at which it is clear that it is no id. */
const fewestOfOneId = 2;

/** Faults, items with different ids and replies that a format finds in the beginning of a file, by a mapping where one is given. */
export function triedOn(read: TextFormat['read'], head: FileHead, mapping?: ColumnMapping) {
  const found = { items: 0, ids: 0, replies: 0, scores: 0, faults: 0 };
  const ids = new Set<string>();
  const problems = new Problems();
  const nothing = () => {};
  const score = () => {
    found.scores += 1;
  };
  const sink: ItemSink = {
    ...{ range: nothing, human: score, machine: score, leftBehind: nothing, remark: nothing },
    item: ({ id }) => {
      found.items += 1;
      ids.add(id);
    },
    response: () => {
      found.replies += 1;
    },
  };
  const reader = read({ problems, line: 0 }, sink, { head, mapping });
  reader.read({ text: head.text, firstLine: 1, bytesRead: 0, last: false });
  reader.breakOff?.();
  found.ids = ids.size;
  found.faults = problems.count;
  return found;
}

/** Whether the file is a table of a kind that is no text and yet can be read. */
export const isTableFile = (head: FileHead): boolean =>
  formats.some(({ open, recognize }) => open && recognize(head) !== null);

/** The format whose records the rows of a table file are; undefined when they are those of any table. */
export const formatOfRows = (columns: readonly string[]): RecordRows | undefined =>
  formats.map(({ rows }) => rows).find((rows) => rows?.recognize(columns));
