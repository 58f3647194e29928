import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { FailurePlace, LabelItem } from '../../shared/contract/index.ts';
import { groupTurns, type RunStep } from '../../shared/run-steps.ts';
import turnClasses from '../ui/conversation-view.module.css';
import { replyName, roleNames } from '../ui/conversation-view.tsx';
import { ReadText } from '../ui/markdown.tsx';
import { StepList } from '../ui/run-steps.tsx';
import { focusReading } from './focus.ts';
import { endMarking } from './marking-place.ts';
import { PassageText } from './passage-text.tsx';
import classes from './question-form.module.css';

type MarkedItem = Pick<LabelItem, 'conversation' | 'replies'>;

/**
 * The item as a place in it is marked: words of a reply, as they were written, or a step between two turns. Escape leaves
 * it; the arrow keys choose words as in a passage.
 */
export function MarkPlace({ item, announce }: { item: MarkedItem; announce?: (text: string) => void }) {
  const { conversation, replies } = item;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const texts = ref.current?.querySelectorAll<HTMLElement>('[data-markable]');
    // What is judged is the last that was said.
    const last = texts?.[texts.length - 1]?.querySelector<HTMLElement>('[tabindex="0"], button');
    last?.focus({ preventScroll: true });
    last?.scrollIntoView({ block: 'nearest' });
  }, []);
  const take = (place: FailurePlace | null) => {
    endMarking(place);
    // The item comes back as it is read.
    requestAnimationFrame(focusReading);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    take(null);
  };
  const words = (reply: number, text: string, name: string) => (
    <div data-markable>
      <PassageText
        id={`mark-${reply}`}
        label={`${name}: arrow keys choose a word, Shift extends, Enter marks it`}
        passage={text}
        onTake={(span) => take({ kind: 'words', reply, ...span })}
        onTaken={() => undefined}
        announce={(said) => announce?.(said)}
      />
    </div>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves it from wherever the focus is
    <div ref={ref} className={turnClasses.conversation} onKeyDown={onKeyDown}>
      <div className={classes.markHead} role="note">
        <span>Mark the words, or the step, where it first went wrong.</span>
        <button type="button" className={classes.plain} aria-keyshortcuts="Escape" onClick={() => take(null)}>
          Leave
        </button>
      </div>
      {groupTurns(conversation).map((group) =>
        'steps' in group ? (
          <MarkedSteps key={group.at} turn={group.at} steps={group.steps} onTake={(place) => take(place)} />
        ) : (
          <div key={group.at} className={turnClasses.turn} data-role={group.turn.role}>
            <div className={turnClasses.role}>{roleNames[group.turn.role] ?? group.turn.role}</div>
            {replies.length === 0 && group.turn.role === 'assistant' ? (
              words(group.at, group.turn.content, `Turn ${group.at + 1}`)
            ) : (
              <ReadText text={group.turn.content} />
            )}
          </div>
        ),
      )}
      {replies.map(({ prompt, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: replies never change order
        <div key={`reply-${index}`} className={turnClasses.exchange}>
          {prompt !== '' && (
            <div className={turnClasses.turn} data-role="user">
              <div className={turnClasses.role}>{roleNames.user}</div>
              <ReadText text={prompt} />
            </div>
          )}
          <section className={turnClasses.reply} aria-label={replyName(index, replies.length)}>
            <div className={turnClasses.role}>{replyName(index, replies.length)}</div>
            {words(index, text, replyName(index, replies.length))}
          </section>
        </div>
      ))}
    </div>
  );
}

interface MarkedStepsProps {
  turn: number;
  steps: readonly RunStep[];
  onTake: (place: FailurePlace) => void;
}

/** Steps, each with a button that marks it. */
function MarkedSteps({ turn, steps, onTake }: MarkedStepsProps) {
  return (
    <div className={classes.markSteps} data-markable>
      <StepList
        steps={steps}
        below={(step) => (
          <button
            type="button"
            className={classes.small}
            onClick={() => onTake({ kind: 'step', turn, step })}
          >
            Step {step + 1} went wrong
          </button>
        )}
      />
    </div>
  );
}
