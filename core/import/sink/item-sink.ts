import type { Picture } from '../../../db/pictures.ts';
import type { ToldScale } from '../../data/declared-scales.ts';

/** What somebody found in an item before its file was imported: a failure mode by its name, or a note. */
export interface FoundFailure {
  readonly kind: 'mode' | 'note';
  readonly text: string;
  /** The column or question that it stood in. */
  readonly source: string;
}

/** The part of an item that is known before its responses. Lists are JSON already, made once. */
export interface ItemHead {
  readonly line: number;
  readonly id: string;
  readonly group: string | null;
  /** JSON list of `{role, content}`. */
  readonly conversation: string;
  readonly context: string | null;
  /** JSON list of lists, one per system turn. */
  readonly references: string | null;
  readonly meta: string | null;
  readonly found?: readonly FoundFailure[] | undefined;
}

export type SignalKind = 'judge' | 'auto';

/** A picture of a text, which names it by the hash of its bytes. */
export type TakenPicture = Omit<Picture, 'datasetId'>;

/** Takes what a reader finds in a file, item by item; after `item` come that item's responses and scores. */
export interface ItemSink {
  /** Says, before the first item, what the file itself tells of the scale of a score; `criterion` is that of a judge of several. */
  range(kind: 'criterion' | SignalKind, name: string, criterion: string, told: ToldScale): void;
  item(head: ItemHead): void;
  /** Keeps a picture of the next text; absent where none is kept. */
  picture?(picture: TakenPicture): void;
  response(system: string, turn: number, text: string | null): void;
  human(system: string, criterion: string, votes: readonly number[]): void;
  /** @param repeats the single values of which `value` is the mean, where the item was asked about several times */
  machine(
    kind: SignalKind,
    name: string,
    criterion: string,
    system: string,
    value: number,
    repeats?: readonly number[],
  ): void;
  /**
   * Says that the file holds something an item has no place for, which is left behind.
   *
   * @param what in the plural, as it is named after the import ("regions", "drafts", "failed calls")
   * @param count how many of them, 1 or more
   */
  leftBehind(what: string, count?: number): void;
  /**
   * Says what was made of something that a person would not expect, though nothing of it is lost.
   *
   * @param what what follows the number ("votes that both are bad, which count as ties")
   * @param count how many of them, 1 or more
   */
  remark(what: string, count?: number): void;
}
