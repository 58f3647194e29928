import { useSyncExternalStore } from 'react';

/** A choice of how texts are shown. It holds on every screen until the window is closed. */
class TextSwitch {
  #isOn: boolean;
  readonly #listeners = new Set<() => void>();

  constructor(isOn: boolean) {
    this.#isOn = isOn;
  }

  readonly toggle = (): void => {
    this.#isOn = !this.#isOn;
    for (const listener of this.#listeners) listener();
  };

  readonly isOn = (): boolean => this.#isOn;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

const useSwitch = ({ subscribe, isOn }: TextSwitch): boolean => useSyncExternalStore(subscribe, isOn, isOn);

const raw = new TextSwitch(false);
const wrapped = new TextSwitch(true);
const wholePrompt = new TextSwitch(false);
const ownWords = new TextSwitch(false);
const apart = new TextSwitch(false);

/** Whether texts stand as they were written, marks of Markdown and all. */
export const useRawTexts = (): boolean => useSwitch(raw);
/** Changes between texts laid out and texts as they were written. */
export const toggleRawTexts = raw.toggle;

/** Whether long lines of code are wrapped. */
export const useWrappedLines = (): boolean => useSwitch(wrapped);
/** Changes between lines of code that are wrapped and lines that scroll. */
export const toggleWrappedLines = wrapped.toggle;

/** Whether a question that is pinned over a long reply is shown whole, or its first lines. */
export const useWholePrompt = (): boolean => useSwitch(wholePrompt);
export const toggleWholePrompt = wholePrompt.toggle;

/** Whether two replies side by side show which words each has alone. */
export const useOwnWords = (): boolean => useSwitch(ownWords);
export const toggleOwnWords = ownWords.toggle;

/** Whether replies in columns scroll each alone; else all move together. */
export const useApartReplies = (): boolean => useSwitch(apart);
export const toggleApartReplies = apart.toggle;
