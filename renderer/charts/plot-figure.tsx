import { SegmentedControl } from '@mantine/core';
import { getNonce } from 'get-nonce';
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { type Chart, drawChart } from '../../shared/charts/chart.ts';
import classes from './plot-figure.module.css';

interface PlotFigureProps {
  /** The question that the chart answers. */
  title: string;
  /** Keep it stable (`useMemo`) or it is drawn on every render. */
  chart: Chart;
  /** The same in numbers, to choose in place of the chart; absent where it stands beside it anyway. */
  table?: ReactNode;
  controls?: ReactNode;
  note?: ReactNode;
}

/** A chart with its title, its words and its table. */
export function PlotFigure({ title, chart, table, controls, note }: PlotFigureProps) {
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const titleId = useId();
  return (
    <figure className={classes.figure} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        {view === 'chart' && controls}
        {table !== undefined && (
          <SegmentedControl
            size="xs"
            value={view}
            onChange={(next) => setView(next === 'table' ? 'table' : 'chart')}
            data={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
            aria-label={`Show “${title}” as`}
          />
        )}
      </div>
      {view === 'chart' ? <PlotCanvas chart={chart} /> : table}
      {note !== undefined && <figcaption className={classes.note}>{note}</figcaption>}
    </figure>
  );
}

function PlotCanvas({ chart }: Pick<PlotFigureProps, 'chart'>) {
  const sizeRef = useRef<HTMLDivElement>(null);
  const width = useWidth(sizeRef);
  const hostRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const host = hostRef.current;
    if (!host || width === 0) return;
    const drawn = drawChart(chart, { width, hasPointer: true });
    const nonce = getNonce();
    for (const style of drawn.querySelectorAll('style')) if (nonce) style.nonce = nonce;
    host.replaceChildren(drawn);
    return () => host.replaceChildren();
  }, [chart, width]);
  return (
    <div ref={sizeRef} className={classes.canvas}>
      <div ref={hostRef} />
    </div>
  );
}

/** The width of an element in whole pixels: known before the first paint, and followed from then on. */
function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(Math.floor(element.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
