import { Button, FileButton, Group, Text, Title } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Redirect, useLocation } from 'wouter';
import { api } from '../../api/client.ts';
import { isDesktop } from '../../api/desktop-port.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useProject } from '../../api/queries.ts';
import { incomingStore } from '../../ui/incoming.ts';
import { keepFile } from '../../ui/keep-file.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { paths } from '../../ui/place/paths.ts';
import { chooseFile } from '../../ui/shell-commands.ts';
import classes from './home.module.css';
import { useProjectPanels } from './other-projects.tsx';
import { RecentProjects } from './recent-projects.tsx';
import { type OpenSample, SampleOpening, useOpenSample } from './sample-panel.tsx';

/** Where the app begins: at the studies of the open project, or with a file, the sample or a project to open. */
export function HomeScreen() {
  const project = useProject();
  const sample = useOpenSample();
  if (sample.isPending) return <SampleOpening />;
  if (project.isPending) return <LoadingNote label="Looking for the open project" />;
  if (project.data) return <Redirect to={paths.studies} replace />;
  return (
    <Page>
      {project.error && <ProblemNote problem={toProblem(project.error)} />}
      <StartScreen sample={sample} />
    </Page>
  );
}

/** What there is to do before a project is open: give a file, open the sample, open a project. */
function StartScreen({ sample }: { sample: OpenSample }) {
  const { asksNew, asksOpen, shown } = useProjectPanels();
  return (
    <>
      <header>
        <Title order={1} fz={28}>
          How good is the assistant, and how sure is that?
        </Title>
        <Text mt="xs" c="dimmed" maw="68ch" fz={16}>
          Assay estimates the score people would give to every conversation. It needs a few dozen labels, and
          fewer where a judge has scored them all. Every number comes with its interval. Everything stays on
          this machine.
        </Text>
      </header>
      <DropArea />
      <div className={classes.others}>
        <section>
          <Title order={2}>Just looking?</Title>
          <Text size="sm" c="dimmed">
            A ready-made example: label ten items and watch the corrected score move.
          </Text>
          <Button variant="default" onClick={() => sample.mutate(false)}>
            Open the sample project
          </Button>
        </section>
        <section>
          <Title order={2}>Been here before?</Title>
          <Text size="sm" c="dimmed">
            A project is one file with data, studies and labels.
          </Text>
          <Group gap="xs">
            <Button variant="default" {...asksOpen}>
              Open project
            </Button>
            <Button variant="subtle" {...asksNew}>
              New project
            </Button>
          </Group>
        </section>
      </div>
      {sample.error && <ProblemNote problem={toProblem(sample.error)} />}
      {shown}
      <RecentProjects currentPath={null} />
    </>
  );
}

/** Where a data file goes in. A file dropped anywhere is taken; this says so, and opens the choice of one. */
function DropArea() {
  const [, go] = useLocation();
  const sample = useMutation({
    mutationFn: () =>
      keepFile(
        () => sampleFileName,
        async (path) => api.project.sampleFile({ path }),
        async () => api.project.sampleFile({}),
      ),
  });
  return (
    <section className={classes.drop} aria-labelledby="drop-heading">
      <IconFileImport size={40} stroke={1.25} aria-hidden />
      <Title order={2} id="drop-heading">
        Drop a file of conversations here
      </Title>
      <Text size="sm" c="dimmed" maw="60ch">
        Any table (CSV, Excel, Parquet) or JSON with what users asked and the assistant said. Drop several to
        compare their systems. You see what is understood before anything is stored.
      </Text>
      <Group gap="xs" justify="center">
        {isDesktop() ? (
          <Button size="md" onClick={() => void chooseFile('import')}>
            Choose a file…
          </Button>
        ) : (
          <FileButton multiple onChange={(picked) => void incomingStore.getState().take(picked)}>
            {(props) => (
              <Button size="md" {...props}>
                Choose a file…
              </Button>
            )}
          </FileButton>
        )}
        {!isDesktop() && (
          <Button variant="subtle" onClick={() => go(paths.importData)}>
            From a folder of this machine…
          </Button>
        )}
      </Group>
      <Button variant="subtle" size="compact-sm" loading={sample.isPending} onClick={() => sample.mutate()}>
        Save a sample file to see what one looks like
      </Button>
      {sample.error && <ProblemNote problem={toProblem(sample.error)} />}
      {sample.data && (
        <Text size="sm" role="status">
          {sample.data.path === null
            ? `${sample.data.fileName} is among your downloads.`
            : `Saved to ${sample.data.path}.`}
        </Text>
      )}
    </section>
  );
}

const sampleFileName = 'sample-conversations.csv';
