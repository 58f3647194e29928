import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { StudyGoal, StudyQuestion } from '../../../shared/contract/index.ts';
import { jobStore, runningJob } from '../../api/job-store.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { JobProgress } from '../../ui/job-progress.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ComparisonView } from './comparison-view.tsx';
import { HardnessView } from './hardness-view.tsx';
import { useStudyPreview } from './use-study-preview.ts';

interface PreviewPanelProps {
  question: StudyQuestion;
  goal: StudyGoal;
  size: number;
  onSize: (size: number) => void;
}

/** Scores the pool when asked to, and shows what that says. A changed question has to be asked again. */
export function PreviewPanel({ question, goal, size, onSize }: PreviewPanelProps) {
  const [asked, setAsked] = useState<string | null>(null);
  const isAsked = asked === JSON.stringify(question);
  const preview = useStudyPreview(question, isAsked);
  const job = useStore(jobStore, runningJob);
  if (preview.data?.comparison) {
    const { datasetId, system } = question;
    return (
      <ComparisonView
        preview={preview.data}
        comparison={preview.data.comparison}
        {...{ datasetId, system, goal, size, onSize }}
      />
    );
  }
  if (preview.data)
    return (
      <HardnessView
        preview={preview.data}
        datasetId={question.datasetId}
        goal={goal}
        size={size}
        onSize={onSize}
      />
    );
  const ask = () => {
    setAsked(JSON.stringify(question));
    if (preview.error) void preview.refetch();
  };
  return (
    <Panel title="Look before you label">
      <Text c="dimmed" maw="60ch">
        {question.against === undefined
          ? 'See how the machine score spreads the items from easy to hard, which they are, and how many labels which interval would take. Nothing is stored.'
          : 'See on how many items the two systems differ, which one the machine score favors, and how many labels would tell which gap. Nothing is stored.'}
      </Text>
      {preview.isFetching ? (
        <Stack gap="sm">
          {job?.kind === 'score' ? <JobProgress job={job} /> : <LoadingNote label="Scoring the items" />}
        </Stack>
      ) : (
        <>
          {isAsked && preview.error && <ProblemNote problem={toProblem(preview.error)} />}
          <div>
            <Button variant="default" onClick={ask}>
              {question.against === undefined ? 'Show hard items and plan' : 'Show differences and plan'}
            </Button>
          </div>
        </>
      )}
    </Panel>
  );
}
