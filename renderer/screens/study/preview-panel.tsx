import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { pairedItemsWords } from '../../../shared/comparison-words.ts';
import type { HardnessPreview, StudyGoal, StudyQuestion } from '../../../shared/contract/index.ts';
import { formatCount, formatScore, plural } from '../../api/format.ts';
import { jobStore, runningJob } from '../../api/job-store.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { Histogram } from '../../charts/histogram.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { JobProgress } from '../../ui/job-progress.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { paths } from '../../ui/place/paths.ts';
import { Term } from '../../ui/term.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { expectedWords, gapSides, gapWords } from './gap-words.ts';
import { GoalPlan } from './goal-plan.tsx';
import { aheadWords, planSentence } from './plan-words.ts';
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
          ? 'See which items are easy or hard by the machine score. See how many labels each interval takes. Nothing is stored.'
          : 'See where the two systems differ and which one the machine score favors. See how many labels each gap takes. Nothing is stored.'}
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

interface ComparisonViewProps {
  preview: HardnessPreview;
  comparison: NonNullable<HardnessPreview['comparison']>;
  system: string;
  datasetId: number;
  goal: StudyGoal;
  size: number;
  onSize: (size: number) => void;
}

/** What comparing two systems would take: how many responses differ, and what gap how many labels can tell. */
function ComparisonView(props: ComparisonViewProps) {
  const { preview, comparison, system, datasetId, goal, size, onSize } = props;
  const { scale } = preview;
  const { against, differing, expected, gaps } = comparison;
  return (
    <Stack gap="md">
      <Panel title="What labels can show">
        <Text fz={17}>{pairedItemsWords(comparison)}</Text>
        {differing === 0 ? (
          <Text>
            The difference is exactly 0: the responses of {system} and {against} are the same everywhere.
          </Text>
        ) : (
          <>
            <Text>{expectedWords({ system, ...comparison }, preview.surrogateMean, size, scale)}</Text>
            <GoalPlan preview={preview} goal={goal} size={size} />
            <Group gap={6}>
              {[...gaps, ...(expected ? [expected] : [])].map((plan) => (
                <Button
                  key={plan.gap}
                  variant="default"
                  size="compact-sm"
                  onClick={() => onSize(Math.min(plan.labels, differing))}
                >
                  {gapWords(plan, scale, differing)}
                </Button>
              ))}
            </Group>
            <Text size="sm" c="dimmed">
              With this gap and this many labels, about 4 of 5 studies name the better system. A guess before
              the first label.
            </Text>
          </>
        )}
      </Panel>
      {preview.missingSurrogate > 0 && (
        <Alert
          color="orange"
          title={`${plural(preview.missingSurrogate, 'item has', 'items have')} no machine score for one of the two`}
        >
          They are treated as average. The estimate stays right; the interval may be wider.
        </Alert>
      )}
      {differing > 0 && (
        <>
          <Panel>
            <Histogram
              bins={preview.histogram}
              title="Which system does the machine score favor?"
              xLabel={gapSides({ system, against }, scale)}
            />
            <Text size="sm" c="dimmed">
              The {formatCount(differing)} items that differ. By the machine score alone, the difference over
              all items is <b>{formatScore(preview.surrogateMean, scale)}</b>. That is not evidence of what
              people would say.
            </Text>
          </Panel>
          <Panel title="Largest differences by the machine score">
            <Extremes
              name={`For ${against}`}
              items={preview.hardest}
              datasetId={datasetId}
              hasHardness={false}
            />
            <Extremes
              name={`For ${system}`}
              items={preview.easiest}
              datasetId={datasetId}
              hasHardness={false}
            />
          </Panel>
        </>
      )}
    </Stack>
  );
}

interface HardnessViewProps {
  preview: HardnessPreview;
  datasetId: number;
  goal: StudyGoal;
  size: number;
  onSize: (size: number) => void;
}

/** What the surrogate expects, and what labels would buy. */
function HardnessView({ preview, datasetId, goal, size, onSize }: HardnessViewProps) {
  const { scale, plan, populationSize } = preview;
  return (
    <Stack gap="md">
      <Panel title="What labels bring">
        <Text fz={17}>{planSentence(plan, scale, populationSize)}</Text>
        <GoalPlan preview={preview} goal={goal} size={size} />
        <Text size="sm" c="dimmed">
          Half the width of the interval, on the scale {scale.min} to {scale.max}. In 9 of 10 studies it is
          between these. From the tenth label on, it is one number.
        </Text>
        <Group gap={6}>
          {plan.atBudget.map((at) => (
            <Button key={at.labels} variant="default" size="compact-sm" onClick={() => onSize(at.labels)}>
              {formatCount(at.labels)}: {aheadWords(at, scale)}
            </Button>
          ))}
        </Group>
      </Panel>
      {preview.missingSurrogate > 0 && (
        <Alert
          color="orange"
          title={`${plural(preview.missingSurrogate, 'item has', 'items have')} no machine score`}
        >
          They are treated as average. The estimate stays right; the interval may be wider.
        </Alert>
      )}
      <Panel>
        <Histogram
          bins={preview.histogram}
          title="How hard are the items?"
          xLabel="How hard (0 easy, 1 hard)"
        />
        <Text size="sm" c="dimmed">
          <Term meaning="One minus the machine score, from 0 to 1. High means that a bad reply is expected. Papers call it hardness.">
            Hardness
          </Term>{' '}
          of {plural(populationSize, 'item')}. The machine score alone says{' '}
          <b>{formatScore(preview.surrogateMean, scale)}</b>; that is not evidence of what people would say.
        </Text>
      </Panel>
      <Panel title="Hardest and easiest">
        <Extremes name="Hardest" items={preview.hardest} datasetId={datasetId} />
        <Extremes name="Easiest" items={preview.easiest} datasetId={datasetId} />
      </Panel>
    </Stack>
  );
}

interface ExtremesProps {
  name: string;
  items: HardnessPreview['hardest'];
  datasetId: number;
  /** Whether the first column shows hardness; else the place in the order. */
  hasHardness?: boolean;
}

/** The first items of an order, each with its question and response. */
function Extremes({ name, items, datasetId, hasHardness = true }: ExtremesProps) {
  return (
    <DataTable
      layout="fixed"
      rows={items}
      keyOf={({ itemId }) => itemId}
      columns={[
        {
          head: name,
          isNumber: true,
          width: 80,
          cell: ({ hardness }, at) => (hasHardness ? hardness.toFixed(3) : at + 1),
        },
        {
          head: 'Question',
          cell: ({ itemId, question }) => (
            <Text size="sm" lineClamp={2} dir="auto" component="div">
              <TextLink href={paths.item(datasetId, itemId)}>{question || '(no question)'}</TextLink>
            </Text>
          ),
        },
        {
          head: 'Reply',
          cell: ({ response }) => (
            <Text size="sm" lineClamp={2} dir="auto" c="dimmed">
              {response || '(empty)'}
            </Text>
          ),
        },
      ]}
    />
  );
}
