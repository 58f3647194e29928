import type { Piece } from './own-words.ts';
import classes from './plain-text.module.css';

/** A text as it was written, with what the other one lacks marked: by a ground and a line, for those who see no colors. */
export function OwnWordsText({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <div dir="auto" className={classes.text}>
      {pieces.map(({ text, isOwn }, at) =>
        isOwn ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces never change order
          <mark key={at} className={classes.own}>
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </div>
  );
}
