import { Button, Group, Text, Title } from '@mantine/core';
import { IconFolderOpen, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { api } from '../../api/client.ts';
import { isDesktop } from '../../api/desktop-door.ts';
import { jobStore, runningJob } from '../../api/job-store.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useProject } from '../../api/queries.ts';
import { chooseFile } from '../../app/shell-commands.ts';
import { JobProgress } from '../../ui/job-progress.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { projectFileName } from '../../ui/project-file-name.ts';
import { CurrentProject } from './current-project.tsx';
import { NewProjectPanel } from './new-project-panel.tsx';
import { RecentProjects } from './recent-projects.tsx';
import { SamplePanel } from './sample-panel.tsx';
import { SaveCopyPanel } from './save-copy-panel.tsx';
import { OpenProjectPanel, StartScreen } from './start-screen.tsx';
import { useOpenProject } from './use-open-project.ts';

type PanelName = 'new' | 'open' | 'copy' | null;

export function HomeScreen() {
  const project = useProject();
  const [panel, setPanel] = useState<PanelName>(null);
  const sample = useOpenProject((reset: boolean) => api.project.openSample({ reset }));
  if (sample.isPending) return <SampleOpening />;
  if (project.isPending) return <LoadingNote label="Looking for the open project" />;
  const close = () => setPanel(null);
  // The desktop asks by the system's own dialogs; a browser cannot, and shows a panel instead.
  const toggle = (name: PanelName) => setPanel(panel === name ? null : name);
  const onNew = () => (isDesktop() ? void chooseFile('create-project', 'Untitled.assay') : toggle('new'));
  const onOpen = () => (isDesktop() ? void chooseFile('open-project') : toggle('open'));
  const onSaveCopy = (name: string) =>
    isDesktop()
      ? void chooseFile('save-copy', projectFileName(`${name} copy`) ?? undefined)
      : setPanel('copy');
  const expanded = (name: PanelName) => (isDesktop() ? undefined : panel === name);
  if (!project.data) {
    return (
      <Page>
        {project.error && <ProblemNote problem={toProblem(project.error)} />}
        <StartScreen onSample={() => sample.mutate(false)} sampleError={sample.error} />
      </Page>
    );
  }
  return (
    <Page>
      <CurrentProject
        project={project.data}
        onSaveCopy={() => onSaveCopy(project.data?.name ?? '')}
        key={project.data.path}
      />
      {panel === 'copy' && <SaveCopyPanel projectName={project.data.name} onClose={close} />}
      <section aria-labelledby="start-heading">
        <Title order={2} id="start-heading" mb="xs">
          Another project
        </Title>
        <Group gap="sm">
          <SamplePanel isOpen={project.data.isSample} onOpen={sample.mutate} />
          <Button
            variant="default"
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
            aria-expanded={expanded('new')}
            onClick={onNew}
          >
            New project
          </Button>
          <Button
            variant="default"
            leftSection={<IconFolderOpen size={18} stroke={1.75} aria-hidden />}
            aria-expanded={expanded('open')}
            onClick={onOpen}
          >
            Open project
          </Button>
          <Text size="sm" c="dimmed">
            or drop a data file or a project anywhere on this window
          </Text>
        </Group>
      </section>
      {sample.error && <ProblemNote problem={toProblem(sample.error)} />}
      {panel === 'new' && <NewProjectPanel onClose={close} />}
      {panel === 'open' && <OpenProjectPanel onClose={close} />}
      <RecentProjects currentPath={project.data.path} />
    </Page>
  );
}

/** The first time takes some seconds: the sample is imported, scored and drawn like any other data. */
function SampleOpening() {
  const job = useStore(jobStore, runningJob);
  return (
    <Page>
      <header>
        <Title order={1}>Making the sample project</Title>
        <Text c="dimmed" mt={4} maw="68ch">
          300 questions about 40 passages, three systems that answered them, a lenient judge, and what people
          said about every answer. It is imported, scored and drawn like your own data would be.
        </Text>
      </header>
      {job ? (
        <Panel>
          <JobProgress job={job} key={job.id} />
        </Panel>
      ) : (
        <LoadingNote label="Opening" />
      )}
    </Page>
  );
}
