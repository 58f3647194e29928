import { Text } from '@mantine/core';
import type { Prompt } from '../../../shared/contract/index.ts';
import { usePrompts } from '../../parts/judge-queries.ts';
import { sharedParts } from '../../ui/shared-parts.ts';
import classes from './judges.module.css';

type Line = { readonly kind: 'same' | 'gone' | 'new'; readonly text: string };

/** The lines of two texts, by their longest common sequence: what went, then what came in its place. */
function changedLines(before: readonly string[], after: readonly string[]): Line[] {
  const [isKept, isOld] = sharedParts(before, after) ?? [before.map(() => false), after.map(() => false)];
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && !isKept[i]) lines.push({ kind: 'gone', text: before[i++]! });
    else if (j < after.length && !isOld[j]) lines.push({ kind: 'new', text: after[j++]! });
    else {
      lines.push({ kind: 'same', text: before[i++]! });
      j++;
    }
  }
  return lines;
}

const linesOf = ({ instructions, item, criteria, examples }: Prompt): string[] =>
  [
    instructions,
    ...criteria.map(({ name, definition }) => `${name}: ${definition}`),
    item,
    ...(examples === '' ? [] : [examples]),
  ]
    .join('\n')
    .split('\n');

const marks = { same: ' ', gone: '−', new: '+' } as const;
const names = { same: '', gone: 'Removed: ', new: 'Added: ' } as const;

/** What one prompt has in place of another, line by line. */
export function PromptDiff({ before, after }: { before: number; after: number }) {
  const prompts = usePrompts();
  const [old, now] = [before, after].map((id) => prompts.data?.find((prompt) => prompt.id === id));
  if (!old || !now) return null;
  const lines = changedLines(linesOf(old), linesOf(now));
  if (lines.every(({ kind }) => kind === 'same')) {
    return <Text size="sm">The prompts are the same; model or settings differ.</Text>;
  }
  return (
    <section aria-label="What changed">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable by keyboard */}
      <pre className={classes.message} tabIndex={0}>
        {lines.map(({ kind, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and never move
          <div key={at} data-change={kind}>
            <span aria-hidden>{marks[kind]} </span>
            <span className={classes.hidden}>{names[kind]}</span>
            {text}
          </div>
        ))}
      </pre>
    </section>
  );
}
