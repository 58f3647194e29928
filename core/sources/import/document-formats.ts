import type { ImportFormat } from '../../../shared/contract/index.ts';
import { argilla, argillaColumns } from './formats/argilla.ts';
import { coqa } from './formats/coqa.ts';
import type { DocumentFormat, DocumentReader } from './formats/document-format.ts';
import { inspectLog } from './formats/inspect-log.ts';
import { assayList, chatList } from './formats/json-records.ts';
import { labelStudio } from './formats/label-studio.ts';
import { promptfoo } from './formats/promptfoo.ts';
import { quac } from './formats/quac.ts';
import { JsonWalker } from './json-walker.ts';
import { Problems } from './problems.ts';
import type { RecordReader } from './record-reader.ts';

/** Formats that are one JSON document, each with the shapes that it comes in. */
const documents: Partial<Record<ImportFormat, readonly DocumentFormat[]>> = {
  'promptfoo-json': [promptfoo],
  'inspect-json': [inspectLog],
  'label-studio-json': [labelStudio],
  'argilla-json': [argilla, argillaColumns],
  'coqa-json': [coqa],
  'quac-json': [quac],
};

/** Formats of JSON Lines whose records may as well be one JSON list. */
const lists: Partial<Record<ImportFormat, DocumentFormat>> = {
  'assay-jsonl': assayList,
  'openai-chat-jsonl': chatList,
};

/** Paths of the parts in the beginning of a document, for telling tools apart. */
export function pathsIn(head: string): ReadonlySet<string> {
  const walker = new JsonWalker([], new Problems(), () => {});
  walker.read({ text: head, firstLine: 1 });
  return walker.paths;
}

/** The tool that a document with these paths is of. */
export function recognizeDocument(
  paths: ReadonlySet<string>,
): { format: ImportFormat; reason: string } | null {
  for (const [format, shapes] of Object.entries(documents)) {
    for (const shape of shapes) {
      const reason = shape.recognize(paths);
      if (reason !== null) return { format: format as ImportFormat, reason };
    }
  }
  return null;
}

/**
 * How to read a document of this format; undefined when the format, or this file of it, is read line by line.
 *
 * @param head the beginning of the file
 */
export function documentFormatFor(format: ImportFormat, head: string): DocumentFormat | undefined {
  const shapes = documents[format];
  if (!shapes) return head.trimStart().startsWith('[') ? lists[format] : undefined;
  if (shapes.length === 1) return shapes[0];
  const paths = pathsIn(head);
  return shapes.find((shape) => shape.recognize(paths) !== null) ?? shapes[0];
}

/** Reads a document part by part. */
export function documentReader(
  { parts }: DocumentFormat,
  reader: DocumentReader,
  problems: Problems,
): RecordReader {
  const walker = new JsonWalker(parts, problems, (part) => reader.part(part));
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
