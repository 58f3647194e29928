import { listLabRuns } from '../../../db/lab-runs.ts';
import { labContract } from '../../../shared/contract/lab.ts';
import { handlersOf } from '../../platform/base.ts';
import { dbOf } from '../../platform/context.ts';
import { labProcedures } from './lab-methods.ts';
import { labRunOf, removeLabRun, startLab } from './lab-runs.ts';
import { renderLab, saveLab } from './render-lab.ts';

export const labHandlers = handlersOf(labContract, {
  methods: () => [...labProcedures],
  start: startLab,
  list: (context) => listLabRuns(dbOf(context)),
  get: (context, input) => labRunOf(context, input.runId),
  remove: (context, input) => removeLabRun(context, input.runId),
  render: renderLab,
  save: saveLab,
  // With the tables of the papers, which belong to the protocols.
  paper: async () => (await import('./humcoe-paper.ts')).listPaperTables(),
});
