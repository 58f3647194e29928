import type { PaperTable } from '../../../shared/contract/index.ts';
import { type ConsistencyRow, humcoeTables } from '../../protocols/papers/humcoe-tables.ts';

/** The columns of the paper's tables, as methods of the Lab. */
const paperMethods = ['humcoe', 'top-k', 'hmceval', 'mcm'] as const;

/** Labels of the first row, and from one row to the next. */
const labelStep = 5;

type PaperRow = PaperTable['systems'][number]['rows'][number];

const paperRow = ({ budget, ratios, deviations }: ConsistencyRow): PaperRow => ({
  budget,
  cells: paperMethods.map((method, i) => ({
    method,
    consistency: ratios[i]!,
    inconsistency: deviations[i]!,
  })),
});

/** The systems of every part of a table, such as "Table 3", with their rows. */
function systemsOfTable(table: string): PaperTable['systems'] {
  const rows = humcoeTables.filter((part) => part.table.startsWith(table)).flatMap((part) => part.rows);
  return [...Map.groupBy(rows, ({ system }) => system)].map(([system, of]) => ({
    system,
    rows: of.map(paperRow),
  }));
}

/**
 * A system's rows at 5, 10, ..., 30 labels, a line each: for each column the consistency ratio in percent and the
 * inconsistency.
 */
function printedSystem(system: string, text: string): PaperTable['systems'][number] {
  const lines = text.trim().split('\n');
  return {
    system,
    rows: lines.map((line, i) => {
      const numbers = line.trim().split(/\s+/).map(Number);
      return {
        budget: labelStep * (i + 1),
        cells: paperMethods.map((method, column) => ({
          method,
          consistency: numbers[2 * column]!,
          inconsistency: numbers[2 * column + 1]!,
        })),
      };
    }),
  };
}

/**
 * The tables of Huang, Qin, Lei and Lv, "Reduce Human Labor On Evaluating Conversational Information Retrieval System:
 * A Human-Machine Collaboration Approach" (EMNLP 2023), as printed: the consistency of the mean of 100 runs.
 */
export const paperTables: readonly PaperTable[] = [
  {
    id: 'table-1',
    name: 'Table 1',
    caption: 'Conversational QA on CoQA: ROUGE-L, N = 7,979, full evaluation 68.56 and 75.09.',
    systems: systemsOfTable('Table 1'),
  },
  {
    id: 'table-2',
    name: 'Table 2',
    caption: 'Clarifying questions retrieved, ClariQ: accuracy, N = 4,411, full evaluation 88.03 and 91.79.',
    systems: systemsOfTable('Table 2'),
  },
  {
    id: 'table-3',
    name: 'Table 3',
    caption: 'Clarifying questions generated, ClariQ: ROUGE-L, then relevance and naturalness rated 0 to 5.',
    systems: systemsOfTable('Table 3'),
  },
  {
    id: 'table-5',
    name: 'Table 5',
    caption: 'TopiOCQA: DPR and FiD, each the machine score of the other.',
    systems: [
      printedSystem(
        'DPR',
        `
          82.87  3.51  17.05  16.98  76.19  4.87  20.9  16.19
          77.73  4.56  19.43  16.49  76.19  4.87  23.8  15.59
          82.68  3.54  32.58   13.8  76.19  4.87  21.3  16.11
          80.94   3.9  24.43  15.47   76.0  4.91  23.7  15.62
          79.81  4.13  39.09  12.47   76.0  4.91  22.1  15.94
          79.55  4.19  32.58   13.8   76.0  4.91  23.6  15.64
        `,
      ),
      printedSystem(
        'FiD',
        `
          90.18  4.25  30.33  30.19   72.7  11.83  15.4  36.66
          91.98  3.47  45.26  23.72  72.79  11.79   7.7   40.0
          90.89  3.95  50.28  21.55  72.78   11.8   3.8  41.69
          89.41  4.59  65.35  15.01  72.82  11.78  10.6  38.74
          90.62  4.07  72.29  12.01  72.85  11.77   5.4   41.0
          90.61  4.07  64.11  15.55  72.83  11.77   9.2  39.35
        `,
      ),
    ],
  },
];

export const listPaperTables = (): PaperTable[] => [...paperTables];
