import { Title } from '@mantine/core';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useMustChoose } from '../../api/annotators.ts';
import { useProject } from '../../api/queries.ts';
import { ChooseAnnotator } from '../../app/choose-annotator.tsx';
import { sessionStore } from '../../app/session-store.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import classes from './label.module.css';
import type { LabelSubject } from './label-context.ts';
import { LabelScreen } from './label-screen.tsx';

interface LabelStartProps {
  subject: LabelSubject;
  /** The item to begin with, where a link names one. */
  firstRef?: string | undefined;
}

/** Labeling begins with who labels, where several people could; another person gets a screen of their own. */
export function LabelStart({ subject, firstRef }: LabelStartProps) {
  const mustChoose = useMustChoose();
  const { data: project } = useProject();
  const turn = useStore(sessionStore, (state) => state.annotatorTurn);
  useEffect(() => {
    if (mustChoose === false && project) sessionStore.getState().beginLabeling(project.path);
  }, [mustChoose, project]);
  if (mustChoose === undefined) return <LoadingNote label="Opening the sample" />;
  if (!mustChoose) return <LabelScreen key={turn} subject={subject} firstRef={firstRef} />;
  return (
    <div className={classes.finished}>
      <div style={{ width: 'min(100%, 420px)' }}>
        <Title order={1} size="h2" mb="md">
          Who is labeling?
        </Title>
        <ChooseAnnotator />
      </div>
    </div>
  );
}
