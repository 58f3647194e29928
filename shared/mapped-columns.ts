import type { ColumnMapping } from './contract/index.ts';

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
