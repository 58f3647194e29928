import { Text } from '@mantine/core';
import type { EstimateReport } from '../../../shared/contract/index.ts';
import { skipWords, waitingWords } from './plain-words.ts';

/** What stands under a number: skips, labels that wait, and intervals that contradict each other. */
export function HeroNotes({ report, more = null }: { report: EstimateReport; more?: string | null }) {
  const notes = [more, skipWords(report), waitingWords(report)].filter((note) => note !== null);
  return (
    <>
      {notes.map((note) => (
        <Text key={note} size="sm" c="dimmed">
          {note}
        </Text>
      ))}
      {report.skipped.reasons.length > 0 && (
        <Text size="sm" c="dimmed">
          Reasons given:{' '}
          {report.skipped.reasons.map(({ reason, count }) => `${reason} (${count})`).join('; ')}.
        </Text>
      )}
      {report.emptyIntersection && (
        <Text size="sm" c="orange">
          The intervals of this study contradict each other, which happens in fewer than one study in twenty.
          The last one that was free of contradiction is shown; check that labels follow the draw order.
        </Text>
      )}
    </>
  );
}
