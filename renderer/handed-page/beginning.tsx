import { type FormEvent, useEffect, useRef, useState } from 'react';
import { longestName, nameProblem, tidyName } from '../../shared/person-name.ts';
import { MarkdownText } from '../ui/markdown.tsx';
import type { PageBatch } from './handed-batch.ts';
import { handedWords } from './page-words.ts';

interface BatchStartProps {
  batch: PageBatch;
  onBegin: (name?: string) => void;
}

/** Greets whom the page is for, or asks under which name the answers shall go back. */
export function BatchStart({ batch: { file, content }, onBegin }: BatchStartProps) {
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
          <label htmlFor="name">Your name, as it shall stand with your answers</label>
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
