import { Text, Tooltip } from '@mantine/core';
import type { EstimateReport, MethodEstimate, Study } from '../../../shared/contract/index.ts';
import { openItemsWords } from '../../../shared/rule-words.ts';
import { StudyLabelCounts } from '../../app/label-counts.tsx';
import { skipWords, waitingReason } from './plain-words.ts';
import classes from './results.module.css';

interface HeroNotesProps {
  report: EstimateReport;
  study: Pick<Study, 'id' | 'counts'>;
  more?: string | null;
}

/** What stands under a number: labels that wait, skips, and intervals that contradict each other. */
export function HeroNotes({ report, study, more = null }: HeroNotesProps) {
  const notes = [more, skipWords(report), ...openItemsWords(report)].filter((note) => note !== null);
  return (
    <>
      {study.counts.waitingFor && (
        <Text size="sm">
          <StudyLabelCounts studyId={study.id} counts={study.counts} />. {waitingReason}
        </Text>
      )}
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

/** What kind of interval stands above, with what it rests on at hand. */
export function IntervalKind({ estimate, words }: { estimate: MethodEstimate | null; words: string }) {
  return (
    <Tooltip label={estimate?.assumptions ?? ''} disabled={!estimate?.assumptions} multiline w={360}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the assumptions must be readable by keyboard */}
      <span className={classes.term} tabIndex={0}>
        {words}
      </span>
    </Tooltip>
  );
}
