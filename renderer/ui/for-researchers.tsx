import { type ReactNode, useState } from 'react';
import classes from './for-researchers.module.css';

interface ForResearchersProps {
  /** What is in the fold, in a few words: "methods, influence of single labels". */
  what: string;
  children: ReactNode;
}

interface FoldProps {
  summary: string;
  children: ReactNode;
}

/** What few need, behind a line that says what it is; it is made when it is first opened. */
export function Fold({ summary, children }: FoldProps) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details className={classes.options} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>{summary}</summary>
      {wasOpened && <div className={classes.optionsFolded}>{children}</div>}
    </details>
  );
}

/** What only those need who check how the number was made; nothing of it is asked for before it is opened. */
export function ForResearchers({ what, children }: ForResearchersProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.fold} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>For researchers: {what}</summary>
      {isOpen && <div className={classes.folded}>{children}</div>}
    </details>
  );
}
