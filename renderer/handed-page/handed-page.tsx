import { useState } from 'react';
import { BatchStart } from './beginning.tsx';
import { Ending } from './ending.tsx';
import type { PageBatch } from './handed-batch.ts';
import { ItemPage } from './item-screen.tsx';
import { hasBegun, latestAnswers } from './kept-answers.ts';
import { itemAt } from './page-state.ts';
import { doneWords } from './page-words.ts';
import { usePage } from './use-page.ts';

/** A batch that was handed out: one item at a time, the answers kept in this browser, a file to send back. */
export function HandedPage({ batch }: { batch: PageBatch }) {
  const { state, canStore, actions } = usePage(batch);
  const { kept, place, savedAs } = state;
  const { items } = batch.content;
  const [said, setSaid] = useState('');
  const done = latestAnswers(kept).size;
  const isBegun = hasBegun(batch, kept);
  const item = itemAt(batch, place);
  return (
    <>
      <header>
        <h1>A batch to label</h1>
        <p className="who">
          {isBegun && (
            <>
              Labeled by <bdi>{kept.annotator}</bdi>
            </>
          )}
        </p>
        <p role="status">{doneWords(done, items.length, canStore)}</p>
      </header>
      <main>
        {!isBegun && <BatchStart batch={batch} onBegin={actions.begin} />}
        {isBegun && item && (
          <ItemPage
            key={item.ref}
            batch={batch}
            item={item}
            state={state}
            canStore={canStore}
            actions={actions}
            announce={setSaid}
          />
        )}
        {isBegun && !item && <Ending done={done} items={items.length} actions={actions} savedAs={savedAs} />}
      </main>
      <p className="unseen" role="status">
        {said}
      </p>
    </>
  );
}
