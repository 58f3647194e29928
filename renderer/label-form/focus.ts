/**
 * Puts the focus on the item, where no key is meant for a field. It is quiet: a frame around the whole pane after every
 * answer would be noise; whoever tabs to the pane sees it.
 */
export function focusReading(): void {
  const pane = document.getElementById('label-reading');
  if (!pane) return;
  pane.dataset.quiet = '';
  pane.focus({ preventScroll: true });
}

/** Goes to where this question is answered: its field, or the item for keys. */
export function focusQuestion(question: number): void {
  if (document.getElementById(`label-field-${question}`)) focusAnswer(question);
  else focusReading();
}

/** Goes to the field of this question, else to the first field of the form. */
export function focusAnswer(question = 0): void {
  const field = document.getElementById(`label-field-${question}`);
  (field ?? document.querySelector<HTMLElement>('[id^="label-field-"]'))?.focus();
}

export const isInFailures = (): boolean => document.activeElement?.id === 'label-failures';

/** Goes to the field of failure modes; false where none is asked for. */
export function focusFailures(): boolean {
  const field = document.getElementById('label-failures');
  field?.focus();
  return field !== null;
}

/** Opens the correction of a reply, or goes on writing it; false where none is asked for. */
export function focusCorrection(): boolean {
  const field = document.getElementById('label-correction');
  if (field instanceof HTMLButtonElement) field.click();
  else field?.focus();
  return field !== null;
}

/** Puts the focus on the passage where a piece of it is picked. False where there is none. */
export function focusPassage(): boolean {
  const passage = document.getElementById('label-passage');
  passage?.focus({ preventScroll: true });
  // On a phone it may be far above the question that asks for it.
  passage?.closest('section')?.scrollIntoView({ block: 'nearest' });
  return passage !== null;
}

/** Opens the first steps of the run that are not all rated, and goes to the first of them; false where steps are not asked about. */
export function focusSteps(): boolean {
  const folds = [...document.querySelectorAll<HTMLDetailsElement>('#label-reading details[data-steps]')];
  const fold = folds.find(({ dataset }) => dataset.left !== '0') ?? folds[0];
  if (!fold) return false;
  fold.open = true;
  if (focusStep(fold)) return true;
  // Its steps are drawn once it is open.
  const drawn = new MutationObserver(() => {
    if (focusStep(fold)) drawn.disconnect();
  });
  drawn.observe(fold, { childList: true, subtree: true });
  return true;
}

function focusStep(fold: HTMLElement): boolean {
  const step =
    fold.querySelector<HTMLElement>('[data-said="no"] button') ??
    fold.querySelector<HTMLElement>('[data-said] button');
  step?.focus();
  step?.scrollIntoView({ block: 'nearest' });
  return step !== null;
}
