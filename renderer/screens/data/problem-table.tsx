import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ColumnMapping, ImportPreview } from '../../../shared/contract/index.ts';
import { formatCount, plural } from '../../api/format.ts';
import { screenWords } from '../../api/screen-words.ts';
import { DataTable } from '../../ui/data-table.tsx';

interface ProblemTableProps extends Pick<ImportPreview, 'causes' | 'problemCount'> {
  /** Reads the file anew as a button says, or of several files those with these paths. */
  onWay: (mapping: ColumnMapping, files?: readonly string[]) => void;
}

/** What is wrong, cause by cause with the first examples, and what to do. */
export function ProblemTable({ causes, problemCount, onWay }: ProblemTableProps) {
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
        {problemCount === 1 ? 'Solve it' : 'Solve them'} to import: answer here, or correct the file. Nothing
        is stored yet.
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
          { head: 'What to do', width: '34%', cell: (cause) => <Remedy cause={cause} onWay={onWay} /> },
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

type RemedyProps = { cause: Cause } & Pick<ProblemTableProps, 'onWay'>;

/** What to do about a cause, with a button for each way that is known. */
const Remedy = ({ cause: { remedy, ways = [], files }, onWay }: RemedyProps) => (
  <Stack gap={6} align="flex-start">
    {screenWords(remedy)}
    {ways.length > 0 && (
      <Group gap={6}>
        {ways.map(({ says, mapping }) => (
          <Button key={says} size="compact-sm" variant="default" onClick={() => onWay(mapping, files)}>
            {says}
          </Button>
        ))}
      </Group>
    )}
  </Stack>
);
