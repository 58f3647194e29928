import { isTurns } from '../readers/json/record-columns.ts';
import { cellJson } from '../readers/tables/cell-values.ts';

/** Whether a column may hold what somebody wrote. */
export const isProse = ({ areNames, areNumbers, areTurns }: Look): boolean =>
  !areNames && !areNumbers && !areTurns;

/** What the first cells of a column have in common. */
export interface Look {
  readonly areTurns: boolean;
  /** Prose: several words in most cells that are not empty. */
  readonly areTexts: boolean;
  /** A few short names that come again and again. */
  readonly areNames: boolean;
  /** Those names; empty where they are none. */
  readonly names: ReadonlySet<string>;
  readonly areNumbers: boolean;
  /** Whether a value stands there twice. */
  readonly repeats: boolean;
  /** Cells that are not empty. */
  readonly filled: number;
}

/** Whether every row has a value of its own. */
export const isOwn = ({ repeats, filled }: Look): boolean => filled > 1 && !repeats;

/** What the cells of a column have in common; those of the first rows are enough. */
export function lookAt(cells: readonly string[]): Look {
  const filled = cells.filter((cell) => cell !== '');
  const most = (test: (cell: string) => boolean) =>
    filled.length > 0 && filled.filter(test).length > 0.7 * filled.length;
  const isText = (cell: string) =>
    !cell.startsWith('[') && !cell.startsWith('{') && (cell.match(/ /g) ?? []).length >= 2;
  const areNames = most((cell) => cell.length <= 60 && !isText(cell)) && new Set(filled).size < filled.length;
  return {
    areTurns: most((cell) => cell.startsWith('[{') && isTurns(cellJson(cell))),
    areTexts: most(isText),
    areNames,
    names: new Set(areNames ? filled : []),
    areNumbers: most((cell) => Number.isFinite(Number(cell))),
    repeats: new Set(filled).size < filled.length,
    filled: filled.length,
  };
}
