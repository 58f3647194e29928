import { Table } from '@mantine/core';
import { clockWords, shareTexts, upward } from '../../../shared/failure-words.ts';
import { formatCount } from '../../../shared/number-text.ts';
import type { FailureRow } from '../../api/failures.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';

/** The bars of failure modes in numbers. */
export function FailureShares({ modes }: { modes: readonly FailureRow[] }) {
  return (
    <ScrollBox label="Shares of failure modes" maxHeight={420}>
      <Table fz="sm" verticalSpacing={5} stickyHeader className="tabular">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Failure mode</Table.Th>
            <Table.Th ta="end">Share</Table.Th>
            <Table.Th>Interval</Table.Th>
            <Table.Th>Counted</Table.Th>
            <Table.Th ta="end">Where it was found</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {modes.map(({ mode, share, clock, found, because }) => {
            const texts = share && shareTexts(share);
            return (
              <Table.Tr key={mode.id}>
                <Table.Td>
                  <bdi>{mode.name}</bdi>
                </Table.Td>
                <Table.Td ta="end">{texts?.value ?? ''}</Table.Td>
                <Table.Td {...(!texts && { c: 'dimmed' })}>
                  {texts?.interval ?? because ?? 'not estimable'}
                </Table.Td>
                <Table.Td>{clockWords(clock)}</Table.Td>
                <Table.Td ta="end">
                  {formatCount(found.items)} of {formatCount(found.of)}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

/** The curve of the bound in numbers. */
export function UnnamedBounds({ curve }: { curve: readonly { draws: number; upper: number }[] }) {
  return (
    <DataTable
      label="Bound by conversations read"
      maxHeight={260}
      rows={curve}
      keyOf={({ draws }) => draws}
      columns={[
        { head: 'Conversations read', isNumber: true, cell: ({ draws }) => formatCount(draws) },
        { head: 'At most', isNumber: true, cell: ({ upper }) => upward(upper) },
      ]}
    />
  );
}
