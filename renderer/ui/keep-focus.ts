/**
 * A button that is at work is disabled, which takes the focus from it and leaves the keyboard nowhere. It has it back once it can be
 * pressed again, unless the focus went elsewhere meanwhile.
 *
 * @returns ends it
 */
export function keepFocus(): () => void {
  let last: EventTarget | null = null;
  const note = ({ target }: FocusEvent) => {
    last = target;
  };
  const enabled = new MutationObserver((changes) => {
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (!isNowhere || !(last instanceof HTMLElement) || last.matches(':disabled')) return;
    if (changes.some(({ target }) => target === last)) last.focus({ preventScroll: true });
  });
  document.addEventListener('focusin', note);
  enabled.observe(document, { subtree: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', note);
    enabled.disconnect();
  };
}
