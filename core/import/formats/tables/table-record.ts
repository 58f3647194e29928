import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { mappedColumns } from '../../../../shared/mapping.ts';
import type { ToldScale } from '../../../data/declared-scales.ts';
import { directionTold } from '../../evidence/scores/fault-names.ts';
import { endsNamed, namedRange } from '../../evidence/translated-names.ts';
import { typedValue } from '../../evidence/typed-columns.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import { isReplyList, pathOf, valueAt, withValueAt } from '../../readers/json/record-columns.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import { hasCleanNames, hasWidth, placesOf } from '../../readers/tables/table-columns.ts';
import { cellText, type TableValue } from '../../readers/tables/table-value.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { rangeOfSteps } from '../score-names.ts';
import { refuseMapping } from './mapping-faults.ts';
import { RepeatedIds } from './repeated-rows.ts';
import { gatheringOf, isLong, isOfDialogues, type RowGathering } from './row-gathering.ts';
import { cellOf, type RowCell, RowRecords } from './row-record.ts';

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
 * Reads the rows of one table, or flat JSON records, by a mapping of its columns: `RowRecords` makes a record of each, and a
 * `RowGathering` hands the records on, each alone or those of one item together at the end.
 */
export class TableRecords {
  readonly #columns: readonly string[];
  readonly #mapping: ColumnMapping;
  readonly #place: ReadonlyMap<string, number>;
  readonly #unmapped: readonly string[];
  /** Fields of JSON records that columns hold as a whole: of others what is left goes along as it is. */
  readonly #taken: ReadonlySet<string>;
  /** Paths of mapped values: an object of which each value is mapped is taken, too. */
  readonly #parts: ReadonlySet<string>;
  readonly #paths: ReadonlyMap<string, readonly (string | number)[]>;
  readonly #hasLists: boolean;
  readonly #records: RowRecords;
  readonly #gathering: RowGathering;
  #hasToldRanges = false;
  /** Whether the rows are of no reply that was recognized: what is wrong with them otherwise is said once that is known. */
  readonly #isReplyless: boolean;
  /** Columns whose type was said, and that are no scores. */
  readonly #typedPlaces: readonly string[];

  constructor(
    columns: readonly string[],
    mapping: ColumnMapping,
    at: FilePlace,
    { isOfRecords = false, isUnfolded = false, hasLists = false, systems = [] }: RowShape = {},
  ) {
    this.#hasLists = hasLists;
    this.#columns = columns;
    this.#mapping = mapping;
    this.#place = placesOf(columns, at);
    const mapped = new Set(mappedColumns(mapping));
    this.#typedPlaces = Object.keys(mapping.types ?? {}).filter((column) => !mapped.has(column));
    const found = (mapping.found ?? []).map(({ column }) => column);
    const missing = [...mapped, ...this.#typedPlaces, ...found].filter(
      (column) => !isOfRecords && !this.#place.has(column),
    );
    this.#isReplyless = refuseMapping(mapping, { columns, missing, known: systems }, at);
    this.#unmapped = columns.filter((column) => column !== '' && !mapped.has(column));
    const ids = new RepeatedIds(this.#unmapped);
    this.#paths = new Map([...mapped, ...ids.columns, ...found].map((column) => [column, pathOf(column)]));
    this.#taken = new Set([...mapped].map((column) => this.#paths.get(column)!).flatMap(wholeField));
    this.#parts = new Set([...mapped].map((column) => JSON.stringify(this.#paths.get(column))));
    // Of replies alone, without what was asked, two that are equal may answer different things.
    const { question, conversation, context, rater, judgedBy, criterion } = mapping;
    const isTold = [question, conversation, context, rater, judgedBy, criterion].some(Boolean);
    const isNamedByTexts = isLong(mapping) && isTold && !isOfDialogues(mapping) && !isUnfolded;
    this.#records = new RowRecords(mapping, { hasLists, isNamedByTexts });
    this.#gathering = gatheringOf(mapping, { ids, isUnfolded });
  }

  /** Takes one row of a table. */
  read(cells: readonly TableValue[], at: FilePlace, sink: ItemSink, loose: readonly number[] = []): void {
    if (!hasWidth(cells, this.#columns.length, at)) return;
    const { id, group, system, rater, judgedBy, speaker } = this.#mapping;
    if (!hasCleanNames(this.#columns, [id, group, system, rater, judgedBy, speaker], loose, at)) return;
    if (this.#isTotal(cells)) {
      sink.leftBehind('rows of totals or averages below the others');
      return;
    }
    const cell = cellOf(
      (column) => (column === undefined ? undefined : cells[this.#place.get(column) ?? -1]),
      this.#hasLists,
    );
    const rest = this.#unmapped
      .map((column) => [column, typedValue(cell(column), column, this.#mapping, at)] as const)
      .filter(([, value]) => value !== '');
    this.#take(cell, Object.fromEntries(rest), `line-${at.line}`, at, sink);
  }

  /** Whether a row says a total in words, has numbers beside, and nothing of what was asked. */
  #isTotal(cells: readonly TableValue[]): boolean {
    const { question, conversation, context } = this.#mapping;
    const asked = [question, conversation, context].filter((column) => column !== undefined);
    if (asked.length === 0 || asked.some((column) => this.#saysMore(cells, column))) return false;
    const said = cells.map((cell) => cellText(cell).trim()).filter((text) => text !== '');
    const words = said.filter((text) => totalWord.test(text));
    const numbers = said.filter((text) => /^[-+]?[\d.,]{1,20}\s?%?$/.test(text));
    return words.length > 0 && numbers.length > 0 && words.length + numbers.length === said.length;
  }

  #saysMore(cells: readonly TableValue[], column: string): boolean {
    const text = cellText(cells[this.#place.get(column) ?? -1]).trim();
    return text !== '' && !totalWord.test(text);
  }

  /** Takes one JSON record; `place` names it where it has no id. */
  readRecord(record: JsonObject, place: string, at: FilePlace, sink: ItemSink): void {
    const cell = cellOf(
      (column) => (column === undefined ? '' : valueAt(record, this.#paths.get(column) ?? [])),
      this.#hasLists,
    );
    const rest = Object.entries(record).filter(
      ([name, value]) => value !== null && !this.#taken.has(name) && !this.#isTaken([name], value),
    );
    const fields = this.#withoutPictures(Object.fromEntries(rest));
    this.#take(cell, this.#typed(fields, at), place, at, sink);
  }

  #isTaken(path: readonly string[], value: unknown): boolean {
    if (this.#parts.has(JSON.stringify(path))) return true;
    const inside = isJsonObject(value) ? Object.entries(value) : [];
    return inside.length > 0 && inside.every(([name, part]) => this.#isTaken([...path, name], part));
  }

  /** The bytes of pictures that are shown are not kept as a field as well. */
  #withoutPictures(rest: JsonObject): JsonObject {
    const inside = (this.#mapping.pictures ?? []).map(pathOf).filter((path) => path.length > 1);
    return inside.reduce(
      (left, path) =>
        valueAt(left, path) === undefined ? left : (withValueAt(left, path, null) as JsonObject),
      rest,
    );
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
    this.#gathering.end(at, sink);
    this.#records.tell(sink);
  }

  #take(cell: RowCell, meta: JsonObject, place: string, at: FilePlace, sink: ItemSink): void {
    if (this.#isReplyless && isLong(this.#mapping)) return;
    if (!this.#hasToldRanges) this.#tellRanges(sink);
    const record = this.#records.of(cell, meta, place, at);
    this.#gathering.take(record, cell, at, sink, this.#records.isOfJudge(cell));
  }

  /** The ranges that the names of columns tell; of criteria that rows name, a column's name tells nothing. */
  #tellRanges(sink: ItemSink): void {
    this.#hasToldRanges = true;
    const { human, signals, criterion: isOfRows, classes = {} } = this.#mapping;
    const toldBy = (column: string, scored: string): ToldScale => ({
      ...(/%[)\]]?$/.test(column.trim())
        ? { min: 0, max: 100 }
        : (namedRange(column)?.range ?? rangeOfSteps(classes[column]) ?? endsNamed(column))),
      direction: directionTold(column, scored, classes[column]),
    });
    for (const { column, criterion } of isOfRows ? [] : human)
      sink.range('criterion', criterion, '', toldBy(column, criterion));
    for (const { column, kind, name, criterion } of signals) {
      const scored = kind === 'judge' ? (criterion ?? 'score') : '';
      sink.range(kind, name, scored, toldBy(column, scored || name));
    }
  }
}

const totalWord =
  /^(?:(?:grand |sub)?totals?|averages?|avg\.?|means?|sums?|median|std\.?(?: ?dev\.?)?|count|overall|gesamt|summe|durchschnitt|mittel(?:wert)?|moyenne|promedio|media|итого|среднее|平均|合计|合計|総計|평균|합계)\s?[:：]?$/i;

/** The field of a record that a path takes whole: the only step, or a place of a list of replies. */
function wholeField([name, place, ...deeper]: readonly (string | number)[]): string[] {
  const isOfList = typeof place === 'number' && deeper.length === 0 && isReplyList.test(String(name));
  return place === undefined || isOfList ? [String(name)] : [];
}
