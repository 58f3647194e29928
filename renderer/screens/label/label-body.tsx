import { Button, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { AnswerPanel } from './answer-panel.tsx';
import { FinishedPage } from './finished-page.tsx';
import { GuidelinesPanel } from './guidelines-panel.tsx';
import classes from './label.module.css';
import { useLabel, useLabelSession, usePanel } from './label-context.ts';
import { PassagePanel } from './passage-panel.tsx';
import { ReadingPane } from './reading-pane.tsx';

interface LabelBodyProps {
  isPassagePinned: boolean;
  onPinPassage: (pinned: boolean) => void;
}

export function LabelBody({ isPassagePinned, onPinPassage }: LabelBodyProps) {
  const { labels, panels } = useLabelSession();
  const phase = useLabel((state) => state.phase);
  const ref = useLabel((state) => state.item?.ref);
  const passage = useLabel((state) => state.item?.passage ?? null);
  const missing = useLabel((state) => state.missing);
  const openError = useLabel((state) => state.openError);
  const isPassageOpen = usePanel((state) => state.passage);
  const isGuidelinesOpen = usePanel((state) => state.guidelines);

  // A new item starts with its own panels: nothing half done from the one before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each item
  useEffect(() => {
    panels.getState().closeSide();
    panels.getState().setPassage(isPassagePinned);
  }, [panels, ref, isPassagePinned]);

  if (phase === 'closed') {
    return <Failure error={openError} onRetry={() => void labels.getState().open()} />;
  }
  if (missing) {
    return <Failure error={missing.error} onRetry={() => void labels.getState().show(missing.ref)} />;
  }
  if (phase === 'finished') return <FinishedPage />;
  if (ref === undefined) return <LoadingNote label="Opening the batch" />;
  return (
    <div className={classes.body} data-passage={(isPassageOpen && passage !== null) || undefined}>
      <div className={classes.left}>
        {isGuidelinesOpen && <GuidelinesPanel />}
        {isPassageOpen && passage !== null && (
          <PassagePanel passage={passage} isPinned={isPassagePinned} onPin={onPinPassage} />
        )}
        <ReadingPane />
      </div>
      <AnswerPanel />
    </div>
  );
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={classes.finished}>
      <Stack align="flex-start" maw={560}>
        <ProblemNote problem={toProblem(error)} />
        <Button onClick={onRetry}>Try again</Button>
      </Stack>
    </div>
  );
}
