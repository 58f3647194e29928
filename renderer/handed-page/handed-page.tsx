import { useState } from 'react';
import { ItemPage, type OpenTexts } from '../label-form/item-page.tsx';
import classes from '../label-form/work-screen.module.css';
import { WorkBar } from '../label-form/work-screen.tsx';
import { BatchStart } from './beginning.tsx';
import { Ending, SaveButton } from './ending.tsx';
import type { PageBatch } from './handed-batch.ts';
import { hasBegun, latestAnswers, skipReasons } from './kept-answers.ts';
import { itemAt } from './page-state.ts';
import { keepingWords, savedWords } from './page-words.ts';
import { usePage } from './use-page.ts';

/** A batch that was handed out: one item at a time, the answers kept in this browser, a file to send back. */
export function HandedPage({ batch }: { batch: PageBatch }) {
  const { state, canStore, actions } = usePage(batch);
  const { kept, place, savedAs } = state;
  const { items } = batch.content;
  const [said, setSaid] = useState('');
  const [opened, setOpened] = useState<OpenTexts>({ passage: true, guidelines: false });
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
          <ItemPage
            key={item.ref}
            {...{ item, actions, opened }}
            asked={batch.content}
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
        )}
        {isBegun && !item && <Ending done={done} items={items.length} actions={actions} />}
      </main>
      <p className="unseen" role="status">
        {said}
      </p>
    </div>
  );
}
