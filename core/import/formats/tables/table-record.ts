import { createHash } from 'node:crypto';
import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { noReply } from '../../evidence/complete-mapping.ts';
import { isSurelyModel } from '../../evidence/scores/who-scored.ts';
import { namedRange } from '../../evidence/translated-names.ts';
import { ownOf, refuseTypes, typedValue, typeWords } from '../../evidence/typed-columns.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import {
  arePassages,
  isConversation,
  isReplyList,
  passageTextOf,
  pathOf,
  valueAt,
  withValueAt,
} from '../../readers/json/record-columns.ts';
import { addCount } from '../../readers/problems.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import { cellList, cellNumbers } from '../../readers/tables/cell-values.ts';
import { ColumnStyles } from '../../readers/tables/column-styles.ts';
import { hasCleanNames, hasWidth, placesOf } from '../../readers/tables/table-columns.ts';
import { cellText, type TableValue } from '../../readers/tables/table-value.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { hasReply, readAssayRecord } from '../assay/assay-record.ts';
import { unnamedSystem } from '../chats/chat-record.ts';
import { replyIn, turnsIn } from '../chats/conversation-value.ts';
import { type DialogueRow, DialogueRows } from './dialogue-rows.ts';
import { LongRows } from './long-rows.ts';
import { RepeatedIds } from './repeated-ids.ts';

/** The cells of a row as texts, by their columns. */
interface Cell {
  (column: string | undefined): string;
  /** Whether the cell is a number by itself, and no text that says one. */
  isNumber(column: string): boolean;
  /** Whether it is a text by itself, in a file that can also hold lists. */
  isText(column: string): boolean;
}

const cellOf = (value: (column: string | undefined) => unknown, hasLists: boolean): Cell =>
  Object.assign((column: string | undefined) => cellText(value(column) as TableValue | undefined), {
    isNumber: (column: string) => typeof value(column) === 'number',
    isText: (column: string) => hasLists && typeof value(column) === 'string',
  });

const emptyReplies = 'empty replies, each kept as the reply of a system that answered nothing';
const emptyCells =
  'empty cells for a reply, each read as no reply, so that the system lacks the item (JSON or Parquet with "" says that it answered nothing)';

/** Where rows come from. */
interface RowShape {
  /** JSON records, which may lack a field that others have. */
  readonly isOfRecords?: boolean;
  /** The file itself tells lists from texts, as JSON and Parquet do: a text that looks like a list stays one. */
  readonly hasLists?: boolean;
  /** Several rows are the candidates of one record, and have its place. */
  readonly isUnfolded?: boolean;
  /** Systems of the data set that the table is added to: scores may be of their replies. */
  readonly systems?: readonly string[] | undefined;
}

/**
 * Reads the rows of one table, or flat JSON records, by a mapping of its columns. A long table, where several rows are one item, is
 * brought together by item and handed on at the end.
 */
export class TableRecords {
  readonly #columns: readonly string[];
  readonly #mapping: ColumnMapping;
  readonly #place: ReadonlyMap<string, number>;
  readonly #unmapped: readonly string[];
  /** Fields of JSON records that columns hold as a whole: of others what is left goes along as it is. */
  readonly #taken: ReadonlySet<string>;
  readonly #paths: ReadonlyMap<string, readonly (string | number)[]>;
  readonly #isUnfolded: boolean;
  readonly #hasLists: boolean;
  readonly #long: LongRows | undefined;
  readonly #dialogues: DialogueRows | undefined;
  readonly #styles = new ColumnStyles();
  /** Replies without a text, by what became of them. */
  readonly #empty = new Map<string, number>();
  #hasToldRanges = false;
  readonly #repeats: RepeatedIds;
  /** Columns whose type was said, and that are no scores. */
  readonly #typedPlaces: readonly string[];

  constructor(
    columns: readonly string[],
    mapping: ColumnMapping,
    at: FilePlace,
    { isOfRecords = false, isUnfolded = false, hasLists = false, systems = [] }: RowShape = {},
  ) {
    this.#hasLists = hasLists;
    this.#isUnfolded = isUnfolded;
    this.#columns = columns;
    this.#mapping = mapping;
    this.#place = placesOf(columns, at);
    const mapped = new Set(mappedColumns(mapping));
    refuseTypes(mapping, at);
    for (const [column, type] of Object.entries(mapping.types ?? {})) {
      if (type !== 'number' && type !== 'text')
        at.problems.notice(`column read as ${typeWords(type)}: ${column}`);
    }
    this.#typedPlaces = Object.keys(mapping.types ?? {}).filter((column) => !mapped.has(column));
    for (const column of [...mapped, ...this.#typedPlaces]) {
      if (isOfRecords || this.#place.has(column)) continue;
      const message = `The table has no column "${column}".`;
      at.problems.add(at.line, column, message, `Its columns are: ${columns.slice(0, 20).join(', ')}.`);
    }
    refusePhantoms(mapping, at);
    refuseReplyless(mapping, systems, at);
    this.#unmapped = columns.filter((column) => column !== '' && !mapped.has(column));
    this.#repeats = new RepeatedIds(this.#unmapped);
    this.#paths = new Map([...mapped, ...this.#repeats.columns].map((column) => [column, pathOf(column)]));
    this.#taken = new Set(
      [...mapped]
        .map((column) => this.#paths.get(column)!)
        .filter(
          ([name, place, ...deeper]) =>
            place === undefined ||
            (typeof place === 'number' && deeper.length === 0 && isReplyList.test(String(name))),
        )
        .map(([name]) => String(name)),
    );
    refuseNoDialogue(mapping, at);
    this.#dialogues = isOfDialogues(mapping) ? new DialogueRows() : undefined;
    this.#long =
      isLong(mapping) && !this.#dialogues
        ? new LongRows({ isNameless: mapping.id === undefined && !isUnfolded })
        : undefined;
  }

  /** Takes one row of a table. */
  read(cells: readonly TableValue[], at: FilePlace, sink: ItemSink, loose: readonly number[] = []): void {
    if (!hasWidth(cells, this.#columns.length, at)) return;
    const { id, group, system, rater, judgedBy, speaker } = this.#mapping;
    if (!hasCleanNames(this.#columns, [id, group, system, rater, judgedBy, speaker], loose, at)) return;
    const cell = cellOf(
      (column) => (column === undefined ? undefined : cells[this.#place.get(column) ?? -1]),
      this.#hasLists,
    );
    const rest = this.#unmapped
      .map((column) => [column, typedValue(cell(column), column, this.#mapping, at)] as const)
      .filter(([, value]) => value !== '');
    this.#take(cell, Object.fromEntries(rest), `line-${at.line}`, at, sink);
  }

  /** Takes one JSON record; `place` names it where it has no id. */
  readRecord(record: JsonObject, place: string, at: FilePlace, sink: ItemSink): void {
    const cell = cellOf(
      (column) => (column === undefined ? '' : valueAt(record, this.#paths.get(column) ?? [])),
      this.#hasLists,
    );
    const rest = Object.entries(record).filter(([name, value]) => !this.#taken.has(name) && value !== null);
    this.#take(cell, this.#typed(Object.fromEntries(rest), at), place, at, sink);
  }

  /** What goes along with an item, with the values whose type was said as what they say. */
  #typed(rest: JsonObject, at: FilePlace): JsonObject {
    let typed = rest;
    for (const column of this.#typedPlaces) {
      const path = pathOf(column);
      const value = valueAt(typed, path);
      if (typeof value !== 'string') continue;
      typed = withValueAt(typed, path, typedValue(value, column, this.#mapping, at)) as JsonObject;
    }
    return typed;
  }

  /** Hands on what was held back. */
  end(at: FilePlace, sink: ItemSink): void {
    if (!this.#isUnfolded && !this.#long && !this.#dialogues) this.#repeats.tell(sink);
    this.#long?.handOn(at, sink);
    this.#dialogues?.handOn(at, sink);
    for (const [what, count] of this.#empty) sink.remark(what, count);
  }

  #take(cell: Cell, meta: JsonObject, place: string, at: FilePlace, sink: ItemSink): void {
    if (!this.#hasToldRanges) this.#tellRanges(sink);
    if (!this.#long && !this.#dialogues) this.#repeats.add(cell);
    const record = this.#toRecord(cell, meta, place, at);
    // Which dialogue its turns are of was asked once for the whole table.
    const isNameless = this.#mapping.group === undefined && this.#mapping.id === undefined;
    if (this.#dialogues && isNameless) return;
    if (this.#dialogues) this.#dialogues.add(record, this.#dialogueRow(cell), cell(this.#mapping.rater), at);
    else if (this.#long) this.#long.add(record, cell(this.#mapping.rater), at, this.#isOfJudge(cell));
    else readAssayRecord(record, at, sink);
  }

  /** The ranges that the names of columns tell; of criteria that rows name, a column's name tells nothing. */
  #tellRanges(sink: ItemSink): void {
    this.#hasToldRanges = true;
    const { human, signals, criterion: isOfRows } = this.#mapping;
    for (const { column, criterion } of isOfRows ? [] : human) {
      const told = namedRange(column);
      if (told) sink.range('criterion', criterion, '', told.range);
    }
    for (const { column, kind, name, criterion } of signals) {
      const told = namedRange(column);
      if (told) sink.range(kind, name, kind === 'judge' ? (criterion ?? 'score') : '', told.range);
    }
  }

  #dialogueRow(cell: Cell): DialogueRow {
    const { id, group, turn, speaker, text, system } = this.#mapping;
    return {
      dialogue: cell(group ?? id),
      turn: turn === undefined ? undefined : cell(turn),
      speaker: speaker === undefined ? undefined : cell(speaker),
      text: cell(text),
      system: cell(system),
      id: group === undefined ? '' : cell(id),
    };
  }

  #toRecord(cell: Cell, meta: JsonObject, place: string, at: FilePlace): JsonObject {
    const mapping = this.#mapping;
    const conversation = this.#conversation(cell, at);
    const id = mapping.id === undefined ? this.#nameless(cell, place) : cell(mapping.id);
    return {
      id,
      group: cell(mapping.group) || null,
      context: passagesOf(cell(mapping.context)) || null,
      conversation,
      reference: mapping.references.flatMap((column) =>
        cell.isText(column) ? [cell(column)].filter(Boolean) : referencesOf(cell(column)),
      ),
      ...this.#judged(cell, conversation),
      human: this.#human(cell, at),
      ...this.#signals(cell, at),
      ...(Object.keys(meta).length > 0 && { meta }),
    };
  }

  /** What an item without an id is called: where rows are brought together by their texts, after those. */
  #nameless(cell: Cell, place: string): string {
    return this.#long && !this.#isUnfolded ? sameTexts(cell, this.#mapping) : place;
  }

  /** Whose response or score it is: what the row says where a column names the system. */
  #systemOf(cell: Cell, system: string): string {
    return this.#mapping.system === undefined ? system : cell(this.#mapping.system) || unnamedSystem;
  }

  #conversation(cell: Cell, at: FilePlace): unknown {
    const { conversation, question } = this.#mapping;
    const asked = cell(question) === '' ? [] : [{ role: 'user', content: cell(question) }];
    const text = cell(conversation);
    if (text === '') return asked;
    const turns = turnsIn(text) ?? cellList(text);
    if (Array.isArray(turns)) return [...turns, ...asked];
    const message = `${conversation} is not a JSON list of turns.`;
    at.problems.add(at.line, conversation ?? '', message, 'Write [{"role": "user", "content": "text"}].');
    return asked;
  }

  /** What is judged: the responses; without a column for them the conversation itself, where a reply stands in it. */
  #judged(cell: Cell, conversation: unknown): JsonObject {
    if (this.#mapping.responses.length > 0) return { responses: this.#responses(cell) };
    const isWhole = this.#mapping.question === undefined && hasReply(conversation);
    return isWhole ? { system: this.#systemOf(cell, wholeSystem(this.#mapping)) } : { responses: {} };
  }

  #responses(cell: Cell): JsonObject {
    const responses: JsonObject = Object.create(null);
    for (const { column, system } of this.#mapping.responses) {
      const text = replyIn(cell(column), this.#hasLists && !cell.isText(column));
      // A text of nothing is a reply where the file tells it from no reply.
      const isReply = text !== '' || cell.isText(column);
      if (isReply) responses[this.#systemOf(cell, system)] = text;
      if (text === '' && (isReply || !this.#hasLists))
        addCount(this.#empty, isReply ? emptyReplies : emptyCells);
    }
    return responses;
  }

  /** The machine that scored the row: what a column of judges names, or a model that is named among raters. */
  #judgeOf(cell: Cell): string {
    const { judgedBy, rater } = this.#mapping;
    return cell(judgedBy) || (isSurelyModel(cell(rater)) ? cell(rater) : '');
  }

  /** Whether rows are told apart by who judged and not by who rated, so that each repeats what people said. */
  #isOfJudge(cell: Cell): boolean {
    return this.#mapping.rater === undefined && cell(this.#mapping.judgedBy) !== '';
  }

  #human(cell: Cell, at: FilePlace): JsonObject {
    const human: Record<string, JsonObject> = Object.create(null);
    if (isSurelyModel(cell(this.#mapping.rater))) return human;
    for (const { column, ...named } of this.#mapping.human) {
      const value = this.#number(cell, column, at);
      if (value === undefined) continue;
      const system = this.#systemOf(cell, named.system);
      const criterion = cell(this.#mapping.criterion) || named.criterion;
      human[system] ??= Object.create(null) as JsonObject;
      const before = (human[system][criterion] ?? []) as number[];
      human[system][criterion] = [...before, ...(Array.isArray(value) ? value : [value])];
    }
    return human;
  }

  #signals(cell: Cell, at: FilePlace): JsonObject {
    const signals: Record<'judge' | 'auto', Record<string, JsonObject>> = {
      judge: Object.create(null),
      auto: Object.create(null),
    };
    const judge = this.#judgeOf(cell);
    const { human, rater, signals: mapped } = this.#mapping;
    // What a model said in a column of people's scores is a judge's.
    const ofModels = isSurelyModel(cell(rater))
      ? human.map((one) => ({ ...one, kind: 'judge' as const, name: judge }))
      : [];
    const measured = cell(this.#mapping.criterion);
    for (const { column, kind, criterion, ...named } of [...mapped, ...ofModels]) {
      const value = this.#number(cell, column, at);
      if (value === undefined) continue;
      const system = this.#systemOf(cell, named.system);
      const ofRow = kind === 'judge' ? judge : this.#isOfMetrics ? measured : '';
      const name = ofRow || named.name;
      signals[kind][name] ??= Object.create(null) as JsonObject;
      const systems = signals[kind][name];
      if (kind === 'auto') systems[system] = value;
      else {
        const scores = (systems[system] ?? Object.create(null)) as JsonObject;
        scores[measured || (criterion ?? 'score')] = value;
        systems[system] = scores;
      }
    }
    return signals;
  }

  /** Whether the column of criteria names metrics: those of the one score, which is a metric's. Beside other scores a metric has its own. */
  get #isOfMetrics(): boolean {
    const { human, signals } = this.#mapping;
    return human.length === 0 && signals.length === 1;
  }

  #number(cell: Cell, column: string, at: FilePlace): number | number[] | undefined {
    const { decimalComma = false, classes, types, missing } = this.#mapping;
    return cellNumbers(cell(column), column, at, {
      decimalComma,
      classes,
      type: ownOf(types, column),
      missing: ownOf(missing, column),
      isNumber: cell.isNumber(column),
      styles: this.#styles,
    });
  }
}

/** Scores of a system that nobody named, in a table without any reply, are of nothing that could be labeled. */
function refuseReplyless(
  { responses, conversation, system, speaker, human, signals }: ColumnMapping,
  known: readonly string[],
  at: FilePlace,
): void {
  if (responses.length > 0 || conversation !== undefined || system !== undefined) return;
  if (speaker !== undefined) return;
  const score = [...human, ...signals].find(
    (one) => one.system === unnamedSystem && !known.includes(unnamedSystem),
  );
  if (score === undefined) return;
  if (known.length > 0) {
    const message = `${score.column} has scores, but nothing tells which system's replies they are of.`;
    const remedy = `Say in the preview (--map) whose they are: ${known.slice(0, 20).join(', ')}.`;
    at.problems.add(at.line, score.column, message, remedy);
    return;
  }
  at.problems.add(
    at.line,
    score.column,
    `${score.column} has scores, but no column was recognized as the reply that they are of.`,
    noReply,
  );
}

/** Whether rows are turns of dialogues: said by a speaker, or, at a place, a question with its reply. */
const isOfDialogues = ({ speaker, turn }: ColumnMapping): boolean =>
  speaker !== undefined || turn !== undefined;

/** What a table of dialogues must have beside the column that makes it one. */
function refuseNoDialogue(mapping: ColumnMapping, at: FilePlace): void {
  if (!isOfDialogues(mapping)) return;
  const { id, group, speaker, text, question, conversation, responses } = mapping;
  const refuse = (message: string, remedy: string) => at.problems.add(at.line, '', message, remedy);
  if (id === undefined && group === undefined) {
    refuse(
      'A table of turns needs a column that names the dialogue.',
      'Say in the preview which it is, as group (--map).',
    );
  }
  if (speaker !== undefined && text === undefined) {
    refuse(
      `${speaker} says who speaks, but no column says what.`,
      'Say in the preview which column holds what a turn says ("text" in --map).',
    );
  }
  const isExchange = question !== undefined && conversation === undefined && responses.length === 1;
  if (speaker === undefined && !isExchange) {
    refuse(
      'Turns in rows need a column for who speaks and one for what is said, or one for the question and one for the reply.',
      'Say in the preview which they are ("speaker" and "text" in --map), or leave "turn" out.',
    );
  }
}

const isLong = ({ system, rater, judgedBy, criterion }: ColumnMapping): boolean =>
  [system, rater, judgedBy, criterion].some((column) => column !== undefined);

/** What items of a long table without ids are told apart by: what was asked, else what was answered. */
function sameTexts(cell: Cell, { question, conversation, context, responses }: ColumnMapping): string {
  const asked = [cell(question), cell(conversation), cell(context)];
  const texts = asked.some(Boolean) ? asked : responses.map(({ column }) => cell(column));
  return `item-${createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 12)}`;
}

function mappedColumns(mapping: ColumnMapping): string[] {
  const { id, question, conversation, context, group, references, responses, human, signals } = mapping;
  const { system, rater, judgedBy, criterion, speaker, text, turn } = mapping;
  const single = [
    ...[id, question, conversation, context, group, system, rater, judgedBy, criterion],
    ...[speaker, text, turn],
  ].filter((column) => column !== undefined);
  return [...single, ...references, ...[...responses, ...human, ...signals].map(({ column }) => column)];
}

/** The acceptable answers in a cell: a list of texts, in the signs of JSON or of Python, or the cell itself. */
function referencesOf(cell: string): unknown[] {
  if (cell === '') return [];
  const list = cellList(cell);
  if (Array.isArray(list) && isConversation(list)) return [replyIn(cell, true)];
  const areTexts = Array.isArray(list) && list.every((one) => typeof one === 'string' || Array.isArray(one));
  return areTexts ? list : [cell];
}

/** The passages of a cell as one text: those of a list stand one below the other. */
function passagesOf(cell: string): string {
  const list = cellList(cell);
  if (!Array.isArray(list)) return cell;
  if (arePassages(list)) return list.map(passageTextOf).join('\n\n');
  const texts = list.map((one: unknown) =>
    Array.isArray(one) && one.every((text) => typeof text === 'string') ? one.join(' ') : one,
  );
  return texts.every((one) => typeof one === 'string') ? texts.join('\n\n') : cell;
}

/** What a conversation is of, where no column holds a response: what its scores say, if they agree. */
function wholeSystem({ human, signals }: ColumnMapping): string {
  const named = new Set([...human, ...signals].map(({ system }) => system));
  const [only] = named;
  return named.size === 1 && only !== undefined ? only : unnamedSystem;
}

/** Scores of a system that no column holds a response of would make a system with nothing to judge. */
function refusePhantoms(mapping: ColumnMapping, at: FilePlace): void {
  if (mapping.system !== undefined) return;
  const { responses, conversation, human, signals } = mapping;
  const systems = responses.map(({ system }) => system);
  if (systems.length === 0 && conversation !== undefined) systems.push(wholeSystem(mapping));
  if (systems.length === 0) return;
  for (const { column, system } of [...human, ...signals]) {
    if (systems.includes(system)) continue;
    const message = `${column} is mapped as a score of "${system}", but no column holds a response of "${system}".`;
    at.problems.add(
      at.line,
      column,
      message,
      `Change the "system" of ${column} to one of: ${systems.slice(0, 20).join(', ')}.`,
    );
  }
}
