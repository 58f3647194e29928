import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { VisitState } from './visit-state.ts';
import type { VisitStore } from './visit-store.ts';

/** What the lead and this annotator wrote to each other, and a way to write about the item at hand. */
export function Talk({ visit, state }: { visit: VisitStore; state: VisitState }) {
  const { messages, item, phase } = state;
  const [text, setText] = useState('');
  const [isAbout, setAbout] = useState(true);
  const [clientKey, setKey] = useState(() => crypto.randomUUID());
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const about = phase === 'labeling' ? item : null;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    if (!(await visit.say(text, isAbout && about ? about.ref : null, clientKey))) return;
    setText('');
    setKey(crypto.randomUUID());
  };
  return (
    <div className="sheet">
      <h1 ref={title} tabIndex={-1}>
        Messages
      </h1>
      <p className="soft">Only whoever invited you reads what you write, and only you the answers.</p>
      {messages?.length === 0 && <p>Nothing was written yet.</p>}
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
        <label htmlFor="message">Write to whoever invited you</label>
        <textarea
          id="message"
          rows={3}
          maxLength={5000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
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
