import { useEffect, useRef } from 'react';
import type { LabelForm } from '../../../shared/contract/index.ts';
import { ItemView } from './item-view.tsx';
import classes from './label.module.css';
import { useLabel } from './label-context.ts';
import { ratingPoints } from './rating-points.ts';
import { ratesSides } from './sides.ts';
import { focusAnswer, focusReading } from './use-label-keys.ts';

/** Forms without one key per answer start in their field. */
const isWrittenForm = (form: LabelForm | undefined) =>
  form?.kind === 'answer' || (form?.kind === 'rating' && ratingPoints(form) === null);

/** The conversation and the replies to judge. Each new item starts with the first reply in view, ready for keys. */
export function ReadingPane() {
  const item = useLabel((state) => state.item);
  const isWritten = useLabel((state) => isWrittenForm(state.batch?.form));
  const isAnswer = useLabel((state) => state.batch?.form.kind === 'answer');
  const activeSide = useLabel((state) => (ratesSides(state.batch) ? state.side : null));
  const isPaired = useLabel((state) => state.batch?.sideBySide ?? false);
  const paneRef = useRef<HTMLElement>(null);
  const ref = item?.ref;
  useEffect(() => {
    if (ref === undefined) return;
    paneRef.current?.scrollTo({ top: 0 });
    // The replies are the only sections of the conversation.
    paneRef.current?.querySelector('section')?.scrollIntoView({ block: 'nearest' });
    if (isWritten) focusAnswer();
    else focusReading();
  }, [ref, isWritten]);
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
        <ItemView item={item} hidesReplies={isAnswer} activeSide={activeSide} />
      </div>
    </section>
  );
}
