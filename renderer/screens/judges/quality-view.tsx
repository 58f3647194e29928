import { List, Table, Text, Title } from '@mantine/core';
import type { JudgeQuality, ScoreWorth } from '../../../shared/contract/index.ts';
import { formatCount } from '../../api/format.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';

const title = 'How much does it save, and what biases it?';

/** Labels that the judge saves, alone and beside the other scores, and its bias by length and position. */
export function QualityView({ quality }: { quality: JudgeQuality }) {
  const { judge, labels, populationSize, worth, length, position, summary, interval } = quality;
  // What a sentence of the summary cannot say.
  const reasons = [
    length.reason && `Length: ${length.reason}.`,
    position.reason && `Position: ${position.reason}.`,
  ];
  return (
    <section aria-labelledby="quality-title">
      <Title order={2} id="quality-title" mb="xs">
        {title}
      </Title>
      <List maw="75ch" mb="sm">
        {summary.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      {worth.length > 0 && (
        <ScrollBox label={title}>
          <Table className="tabular">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Score</Table.Th>
                <Table.Th ta="end">Labeled items</Table.Th>
                <Table.Th ta="end">Saves alone</Table.Th>
                <Table.Th>Interval (approximate)</Table.Th>
                <Table.Th ta="end">Saves on top of {judge}</Table.Th>
                <Table.Th>Interval (approximate)</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {worth.map(({ signalId, name, criterion, items, alone, added }) => (
                <Table.Tr key={signalId}>
                  <Table.Td>{criterion ? `${name}: ${criterion}` : name}</Table.Td>
                  <Table.Td ta="end">{formatCount(items)}</Table.Td>
                  <SavedCells saved={alone} />
                  {added ? <SavedCells saved={added} /> : <Table.Td colSpan={2} />}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollBox>
      )}
      <Text size="sm" c="dimmed">
        {labels !== null &&
          populationSize !== null &&
          `Labels saved at ${formatCount(labels)} labels of ${formatCount(populationSize)} items. `}
        {reasons.filter(Boolean).join(' ')} {interval}
      </Text>
    </section>
  );
}

function SavedCells({ saved: { saved, lower, upper, reason } }: { saved: ScoreWorth['alone'] }) {
  return (
    <>
      <Table.Td ta="end">{saved === null ? 'not estimable' : formatCount(Math.round(saved))}</Table.Td>
      <Table.Td c={lower === null ? 'dimmed' : 'inherit'}>
        {lower !== null && upper !== null
          ? `${formatCount(Math.round(lower))} to ${formatCount(Math.round(upper))}`
          : (reason ?? 'none')}
      </Table.Td>
    </>
  );
}
