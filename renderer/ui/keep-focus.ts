const focusable = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary';

/**
 * What has the focus may go: a button at work is disabled, and a row that is taken out goes with its button. The keyboard would then
 * be nowhere. A button has the focus back once it can be pressed again, and what stands beside a row has it in its place, unless it
 * went elsewhere meanwhile.
 *
 * @returns ends it
 */
export function keepFocus(): () => void {
  let last: EventTarget | null = null;
  const note = ({ target }: FocusEvent) => {
    last = target;
  };
  const isNowhere = () => document.activeElement === null || document.activeElement === document.body;
  const changed = new MutationObserver((changes) => {
    if (!isNowhere() || !(last instanceof HTMLElement)) return;
    const lost = last;
    if (lost.isConnected) {
      const isEnabled = changes.some(({ target }) => target === lost) && !lost.matches(':disabled');
      if (isEnabled) lost.focus({ preventScroll: true });
      return;
    }
    const removed = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)));
    if (!removed) return;
    // Whoever took it out may know better where to go.
    setTimeout(() => isNowhere() && beside(removed)?.focus());
  });
  document.addEventListener('focusin', note);
  changed.observe(document, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', note);
    changed.disconnect();
  };
}

/** The end of the row after the one that was taken out, else of the one before it. */
function beside({ nextSibling, previousSibling }: MutationRecord): HTMLElement | undefined {
  for (const row of [nextSibling, previousSibling]) {
    if (!(row instanceof HTMLElement) || !row.isConnected) continue;
    const parts = [row, ...row.querySelectorAll<HTMLElement>('*')].filter((part) => part.matches(focusable));
    if (parts.length > 0) return parts.at(-1);
  }
  return undefined;
}
