import { Alert, Button, Stack, Text } from '@mantine/core';
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { CostEstimate, DryRequest, Run } from '../../../shared/contract/index.ts';
import { withPicturesWords } from '../../../shared/outcome-words.ts';
import { plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { judgeKeys } from '../../parts/judge-queries.ts';
import { estimateWords } from '../../parts/runs/run-words.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import classes from './judges.module.css';

/** The calls of the contract that begin a run over items. */
interface StartCalls<T> {
  estimate(target: T): Promise<CostEstimate>;
  dryRun(target: T & { show: number }): Promise<DryRequest[]>;
  start(target: T): Promise<Run>;
}

interface Starting<T> {
  readonly target: T | null;
  readonly calls: StartCalls<T>;
  readonly estimate: UseQueryResult<CostEstimate>;
  readonly start: UseMutationResult<Run, Error, void>;
  readonly error: Error | null;
}

/** What a run over items would take, and its start; a target that is not complete yet is null. */
export function useRunStart<T>(
  target: T | null,
  calls: StartCalls<T>,
  { queryKey, onStarted }: { queryKey: string; onStarted: () => void },
): Starting<T> {
  const queries = useQueryClient();
  const estimate = useQuery({
    queryKey: [queryKey, target],
    queryFn: () => calls.estimate(target!),
    enabled: target !== null,
  });
  const start = useMutation<Run, Error, void>({
    mutationFn: () => calls.start(target!),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: judgeKeys.runs });
      onStarted();
    },
  });
  return { target, calls, estimate, start, error: start.error ?? estimate.error };
}

interface RunStartProps<T> {
  readonly starting: Starting<T>;
  readonly words: string;
  /** What the target lacks, in a sentence; null when it is complete. */
  readonly lack: string | null;
  /** Says what the estimate rests on, and which items give orders. */
  readonly hasBasis?: boolean;
  readonly onClose: () => void;
}

/** What a run would take, its first requests, and the buttons that start it or do not. */
export function RunStart<T>({
  starting: { target, calls, estimate, start },
  words,
  lack,
  hasBasis = false,
  onClose,
}: RunStartProps<T>) {
  return (
    <>
      {estimate.data && (
        <Text size="sm" className="tabular">
          {estimateWords(estimate.data)}
        </Text>
      )}
      {estimate.data && hasBasis && (
        <Text size="sm" c="dimmed">
          {estimate.data.basis}{' '}
          {estimate.data.flagged > 0 &&
            `${plural(estimate.data.flagged, 'item')} may contain a prompt injection. The judge sees it marked as data, and the item is flagged.`}
        </Text>
      )}
      {estimate.data && estimate.data.withPictures > 0 && (
        <Alert title="Pictures">{withPicturesWords(estimate.data.withPictures)}</Alert>
      )}
      {estimate.data?.warning && <Alert title="Items are shown alike">{estimate.data.warning}</Alert>}
      {target && (
        <RequestPreview key={JSON.stringify(target)} ask={() => calls.dryRun({ ...target, show: 3 })} />
      )}
      <ReasonButton
        lack={lack ?? (estimate.data ? null : estimate.error ? 'See above.' : 'Counting what it takes…')}
        loading={start.isPending}
        onClick={() => start.mutate()}
        beside={
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        {words}
      </ReasonButton>
    </>
  );
}

/** The first requests as they would be sent, byte for byte but for the key. */
function RequestPreview({ ask }: { ask: () => Promise<DryRequest[]> }) {
  const preview = useMutation({ mutationFn: ask });
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant="default"
        size="compact-sm"
        loading={preview.isPending}
        onClick={() => preview.mutate()}
      >
        Show the first requests
      </Button>
      {preview.error && <ProblemNote problem={toProblem(preview.error)} />}
      {preview.data?.map(({ hash, url, body, stored }) => (
        <div key={hash} style={{ width: '100%' }}>
          <Text size="sm" c="dimmed">
            POST {url}
            {stored && ' (reply already stored: not sent again)'}
          </Text>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable by keyboard */}
          <pre className={classes.message} tabIndex={0}>
            {JSON.stringify(body, null, 2)}
          </pre>
        </div>
      ))}
    </Stack>
  );
}
