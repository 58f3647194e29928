import { Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { focusAnswer, focusReading } from '../../label-form/focus.ts';
import { PassageText } from '../../label-form/passage-text.tsx';
import { ratedReplies, takesSpan } from '../../label-form/questions.ts';
import { ReadingPane, startOf } from '../../label-form/reading-pane.tsx';
import { stepsAsked } from '../../label-form/step-questions.tsx';
import classes from '../../label-form/work-screen.module.css';
import { TextPanel } from '../../label-form/work-screen.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { MarkdownText, ReadText } from '../../ui/markdown.tsx';
import { RetryButton } from '../../ui/retry-button.tsx';
import { AnswerPanel } from './answer-panel.tsx';
import { FinishedPage } from './finished-page.tsx';
import labelClasses from './label.module.css';
import { useLabel, useLabelSession, usePanel } from './label-context.ts';
import type { LabelState } from './label-state.ts';

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
  const isPaired = useLabel(({ batch, item }) => batch?.sideBySide === true || item?.page !== undefined);
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
  if (ref === undefined) return <LoadingNote label="Opening the sample" />;
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
        <ItemReading />
      </div>
      <AnswerPanel />
    </div>
  );
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const problem = toProblem(error);
  return (
    <div className={labelClasses.finished}>
      <Stack align="flex-start" maw={560}>
        <ProblemNote problem={problem} />
        <RetryButton problem={problem} onRetry={onRetry} />
      </Stack>
    </div>
  );
}

function GuidelinesPanel() {
  const guidelines = useLabel((state) => state.batch?.guidelines ?? '');
  const setGuidelines = usePanel((state) => state.setGuidelines);
  return (
    <TextPanel kind="guidelines" buttons={[{ name: 'Hide', onClick: () => setGuidelines(false) }]}>
      {guidelines.trim() ? (
        <MarkdownText text={guidelines} hasExamples />
      ) : (
        <Text size="sm" c="dimmed">
          This study has no guidelines yet. They are written on the Setup tab.
        </Text>
      )}
    </TextPanel>
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
  const pin = {
    name: isPinned ? 'Unpin' : 'Pin for every item',
    isOn: isPinned,
    onClick: () => onPin(!isPinned),
  };
  return (
    <TextPanel kind="passage" buttons={[pin, { name: 'Hide', onClick: () => setPassage(false) }]}>
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
    </TextPanel>
  );
}

/** Where the keys of a new item go, by what its first question takes. */
const startOfItem = ({ filled: { questions } }: LabelState) => startOf(questions[0]);

function ItemReading() {
  const item = useLabel((state) => state.item);
  const ahead = useLabel((state) => state.ahead);
  const start = useLabel(startOfItem);
  const filled = useLabel((state) => state.filled);
  const asked = useLabel((state) => state.batch);
  const { write, choose } = useLabelSession().labels.getState();
  if (!item || !asked) return null;
  const steps = stepsAsked(filled, asked.failures, write);
  return (
    <ReadingPane
      {...{ item, ahead }}
      hidesReplies={asked.form.kind === 'answer'}
      rated={ratedReplies(asked, filled, choose)}
      {...{ start, steps }}
    />
  );
}
