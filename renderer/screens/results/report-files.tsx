import { Button, Stack, Table, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { isDesktop } from '../../api/desktop-door.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { keepReport } from './keep-report.ts';
import { type ReportFormat, reportFiles } from './report-formats.ts';
import classes from './results.module.css';

/** The files of a report, ready to save or to keep. */
export function ReportFiles({ studyId }: { studyId: number }) {
  const verb = isDesktop() ? 'Save' : 'Download';
  const keep = useMutation({ mutationFn: (format: ReportFormat) => keepReport(api, studyId, format) });
  return (
    <section aria-labelledby="files-title">
      <h2 id="files-title" className={classes.heading}>
        Take it with you
      </h2>
      <Stack gap="xs">
        <Table verticalSpacing={6}>
          <Table.Tbody>
            {reportFiles.map(({ format, name, use }) => (
              <Table.Tr key={format}>
                <Table.Td>
                  <Text size="sm" fw={600}>
                    {name}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {use}
                  </Text>
                </Table.Td>
                <Table.Td ta="end">
                  <Button
                    size="compact-sm"
                    variant="default"
                    leftSection={<IconDownload size={16} aria-hidden />}
                    loading={keep.isPending && keep.variables === format}
                    aria-label={`${verb}: ${name}`}
                    onClick={() => keep.mutate(format)}
                  >
                    {verb}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {keep.data && (
          <Text size="sm" role="status">
            Saved to {keep.data}
          </Text>
        )}
        {keep.error && <ProblemNote problem={toProblem(keep.error)} />}
      </Stack>
    </section>
  );
}
