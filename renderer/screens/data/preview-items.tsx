import { Table, Text } from '@mantine/core';
import type { ImportPreview } from '../../../shared/contract/index.ts';

/** The first items as they would be stored. */
export function PreviewItems({ items }: Pick<ImportPreview, 'items'>) {
  return (
    <Table.ScrollContainer
      minWidth={640}
      maxHeight={320}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
    >
      <Table fz="sm" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={160}>Item</Table.Th>
            <Table.Th>Question</Table.Th>
            <Table.Th w={220}>Replies of</Table.Th>
            <Table.Th w={90}>Passage</Table.Th>
            <Table.Th w={100} ta="end">
              References
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a faulty file may repeat ids
            <Table.Tr key={index}>
              <Table.Td>
                <Text size="sm" truncate maw={160} ff="monospace" fz={13} title={item.id}>
                  {item.id}
                </Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm" lineClamp={2} dir="auto">
                  {item.question}
                </Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm" lineClamp={1} title={item.systems.join(', ')}>
                  {item.systems.length > 2 ? `${item.systems.length} systems` : item.systems.join(', ')}
                </Text>
              </Table.Td>
              <Table.Td>{item.hasContext ? 'yes' : 'no'}</Table.Td>
              <Table.Td ta="end">{item.referenceCount}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
