import { asText, emptyRecord } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { jsonRecordsReader } from '../../readers/json/json-records.ts';
import { isTurns } from '../../readers/json/record-columns.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import { cellList } from '../../readers/tables/cell-values.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { readAssayRecord } from '../assay/assay-record.ts';
import { unnamedSystem } from '../chats/chat-record.ts';
import { format, thenHandOn } from '../format.ts';
import { GatheredText } from '../gathered-text.ts';

const questionNames = ['question', 'query', 'prompt', 'input', 'problem', 'text', 'goal', 'ctx', 'sentence'];
const ownFields = new Set([
  ...['doc_id', 'doc', 'target', 'arguments', 'resps', 'filtered_resps', 'filter', 'metrics'],
  ...['doc_hash', 'prompt_hash', 'target_hash'],
]);

/**
 * Samples that lm-evaluation-harness writes with `--log_samples` (EleutherAI, `evaluator.py` and `evaluation_tracker.py`): one line a
 * document and filter, with the metrics as fields of their own. The reply is what the model wrote (`resps`); of a choice by
 * likelihood, the likeliest choice. What each filter took from the reply stays with the item, and each filter has metrics of its own.
 */
export const lmEval = format('lm-eval-jsonl', {
  from: 'lm-evaluation-harness, `--log_samples` (`samples_*.jsonl`)',
  becomes: 'one item per document, with what the model wrote; the metrics of each filter as metrics',
  recognize(head) {
    const record = head.isJson ? (head.record ?? head.records(1)[0]) : undefined;
    return record && ['doc_id', 'doc', 'resps', 'filtered_resps'].every((field) => field in record)
      ? 'The first record has "doc" with "resps" and "filtered_resps", as samples of lm-evaluation-harness do.'
      : null;
  },
  read(at, sink, { head }) {
    const documents = new Documents(at, sink);
    const reader = jsonRecordsReader(at, head, (record) => documents.add(record));
    return thenHandOn(reader, () => documents.end());
  },
});

/** A document with what each filter made of the reply to it. */
interface Document {
  readonly line: number;
  readonly id: string;
  readonly question: string;
  readonly doc: JsonObject;
  readonly target: string | null;
  readonly reply: string | null;
  readonly extracts: Map<string, string | null>;
  readonly metrics: Record<string, number>;
}

/** Brings the lines of a document together: a file has all documents of one filter, then all of the next. */
class Documents {
  /** By id and text of the document, for files of several tasks may be joined in one. */
  readonly #documents = new Map<string, Document>();
  readonly #ids = new Map<string, number>();
  readonly #text = new GatheredText();
  readonly #at: FilePlace;
  readonly #sink: ItemSink;

  constructor(at: FilePlace, sink: ItemSink) {
    this.#at = at;
    this.#sink = sink;
  }

  add(record: JsonObject): void {
    const doc = objectOf(record.doc);
    const key = JSON.stringify([record.doc_id, doc, record.target]);
    const known = this.#documents.get(key);
    const filter = typeof record.filter === 'string' ? record.filter : noFilter;
    if (known?.extracts.has(filter)) {
      this.#sink.leftBehind('further samples of one document and filter');
      return;
    }
    const reply = replyOf(record, doc, this.#sink, known === undefined);
    const document = known ?? this.#begin(record, doc, reply);
    if (!this.#text.fits(this.#at, known ? null : key, known ? null : reply)) return;
    if (known && reply !== known.reply) this.#sink.leftBehind('further replies to a document');
    this.#documents.set(key, document);
    document.extracts.set(filter, extractOf(record));
    for (const name of listsOf(record))
      this.#sink.leftBehind(`lists of values of "${name}", a metric for parts of a reply`);
    for (const [name, value] of metricsOf(record))
      document.metrics[filter === noFilter ? name : `${name} (${filter})`] = value;
  }

  #begin(record: JsonObject, doc: JsonObject, reply: string | null): Document {
    const { doc_id: number, target } = record;
    const times = (this.#ids.get(String(number)) ?? 0) + 1;
    this.#ids.set(String(number), times);
    return {
      line: this.#at.line,
      id: times === 1 ? String(number) : `${String(number)}~${times}`,
      question: questionOf(record, doc),
      doc,
      target: target === undefined || target === null ? null : targetText(asText(target), doc),
      reply,
      extracts: new Map(),
      metrics: emptyRecord<number>(),
    };
  }

  /** Hands on all documents; called once. */
  end(): void {
    for (const { line, id, question, doc, target, reply, extracts, metrics } of this.#documents.values()) {
      this.#at.line = line;
      const taken = [...extracts].filter(([, text]) => text !== null && text !== reply);
      const auto = emptyRecord<JsonObject>();
      for (const [name, value] of Object.entries(metrics)) auto[name] = { [unnamedSystem]: value };
      readAssayRecord(
        {
          id,
          conversation: turnsAsked(question) ?? [{ role: 'user', content: question }],
          reference: target === null || target === '' ? [] : [target],
          responses: reply === null ? {} : { [unnamedSystem]: reply },
          auto,
          meta: { ...doc, ...(taken.length > 0 && { filtered_resps: Object.fromEntries(taken) }) },
        },
        this.#at,
        this.#sink,
      );
    }
  }
}

/** The messages that were sent where the prompt is a list of them, as `--apply_chat_template` logs it. */
function turnsAsked(question: string): JsonObject[] | undefined {
  if (!/^\[\s*\{/.test(question)) return undefined;
  const list = cellList(question);
  return isTurns(list) ? list : undefined;
}

/** What the harness calls the filter that takes the reply as it is. */
const noFilter = 'none';

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

/** The first text that the model wrote; of choices by likelihood the likeliest; null where only a likelihood was asked for. */
function replyOf(record: JsonObject, doc: JsonObject, sink: ItemSink, isFirst: boolean): string | null {
  const { resps, arguments: given } = record;
  const requests = Array.isArray(resps) ? resps : [];
  const all: unknown[] = requests.flat();
  const likelihoods = requests.map((one) =>
    Number(Array.isArray(one) && Array.isArray(one[0]) ? one[0][0] : Number.NaN),
  );
  if (likelihoods.length > 0 && likelihoods.every(Number.isFinite)) {
    const best = likelihoods.indexOf(Math.max(...likelihoods));
    return choicesOf(doc)[best] ?? `choice ${best + 1}`;
  }
  const texts = all.filter((one) => typeof one === 'string');
  const [text] = texts;
  if (text === undefined || isBareLikelihood(text, given)) return null;
  if (isFirst && texts.length > 1) sink.leftBehind('further replies to a document', texts.length - 1);
  return text;
}

/** Whether a reply is the likelihood of a whole text (`loglikelihood_rolling`): a number, where nothing said how to generate. */
function isBareLikelihood(text: string, given: unknown): boolean {
  const first = Array.isArray(given) ? given[0] : Object.values(objectOf(given))[0];
  const count = Array.isArray(first) ? first.length : Object.keys(objectOf(first)).length;
  return count === 1 && text.trim() !== '' && Number.isFinite(Number(text));
}

/** What a filter took from the reply; null for likelihoods. */
function extractOf({ filtered_resps: filtered }: JsonObject): string | null {
  const [first] = Array.isArray(filtered) ? (filtered as unknown[]) : [filtered];
  if (typeof first === 'string') return first;
  const [text, ...more] = Array.isArray(first) ? (first as unknown[]) : [];
  return typeof text === 'string' && more.every((one) => typeof one === 'string' && one === text)
    ? text
    : null;
}

/** A target that is the number of a choice, in the words of the choice. */
const targetText = (target: string, doc: JsonObject): string =>
  (/^\d{1,3}$/.test(target) ? choicesOf(doc)[Number(target)] : undefined) ?? target;

/** The metrics of the line that have several values each, as `inst_level_strict_acc` of IFEval. */
const listsOf = (record: JsonObject): string[] =>
  (Array.isArray(record.metrics) ? (record.metrics as unknown[]) : [])
    .map(String)
    .filter((name) => Array.isArray(record[name]));

/** Every figure of the line that is no part of the sample itself. */
const metricsOf = (record: JsonObject): [string, number][] =>
  Object.entries(record).flatMap(([name, value]): [string, number][] => {
    const figure = typeof value === 'boolean' ? Number(value) : value;
    return !ownFields.has(name) && typeof figure === 'number' && Number.isFinite(figure)
      ? [[name, figure]]
      : [];
  });
