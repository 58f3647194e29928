import { asText, emptyRecord } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { jsonRecordsReader } from '../../readers/json/json-records.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { readAssayRecord } from '../assay/assay-record.ts';
import { unnamedSystem } from '../chats/chat-record.ts';
import { format } from '../format.ts';

const questionNames = ['question', 'query', 'prompt', 'input', 'problem', 'text', 'goal', 'ctx', 'sentence'];
const ownFields = new Set([
  ...['doc_id', 'doc', 'target', 'arguments', 'resps', 'filtered_resps', 'filter', 'metrics'],
  ...['doc_hash', 'prompt_hash', 'target_hash'],
]);

/**
 * Samples that lm-evaluation-harness writes with `--log_samples` (EleutherAI, `evaluator.py` and `evaluation_tracker.py`): one line a
 * document and filter, with the metrics as fields of their own. The response is the filtered one; of a choice by likelihood, the
 * likeliest choice. Of several filters the first counts.
 */
export const lmEval = format('lm-eval-jsonl', {
  from: 'lm-evaluation-harness, `--log_samples` (`samples_*.jsonl`)',
  becomes: 'one item per document, its metrics as metrics',
  recognize: ({ isJson, record }) =>
    isJson && record && ['doc_id', 'doc', 'resps', 'filtered_resps'].every((field) => field in record)
      ? 'The first line has "doc" with "resps" and "filtered_resps", as samples of lm-evaluation-harness do.'
      : null,
  read(at, sink, { head }) {
    const seen = new Set<string>();
    return jsonRecordsReader(at, head, (record) => readSample(record, seen, at, sink));
  },
});

function readSample(record: JsonObject, seen: Set<string>, at: FilePlace, sink: ItemSink): void {
  const id = String(record.doc_id);
  if (seen.has(id)) {
    sink.leftBehind('samples of further filters', 1);
    return;
  }
  seen.add(id);
  const doc = objectOf(record.doc);
  const response = responseOf(record, doc);
  const { target } = record;
  readAssayRecord(
    {
      id,
      conversation: [{ role: 'user', content: questionOf(record, doc) }],
      reference: target === undefined || target === null ? [] : [targetText(asText(target), doc)],
      responses: response === null ? {} : { [unnamedSystem]: response },
      auto: metricsOf(record),
      meta: doc,
    },
    at,
    sink,
  );
}

const objectOf = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

/** What the document asks; else the prompt as the model got it. */
function questionOf({ arguments: given }: JsonObject, doc: JsonObject): string {
  const name = questionNames.find((one) => typeof doc[one] === 'string' && doc[one] !== '');
  if (name !== undefined) return doc[name] as string;
  const first = Array.isArray(given) ? given[0] : Object.values(objectOf(given))[0];
  const prompt = Array.isArray(first) ? first[0] : Object.values(objectOf(first))[0];
  return typeof prompt === 'string' ? prompt : '';
}

/** The choices of a document: a list of texts, or an object that holds one. */
function choicesOf({ choices, endings, options }: JsonObject): readonly string[] {
  const list = [choices, endings, options].find((one) => one !== undefined);
  const texts = Array.isArray(list) ? list : objectOf(list).text;
  return Array.isArray(texts) ? texts.map(asText) : [];
}

function responseOf({ filtered_resps: filtered }: JsonObject, doc: JsonObject): string | null {
  if (!Array.isArray(filtered) || filtered.length === 0) return null;
  if (typeof filtered[0] === 'string') return filtered[0];
  const likelihoods = filtered.map((one) => Number(Array.isArray(one) ? one[0] : Number.NaN));
  if (likelihoods.some(Number.isNaN)) {
    const [text] = Array.isArray(filtered[0]) ? (filtered[0] as unknown[]) : [];
    return typeof text === 'string' ? text : null;
  }
  const best = likelihoods.indexOf(Math.max(...likelihoods));
  return choicesOf(doc)[best] ?? `choice ${best + 1}`;
}

/** A target that is the number of a choice, in the words of the choice. */
const targetText = (target: string, doc: JsonObject): string =>
  (/^\d{1,3}$/.test(target) ? choicesOf(doc)[Number(target)] : undefined) ?? target;

/** Every figure of the line that is no part of the sample itself. */
function metricsOf(record: JsonObject): JsonObject {
  const metrics = emptyRecord<JsonObject>();
  for (const [name, value] of Object.entries(record)) {
    if (ownFields.has(name)) continue;
    const figure = typeof value === 'boolean' ? Number(value) : value;
    if (typeof figure === 'number' && Number.isFinite(figure)) metrics[name] = { [unnamedSystem]: figure };
  }
  return metrics;
}
