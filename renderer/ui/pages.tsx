import { Pagination, type PaginationProps } from '@mantine/core';

interface PagesProps extends Omit<PaginationProps, 'total' | 'value' | 'onChange'> {
  /** Rows in all, and on one page. */
  rows: number;
  perPage: number;
  page: number;
  onPage: (page: number) => void;
}

const names = {
  first: 'First page',
  previous: 'Previous page',
  next: 'Next page',
  last: 'Last page',
} as const;

/** The pages of a table; nothing where one holds all. */
export function Pages({ rows, perPage, page, onPage, ...props }: PagesProps) {
  if (rows <= perPage) return null;
  return (
    <Pagination
      {...props}
      total={Math.ceil(rows / perPage)}
      value={page}
      onChange={onPage}
      getControlProps={(control) => ({ 'aria-label': names[control] })}
      getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
    />
  );
}
