import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { FirstPhase, NewFirstPhase } from '../../shared/contract/index.ts';
import { firstPhaseCostWords, usualFirstPhase } from '../../shared/first-phase-words.ts';
import { api } from '../api/client.ts';
import { formatCount, plural } from '../api/format.ts';
import { jobStore, runningJobOf } from '../api/job-store.ts';
import { ProblemNote, toProblem } from '../api/problem.tsx';
import { useStoppable } from '../api/use-stoppable.ts';
import { JobProgress } from './job-progress.tsx';
import { RequiredNumber } from './number-field.tsx';
import { ReasonButton } from './reason-button.tsx';
import { SourceProgressView } from './source-progress-view.tsx';

const mostRows = 200_000;

interface FirstPhaseOfferProps {
  from: NewFirstPhase['from'];
  /** Rows of the whole pool. */
  populationSize: number;
  onTaken: (phase: FirstPhase) => void;
}

/** Takes a uniform part of a pool as a data set of its own, for a judge to score that and not all; says first what it costs. */
export function FirstPhaseOffer({ from, populationSize, onTaken }: FirstPhaseOfferProps) {
  const [asked, setAsked] = useState<number>(usualFirstPhase);
  const rows = Math.min(asked, populationSize);
  const cost = useQuery({
    queryKey: ['first-phase-cost', populationSize, rows],
    queryFn: () => api.source.firstPhaseCost({ populationSize, rows }),
    enabled: rows > 0,
  });
  const take = useStoppable(
    (wanted: number, signal) => api.source.firstPhase({ from, rows: wanted }, { signal }),
    onTaken,
  );
  const job = useStore(jobStore, runningJobOf('first-phase'));
  return (
    <Stack gap="sm">
      {rows < populationSize && (
        <Text size="sm" fw={600}>
          A judge need not score all {formatCount(populationSize)}.
        </Text>
      )}
      {cost.data && (
        <Text size="sm" maw="75ch">
          {firstPhaseCostWords({ ...cost.data, rows, populationSize })}
        </Text>
      )}
      {take.error && <ProblemNote problem={toProblem(take.error)} />}
      <Group align="flex-end" gap="sm">
        <RequiredNumber
          label="Rows for the judge"
          w={150}
          min={1}
          max={Math.min(mostRows, populationSize)}
          allowDecimal={false}
          value={rows}
          disabled={take.isPending}
          onChange={setAsked}
        />
        <ReasonButton
          variant="default"
          type="button"
          lack={rows > 0 ? null : 'Say how many rows.'}
          loading={take.isPending}
          onClick={() => take.mutate(rows)}
        >
          {`Take ${plural(rows, 'row')} as a data set`}
        </ReasonButton>
      </Group>
      {take.isPending &&
        (job ? (
          <JobProgress job={job} key={job.id} />
        ) : (
          'source' in from && <SourceProgressView label="Asking the source" onStop={take.stop} />
        ))}
    </Stack>
  );
}
