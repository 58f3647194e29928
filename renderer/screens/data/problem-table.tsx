import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ColumnMapping, ImportPreview } from '../../../shared/contract/index.ts';
import { formatCount, plural } from '../../api/format.ts';
import { screenWords } from '../../api/screen-words.ts';
import { DataTable } from '../../ui/data-table.tsx';

interface ProblemTableProps extends Pick<ImportPreview, 'causes' | 'problemCount'> {
  /** Reads the file anew, with commas as decimal signs. */
  onDecimalComma: (column: string) => void;
  /** Says who gave scores: people, a machine, or nobody, so that they are fields. */
  onWhose: (columns: readonly string[], by: 'human' | 'judge' | 'none') => void;
  /** Reads the file anew, with what a button says of it. */
  onRead: (addition: Partial<ColumnMapping>) => void;
  /** Reads the file without a question or scorer. */
  onLeaveOut: (name: string) => void;
}

const whose = [
  { by: 'human', label: 'People’s scores' },
  { by: 'judge', label: 'A machine’s scores' },
  { by: 'none', label: 'Neither: keep as fields' },
] as const;

/** Ways to read the file by which problems go away, each a button. */
const readings: Record<
  'repeats' | 'quotes' | 'reasoning',
  readonly { label: string; addition: Partial<ColumnMapping> }[]
> = {
  repeats: [
    { label: 'The first holds', addition: { repeats: 'first' } },
    { label: 'The last holds', addition: { repeats: 'last' } },
    { label: 'Keep the votes of all', addition: { repeats: 'votes' } },
  ],
  reasoning: [
    { label: 'Keep reasoning apart', addition: { reasoning: 'apart' } },
    { label: 'Leave as it is', addition: { reasoning: 'whole' } },
  ],
  quotes: [{ label: 'Read quotes as letters', addition: { quotes: 'letters' } }],
};

/** What is wrong, cause by cause with the first examples, and what to do. */
export function ProblemTable({ causes, problemCount, ...ways }: ProblemTableProps) {
  if (problemCount === 0) return null;
  const listed = causes.reduce((sum, { count }) => sum + count, 0);
  return (
    <Alert
      color="orange"
      role="alert"
      icon={<IconAlertTriangle aria-hidden size={20} />}
      title={`${plural(problemCount, 'problem')} to solve before anything is imported`}
    >
      <Text size="sm" mb="xs">
        Fix these to import: answer here, or correct the file. Nothing is stored yet.
      </Text>
      <DataTable
        label="Problems"
        maxHeight={320}
        miw={600}
        rows={causes}
        keyOf={(_, at) => at}
        alignTop
        columns={[
          { head: 'How often', isNumber: true, width: 90, cell: ({ count }) => formatCount(count) },
          { head: 'Field', width: 160, cell: ({ field }) => field && <code>{field}</code> },
          { head: 'What is wrong', cell: (cause) => <Examples cause={cause} /> },
          { head: 'What to do', width: '34%', cell: (cause) => <Remedy cause={cause} {...ways} /> },
        ]}
      />
      {problemCount > listed && (
        <Text size="sm">{formatCount(problemCount - listed)} more, of other causes, are not listed.</Text>
      )}
    </Alert>
  );
}

type Cause = ProblemTableProps['causes'][number];

const Examples = ({ cause: { examples, count } }: { cause: Cause }) => (
  <>
    {examples.map(({ line, message }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: one line may have two faults alike
      <div key={at}>
        {line > 0 && <b>Line {formatCount(line)}: </b>}
        {message}
      </div>
    ))}
    {count > examples.length && `and ${formatCount(count - examples.length)} more like these`}
  </>
);

type RemedyProps = { cause: Cause } & Omit<ProblemTableProps, 'causes' | 'problemCount'>;

/** What to do about a cause, with a button for each way that is known. */
const Remedy = ({ cause: { field, remedy, offer, columns }, ...ways }: RemedyProps) => (
  <Stack gap={6} align="flex-start">
    {screenWords(remedy)}
    {offer === 'decimal-comma' && (
      <Button size="compact-sm" onClick={() => ways.onDecimalComma(field)}>
        Read the comma as decimal sign
      </Button>
    )}
    {offer === 'whose-score' && (
      <Choices
        choices={whose.map(({ by, label }) => ({ label, take: () => ways.onWhose(columns ?? [field], by) }))}
      />
    )}
    {(offer === 'repeats' || offer === 'quotes' || offer === 'reasoning') && (
      <Choices
        choices={readings[offer].map(({ label, addition }) => ({ label, take: () => ways.onRead(addition) }))}
      />
    )}
    {offer === 'leave-out' && (
      <Button size="compact-sm" onClick={() => ways.onLeaveOut(field)}>
        Leave “{field}” out
      </Button>
    )}
  </Stack>
);

const Choices = ({ choices }: { choices: readonly { label: string; take: () => void }[] }) => (
  <Group gap={6}>
    {choices.map(({ label, take }) => (
      <Button key={label} size="compact-sm" variant="default" onClick={take}>
        {label}
      </Button>
    ))}
  </Group>
);
