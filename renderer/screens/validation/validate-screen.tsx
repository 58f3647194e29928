import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { ValidationView } from '../../../shared/contract/index.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { plural } from '../../app/format.ts';
import { paths } from '../../app/paths.ts';
import { KeyHint } from '../../label-form/key-hint.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { stretchOf, type WordRange, wordsIn } from '../../ui/words.ts';
import { DonePanel } from './done-panel.tsx';
import { EarlierTurns } from './earlier-turns.tsx';
import { PassagePane } from './passage-pane.tsx';
import { QuestionPanel, stepOfKey } from './question-panel.tsx';
import { useValidation } from './use-validation.ts';
import classes from './validation.module.css';
import { ValidationBar } from './validation-bar.tsx';
import { announcement } from './verdict-words.ts';

/** One conversation after the other: its passage on the left, its questions one by one on the right. */
export function ValidateScreen({ runId }: { runId: number | null }) {
  const desk = useValidation(runId);
  const { next, view } = desk;
  if (view) return <Desk key={view.ref} view={view} desk={desk} />;
  return (
    <Page>
      {next.error && <ProblemNote problem={toProblem(next.error)} />}
      {next.isPending && <LoadingNote label="Looking for a conversation" />}
      {next.data && (
        <EmptyState
          title="Nothing is left to you"
          action={
            <Button component={Link} href={paths.validation}>
              Back to Validation
            </Button>
          }
        >
          {`You validated ${plural(next.data.finished, 'conversation')}. The rest has its validators, or you asked its questions.`}
        </EmptyState>
      )}
    </Page>
  );
}

const isPressable = (target: EventTarget) =>
  target instanceof Element && target.closest('button, a[href], input, [role="button"]') !== null;

function Desk({ view, desk }: { view: ValidationView; desk: ReturnType<typeof useValidation> }) {
  const { next, act, isSaving, error } = desk;
  const { phase, passage, current } = view;
  const words = useMemo(() => wordsIn(passage), [passage]);
  const [range, setRange] = useState<WordRange>({ anchor: 0, focus: 0 });
  const span = words.length > 0 ? stretchOf(words, range) : null;
  const take = () => span && act({ kind: 'step', step: { say: 'span', ...span } });
  const onKeyDown = (event: KeyboardEvent) => {
    desk.touch();
    const { key, ctrlKey, metaKey, altKey, repeat } = event;
    if (event.defaultPrevented || repeat || altKey) return;
    const isUndo = key.toLowerCase() === ((ctrlKey || metaKey) && !event.shiftKey ? 'z' : 'u');
    const step = ctrlKey || metaKey ? null : stepOfKey(phase, key);
    if (isUndo && view.undoable) act({ kind: 'undo' });
    else if (step) act({ kind: 'step', step });
    else if (key === 'Enter' && phase === 'passage' && !isPressable(event.target)) act({ kind: 'read' });
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of one letter work only while the focus is in here
    <div className={classes.screen} tabIndex={-1} onKeyDown={onKeyDown} onPointerMove={desk.touch}>
      <ValidationBar
        view={view}
        finished={next.data?.finished ?? 0}
        open={next.data?.open ?? 0}
        onUndo={() => act({ kind: 'undo' })}
      />
      <div className={classes.body}>
        <PassagePane view={view} words={words} range={range} onRange={setRange} onTake={take} />
        <aside className={classes.panel} aria-label="Question">
          {phase === 'passage' && (
            <Stack gap="md">
              <Text fw={600}>Read the passage first</Text>
              <Text size="sm">
                The questions come when you have read it. You see each question alone; its answer is shown
                when you have said that the passage answers it.
              </Text>
              <Button
                loading={isSaving}
                onClick={() => act({ kind: 'read' })}
                rightSection={<KeyHint name="Enter" />}
                aria-keyshortcuts="Enter"
              >
                I have read the passage
              </Button>
            </Stack>
          )}
          {current && (phase === 'question' || phase === 'answer' || phase === 'span') && (
            <QuestionPanel
              view={{ ...view, current }}
              phase={phase}
              isSaving={isSaving}
              selected={span ? passage.slice(span.start, span.end) : ''}
              onStep={(step) => act({ kind: 'step', step })}
              onTake={take}
            />
          )}
          {phase === 'done' && <DonePanel onGoOn={() => void desk.goOn()} />}
          {error && (
            <Stack gap="xs" mt="md">
              <ProblemNote problem={toProblem(error)} />
              <Button size="compact-sm" variant="default" onClick={desk.retry}>
                Try again
              </Button>
            </Stack>
          )}
          <EarlierTurns history={view.history} />
        </aside>
      </div>
      <VisuallyHidden role="status" aria-live="polite">
        {announcement(view)}
      </VisuallyHidden>
    </div>
  );
}
