import { Table, Text } from '@mantine/core';
import type { ImportPreview } from '../../../shared/contract/index.ts';
import { DataTable } from '../../ui/data-table.tsx';

/** The first items as they would be stored. */
export function PreviewItems({ items }: Pick<ImportPreview, 'items'>) {
  return (
    <Table.ScrollContainer
      minWidth={640}
      maxHeight={320}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
    >
      <DataTable
        stickyHeader
        rows={items}
        keyOf={(_, index) => index}
        columns={[
          {
            head: 'Item',
            width: 160,
            cell: (item) => (
              <Text size="sm" truncate maw={160} ff="monospace" fz={13} title={item.id}>
                {item.id}
              </Text>
            ),
          },
          {
            head: 'Question',
            cell: (item) => (
              <Text size="sm" lineClamp={2} dir="auto">
                {item.question}
              </Text>
            ),
          },
          {
            head: 'Replies of',
            width: 220,
            cell: (item) => (
              <Text size="sm" lineClamp={1} title={item.systems.join(', ')}>
                {item.systems.length > 2 ? `${item.systems.length} systems` : item.systems.join(', ')}
              </Text>
            ),
          },
          { head: 'Passage', width: 90, cell: (item) => (item.hasContext ? 'yes' : 'no') },
          { head: 'References', isNumber: true, width: 100, cell: (item) => item.referenceCount },
        ]}
      />
    </Table.ScrollContainer>
  );
}
