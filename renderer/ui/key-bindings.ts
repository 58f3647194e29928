/** What a key can do on the label screen, apart from giving an answer by digit. */
export const labelActions = [
  { id: 'yes', key: 'y', name: 'Answer yes', group: 'Answer' },
  { id: 'no', key: 'n', name: 'Answer no', group: 'Answer' },
  { id: 'write', key: 'a', name: 'Go to the answer field', group: 'Answer' },
  { id: 'select', key: 'e', name: 'Pick in the passage', group: 'Answer' },
  // Of studies that ask what went wrong; elsewhere these letters are free for options.
  { id: 'failures', key: 'w', name: 'What went wrong?', group: 'Answer' },
  { id: 'place', key: 'x', name: 'Mark where it went wrong', group: 'Answer' },
  { id: 'nothing', key: 'o', name: 'Nothing wrong', group: 'Answer' },
  { id: 'skip', key: 's', name: 'Skip, with a reason', group: 'Item' },
  { id: 'later', key: 'l', name: 'Postpone until later', group: 'Item' },
  { id: 'flag', key: 'f', name: 'Flag', group: 'Item' },
  { id: 'note', key: 'm', name: 'Write a note', group: 'Item' },
  { id: 'undo', key: 'u', name: 'Undo the last answer', group: 'Item' },
  { id: 'redo', key: 'Shift+U', name: 'Redo', group: 'Item' },
  { id: 'forward', key: 'j', name: 'Review the item after', group: 'Move' },
  { id: 'back', key: 'k', name: 'Review the item before', group: 'Move' },
  { id: 'passage', key: 'p', name: 'Show or hide the passage', group: 'Show' },
  { id: 'guidelines', key: 'g', name: 'Show or hide the guidelines', group: 'Show' },
  // No letters: studies may have given any of them to an option.
  { id: 'raw', key: '.', name: 'Show texts as written, or laid out', group: 'Show' },
  { id: 'prompt', key: ',', name: 'Show the whole question over a long reply', group: 'Show' },
  { id: 'picture', key: ';', name: 'Enlarge the picture, or play', group: 'Show' },
  { id: 'correct', key: '/', name: 'Correct the reply', group: 'Answer' },
  { id: 'steps', key: '[', name: 'Rate the steps of a run', group: 'Answer' },
  { id: 'words', key: '-', name: 'Show which words differ in two replies', group: 'Show' },
  { id: 'apart', key: '=', name: 'Scroll replies in columns together, or each alone', group: 'Show' },
] as const;

export type LabelActionId = (typeof labelActions)[number]['id'];
export type KeyBindings = Readonly<Record<LabelActionId, string>>;

/** Keys with one fixed meaning; they cannot be given to another action. */
const fixedKeys: Readonly<Record<string, string>> = {
  Enter: 'saves the form or goes to the next item',
  Escape: 'leaves a field or closes a panel',
  Tab: 'moves the focus',
  ' ': 'presses the focused button',
  '?': 'shows the keys',
  ArrowLeft: 'goes to the question or item before',
  ArrowRight: 'goes to the question or item after',
  ArrowUp: 'scrolls',
  ArrowDown: 'scrolls',
  PageUp: 'scrolls',
  PageDown: 'scrolls',
  Home: 'scrolls',
  End: 'scrolls',
};

/** Actions of the question what went wrong. */
export const failureActions = ['failures', 'place', 'nothing'] as const;
export type FailureAction = (typeof failureActions)[number];
export const isFailureAction = (action: LabelActionId): action is FailureAction =>
  failureActions.some((one) => one === action);

export const defaultBindings = Object.fromEntries(
  labelActions.map((action) => [action.id, action.key]),
) as KeyBindings;

/** Why a key cannot be given to an action, in words; null when it can. */
export function bindingConflict(bindings: KeyBindings, action: LabelActionId, key: string): string | null {
  if (/^\d$/.test(key)) return 'Digits give ratings and cannot be used for anything else.';
  const fixed = fixedKeys[key];
  if (fixed !== undefined) return `This key ${fixed} and cannot be changed.`;
  const taken = labelActions.find((other) => other.id !== action && bindings[other.id] === key);
  return taken ? `“${key}” is already used for “${taken.name}”.` : null;
}

/** Actions of signs, for studies may give any letter to an option. */
const signActions = ['raw', 'prompt', 'picture', 'words', 'correct', 'steps', 'apart'] as const;

/** Some actions came later: a key that somebody had given to another one stays there, and theirs is the next that is free. */
function moveAside(bindings: Record<LabelActionId, string>, changed: readonly LabelActionId[]): void {
  for (const action of [...failureActions, ...signActions]) {
    const isTaken = labelActions.some(({ id }) => id !== action && bindings[id] === bindings[action]);
    if (!isTaken || changed.includes(action)) continue;
    const used = Object.values(bindings);
    const offered = isFailureAction(action) ? 'wxoivbcdhqrtz' : "-=[]'/`.,;";
    bindings[action] = [...offered].find((key) => !used.includes(key)) ?? bindings[action];
  }
}

/** Defaults with the stored changes on top; a stored change that is unknown or would clash is left out. */
export function resolveBindings(stored: Readonly<Record<string, string>>): KeyBindings {
  const changed = labelActions.filter((action) => {
    const key = stored[action.id];
    return key !== undefined && key !== '' && !/^\d$/.test(key) && fixedKeys[key] === undefined;
  });
  const bindings = { ...defaultBindings };
  for (const action of changed) bindings[action.id] = stored[action.id]!;
  moveAside(
    bindings,
    changed.map(({ id }) => id),
  );
  const clashing = changed.filter((action) => bindingConflict(bindings, action.id, bindings[action.id]));
  if (clashing.length === 0) return bindings;
  const kept = Object.fromEntries(
    changed.filter((action) => !clashing.includes(action)).map((action) => [action.id, stored[action.id]!]),
  );
  return resolveBindings(kept);
}

/** The action of a key, or null. */
export function actionOf(bindings: KeyBindings, key: string): LabelActionId | null {
  return labelActions.find((action) => bindings[action.id] === key)?.id ?? null;
}

/** The changes against the defaults, which is what settings keep. */
export function changedKeys(bindings: KeyBindings): Record<string, string> {
  return Object.fromEntries(
    labelActions
      .filter((action) => bindings[action.id] !== action.key)
      .map((action) => [action.id, bindings[action.id]]),
  );
}
