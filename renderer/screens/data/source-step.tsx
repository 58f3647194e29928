import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data.module.css';
import { StartProblem } from './study-proposal.tsx';

/** What comes next on the way to a study. */
export interface NextStep {
  readonly words: string;
  /** What has to be said before; null where nothing. */
  readonly lacks: string | null;
  go(): void;
}

interface SourceStepProps {
  next: NextStep;
  /** What shows instead of the button while something runs. */
  running: ReactNode;
  error: unknown;
}

/** The one button of the screen, always in sight; while it works, how far that is. */
export function SourceStep({ next, running, error }: SourceStepProps) {
  if (running) return <div className={classes.start}>{running}</div>;
  return (
    <div className={classes.start}>
      <StartProblem error={error} />
      <Group gap="md" align="center" mt={error ? 'xs' : 0}>
        <Button size="md" disabled={next.lacks !== null} onClick={() => next.go()}>
          {next.words}
        </Button>
        {next.lacks !== null && (
          <Text size="sm" c="dimmed">
            {next.lacks}
          </Text>
        )}
      </Group>
    </div>
  );
}
