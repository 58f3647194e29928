import { Button, Group, Progress, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { Study } from '../../../shared/contract/index.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useStudies } from '../../api/queries.ts';
import { formatCount } from '../../app/format.ts';
import { StudyLabelCounts } from '../../app/label-counts.tsx';
import { paths } from '../../app/paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { methodName } from './method-names.ts';
import { systemsName } from './systems-name.ts';

const newButton = (
  <Button component={Link} href={paths.newStudy}>
    New study
  </Button>
);

export function StudiesScreen() {
  const studies = useStudies();
  return (
    <Page>
      {studies.error && <ProblemNote problem={toProblem(studies.error)} />}
      {studies.isPending && <LoadingNote label="Reading the studies" />}
      {studies.data?.length === 0 && (
        <EmptyState
          title="No study yet"
          icon={<IconFlask size={32} stroke={1.5} aria-hidden />}
          action={newButton}
        >
          A study asks one question: how does this system do on this measure? Assay draws some items, you
          label them, and the score of all items follows with its interval.
        </EmptyState>
      )}
      {studies.data && studies.data.length > 0 && (
        <>
          <PageHeader title="Studies" actions={newButton} />
          <Table highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Study</Table.Th>
                <Table.Th>Measure</Table.Th>
                <Table.Th>Method</Table.Th>
                <Table.Th w={180}>Labeled</Table.Th>
                <Table.Th w={180}>
                  <VisuallyHidden>Actions</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {studies.data.map((study) => (
                <StudyListRow key={study.id} study={study} />
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
    </Page>
  );
}

function StudyListRow({ study }: { study: Study }) {
  const share = (100 * study.counts.labeled) / Math.max(1, study.itemsDrawn);
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink href={paths.results(study.id)}>{study.name}</TextLink>
        <Text size="xs" c="dimmed">
          {systemsName(study)} on {study.datasetName}
        </Text>
      </Table.Td>
      <Table.Td>
        {study.measureName} ({study.scale.min} to {study.scale.max})
      </Table.Td>
      <Table.Td>{methodName(study.preset)}</Table.Td>
      <Table.Td>
        <Text size="sm" mb={4} className="tabular">
          {formatCount(study.counts.labeled)} of {formatCount(study.itemsDrawn)}
        </Text>
        <Progress size="sm" value={share} aria-label={`Labeled share of ${study.name}`} />
        {study.counts.waitingFor && (
          <Text size="xs" c="dimmed" mt={4}>
            <StudyLabelCounts studyId={study.id} counts={study.counts} />
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button component={Link} href={paths.label(study.id)} size="xs" variant="default">
            Label
          </Button>
          <Button component={Link} href={paths.results(study.id)} size="xs" variant="default">
            Results
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
