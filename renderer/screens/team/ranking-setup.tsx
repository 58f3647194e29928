import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { RankingStudy, Study } from '../../../shared/contract/index.ts';
import { isolated } from '../../../shared/isolated.ts';
import { api } from '../../api/client.ts';
import { formatCount, formatPercent } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useRanking, whyUnread } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { FindField } from '../../parts/study/find-field.tsx';
import { SaveChanges } from '../../parts/study/save-changes.tsx';
import classes from '../../parts/study/study.module.css';
import { WordingForm } from '../../parts/study/wording-form.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useDraft } from '../../ui/draft.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NumberInput } from '../../ui/number-field.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { paths, type StudyTab } from '../../ui/place/paths.ts';
import { TextLink } from '../../ui/text-link.tsx';

/** A tab of a ranking, once it is read. */
export function WithRanking({
  rankingId,
  children,
}: {
  rankingId: number;
  children: (ranking: RankingStudy) => ReactNode;
}) {
  const { data, error } = useRanking(rankingId);
  if (whyUnread({ data, error })) {
    return (
      <Page>
        <ProblemNote problem={toProblem(error)} />
      </Page>
    );
  }
  return data ? <Page>{children(data)}</Page> : <LoadingNote label="Reading the ranking" />;
}

/** What the ranking asks and is made of; what holds for all pairs is changed here once. */
export const RankingSetup = ({ rankingId }: { rankingId: number }) => (
  <WithRanking rankingId={rankingId}>
    {(ranking) => (
      <>
        <Text c="dimmed" maw="75ch">
          {ranking.measureName} of {ranking.systems.map(isolated).join(', ')} on {ranking.datasetName}. All
          statements together hold with {formatPercent(1 - ranking.alpha)}; the{' '}
          {formatCount(ranking.pairs.length)} pairs share the error out.
        </Text>
        <Panel>
          <RankingProgress ranking={ranking} />
        </Panel>
        <div className={classes.setup}>
          <Panel title="Question and guidelines of every pair">
            <RankingText key={ranking.id} ranking={ranking} />
          </Panel>
          <Panel title="What it is for">
            <RankingAim key={ranking.id} ranking={ranking} />
          </Panel>
          <Panel title="Pairs">
            <Text size="sm" c="dimmed">
              Each pair has its own sample and goal, in its own Setup.
            </Text>
            <PairsTable pairs={ranking.pairs} tab="setup" />
            <RemoveRanking ranking={ranking} />
          </Panel>
        </div>
      </>
    )}
  </WithRanking>
);

function RankingProgress({ ranking: { id, answered, items, left } }: { ranking: RankingStudy }) {
  const queries = useQueryClient();
  const grow = useMutation({
    mutationFn: () => api.ranking.grow({ rankingId: id, by: 10 }),
    onSuccess: (next) => queries.setQueryData(queryKeys.ranking(id), next),
  });
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xl">
        <div style={{ flex: '1 1 320px' }}>
          <Text mb={6} className="tabular">
            <b>{formatCount(answered)}</b> of {formatCount(items)} answered
            {left > 0 && `, ${formatCount(left)} to go`}
          </Text>
          <Progress
            value={(100 * answered) / Math.max(1, items)}
            aria-label="Answered share of the ranking"
          />
        </div>
        <Group gap="sm">
          <Button variant="default" loading={grow.isPending} onClick={() => grow.mutate()}>
            Sample 10 more of each pair that matters
          </Button>
          <Button component={Link} href={paths.ranking(id, 'label')}>
            {answered === 0 ? 'Start labeling' : left > 0 ? 'Continue labeling' : 'Review answers'}
          </Button>
        </Group>
      </Group>
      {grow.error && <ProblemNote problem={toProblem(grow.error)} />}
    </Stack>
  );
}

function RankingText({ ranking }: { ranking: RankingStudy }) {
  const queries = useQueryClient();
  const { id: rankingId, answered } = ranking;
  const key = queryKeys.ranking(rankingId);
  return (
    <WordingForm
      about={`ranking ${rankingId}`}
      stored={ranking}
      labeled={answered}
      onSave={(wording) => api.ranking.edit({ rankingId, ...wording })}
      onSaved={(next) => queries.setQueryData(key, next)}
      onStale={() => void queries.invalidateQueries({ queryKey: key })}
    />
  );
}

/** What the ranking is to find, and which differences matter for it. */
function RankingAim({ ranking }: { ranking: RankingStudy }) {
  const queries = useQueryClient();
  const { leastDifference } = ranking;
  const form = useDraft(
    `aim of ranking ${ranking.id}`,
    { top: ranking.top, margin: (leastDifference ?? '') as number | string },
    ranking.version,
  );
  const { top, margin } = form.draft;
  const isMarginChanged = typeof margin === 'number' && margin !== leastDifference;
  const save = useMutation({
    mutationFn: () =>
      api.ranking.edit({
        rankingId: ranking.id,
        ...(top !== ranking.top && { top }),
        ...(isMarginChanged && { leastDifference: margin }),
        version: form.version.current,
      }),
    onSuccess: async (next) => {
      queries.setQueryData(queryKeys.ranking(ranking.id), next);
      form.discard();
      await queries.invalidateQueries({ queryKey: queryKeys.studies });
    },
  });
  return (
    <Stack gap="sm">
      <FindField systems={ranking.systems.length} top={top} onChange={(next) => form.change({ top: next })} />
      <NumberInput
        label="Smallest difference that matters, of every pair"
        description={
          ranking.leastDifference === null ? 'The pairs have several; one is set for all of them here.' : null
        }
        min={0}
        value={margin}
        onChange={(next) => form.change({ margin: next })}
      />
      <Text size="sm" c="dimmed" className="tabular">
        {aimWords(ranking)}
      </Text>
      <SaveChanges
        label="Save"
        form={{ ...form, isChanged: top !== ranking.top || isMarginChanged }}
        save={save}
        onLoad={(theirs) => {
          if ('top' in theirs) form.change({ top: theirs.top as number | null });
          if (typeof theirs.leastDifference === 'number') form.change({ margin: theirs.leastDifference });
          void queries.invalidateQueries({ queryKey: queryKeys.ranking(ranking.id) });
        }}
      />
    </Stack>
  );
}

const aimWords = ({ mattering, pairs, left }: RankingStudy): string =>
  mattering === 0
    ? 'Nothing is left to decide: the queue deals no more.'
    : `${formatCount(mattering)} of ${formatCount(pairs.length)} pairs are undecided. ${formatCount(left)} items of the sample are left to label.`;

interface PairsTableProps {
  pairs: readonly Study[];
  /** Where each pair leads. */
  tab: Extract<StudyTab, 'team' | 'setup'>;
  /** Whoever looks for labels to give reads no name that tells a system. */
  isBlind?: boolean;
}

export function PairsTable({ pairs, tab, isBlind = false }: PairsTableProps) {
  return (
    <DataTable
      label="Pairs of the ranking"
      maxHeight={420}
      rows={pairs}
      keyOf={(pair) => pair.id}
      columns={[
        {
          head: 'Pair',
          cell: (pair, i) => (
            <TextLink href={paths[tab](pair.id)}>
              {isBlind ? (
                `Pair ${i + 1}`
              ) : (
                <>
                  <bdi>{pair.system}</bdi> against <bdi>{pair.comparison?.against}</bdi>
                </>
              )}
            </TextLink>
          ),
        },
        {
          head: 'Answered',
          isNumber: true,
          cell: (pair) => (
            <>
              {formatCount(pair.labeled + pair.skipped)} of {formatCount(pair.itemsDrawn)}
            </>
          ),
        },
      ]}
    />
  );
}

function RemoveRanking({ ranking }: { ranking: RankingStudy }) {
  const [, go] = useLocation();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.ranking.remove({ rankingId: ranking.id }),
    onSuccess: () => {
      go(paths.studies);
      void queries.invalidateQueries({ queryKey: queryKeys.studies });
    },
  });
  return (
    <>
      {remove.error && <ProblemNote problem={toProblem(remove.error)} />}
      <div>
        <ConfirmButton
          question="Remove the ranking with its pairs and samples? Labels stay in the project."
          confirm="Remove the ranking"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
        >
          Remove the ranking
        </ConfirmButton>
      </div>
    </>
  );
}
