import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useChangeSettings, useSettings } from '../../api/queries.ts';
import { focusReading } from '../../label-form/focus.ts';
import { draftWords } from '../../label-form/form-state.ts';
import { type FormActions, QuestionForm } from '../../label-form/question-form.tsx';
import { textsOf } from '../../label-form/questions.ts';
import { SkipPanel } from '../../label-form/skip-panel.tsx';
import { standardReasons, withReason } from '../../label-form/skip-reasons.ts';
import { staleAnswer } from '../../label-form/stale-answer.ts';
import { WaitNote } from '../../label-form/wait-note.tsx';
import classes from '../../label-form/work-screen.module.css';
import { ActionGrid } from '../../label-form/work-screen.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { SaveProblem } from '../../ui/stale-note.tsx';
import {
  toggleApartReplies,
  toggleOwnWords,
  toggleRawTexts,
  useApartReplies,
  useOwnWords,
  useRawTexts,
} from '../../ui/text-switches.ts';
import labelClasses from './label.module.css';
import { toggleItemPanel, useKeyBindings, useLabel, useLabelSession, usePanel } from './label-context.ts';
import type { LabelState } from './label-state.ts';
import { notSavedWords, reviewWords } from './label-words.ts';
import { NotePanel } from './note-panel.tsx';
import { openPassage } from './use-label-keys.ts';

/** The question, the ways to answer it, and what else can be done with the item. */
export function AnswerPanel() {
  const question = useLabel((state) => state.batch?.question ?? '');
  const practiceRound = useLabel((state) => state.batch?.practiceRound ?? null);
  const ref = useLabel((state) => state.item?.ref);
  const position = useLabel((state) => state.item?.position);
  const total = useLabel((state) => state.items.length);
  const actionError = useLabel((state) => state.actionError);
  const side = usePanel((state) => state.side);
  if (ref === undefined) return null;
  return (
    <aside className={classes.answer} aria-label="Question">
      <div>
        {practiceRound !== null && (
          <Text size="xs" fw={600}>
            Practice round {practiceRound}
          </Text>
        )}
        <p className={classes.place}>
          Item {position} of {total}
        </p>
        <h1 className={classes.question} dir="auto">
          {question}
        </h1>
      </div>
      <ReviewNote />
      {side === 'skip' ? <SkipItem key={ref} /> : <ItemForm />}
      <SaveFailed />
      {side === 'note' && <NotePanel key={ref} itemRef={ref} />}
      <StaleTextNote />
      {actionError && (
        <Alert color="orange" role="alert" title={`Could not ${actionError.action}`}>
          {toProblem(actionError.error).message}
        </Alert>
      )}
      {side !== 'skip' && <ItemActions />}
      <ItemWaits />
    </aside>
  );
}

function ItemWaits() {
  const saving = useLabel((state) => state.saving !== null);
  const coming = useLabel((state) => state.coming);
  const untaken = useLabel((state) => state.untaken);
  return <WaitNote waitsFor={saving ? 'saving' : coming ? 'coming' : null} untaken={untaken} />;
}

const noReasons: readonly string[] = [];

/** Skips the item; reasons of one's own are offered again the next time. */
function SkipItem() {
  const submit = useLabel((state) => state.submit);
  const current = useLabel((state) => state.item?.current ?? null);
  const close = usePanel((state) => state.closeSide);
  const own = useSettings().data?.skipReasons ?? noReasons;
  const changeSettings = useChangeSettings();
  const reasons = useMemo(() => [...standardReasons, ...own], [own]);
  const skip = (reason: string) => {
    void changeSettings(({ skipReasons }) => ({ skipReasons: withReason(skipReasons, reason) }));
    close();
    focusReading();
    void submit({ kind: 'skip', reason });
  };
  return (
    <SkipPanel
      reasons={reasons}
      chosen={current?.kind === 'skip' ? current.reason : null}
      onSkip={skip}
      onClose={() => {
        close();
        focusReading();
      }}
    />
  );
}

/** An answer that did not reach the disk. It stays until it is saved or given up. */
function SaveFailed() {
  const failed = useLabel((state) => state.failed);
  const form = useLabel((state) => state.batch?.form);
  const retry = useLabel((state) => state.retry);
  const discard = useLabel((state) => state.discardFailed);
  if (!failed || !form) return null;
  const stale = staleAnswer(failed.error, failed.answer, form);
  if (stale) {
    return (
      <Alert color="orange" role="alert" title={stale.words}>
        <Group gap="xs">
          <Button size="compact-sm" autoFocus onClick={discard}>
            {stale.keep}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => void retry()}>
            {stale.take}
          </Button>
        </Group>
      </Alert>
    );
  }
  return (
    <Stack gap="xs">
      <ProblemNote problem={toProblem(failed.error)} />
      <Text size="sm">{notSavedWords(failed.answer, form)}</Text>
      <Group gap="xs">
        <Button size="compact-sm" onClick={() => void retry()} rightSection={<KeyHint name="Enter" />}>
          Try again
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={discard}>
          Discard this answer
        </Button>
      </Group>
    </Stack>
  );
}

/** A note or draft that another window wrote meanwhile, and the way on. */
function StaleTextNote() {
  const staleText = useLabel((state) => state.staleText);
  const loadTheirs = useLabel((state) => state.loadTheirs);
  const saveMine = useLabel((state) => state.saveMine);
  const version = useRef<string | undefined>(undefined);
  if (!staleText) return null;
  return (
    <SaveProblem
      error={staleText.error}
      version={version}
      onLoad={() => void loadTheirs()}
      onSave={() => void saveMine()}
      words={(field, value) => (field === 'draft' ? draftWords(String(value)) || 'nothing' : undefined)}
    />
  );
}

/** Says that the item on screen was answered before, and leads back to the one whose turn it is. */
function ReviewNote() {
  const current = useLabel((state) => state.item?.current ?? null);
  const takenBack = useLabel((state) => state.takenBack);
  const isElsewhere = useLabel((state) => state.item?.ref !== state.next);
  const hasNext = useLabel((state) => state.next !== null);
  const isSnoozed = useLabel(
    (state) => state.items.find((one) => one.ref === state.item?.ref)?.state === 'later',
  );
  const isPractice = useLabel((state) => state.batch?.practiceRound != null);
  const form = useLabel((state) => state.batch?.form);
  const advance = useLabel((state) => state.advance);
  const words = form && reviewWords({ current, takenBack, isElsewhere, isSnoozed, isPractice }, form);
  if (!words) return null;
  return (
    <div className={classes.review}>
      <span dir="auto">{words}</span>
      {isElsewhere && (
        <Button
          size="compact-sm"
          variant="subtle"
          className={labelClasses.fixed}
          onClick={() => void advance()}
          rightSection={<KeyHint name="Enter" />}
        >
          {hasNext ? 'Next' : 'Finish'}
        </Button>
      )}
    </div>
  );
}

/** What a single question shows as given: the answer on its way, the one that failed, else the stored one. */
function chosenText({ saving, failed, item, filled }: LabelState): string {
  const answer = saving?.answer ?? failed?.answer ?? item?.current ?? null;
  return textsOf(filled.questions, answer)[0] ?? '';
}

/** The form of the item on screen. */
function ItemForm() {
  const { labels, panels } = useLabelSession();
  const asked = useLabel((state) => state.batch);
  const form = useLabel((state) => state.filled);
  const chosen = useLabel(chosenText);
  const draft = useLabel((state) => state.draft);
  const isSaving = useLabel((state) => state.saving !== null && state.saving.answer.kind !== 'skip');
  const hasPassage = useLabel((state) => state.item?.passage != null);
  const item = useLabel((state) => state.item ?? undefined);
  const keys = useKeyBindings();
  const actions = useMemo((): FormActions => {
    const { give, write, choose, submitForm, makeMode } = labels.getState();
    return {
      give: (question, text) => void give(question, text),
      write,
      choose,
      send: () => void submitForm(),
      make: makeMode,
      pick(question) {
        choose(question);
        openPassage(panels);
      },
    };
  }, [labels, panels]);
  if (!asked) return null;
  return <QuestionForm {...{ asked, form, keys, chosen, draft, isSaving, hasPassage, item, actions }} />;
}

/** What else can be done with the item, each with its key. */
function ItemActions() {
  const session = useLabelSession();
  const isFlagged = useLabel((state) => state.item?.flagged ?? false);
  const hasNote = useLabel((state) => (state.item?.note ?? '') !== '');
  const hasPassage = useLabel((state) => state.item?.passage != null);
  const isAnswered = useLabel((state) => state.item?.current != null);
  const isSnoozed = useLabel(
    (state) =>
      state.item?.ref !== state.next &&
      state.items.find((one) => one.ref === state.item?.ref)?.state === 'later',
  );
  const snooze = useLabel((state) => state.snooze);
  const toggleFlag = useLabel((state) => state.toggleFlag);
  const side = usePanel((state) => state.side);
  const passage = usePanel((state) => state.passage);
  const guidelines = usePanel((state) => state.guidelines);
  const { setPassage, setGuidelines } = usePanel((state) => state);
  const isRaw = useRawTexts();
  const isPair = useLabel((state) => state.item?.rightReplies != null);
  const hasColumns = useLabel(({ item }) => item?.rightReplies != null || item?.page !== undefined);
  const areWordsShown = useOwnWords();
  const isApart = useApartReplies();
  const keys = useKeyBindings();
  const actions = [
    { name: 'Skip…', key: keys.skip, isOn: side === 'skip', run: () => toggleItemPanel(session, 'skip') },
    {
      name: isSnoozed ? 'Postponed' : 'Later',
      key: keys.later,
      isOn: isSnoozed,
      disabled: isAnswered,
      run: () => void snooze(),
    },
    { name: isFlagged ? 'Flagged' : 'Flag', key: keys.flag, isOn: isFlagged, run: () => void toggleFlag() },
    {
      name: hasNote ? 'Note ✎' : 'Note',
      key: keys.note,
      isOn: side === 'note',
      run: () => toggleItemPanel(session, 'note'),
    },
    ...(hasPassage
      ? [{ name: 'Passage', key: keys.passage, isOn: passage, run: () => setPassage(!passage) }]
      : []),
    { name: 'Guidelines', key: keys.guidelines, isOn: guidelines, run: () => setGuidelines(!guidelines) },
    { name: 'Raw texts', key: keys.raw, isOn: isRaw, run: toggleRawTexts },
    ...(isPair ? [{ name: 'Differences', key: keys.words, isOn: areWordsShown, run: toggleOwnWords }] : []),
    ...(hasColumns
      ? [{ name: 'Scroll apart', key: keys.apart, isOn: isApart, forColumns: true, run: toggleApartReplies }]
      : []),
  ];
  return <ActionGrid actions={actions} />;
}
