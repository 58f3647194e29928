import { listSystems } from '../../../db/datasets.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { ImportPreview, ImportResult } from '../../../shared/contract/index.ts';
import { datasetOf } from '../../model/data/describe-dataset.ts';
import { beginIndexing } from '../../model/data/search-items.ts';
import { forgetLiveEstimates } from '../../model/estimate/kept-estimates.ts';
import { annotatorOf } from '../../model/persons/present-annotator.ts';
import { type CoreContext, openProjectOf } from '../../platform/context.ts';
import { type PreviewRequest, previewImport } from './preview.ts';
import { type AppendTo, type ImportParams, type ImportRequest, resolveImport } from './resolve-import.ts';

type StartRequest = Omit<ImportRequest, 'annotator' | 'append'> & {
  annotatorId?: number | undefined;
  append?: Omit<AppendTo, 'systems'> | undefined;
};

/** Starts the import of a file as a job. @throws AppError as `resolveImport` does */
export const startImport = (context: CoreContext, request: StartRequest): { jobId: number } => {
  const { jobId } = beginImport(context, request);
  return { jobId };
};

const systemsOfDataset = (db: ReadableDb, datasetId: number) =>
  listSystems(db, datasetId).map(({ name }) => name);

/** What is read of a file's beginning, for a data set of its own or to be added to one. @throws AppError as the import does */
export const preview = (
  context: CoreContext,
  { appendTo, ...request }: PreviewRequest & { appendTo?: number | undefined },
): Promise<ImportPreview> =>
  previewImport({
    ...request,
    ...(appendTo !== undefined && { systems: systemsOfDataset(openProjectOf(context).db, appendTo) }),
  });

/** The same for who waits for its end: `finished` settles after everybody who shows data was told. */
export function beginImport(
  context: CoreContext,
  { annotatorId, ...request }: StartRequest,
): { jobId: number; finished: Promise<ImportResult> } {
  const project = openProjectOf(context);
  const annotator = annotatorId === undefined ? undefined : annotatorOf(context, annotatorId).name;
  const { append } = request;
  const params = resolveImport(context, {
    ...request,
    append: append && { ...append, systems: systemsOfDataset(project.db, append.datasetId) },
    annotator,
  });
  const started = context.jobs.start(project, 'import', titleOf(params), params);
  const finished = started.finished.then((result) => {
    if (!result.unchanged && !params.append?.isTrial && context.session.project === project)
      tell(context, result, params.studyId);
    return result;
  });
  finished.catch(() => {});
  return { jobId: started.jobId, finished };
}

const titleOf = ({ sourceName, append }: ImportParams) =>
  append?.isTrial ? `Try ${sourceName}` : `${append ? 'Add' : 'Import'} ${sourceName}`;

/** What a file would add to a data set: the whole of it is read, and nothing kept. @throws AppError as the import does */
export function tryAppend(context: CoreContext, request: StartRequest): Promise<ImportResult> {
  return beginImport(context, request).finished;
}

/** Tells all who show data of what came in, and makes it searchable. */
function tell(context: CoreContext, { datasetId, items }: ImportResult, studyId: number | undefined): void {
  context.events.publish({ type: 'data.changed' });
  if (datasetId !== null && items > 0) {
    beginIndexing(context, datasetOf(openProjectOf(context).db, datasetId));
  }
  if (studyId === undefined) return;
  forgetLiveEstimates(context);
  context.events.publish({ type: 'study.changed', studyId });
  context.events.publish({ type: 'estimate.changed', studyId });
}
