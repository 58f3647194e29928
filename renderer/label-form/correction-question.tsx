import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { longestCorrection } from '../../shared/corrections.ts';
import { DiffText } from '../ui/diff-text.tsx';
import type { KeyBindings } from '../ui/key-bindings.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { WithLimitNote } from '../ui/limit-note.tsx';
import { correctionOf, isTooLong, type JudgedText, withCorrected } from './correction.ts';
import classes from './question-form.module.css';

interface CorrectionQuestionProps {
  index: number;
  title: ReactNode;
  name: string;
  isActive: boolean;
  /** The correction as the form holds it. */
  text: string;
  /** Replies that can be corrected, and the one that is rated, if one is. */
  judged: readonly JudgedText[];
  rated: number | null;
  keys: KeyBindings;
  onChoose: () => void;
  onWrite: (text: string) => void;
}

/** What it should have said: the reply as a copy to edit, with what was changed under it. It opens by a key. */
export function CorrectionQuestion(props: CorrectionQuestionProps) {
  const { title, name, isActive, text, judged, rated, keys, onChoose, onWrite } = props;
  const id = useId();
  const corrected = correctionOf(text)?.corrected ?? [];
  const first = judged.findIndex(({ reply }) => corrected.some((one) => one.reply === reply));
  const [opened, setOpened] = useState<number | null>(first < 0 ? null : first);
  // What stands in the field while it corrects nothing: the person is still writing.
  const [typed, setTyped] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    if (opened !== null && isAsked.current) field.current?.focus();
    isAsked.current = false;
  }, [opened]);
  const open = (at: number) => {
    isAsked.current = true;
    setTyped(null);
    setOpened(at);
    onChoose();
  };
  const shown = opened === null ? undefined : judged[opened];
  const given = shown && corrected.find(({ reply }) => reply === shown.reply)?.text;
  const write = (written: string) => {
    if (!shown) return;
    setTyped(written);
    onWrite(withCorrected(text, shown, written));
  };
  const last = judged.length - 1;
  return (
    <section
      className={classes.question}
      aria-label={name}
      data-active={isActive || undefined}
      onFocus={onChoose}
    >
      {title}
      {judged.length === 0 && <p className={classes.nothing}>This item has no reply to correct.</p>}
      {judged.length > 1 && shown && <ReplyChoice {...{ judged, corrected, opened }} onOpen={open} />}
      {shown && isTooLong(shown) && (
        <p className={classes.nothing}>
          A reply of more than {longestCorrection.toLocaleString('en')} letters cannot be corrected here.
        </p>
      )}
      {shown && !isTooLong(shown) && (
        <>
          <WithLimitNote>
            <textarea
              id="label-correction"
              ref={field}
              className={classes.input}
              dir="auto"
              rows={6}
              maxLength={longestCorrection}
              aria-label={name}
              aria-describedby={`${id}-changed`}
              aria-keyshortcuts={keys.correct}
              value={typed ?? given ?? shown.text}
              onChange={(event) => write(event.currentTarget.value)}
            />
          </WithLimitNote>
          <div id={`${id}-changed`}>
            <Changed reply={shown.text} given={given} />
          </div>
        </>
      )}
      {judged.length > 0 && !shown && (
        <div className={classes.buttons}>
          <button
            id="label-correction"
            type="button"
            className={classes.small}
            aria-keyshortcuts={keys.correct}
            onClick={() => open(rated !== null && judged[rated] ? rated : last)}
          >
            Correct the reply
            <KeyHint name={keys.correct} />
          </button>
        </div>
      )}
      {given !== undefined && (
        <div className={classes.buttons}>
          <button type="button" className={classes.plain} onClick={() => write(shown!.text)}>
            Take the correction back
          </button>
        </div>
      )}
    </section>
  );
}

interface ReplyChoiceProps {
  judged: CorrectionQuestionProps['judged'];
  corrected: readonly { readonly reply: number }[];
  opened: number | null;
  onOpen: (at: number) => void;
}

/** Of several replies, the one that is corrected. */
const ReplyChoice = ({ judged, corrected, opened, onOpen }: ReplyChoiceProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would frame what the question frames already
  <div className={classes.buttons} role="group" aria-label="Which reply is corrected">
    {judged.map(({ reply, name }, at) => (
      <button
        key={reply}
        type="button"
        className={classes.small}
        aria-pressed={opened === at}
        onClick={() => onOpen(at)}
      >
        {name}
        {corrected.some((one) => one.reply === reply) ? ' (corrected)' : ''}
      </button>
    ))}
  </div>
);

/** What a correction changed of its reply. */
const Changed = ({ reply, given }: { reply: string; given: string | undefined }) =>
  given === undefined ? (
    <p className={classes.nothing}>Nothing changed yet.</p>
  ) : (
    <details className={classes.changed}>
      <summary>What changed</summary>
      <div className={classes.picked} dir="auto">
        <DiffText base={reply} text={given} />
      </div>
    </details>
  );
