import type { SourceFileState } from '../../db/study-sources.ts';

/** A cell as an engine gives it. */
export type Cell = string | number | bigint | boolean | null;

/** A place where rows lie that are asked by SQL and stay there. All of it ends with the signal that it was opened with. */
export interface PoolSource {
  readonly dialect: Dialect;
  /** Columns of the rows, with the engine's own names of types. */
  columns(): Promise<{ name: string; type: string }[]>;
  /** What stands behind FROM. @param asText columns that are to be read as the text they are written as */
  table(asText: readonly string[]): Promise<string>;
  /**
   * The rows of a query. @throws AppError when the engine refuses, when there are more than `mostRows`, and when the signal
   * aborts, which stops the engine too
   */
  rows(sql: string, options: { mostRows: number }): AsyncIterable<readonly Cell[]>;
  /** The files that lie there now, to see whether they are still the same; none at a server. */
  state(): SourceFileState[];
  /** Whether rows are counted without reading all of each, so that one may know how many there are before they are hashed. */
  readonly countsQuickly?: boolean;
  /** Whether all queries see the same rows, or `state` tells. Where not, rows are counted again after they were taken. */
  readonly holdsStill: boolean;
  /** Part of the query under way that is done, from 0 to 1; null where the engine does not know. */
  share?(): number | null;
  facts(): Promise<SourceFacts>;
  close(): void;
}

/** What a user should know of an engine before rows are drawn there. */
interface SourceFacts {
  readonly version: string;
  /** Whether this user could do more than read; Assay only reads. */
  readonly mayWrite: boolean;
  readonly isEncrypted: boolean;
}

/** How an engine writes what draw rule 2 needs. Every function gives SQL. */
export interface Dialect {
  readonly id: string;
  readonly name: string;
  /** Whether all has to stand in one SELECT, without a query inside. */
  readonly isFlat: boolean;
  /** Types, in the engine's own words, whose every value is written in one way only. */
  readonly plainTypes: RegExp;
  /** A name of a column. */
  quote(name: string): string;
  /** A text. */
  text(value: string): string;
  asText(expression: string): string;
  /** A text as it must be asked for to come back as it is. Where there is none, it does. */
  handedOver?(expression: string): string;
  asDouble(expression: string): string;
  /** A double held to [low, high], NaN as `high`, as an integer. */
  heldInteger(expression: string, low: number, high: number): string;
  /** SHA-256 of the UTF-8 bytes of a text, in lower hexadecimal digits. */
  hashHex(expression: string): string;
  /** Whether a hash in such digits lies below some first digits. */
  hashBelow(hash: string, digits: string): string;
  /** An aggregate: the list of the values of the rows that fulfil a condition. Where there is none, rows are hashed twice. */
  listed?(expression: string, condition: string): string;
  /** The integer of six of its digits, from the place `from`, counted from 0. */
  hashBits(hash: string, from: number): string;
}
