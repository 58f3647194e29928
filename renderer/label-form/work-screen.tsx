import type { ReactNode } from 'react';
import { formatCount } from '../../shared/number-text.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import classes from './work-screen.module.css';

// What the label screen and a page that was handed out are made of, without a library of parts.

interface WorkBarProps {
  done: number;
  /** Null where nobody can say. */
  total: number | null;
  /** Beside how far one is, and at the end of the line. */
  beside?: ReactNode;
  details?: ReactNode;
  /** Whether screen readers hear how far one is after each answer; else something else tells them. */
  isSpoken?: boolean;
  /** What can be done at any item. */
  children: ReactNode;
}

/** How far a batch is. */
export function WorkBar({ done, total, beside, details, isSpoken = false, children }: WorkBarProps) {
  return (
    <header className={classes.bar}>
      <div className={classes.progress}>
        <div className={classes.line}>
          <p className={classes.numbers} role={isSpoken ? 'status' : undefined}>
            <b>{formatCount(done)}</b> {total !== null && `of ${formatCount(total)} `}done
          </p>
          <div className={classes.counts}>{beside}</div>
          <div className={classes.details}>{details}</div>
        </div>
        {total !== null && <Track done={done} total={total} />}
      </div>
      <div className={classes.barButtons}>{children}</div>
    </header>
  );
}

function Track({ done, total }: { done: number; total: number }) {
  return (
    <div
      className={classes.track}
      role="progressbar"
      aria-label={`${done} of ${total} done`}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
    >
      <span style={{ width: `${total > 0 ? (100 * done) / total : 0}%` }} />
    </div>
  );
}

interface PanelButton {
  name: string;
  /** Whether what it switches is on; undefined for what is done once. */
  isOn?: boolean;
  onClick: () => void;
}

interface TextPanelProps {
  kind: 'passage' | 'guidelines';
  buttons: readonly PanelButton[];
  children: ReactNode;
}

const titles = { passage: 'Passage', guidelines: 'Guidelines' } as const;

/** A text beside the conversation or above it, with its own scroll. */
export function TextPanel({ kind, buttons, children }: TextPanelProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes[kind]} aria-label={titles[kind]} tabIndex={0}>
      <div className={classes.panelHead}>
        <span className={classes.panelTitle}>{titles[kind]}</span>
        {buttons.map(({ name, isOn, onClick }) => (
          <button
            key={name}
            type="button"
            className={classes.panelButton}
            aria-pressed={isOn}
            onClick={onClick}
          >
            {name}
          </button>
        ))}
      </div>
      <div className={classes.column}>{children}</div>
    </section>
  );
}

interface KeyedAction {
  name: string;
  key: string;
  /** Whether what it opens is open; undefined for what is done once. */
  isOn?: boolean;
  disabled?: boolean;
  /** Whether it is about columns, which a phone does not show. */
  forColumns?: boolean;
  run: () => void;
}

/** What else can be done with the item, each with its key. */
export function ActionGrid({ actions }: { actions: readonly KeyedAction[] }) {
  return (
    <div className={classes.actions}>
      {actions.map(({ name, key, isOn, disabled = false, forColumns = false, run }) => (
        <button
          key={name}
          type="button"
          className={classes.action}
          disabled={disabled}
          data-columns={forColumns || undefined}
          aria-pressed={isOn}
          aria-keyshortcuts={key}
          onClick={run}
        >
          {name}
          <KeyHint name={key} />
        </button>
      ))}
    </div>
  );
}
