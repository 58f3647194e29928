import { getStudy, type StudyRow } from '../../db/studies.ts';
import { estimateChart } from '../../shared/charts/estimate-chart.ts';
import { labelChart } from '../../shared/charts/label-chart.ts';
import { subgroupChart } from '../../shared/charts/subgroup-chart.ts';
import type { Figure } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { reportedSubgroups } from '../estimate/analyses/subgroups.ts';
import { estimateHistory, estimateReport } from '../estimate/estimate-report.ts';
import { spreadOfLabels } from '../estimate/reading.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { chartSvg } from './chart-svg.ts';

interface DrawnFigure extends Figure {
  svg(): string;
}

/** The figures of a study's report in the order in which they stand there; the first is the estimate over time. */
function figuresOf(context: CoreContext, study: StudyRow): DrawnFigure[] {
  const report = estimateReport(context, study.id);
  const spread = spreadOfLabels(context, study);
  return [
    {
      id: 'estimate',
      title: 'Estimate over time',
      svg: () => chartSvg(estimateChart(report, estimateHistory(context, study.id))).source,
    },
    ...(spread.labeled === 0
      ? []
      : [
          {
            id: 'labels',
            title: 'How the labels are distributed',
            svg: () => chartSvg(labelChart(spread, report)).source,
          },
        ]),
    ...reportedSubgroups(context, study.id).map((found) => ({
      id: `by-${found.field}`,
      title: `By ${found.name}`,
      svg: () => chartSvg(subgroupChart(found, report.measureName)).source,
    })),
  ];
}

/** What the figures of a study's report are called. @throws AppError NOT_FOUND */
export const figureTitles = (context: CoreContext, studyId: number): Figure[] =>
  figuresOf(context, getStudy(dbOf(context), studyId)).map(({ id, title }) => ({ id, title }));

/** @throws AppError NOT_FOUND naming the figures there are */
export function figureOf(context: CoreContext, study: StudyRow, id = 'estimate'): DrawnFigure {
  const figures = figuresOf(context, study);
  const found = figures.find((figure) => figure.id === id);
  if (found) return found;
  throw new AppError('NOT_FOUND', `The report of ${study.name} has no figure "${id}".`, {
    field: 'figure',
    remedy: `Use one of: ${figures.map((figure) => figure.id).join(', ')}.`,
  });
}
