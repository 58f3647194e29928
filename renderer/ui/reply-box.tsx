import type { ReactNode } from 'react';
import classes from './conversation-view.module.css';

interface ReplyBoxProps {
  name: string;
  /** Its name among all on the page. */
  named: (name: string) => string;
  /** What was said of it, in a word or two. */
  said?: string | undefined;
  isActive: boolean;
  /** Whether a narrow window shows another reply in its place. */
  isAside?: boolean;
  /** Whether Tab goes to it: what scrolls must be reachable by keyboard. */
  isReached?: boolean;
  children: ReactNode;
}

/** The frame of a reply that is judged. */
export function ReplyBox({ name, named, said, isActive, isAside, isReached, children }: ReplyBoxProps) {
  return (
    <section
      className={classes.reply}
      aria-label={named(name)}
      data-reply
      data-active={isActive || undefined}
      data-aside={isAside || undefined}
      tabIndex={isReached ? 0 : undefined}
    >
      <div className={classes.role}>
        {name}
        {said && <span className={classes.said}>{said}</span>}
      </div>
      {children}
    </section>
  );
}
