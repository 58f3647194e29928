import { useMemo } from 'react';
import classes from './diff-text.module.css';
import { wordDiff } from './word-diff.ts';

/** A text with what it has otherwise than another one; as it stands where they are too long to be compared. */
export function DiffText({ base, text }: { base: string; text: string }) {
  const parts = useMemo(() => wordDiff(base, text), [base, text]);
  if (!parts) return text;
  return parts.map(({ kind, text: words }, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: parts never change order
    if (kind === 'same') return <span key={at}>{words}</span>;
    const Part = kind === 'added' ? 'ins' : 'del';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts never change order
      <Part key={at} className={classes[kind]}>
        {words}
      </Part>
    );
  });
}
