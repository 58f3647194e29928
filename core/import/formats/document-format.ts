import type { ColumnMapping } from '../../../shared/contract/index.ts';
import type { ImportFormat } from '../../../shared/import-formats.ts';
import type { FileHead } from '../readers/file-head.ts';
import { type JsonPart, JsonWalker } from '../readers/json/json-walker.ts';
import type { Problems } from '../readers/problems.ts';
import type { FilePlace } from '../readers/record-fields.ts';
import type { BlockReader } from '../readers/text-blocks.ts';
import type { ItemSink } from '../sink/item-sink.ts';
import { format, type RecordRows } from './format.ts';
import type { LabelEntry } from './labels/label-entry.ts';

/** Takes the parts of a document in order; `end` comes once after the last. */
export interface DocumentReader {
  /** Records found so far. */
  readonly records: number;
  part(part: JsonPart): void;
  end(): void;
}

/** A shape in which a tool writes its JSON documents. */
export interface DocumentShape {
  /** Parts that are read, as `JsonWalker` names them. */
  readonly parts: readonly string[];
  /** Whether the file may hold several documents, one a line. */
  readonly isMany?: boolean;
  /** Why a document with these paths is of this tool; null when it is not. */
  recognize(paths: ReadonlySet<string>): string | null;
  /** @param systems those whose replies are known already, where the file may hold scores alone */
  read(at: FilePlace, sink: ItemSink, mapping?: ColumnMapping, systems?: readonly string[]): DocumentReader;
  /** Reads the people's labels by item id; absent where the format carries none. */
  readLabels?(at: FilePlace, take: (entry: LabelEntry) => void, mapping?: ColumnMapping): DocumentReader;
}

interface Description {
  readonly from: string;
  readonly becomes: string;
  readonly rows?: RecordRows;
}

/** The same records one a line, as scripts and data sets hand a tool's list on. */
const asLines = (list: DocumentShape): DocumentShape => ({
  ...list,
  parts: [''],
  isMany: true,
  recognize: (paths) => list.recognize(new Set([...paths].map((path) => `[].${path}`))),
});

/** A format that is one JSON document, in one of several shapes; the first where none is recognized. */
export function documentFormat<Id extends ImportFormat>(
  id: Id,
  { from, becomes, rows, ...shape }: Description & DocumentShape,
  ...others: DocumentShape[]
) {
  const shapes = [shape, ...others];
  const lists = shapes.filter(({ parts }) => String(parts) === '[]').map(asLines);
  const known = (head: FileHead) => {
    const mayBe = head.isList || head.isOneObject ? shapes : [...shapes, ...lists];
    return mayBe.find((shape) => shape.recognize(head.paths) !== null);
  };
  const shapeOf = (head: FileHead) => (shapes.length + lists.length === 1 ? undefined : known(head)) ?? shape;
  const hasLabels = shapes.every(({ readLabels }) => readLabels !== undefined);
  return format(id, {
    from,
    becomes,
    rows,
    recognize: (head) => (head.isJson ? (known(head)?.recognize(head.paths) ?? null) : null),
    read(at, sink, { head, mapping, systems }) {
      const { parts, read, isMany } = shapeOf(head);
      return documentReader(parts, read(at, sink, mapping, systems), at.problems, isMany);
    },
    readLabels: hasLabels
      ? (at, take, { head, mapping }) => {
          const { parts, readLabels, isMany } = shapeOf(head);
          return documentReader(parts, readLabels!(at, take, mapping), at.problems, isMany);
        }
      : undefined,
  });
}

/** A reader that treats each part by itself; `end` hands on what was held back. */
export function eachPart(
  at: FilePlace,
  read: (part: JsonPart) => void,
  end: () => void = () => {},
): DocumentReader {
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
    end,
  };
}

/** Reads a document part by part. */
export function documentReader(
  parts: readonly string[],
  reader: DocumentReader,
  problems: Problems,
  isMany = false,
): BlockReader {
  const walker = new JsonWalker(parts, problems, (part) => reader.part(part), { isMany });
  return {
    cutsAnywhere: true,
    read: (block) => walker.read(block),
    breakOff: () => reader.end(),
    end() {
      walker.end();
      reader.end();
      if (reader.records > 0 || problems.count > 0) return;
      const wanted = parts.filter((part) => part !== '').map((part) => `"${part}"`);
      const message = `The document has no records${wanted.length > 0 ? ` at ${wanted.join(' or ')}` : ''}.`;
      problems.add(0, '', message, 'Choose the file that the tool exported, or another format.');
    },
  };
}
