import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { VisitBatch } from '../../shared/contract/index.ts';
import { longestMessage } from '../../shared/text-limits.ts';
import { pageAge } from '../api/page-age.ts';
import { ItemPage, type OpenTexts } from '../label-form/item-page.tsx';
import { WaitNote } from '../label-form/wait-note.tsx';
import classes from '../label-form/work-screen.module.css';
import { WorkBar } from '../label-form/work-screen.tsx';
import { WithLimitNote } from '../ui/limit-note.tsx';
import { ShownPictures } from '../ui/markdown.tsx';
import { randomKey } from './random-key.ts';
import { Consent, Finished, Leaving, Portal, Welcome } from './sheets.tsx';
import { Validate } from './validate.tsx';
import { VisitPicture } from './visit-picture.tsx';
import { minutesLeft, mostUnsaved, unsaved, type VisitState } from './visit-state.ts';
import type { VisitStore } from './visit-store.ts';

/** An annotator's own page: one item at a time, each answer stored before the next item comes. */
export function TeamPage({ visit }: { visit: VisitStore }) {
  const state = useStore(visit.store);
  const { phase, batch, notice } = state;
  useEffect(() => void visit.begin(), [visit]);
  const isInside = batch !== null && (phase === 'labeling' || phase === 'done');
  return (
    <div className={classes.screen}>
      <div>
        {isInside && <Bar visit={visit} state={state} batch={batch} />}
        <div role="alert">{isInside && <Trouble visit={visit} state={state} />}</div>
        <PageAgeNote visit={visit} />
      </div>
      <main aria-busy={state.saving !== null}>
        {(phase === 'opening' || phase === 'link' || phase === 'out') && (
          <Portal visit={visit} state={state} />
        )}
        {(phase === 'leaving' || phase === 'left') && (
          <Leaving visit={visit} phase={phase} left={unsaved(state)} />
        )}
        {phase === 'welcome' && batch?.stage === 'consent' && <Consent visit={visit} batch={batch} />}
        {phase === 'welcome' && batch && batch.stage !== 'consent' && <Welcome visit={visit} batch={batch} />}
        {isInside && state.messages === null && state.validation !== null && (
          <Validate visit={visit} validation={state.validation} />
        )}
        {isInside && state.messages !== null && <Messages visit={visit} state={state} />}
        {state.messages === null &&
          state.validation === null &&
          phase === 'labeling' &&
          batch &&
          state.item && <Labeling key={state.item.ref} visit={visit} />}
        {state.messages === null && state.validation === null && phase === 'done' && (
          <Finished visit={visit} state={state} />
        )}
      </main>
      <p className="unseen" role="status">
        {notice}
      </p>
    </div>
  );
}

interface InsideProps {
  visit: VisitStore;
  state: VisitState;
}

/** How far the batch is, and the ways to messages, validation and out. */
function Bar({ visit, state, batch }: InsideProps & { batch: VisitBatch }) {
  const minutes = minutesLeft(state);
  return (
    <WorkBar
      done={state.done}
      total={batch.total}
      beside={
        <span className="soft">
          Labeled by <bdi>{batch.annotator.name}</bdi>
          {minutes !== null && `, about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`}
        </span>
      }
      details={detailsOf(batch)}
      isSpoken
    >
      <button
        type="button"
        className="button"
        aria-expanded={state.messages !== null}
        onClick={() => (state.messages === null ? void visit.openMessages() : visit.closeMessages())}
      >
        {state.unread > 0 ? `Messages (${state.unread} new)` : 'Messages'}
      </button>
      {batch.toValidate > 0 && (
        <button
          type="button"
          className="button"
          aria-expanded={state.validation !== null}
          onClick={() => (state.validation === null ? void visit.openValidation() : visit.closeValidation())}
        >
          {state.validation === null ? 'Validate answers' : 'Back to the items'}
        </button>
      )}
      <button type="button" className="button" onClick={() => void visit.askToLeave()}>
        Leave
      </button>
    </WorkBar>
  );
}

/** What is in the way of answers, with what can be done about it. */
function Trouble({ visit, state }: InsideProps) {
  const { problem, failed, stale, staleDraft, isDrawnAnew } = state;
  return (
    <>
      {isDrawnAnew && (
        <p className="note">
          A new sample was drawn while you were labeling. Your answers are saved. Go on with the items that
          come now.
        </p>
      )}
      {staleDraft && !failed && (
        <p className="trouble">
          {staleDraft.words}{' '}
          <button type="button" className="button" onClick={() => void visit.chooseDraft('stored')}>
            Load it
          </button>{' '}
          <button type="button" className="button" onClick={() => void visit.chooseDraft('own')}>
            Keep mine
          </button>
        </p>
      )}
      {problem !== '' && (
        <p className="trouble">
          {failed && !stale ? `${unsavedWords(state)} ${problem} ` : `${problem} `}
          {failed && state.retryMs !== null && keepOpenWords(state)}
          {stale && (
            <button type="button" className="button" onClick={() => void visit.keepStored()}>
              {stale.keep}
            </button>
          )}{' '}
          <button type="button" className="button" onClick={() => void visit.retry()}>
            {stale
              ? stale.take
              : failed
                ? unsaved(state) === 1
                  ? 'Send it now'
                  : 'Send them now'
                : 'Try again'}
          </button>
        </p>
      )}
    </>
  );
}

/** That the page is older than the Assay that answers it. What is half written is stored before it is loaded again. */
function PageAgeNote({ visit }: { visit: VisitStore }) {
  const isOlder = useStore(pageAge, (age) => age.isOlder);
  return (
    <div role="status">
      {isOlder && (
        <p className="note">
          This page was updated. Load it again when it suits you; your answers are kept.{' '}
          <button
            type="button"
            className="button"
            onClick={() => void visit.keepDraft().then(() => location.reload())}
          >
            Load again
          </button>
        </p>
      )}
    </div>
  );
}

const unsavedWords = (state: VisitState): string => {
  const count = unsaved(state);
  return count === 1 ? 'Your answer is not saved yet.' : `${count} answers are not saved yet.`;
};

/** What becomes of answers that wait for the connection. */
const keepOpenWords = (state: VisitState): string => {
  const count = unsaved(state);
  const sent =
    count === 1 ? 'It will be sent again automatically.' : 'They will be sent again automatically.';
  return `${sent} ${count < mostUnsaved ? 'Keep this page open. ' : 'Keep this page open, and go on once they are saved. '}`;
};

function detailsOf({ stage, attempt, practiceRound }: VisitBatch): string | false {
  if (stage === 'qualification') return `Qualification, try ${attempt}`;
  return practiceRound !== null && `Practice, round ${practiceRound}`;
}

function Labeling({ visit }: { visit: VisitStore }) {
  const { batch, items, item, filled, draft, saving, coming, untaken, reasons } = useStore(visit.store);
  const [opened, setOpened] = useState<OpenTexts>({ passage: true, guidelines: false });
  const ref = item?.ref ?? '';
  const draw = useMemo(() => {
    const load = (sha256: string) => visit.picture(ref, sha256);
    return (sha256: string, name: string) => <VisitPicture {...{ sha256, name, load }} />;
  }, [visit, ref]);
  if (!batch || !item) return null;
  return (
    <ShownPictures value={draw}>
      <ItemPage
        asked={batch}
        item={item}
        items={batch.total}
        isFirst={items[0]?.ref === item.ref}
        filled={filled}
        answer={item.current}
        reasons={reasons}
        draft={draft}
        verb="Save"
        isSaving={saving !== null}
        waits={<WaitNote waitsFor={saving ? 'saving' : coming ? 'coming' : null} untaken={untaken} />}
        actions={visit.actions}
        announce={visit.announce}
        opened={opened}
        onOpen={setOpened}
      />
    </ShownPictures>
  );
}

/** What the lead and this annotator wrote to each other, and a way to write about the item at hand. */
function Messages({ visit, state }: { visit: VisitStore; state: VisitState }) {
  const { messages, item, phase } = state;
  const [text, setText] = useState('');
  const [isAbout, setAbout] = useState(true);
  const [clientKey, setKey] = useState(() => randomKey());
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const about = phase === 'labeling' ? item : null;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    if (!(await visit.say(text, isAbout && about ? about.ref : null, clientKey))) return;
    setText('');
    setKey(randomKey());
  };
  return (
    <div className="sheet">
      <h1 ref={title} tabIndex={-1}>
        Messages
      </h1>
      <p className="soft">Only the person who invited you reads this, and only you read the answers.</p>
      {messages?.length === 0 && <p>No messages yet.</p>}
      <ul className="talk">
        {messages?.map((message) => (
          <li key={message.id}>
            <b>{message.byLead ? (message.toAll ? 'To all' : 'To you') : 'You'}</b>{' '}
            {message.ref !== null && <span className="soft">about an item</span>}
            <p dir="auto">{message.text}</p>
          </li>
        ))}
      </ul>
      <form onSubmit={(event) => void send(event)}>
        <label htmlFor="message">Write to the person who invited you</label>
        <WithLimitNote>
          <textarea
            id="message"
            rows={3}
            maxLength={longestMessage}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </WithLimitNote>
        {about && (
          <label className="check">
            <input
              type="checkbox"
              checked={isAbout}
              onChange={(event) => setAbout(event.currentTarget.checked)}
            />
            About item {about.position}
          </label>
        )}
        <div className="buttons">
          <button type="submit" className="button">
            Send
          </button>
          <button type="button" className="button" onClick={visit.closeMessages}>
            Back to the items
          </button>
        </div>
      </form>
    </div>
  );
}
