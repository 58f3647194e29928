import { type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { LabelItem } from '../../shared/contract/index.ts';
import { ConversationView } from '../ui/conversation-view.tsx';
import { isTextField } from '../ui/key-press.ts';
import { notRated, type RatedReplies } from '../ui/rated-replies.ts';
import { useApartReplies } from '../ui/text-switches.ts';
import { isChoice } from './choices.ts';
import { focusAnswer, focusPassage, focusReading, isInFailures } from './focus.ts';
import { MarkPlace } from './mark-place.tsx';
import { endMarking, useMarking } from './marking-place.ts';
import { PinnedPrompt } from './pinned-prompt.tsx';
import formClasses from './question-form.module.css';
import { type Question, takesSpan } from './questions.ts';
import { type AskedSteps, StepQuestions } from './step-questions.tsx';
import classes from './work-screen.module.css';

/** Where the keys of a new item go. */
type KeyStart = 'reading' | 'field' | 'passage';

/** Questions that take more than a key start in their field, or in the passage that the answer is picked from. */
export function startOf(first: Question | undefined): KeyStart {
  if (!first || isChoice(first.form) || first.form.kind === 'failures') return 'reading';
  return takesSpan(first) ? 'passage' : 'field';
}

type ReadItem = Pick<LabelItem, 'ref' | 'position' | 'conversation' | 'replies' | 'rightReplies' | 'page'>;

interface ReadingPaneProps {
  item: ReadItem;
  /** The item that comes next, if it is there: it is drawn out of sight while this one is read. */
  ahead?: ReadItem | null | undefined;
  /** True where the person writes the right answer: the system's reply would suggest one. */
  hidesReplies: boolean;
  rated: RatedReplies;
  start: KeyStart;
  /** What is said of the steps of a run; null where they are not asked about. */
  steps: AskedSteps | null;
}

/** The conversation and the replies to judge. Each new item starts with the first reply in view, ready for keys. */
export function ReadingPane({ item, ahead = null, ...asked }: ReadingPaneProps) {
  const isMarking = useMarking() !== null;
  // Keys come first: what is drawn ahead gives way to them.
  const next = useDeferredValue(ahead, null);
  // What was not marked by the time the item leaves is not marked.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each item
  useEffect(() => () => endMarking(null), [item.ref]);
  return (
    <div className={classes.panes}>
      <ItemPane key={item.ref} {...{ item, isMarking }} {...asked} />
      {next !== null && next.ref !== item.ref && (
        <ItemPane
          key={next.ref}
          {...{ item: next, hidesReplies: asked.hidesReplies, start: asked.start }}
          rated={notRated}
          steps={null}
          isAhead
        />
      )}
    </div>
  );
}

type ItemPaneProps = Omit<ReadingPaneProps, 'ahead'> & { isMarking?: boolean; isAhead?: boolean };

/** One item. It keeps what is drawn of it when its turn comes. */
function ItemPane({ item, hidesReplies, rated, start, steps, isMarking, isAhead = false }: ItemPaneProps) {
  const { ref, position, rightReplies, page } = item;
  const paneRef = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isAhead) return;
    // The replies are the only sections of the conversation.
    paneRef.current?.querySelector('section')?.scrollIntoView({ block: 'nearest' });
    // Who went on to name a failure while the item before was being saved types on.
    if (isInFailures()) return;
    if (start === 'reading') focusReading();
    else if (start !== 'passage' || !focusPassage()) focusAnswer();
  }, [isAhead, start]);
  useActiveReplyInView(paneRef, isAhead ? null : rated.active);
  return (
    <section
      id={isAhead ? undefined : 'label-reading'}
      ref={paneRef}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={`Item ${position}`}
      className={classes.reading}
      data-ahead={isAhead || undefined}
      onBlur={(event) => {
        delete event.currentTarget.dataset.quiet;
      }}
    >
      <PinnedPrompt pane={paneRef} itemRef={ref} />
      <div className={classes.column} data-paired={rightReplies !== null || page !== undefined || undefined}>
        {isMarking ? (
          <MarkPlace item={item} />
        ) : (
          <StepQuestions asked={steps}>
            <ItemView {...{ item, hidesReplies, rated }} />
          </StepQuestions>
        )}
      </div>
    </section>
  );
}

/** Keeps the reply that is rated next in view, however many there are; where each scrolls alone, arrows and Page keys are for it. */
function useActiveReplyInView(pane: RefObject<HTMLElement | null>, active: number | null): void {
  const isApart = useApartReplies();
  const isBegun = useRef(false);
  useEffect(() => {
    if (active === null) return;
    const reply = pane.current?.querySelector<HTMLElement>('[data-active]');
    // An item begins at its top.
    if (isBegun.current || active > 0) reply?.scrollIntoView({ block: 'nearest' });
    isBegun.current = true;
    if (isApart && !isTextField(document.activeElement)) reply?.focus({ preventScroll: true });
  }, [pane, active, isApart]);
}

interface ItemViewProps {
  item: Pick<LabelItem, 'conversation' | 'replies' | 'rightReplies' | 'page'>;
  /** True where the person writes the right answer: the system's reply would suggest one. */
  hidesReplies: boolean;
  rated: RatedReplies;
}

/** What an item's question is about: the conversation, and the replies where they are what is judged. */
function ItemView({ item, hidesReplies, rated }: ItemViewProps) {
  const [isShown, setShown] = useState(false);
  const { conversation, replies, rightReplies, page } = item;
  if (!hidesReplies || isShown) {
    const together = page?.map((one) => one.replies);
    return <ConversationView turns={conversation} {...{ replies, rightReplies, together, rated }} />;
  }
  const prompts = replies.flatMap(({ prompt }) => (prompt === '' ? [] : [{ role: 'user', content: prompt }]));
  return (
    <>
      <ConversationView turns={[...conversation, ...prompts]} />
      {replies.length > 0 && (
        <button type="button" className={formClasses.reveal} onClick={() => setShown(true)}>
          {replies.length === 1 && !rightReplies ? 'Show the system’s reply' : 'Show the systems’ replies'}
        </button>
      )}
    </>
  );
}
