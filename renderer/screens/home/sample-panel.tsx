import { Button, Text, Title } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { api } from '../../api/client.ts';
import { jobStore, runningJob } from '../../api/job-store.ts';
import { useOpenProject } from '../../parts/use-open-project.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { JobProgress } from '../../ui/job-progress.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';

/** Opens the sample project; with `true` from a fresh copy. */
export const useOpenSample = () => useOpenProject((reset: boolean) => api.project.openSample({ reset }));

export type OpenSample = ReturnType<typeof useOpenSample>;

interface SamplePanelProps {
  /** The sample is the project that is open. */
  isOpen: boolean;
  /** Opens the sample; `reset` starts from a fresh copy. */
  onOpen: (reset: boolean) => void;
}

/** Opens the sample; where it is open, makes it afresh. */
export function SamplePanel({ isOpen, onOpen }: SamplePanelProps) {
  if (isOpen) {
    return (
      <ConfirmButton
        question="A fresh sample replaces this one; the labels you gave in it are dropped."
        confirm="Start afresh"
        onConfirm={() => onOpen(true)}
      >
        Start the sample afresh…
      </ConfirmButton>
    );
  }
  return (
    <Button
      variant="default"
      leftSection={<IconSparkles size={18} stroke={1.75} aria-hidden />}
      onClick={() => onOpen(false)}
    >
      Sample project
    </Button>
  );
}

/** The first time takes some seconds: the sample is imported, scored and drawn like any other data. */
export function SampleOpening() {
  const job = useStore(jobStore, runningJob);
  return (
    <Page>
      <header>
        <Title order={1}>Making the sample project</Title>
        <Text c="dimmed" mt={4} maw="68ch">
          300 questions on 40 passages, answers of three systems, a lenient judge, and people's labels of
          every answer. It is imported, scored and sampled as your own data would be.
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
