import { useEffect, useRef } from 'react';
import type { VisitBatch } from '../../shared/contract/index.ts';
import { longestName } from '../../shared/person-name.ts';
import { MarkdownText } from '../ui/markdown.tsx';
import type { VisitState } from './visit-state.ts';
import type { VisitStore } from './visit-store.ts';

/** The one button of a sheet has the focus, so that Enter goes on. */
function MainButton({ name, onClick }: { name: string; onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <button ref={button} type="button" className="button" data-main onClick={onClick}>
      {name}
    </button>
  );
}

/** Before anybody is let in. */
export function Door({ visit, state: { phase, problem, name } }: { visit: VisitStore; state: VisitState }) {
  if (phase === 'opening') {
    return (
      <div className="sheet">
        <h1>Items to label</h1>
        <p>{problem === '' ? 'One moment…' : problem}</p>
        {problem !== '' && <MainButton name="Try again" onClick={() => void visit.lookAgain()} />}
      </div>
    );
  }
  if (phase === 'out') {
    return (
      <div className="sheet">
        <h1>You are not in</h1>
        <p>{problem}</p>
      </div>
    );
  }
  return (
    <div className="sheet">
      <h1>Items to label</h1>
      <p>
        You were invited to label. This link works once: it lets this browser in, which is remembered for 30
        days.
      </p>
      <p>Your answers are stored on the computer of whoever invited you, under your name.</p>
      {problem !== '' && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {name !== null && <NameField name={name} onName={visit.sayName} />}
      <div className="buttons">
        <MainButton name="Come in" onClick={() => void visit.enter()} />
      </div>
    </div>
  );
}

function NameField({ name, onName }: { name: string; onName: (name: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <>
      <label htmlFor="name">Your name, as it shall stand with your answers</label>
      <input
        ref={input}
        id="name"
        maxLength={longestName}
        autoComplete="name"
        value={name}
        onChange={(event) => onName(event.currentTarget.value)}
      />
    </>
  );
}

/** Greets whoever has come in, with the guidelines. */
export function Welcome({ visit, batch }: { visit: VisitStore; batch: VisitBatch }) {
  return (
    <div className="sheet">
      <h1>
        Hello, <bdi>{batch.annotator.name}</bdi>
      </h1>
      {batch.mustRead && batch.done > 0 && <p>The guidelines were changed. Read them before you go on.</p>}
      <p>
        {batch.practiceRound === null
          ? 'You see one item at a time. Every answer is saved before the next one comes.'
          : 'You begin with practice. What you say there does not count yet.'}
      </p>
      <div className="buttons">
        <MainButton
          name={batch.mustRead ? 'I have read the guidelines' : 'Begin'}
          onClick={() => void visit.startLabeling()}
        />
      </div>
      <p className="soft">
        If you are not <bdi>{batch.annotator.name}</bdi>, ask for a link of your own.
      </p>
      {batch.guidelines !== '' && (
        <>
          <h2>Guidelines</h2>
          <MarkdownText text={batch.guidelines} hasExamples />
        </>
      )}
    </div>
  );
}

/** Nothing is left for this annotator at present. */
export function Finished({ visit, state: { items } }: { visit: VisitStore; state: VisitState }) {
  return (
    <div className="sheet">
      <h1>Nothing is left to label</h1>
      <p>
        All your answers are saved. You can close this page; if more items come, the same browser shows them.
      </p>
      <div className="buttons">
        <MainButton name="Look for more" onClick={() => void visit.lookAgain()} />
        <button
          type="button"
          className="button"
          disabled={items.length === 0}
          onClick={() => visit.actions.move(-1)}
        >
          Back
        </button>
      </div>
    </div>
  );
}
