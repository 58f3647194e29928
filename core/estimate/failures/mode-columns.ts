import { createHash } from 'node:crypto';
import { keepNewest, keptMaps } from '../../../db/kept-maps.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { ModeObservation } from '../../../stats/index.ts';
import type { Modes } from '../../studies/failures/modes.ts';
import type { ItemSays } from '../../studies/failures/said.ts';
import type { Counted } from './mode-values.ts';

type Value = ModeObservation['y'];

/** A series of values as it was: so many of them, and their SHA-256. */
export interface Mark {
  readonly length: number;
  readonly digest: string;
}

/** Marks of a column that are kept. */
const mostMarks = 8;

/** What is known of one mode on every draw, in draw order. It goes on in place: after a label one value is new. */
export class ModeColumn {
  readonly values: ModeObservation[] = [];
  /** Draws that somebody coded, and of which the mode is not known all the same. */
  unknown = 0;
  #hash = createHash('sha256');
  #hashed = 0;
  #marks: Mark[] = [];

  /** @param says what people say of the item of this draw */
  set(draw: number, pool: number, y: Value, says: ItemSays | undefined, before: ItemSays | undefined): void {
    const old = this.values[draw]?.y;
    if (old === 'unknown' && isCoded(before)) this.unknown--;
    if (y === 'unknown' && isCoded(says)) this.unknown++;
    if (old === y) return;
    this.values[draw] = { pool, y };
    if (draw < this.#hashed) this.#forgetFrom(draw);
  }

  #forgetFrom(draw: number): void {
    this.#hash = createHash('sha256');
    this.#hashed = 0;
    this.#marks = this.#marks.filter(({ length }) => length <= draw);
  }

  /** The first so many values: columns with the same mark have the same values there. */
  markOf(length: number): Mark {
    const known = this.#marks.find((mark) => mark.length === length);
    if (known) return known;
    if (length < this.#hashed) {
      this.#hash = createHash('sha256');
      this.#hashed = 0;
    }
    this.#hash.update(bytesOf(this.values.slice(this.#hashed, length)));
    this.#hashed = length;
    const mark = { length, digest: this.#hash.copy().digest('hex') };
    this.#marks = [mark, ...this.#marks].slice(0, mostMarks);
    return mark;
  }

  /** Whether the values still begin as they did at a mark. */
  beganWith({ length, digest }: Mark): boolean {
    const known = this.#marks.find((mark) => mark.length === length);
    if (known) return known.digest === digest;
    const first = createHash('sha256').update(bytesOf(this.values.slice(0, length)));
    return length <= this.values.length && first.digest('hex') === digest;
  }
}

const bytesOf = (values: readonly ModeObservation[]): Uint8Array =>
  new Uint8Array(Float64Array.from(values, ({ y }) => (y === 'unknown' ? -1 : y)).buffer);

const isCoded = (says: ItemSays | undefined): boolean => (says?.people.length ?? 0) > 0;

/** The columns of the modes of a study that were asked for. */
interface Columns {
  readonly modes: Modes;
  readonly byMode: Map<number, ModeColumn>;
  readonly valueOn: Map<number, (says: ItemSays | undefined) => Value>;
  /** Of every draw what was said of its item when the columns were last brought up to date. */
  readonly says: (ItemSays | undefined)[];
  /** What they were last brought up to date by. */
  said?: Counted['said'];
}

const kept = keptMaps<string, Columns>();
/** Studies whose columns stay in memory. */
const mostKept = 4;

/** The columns of a study, up to date: of the draws whose items people have said something new of, values are made again. */
function columnsOf(db: ReadableDb, { study, modes, said, pool }: Counted): Columns {
  const { id, generation, finalRule, overlap } = study;
  const name = JSON.stringify([id, generation, finalRule, overlap]);
  const before = db.inTransaction ? undefined : kept(db).get(name);
  const columns: Columns =
    before?.modes === modes ? before : { modes, byMode: new Map(), valueOn: new Map(), says: [] };
  if (columns.said === said) return columns;
  columns.said = said;
  for (const [draw, drawn] of said.draws.entries()) {
    const says = said.says.get(drawn.itemId);
    if (draw < columns.says.length && says === columns.says[draw]) continue;
    for (const [mode, column] of columns.byMode) {
      column.set(draw, pool.placeOf(drawn), columns.valueOn.get(mode)!(says), says, columns.says[draw]);
    }
    columns.says[draw] = says;
  }
  if (!db.inTransaction) keepNewest(kept(db), name, columns, mostKept);
  return columns;
}

/**
 * The column of a mode of a study.
 *
 * @param mode its id, 0 for "nothing wrong" @param valueOn its value on an item, by what people say of it; of one mode always the same
 */
export function modeColumn(
  db: ReadableDb,
  counted: Counted,
  mode: number,
  valueOn: (says: ItemSays | undefined) => Value,
): ModeColumn {
  const columns = columnsOf(db, counted);
  const found = columns.byMode.get(mode);
  if (found) return found;
  const made = new ModeColumn();
  const { pool, said } = counted;
  for (const [draw, says] of columns.says.entries()) {
    made.set(draw, pool.placeOf(said.draws[draw]!), valueOn(says), says, undefined);
  }
  columns.byMode.set(mode, made);
  columns.valueOn.set(mode, valueOn);
  return made;
}
