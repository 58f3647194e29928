import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Dataset } from '../../shared/contract/index.ts';
import { partWords } from '../../shared/first-phase-words.ts';

interface FirstPhaseNoteProps {
  dataset: Pick<Dataset, 'itemCount' | 'firstPhase'>;
  /** What to do with it next. */
  children?: ReactNode;
}

/** That a data set is a uniform part of a larger pool, and what studies of it say; nothing of a pool of its own. */
export function FirstPhaseNote({ dataset, children }: FirstPhaseNoteProps) {
  const { firstPhase, itemCount } = dataset;
  if (!firstPhase || firstPhase.populationSize === itemCount) return null;
  return (
    <Text size="sm" maw="75ch" role="note">
      {partWords(firstPhase.populationSize, itemCount)}
      {children}
    </Text>
  );
}
