import { Button, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { ValidationView } from '../../../shared/contract/index.ts';
import { plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { QualificationForm, useQualification } from '../../parts/qualification/qualification-form.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { keyPlace } from '../../ui/key-press.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { ReadText } from '../../ui/markdown.tsx';
import { Page } from '../../ui/page.tsx';
import { paths } from '../../ui/place/paths.ts';
import { type Stretch, stretchOf, type WordRange, wordsIn } from '../../ui/words.ts';
import { QuestionPanel } from './question-panel.tsx';
import { SpanPicker } from './span-picker.tsx';
import { useValidation } from './use-validation.ts';
import classes from './validation.module.css';
import { ValidationBar } from './validation-bar.tsx';
import { validationKey } from './validation-keys.ts';
import { announcement, ownVerdictWords } from './verdict-words.ts';

/** One conversation after the other: its passage on the left, its questions one by one on the right. */
export function ValidateScreen({ runId }: { runId: number | null }) {
  const validation = useValidation(runId);
  const { next, view } = validation;
  if (view) return <ConversationScreen key={view.ref} view={view} validation={validation} />;
  const toQualify = next.data?.toQualify ?? null;
  if (toQualify !== null) return <ToQualify runId={toQualify} onPassed={() => void next.refetch()} />;
  return (
    <Page>
      {next.error && <ProblemNote problem={toProblem(next.error)} />}
      {next.isPending && <LoadingNote label="Looking for a conversation" />}
      {next.data && (
        <EmptyState
          title="Nothing is left for you"
          action={
            <Button component={Link} href={paths.validation}>
              Back to Validation
            </Button>
          }
        >
          {next.data.finished === 0
            ? 'No conversation is open to you: each has its validators, or you asked its questions.'
            : `You validated ${plural(next.data.finished, 'conversation')}. The rest has its validators, or you asked its questions.`}
        </EmptyState>
      )}
    </Page>
  );
}

/** What stands before the conversations of a run. */
function ToQualify({ runId, onPassed }: { runId: number; onPassed: () => void }) {
  const { data: asked, error } = useQualification({ runId, role: 'validate' });
  return (
    <Page>
      {error && <ProblemNote problem={toProblem(error)} />}
      {asked && <QualificationForm before={{ runId, role: 'validate' }} {...{ asked, onPassed }} />}
    </Page>
  );
}

interface ConversationScreenProps {
  view: ValidationView;
  validation: ReturnType<typeof useValidation>;
}

/** A conversation with the question at hand. */
function ConversationScreen({ view, validation }: ConversationScreenProps) {
  const { next, act, isSaving, error } = validation;
  const { phase, passage, current } = view;
  const words = useMemo(() => wordsIn(passage), [passage]);
  const [range, setRange] = useState<WordRange>({ anchor: 0, focus: 0 });
  const span = words.length > 0 ? stretchOf(words, range) : null;
  const take = () => span && act({ kind: 'step', step: { say: 'span', ...span } });
  const onKeyDown = (event: KeyboardEvent) => {
    validation.touch();
    if (event.defaultPrevented) return;
    const { key, shiftKey, ctrlKey, metaKey, altKey, repeat, target } = event;
    const press = { key, shiftKey, ctrlKey, metaKey, altKey, repeat, place: keyPlace(target) };
    const meant = validationKey(press, view);
    if (!meant) return;
    act(meant);
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of one letter work only while the focus is in here
    <div className={classes.screen} tabIndex={-1} onKeyDown={onKeyDown} onPointerMove={validation.touch}>
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
              <Text fw={600}>
                {view.history.length > 0 ? 'The next question has another passage' : 'Read the passage first'}
              </Text>
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
          {phase === 'done' && <DonePanel onGoOn={() => void validation.goOn()} />}
          {error && (
            <Stack gap="xs" mt="md">
              <ProblemNote problem={toProblem(error)} />
              <Button size="compact-sm" variant="default" onClick={validation.retry}>
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

/** The end of a conversation; nothing moves on before the annotator says so, and undo still works. */
function DonePanel({ onGoOn }: { onGoOn: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <Stack gap="md">
      <Title order={1} size="h2">
        This conversation is done
      </Title>
      <Text size="sm">Every verdict is stored. The last step can still be taken back.</Text>
      <Button ref={button} onClick={onGoOn} rightSection={<KeyHint name="Enter" />}>
        Go on
      </Button>
    </Stack>
  );
}

/** The conversation so far, for questions that follow on it. */
function EarlierTurns({ history }: { history: ValidationView['history'] }) {
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest turn comes into view when there is one more
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [history.length]);
  if (history.length === 0) return null;
  return (
    <section
      ref={box}
      className={classes.earlier}
      aria-labelledby="earlier-turns"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <Title order={2} size="h4" id="earlier-turns" className={classes.earlierTitle}>
        Earlier in the conversation
      </Title>
      <ol className={classes.turns}>
        {history.map(({ question, answer, verdict }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns are never moved
          <li key={i} dir="auto">
            <Text size="sm" fw={600}>
              {question}
            </Text>
            <ReadText text={answer} />
            {verdict && (
              <Text size="xs" c="dimmed">
                {ownVerdictWords(verdict)}
              </Text>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface PassagePaneProps {
  view: ValidationView;
  words: readonly Stretch[];
  range: WordRange;
  onRange: (range: WordRange) => void;
  onTake: () => void;
}

/** The passage, in which the right answer is selected where the given one is incorrect. */
function PassagePane({ view, words, range, onRange, onTake }: PassagePaneProps) {
  const { phase, title, passage } = view;
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    if (phase === 'passage') pane.current?.focus({ preventScroll: true });
  }, [phase]);
  const isPicking = phase === 'span' && words.length > 0;
  return (
    <section
      ref={pane}
      className={classes.passage}
      aria-label="Passage"
      // While words are picked the list of words takes the focus; else the region that scrolls must be reachable.
      tabIndex={isPicking ? undefined : 0}
    >
      <div className={classes.column}>
        <Text size="xs" c="dimmed">
          Passage
        </Text>
        {title !== '' && (
          <Title order={2} mb="xs" dir="auto">
            {title}
          </Title>
        )}
        {isPicking ? (
          <SpanPicker passage={passage} words={words} range={range} onChange={onRange} onTake={onTake} />
        ) : (
          <ReadText text={passage} />
        )}
      </div>
    </section>
  );
}
