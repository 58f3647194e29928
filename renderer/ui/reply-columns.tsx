import { type ReactNode, useState } from 'react';
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

/** From so many on, replies stand in a row that one steps through: below each other they would be read apart. */
const fewestInRow = 4;

/**
 * Replies to compare, in columns. They scroll together, or each alone; four or more are a row in which the one that is rated comes
 * into view. A narrow window shows one of them, with buttons for the others.
 */
export function ReplyColumns({ columns, named, rated: { active, said, turnTo } }: ReplyColumnsProps) {
  const [shown, setShown] = useState(active ?? 0);
  const [followed, setFollowed] = useState(active);
  const isApart = useApartReplies();
  const isRow = columns.length >= fewestInRow;
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
      <div className={classes.columns} data-row={isRow || undefined} data-apart={isApart || undefined}>
        {columns.map(({ name, text }, at) => (
          <ReplyBox
            key={name}
            {...{ name, named }}
            said={said[at]}
            isActive={active === at}
            isAside={shown !== at}
            isReached={isApart || isRow}
          >
            {text}
          </ReplyBox>
        ))}
      </div>
    </>
  );
}
