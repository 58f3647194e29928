import type { ColumnMapping } from '../../../shared/contract/index.ts';
import { hasReply, readAssayRecord } from './assay-record.ts';
import { cellJson, cellNumbers } from './cell-values.ts';
import { unnamedSystem } from './chat-record.ts';
import type { ItemSink } from './item-sink.ts';
import type { JsonObject } from './json-lines.ts';
import type { FilePlace } from './record-fields.ts';
import { hasCleanNames, hasWidth, placesOf } from './table-columns.ts';

/** Reads the rows of one table by a mapping of its columns. */
export class TableRecords {
  readonly #columns: readonly string[];
  readonly #mapping: ColumnMapping;
  readonly #place: ReadonlyMap<string, number>;
  readonly #unmapped: readonly string[];

  constructor(columns: readonly string[], mapping: ColumnMapping, at: FilePlace) {
    this.#columns = columns;
    this.#mapping = mapping;
    this.#place = placesOf(columns, at);
    const mapped = new Set(mappedColumns(mapping));
    for (const column of mapped) {
      if (this.#place.has(column)) continue;
      const message = `The table has no column "${column}".`;
      at.problems.add(at.line, column, message, `Its columns are: ${columns.slice(0, 20).join(', ')}.`);
    }
    refusePhantoms(mapping, at);
    this.#unmapped = columns.filter((column) => column !== '' && !mapped.has(column));
  }

  read(cells: readonly string[], at: FilePlace, sink: ItemSink, loose: readonly number[] = []): void {
    if (!hasWidth(cells, this.#columns.length, at)) return;
    const { id, group } = this.#mapping;
    if (!hasCleanNames(this.#columns, [id, group], loose, at)) return;
    const cell = (column: string | undefined) => cells[this.#place.get(column ?? '') ?? -1] ?? '';
    readAssayRecord(this.#toRecord(cell, at), at, sink);
  }

  #toRecord(cell: (column: string | undefined) => string, at: FilePlace): JsonObject {
    const mapping = this.#mapping;
    const meta = Object.fromEntries(
      this.#unmapped.map((column) => [column, cell(column)] as const).filter(([, text]) => text !== ''),
    );
    const conversation = this.#conversation(cell, at);
    return {
      id: mapping.id === undefined ? `line-${at.line}` : cell(mapping.id),
      group: cell(mapping.group) || null,
      context: cell(mapping.context) || null,
      conversation,
      reference: mapping.references.flatMap((column) => referencesOf(cell(column))),
      ...this.#judged(cell, conversation),
      human: this.#human(cell, at),
      ...this.#signals(cell, at),
      ...(Object.keys(meta).length > 0 && { meta }),
    };
  }

  #conversation(cell: (column: string | undefined) => string, at: FilePlace): unknown {
    const { conversation, question } = this.#mapping;
    const asked = cell(question) === '' ? [] : [{ role: 'user', content: cell(question) }];
    const text = cell(conversation);
    if (text === '') return asked;
    const turns = cellJson(text);
    if (Array.isArray(turns)) return [...turns, ...asked];
    const message = `${conversation} is not a JSON list of turns.`;
    at.problems.add(at.line, conversation ?? '', message, 'Write [{"role": "user", "content": "text"}].');
    return asked;
  }

  /** What is judged: the responses; without a column for them the conversation itself, where a reply stands in it. */
  #judged(cell: (column: string | undefined) => string, conversation: unknown): JsonObject {
    if (this.#mapping.responses.length > 0) return { responses: this.#responses(cell) };
    const isWhole = this.#mapping.question === undefined && hasReply(conversation);
    return isWhole ? { system: wholeSystem(this.#mapping) } : { responses: {} };
  }

  #responses(cell: (column: string | undefined) => string): JsonObject {
    const responses: JsonObject = Object.create(null);
    for (const { column, system } of this.#mapping.responses) {
      if (cell(column) !== '') responses[system] = cell(column);
    }
    return responses;
  }

  #human(cell: (column: string | undefined) => string, at: FilePlace): JsonObject {
    const human: Record<string, JsonObject> = Object.create(null);
    for (const { column, system, criterion } of this.#mapping.human) {
      const value = cellNumbers(cell(column), column, at, this.#mapping.decimalComma === true);
      if (value === undefined) continue;
      human[system] ??= Object.create(null) as JsonObject;
      const before = (human[system][criterion] ?? []) as number[];
      human[system][criterion] = [...before, ...(Array.isArray(value) ? value : [value])];
    }
    return human;
  }

  #signals(cell: (column: string | undefined) => string, at: FilePlace): JsonObject {
    const signals: Record<'judge' | 'auto', Record<string, JsonObject>> = {
      judge: Object.create(null),
      auto: Object.create(null),
    };
    for (const { column, system, kind, name, criterion } of this.#mapping.signals) {
      const value = cellNumbers(cell(column), column, at, this.#mapping.decimalComma === true);
      if (value === undefined) continue;
      signals[kind][name] ??= Object.create(null) as JsonObject;
      const systems = signals[kind][name];
      if (kind === 'auto') systems[system] = value;
      else {
        const scores = (systems[system] ?? Object.create(null)) as JsonObject;
        scores[criterion ?? 'score'] = value;
        systems[system] = scores;
      }
    }
    return signals;
  }
}

function mappedColumns(mapping: ColumnMapping): string[] {
  const { id, question, conversation, context, group, references, responses, human, signals } = mapping;
  const single = [id, question, conversation, context, group].filter((column) => column !== undefined);
  return [...single, ...references, ...[...responses, ...human, ...signals].map(({ column }) => column)];
}

/** The acceptable answers in a cell: a JSON list of texts, or the cell itself. */
function referencesOf(cell: string): unknown[] {
  if (cell === '') return [];
  const list = cellJson(cell);
  return Array.isArray(list) ? list : [cell];
}

/** What a conversation is of, where no column holds a response: what its scores say, if they agree. */
function wholeSystem({ human, signals }: ColumnMapping): string {
  const named = new Set([...human, ...signals].map(({ system }) => system));
  const [only] = named;
  return named.size === 1 && only !== undefined ? only : unnamedSystem;
}

/** Scores of a system that no column holds a response of would make a system with nothing to judge. */
function refusePhantoms(mapping: ColumnMapping, at: FilePlace): void {
  const { responses, conversation, human, signals } = mapping;
  const systems = responses.map(({ system }) => system);
  if (systems.length === 0 && conversation !== undefined) systems.push(wholeSystem(mapping));
  if (systems.length === 0) return;
  for (const { column, system } of [...human, ...signals]) {
    if (systems.includes(system)) continue;
    const message = `${column} is mapped as a score of "${system}", but no column holds a response of "${system}".`;
    at.problems.add(at.line, column, message, `Say whose score it is: ${systems.slice(0, 20).join(', ')}.`);
  }
}
