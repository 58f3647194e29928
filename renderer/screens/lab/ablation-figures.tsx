import { useMemo } from 'react';
import { curvesOf, figureOf, type LabFigure, labFigureChart } from '../../../shared/charts/lab-figures.ts';
import type { LabMethod, LabRow, Scale } from '../../../shared/contract/index.ts';
import { PlotFigure } from '../../charts/plot-figure.tsx';
import { CurveTable } from './figure-chart.tsx';
import classes from './lab.module.css';

const ablated = ['humcoe', 'random-sample', 'no-calibration', 'uniform-plain'];
const panels = ['consistencyOfMean', 'tauV', 'tauE'] as const;

interface AblationFiguresProps {
  rows: readonly LabRow[];
  methods: readonly LabMethod[];
  scale: Scale;
  alpha: number;
}

/** Figures 1 and 2 of the HumCoE paper, on these data: what its sampling and its calibration do each. */
export function AblationFigures({ rows, methods, scale, alpha }: AblationFiguresProps) {
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
          <AblationPanel
            key={field}
            figure={figureOf(field)}
            rows={rows}
            methods={shown}
            scale={scale}
            alpha={alpha}
          />
        ))}
      </div>
    </section>
  );
}

function AblationPanel({
  figure,
  rows,
  methods,
  scale,
  alpha,
}: AblationFiguresProps & { figure: LabFigure }) {
  const curves = useMemo(() => curvesOf(rows, methods, figure), [rows, methods, figure]);
  const chart = useMemo(
    () => labFigureChart({ curves, figure, scale, alpha, height: 280 }),
    [curves, figure, scale, alpha],
  );
  return (
    <PlotFigure
      title={figure.name}
      chart={chart}
      table={<CurveTable curves={curves} figure={figure} scale={scale} />}
      note={curves.map(({ name }, i) => `${ablationMarks[i % ablationMarks.length]} ${name}`).join(', ')}
    />
  );
}

/** The marks of the curves in their order, for charts too narrow to name them. */
const ablationMarks = ['●', '▲', '■', '◆', '★'];
