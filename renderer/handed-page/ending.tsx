import { endWords } from './page-words.ts';
import type { PageActions } from './use-page.ts';

interface EndingProps {
  done: number;
  items: number;
  savedAs: string;
  actions: PageActions;
}

/** The end of a batch: what is left to do is to save. */
export function Ending({ done, items, savedAs, actions }: EndingProps) {
  return (
    <>
      <h2>{endWords(done, items)}</h2>
      <p>Save the answers as a file and send it back to whoever gave you this page.</p>
      <div className="actions">
        <button type="button" disabled={items === 0} onClick={() => actions.move(-1)}>
          Back
        </button>
        <SaveButton {...{ done, items, savedAs, actions }} />
      </div>
    </>
  );
}

/** Saves what is answered so far, and says under which name. */
export function SaveButton({ done, items, savedAs, actions }: EndingProps) {
  return (
    <>
      <button
        type="button"
        className={done === items ? 'main' : undefined}
        disabled={done === 0}
        onClick={actions.save}
      >
        Save answers as a file
      </button>
      {savedAs !== '' && (
        <p className="soft" role="status">
          Saved as {savedAs}. Send this file back.
        </p>
      )}
    </>
  );
}
