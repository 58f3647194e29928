import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './term.module.css';

/** What the words of the screens mean, in short; the word list of the help has them all, with what papers call them. */
export const meanings = {
  'judge score':
    "A score that is there for every item: a judge's or a metric's. It guides which items people see and steadies the number; it is never taken as the truth. Papers call it a surrogate.",
  'machine score':
    "A score that is there for every item: a judge's, a metric's, or agreement with another system. It guides which items people see and steadies the number; it is never taken as the truth. Papers call it a surrogate.",
  sample: 'The items that people are to see, chosen at random with known chances.',
  'left to label': 'Items of the sample without a label or skip yet.',
  'send to annotators': 'Gives people their part of the sample as one file, or as a page for any browser.',
  'smallest difference that matters': 'Differences below it count as equal.',
  'people beside machines': "What people's labels say, beside what the judge alone would have said.",
} as const;

type TermProps = { children: ReactNode } & ({ meaning: string } | { word: keyof typeof meanings });

/** A word with its meaning on hover or focus: one of the word list, or one that this screen explains. */
export function Term({ children, ...of }: TermProps) {
  return (
    <Tooltip label={'word' in of ? meanings[of.word] : of.meaning} w={320}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the meaning must be readable by keyboard */}
      <span className={classes.term} tabIndex={0}>
        {children}
      </span>
    </Tooltip>
  );
}
