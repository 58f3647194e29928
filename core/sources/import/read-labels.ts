import type { JobScope } from '../../platform/jobs/job-work.ts';
import { formatOf } from './formats.ts';
import type { LabelEntry } from './label-entry.ts';
import type { Problems } from './problems.ts';
import type { ImportParams } from './resolve-import.ts';
import type { SourceFile } from './source-file.ts';
import { readTextBlocks } from './text-blocks.ts';

/** Every label of a file; faults go to `problems`. */
export async function readLabels(
  scope: JobScope,
  { format, mapping }: ImportParams,
  source: SourceFile,
  problems: Problems,
): Promise<LabelEntry[]> {
  const entries: LabelEntry[] = [];
  const { head, sizeBytes } = source;
  const { readLabels: readFrom } = formatOf(format);
  if (!readFrom) throw new Error(`files of the format ${format} hold no labels`);
  const reader = readFrom({ problems, line: 0 }, (entry) => entries.push(entry), { head, mapping });
  for (const block of readTextBlocks(source.handle, { problems, wholeLines: !reader.cutsAnywhere })) {
    reader.read(block);
    scope.progress(block.bytesRead, sizeBytes, 'bytes', `${entries.length} labels`);
    await scope.checkpoint();
  }
  reader.end();
  if (entries.length === 0 && problems.count === 0) {
    problems.add(0, '', 'The file has no labels.', 'Choose a file with one label a line.');
  }
  return entries;
}
