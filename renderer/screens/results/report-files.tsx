import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReportChoice } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { isDesktop } from '../../api/desktop-port.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useStudy } from '../../api/queries.ts';
import { DataTable } from '../../ui/data-table.tsx';
import folds from '../../ui/for-researchers.module.css';
import { keepFile, savedPath } from '../../ui/keep-file.ts';
import {
  choiceFor,
  figureFormats,
  filesOf,
  isJoint,
  purposeOf,
  type ReportFormat,
  type ReportProps,
  reportGroups,
} from './report-formats.ts';
import { figuresQuery } from './result-queries.ts';
import classes from './results.module.css';

/**
 * The files of a report, ready to save or to keep. Those of labels and figures are of the study itself.
 *
 * @param isOfAll whether only those are offered that all studies share
 */
export function ReportFiles({ isOfAll = false, ...props }: ReportProps & { isOfAll?: boolean }) {
  const { studyId } = props;
  const offered = filesOf(useStudy(studyId).data);
  const files = isOfAll ? offered.filter(({ format }) => isJoint(format)) : offered;
  const verb = isDesktop() ? 'Save' : 'Download';
  const keep = useMutation({ mutationFn: keepReport });
  const isPending = ({ format, figure }: Pick<ReportChoice, 'format' | 'figure'>) =>
    keep.isPending && keep.variables.format === format && keep.variables.figure === figure;
  const rows = {
    verb,
    report: props,
    isPending,
    onKeep: (format: ReportFormat) => keep.mutate(choiceFor(format, props)),
  };
  return (
    <section aria-labelledby="files-title">
      <h2 id="files-title" className={classes.heading}>
        Take it with you
      </h2>
      <Stack gap="xs">
        <FileRows files={files.filter(({ group }) => isOfAll || group === 'most')} {...rows} />
        {!isOfAll &&
          reportGroups.map(({ group, title }) => (
            <details key={group} className={folds.fold}>
              <summary>{title}</summary>
              <div className={folds.folded}>
                <FileRows files={files.filter((file) => file.group === group)} {...rows} />
              </div>
            </details>
          ))}
        {!isOfAll && (
          <ReportFigures
            studyId={studyId}
            verb={verb}
            isPending={isPending}
            onKeep={(figure, format) => keep.mutate({ studyId, figure, format })}
          />
        )}
        {savedPath(keep.data) && (
          <Text size="sm" role="status">
            Saved to {savedPath(keep.data)}
          </Text>
        )}
        {keep.error && <ProblemNote problem={toProblem(keep.error)} />}
      </Stack>
    </section>
  );
}

interface FileRowsProps {
  files: ReturnType<typeof filesOf>;
  report: ReportProps;
  verb: string;
  isPending: (file: Pick<ReportChoice, 'format'>) => boolean;
  onKeep: (format: ReportFormat) => void;
}

/** Files of a report, each with what it is for and its button. */
function FileRows({ files, report, verb, isPending, onKeep }: FileRowsProps) {
  return (
    <DataTable
      rows={files}
      keyOf={({ format }) => format}
      columns={[
        {
          cell: (file) => (
            <>
              <Text size="sm" fw={600}>
                {file.name}
              </Text>
              <Text size="xs" c="dimmed">
                {purposeOf(file, report)}
              </Text>
            </>
          ),
        },
        {
          isNumber: true,
          cell: (file) => (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              loading={isPending(file)}
              aria-label={`${verb}: ${file.name}`}
              onClick={() => onKeep(file.format)}
            >
              {verb}
            </Button>
          ),
        },
      ]}
    />
  );
}

/** A file of the report to keep. */
const keepReport = (choice: ReportChoice) =>
  keepFile(
    async () => (await api.report.name(choice)).fileName,
    (path) => api.report.save({ ...choice, path, overwrite: true }),
    () => api.report.render(choice),
  );

interface ReportFiguresProps {
  studyId: number;
  verb: string;
  isPending: (figure: Pick<ReportChoice, 'format' | 'figure'>) => boolean;
  onKeep: (figure: string, format: (typeof figureFormats)[number]['format']) => void;
}

/** Each figure of the report as a file, for a paper or a slide. */
function ReportFigures({ studyId, verb, isPending, onKeep }: ReportFiguresProps) {
  const figures = useQuery(figuresQuery(studyId)).data ?? [];
  if (figures.length === 0) return null;
  return (
    <details className={folds.fold}>
      <summary>Figures, for a paper or a slide</summary>
      <DataTable
        rows={figures}
        keyOf={({ id }) => id}
        columns={[
          { cell: ({ title }) => title },
          {
            cell: ({ id, title }) => (
              <Group gap={6} justify="end" wrap="nowrap">
                {figureFormats.map(({ format, name }) => (
                  <Button
                    key={format}
                    size="compact-sm"
                    variant="default"
                    loading={isPending({ format, figure: id })}
                    aria-label={`${verb}: ${title}, ${name}`}
                    onClick={() => onKeep(id, format)}
                  >
                    {name}
                  </Button>
                ))}
              </Group>
            ),
          },
        ]}
      />
    </details>
  );
}
