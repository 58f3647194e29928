import type { ImportPreview } from '../../../shared/contract/index.ts';
import { formatName } from '../../../shared/import-formats.ts';
import { withPreference } from '../../../shared/study-choices.ts';
import { optionsOf } from '../../design/study-options.ts';
import type { FileOfSeveral } from '../import-request.ts';
import { refuseTextless } from '../readers/problems.ts';
import { PreviewSink } from '../sink/preview-sink.ts';
import { holdFiles } from './held-file.ts';
import { handOn, joinFiles, noTarget, sourceNameOf, togetherOf } from './join-files.ts';
import { problemsOf } from './problems-together.ts';

/** Reads several files whole, as the import would, and stores nothing. @throws AppError as `holdFiles` and `joinFiles` do */
export async function previewFiles({
  files,
  systems,
  pictures,
}: {
  files: readonly FileOfSeveral[];
  systems?: readonly string[] | undefined;
  pictures?: boolean | undefined;
}): Promise<ImportPreview> {
  const held = await holdFiles(files, systems);
  const joined = joinFiles(held, { ...noTarget(), systems: systems ?? [] });
  const problems = problemsOf(held, files);
  const sink = new PreviewSink(problems, pictures);
  await handOn(joined.items, held, sink);
  const hasText = sink.hasText || systems !== undefined;
  refuseTextless({ items: sink.count, hasText }, formatName(held[0]!.formatId), problems);
  const remarks = new Map([...joined.remarks, ...problems.notices]);
  return {
    path: files[0]!.path,
    sheets: [],
    fileName: held.length === 1 ? held[0]!.fileName : sourceNameOf(held),
    sizeBytes: held.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    format: held[0]!.formatId,
    formatReason: [...new Set(held.map(({ formatId }) => formatName(formatId)))].join(', '),
    ...{ rivals: [], columns: [], rows: [], mapping: null, readings: [], found: [] },
    ...{ items: sink.items, systems: sink.systems, scales: sink.scales, looks: sink.looks },
    pictures: sink.pictures,
    linesRead: held.reduce((sum, { items }) => sum + items.length, 0),
    wholeFileRead: true,
    ...{ problems: problems.first, problemCount: problems.count, causes: problems.causes },
    leftBehind: [...sink.left].map(([what, count]) => ({ what, count })),
    remarks: [...remarks].map(([what, count]) => ({ what, count })),
    itemCount: sink.count,
    options: withPreference(optionsOf(sink.material(1))),
    together: togetherOf(joined),
  };
}
