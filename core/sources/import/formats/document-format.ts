import type { Place } from '../field-text.ts';
import type { ItemSink } from '../item-sink.ts';
import type { JsonPart } from '../json-walker.ts';
import type { LabelEntry } from '../label-entry.ts';

/** Takes the parts of a document in order; `end` comes once after the last. */
export interface DocumentReader {
  /** Records found so far. */
  readonly records: number;
  part(part: JsonPart): void;
  end(): void;
}

/** How one tool writes its JSON documents. A new tool is one of these and a line in `documentFormats`. */
export interface DocumentFormat {
  /** Parts that are read, as `JsonWalker` names them. */
  readonly parts: readonly string[];
  /** Why a document with these paths is of this tool; null when it is not. */
  recognize(paths: ReadonlySet<string>): string | null;
  readItems(at: Place, sink: ItemSink): DocumentReader;
  /** Reads the people's labels by item id; absent where the format carries none. */
  readLabels?(at: Place, take: (entry: LabelEntry) => void): DocumentReader;
}

/** A reader that treats each part by itself. */
export function eachPart(at: Place, read: (part: JsonPart) => void): DocumentReader {
  let records = 0;
  return {
    get records() {
      return records;
    },
    part(part) {
      records += 1;
      at.line = part.line;
      read(part);
    },
    end() {},
  };
}
