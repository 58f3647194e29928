import { importContract } from '../../../shared/contract/data.ts';
import { datasetOf } from '../../model/data/describe-dataset.ts';
import { beginIndexing } from '../../model/data/search-items.ts';
import { forgetLiveEstimates } from '../../model/estimate/kept-estimates.ts';
import { annotatorOf } from '../../model/persons/present-annotator.ts';
import { baseOf } from '../../platform/base.ts';
import { openProjectOf } from '../../platform/context.ts';
import { previewImport } from './preview.ts';
import { resolveImport } from './resolve-import.ts';

const base = baseOf({ import: importContract });

export const importHandlers = {
  preview: base.import.preview.handler(({ input }) => previewImport(input)),
  start: base.import.start.handler(({ context, input }) => {
    const project = openProjectOf(context);
    const { annotatorId, ...request } = input;
    const annotator = annotatorId === undefined ? undefined : annotatorOf(context, annotatorId).name;
    const params = resolveImport(context, { ...request, annotator });
    const title = `Import ${params.sourceName}`;
    const { jobId, finished } = context.jobs.start(project, 'import', title, params);
    finished.then(
      ({ unchanged, datasetId, items }) => {
        if (unchanged || context.session.project !== project) return;
        context.events.publish({ type: 'data.changed' });
        if (datasetId !== null && items > 0) beginIndexing(context, datasetOf(project.db, datasetId));
        if (params.studyId === undefined) return;
        forgetLiveEstimates(context);
        context.events.publish({ type: 'study.changed', studyId: params.studyId });
        context.events.publish({ type: 'estimate.changed', studyId: params.studyId });
      },
      () => {},
    );
    return { jobId };
  }),
};
