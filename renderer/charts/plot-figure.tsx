import { SegmentedControl } from '@mantine/core';
import * as Plot from '@observablehq/plot';
import { getNonce } from 'get-nonce';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import classes from './plot-figure.module.css';
import { useWidth } from './use-width.ts';

interface PlotFigureProps {
  /** The question that the chart answers. */
  title: string;
  /** What the picture shows, in a sentence, for those who do not see it. */
  summary: string;
  /** Builds the chart for a width; keep it stable (`useCallback`) or it is drawn on every render. */
  plot: (width: number) => Plot.PlotOptions;
  table: ReactNode;
  controls?: ReactNode;
  note?: ReactNode;
}

/** A chart with its title, its words and its table. */
export function PlotFigure({ title, summary, plot, table, controls, note }: PlotFigureProps) {
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const titleId = useId();
  return (
    <figure className={classes.figure} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        {view === 'chart' && controls}
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
      </div>
      {view === 'chart' ? <PlotCanvas plot={plot} summary={summary} /> : table}
      {note !== undefined && <figcaption className={classes.note}>{note}</figcaption>}
    </figure>
  );
}

function PlotCanvas({ plot, summary }: Pick<PlotFigureProps, 'plot' | 'summary'>) {
  const sizeRef = useRef<HTMLDivElement>(null);
  const width = useWidth(sizeRef);
  const hostRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const host = hostRef.current;
    if (!host || width === 0) return;
    const drawn = Plot.plot({ ...plot(width), width, ariaLabel: summary });
    const nonce = getNonce();
    for (const style of drawn.querySelectorAll('style')) if (nonce) style.nonce = nonce;
    if (drawn instanceof SVGElement) drawn.setAttribute('role', 'img');
    // The picture has one name; names of its parts would be read as noise.
    for (const part of drawn.querySelectorAll('g[aria-label]')) part.removeAttribute('aria-label');
    host.replaceChildren(drawn);
    return () => host.replaceChildren();
  }, [plot, summary, width]);
  return (
    <div ref={sizeRef} className={classes.canvas}>
      <div ref={hostRef} />
    </div>
  );
}
