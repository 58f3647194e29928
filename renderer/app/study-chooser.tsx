import { Button, Progress, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { Link, Redirect } from 'wouter';
import { ProblemNote, toProblem } from '../api/problem.tsx';
import { useStudies } from '../api/queries.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadingNote } from '../ui/loading-note.tsx';
import { Page } from '../ui/page.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { blindName } from './blind-name.ts';
import { formatCount } from './format.ts';
import { StudyLabelCounts } from './label-counts.tsx';
import { paths } from './paths.ts';

const purposes = {
  label: { title: 'Which study do you want to label?', name: 'Label' },
  team: { title: 'Which study does the team label?', name: 'Team' },
  results: { title: 'Which study do you want the results of?', name: 'Results' },
  report: { title: 'Which study do you want the report of?', name: 'Report' },
} as const;

/** Leads from a rail entry to a study; with only one study there is nothing to choose. */
export function StudyChooser({ to }: { to: keyof typeof purposes }) {
  const studies = useStudies();
  const { title, name } = purposes[to];
  if (studies.error) {
    return (
      <Page>
        <ProblemNote problem={toProblem(studies.error)} />
      </Page>
    );
  }
  if (!studies.data) return <LoadingNote label="Reading the studies" />;
  const [only, ...others] = studies.data;
  if (only && others.length === 0) return <Redirect to={paths[to](only.id)} replace />;
  if (!only) {
    return (
      <Page>
        <EmptyState
          title="No study yet"
          icon={<IconFlask size={32} stroke={1.5} aria-hidden />}
          action={
            <Button component={Link} href={paths.newStudy}>
              Set up a study
            </Button>
          }
        >
          A study asks one question about one system and draws the items to label. Set one up first; labels,
          results and report follow from it.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page>
      <PageHeader title={title} />
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Study</Table.Th>
            <Table.Th w={240}>Labeled</Table.Th>
            <Table.Th w={140}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {studies.data.map((study) => (
            <Table.Tr key={study.id}>
              <Table.Td>{to === 'label' ? blindName(study) : study.name}</Table.Td>
              <Table.Td>
                <Text size="sm" mb={4}>
                  {formatCount(study.counts.labeled)} of {formatCount(study.itemsDrawn)}
                </Text>
                <Progress
                  size="sm"
                  value={(100 * study.counts.labeled) / Math.max(1, study.itemsDrawn)}
                  aria-label="Labeled share"
                />
                {study.counts.waitingFor && (
                  <Text size="xs" c="dimmed" mt={4}>
                    <StudyLabelCounts studyId={study.id} counts={study.counts} />
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="end">
                <Button component={Link} href={paths[to](study.id)} variant="default" size="xs">
                  {name}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Page>
  );
}
