import { asText, JsonAt } from '../../readers/json/json-at.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { jsonRecordsReader } from '../../readers/json/json-records.ts';
import type { JsonPart } from '../../readers/json/json-walker.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { readAssayRecord } from '../assay/assay-record.ts';
import { type DocumentReader, type DocumentShape, documentFormat } from '../document-format.ts';
import { format, thenHandOn } from '../format.ts';
import { GatheredText } from '../gathered-text.ts';
import type { LabelEntry } from '../labels/label-entry.ts';
import { type GatheredItem, promptfooRecord } from './promptfoo-record.ts';
import { humanRatings, type PromptfooRow, readPromptfooRow } from './promptfoo-row.ts';

const lists = ['results.results[]', 'results.outputs[]', 'results[]', 'outputs[]'] as const;

/**
 * Results of promptfoo (versions 1 to 4 of its JSON): one row per test, provider and prompt. The rows of one test become one
 * item. Versions 1 and 2 do not number tests: rows with the same variables are of one test. Tests that share
 * `metadata.conversationId` are the turns of one conversation.
 */
const listed: DocumentShape = {
  parts: lists,
  recognize(paths) {
    const list = lists.find((name) => paths.has(`${name}.vars`) || paths.has(`${name}.provider`));
    return list
      ? `The document lists results with providers at "${list.slice(0, -2)}", as promptfoo does.`
      : null;
  },
  read: (at, sink) => new PromptfooReader(at, sink),
  readLabels: (at, take) => new RatingsReader(at, take),
};

/** The table that promptfoo's own page saves: a row of its body per test, with an output of each prompt and provider. */
const table: DocumentShape = {
  parts: ['head', 'body[]'],
  recognize: (paths) =>
    paths.has('body[].outputs') && paths.has('head.prompts')
      ? 'The document has a head with prompts and a body with outputs, as tables of promptfoo do.'
      : null,
  read: (at, sink) => new TableReader(at, new PromptfooReader(at, sink)),
  readLabels: (at, take) => new TableReader(at, new RatingsReader(at, take)),
};

export const promptfoo = documentFormat(
  'promptfoo-json',
  {
    from: '`promptfoo eval -o results.json` or `.yaml`',
    becomes: 'one item per test, one system per provider (and prompt, where it had several)',
    ...listed,
  },
  table,
);

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

/** Takes the people's ratings out of rows. */
class RatingsReader implements DocumentReader {
  records = 0;
  readonly #at: FilePlace;
  readonly #take: (entry: LabelEntry) => void;
  readonly #tests = new Map<string, number>();

  constructor(at: FilePlace, take: (entry: LabelEntry) => void) {
    this.#at = at;
    this.#take = take;
  }

  part({ line, at: path, value }: JsonPart): void {
    this.records += 1;
    this.#at.line = line;
    const row = new JsonAt(value, path, this.#at);
    const read = readPromptfooRow(row, this.records, this.#tests);
    for (const { value: score, annotator, durationMs } of read ? humanRatings(row) : []) {
      const content = { kind: 'score' as const, value: score };
      const { testId: item, provider: system } = read!;
      this.#take({ line, item, annotator, criterion: null, system, durationMs, content });
    }
  }

  end(): void {}
}

/** Hands the cells of a table on as the rows of a list. */
class TableReader implements DocumentReader {
  readonly #at: FilePlace;
  readonly #rows: DocumentReader;
  #head: JsonAt | undefined;
  #tests = 0;

  constructor(at: FilePlace, rows: DocumentReader) {
    this.#at = at;
    this.#rows = rows;
  }

  get records(): number {
    return this.#rows.records;
  }

  part(whole: JsonPart): void {
    const part = new JsonAt(whole.value, whole.at, this.#at);
    if (whole.path === 'head') {
      this.#head = part;
      return;
    }
    const names = this.#head?.get('vars').list() ?? [];
    const cells = part.get('vars').list();
    const vars = Object.fromEntries(cells.map((cell, i) => [names[i]?.name() ?? `var ${i + 1}`, cell.value]));
    const prompts = this.#head?.get('prompts').list() ?? [];
    for (const [promptIdx, output] of part.get('outputs').list().entries()) {
      const row = rowOfCell(output, prompts[promptIdx]);
      const value = { ...row, vars, testIdx: this.#tests, promptIdx };
      this.#rows.part({ ...whole, at: output.path, value });
    }
    this.#tests += 1;
  }

  end(): void {
    this.#rows.end();
  }
}

function rowOfCell(output: JsonAt, prompt: JsonAt | undefined): JsonObject {
  const cell = (output.isObject ? output.value : { text: output.value }) as JsonObject;
  const text = asText(cell.text);
  const before = `${output.get('gradingResult').get('reason').text() ?? ''}\n---\n`;
  const head = prompt?.isObject ? (prompt.value as JsonObject) : { display: prompt?.value };
  return {
    provider: cell.provider ?? head.provider,
    prompt: { ...head, raw: cell.prompt ?? '' },
    // Some versions write the reason of a failure before the text.
    ...(!cell.error && { response: { output: text.startsWith(before) ? text.slice(before.length) : text } }),
    success: cell.pass,
    score: cell.score,
    namedScores: cell.namedScores,
    gradingResult: cell.gradingResult,
  };
}

/** Brings the rows of one test together; each becomes an item when all are read. */
export class PromptfooReader implements DocumentReader {
  records = 0;
  readonly #at: FilePlace;
  readonly #sink: ItemSink;
  readonly #items = new Map<string, GatheredItem>();
  readonly #held = new GatheredText();
  readonly #tests = new Map<string, number>();
  /** The texts of the prompts that each provider was given, in order of appearance. */
  readonly #prompts = new Map<string, string[]>();

  constructor(at: FilePlace, sink: ItemSink) {
    this.#at = at;
    this.#sink = sink;
  }

  part({ line, at: path, value }: { line: number; at: string; value: unknown }): void {
    this.records += 1;
    this.#at.line = line;
    const row = readPromptfooRow(new JsonAt(value, path, this.#at), this.records, this.#tests);
    if (!row || !this.#held.fits(this.#at, row.output, row.prompt, JSON.stringify([row.vars, row.said])))
      return;
    const prompts = this.#prompts.get(row.provider) ?? [];
    if (!prompts.includes(row.promptLabel)) prompts.push(row.promptLabel);
    this.#prompts.set(row.provider, prompts);
    this.#place(row, line);
  }

  end(): void {
    const groups = repeatedTests(this.#items);
    for (const [id, item] of this.#items) {
      this.#at.line = item.line;
      const record = promptfooRecord(id, item, (row) => this.#systemOf(row), groups.get(id) ?? null);
      readAssayRecord(record, this.#at, this.#sink);
    }
  }

  /** Puts a row with its item; a test that was repeated is an item of its own each time, in one group with the others. */
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

/**
 * The first id of each test that was asked again, by the ids of its repeats: they are no independent cases. `--repeat` numbers
 * repeats as further tests, so that what they ask tells them.
 */
function repeatedTests(items: ReadonlyMap<string, GatheredItem>): Map<string, string> {
  const alike = Map.groupBy(
    [...items].filter(([, item]) => !item.isConversation),
    ([, { rows }]) => askedIn(rows[0]!),
  );
  const groups = new Map<string, string>();
  for (const [, same] of alike) {
    const answered = same.flatMap(([, { rows }]) =>
      rows.map(({ provider, promptLabel }) => `${provider}\n${promptLabel}`),
    );
    if (new Set(answered).size === answered.length) continue;
    for (const [id] of same) groups.set(id, same[0]![0]);
  }
  return groups;
}

/** What a row asks, whichever prompt words it: its variables, or without any its prompt. */
const askedIn = ({ vars, prompt }: PromptfooRow): string =>
  Object.keys(vars).length > 0 ? JSON.stringify(vars) : prompt;
