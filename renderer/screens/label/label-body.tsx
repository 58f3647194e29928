import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { PassageText } from '../../label-form/passage-text.tsx';
import { takesSpan } from '../../label-form/questions.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { MarkdownText, ReadText } from '../../ui/markdown.tsx';
import { AnswerPanel } from './answer-panel.tsx';
import { FinishedPage } from './finished-page.tsx';
import classes from './label.module.css';
import { useLabel, useLabelSession, usePanel } from './label-context.ts';
import { ReadingPane } from './reading-pane.tsx';
import { focusAnswer, focusReading } from './use-label-keys.ts';

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
  const isPaired = useLabel((state) => state.batch?.sideBySide ?? false);
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
    <div
      className={classes.body}
      data-passage={(isPassageOpen && passage !== null) || undefined}
      data-guidelines={isGuidelinesOpen || undefined}
      data-paired={isPaired || undefined}
    >
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

function GuidelinesPanel() {
  const guidelines = useLabel((state) => state.batch?.guidelines ?? '');
  const setGuidelines = usePanel((state) => state.setGuidelines);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.guidelines} aria-label="Guidelines" tabIndex={0}>
      <Group justify="space-between" className={classes.panelHead}>
        <Text fw={600} size="sm">
          Guidelines
        </Text>
        <Button variant="subtle" size="compact-xs" onClick={() => setGuidelines(false)}>
          Hide
        </Button>
      </Group>
      {guidelines.trim() ? (
        <div className={classes.column}>
          <MarkdownText text={guidelines} hasExamples />
        </div>
      ) : (
        <Text size="sm" c="dimmed">
          This study has no guidelines yet. They are written on the Setup tab.
        </Text>
      )}
    </section>
  );
}

interface PassagePanelProps {
  passage: string;
  isPinned: boolean;
  onPin: (pinned: boolean) => void;
}

/** The passage that the conversation is about, beside it or above it, with its own scroll. */
function PassagePanel({ passage, isPinned, onPin }: PassagePanelProps) {
  const setPassage = usePanel((state) => state.setPassage);
  const isPickable = useLabel((state) => state.filled.questions.some(takesSpan));
  const isWritten = useLabel((state) => state.batch?.form.kind === 'answer');
  const takeSpan = useLabel((state) => state.takeSpan);
  const announce = useLabel((state) => state.announce);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.passage} aria-label="Passage" tabIndex={0}>
      <Group justify="space-between" className={classes.panelHead}>
        <Text fw={600} size="sm">
          Passage
        </Text>
        <Group gap={4}>
          <Button variant="subtle" size="compact-xs" aria-pressed={isPinned} onClick={() => onPin(!isPinned)}>
            {isPinned ? 'Unpin' : 'Pin for every item'}
          </Button>
          <Button variant="subtle" size="compact-xs" onClick={() => setPassage(false)}>
            Hide
          </Button>
        </Group>
      </Group>
      <div className={classes.column}>
        {isPickable ? (
          <PassageText
            key={passage}
            passage={passage}
            onTake={takeSpan}
            onTaken={() => (isWritten ? focusAnswer() : focusReading())}
            announce={announce}
          />
        ) : (
          <ReadText text={passage} />
        )}
      </div>
    </section>
  );
}
