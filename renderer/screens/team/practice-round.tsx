import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { PracticeRound } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { formatFixed, formatInstant, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { whyUnread } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ReadText } from '../../ui/markdown.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RawTextsButton } from '../../ui/switch-button.tsx';

/** One round: who is how far, how far they agree, and where they differ. */
export function PracticeRoundPanel({
  studyId,
  round,
  isOpen,
}: {
  studyId: number;
  round: PracticeRound;
  isOpen: boolean;
}) {
  return (
    <Panel title={`Round ${round.round}`}>
      <Text size="sm" c="dimmed">
        {plural(round.items, 'item')} from {formatInstant(round.createdAt)}, seed {round.seed}
      </Text>
      <AgreementReached round={round} />
      <DataTable
        maw={520}
        rows={round.annotators}
        keyOf={({ annotatorId }) => annotatorId}
        empty="Nobody has begun."
        columns={[
          { head: 'Annotator', cell: ({ name }) => name },
          {
            head: 'Done',
            cell: ({ name, done }) => (
              <>
                {done} of {round.items}
                <Progress size="sm" value={(100 * done) / round.items} aria-label={`${name}: done`} />
              </>
            ),
          },
        ]}
      />
      {isOpen && <WaitedFor studyId={studyId} round={round} />}
      {round.isComplete && <Discussion studyId={studyId} round={round.round} />}
    </Panel>
  );
}

/** Who is waited for in the open round, once somebody else is through; the lead may go on without them. */
export function WaitedFor({ studyId, round }: { studyId: number; round: PracticeRound }) {
  const goOn = useMutation({
    mutationFn: (annotatorId: number) => api.practice.goOnWithout({ studyId, annotatorId }),
  });
  const late = round.annotators.filter(({ done }) => done < round.items);
  if (late.length === 0 || late.length === round.annotators.length) return null;
  return (
    <Stack gap="xs">
      <Text>Practice waits for {late.map(({ name }) => name).join(', ')}.</Text>
      <Group gap="sm">
        {late.map(({ annotatorId, name }) => (
          <Button
            key={annotatorId}
            variant="default"
            loading={goOn.isPending && goOn.variables === annotatorId}
            onClick={() => goOn.mutate(annotatorId)}
          >
            Go on without {name}
          </Button>
        ))}
      </Group>
      {goOn.error && <ProblemNote problem={toProblem(goOn.error)} />}
    </Stack>
  );
}

function AgreementReached({
  round: { krippendorffAlpha, interval, targetAlpha, level, reason },
}: {
  round: PracticeRound;
}) {
  if (krippendorffAlpha === null) return <Text>Agreement is not estimable yet: {reason}</Text>;
  const isReached = krippendorffAlpha > targetAlpha;
  return (
    <Group gap="sm" align="baseline">
      <Text fz={28} fw={600} className="tabular">
        {formatFixed(krippendorffAlpha)}
      </Text>
      {interval && (
        <Text className="tabular">
          {formatFixed(interval.lower)} to {formatFixed(interval.upper)}
        </Text>
      )}
      <Text size="sm">
        Krippendorff's alpha ({level}), {isReached ? 'above' : 'not above'} the target of{' '}
        {formatFixed(targetAlpha)}
        {interval
          ? '; the interval is approximate, for one look'
          : '; no interval for so few items, or so few that differ'}
      </Text>
    </Group>
  );
}

/** The items on which annotators differ, the widest apart first: what they talk over. */
function Discussion({ studyId, round }: { studyId: number; round: number }) {
  const { data, error } = useQuery({
    queryKey: [...queryKeys.study(studyId), 'practice', round, 'disagreements'],
    queryFn: () => api.practice.disagreements({ studyId, round }),
  });
  if (whyUnread({ data, error })) return <ProblemNote problem={toProblem(error)} />;
  if (!data) return null;
  if (data.length === 0) return <Text>Everybody gave the same answer to every item.</Text>;
  return (
    <section aria-label={`Discuss, round ${round}`}>
      <Group justify="space-between" mb="xs">
        <Text fw={600}>Discuss: {plural(data.length, 'item')} with different answers</Text>
        <RawTextsButton />
      </Group>
      <DataTable
        label="Items with different answers"
        miw={600}
        rows={data}
        keyOf={({ itemId }) => itemId}
        alignTop
        columns={[
          {
            head: 'Question',
            width: '30%',
            look: () => ({ dir: 'auto' }),
            cell: ({ question }) => question,
          },
          {
            head: 'Reply',
            width: '35%',
            // biome-ignore lint/suspicious/noArrayIndexKey: a reply is its place
            cell: ({ responses }) => responses.map((text, index) => <ReadText key={index} text={text} />),
          },
          {
            head: 'Answers',
            cell: ({ labels }) =>
              labels.map(({ annotatorId, name, words, note }) => (
                <Text key={annotatorId} size="sm">
                  <b>{name}</b>: <bdi>{words}</bdi>
                  {note !== '' && (
                    <Text span c="dimmed">
                      {' '}
                      (<bdi>{note}</bdi>)
                    </Text>
                  )}
                </Text>
              )),
          },
        ]}
      />
    </section>
  );
}
