import { Table, Text, Title } from '@mantine/core';
import type { ProtocolComparison } from '../../../shared/contract/index.ts';
import { differenceText, endsText, scoreText } from '../../../shared/score-words.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';

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
    <DataTable
      label={`Differences by ${setting}`}
      rows={differences}
      keyOf={(one) => `${one.to} ${one.system} ${one.measure}`}
      columns={[
        {
          head: 'Change',
          namesRow: true,
          cell: (one) => (
            <>
              {one.from} to {one.to}
            </>
          ),
        },
        { head: 'System', cell: (one) => one.system },
        { head: 'Measure', cell: (one) => one.measure },
        { head: 'Difference', isNumber: true, cell: (one) => differenceText(one.measure, one.value) },
        {
          head: '95 % interval, same conversations',
          cell: (one) => (
            <>
              {endsText(one.measure, one, differenceText)}
              <Text size="xs" c="dimmed">
                {one.shared} passages or workers
              </Text>
            </>
          ),
        },
      ]}
    />
  );
}
