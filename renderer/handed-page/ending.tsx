import { useEffect, useRef } from 'react';
import { endWords } from './page-words.ts';
import type { PageActions } from './use-page.ts';

interface EndingProps {
  done: number;
  items: number;
  actions: PageActions;
}

/** The end of a batch: what is left to do is to save. */
export function Ending({ done, items, actions }: EndingProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="sheet">
      <h1 ref={title} tabIndex={-1}>
        {endWords(done, items)}
      </h1>
      <p>Save the answers as a file and send it back to whoever gave you this page.</p>
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
export function SaveButton({ done, items, actions }: EndingProps) {
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
