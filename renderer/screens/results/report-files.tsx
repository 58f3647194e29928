import { Button, Stack, Table, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReportChoice } from '../../../shared/contract/index.ts';
import { type Api, api } from '../../api/client.ts';
import { askShell, isDesktop } from '../../api/desktop-door.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { downloadFile } from './download-file.ts';
import { ReportFigures } from './report-figures.tsx';
import { choiceFor, purposeOf, type ReportProps, reportFiles } from './report-formats.ts';
import classes from './results.module.css';

/** The files of a report, ready to save or to keep. Those of labels and figures are of the study itself. */
export function ReportFiles(props: ReportProps) {
  const { studyId } = props;
  const verb = isDesktop() ? 'Save' : 'Download';
  const keep = useMutation({ mutationFn: (choice: ReportChoice) => keepReport(api, choice) });
  const isPending = ({ format, figure }: Pick<ReportChoice, 'format' | 'figure'>) =>
    keep.isPending && keep.variables.format === format && keep.variables.figure === figure;
  return (
    <section aria-labelledby="files-title">
      <h2 id="files-title" className={classes.heading}>
        Take it with you
      </h2>
      <Stack gap="xs">
        <Table verticalSpacing={6}>
          <Table.Tbody>
            {reportFiles.map((file) => (
              <Table.Tr key={file.format}>
                <Table.Td>
                  <Text size="sm" fw={600}>
                    {file.name}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {purposeOf(file, props)}
                  </Text>
                </Table.Td>
                <Table.Td ta="end">
                  <Button
                    size="compact-sm"
                    variant="default"
                    leftSection={<IconDownload size={16} aria-hidden />}
                    loading={isPending(file)}
                    aria-label={`${verb}: ${file.name}`}
                    onClick={() => keep.mutate(choiceFor(file.format, props))}
                  >
                    {verb}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <ReportFigures
          studyId={studyId}
          verb={verb}
          isPending={isPending}
          onKeep={(figure, format) => keep.mutate({ studyId, figure, format })}
        />
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

/**
 * A file of the report to keep: on the desktop where the system's dialog says, else as a download.
 *
 * @returns the path where it was saved; null when the dialog was dismissed or the browser took it
 */
async function keepReport({ report }: Pick<Api, 'report'>, choice: ReportChoice): Promise<string | null> {
  if (!isDesktop()) {
    downloadFile(await report.render(choice));
    return null;
  }
  const { fileName } = await report.name(choice);
  const path = await askShell({ ask: 'file', purpose: 'save-file', suggested: fileName });
  if (typeof path !== 'string') return null;
  // The dialog has asked about a file that is already there.
  return (await report.save({ ...choice, path, overwrite: true })).path;
}
