import { listLabRuns } from '../../../db/lab-runs.ts';
import { labContract } from '../../../shared/contract/lab.ts';
import { baseOf } from '../../platform/base.ts';
import { dbOf } from '../../platform/context.ts';
import { writeWhole } from '../../platform/files/write-whole.ts';
import { paperTables } from './humcoe-paper.ts';
import { labProcedures } from './lab-methods.ts';
import { labRunOf, removeLabRun, startLab } from './lab-runs.ts';
import { renderLab } from './render-lab.ts';

const base = baseOf({ lab: labContract });

export const labHandlers = {
  methods: base.lab.methods.handler(() => [...labProcedures]),
  start: base.lab.start.handler(({ context, input }) => startLab(context, input)),
  list: base.lab.list.handler(({ context }) => listLabRuns(dbOf(context))),
  get: base.lab.get.handler(({ context, input }) => labRunOf(context, input.runId)),
  remove: base.lab.remove.handler(({ context, input }) => removeLabRun(context, input.runId)),
  render: base.lab.render.handler(({ context, input }) =>
    renderLab(labRunOf(context, input.runId), input.format),
  ),
  save: base.lab.save.handler(({ context, input: { runId, format, path, overwrite } }) =>
    writeWhole(renderLab(labRunOf(context, runId), format).content, { path, overwrite }),
  ),
  paper: base.lab.paper.handler(() => [...paperTables]),
};
