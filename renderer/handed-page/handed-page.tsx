import { type FormEvent, useEffect, useRef, useState } from 'react';
import { longestName, nameProblem, tidyName } from '../../shared/person-name.ts';
import { ItemPage, type OpenTexts } from '../label-form/item-page.tsx';
import classes from '../label-form/work-screen.module.css';
import { WorkBar } from '../label-form/work-screen.tsx';
import { WithLimitNote } from '../ui/limit-note.tsx';
import { MarkdownText, ShownPictures } from '../ui/markdown.tsx';
import { MissingPicture, PictureView } from '../ui/picture-view.tsx';
import type { PageBatch } from './handed-batch.ts';
import { hasBegun, latestAnswers, madeBefore, skipReasons } from './kept-answers.ts';
import { itemAt } from './page-state.ts';
import { endWords, handedWords, keepingWords, savedWords } from './page-words.ts';
import { type PageActions, usePage } from './use-page.ts';

/** A batch that was handed out: one item at a time, the answers kept in this browser, a file to send back. */
export function HandedPage({ batch }: { batch: PageBatch }) {
  const { state, canStore, actions } = usePage(batch);
  const { kept, place, savedAs } = state;
  const { items } = batch.content;
  const [said, setSaid] = useState('');
  const [opened, setOpened] = useState<OpenTexts>({ passage: true, guidelines: false });
  const { pictures = {} } = batch.content;
  const draw = (sha256: string, name: string) => {
    const picture = pictures[sha256];
    return picture ? <PictureView {...{ picture, name }} /> : <MissingPicture name={name} />;
  };
  const done = latestAnswers(kept).size;
  const isBegun = hasBegun(batch, kept);
  const item = itemAt(batch, place);
  const labeledBy = isBegun && (
    <span className="soft">
      Labeled by <bdi>{kept.annotator}</bdi>
    </span>
  );
  return (
    <div className={classes.screen}>
      <div>
        <WorkBar
          done={done}
          total={items.length}
          beside={labeledBy}
          details={isBegun && !canStore ? <span className="warning">{keepingWords}</span> : null}
          isSpoken
        >
          {isBegun && item && <SaveButton {...{ done, items: items.length, actions }} />}
        </WorkBar>
        <div role="status">{savedAs !== '' && <p className="saved">{savedWords(savedAs)}</p>}</div>
      </div>
      <main>
        {!isBegun && <BatchStart batch={batch} onBegin={actions.begin} />}
        {isBegun && item && (
          <ShownPictures value={draw}>
            <ItemPage
              key={item.ref}
              {...{ item, actions, opened }}
              asked={{ ...batch.content, madeBefore: madeBefore(kept) }}
              items={items.length}
              isFirst={place === 0}
              filled={state.filled}
              answer={latestAnswers(kept).get(item.ref) ?? null}
              reasons={skipReasons(kept)}
              draft={kept.drafts?.[item.ref] === undefined ? 'none' : canStore ? 'saved' : 'failed'}
              verb="Give"
              onOpen={setOpened}
              announce={setSaid}
            />
          </ShownPictures>
        )}
        {isBegun && !item && <Ending done={done} items={items.length} actions={actions} />}
      </main>
      <p className="unseen" role="status">
        {said}
      </p>
    </div>
  );
}

interface EndingProps {
  done: number;
  items: number;
  actions: PageActions;
}

/** The end of a batch: what is left to do is to save. */
function Ending({ done, items, actions }: EndingProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="sheet">
      <h1 ref={title} tabIndex={-1}>
        {endWords(done, items)}
      </h1>
      <p>Save the answers as a file and send it back to the person who gave you this page.</p>
      <div className="buttons">
        <SaveButton {...{ done, items, actions }} />
        <button type="button" className="button" disabled={items === 0} onClick={() => actions.move(-1)}>
          Back
        </button>
      </div>
    </div>
  );
}

/** Saves what is answered so far. */
function SaveButton({ done, items, actions }: EndingProps) {
  return (
    <button
      type="button"
      className="button"
      data-main={done === items || undefined}
      disabled={done === 0}
      onClick={actions.save}
    >
      Save answers as a file
    </button>
  );
}

interface BatchStartProps {
  batch: PageBatch;
  onBegin: (name?: string) => void;
}

/** Greets whom the page is for, or asks under which name the answers shall go back. */
function BatchStart({ batch: { file, content }, onBegin }: BatchStartProps) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => (input.current ?? button.current)?.focus(), []);
  const begin = (event: FormEvent) => {
    event.preventDefault();
    if (file.annotator !== null) return onBegin();
    const found = nameProblem(name);
    setProblem(found);
    if (found === null) onBegin(tidyName(name));
    else input.current?.focus();
  };
  const isForOne = file.annotator !== null;
  return (
    <form className="sheet" noValidate onSubmit={begin}>
      <h1>
        {isForOne ? (
          <>
            Hello, <bdi>{file.annotator}</bdi>
          </>
        ) : (
          'Items to label'
        )}
      </h1>
      <p>{handedWords(content.items.length, isForOne)}</p>
      {!isForOne && (
        <>
          <label htmlFor="name">Your name, shown with your answers</label>
          <WithLimitNote>
            <input
              ref={input}
              id="name"
              maxLength={longestName}
              autoComplete="name"
              aria-describedby="name-problem"
              aria-invalid={problem !== null}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </WithLimitNote>
          <p id="name-problem" className="problem" role="alert">
            {problem}
          </p>
        </>
      )}
      <div className="buttons">
        <button ref={button} type="submit" className="button" data-main>
          Begin
        </button>
      </div>
      {isForOne && (
        <p className="soft">
          If you are not <bdi>{file.annotator}</bdi>, ask for a page of your own.
        </p>
      )}
      {content.guidelines !== '' && (
        <>
          <h2>Guidelines</h2>
          <MarkdownText text={content.guidelines} hasExamples />
        </>
      )}
    </form>
  );
}
