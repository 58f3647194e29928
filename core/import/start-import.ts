import path from 'node:path';
import { listSystems } from '../../db/datasets.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { ImportPreview, ImportResult } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { datasetOf } from '../data/describe-dataset.ts';
import { beginIndexing } from '../data/search-items.ts';
import { forgetLiveEstimates } from '../estimate/kept-estimates.ts';
import { studiesAsked } from '../estimate/ranking.ts';
import { type CoreContext, openProjectOf } from '../platform/context.ts';
import type { CallParams, CallResult } from '../platform/jobs/job-work.ts';
import { ReadingWatch } from '../platform/jobs/reading-watch.ts';
import { isOutOfMemory } from '../platform/jobs/warm-threads.ts';
import { annotatorOf } from '../studies/annotators/present-annotator.ts';
import type { AppendTo, ImportParams, ImportRequest } from './import-request.ts';
import type { PreviewRequest } from './preview.ts';
import { exportSimply, refuseFile, tooMuchMemory } from './readers/problems.ts';

type StartRequest = Omit<ImportRequest, 'annotator' | 'append'> & {
  annotatorId?: number | undefined;
  append?: Omit<AppendTo, 'systems'> | undefined;
};

/** Starts the import of a file as a job. @throws AppError as `resolveImport` does */
export async function startImport(context: CoreContext, request: StartRequest): Promise<{ jobId: number }> {
  const { jobId } = await beginImport(context, request);
  return { jobId };
}

const systemsOfDataset = (db: ReadableDb, datasetId: number) =>
  listSystems(db, datasetId).map(({ name }) => name);

/**
 * What is read of a file's beginning, for a data set of its own or to be added to one.
 *
 * @param unwanted aborts when nobody waits for it any more
 * @throws AppError as the import does
 */
export const preview = (
  context: CoreContext,
  {
    appendTo,
    system,
    others = [],
    ...request
  }: PreviewRequest & Pick<ImportRequest, 'system' | 'others'> & { appendTo?: number | undefined },
  unwanted?: AbortSignal,
): Promise<ImportPreview> => {
  const systems =
    appendTo === undefined ? {} : { systems: systemsOfDataset(openProjectOf(context).db, appendTo) };
  if (others.length > 0 || system !== undefined) {
    const files = [{ ...request, system }, ...others].map((one) => ({
      ...one,
      path: path.resolve(one.path),
    }));
    const { pictures } = request;
    return lookAtFile(
      context,
      'preview-files',
      { path: request.path, files, ...systems, ...(pictures && { pictures }) },
      unwanted,
    );
  }
  return lookAtFile(context, 'preview-import', { ...request, ...systems }, unwanted);
};

/** How long a look at the beginning of a file may take: one of a gigabyte takes some seconds. Several files are read whole. */
const patienceMs = 60_000;
const wholePatienceMs = 600_000;

/** Looks at a file in a thread: whatever it holds, no label waits for it. @throws AppError as the work does, IMPORT_REFUSED */
async function lookAtFile<K extends 'preview-import' | 'preview-files' | 'resolve-import'>(
  { threads }: CoreContext,
  kind: K,
  params: CallParams<K> & { path: string },
  unwanted: AbortSignal | undefined,
): Promise<CallResult<K>> {
  const file = path.resolve(params.path);
  const watch = new ReadingWatch((why) => refuseFile(file, why, exportSimply));
  const patience = kind === 'preview-files' ? wholePatienceMs : patienceMs;
  const what = kind === 'preview-files' ? 'Reading the files' : 'A look at its beginning';
  const tooLong = refuseFile(file, `${what} took longer than ${patience / 1000} seconds.`, exportSimply);
  try {
    const stop = AbortSignal.any([watch.signal, ...(unwanted ? [unwanted] : [])]);
    return await threads.call(kind, params, { unwanted: stop, patienceMs: patience, tooLong });
  } catch (error) {
    throw isOutOfMemory(error) ? refuseFile(file, tooMuchMemory, exportSimply) : error;
  } finally {
    watch.close();
  }
}

/** The same for who waits for its end: `finished` settles after everybody who shows data was told. */
export async function beginImport(
  context: CoreContext,
  { annotatorId, ...request }: StartRequest,
): Promise<{ jobId: number; finished: Promise<ImportResult> }> {
  const project = openProjectOf(context);
  const annotator =
    annotatorId === undefined ? context.settings.annotator : annotatorOf(context, annotatorId).name;
  const { append } = request;
  const systems = append && systemsOfDataset(project.db, append.datasetId);
  const asked = { ...request, ...(append && { append: { ...append, systems } }), annotator };
  const params = await lookAtFile(context, 'resolve-import', asked, undefined);
  if (context.session.project !== project)
    throw new AppError('NO_PROJECT', 'The project was closed meanwhile.');
  const refuse = (why: string) => refuseFile(params.path, why, exportSimply);
  const started = context.jobs.start(project, 'import', titleOf(params), params, refuse);
  const finished = started.finished.then((result) => {
    if (!result.unchanged && !params.append?.isTrial && context.session.project === project)
      tell(context, result, params);
    return result;
  });
  finished.catch(() => {});
  return { jobId: started.jobId, finished };
}

const titleOf = ({ sourceName, append }: ImportParams) =>
  append?.isTrial ? `Try ${sourceName}` : `${append ? 'Add' : 'Import'} ${sourceName}`;

/** What a file would add to a data set: the whole of it is read, and nothing kept. @throws AppError as the import does */
export async function tryAppend(context: CoreContext, request: StartRequest): Promise<ImportResult> {
  const { finished } = await beginImport(context, request);
  return finished;
}

/** Tells all who show data of what came in, and makes it searchable. */
function tell(
  context: CoreContext,
  { datasetId, items }: ImportResult,
  { studyId, wholeRanking }: ImportParams,
): void {
  context.events.publish({ type: 'data.changed' });
  if (datasetId !== null && items > 0) {
    beginIndexing(context, datasetOf(openProjectOf(context).db, datasetId));
  }
  if (studyId === undefined) return;
  forgetLiveEstimates(context);
  for (const { id } of studiesAsked(openProjectOf(context).db, { studyId, wholeRanking })) {
    context.events.publish({ type: 'study.changed', studyId: id });
    context.events.publish({ type: 'estimate.changed', studyId: id });
  }
}
