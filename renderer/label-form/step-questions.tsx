import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { LabelFailures } from '../../shared/contract/index.ts';
import { longestWritten } from '../../shared/text-limits.ts';
import { WithLimitNote } from '../ui/limit-note.tsx';
import { StepsSaid } from '../ui/steps-said.ts';
import { chosenModes, stepSaid, withSteps } from './failure-coding.ts';
import type { FormState } from './form-state.ts';
import classes from './question-form.module.css';
import { failuresAt } from './questions.ts';

/** The question what went wrong, as far as steps are asked about: what it holds, and how that is changed. */
export interface AskedSteps {
  readonly text: string;
  readonly failures: LabelFailures | undefined;
  readonly write: (text: string) => void;
}

/** Lets a run's steps be rated where they are shown: right or wrong, a note, and failure modes of the run. */
export function StepQuestions({ asked, children }: { asked: AskedSteps | null; children: ReactNode }) {
  const latest = useRef(asked);
  useEffect(() => {
    latest.current = asked;
  }, [asked]);
  const text = asked?.text;
  const failures = asked?.failures;
  const steps = useMemo(() => {
    if (text === undefined) return null;
    const say = (said: Parameters<typeof withSteps>[2]) => {
      const now = latest.current;
      if (now) now.write(withSteps(now.text, now.failures?.list ?? 0, said));
    };
    const isSaid = (turn: number, step: number) => typeof stepSaid(text, turn, step)?.right === 'boolean';
    return {
      left: (turn: number, all: readonly unknown[]) => all.filter((_, step) => !isSaid(turn, step)).length,
      below: (turn: number, step: number) => (
        <StepQuestion {...{ text, failures, turn, step }} onSay={(part) => say([{ turn, step, ...part }])} />
      ),
      foot: (turn: number, all: readonly unknown[]) => {
        const open = all.flatMap((_, step) => (isSaid(turn, step) ? [] : [{ turn, step, right: true }]));
        return open.length === 0 ? null : (
          <button type="button" className={classes.small} onClick={() => say(open)}>
            {open.length === all.length ? 'All steps are right' : 'All other steps are right'}
          </button>
        );
      },
    };
  }, [text, failures]);
  return <StepsSaid value={steps}>{children}</StepsSaid>;
}

interface StepQuestionProps {
  text: string;
  failures: LabelFailures | undefined;
  turn: number;
  step: number;
  onSay: (part: { right?: boolean | null; note?: string; modes?: number[] }) => void;
}

function StepQuestion({ text, failures, turn, step, onSay }: StepQuestionProps) {
  const said = stepSaid(text, turn, step);
  const [isNoting, setNoting] = useState(false);
  const modes = said?.modes ?? [];
  const name = `Step ${step + 1}`;
  const isOpen = isNoting || (said?.note ?? '') !== '';
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isField = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement;
    const verdict = { y: true, n: false }[event.key];
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (isField || event.ctrlKey || event.metaKey || event.altKey) return;
    if (verdict === undefined && way === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (verdict !== undefined) onSay({ right: verdict });
    // What was found wrong may want a note before the next step.
    if (verdict !== false) goOn(event.currentTarget, way ?? 1);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would frame what the step frames already
    <div
      className={classes.step}
      data-said={typeof said?.right === 'boolean' ? 'yes' : 'no'}
      role="group"
      aria-label={`${name}: was it right?`}
      onKeyDown={onKeyDown}
    >
      {[true, false].map((right) => (
        <button
          key={String(right)}
          type="button"
          className={classes.small}
          data-wrong={!right || undefined}
          aria-pressed={said?.right === right}
          aria-keyshortcuts={right ? 'y' : 'n'}
          onClick={() => onSay({ right: said?.right === right ? null : right })}
        >
          {right ? 'Right' : 'Wrong'}
        </button>
      ))}
      {!isOpen && (
        <button type="button" className={classes.plain} onClick={() => setNoting(true)}>
          Note
        </button>
      )}
      {said?.right !== true && (failures?.modes.length ?? 0) > 0 && (
        <StepModes {...{ text, failures, modes, name }} onModes={(next) => onSay({ modes: next })} />
      )}
      {isOpen && (
        <WithLimitNote>
          <textarea
            className={classes.input}
            dir="auto"
            rows={2}
            maxLength={longestWritten}
            aria-label={`Note on step ${step + 1}`}
            value={said?.note ?? ''}
            // biome-ignore lint/a11y/noAutofocus: it was just asked for
            autoFocus={isNoting}
            onChange={(event) => onSay({ note: event.currentTarget.value })}
          />
        </WithLimitNote>
      )}
    </div>
  );
}

/** Goes to the same question of the step after this one, or before it. */
function goOn(from: HTMLElement, way: number): void {
  const all = [...document.querySelectorAll<HTMLElement>('#label-reading [data-said]')];
  const next = all[all.indexOf(from) + way];
  next?.querySelector('button')?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

interface StepModesProps extends Pick<StepQuestionProps, 'text' | 'failures'> {
  modes: readonly number[];
  name: string;
  onModes: (modes: number[]) => void;
}

/** Failure modes of a step; the run gets them with it. Those that it has already come first. */
function StepModes({ text, failures, modes, name, onModes }: StepModesProps) {
  const all = failures?.modes ?? [];
  const ofRun = new Set(chosenModes(text, failures).flatMap((mode) => ('id' in mode ? mode.id : [])));
  const open = all.filter(({ id }) => !modes.includes(id));
  const sorted = [...open.filter(({ id }) => ofRun.has(id)), ...open.filter(({ id }) => !ofRun.has(id))];
  return (
    <>
      {modes.map((id) => (
        <button
          key={id}
          type="button"
          className={classes.small}
          aria-label={`Take ${all.find((mode) => mode.id === id)?.name ?? id} from ${name.toLowerCase()}`}
          onClick={() => onModes(modes.filter((one) => one !== id))}
        >
          {all.find((mode) => mode.id === id)?.name ?? `Failure mode ${id}`} <span aria-hidden>×</span>
        </button>
      ))}
      {sorted.length > 0 && (
        <select
          className={classes.stepModes}
          aria-label={`Failure of ${name.toLowerCase()}`}
          value=""
          onChange={(event) => onModes([...modes, Number(event.currentTarget.value)])}
        >
          <option value="">Failure…</option>
          {sorted.map((mode) => (
            <option key={mode.id} value={mode.id}>
              {mode.name}
            </option>
          ))}
        </select>
      )}
    </>
  );
}

/** What a form asks of steps; null where it does not ask what went wrong. */
export function stepsAsked(
  { questions, texts }: Pick<FormState, 'questions' | 'texts'>,
  failures: LabelFailures | undefined,
  write: (question: number, text: string) => void,
): AskedSteps | null {
  const at = failuresAt(questions);
  return at === null ? null : { text: texts[at] ?? '', failures, write: (text) => write(at, text) };
}
