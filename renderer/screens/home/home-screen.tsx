import { Text, Title } from '@mantine/core';
import { Redirect } from 'wouter';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useProject } from '../../api/queries.ts';
import { paths } from '../../app/paths.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { OtherProjects } from './other-projects.tsx';
import { SampleOpening, useOpenSample } from './sample-panel.tsx';

/** Where the app begins: at the studies of the open project, or with a project to open. */
export function HomeScreen() {
  const project = useProject();
  const sample = useOpenSample();
  if (sample.isPending) return <SampleOpening />;
  if (project.isPending) return <LoadingNote label="Looking for the open project" />;
  if (project.data) return <Redirect to={paths.studies} replace />;
  return (
    <Page>
      {project.error && <ProblemNote problem={toProblem(project.error)} />}
      <Welcome />
      <OtherProjects project={null} sample={sample} />
    </Page>
  );
}

function Welcome() {
  return (
    <header>
      <Title order={1} fz={28}>
        How good is the assistant, and how sure is that?
      </Title>
      <Text mt="xs" c="dimmed" maw="68ch" fz={16}>
        Assay estimates the score that people would give if they judged every conversation, from a few dozen
        labels and a score you already have. Every number comes with its interval. Everything stays on this
        machine.
      </Text>
    </header>
  );
}
