import { createHash } from 'node:crypto';
import { findDatasetByContent } from '../../../db/datasets.ts';
import type { ImportResult } from '../../../shared/contract/index.ts';
import { plural } from '../../../shared/number-text.ts';
import type { JobScope } from '../../platform/jobs/job-work.ts';
import { alreadyThere, storeDataset } from '../import-dataset.ts';
import type { FileOfSeveral, ImportParams } from '../import-request.ts';
import { countedWarnings } from '../readers/problems.ts';
import { type HeldFile, holdFiles } from './held-file.ts';
import { handOn, joinFiles, matchWarnings, sourceNameOf, togetherOf } from './join-files.ts';
import { problemsOf } from './problems-together.ts';

/** Imports several files as one new data set, each the replies of a system, or nothing at all. @throws AppError as each would */
export async function importFiles(scope: JobScope, params: ImportParams): Promise<ImportResult> {
  const files = filesOf(params);
  const held = await holdFiles(files, undefined, scopeWatch(scope));
  const content = contentOf(held, params);
  const found = findDatasetByContent(scope.db, content, params.format);
  if (found) return alreadyThere(scope.db, found, params);
  const joined = joinFiles(held);
  const problems = problemsOf(held, files);
  const faulty = held.find((one) => one.problems.count > 0);
  if (faulty) throw problems.refusal(faulty.path);
  const named = {
    ...params,
    sourceName: sourceNameOf(held),
    path: held[0]!.path,
  };
  const result = await storeDataset(scope, named, {
    problems,
    read: (sink) =>
      handOn(joined.items, held, sink, async (done) => {
        scope.progress(done, joined.items.length, 'items', plural(sink.items, 'item'));
        await scope.checkpoint();
      }),
    contentHash: () => content,
    warnings: [...matchWarnings(joined.files), ...countedWarnings(joined.remarks, [])],
  });
  return { ...result, together: togetherOf(joined) };
}

/** The files of an import, the first of which has the name and the format of the whole. */
export const filesOf = ({
  path: file,
  encoding,
  sheet,
  system,
  format,
  isFormatGuessed,
  mapping,
  others = [],
}: ImportParams): FileOfSeveral[] => [
  { path: file, encoding, sheet, system, ...(!isFormatGuessed && { format }), mapping },
  ...others,
];

export const scopeWatch = (scope: JobScope) => ({
  progress: (bytes: number, of: number, words: string) => scope.progress(bytes, of, 'bytes', words),
  checkpoint: () => scope.checkpoint(),
});

/** What files hold together; read by other mappings or under other names it is other content. */
export const contentOf = (
  held: readonly HeldFile[],
  { others = [] }: Pick<ImportParams, 'others'>,
): string => {
  const parts = held.map(({ hash, system, mapping }) => [hash, system ?? null, mapping ?? null]);
  const all = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return `${all}+${others.length + 1} files`;
};
