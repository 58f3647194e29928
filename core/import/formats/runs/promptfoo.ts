import { JsonAt } from '../../readers/json/json-at.ts';
import { jsonRecordsReader } from '../../readers/json/json-records.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { readAssayRecord } from '../assay/assay-record.ts';
import { type DocumentReader, documentFormat, eachPart } from '../document-format.ts';
import { format, thenHandOn } from '../format.ts';
import { GatheredText } from '../gathered-text.ts';
import { type GatheredItem, promptfooRecord } from './promptfoo-record.ts';
import { humanRatings, type PromptfooRow, readPromptfooRow } from './promptfoo-row.ts';

const lists = ['results.results[]', 'results.outputs[]', 'results[]', 'outputs[]'] as const;

/**
 * Results of promptfoo (version 3 of its JSON): one row per test, provider and prompt. The rows of one test become
 * one item; tests that share `metadata.conversationId` are the turns of one conversation.
 */
export const promptfoo = documentFormat('promptfoo-json', {
  from: '`promptfoo eval -o results.json` or `.yaml`',
  becomes: 'one item per test, one system per provider (and prompt, where it had several)',
  parts: lists,
  recognize(paths) {
    const list = lists.find((name) => paths.has(`${name}.vars`) || paths.has(`${name}.provider`));
    return list
      ? `The document lists results with providers at "${list.slice(0, -2)}", as promptfoo does.`
      : null;
  },
  read: (at, sink) => new PromptfooReader(at, sink),
  readLabels(at, take) {
    let number = 0;
    return eachPart(at, ({ value, at: path, line }) => {
      number += 1;
      const row = new JsonAt(value, path, at);
      const read = readPromptfooRow(row, number);
      for (const { value: score, annotator, durationMs } of read ? humanRatings(row) : []) {
        const content = { kind: 'score' as const, value: score };
        const { testId: item, provider: system } = read!;
        take({ line, item, annotator, criterion: null, system, durationMs, content });
      }
    });
  },
});

/** The same results with one a line. */
export const promptfooLines = format('promptfoo-jsonl', {
  from: '`promptfoo eval -o results.jsonl`',
  becomes: 'as the JSON of promptfoo',
  recognize: ({ isJson, record }) =>
    isJson && record && ['provider', 'testIdx', 'promptIdx'].every((field) => field in record)
      ? 'The first line has "provider", "testIdx" and "promptIdx", as results of promptfoo do.'
      : null,
  read(at, sink, { head }) {
    const rows = new PromptfooReader(at, sink);
    const lines = jsonRecordsReader(at, head, (value, place) =>
      rows.part({ line: at.line, at: place, value }),
    );
    return thenHandOn(lines, () => rows.end());
  },
});

/** Brings the rows of one test together; each becomes an item when all are read. */
export class PromptfooReader implements DocumentReader {
  records = 0;
  readonly #at: FilePlace;
  readonly #sink: ItemSink;
  readonly #items = new Map<string, GatheredItem>();
  readonly #held = new GatheredText();
  /** The texts of the prompts that each provider was given, in order of appearance. */
  readonly #prompts = new Map<string, string[]>();

  constructor(at: FilePlace, sink: ItemSink) {
    this.#at = at;
    this.#sink = sink;
  }

  part({ line, at: path, value }: { line: number; at: string; value: unknown }): void {
    this.records += 1;
    this.#at.line = line;
    const row = readPromptfooRow(new JsonAt(value, path, this.#at), this.records);
    if (!row || !this.#held.fits(this.#at, row.output, row.prompt, JSON.stringify([row.vars, row.said])))
      return;
    const prompts = this.#prompts.get(row.provider) ?? [];
    if (!prompts.includes(row.promptLabel)) prompts.push(row.promptLabel);
    this.#prompts.set(row.provider, prompts);
    this.#place(row, line);
  }

  end(): void {
    for (const [id, item] of this.#items) {
      this.#at.line = item.line;
      const record = promptfooRecord(id, item, (row) => this.#systemOf(row));
      readAssayRecord(record, this.#at, this.#sink);
    }
  }

  /** Puts a row with its item; a test that was repeated is an item of its own each time. */
  #place(row: PromptfooRow, line: number): void {
    if (row.conversationId !== null) {
      const item = this.#items.get(row.conversationId) ?? { line, isConversation: true, rows: [] };
      item.rows.push(row);
      this.#items.set(row.conversationId, item);
      return;
    }
    const says = (other: PromptfooRow) =>
      other.provider === row.provider && other.promptLabel === row.promptLabel;
    // Who was led through turns of its own answered something else than the others.
    const test = row.said === null ? row.testId : `${row.testId}, ${row.provider}`;
    for (let repeat = 1; ; repeat += 1) {
      const id = repeat === 1 ? test : `${test} (${repeat})`;
      const item = this.#items.get(id);
      if (item?.rows.some(says)) continue;
      if (item) item.rows.push(row);
      else this.#items.set(id, { line, isConversation: false, rows: [row] });
      return;
    }
  }

  /** A provider is one system; with several prompts, each of them makes one. */
  #systemOf({ provider, promptLabel }: PromptfooRow): string {
    const prompts = this.#prompts.get(provider) ?? [];
    return prompts.length < 2 ? provider : `${provider} (prompt ${prompts.indexOf(promptLabel) + 1})`;
  }
}
