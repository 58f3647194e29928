import { type RefObject, useEffect, useState } from 'react';
import { toggleWholePrompt, useWholePrompt } from '../ui/text-switches.ts';
import classes from './work-screen.module.css';

/**
 * What the text at the top of the view answers: the last thing that a person asked above it. Null where a person asks something in the
 * view itself, for a reply under it answers that.
 */
function promptAbove(pane: HTMLElement): string | null {
  const { top, bottom } = pane.getBoundingClientRect();
  const asked = [...pane.querySelectorAll<HTMLElement>('[data-role="user"]')];
  const inView = asked.some((turn) => {
    const place = turn.getBoundingClientRect();
    return place.bottom > top && place.top < bottom;
  });
  const above = asked.filter((turn) => turn.getBoundingClientRect().bottom <= top);
  const said = inView ? undefined : above.at(-1)?.lastElementChild;
  return said instanceof HTMLElement ? said.innerText : null;
}

interface PinnedPromptProps {
  pane: RefObject<HTMLElement | null>;
  /** The item on screen. */
  itemRef: string;
}

/** What a reply answers, over a reply so long that the question has left the view. */
export function PinnedPrompt({ pane, itemRef }: PinnedPromptProps) {
  const [prompt, setPrompt] = useState<string | null>(null);
  const isWhole = useWholePrompt();
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again at each item
  useEffect(() => {
    const { current } = pane;
    if (!current) return undefined;
    const look = () => setPrompt(promptAbove(current));
    look();
    current.addEventListener('scroll', look, { passive: true });
    const sizes = new ResizeObserver(look);
    sizes.observe(current);
    return () => {
      current.removeEventListener('scroll', look);
      sizes.disconnect();
    };
  }, [pane, itemRef]);
  if (prompt === null || prompt.trim() === '') return null;
  return (
    <div className={classes.pin}>
      <button type="button" className={classes.pinned} aria-expanded={isWhole} onClick={toggleWholePrompt}>
        <span className={classes.pinnedName}>User</span>
        <span className={classes.pinnedText} data-whole={isWhole || undefined} dir="auto">
          {prompt}
        </span>
      </button>
    </div>
  );
}
