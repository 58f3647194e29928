import { Alert, Text, Title } from '@mantine/core';
import type { JudgeWatch } from '../../../shared/contract/index.ts';

/** What came of asking judges again, and of scores that came again with files. */
export function Drift({ watches }: { watches: readonly JudgeWatch[] }) {
  return (
    <section aria-labelledby="drift-title">
      <Title order={2} id="drift-title" mb="xs">
        Drift
      </Title>
      {watches.map(({ ofRun, dataset, judge, system, hasDrifted, words }) => (
        <Alert
          key={ofRun ?? `${dataset}/${judge}/${system}`}
          mb="sm"
          maw="80ch"
          color={hasDrifted ? 'red' : 'gray'}
          title={hasDrifted ? `${judge} has drifted on ${system}` : `${judge} on ${system}`}
        >
          {words.map((sentence) => (
            <Text size="sm" mb={4} key={sentence}>
              {sentence}
            </Text>
          ))}
        </Alert>
      ))}
    </section>
  );
}
