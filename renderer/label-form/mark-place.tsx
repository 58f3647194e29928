import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { FailurePlace, LabelItem, Turn } from '../../shared/contract/index.ts';
import turnClasses from '../ui/conversation-view.module.css';
import { replyName, roleNames } from '../ui/conversation-view.tsx';
import { ReadText } from '../ui/markdown.tsx';
import { StepList } from '../ui/run-steps.tsx';
import { groupTurns, type RunStep } from '../ui/turn-groups.ts';
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
      {placed(conversation).map((group) =>
        'steps' in group ? (
          <MarkedSteps key={group.turn} {...group} onTake={(place) => take(place)} />
        ) : (
          <div key={group.turn} className={turnClasses.turn} data-role={group.said.role}>
            <div className={turnClasses.role}>{roleNames[group.said.role] ?? group.said.role}</div>
            {replies.length === 0 && group.said.role === 'assistant' ? (
              words(group.turn, group.said.content, `Turn ${group.turn + 1}`)
            ) : (
              <ReadText text={group.said.content} />
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

/** Turns and runs of steps, each with the place in the conversation where it begins. */
function placed(
  turns: readonly Turn[],
): ({ turn: number; said: Turn } | { turn: number; steps: readonly RunStep[] })[] {
  let turn = 0;
  return groupTurns(turns).map((group) => {
    const at = turn;
    if ('turn' in group) {
      turn += 1;
      return { turn: at, said: group.turn };
    }
    for (const { call, results } of group.steps) turn += (call === null ? 0 : 1) + results.length;
    return { turn: at, steps: group.steps };
  });
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
