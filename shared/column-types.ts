/** How the values of a column may be written, with the words that a person chooses them by. */
export const columnTypes = {
  number: 'Numbers',
  point: 'Decimal point (1,234.5)',
  comma: 'Decimal comma (1.234,5)',
  percent: 'Percent (85 % is 0.85)',
  truth: 'True or false',
  date: 'Days (2025-12-31)',
  'day-first': 'Days (31.12.2025)',
  'month-first': 'Days (12/31/2025)',
  text: 'Text as it stands',
} as const;

export type ColumnType = keyof typeof columnTypes;

export const columnTypeIds = Object.keys(columnTypes) as [ColumnType, ...ColumnType[]];

/** Types that a column of scores may have. */
export const scoreTypes: readonly ColumnType[] = ['number', 'point', 'comma', 'percent', 'truth'];
