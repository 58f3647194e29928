import { getStudy } from '../../db/studies.ts';
import { base } from '../base.ts';
import { dbOf } from '../context.ts';
import { figuresOf } from './figures.ts';
import { renderReport, reportName, saveReport } from './render-report.ts';

export const reportHandlers = {
  figures: base.report.figures.handler(({ context, input }) =>
    figuresOf(context, getStudy(dbOf(context), input.studyId)).map(({ id, title }) => ({ id, title })),
  ),
  name: base.report.name.handler(({ context, input }) => ({ fileName: reportName(context, input) })),
  render: base.report.render.handler(({ context, input }) => renderReport(context, input)),
  save: base.report.save.handler(({ context, input }) => saveReport(context, input)),
};
