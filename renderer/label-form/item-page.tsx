import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { LabelAnswer, LabelBatch, LabelItem, Span } from '../../shared/contract/index.ts';
import { defaultBindings, type FailureAction } from '../ui/key-bindings.ts';
import { keyPlace } from '../ui/key-press.ts';
import { MarkdownText, ReadText } from '../ui/markdown.tsx';
import { enlargePicture } from '../ui/picture-view.tsx';
import {
  toggleApartReplies,
  toggleOwnWords,
  toggleRawTexts,
  toggleWholePrompt,
  useApartReplies,
  useOwnWords,
  useRawTexts,
} from '../ui/text-switches.ts';
import { isChoice } from './choices.ts';
import { nothingText } from './failure-coding.ts';
import { markPlace } from './failure-question.tsx';
import {
  focusAnswer,
  focusCorrection,
  focusFailures,
  focusPassage,
  focusQuestion,
  focusReading,
  focusSteps,
} from './focus.ts';
import type { FormState } from './form-state.ts';
import { type PageKeyAct, pageKey } from './page-keys.ts';
import { PassageText } from './passage-text.tsx';
import { type FormActions, QuestionForm } from './question-form.tsx';
import { type AskedForm, failuresAt, ratedReplies, takesSpan } from './questions.ts';
import { ReadingPane, startOf } from './reading-pane.tsx';
import { SkipPanel } from './skip-panel.tsx';
import { stepsAsked } from './step-questions.tsx';
import type { DraftStanding, SendVerb } from './words.ts';
import { givenWords, skippedWords } from './words.ts';
import classes from './work-screen.module.css';
import { ActionGrid, TextPanel } from './work-screen.tsx';

export type ShownItem = Omit<LabelItem, 'current' | 'draft' | 'note' | 'flagged'>;

/** What can be done with an item. */
export interface ItemActions {
  readonly form: Omit<FormActions, 'pick'>;
  takeSpan(span: Span): void;
  /** Passes the item over. */
  skip(reason: string): void;
  move(step: 1 | -1): void;
  /** Whether the item can be answered now; else says that what was pressed is not taken. Where nothing is waited for there is none. */
  mayTake?(): boolean;
}

interface ItemPageProps {
  asked: Pick<LabelBatch, 'question' | 'guidelines' | 'form' | 'fields' | 'sideBySide' | 'failures'> &
    Pick<AskedForm, 'madeBefore'>;
  item: ShownItem;
  /** How many items there are; null where nobody can say. */
  items: number | null;
  /** Whether none comes before it. */
  isFirst: boolean;
  filled: FormState;
  /** What was said of it before. */
  answer: LabelAnswer | null;
  /** Reasons for a skip that are offered. */
  reasons: readonly string[];
  draft: DraftStanding;
  verb: SendVerb;
  isSaving?: boolean;
  /** What is waited for, below the answers. */
  waits?: ReactNode;
  actions: ItemActions;
  /** Tells screen readers what happened. */
  announce: (text: string) => void;
}

/** Which texts are open beside the items; they stay so from item to item. */
export interface OpenTexts {
  readonly passage: boolean;
  readonly guidelines: boolean;
}

interface OpenedProps {
  opened: OpenTexts;
  onOpen: (opened: OpenTexts) => void;
}

/** One item, what is asked of it, and the ways on: the label screen, as far as a page can have it. */
export function ItemPage(props: ItemPageProps & OpenedProps) {
  const { asked, item, items, isFirst, filled, answer, reasons, actions, announce, opened, onOpen } = props;
  const hidesReplies = asked.form.kind === 'answer';
  const hasPassage = item.passage !== null && item.passage !== '';
  const [isSkipping, setSkipping] = useState(false);
  const toggle = (part: keyof OpenTexts) => onOpen({ ...opened, [part]: !opened[part] });
  const closeSkip = () => {
    setSkipping(false);
    focusReading();
  };
  const skip = (reason: string) => {
    closeSkip();
    announce(skippedWords(item.position, reason));
    actions.skip(reason);
  };
  // An item that is about to give way to the next asks for no reason: its keys would be for that.
  const toggleSkip = () => {
    if (isSkipping) closeSkip();
    else if (actions.mayTake?.() !== false) setSkipping(true);
  };
  const pick = () => {
    // The next key is for the passage, however soon it comes.
    flushSync(() => onOpen({ ...opened, passage: true }));
    focusPassage();
  };
  usePageKeys((event) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, repeat, target } = event;
    const press = { key, shiftKey, ctrlKey, metaKey, altKey, repeat, place: keyPlace(target) };
    const isGuided = opened.guidelines;
    const meant = pageKey(press, { asked, filled, answer, isSkipping, isGuided }, defaultBindings);
    // Escape in a field leaves the field alone; else it closes what is open.
    const isOnPage = press.place !== 'text' && !isSkipping && isGuided;
    const leave = isOnPage ? () => toggle('guidelines') : closeSkip;
    const ways = { toggle, pick, toggleSkip, leave, failures: failureWays(props, announce) };
    if (meant) performOnPage(meant, actions, ways);
    return meant !== null;
  });
  return (
    <div
      className={classes.body}
      data-passage={(hasPassage && opened.passage) || undefined}
      data-guidelines={opened.guidelines || undefined}
      data-paired={asked.sideBySide || item.page !== undefined || undefined}
    >
      <div className={classes.left}>
        {opened.guidelines && (
          <TextPanel kind="guidelines" buttons={[{ name: 'Hide', onClick: () => toggle('guidelines') }]}>
            {asked.guidelines === '' ? (
              <p className={classes.place}>These items came without guidelines.</p>
            ) : (
              <MarkdownText text={asked.guidelines} hasExamples />
            )}
          </TextPanel>
        )}
        {hasPassage && opened.passage && (
          <TextPanel kind="passage" buttons={[{ name: 'Hide', onClick: () => toggle('passage') }]}>
            <Passage {...{ item, filled, actions, announce }} />
          </TextPanel>
        )}
        <ReadingPane
          item={item}
          hidesReplies={hidesReplies}
          rated={ratedReplies(asked, filled, actions.form.choose)}
          start={startOf(filled.questions[0])}
          steps={stepsAsked(filled, asked.failures, actions.form.write)}
        />
      </div>
      <aside className={classes.answer} aria-label="Question">
        <div>
          <p className={classes.place}>
            Item {item.position}
            {items !== null && ` of ${items}`}
          </p>
          <h1 className={classes.question} dir="auto">
            {asked.question}
          </h1>
        </div>
        {answer !== null && (
          <p className={classes.review} dir="auto">
            {givenWords(answer)}
          </p>
        )}
        {isSkipping ? (
          <SkipPanel
            reasons={reasons}
            chosen={answer?.kind === 'skip' ? answer.reason : null}
            onSkip={skip}
            onClose={closeSkip}
          />
        ) : (
          <PageForm {...props} pick={pick} />
        )}
        {!isSkipping && (
          <PageActionGrid
            {...{ actions, isFirst, opened, hasPassage }}
            isPair={item.rightReplies !== null}
            hasColumns={item.rightReplies !== null || item.page !== undefined}
            ways={{ toggle, toggleSkip }}
          />
        )}
        {props.waits}
      </aside>
    </div>
  );
}

type PassageProps = Pick<ItemPageProps, 'item' | 'filled' | 'actions' | 'announce'>;

/** The passage, to be read, or to pick a piece of it. */
function Passage({ item, filled: { questions }, actions, announce }: PassageProps) {
  const isWritten = questions[0] !== undefined && !isChoice(questions[0].form);
  const passage = item.passage ?? '';
  if (!questions.some(takesSpan)) return <ReadText text={passage} />;
  return (
    <PassageText
      passage={passage}
      onTake={actions.takeSpan}
      onTaken={() => (isWritten ? focusAnswer() : focusReading())}
      announce={announce}
    />
  );
}

function PageForm(props: ItemPageProps & { pick: () => void }) {
  const { asked, item, filled, verb, draft, isSaving = false, actions, pick } = props;
  return (
    <QuestionForm
      asked={asked}
      form={filled}
      keys={defaultBindings}
      verb={verb}
      draft={draft}
      isSaving={isSaving}
      hasPassage={item.passage !== null}
      item={item}
      actions={{ ...actions.form, pick }}
    />
  );
}

interface PageActionGridProps {
  actions: ItemActions;
  isFirst: boolean;
  opened: OpenTexts;
  hasPassage: boolean;
  /** Whether two replies stand side by side. */
  isPair: boolean;
  hasColumns: boolean;
  ways: Pick<PageWays, 'toggle' | 'toggleSkip'>;
}

function PageActionGrid({
  actions,
  isFirst,
  opened,
  hasPassage,
  isPair,
  hasColumns,
  ways,
}: PageActionGridProps) {
  const isRaw = useRawTexts();
  const areWordsShown = useOwnWords();
  const isApart = useApartReplies();
  const { skip, passage, guidelines, raw, words, apart, back, forward } = defaultBindings;
  const shown = [
    { name: 'Skip…', key: skip, isOn: false, run: ways.toggleSkip },
    ...(hasPassage
      ? [{ name: 'Passage', key: passage, isOn: opened.passage, run: () => ways.toggle('passage') }]
      : []),
    { name: 'Guidelines', key: guidelines, isOn: opened.guidelines, run: () => ways.toggle('guidelines') },
    { name: 'Raw texts', key: raw, isOn: isRaw, run: toggleRawTexts },
    ...(isPair ? [{ name: 'Differences', key: words, isOn: areWordsShown, run: toggleOwnWords }] : []),
    ...(hasColumns
      ? [{ name: 'Scroll apart', key: apart, isOn: isApart, forColumns: true, run: toggleApartReplies }]
      : []),
    { name: 'Back', key: back, disabled: isFirst, run: () => actions.move(-1) },
    { name: 'Forward', key: forward, run: () => actions.move(1) },
  ];
  return <ActionGrid actions={shown} />;
}

interface PageWays {
  toggle: (part: 'passage' | 'guidelines') => void;
  pick: () => void;
  toggleSkip: () => void;
  /** Goes back from a field, or from the reasons to skip. */
  leave: () => void;
  /** What keys do to the question what went wrong. */
  failures: Readonly<Record<FailureAction, () => void>>;
}

const failureWays = (
  { asked: { failures }, filled, actions }: ItemPageProps,
  announce: (text: string) => void,
): PageWays['failures'] => {
  const index = failuresAt(filled.questions) ?? 0;
  return {
    failures: focusFailures,
    nothing: () => {
      actions.form.give(index, nothingText(failures, filled.texts[index]));
      announce('Nothing wrong.');
    },
    place: () =>
      markPlace({
        index,
        text: filled.texts[index] ?? '',
        failures,
        actions: actions.form,
      }),
  };
};

function performOnPage(
  meant: PageKeyAct,
  { form, move }: ItemActions,
  { toggle, pick, toggleSkip, leave, failures }: PageWays,
): void {
  switch (meant.act) {
    case 'give':
      form.give(meant.question, meant.text);
      break;
    case 'choose':
      form.choose(meant.question);
      if (meant.isEntered) focusQuestion(meant.question);
      break;
    case 'send':
      form.send();
      break;
    case 'move':
      move(meant.step);
      break;
    case 'skip':
      toggleSkip();
      break;
    case 'pick':
      pick();
      break;
    case 'passage':
    case 'guidelines':
      toggle(meant.act);
      break;
    case 'failures':
    case 'place':
    case 'nothing':
      failures[meant.act]();
      break;
    case 'prompt':
      toggleWholePrompt();
      break;
    case 'picture':
      enlargePicture();
      break;
    case 'words':
      toggleOwnWords();
      break;
    case 'apart':
      toggleApartReplies();
      break;
    case 'steps':
      focusSteps();
      break;
    case 'correct':
      focusCorrection();
      break;
    case 'raw':
      toggleRawTexts();
      break;
    case 'write':
      focusAnswer();
      break;
    case 'leave-field':
      leave();
      break;
    case 'none':
      break;
  }
}

/** Keys of the page while an item is on it. A key that is handled goes no further. */
function usePageKeys(handle: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (latest.current(event)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
