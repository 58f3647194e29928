import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { isFocusFree } from './keep-focus.ts';

const fields = 'select, input, textarea, button';

/** What had the focus last, though it may have gone since: a button that opens a part often gives its place to it. */
let last: HTMLElement | null = null;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement) last = target;
});

interface OpenedPartProps {
  /** Whether it stood there from the start, so that the focus is where the screen begins. */
  isPresent?: boolean;
  children: ReactNode;
}

/**
 * A part that a person opened by a button elsewhere. The focus goes to its first field, and back to that button when the part
 * goes: what has the focus goes with it, and keys would go nowhere. Where there is no such button any more, it is on the screen.
 */
export function OpenedPart({ isPresent = false, children }: OpenedPartProps) {
  const part = useRef<HTMLDivElement>(null);
  // Before a field inside takes the focus by itself.
  const [opener] = useState(() => last);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the time when it is opened
  useLayoutEffect(() => {
    if (!isPresent) part.current?.querySelector<HTMLElement>(fields)?.focus();
    return () => {
      // What stands there next may take the focus itself.
      setTimeout(() => {
        if (!isFocusFree()) return;
        (sameButton(opener) ?? document.querySelector('main'))?.focus();
      });
    };
  }, []);
  return <div ref={part}>{children}</div>;
}

/** The button, or the one that was put in its place since. */
function sameButton(opener: HTMLElement | null): HTMLElement | undefined {
  if (opener === null || !opener.matches('button')) return undefined;
  if (opener.isConnected) return opener;
  const nameOf = (button: HTMLElement) => button.getAttribute('aria-label') ?? button.textContent;
  const wanted = nameOf(opener);
  return [...document.querySelectorAll('button')].find((button) => nameOf(button) === wanted);
}
