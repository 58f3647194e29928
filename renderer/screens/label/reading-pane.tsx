import { useEffect, useRef } from 'react';
import { isChoice } from '../../label-form/choices.ts';
import { ItemView } from '../../label-form/item-view.tsx';
import { ratedReply, takesSpan } from '../../label-form/questions.ts';
import classes from './label.module.css';
import { useLabel } from './label-context.ts';
import type { LabelState } from './label-state.ts';
import { focusAnswer, focusPassage, focusReading } from './use-label-keys.ts';

/** Forms whose first question takes more than a key start in its field, or in the passage that it is picked from. */
const startsInField = ({ filled: { questions } }: LabelState) =>
  questions[0] !== undefined && !isChoice(questions[0].form);

/** The conversation and the replies to judge. Each new item starts with the first reply in view, ready for keys. */
export function ReadingPane() {
  const item = useLabel((state) => state.item);
  const isWritten = useLabel(startsInField);
  const isPicked = useLabel(
    ({ filled: { questions } }) => questions[0] !== undefined && takesSpan(questions[0]),
  );
  const isAnswer = useLabel((state) => state.batch?.form.kind === 'answer');
  const active = useLabel(({ filled }) => ratedReply(filled));
  const isPaired = useLabel((state) => state.batch?.sideBySide ?? false);
  const paneRef = useRef<HTMLElement>(null);
  const ref = item?.ref;
  useEffect(() => {
    if (ref === undefined) return;
    paneRef.current?.scrollTo({ top: 0 });
    // The replies are the only sections of the conversation.
    paneRef.current?.querySelector('section')?.scrollIntoView({ block: 'nearest' });
    if (!isWritten) focusReading();
    else if (!isPicked || !focusPassage()) focusAnswer();
  }, [ref, isWritten, isPicked]);
  if (!item) return null;
  return (
    <section
      id="label-reading"
      ref={paneRef}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={`Item ${item.position}`}
      className={classes.reading}
      onBlur={(event) => {
        delete event.currentTarget.dataset.quiet;
      }}
    >
      <div className={classes.column} key={item.ref} data-paired={isPaired || undefined}>
        <ItemView item={item} hidesReplies={isAnswer} active={isAnswer ? null : active} />
      </div>
    </section>
  );
}
