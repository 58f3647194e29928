import { getStudy } from '../../../db/studies.ts';
import { reportContract } from '../../../shared/contract/estimate.ts';
import { baseOf } from '../../platform/base.ts';
import { dbOf } from '../../platform/context.ts';
import { figuresOf } from './figures.ts';
import { renderReport, reportName, saveReport } from './render-report.ts';

const base = baseOf({ report: reportContract });

export const reportHandlers = {
  figures: base.report.figures.handler(({ context, input }) =>
    figuresOf(context, getStudy(dbOf(context), input.studyId)).map(({ id, title }) => ({ id, title })),
  ),
  name: base.report.name.handler(({ context, input }) => ({ fileName: reportName(context, input) })),
  render: base.report.render.handler(({ context, input }) => renderReport(context, input)),
  save: base.report.save.handler(({ context, input }) => saveReport(context, input)),
};
