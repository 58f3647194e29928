import type { ReactNode } from 'react';
import classes from './scroll-box.module.css';

interface ScrollBoxProps {
  /** What scrolls, for those who reach it by keyboard. */
  label: string;
  maxHeight?: number;
  children: ReactNode;
}

/** A box that scrolls in both directions and can be reached by keyboard; no landmark, as its section often has its name. */
export function ScrollBox({ label, maxHeight, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={classes.scroll}
      style={maxHeight === undefined ? undefined : { maxHeight }}
    >
      {children}
    </div>
  );
}
