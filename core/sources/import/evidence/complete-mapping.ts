import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { suggestMapping } from './suggest-mapping.ts';

/** Rows at which a mapping is guessed. */
export const rowsSeen = 50;

/** The mapping that was given where it says what columns hold; else the one that is guessed, with what was said beside. */
export function wholeMapping(
  given: ColumnMapping | undefined,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  systems?: readonly string[],
): ColumnMapping {
  if (given && hasColumns(given)) return without(given);
  return without(withAdditions(suggestMapping(columns, rows, systems), given));
}

/** Whether a mapping says what columns hold; else it only adds to the one that is guessed. */
const hasColumns = ({
  leaveOut: _l,
  classes: _c,
  decimalComma: _d,
  types: _t,
  missing: _m,
  ...columns
}: ColumnMapping): boolean =>
  Object.values(columns).some((value) => (Array.isArray(value) ? value.length > 0 : value !== undefined));

/** What is guessed, with what was said of some columns in place of it. */
function withAdditions(guessed: ColumnMapping, given: Partial<ColumnMapping> = {}): ColumnMapping {
  const { leaveOut, classes, decimalComma, types, missing } = given;
  return {
    ...guessed,
    ...(leaveOut && { leaveOut }),
    ...(classes && { classes: { ...guessed.classes, ...classes } }),
    ...(decimalComma !== undefined && { decimalComma }),
    ...(types && { types: { ...guessed.types, ...types } }),
    ...(missing && { missing }),
  };
}

/** A mapping without the scores that are left out, by the name of their column or of what was scored. */
function without(mapping: ColumnMapping): ColumnMapping {
  const { leaveOut } = mapping;
  if (!leaveOut) return mapping;
  const stays = (...names: (string | undefined)[]) =>
    !names.some((name) => name !== undefined && leaveOut.includes(name));
  return {
    ...mapping,
    human: mapping.human.filter(({ column, criterion }) => stays(column, criterion)),
    signals: mapping.signals.filter(({ column, name, criterion }) => stays(column, name, criterion)),
  };
}
