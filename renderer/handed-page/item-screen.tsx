import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isChoice } from '../label-form/choices.ts';
import { ItemView } from '../label-form/item-view.tsx';
import { defaultBindings } from '../label-form/key-bindings.ts';
import { KeyHint } from '../label-form/key-hint.tsx';
import { keyPlace } from '../label-form/key-press.ts';
import { PassageText } from '../label-form/passage-text.tsx';
import { QuestionForm } from '../label-form/question-form.tsx';
import { ratedReply, takesSpan } from '../label-form/questions.ts';
import { SkipPanel } from '../label-form/skip-panel.tsx';
import { MarkdownText, ReadText } from '../ui/markdown.tsx';
import { toggleRawTexts, useRawTexts } from '../ui/raw-texts.ts';
import { SaveButton } from './ending.tsx';
import type { HandedItem, PageBatch } from './handed-batch.ts';
import { latestAnswers, skipReasons } from './kept-answers.ts';
import { type PageKeyAct, pageKey } from './page-keys.ts';
import type { PageState } from './page-state.ts';
import { givenWords, skippedWords } from './page-words.ts';
import type { PageActions } from './use-page.ts';

interface ItemPageProps {
  batch: PageBatch;
  item: HandedItem;
  state: PageState;
  canStore: boolean;
  actions: PageActions;
  /** Tells screen readers what happened. */
  announce: (text: string) => void;
}

const focusOn = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();

/** One item, what is asked of it, and the ways on. */
export function ItemPage({ batch, item, state, canStore, actions, announce }: ItemPageProps) {
  const { content } = batch;
  const { filled, kept, savedAs } = state;
  const done = latestAnswers(kept);
  const answer = done.get(item.ref) ?? null;
  const isPicked = filled.questions.some(takesSpan);
  const isWritten = filled.questions[0] !== undefined && !isChoice(filled.questions[0].form);
  const hidesReplies = content.form.kind === 'answer';
  const [isSkipping, setSkipping] = useState(false);
  const [opened, setOpened] = useState({ passage: true, guidelines: false });
  const toggle = (part: keyof typeof opened) => setOpened({ ...opened, [part]: !opened[part] });
  const closeSkip = () => {
    setSkipping(false);
    focusOn('#item');
  };
  const skip = (reason: string) => {
    closeSkip();
    announce(skippedWords(item.position, reason));
    actions.skip(reason);
  };
  const isRaw = useRawTexts();
  const toggleSkip = () => (isSkipping ? closeSkip() : setSkipping(true));
  const pick = () => {
    // The next key is for the passage, however soon it comes.
    flushSync(() => setOpened({ ...opened, passage: true }));
    focusOn('#label-passage');
  };
  useEffect(() => {
    window.scrollTo({ top: 0 });
    focusOn(isWritten ? '[id^="label-field-"]' : '#item');
  }, [isWritten]);
  usePageKeys((event) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, repeat, target } = event;
    const press = { key, shiftKey, ctrlKey, metaKey, altKey, repeat, place: keyPlace(target) };
    const meant = pageKey(press, { asked: content, filled, answer, isSkipping }, defaultBindings);
    if (meant) performOnPage(meant, actions, { toggle, pick, toggleSkip, leave: closeSkip });
    return meant !== null;
  });
  return (
    <div className="item">
      <section aria-labelledby="item">
        <h2 id="item" tabIndex={-1}>
          Item {item.position}
        </h2>
        {item.passage !== null && item.passage !== '' && (
          <Folded title="Passage" isOpen={opened.passage} onToggle={() => toggle('passage')}>
            {isPicked ? (
              <PassageText
                passage={item.passage}
                onTake={actions.takeSpan}
                onTaken={() => focusOn(isWritten ? '[id^="label-field-"]' : '#item')}
                announce={announce}
              />
            ) : (
              <ReadText text={item.passage} />
            )}
          </Folded>
        )}
        <ItemView item={item} hidesReplies={hidesReplies} active={hidesReplies ? null : ratedReply(filled)} />
      </section>
      <section className="asked" aria-labelledby="question">
        <h2 id="question" dir="auto">
          {content.question}
        </h2>
        {isSkipping ? (
          <SkipPanel
            reasons={skipReasons(kept)}
            chosen={answer?.kind === 'skip' ? answer.reason : null}
            onSkip={skip}
            onClose={closeSkip}
          />
        ) : (
          <QuestionForm
            asked={content}
            form={filled}
            keys={defaultBindings}
            verb="Give"
            draft={kept.drafts?.[item.ref] === undefined ? 'none' : canStore ? 'saved' : 'failed'}
            isSaving={false}
            hasPassage={item.passage !== null}
            actions={{ ...actions.form, pick }}
          />
        )}
        {answer !== null && (
          <p className="soft" dir="auto">
            {givenWords(answer)}
          </p>
        )}
        {content.guidelines !== '' && (
          <Folded title="Guidelines" isOpen={opened.guidelines} onToggle={() => toggle('guidelines')}>
            <MarkdownText text={content.guidelines} hasExamples />
          </Folded>
        )}
        <div className="actions">
          <PageButton name="Back" keyName="k" disabled={state.place === 0} onClick={() => actions.move(-1)} />
          <PageButton name="Forward" keyName="j" onClick={() => actions.move(1)} />
          <PageButton name="Skip…" keyName="s" isOn={isSkipping} onClick={toggleSkip} />
          <PageButton name="Raw texts" keyName={defaultBindings.raw} isOn={isRaw} onClick={toggleRawTexts} />
          <SaveButton done={done.size} items={content.items.length} savedAs={savedAs} actions={actions} />
        </div>
      </section>
    </div>
  );
}

interface PageWays {
  toggle: (part: 'passage' | 'guidelines') => void;
  pick: () => void;
  toggleSkip: () => void;
  /** Goes back from a field, or from the reasons to skip. */
  leave: () => void;
}

function performOnPage(
  meant: PageKeyAct,
  { form, move }: PageActions,
  { toggle, pick, toggleSkip, leave }: PageWays,
): void {
  switch (meant.act) {
    case 'give':
      form.give(meant.question, meant.text);
      break;
    case 'choose':
      form.choose(meant.question);
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
    case 'raw':
      toggleRawTexts();
      break;
    case 'write':
      focusOn('[id^="label-field-"]');
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

interface PageButtonProps {
  name: string;
  keyName: string;
  disabled?: boolean;
  /** Whether what it opens is open. */
  isOn?: boolean;
  onClick: () => void;
}

const PageButton = ({ name, keyName, disabled = false, isOn, onClick }: PageButtonProps) => (
  <button type="button" disabled={disabled} aria-pressed={isOn} aria-keyshortcuts={keyName} onClick={onClick}>
    {name} <KeyHint name={keyName} />
  </button>
);

interface FoldedProps {
  title: string;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

function Folded({ title, isOpen, onToggle, children }: FoldedProps) {
  const onClick = (event: { preventDefault(): void }) => {
    event.preventDefault();
    onToggle();
  };
  return (
    <details open={isOpen}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is pressed like a button */}
      <summary onClick={onClick}>{title}</summary>
      {children}
    </details>
  );
}
