import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Joinable, Study } from '../../../shared/contract/index.ts';
import { asksForShare } from '../../../shared/estimate-words.ts';
import { formatInterval, inPercent } from '../../../shared/number-text.ts';
import { joinSentence } from '../../../shared/signal-words.ts';
import { api } from '../../api/client.ts';
import { formatCount } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { whyUnread } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import classes from './join-panel.module.css';

interface JoinPanelProps {
  study: Study;
  /** The failure mode whose share it is about; the number of the study where there is none. */
  modeId?: number;
  onDone: () => void;
}

/** Shares of a failure mode. */
const shareScale = { min: 0, max: 1, direction: 'higher' } as const;

/** What may join a study that is being labeled, or the share of a failure mode in it, and what that brought. */
export function JoinPanel({ study, modeId, onDone }: JoinPanelProps) {
  const queries = useQueryClient();
  const asked = { studyId: study.id, ...(modeId !== undefined && { modeId }) };
  const queryKey = [...queryKeys.study(study.id), 'joinable', study.labeled, modeId];
  const found = useQuery({ queryKey, queryFn: () => api.study.joinable(asked) });
  const join = useMutation({
    mutationFn: (signal: string) => api.study.join({ ...asked, signal }),
    onSuccess: (changed) => {
      queries.setQueryData(queryKeys.study(study.id), changed);
      void queries.invalidateQueries({ queryKey: queryKeys.study(study.id) });
      void queries.invalidateQueries({ queryKey: queryKeys.estimate(study.id) });
      void queries.invalidateQueries({ queryKey: queryKeys.failures });
    },
  });
  const scale =
    modeId === undefined
      ? inPercent({ scale: study.scale, ...(asksForShare(study) && { isShare: true as const }) }).scale
      : shareScale;
  if (whyUnread(found)) return <ProblemNote problem={toProblem(found.error)} />;
  if (!found.data) return <LoadingNote label="Looking for scores" />;
  const { problem, signals, narrowed } = found.data;
  return (
    <Stack gap="sm">
      <Text size="sm">{problem ? `Nothing can join: ${problem}.` : joinSentence}</Text>
      {narrowed && (
        <Text size="sm" className="tabular">
          Interval now {formatInterval(narrowed.with, scale)}; without what joined{' '}
          {formatInterval(narrowed.without, scale)}.
        </Text>
      )}
      {!problem && signals.length === 0 && (
        <Text size="sm">The data hold no judge or score yet. Run a judge first.</Text>
      )}
      {signals.length > 0 && (
        <SignalList
          found={found.data}
          joining={join.isPending ? join.variables : null}
          onJoin={(signal) => join.mutate(signal)}
        />
      )}
      {join.error && <ProblemNote problem={toProblem(join.error)} />}
      <Group>
        <Button variant="subtle" onClick={onDone}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}

interface SignalListProps {
  found: Joinable;
  /** The one that is joining at the moment. */
  joining: string | null;
  onJoin: (signal: string) => void;
}

/** A list, as it stands in a narrow column of Improve, too: what may be done stands below its score there. */
const SignalList = ({ found: { signals, populationSize }, joining, onJoin }: SignalListProps) => (
  <Stack component="ul" gap="xs" className={classes.signals} aria-label="Scores that may join">
    {signals.map(({ id, name, scored, problem }) => (
      <Group component="li" key={id} justify="space-between" gap="xs">
        <div>
          <Text size="sm">{name}</Text>
          {(scored === populationSize || !problem) && (
            <Text size="xs" c="dimmed">
              {scored === populationSize
                ? `All ${formatCount(scored)} items scored`
                : `${formatCount(scored)} of ${formatCount(populationSize)} items scored; the others count as the mean`}
            </Text>
          )}
        </div>
        {problem ? (
          <Text size="sm">{problem}</Text>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Use from the next label on: ${name}`}
            loading={joining === id}
            onClick={() => onJoin(id)}
          >
            Use from the next label on
          </Button>
        )}
      </Group>
    ))}
  </Stack>
);
