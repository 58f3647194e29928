import { useCallback, useMemo } from 'react';
import type { LabMethod, LabRow, Scale } from '../../../shared/contract/index.ts';
import { PlotFigure } from '../../charts/plot-figure.tsx';
import { curvePlot } from './curve-plot.ts';
import { CurveTable, curvesOf } from './figure-chart.tsx';
import classes from './lab.module.css';
import { figureOf, figureText, type LabFigure } from './lab-words.ts';

const ablated = ['humcoe', 'random-sample', 'no-calibration', 'uniform-plain'];
const panels = ['consistencyOfMean', 'tauV', 'tauE'] as const;

interface AblationFiguresProps {
  rows: readonly LabRow[];
  methods: readonly LabMethod[];
  scale: Scale;
}

/** Figures 1 and 2 of the HumCoE paper, on these data: what its sampling and its calibration do each. */
export function AblationFigures({ rows, methods, scale }: AblationFiguresProps) {
  const shown = methods.filter(({ id }) => ablated.includes(id));
  if (shown.length < 2) return null;
  return (
    <section aria-labelledby="ablation-title">
      <h2 id="ablation-title" className={classes.heading}>
        What sampling and calibration do each, as in Figures 1 and 2 of the paper
      </h2>
      <p className={classes.small}>
        Other data, layout only. The paper prints its curves as pictures; on average over its tasks it reports
        τ_v 0.34 and τ_e 0.35 for HumCoE, 1.24 and 1.36 more with random samples, 0.24 and 0.95 more without
        calibration. With weights from the hardness, random samples are far off; with equal weights they are
        the plain mean.
      </p>
      <div className={classes.figures}>
        {panels.map((field) => (
          <Panel key={field} figure={figureOf(field)} rows={rows} methods={shown} scale={scale} />
        ))}
      </div>
    </section>
  );
}

function Panel({ figure, rows, methods, scale }: AblationFiguresProps & { figure: LabFigure }) {
  const curves = useMemo(() => curvesOf(rows, methods, figure), [rows, methods, figure]);
  const plot = useCallback(
    (width: number) =>
      curvePlot(
        {
          curves,
          yLabel: figure.name,
          format: (value) => figureText(value, figure, scale),
          include: figure.unit === 'share' ? [1] : [0],
          height: 280,
        },
        width,
      ),
    [curves, figure, scale],
  );
  return (
    <PlotFigure
      title={figure.name}
      summary={`${figure.name} of ${curves.map(({ name }) => name).join(', ')} over the number of labels.`}
      plot={plot}
      table={<CurveTable curves={curves} figure={figure} scale={scale} />}
      note={curves.map(({ name }, i) => `${marks[i % marks.length]} ${name}`).join(', ')}
    />
  );
}

/** The marks of the curves in their order, for charts too narrow to name them. */
const marks = ['●', '▲', '■', '◆', '★'];
