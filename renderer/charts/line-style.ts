import { series } from '../app/theme.ts';

/** How a line of the estimate chart looks: a colour that also has its own dash, and is named beside the line. */
interface LineStyle {
  color: string;
  dash: string;
  width: number;
}

export type LineKind = 'estimate' | 'plainMean' | 'surrogate' | 'judge' | 'full' | 'zero';

export const lineStyles: Readonly<Record<LineKind, LineStyle>> = {
  estimate: { color: series.blue, dash: 'none', width: 2.5 },
  plainMean: { color: series.vermillion, dash: '6 3', width: 1.5 },
  surrogate: { color: series.green, dash: '2 3', width: 1.75 },
  judge: { color: series.purple, dash: '10 3 2 3', width: 1.5 },
  full: { color: 'currentColor', dash: '14 4', width: 1.5 },
  zero: { color: 'currentColor', dash: 'none', width: 1 },
};
