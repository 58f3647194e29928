import type { PaperFigure } from '../../../shared/contract/index.ts';
import { mean } from '../../../stats/index.ts';
import { numberFigure } from './figure.ts';
import { type ConsistencyTable, humcoeTables, methodNames } from './humcoe-tables.ts';

const paper = 'HumCoE';

/** Averages, and full human evaluations from ratios and deviations: 1 - deviation/full = ratio. */
export function humcoeFigures(): PaperFigure[] {
  return [...humcoeTables.flatMap((table) => [...averages(table), ...fullValues(table)]), ...statements()];
}

function averages({ table, section, title, averages: printed, rows }: ConsistencyTable): PaperFigure[] {
  return methodNames.map((method, i) =>
    numberFigure({
      paper,
      table: `${table} (section ${section})`,
      figure: `${title}: average consistency of ${method}`,
      printed: printed[i]!,
      recomputed: mean(rows.map(({ ratios }) => ratios[i]!)),
      decimals: 2,
    }),
  );
}

/** The largest deviation tells the full value best; both numbers are rounded to two decimals. */
function fullValues({ table, section, full, rows }: ConsistencyTable): PaperFigure[] {
  return Object.entries(full).map(([system, printed]) => {
    const cells = rows
      .filter((row) => row.system === system)
      .flatMap(({ ratios, deviations }) => ratios.map((ratio, i) => ({ ratio, deviation: deviations[i]! })));
    const best = cells.reduce((a, b) => (b.deviation > a.deviation ? b : a));
    const implied = best.deviation / (1 - best.ratio / 100);
    // A rounded deviation of d is off by at most 0.005, which is 0.005/d of the implied value.
    const uncertainty = implied * (0.005 / best.deviation + 0.005 / (100 - best.ratio));
    return numberFigure(
      {
        paper,
        table: `${table} (section ${section})`,
        figure: `full human evaluation of ${system}, implied by ratio and deviation`,
        printed,
        recomputed: implied,
        decimals: 2,
        note: 'deviation / (1 - ratio), from the cell with the largest deviation',
      },
      0.5 + 100 * uncertainty,
    );
  });
}

/** Numbers of the running text that tables allow to recompute. */
function statements(): PaperFigure[] {
  const rowsOf = (name: string) => humcoeTables.find(({ table }) => table === name)!.rows;
  const meanOf = (name: string, system: string) =>
    mean(rowsOf(name).flatMap((row) => (row.system === system ? [row.ratios[0]] : [])));
  const relevance = 'Table 3, relevance';
  const naturalness = 'Table 3, naturalness';
  const text = (figure: string, printed: number, recomputed: number) =>
    numberFigure({ paper, table: 'text of section 5.1.3', figure, printed, recomputed, decimals: 2 });
  return [
    text('relevance, GPT-2: average consistency', 97.88, meanOf(relevance, 'GPT-2 (relevance)')),
    text('relevance, BART: average consistency', 98.24, meanOf(relevance, 'BART (relevance)')),
    text('naturalness, GPT-2: average consistency', 98.49, meanOf(naturalness, 'GPT-2 (naturalness)')),
    text('naturalness, BART: average consistency', 98.7, meanOf(naturalness, 'BART (naturalness)')),
    text('ChatGPT alone: consistency of relevance, GPT-2 (3.42 of 3.09)', 89.32, 100 * (1 - 0.33 / 3.09)),
    text('ChatGPT alone: consistency of naturalness, GPT-2 (3.14 of 3.51)', 89.46, 100 * (1 - 0.37 / 3.51)),
    text('ChatGPT alone: consistency of relevance, BART (3.37 of 3.82)', 88.22, 100 * (1 - 0.45 / 3.82)),
    text('ChatGPT alone: consistency of naturalness, BART (3.31 of 3.85)', 85.97, 100 * (1 - 0.54 / 3.85)),
    text('ChatGPT alone: average', 88.24, mean([89.32, 89.46, 88.22, 85.97])),
    numberFigure({
      paper,
      table: 'appendix D',
      figure: 'gain over no calibration, stated twice in one paragraph',
      printed: 3.13,
      recomputed: 5.88,
      decimals: 2,
      note: 'Both are printed: 5.88 first, 3.13 a sentence later, which is 5.88 - 2.75, the gain over random draws.',
    }),
  ];
}
