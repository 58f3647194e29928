import { createHash } from 'node:crypto';
import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { foundIn } from '../../evidence/found-failures.ts';
import { isMachineRater } from '../../evidence/scores/who-scored.ts';
import { ownOf } from '../../evidence/typed-columns.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { arePassages, isConversation, passageTextOf } from '../../readers/json/record-columns.ts';
import { addCount } from '../../readers/problems.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import { cellList, cellNumbers } from '../../readers/tables/cell-values.ts';
import { ColumnStyles } from '../../readers/tables/column-styles.ts';
import { cellText, type TableValue } from '../../readers/tables/table-value.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { hasReply } from '../assay/assay-record.ts';
import { unnamedSystem } from '../chats/chat-record.ts';
import { replyIn, turnsIn } from '../chats/conversation-value.ts';
import { pictureBytes, pictureOfText } from '../chats/media-part.ts';

/** The cells of a row as texts, by their columns. */
export interface RowCell {
  (column: string | undefined): string;
  /** Whether the cell is a number by itself, and no text that says one. */
  isNumber(column: string): boolean;
  /** Whether it is a text by itself, in a file that can also hold lists. */
  isText(column: string): boolean;
}

export const cellOf = (value: (column: string | undefined) => unknown, hasLists: boolean): RowCell =>
  Object.assign((column: string | undefined) => cellText(value(column) as TableValue | undefined), {
    isNumber: (column: string) => typeof value(column) === 'number',
    isText: (column: string) => hasLists && typeof value(column) === 'string',
  });

/** What is said of replies that are texts of nothing. */
export const emptyReplies = 'empty replies, each kept as the reply of a system that answered nothing';
const emptyCells =
  'empty cells for a reply, each read as no reply (in JSON or Parquet, "" is an empty reply)';

/** What is known of the rows of a table. */
interface RowFacts {
  /** The file itself tells lists from texts, as JSON and Parquet do: a text that looks like a list stays one. */
  readonly hasLists: boolean;
  /** Items without an id are known by what was asked, as several rows are of one. */
  readonly isNamedByTexts: boolean;
}

/** Makes a record of Assay's own of each row of a table, by a mapping of its columns. */
export class RowRecords {
  readonly #mapping: ColumnMapping;
  readonly #hasLists: boolean;
  readonly #isNamedByTexts: boolean;
  readonly #styles = new ColumnStyles();
  /** Replies without a text, by what became of them. */
  readonly #empty = new Map<string, number>();

  constructor(mapping: ColumnMapping, { hasLists, isNamedByTexts }: RowFacts) {
    this.#mapping = mapping;
    this.#hasLists = hasLists;
    this.#isNamedByTexts = isNamedByTexts;
  }

  /** Says what became of replies without a text. */
  tell(sink: ItemSink): void {
    for (const [what, count] of this.#empty) sink.remark(what, count);
  }

  /** @param meta what goes along with the item
   * @param place what the item is called without an id
   */
  of(cell: RowCell, meta: JsonObject, place: string, at: FilePlace): JsonObject {
    const mapping = this.#mapping;
    const conversation = this.#conversation(cell, at);
    const reference = mapping.references.flatMap((column) =>
      cell.isText(column) ? [cell(column)].filter(Boolean) : referencesOf(cell(column)),
    );
    const found = (mapping.found ?? []).flatMap((one) => foundIn(cell(one.column), one));
    const judged = this.#judged(cell, conversation, reference.length > 0);
    const id = mapping.id === undefined ? this.#nameless(cell, place) : cell(mapping.id);
    return {
      id,
      group: cell(mapping.group) || null,
      context: passagesOf(cell(mapping.context)) || null,
      conversation: this.#withPictures(withoutReply(conversation, judged.responses), cell),
      reference,
      ...judged,
      human: this.#human(cell, at),
      ...this.#signals(cell, at),
      ...(Object.keys(meta).length > 0 && { meta }),
      ...(found.length > 0 && { found }),
    };
  }

  /** What an item without an id is called: where rows are brought together by their texts, after those. */
  #nameless(cell: RowCell, place: string): string {
    return this.#isNamedByTexts ? sameTexts(cell, this.#mapping) : place;
  }

  /** Whose response or score it is: what the row says where a column names the system. */
  #systemOf(cell: RowCell, system: string): string {
    return this.#mapping.system === undefined ? system : cell(this.#mapping.system) || unnamedSystem;
  }

  #conversation(cell: RowCell, at: FilePlace): unknown {
    const { conversation, question, turns: columns = [] } = this.#mapping;
    const said = columns.map((column, i) => ({
      role: i % 2 === 0 ? 'user' : 'assistant',
      content: cell(column),
    }));
    const last = cell(question) === '' ? [] : [{ role: 'user', content: cell(question) }];
    const asked = [...said.filter(({ content }) => content !== ''), ...last];
    const text = cell(conversation);
    if (text === '') return asked;
    const turns = turnsIn(text) ?? cellList(text);
    if (Array.isArray(turns)) return [...turns, ...asked];
    const message = `${conversation} is not a JSON list of turns.`;
    at.problems.add(at.line, conversation ?? '', message, 'Write [{"role": "user", "content": "text"}].');
    return asked;
  }

  /** With the pictures of the row before what the user says first. */
  #withPictures(conversation: unknown, cell: RowCell): unknown {
    const shown = (this.#mapping.pictures ?? []).flatMap(
      (column) => pictureOfText(cell(column), column.replace(/\.bytes$/, '')) ?? [],
    );
    if (shown.length === 0 || !Array.isArray(conversation)) return conversation;
    const turns = conversation as JsonObject[];
    const at = turns.findIndex(({ role, content }) => role === 'user' && typeof content === 'string');
    if (at < 0) return [{ role: 'user', content: shown.join('\n') }, ...turns];
    return turns.with(at, { ...turns[at], content: [...shown, turns[at]!.content].join('\n') });
  }

  /** What is judged: the responses; without a column for them the conversation itself, where a reply stands in it. */
  #judged(cell: RowCell, conversation: unknown, hasReference: boolean): JsonObject {
    if (this.#mapping.responses.length > 0) return { responses: this.#responses(cell) };
    // A question that waits for its reply, with the right answer beside it, is nothing to judge yet.
    const isOpen = hasReference && lastRole(conversation) === 'user';
    const isWhole = this.#mapping.question === undefined && hasReply(conversation) && !isOpen;
    return isWhole ? { system: this.#systemOf(cell, wholeSystem(this.#mapping)) } : { responses: {} };
  }

  #responses(cell: RowCell): JsonObject {
    const responses: JsonObject = Object.create(null);
    for (const { column, system } of this.#mapping.responses) {
      const text = replyIn(cell(column), this.#hasLists && !cell.isText(column));
      // A text of nothing is a reply where the file tells it from no reply.
      const isReply = text !== '' || cell.isText(column);
      const address = pictureBytes(text);
      if (isReply) responses[this.#systemOf(cell, system)] = address ? `![picture](${address})` : text;
      if (text === '' && (isReply || !this.#hasLists))
        addCount(this.#empty, isReply ? emptyReplies : emptyCells);
    }
    return responses;
  }

  /** The machine that scored the row: what a column of judges names, or a model that is named among raters. */
  #judgeOf(cell: RowCell): string {
    const { judgedBy, rater } = this.#mapping;
    return cell(judgedBy) || (isMachineRater(cell(rater)) ? cell(rater) : '');
  }

  /** Whether rows are told apart by who judged and not by who rated, so that each repeats what people said. */
  isOfJudge(cell: RowCell): boolean {
    return this.#mapping.rater === undefined && cell(this.#mapping.judgedBy) !== '';
  }

  #human(cell: RowCell, at: FilePlace): JsonObject {
    const human: Record<string, JsonObject> = Object.create(null);
    if (isMachineRater(cell(this.#mapping.rater))) return human;
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

  #signals(cell: RowCell, at: FilePlace): JsonObject {
    const signals: Record<'judge' | 'auto', Record<string, JsonObject>> = {
      judge: Object.create(null),
      auto: Object.create(null),
    };
    const judge = this.#judgeOf(cell);
    const { human, rater, signals: mapped } = this.#mapping;
    // What a model said in a column of people's scores is a judge's.
    const ofModels = isMachineRater(cell(rater))
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

  #number(cell: RowCell, column: string, at: FilePlace): number | number[] | undefined {
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

/** Turns without the last one, where that is the reply itself, which some logs keep in what was said before. */
function withoutReply(conversation: unknown, responses: unknown): unknown {
  if (!Array.isArray(conversation) || lastRole(conversation) !== 'assistant') return conversation;
  const replies = Object.values((responses ?? {}) as JsonObject);
  const { content } = conversation.at(-1) as JsonObject;
  return replies.length === 1 && replies[0] === content ? conversation.slice(0, -1) : conversation;
}

const lastRole = (conversation: unknown): unknown =>
  Array.isArray(conversation) ? (conversation.at(-1) as { role?: unknown } | undefined)?.role : undefined;

/** What items of a long table without ids are told apart by: what was asked, else what was answered. */
function sameTexts(cell: RowCell, mapping: ColumnMapping): string {
  const { question, conversation, turns = [], pictures = [], context, responses } = mapping;
  const asked = [
    cell(question),
    cell(conversation),
    cell(context),
    ...turns.map(cell),
    ...pictures.map(cell),
  ];
  const texts = asked.some(Boolean) ? asked : responses.map(({ column }) => cell(column));
  return `item-${createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 12)}`;
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
export function wholeSystem({ human, signals }: ColumnMapping): string {
  const named = new Set([...human, ...signals].map(({ system }) => system));
  const [only] = named;
  return named.size === 1 && only !== undefined ? only : unnamedSystem;
}
