import { useEffect, useState } from 'react';
import classes from './wait-note.module.css';

interface WaitNoteProps {
  waitsFor: 'saving' | 'coming' | null;
  /** That something was pressed and not taken. */
  untaken: string | null;
}

/** What is waited for, once that takes long, and what was not taken meanwhile. It lies over what is below the answers, and moves none. */
export function WaitNote({ waitsFor, untaken }: WaitNoteProps) {
  const isLate = useLate(waitsFor);
  if (!isLate && untaken === null) return null;
  return (
    <div className={classes.waits}>
      {untaken !== null && <p>{untaken}</p>}
      {isLate && (
        <p role="status">{waitsFor === 'saving' ? 'Saving your answer…' : 'The item is on its way…'}</p>
      )}
    </div>
  );
}

/** Most waits are over before anybody could read of them. */
const lateMs = 400;

/** Whether something is waited for, and has been for long enough to say so. */
function useLate(waitsFor: WaitNoteProps['waitsFor']): boolean {
  const [late, setLate] = useState<WaitNoteProps['waitsFor']>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLate(waitsFor), waitsFor === null ? 0 : lateMs);
    return () => clearTimeout(timer);
  }, [waitsFor]);
  return waitsFor !== null && late === waitsFor;
}
