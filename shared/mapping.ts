import type { ColumnMapping } from './contract/index.ts';
import type { ReadyOptions, WayToRead } from './errors.ts';

/** The fields of a mapping that name one column each. */
export const singleColumns = [
  'id',
  'question',
  'conversation',
  'context',
  'group',
  'system',
  'rater',
  'judgedBy',
  'criterion',
  'speaker',
  'text',
  'turn',
] as const satisfies readonly (keyof ColumnMapping)[];

/**
 * The columns of which a mapping says what they hold, in the order of its fields; a column stands there as often as the mapping names it.
 * Columns of labels by item id, and those of what somebody found earlier, are parts of no item and not among them.
 */
export const mappedColumns = (mapping: ColumnMapping): string[] => [
  ...singleColumns.map((field) => mapping[field]).filter((column) => column !== undefined),
  ...(mapping.turns ?? []),
  ...(mapping.pictures ?? []),
  ...mapping.references,
  ...[...mapping.responses, ...mapping.human, ...mapping.signals].map(({ column }) => column),
];

const nothing: ColumnMapping = { references: [], responses: [], human: [], signals: [] };

/** A way to read a file by what it adds to the mapping. */
export const wayToRead = (says: string, addition: Partial<ColumnMapping>): WayToRead => ({
  says,
  mapping: { ...nothing, ...addition },
});

/** A mapping as the option `map` of the command line says it, without what is empty. */
export function mapOption(mapping: ColumnMapping): string {
  const filled = Object.entries(mapping).filter(([, value]) => !Array.isArray(value) || value.length > 0);
  return JSON.stringify(Object.fromEntries(filled));
}

/** A way to read a file as options of the command line. */
export function pastedOptions({ says, mapping }: WayToRead): ReadyOptions {
  const { leaveOut, ...rest } = mapping;
  const isAll = mapOption(rest) === '{}' && leaveOut !== undefined;
  return { says, options: isAll ? { 'leave-out': leaveOut } : { map: [mapOption(mapping)] } };
}
