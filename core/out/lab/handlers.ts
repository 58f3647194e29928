import { deleteLabRun, findLabRun, listLabRuns } from '../../../db/lab-runs.ts';
import type { LabRun } from '../../../shared/contract/index.ts';
import { labContract } from '../../../shared/contract/lab.ts';
import { AppError } from '../../../shared/errors.ts';
import { baseOf } from '../../platform/base.ts';
import { type CoreContext, dbOf, openProjectOf } from '../../platform/context.ts';
import { writeWhole } from '../../platform/files/write-whole.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { paperTables } from './humcoe-paper.ts';
import { labProcedure, labProcedures } from './lab-methods.ts';
import { renderLab } from './render-lab.ts';

const base = baseOf({ lab: labContract });

const noRun = (runId: number) => new AppError('NOT_FOUND', `There is no back-test ${runId} in this project.`);

function labRunOf(context: CoreContext, runId: number): LabRun {
  const run = findLabRun(dbOf(context), runId);
  if (!run) throw noRun(runId);
  return run;
}

export const labHandlers = {
  methods: base.lab.methods.handler(() => [...labProcedures]),
  start: base.lab.start.handler(({ context, input }) => {
    const { threads = null, ...request } = input;
    for (const id of request.methods) labProcedure(id);
    const project = openProjectOf(context);
    const title = `Back-test ${request.systems.join(', ')}`;
    const { jobId, finished } = context.jobs.start(project, 'lab', title, { request, threads });
    finished.then(
      () => context.events.publish({ type: 'lab.changed' }),
      () => {},
    );
    return { jobId };
  }),
  list: base.lab.list.handler(({ context }) => listLabRuns(dbOf(context))),
  get: base.lab.get.handler(({ context, input }) => labRunOf(context, input.runId)),
  remove: base.lab.remove.handler(async ({ context, input }) => {
    const db = dbOf(context);
    if (!(await whenWritable(() => deleteLabRun(db, input.runId)))) throw noRun(input.runId);
    context.events.publish({ type: 'lab.changed' });
    return {};
  }),
  render: base.lab.render.handler(({ context, input }) =>
    renderLab(labRunOf(context, input.runId), input.format),
  ),
  save: base.lab.save.handler(({ context, input: { runId, format, path, overwrite } }) =>
    writeWhole(renderLab(labRunOf(context, runId), format).content, { path, overwrite }),
  ),
  paper: base.lab.paper.handler(() => [...paperTables]),
};
