import { List, Text, Title } from '@mantine/core';
import type { JudgeQuality, ScoreWorth } from '../../../shared/contract/index.ts';
import { formatCount } from '../../api/format.ts';
import { DataTable } from '../../ui/data-table.tsx';

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
        <DataTable
          label={title}
          rows={worth}
          keyOf={({ signalId }) => signalId}
          columns={[
            { head: 'Score', cell: ({ name, criterion }) => (criterion ? `${name}: ${criterion}` : name) },
            { head: 'Labeled items', isNumber: true, cell: ({ items }) => formatCount(items) },
            { head: 'Saves alone', isNumber: true, cell: ({ alone }) => savedText(alone) },
            { id: 'alone', head: 'Interval (approximate)', cell: ({ alone }) => <Bounds saved={alone} /> },
            {
              head: `Saves on top of ${judge}`,
              isNumber: true,
              cell: ({ added }) => added && savedText(added),
            },
            {
              id: 'added',
              head: 'Interval (approximate)',
              cell: ({ added }) => added && <Bounds saved={added} />,
            },
          ]}
        />
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

type Saved = ScoreWorth['alone'];

const savedText = ({ saved }: Saved): string =>
  saved === null ? 'not estimable' : formatCount(Math.round(saved));

const Bounds = ({ saved: { lower, upper, reason } }: { saved: Saved }) => (
  <Text span inherit {...(lower === null && { c: 'dimmed' })}>
    {lower !== null && upper !== null
      ? `${formatCount(Math.round(lower))} to ${formatCount(Math.round(upper))}`
      : (reason ?? 'none')}
  </Text>
);
