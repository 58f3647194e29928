import type { KeyboardEvent } from 'react';
import { longestWritten } from '../../shared/text-limits.ts';
import { WithLimitNote } from '../ui/limit-note.tsx';
import classes from './question-form.module.css';

interface WrittenFieldProps {
  id: string;
  label: string;
  isOptional: boolean;
  text: string;
  problem: string | null;
  onFocus?: () => void;
  onWrite: (text: string) => void;
}

const describedBy = (id: string, isDescribed: boolean, problem: string | null): string | undefined =>
  [isDescribed && `about-${id}`, problem !== null && `problem-${id}`].filter(Boolean).join(' ') || undefined;

/** A question answered in the person's own words. The field grows with them where the browser can. */
export function TextQuestion({
  id,
  label,
  isOptional,
  text,
  problem,
  rows,
  onFocus,
  onWrite,
}: WrittenFieldProps & { rows: number }) {
  return (
    <div>
      <FieldLabel {...{ id, label, isOptional }} />
      <WithLimitNote>
        <textarea
          id={id}
          className={classes.input}
          dir="auto"
          rows={rows}
          maxLength={longestWritten}
          aria-invalid={problem !== null || undefined}
          aria-describedby={describedBy(id, false, problem)}
          value={text}
          onFocus={onFocus}
          onChange={(event) => onWrite(event.currentTarget.value)}
        />
      </WithLimitNote>
      <FieldProblem id={id} problem={problem} />
    </div>
  );
}

/** A rating on a scale too fine for one key per point: a number, and Enter. */
export function NumberQuestion(
  props: WrittenFieldProps & { description: string; onEnter?: (() => void) | undefined },
) {
  const { id, label, isOptional, description, text, problem, onFocus, onWrite, onEnter } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !onEnter) return;
    event.preventDefault();
    event.stopPropagation();
    onEnter();
  };
  return (
    <div>
      <FieldLabel {...{ id, label, isOptional }} />
      {description !== '' && (
        <p id={`about-${id}`} className={classes.description}>
          {description}
        </p>
      )}
      <input
        id={id}
        className={classes.input}
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={problem !== null || undefined}
        aria-describedby={describedBy(id, description !== '', problem)}
        value={text}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onChange={(event) => onWrite(event.currentTarget.value)}
      />
      <FieldProblem id={id} problem={problem} />
    </div>
  );
}

function FieldLabel({ id, label, isOptional }: Pick<WrittenFieldProps, 'id' | 'label' | 'isOptional'>) {
  return (
    <label className={classes.label} htmlFor={id} dir="auto">
      {label}
      {isOptional && <span className={classes.optional}> (optional)</span>}
    </label>
  );
}

function FieldProblem({ id, problem }: { id: string; problem: string | null }) {
  if (problem === null) return null;
  return (
    <p id={`problem-${id}`} className={classes.problem} role="alert">
      {problem}
    </p>
  );
}
