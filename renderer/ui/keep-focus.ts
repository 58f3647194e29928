const fields = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary';

/** Where something stood that was taken out. */
interface Gap {
  readonly removed: Element;
  readonly parent: Element;
  readonly before: Element | null;
  readonly after: Element | null;
}

/** What has the focus for want of anything better. */
let standIn: Element | null = null;

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

/** Whether nothing has the focus, or only what got it because the field before went: a heading of what comes next may take it. */
export const isFocusFree = (): boolean => isNowhere() || document.activeElement === standIn;

/**
 * What has the focus may go: a button at work is disabled, and a row that is taken out goes with its button. The keyboard would then
 * be nowhere. A button has the focus back once it can be pressed again; of what went, what stands there instead has it. Whatever else
 * takes the focus before the next paint keeps it, and may take it later by `isFocusFree`.
 *
 * @returns ends it
 */
export function keepFocus(): () => void {
  let last: HTMLElement | null = null;
  let gap: Gap | null = null;
  let added = new WeakSet<Node>();
  let isAwaited = false;
  const note = ({ target }: FocusEvent) => {
    last = target instanceof HTMLElement ? target : null;
    gap = null;
    added = new WeakSet();
  };
  const look = () => {
    isAwaited = false;
    if (!isNowhere() || last === null) return;
    const next = last.isConnected ? last : gap && heir(gap, last, added);
    if (!next?.matches(':disabled')) standIn = next;
    if (next && isSeen(next)) next.focus({ preventScroll: true });
  };
  const changed = new MutationObserver((changes) => {
    if (last === null) return;
    for (const change of changes) {
      for (const node of change.addedNodes) added.add(node);
      if (!last.isConnected) gap ??= gapOf(change, last);
    }
    if (isAwaited || !isNowhere()) return;
    isAwaited = true;
    requestAnimationFrame(() => setTimeout(look));
  });
  const ended = new AbortController();
  const { signal } = ended;
  document.addEventListener('focusin', note, { signal });
  // Nobody lost what is left on purpose: it is still there.
  const leave = () =>
    setTimeout(() => {
      if (isNowhere() && last?.isConnected && !last.matches(':disabled')) last = null;
    });
  document.addEventListener('focusout', leave, { signal });
  // Who goes on from where the focus was put means to be there.
  const settle = () => {
    standIn = null;
  };
  for (const kind of ['keydown', 'pointerdown'])
    document.addEventListener(kind, settle, { signal, capture: true });
  changed.observe(document, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    ended.abort();
    changed.disconnect();
  };
}

function gapOf(
  { removedNodes, target, previousSibling, nextSibling }: MutationRecord,
  lost: Element,
): Gap | null {
  const removed = [...removedNodes].find((node) => node.contains(lost));
  if (!(removed instanceof Element) || !(target instanceof Element) || !target.isConnected) return null;
  return {
    removed,
    parent: target,
    before: elementBy(previousSibling, -1),
    after: elementBy(nextSibling, 1),
  };
}

/** This node, or the next one in a direction that is an element. */
function elementBy(node: Node | null, step: 1 | -1): Element | null {
  if (node === null || node instanceof Element) return node as Element | null;
  const { previousElementSibling, nextElementSibling } = node as CharacterData;
  return step > 0 ? nextElementSibling : previousElementSibling;
}

const isSeen = (one: HTMLElement): boolean =>
  one.checkVisibility({ visibilityProperty: true }) && one.closest('[inert], [aria-hidden=true]') === null;

const fieldsIn = (part: ParentNode): HTMLElement[] => [...part.querySelectorAll<HTMLElement>(fields)];

/** What has the focus next where something went: what stands there now, the same of the row beside it, or the next field. */
function heir(gap: Gap, lost: HTMLElement, added: WeakSet<Node>): HTMLElement | null {
  const main = document.querySelector('main');
  if (!gap.parent.isConnected) return main;
  const scope = gap.parent.closest('main, [role=dialog], dialog');
  // A dialog that closes gives the focus back by itself.
  if (scope === null) return null;
  const { before, after, parent } = gap;
  const here = before?.isConnected ? before.nextElementSibling : parent.firstElementChild;
  if (here instanceof HTMLElement && added.has(here)) return asHeir(here);
  const next = besideRow(gap, lost) ?? nextField(fieldsIn(scope).filter(isSeen), parent, after);
  if (!next) return main;
  // What came with the change has not been read: nobody meant to press it.
  return isWithin(next, added) ? asHeir(parent as HTMLElement) : next;
}

function isWithin(one: Element, added: WeakSet<Node>): boolean {
  for (let at: Element | null = one; at !== null; at = at.parentElement) if (added.has(at)) return true;
  return false;
}

/** A part that came is read from its beginning: its first button may do something that nobody meant to press. */
function asHeir(part: HTMLElement): HTMLElement {
  if (part.matches(fields)) return part;
  part.tabIndex = -1;
  part.style.outline = 'none';
  return part;
}

/** The same field, counted from the end, of the row after or before. */
function besideRow({ removed, before, after }: Gap, lost: HTMLElement): HTMLElement | undefined {
  const fromEnd = fieldsIn(removed).toReversed().indexOf(lost);
  for (const row of [after, before]) {
    if (!row?.isConnected || row.tagName !== removed.tagName || row.className !== removed.className) continue;
    const field = removed === lost ? (row as HTMLElement) : fieldsIn(row).at(-1 - Math.max(0, fromEnd));
    if (field && isSeen(field)) return field;
  }
  return undefined;
}

function nextField(
  all: readonly HTMLElement[],
  parent: Element,
  after: Element | null,
): HTMLElement | undefined {
  const isAfter = (one: HTMLElement): boolean => {
    const from = after?.isConnected ? after : parent;
    const order = from.compareDocumentPosition(one);
    const follows = (order & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    return from === after ? follows || from === one : follows && !parent.contains(one);
  };
  return all.find(isAfter) ?? all.at(-1);
}
