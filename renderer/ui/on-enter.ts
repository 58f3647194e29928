import type { KeyboardEvent } from 'react';

/** Lets Enter in a field do what the one obvious button beside it does, and nothing of a form around them. */
export const onEnter =
  (run: () => void) =>
  (event: KeyboardEvent): void => {
    const isInField = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isInField) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
