import { useEffect, useRef } from 'react';
import type { VisitBatch } from '../../shared/contract/index.ts';
import { longestName } from '../../shared/person-name.ts';
import { WithLimitNote } from '../ui/limit-note.tsx';
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

const openWords = 'This link is open to everyone who has it.';
const ownWords = 'A link of your own works once: open it in the browser that you want to label in.';

/** Whether to leave: nothing is lost, and the way back stays open. */
export function Leaving({
  visit,
  phase,
  left,
}: {
  visit: VisitStore;
  phase: 'leaving' | 'left';
  left: number;
}) {
  return (
    <div className="sheet">
      <h1>{phase === 'leaving' ? 'Leave?' : 'See you later'}</h1>
      <p role="status">
        {left === 0
          ? 'All your answers are saved.'
          : `${left} of your answers ${left === 1 ? 'is' : 'are'} not saved yet: keep this page open.`}{' '}
        You can come back with the same link in this browser.
      </p>
      <div className="buttons">
        <MainButton name="Keep labeling" onClick={() => void visit.lookAgain()} />
        {phase === 'leaving' && (
          <button type="button" className="button" onClick={visit.leaveForNow}>
            Leave for now
          </button>
        )}
        <button
          type="button"
          className="button"
          disabled={left > 0}
          title={left > 0 ? 'Your answers have to be saved first.' : undefined}
          onClick={() => void visit.leave()}
        >
          Sign this browser out
        </button>
      </div>
      <p className="soft">Once signed out, you need a new link. Sign out where others use this browser.</p>
    </div>
  );
}

/** Before anybody is let in. */
export function Portal({ visit, state: { phase, problem, name } }: { visit: VisitStore; state: VisitState }) {
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
        <h1>No access</h1>
        <p>{problem}</p>
      </div>
    );
  }
  return (
    <div className="sheet">
      <h1>Items to label</h1>
      <p>
        You were invited to label. {visit.isOfCrowd || name !== null ? openWords : ownWords} The browser stays
        signed in for 30 days.
      </p>
      <p>Your answers are stored under your name, on the computer of the person who invited you.</p>
      {problem !== '' && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {name !== null && <NameField name={name} onName={visit.sayName} />}
      <div className="buttons">
        <MainButton name="Continue" onClick={() => void visit.enter()} />
      </div>
    </div>
  );
}

function NameField({ name, onName }: { name: string; onName: (name: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <>
      <label htmlFor="name">Your name, shown with your answers</label>
      <WithLimitNote>
        <input
          ref={input}
          id="name"
          maxLength={longestName}
          autoComplete="name"
          value={name}
          onChange={(event) => onName(event.currentTarget.value)}
        />
      </WithLimitNote>
    </>
  );
}

/** What is asked before anything else. */
export function Consent({ visit, batch }: { visit: VisitStore; batch: VisitBatch }) {
  return (
    <div className="sheet">
      <h1>Before you begin</h1>
      <MarkdownText text={batch.consent?.text ?? ''} />
      <div className="buttons">
        <MainButton name="I agree" onClick={() => void visit.agree()} />
        <button type="button" className="button" onClick={() => void visit.leave()}>
          I do not agree
        </button>
      </div>
    </div>
  );
}

/** Where a crowd platform has whoever is done come back to: the one thing that is left to do. */
function BackLink({ url }: { url: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <a ref={link} className="button" data-main href={url} rel="noreferrer">
      Go back to where you came from
    </a>
  );
}

/** What a crowd platform needs to know that somebody is done: a code, a way back, and of MTurk the work handed in. */
function Completion({ visit, completion }: { visit: VisitStore; completion: VisitBatch['completion'] }) {
  const { handIn } = visit;
  if (!completion) return null;
  return (
    <>
      {completion.code !== '' && (
        <p>
          Your completion code: <b className="code">{completion.code}</b>
        </p>
      )}
      {completion.url !== '' && (
        <p>
          <BackLink url={completion.url} />
        </p>
      )}
      {handIn && (
        <form method="post" action={handIn.url}>
          <input type="hidden" name="assignmentId" value={handIn.assignment} />
          <input type="hidden" name="code" value={completion.code} />
          <button type="submit" className="button" data-main>
            Hand in your work
          </button>
        </form>
      )}
    </>
  );
}

/** What somebody begins with, in a sentence. */
function firstWords({ stage, attempt, practiceRound, items, qualified }: VisitBatch): string {
  if (stage === 'work' && qualified) {
    return `You qualified: ${qualified.right} of ${qualified.items} right. Every answer from here on is saved before the next item comes.`;
  }
  if (stage === 'qualification') {
    return attempt === 1
      ? `You begin with a qualification of ${items.length} items, which have a known answer.`
      : `That was not enough to qualify. You have a second and last try, with ${items.length} other items.`;
  }
  return practiceRound === null
    ? 'You see one item at a time. Every answer is saved before the next one comes.'
    : 'You begin with practice. What you say there does not count yet.';
}

/** Greets whoever has come in, with the guidelines. */
export function Welcome({ visit, batch }: { visit: VisitStore; batch: VisitBatch }) {
  return (
    <div className="sheet">
      <h1>
        Hello, <bdi>{batch.annotator.name}</bdi>
      </h1>
      {batch.mustRead && batch.done > 0 && <p>The guidelines were changed. Read them before you go on.</p>}
      <p>{firstWords(batch)}</p>
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

/** What somebody waits for who has nothing to label. */
function waitWords(batch: VisitBatch | null): string {
  const { waits = null, stage = 'work' } = batch ?? {};
  if (stage === 'ended') return 'Nothing is left to label';
  if (waits === null) return 'Done: everything is labeled';
  if (waits.for === 'lead') return 'Waiting for the lead: practice is over';
  if (waits.for === 'others') return 'Nothing is left for you at the moment';
  return `Waiting for ${waits.people} ${waits.people === 1 ? 'person' : 'people'} to finish practice`;
}

/** Nothing is left for this annotator at present. */
export function Finished({ visit, state: { items, batch } }: { visit: VisitStore; state: VisitState }) {
  const { stage = 'work', completion = null } = batch ?? {};
  if (stage === 'failed') {
    return (
      <div className="sheet">
        <h1>Thank you</h1>
        <p>You did not qualify: thank you. Your answers are saved. You can close this page.</p>
        <Completion visit={visit} completion={completion} />
      </div>
    );
  }
  return (
    <div className="sheet">
      <h1>{completion && stage === 'work' ? 'You are done' : waitWords(batch)}</h1>
      <p>
        All your answers are saved. You can close this page
        {completion ? '.' : '; if more items come, the same browser shows them.'}
      </p>
      <Completion visit={visit} completion={completion} />
      {stage === 'work' && (
        <div className="buttons">
          {!completion && <MainButton name="Look for more" onClick={() => void visit.lookAgain()} />}
          <button
            type="button"
            className="button"
            disabled={items.length === 0}
            onClick={() => visit.actions.move(-1)}
          >
            Back
          </button>
        </div>
      )}
    </div>
  );
}
