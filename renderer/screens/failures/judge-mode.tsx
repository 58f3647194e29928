import { Button, Group, Modal, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { Endpoint, FailureMode, Run, Study } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { judgeKeys, useEndpoints, useRuns } from '../../parts/judge-queries.ts';
import { LimitFields, type Limits, RaiseLimit } from '../../parts/runs/limit-fields.tsx';
import { estimateWords } from '../../parts/runs/run-words.ts';
import { JoinPanel } from '../../parts/study/join-panel.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { paths } from '../../ui/place/paths.ts';
import classes from './failures.module.css';

interface JudgeModeProps {
  study: Study;
  mode: FailureMode;
  onDone: () => void;
}

/** A judge made of the definition of a failure mode: its scores of the whole pool narrow the share. */
export function JudgeMode({ study, mode, onDone }: JudgeModeProps) {
  const endpoints = useEndpoints();
  return (
    <Modal opened onClose={onDone} size="xl" title={`Let a judge narrow it: ${mode.name}`}>
      <div className={classes.again}>
        <Text size="sm" c="dimmed">
          A model scores every conversation by the definition. People’s labels alone say how right it is.
        </Text>
        {!endpoints.data ? (
          <LoadingNote label="Looking for models" />
        ) : mode.definition === '' ? (
          <Text>Give it a definition first: a judge has nothing else to go by.</Text>
        ) : endpoints.data.length === 0 ? (
          <Group gap="sm">
            <Text>No model is connected yet.</Text>
            <Button component={Link} href={paths.endpoints} size="compact-sm">
              Connect one
            </Button>
          </Group>
        ) : (
          endpoints.data.map((endpoint) => (
            <JudgeRun
              key={endpoint.id}
              {...{ study, mode, endpoint }}
              isFirst={endpoint === endpoints.data[0]}
            />
          ))
        )}
        <JoinPanel study={study} modeId={mode.id} onDone={onDone} />
      </div>
    </Modal>
  );
}

type JudgeRunProps = Omit<JudgeModeProps, 'onDone'> & { endpoint: Endpoint; isFirst: boolean };

/** One model: what asking it of the whole pool takes, the run, and its scores joining once every item has one. */
function JudgeRun({ study, mode, endpoint, isFirst }: JudgeRunProps) {
  const queries = useQueryClient();
  const asked = { studyId: study.id, modeId: mode.id };
  const [limits, setLimits] = useState<Limits>({ spendingLimit: null, callLimit: null });
  const made = useMutation({
    mutationFn: async () => {
      const { judge, signal, datasetId, system } = await api.failures.judge({
        ...asked,
        endpointId: endpoint.id,
      });
      const target = { judgeId: judge.id, datasetId, system, spendingLimit: null };
      return { signal, target, estimate: await api.judge.estimate(target) };
    },
  });
  const run = useMutation({
    mutationFn: () =>
      api.judge.start({
        ...made.data!.target,
        spendingLimit: limits.spendingLimit ?? null,
        callLimit: limits.callLimit ?? null,
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: judgeKeys.runs }),
  });
  const goOn = useMutation({
    mutationFn: (raised: Limits) => api.run.resume({ runId: run.data!.id, ...raised }),
    onSuccess: () => queries.invalidateQueries({ queryKey: judgeKeys.runs }),
  });
  const own = useOwnRun(run.data?.id);
  const join = useJoinAtEnd(own, study.id, () => api.study.join({ ...asked, signal: made.data!.signal }));
  const isRunning = run.isPending || (run.isSuccess && own?.state === 'running');
  const error = made.error ?? run.error ?? goOn.error ?? join.error;
  return (
    <>
      <Group gap="sm">
        {made.data ? (
          <Button
            key="score"
            autoFocus
            size="compact-sm"
            loading={isRunning || join.isFetching}
            disabled={join.isSuccess || own?.state === 'limit'}
            onClick={() => run.mutate()}
          >
            Score all of them
          </Button>
        ) : (
          <Button
            key="ask"
            data-autofocus={isFirst || undefined}
            size="compact-sm"
            loading={made.isPending}
            onClick={() => made.mutate()}
          >
            Ask <bdi>{endpoint.name}</bdi>
          </Button>
        )}
        {made.data && (
          <Text size="sm" className="tabular" role="status">
            {join.isSuccess
              ? 'It narrows the share from the next label on.'
              : isRunning && own
                ? `${own.callsDone} of ${own.calls} requests`
                : estimateWords(made.data.estimate)}
          </Text>
        )}
      </Group>
      {made.data && !own && (
        <Group align="flex-start" gap="sm">
          <LimitFields
            limits={limits}
            change={(part) => setLimits({ ...limits, ...part })}
            endpoints={[endpoint]}
          />
        </Group>
      )}
      {own && own.state !== 'running' && !isWhole(own) && (
        <Text size="sm">
          {own.message}
          {own.state === 'finished' && ' Its scores stand below: use them as they are, or not.'}
        </Text>
      )}
      {own?.state === 'limit' && (
        <RaiseLimit
          title={own.title}
          size="compact-sm"
          limits={{ spendingLimit: own.spendingLimit, callLimit: own.callLimit }}
          endpoints={[endpoint]}
          onGoOn={(raised) => goOn.mutate(raised)}
        />
      )}
      {error && <ProblemNote problem={toProblem(error)} />}
    </>
  );
}

function useOwnRun(id: number | undefined): Run | undefined {
  const runs = useRuns();
  return id === undefined ? undefined : runs.data?.find((run) => run.id === id);
}

/** Whether a run has a score for each item that it was over. */
const isWhole = ({ state, outcomes }: Run): boolean =>
  state === 'finished' && Object.entries(outcomes).every(([kind, count]) => kind === 'scored' || count === 0);

/** Joins once, when the run has finished with a score for each item; what lacks some a person decides on, for there is no way back. */
function useJoinAtEnd(run: Run | undefined, studyId: number, join: () => Promise<unknown>) {
  const queries = useQueryClient();
  const joined = useQuery({
    queryKey: ['join at end', run?.id],
    queryFn: async () => {
      await join();
      return true;
    },
    enabled: run !== undefined && isWhole(run),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { isSuccess } = joined;
  const hasEnded = run?.state === 'finished';
  useEffect(() => {
    if (!isSuccess && !hasEnded) return;
    void queries.invalidateQueries({ queryKey: queryKeys.studies });
    void queries.invalidateQueries({ queryKey: queryKeys.study(studyId) });
    void queries.invalidateQueries({ queryKey: queryKeys.failures });
  }, [isSuccess, hasEnded, studyId, queries]);
  return joined;
}
