import { Text, Title } from '@mantine/core';
import type { ProtocolComparison } from '../../../shared/contract/index.ts';
import { differenceText, endsText, scoreText } from '../../../shared/score-words.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';

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
    <DataTable
      label={`Scores by ${contrast.setting}`}
      rows={contrast.rows}
      keyOf={({ evaluation }) => evaluation}
      columns={[
        { head: contrast.setting, namesRow: true, cell: ({ value }) => value },
        ...columns.map(
          (head): Column<Contrast['rows'][number]> => ({
            id: head,
            head,
            isNumber: true,
            cell: ({ evaluation }) => {
              const found = own.find(
                (score) => score.evaluation === evaluation && `${score.measure}, ${score.system}` === head,
              );
              return found === undefined ? '–' : scoreText(found.measure, found.value);
            },
          }),
        ),
      ]}
    />
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
