import { type CSSProperties, type ReactNode, use, useState } from 'react';
import { type RunStep, toolName } from '../../shared/run-steps.ts';
import { ShownPictures } from './markdown.tsx';
import { MissingPicture } from './picture-view.tsx';
import classes from './run-steps.module.css';
import { argumentsOf, factWords, stepsWords } from './step-words.ts';
import { StepsSaid } from './steps-said.ts';

interface RunStepsProps {
  steps: readonly RunStep[];
  /** The turn where they begin. */
  turn: number;
}

/** What a system did between two turns, folded: each call of a tool with what it gave back. */
export function RunSteps({ steps, turn }: RunStepsProps) {
  const [isOpen, setOpen] = useState(false);
  const asked = use(StepsSaid);
  const left = asked?.left(turn, steps);
  return (
    <details
      className={classes.fold}
      data-steps={asked ? '' : undefined}
      data-left={left}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {stepsWords(steps)}
        {left !== undefined && left < steps.length && ` · ${steps.length - left} rated`}
      </summary>
      {isOpen && (
        <>
          <StepList steps={steps} below={asked ? (step) => asked.below(turn, step) : undefined} />
          {asked?.foot(turn, steps)}
        </>
      )}
    </details>
  );
}

interface StepListProps extends Pick<RunStepsProps, 'steps'> {
  /** What stands at the end of a step, such as what can be said of it. */
  below?: ((step: number) => ReactNode) | undefined;
}

/** The steps one after another on a line of time; a step inside of another is set in. Texts stand as they are, with their pictures. */
export function StepList({ steps, below }: StepListProps) {
  const longest = Math.max(...steps.map(({ facts }) => facts?.durationMs ?? 0));
  return (
    <ol className={classes.steps}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps never change order
        <li key={index} style={{ '--depth': step.facts?.depth ?? 0 } as CSSProperties}>
          <StepHead {...{ step, index, longest }} />
          <StepBody step={step} />
          {below?.(index)}
        </li>
      ))}
    </ol>
  );
}

/** Which step it is, of which tool, and what was recorded of it; the bar is its time beside the longest one. */
function StepHead({ step, index, longest }: { step: RunStep; index: number; longest: number }) {
  const { call, facts } = step;
  const share = longest > 0 && facts?.durationMs !== undefined ? facts.durationMs / longest : null;
  return (
    <div className={classes.head}>
      <span className={classes.number}>{index + 1}</span>
      <span className={classes.tool}>{call === null ? 'Result' : toolName(call)}</span>
      {facts?.depth !== undefined && <span className={classes.fact}>inside a step</span>}
      {facts && factWords(facts).length > 0 && (
        <span className={classes.fact}>{factWords(facts).join(' · ')}</span>
      )}
      {share !== null && (
        <span className={classes.time} aria-hidden>
          <span style={{ width: `${Math.max(1, 100 * share)}%` }} />
        </span>
      )}
    </div>
  );
}

function StepBody({ step: { call, results } }: { step: RunStep }) {
  return (
    <>
      {call !== null && <CallView call={call} />}
      {results.map((result, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: results never change order
        <pre key={at} className={classes.result}>
          {call !== null && <span className={classes.name}>Result</span>}
          <StepText text={result} />
        </pre>
      ))}
      {call !== null && results.length === 0 && <p className={classes.name}>No result in the data.</p>}
    </>
  );
}

function CallView({ call }: { call: string }) {
  const given = argumentsOf(call);
  if (given === null) return null;
  if ('text' in given) {
    return (
      <pre className={classes.call}>
        <StepText text={given.text} />
      </pre>
    );
  }
  return (
    <dl className={classes.given}>
      {given.fields.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <StepText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A picture of the project as texts name it. */
const storedPicture = /!\[([^\]\n]{0,300})\]\(assay:picture\/([0-9a-f]{64})\)/g;

/** A call or a result as it was written; the pictures in it, such as screenshots, stand in their places. */
function StepText({ text }: { text: string }) {
  const draw = use(ShownPictures);
  // Between two pictures stands a piece of text, after each piece the name and the hash of a picture.
  const parts = text.split(storedPicture);
  return parts.map((part, at) => {
    if (at % 3 === 0) return part;
    if (at % 3 === 2) return null;
    const sha256 = parts[at + 1]!;
    // biome-ignore lint/suspicious/noArrayIndexKey: parts never change order
    return <span key={at}>{draw ? draw(sha256, part) : <MissingPicture name={part} />}</span>;
  });
}
