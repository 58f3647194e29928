import { type FormEvent, useEffect, useRef, useState } from 'react';
import { longestSkipReason } from '../../shared/text-limits.ts';
import { WithLimitNote } from '../ui/limit-note.tsx';
import { ChoiceButton } from './choice-group.tsx';
import classes from './question-form.module.css';
import { reasonOfKey } from './skip-reasons.ts';

interface SkipPanelProps {
  /** What can be chosen, on the digit keys in this order. */
  reasons: readonly string[];
  /** Why the item was skipped before; null where it was not. */
  chosen: string | null;
  onSkip: (reason: string) => void;
  onClose: () => void;
}

/**
 * Why an item cannot be labeled. The reason is reported, and the interval makes room for the skipped item. It takes the
 * focus, so that screen readers say what is asked; whoever shows it closes it on Escape.
 */
export function SkipPanel({ reasons, chosen, onSkip, onClose }: SkipPanelProps) {
  const [typed, setTyped] = useState('');
  const panelRef = useRef<HTMLElement>(null);
  useEffect(() => {
    panelRef.current?.focus({ preventScroll: true });
    panelRef.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  useReasonKeys(reasons, onSkip);
  const own = typed.trim();
  const sendOwn = (event: FormEvent) => {
    event.preventDefault();
    if (own !== '') onSkip(own);
  };
  return (
    <section ref={panelRef} tabIndex={-1} aria-label="Why skip this item?" className={classes.skip}>
      <div className={classes.skipHead}>
        <strong>Why skip this item?</strong>
        <button type="button" className={classes.plain} onClick={onClose}>
          Do not skip
        </button>
      </div>
      <div className={classes.choices}>
        {reasons.map((reason, index) => (
          <ChoiceButton
            key={reason}
            keyName={String(index + 1)}
            isChosen={chosen === reason}
            isSaving={false}
            isLong
            onChoose={() => onSkip(reason)}
          >
            {reason}
          </ChoiceButton>
        ))}
      </div>
      <form className={classes.skipOwn} onSubmit={sendOwn}>
        <div>
          <label className={classes.label} htmlFor="skip-reason">
            Another reason
          </label>
          <WithLimitNote>
            <input
              id="skip-reason"
              className={classes.input}
              dir="auto"
              autoComplete="off"
              maxLength={longestSkipReason}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </WithLimitNote>
        </div>
        <button type="submit" className={classes.skipSend} disabled={own === ''}>
          Skip
        </button>
      </form>
    </section>
  );
}

/** A digit gives its reason wherever it is pressed, but in a field. */
function useReasonKeys(reasons: readonly string[], onSkip: (reason: string) => void): void {
  const latest = useRef({ reasons, onSkip });
  useEffect(() => {
    latest.current = { reasons, onSkip };
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement) return;
      const reason = reasonOfKey(latest.current.reasons, event);
      if (reason === null) return;
      event.preventDefault();
      latest.current.onSkip(reason);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
