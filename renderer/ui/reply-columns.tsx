import { type CSSProperties, type ReactNode, useState } from 'react';
import classes from './conversation-view.module.css';
import type { RatedReplies } from './rated-replies.ts';
import { ReplyBox } from './reply-box.tsx';
import { useApartReplies } from './text-switches.ts';

interface ReplyColumn {
  readonly name: string;
  /** Its name where several stand in one line of buttons. */
  readonly short: string;
  readonly text: ReactNode;
}

interface ReplyColumnsProps {
  columns: readonly ReplyColumn[];
  /** The name of one of them among all on the page. */
  named: (name: string) => string;
  rated: RatedReplies;
}

/** How many stand beside each other at most: lines stay long enough to read, and four make a square. */
const mostBeside = (replies: number): number => (replies === 4 ? 2 : Math.min(3, replies));

/**
 * Replies to compare, as many beside each other as there is room for and the others below. They scroll together, or each alone; the
 * one that is rated comes into view. A narrow window shows one of them, with buttons for the others.
 */
export function ReplyColumns({ columns, named, rated: { active, said, turnTo } }: ReplyColumnsProps) {
  const [shown, setShown] = useState(active ?? 0);
  const [followed, setFollowed] = useState(active);
  const isApart = useApartReplies();
  // The reply that is rated next is the one to read.
  if (active !== followed) {
    setFollowed(active);
    if (active !== null) setShown(active);
  }
  const turn = (at: number) => {
    setShown(at);
    turnTo(at);
  };
  return (
    <>
      <div className={classes.switch}>
        {columns.map(({ name, short }, at) => (
          <button
            key={name}
            type="button"
            aria-label={said[at] ? `${name}: ${said[at]}` : name}
            aria-pressed={shown === at}
            onClick={() => turn(at)}
          >
            {short}
            {said[at] && <span className={classes.switchSaid}>{said[at]}</span>}
          </button>
        ))}
      </div>
      <div
        className={classes.columns}
        style={{ '--most-beside': mostBeside(columns.length) } as CSSProperties}
        data-apart={isApart || undefined}
      >
        {columns.map(({ name, text }, at) => (
          <ReplyBox
            key={name}
            {...{ name, named }}
            said={said[at]}
            isActive={active === at}
            isAside={shown !== at}
            isReached={isApart}
          >
            {text}
          </ReplyBox>
        ))}
      </div>
    </>
  );
}
