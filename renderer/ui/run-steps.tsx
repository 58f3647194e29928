import { useState } from 'react';
import classes from './run-steps.module.css';
import { type RunStep, stepsWords } from './turn-groups.ts';

interface RunStepsProps {
  steps: readonly RunStep[];
}

/** What a system did between two turns, folded: each call of a tool with what it gave back. */
export function RunSteps({ steps }: RunStepsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.fold} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{stepsWords(steps)}</summary>
      {isOpen && <StepList steps={steps} />}
    </details>
  );
}

/** The steps one after another; texts stand as they are. */
export function StepList({ steps }: RunStepsProps) {
  return (
    <ol className={classes.steps}>
      {steps.map(({ call, results }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps never change order
        <li key={index}>
          {call !== null && <pre className={classes.call}>{call}</pre>}
          {results.map((result, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: results never change order
            <pre key={at} className={classes.result}>
              <span className={classes.name}>Result</span>
              {result}
            </pre>
          ))}
          {call !== null && results.length === 0 && <p className={classes.name}>No result in the data.</p>}
        </li>
      ))}
    </ol>
  );
}
