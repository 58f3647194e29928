import { useMemo, useState } from 'react';
import classes from './code-block.module.css';
import { codeColors, usePart } from './on-demand.ts';
import { toggleWrappedLines, useWrappedLines } from './text-switches.ts';

/** Longer code, in characters, has no colors. */
const longestColored = 50_000;

/** Code as it was written, in the colors of its language where that is known. */
export function CodeBlock({ name, text }: { name: string; text: string }) {
  const language = name.split(/[\s{,:]/)[0]!;
  const part = usePart(codeColors, language !== '' && text.length <= longestColored);
  const pieces = useMemo(() => part?.colorCode(language, text) ?? null, [part, language, text]);
  const wrapped = useWrappedLines();
  return (
    <div className={classes.block} dir="ltr">
      <div className={classes.head}>
        <span>{name === '' ? 'Code' : name}</span>
        <button type="button" aria-pressed={wrapped} onClick={toggleWrappedLines}>
          Wrap lines
        </button>
        <CopyButton text={text} />
      </div>
      <pre data-wrapped={wrapped || undefined} tabIndex={wrapped ? undefined : 0}>
        <code>
          {pieces === null
            ? text
            : pieces.map((piece, at) =>
                piece.kind === null ? (
                  piece.text
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: pieces never change order
                  <span key={at} data-code={piece.kind}>
                    {piece.text}
                  </span>
                ),
              )}
        </code>
      </pre>
    </div>
  );
}

function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  // A page that came over a network without encryption has no clipboard.
  if (typeof navigator === 'undefined' || navigator.clipboard === undefined) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <button type="button" onClick={() => void copy().catch(() => setCopied(false))}>
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  );
}
