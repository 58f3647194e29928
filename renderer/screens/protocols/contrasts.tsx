import { Table, Text, Title } from '@mantine/core';
import type { ProtocolComparison } from '../../../shared/contract/index.ts';
import { differenceText, endsText, scoreText } from '../../../shared/score-words.ts';
import { ScrollBox } from '../../charts/scroll-box.tsx';

type Contrast = ProtocolComparison['contrasts'][number];

interface ContrastsProps {
  contrasts: readonly Contrast[];
  scores: ProtocolComparison['scores'];
}

/** Evaluations that differ in one setting alone, with that setting as the row. */
export function Contrasts({ contrasts, scores }: ContrastsProps) {
  return (
    <section aria-labelledby="contrasts-title">
      <Title order={2} id="contrasts-title" mb="xs">
        What one setting changes
      </Title>
      {contrasts.map((contrast) => (
        <div key={`${contrast.setting} ${contrast.rows[0]?.evaluation}`}>
          <Title order={3} mb="xs">
            {contrast.setting}
          </Title>
          <ContrastTable contrast={contrast} scores={scores} />
          {contrast.differences.length > 0 && <Differences contrast={contrast} />}
        </div>
      ))}
    </section>
  );
}

function ContrastTable({ contrast, scores }: { contrast: Contrast; scores: ProtocolComparison['scores'] }) {
  const own = scores.filter(({ evaluation }) => contrast.rows.some((row) => row.evaluation === evaluation));
  const columns = [...new Set(own.map(({ measure, system }) => `${measure}, ${system}`))];
  return (
    <ScrollBox label={`Scores by ${contrast.setting}`}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{contrast.setting}</Table.Th>
            {columns.map((column) => (
              <Table.Th key={column} ta="end">
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {contrast.rows.map(({ value, evaluation }) => (
            <Table.Tr key={evaluation}>
              <Table.Th scope="row">{value}</Table.Th>
              {columns.map((column) => {
                const found = own.find(
                  (score) =>
                    score.evaluation === evaluation && `${score.measure}, ${score.system}` === column,
                );
                return (
                  <Table.Td key={column} ta="end" className="tabular">
                    {found === undefined ? '–' : scoreText(found.measure, found.value)}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

function Differences({ contrast: { setting, differences } }: { contrast: Contrast }) {
  return (
    <ScrollBox label={`Differences by ${setting}`}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Change</Table.Th>
            <Table.Th>System</Table.Th>
            <Table.Th>Measure</Table.Th>
            <Table.Th ta="end">Difference</Table.Th>
            <Table.Th>95 % interval, same conversations</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differences.map((one) => (
            <Table.Tr key={`${one.to} ${one.system} ${one.measure}`}>
              <Table.Th scope="row">
                {one.from} to {one.to}
              </Table.Th>
              <Table.Td>{one.system}</Table.Td>
              <Table.Td>{one.measure}</Table.Td>
              <Table.Td ta="end" className="tabular">
                {differenceText(one.measure, one.value)}
              </Table.Td>
              <Table.Td className="tabular">
                {endsText(one.measure, one, differenceText)}
                <Text size="xs" c="dimmed">
                  {one.shared} passages or workers
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
