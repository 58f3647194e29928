import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Practice } from '../../../shared/contract/index.ts';
import { OverrideReason, RoundItems, TargetAlpha } from '../../../shared/contract/practice.ts';
import { api } from '../../api/client.ts';
import { formatInstant, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { whyUnread } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { limitsOf, longest, NumberInput } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Term } from '../../ui/term.tsx';
import { PracticeRoundPanel } from './practice-round.tsx';

const itemLimits = limitsOf(RoundItems);
const usualItems = 20;
const usualTarget = 0.7;

interface StartPracticeProps {
  studyId: number;
  itemsLeft: number;
  isFirst: boolean;
}

/** Begins the first or a further round. */
function StartPractice({ studyId, itemsLeft, isFirst }: StartPracticeProps) {
  const [items, setItems] = useState<number | string>(Math.min(usualItems, itemsLeft));
  const [target, setTarget] = useState<number | string>(usualTarget);
  const start = useMutation({
    mutationFn: () => api.practice.start({ studyId, items: Number(items), targetAlpha: Number(target) }),
  });
  const isPossible =
    Number(items) >= 2 && Number(items) <= itemsLeft && Number(target) > 0 && Number(target) < 1;
  return (
    <Panel title={isFirst ? 'Begin with practice' : 'Another round'}>
      <Group align="flex-end" gap="md">
        <NumberInput
          label="Items"
          description={`${plural(itemsLeft, 'item')} left outside the sample`}
          w={220}
          {...itemLimits}
          max={Math.min(itemLimits.max ?? itemsLeft, itemsLeft)}
          value={items}
          onChange={setItems}
        />
        <NumberInput
          label={
            <Term meaning="Krippendorff's alpha: 1 is perfect agreement, 0 is what chance would give. HumCoE asks for 0.7.">
              Agreement to reach
            </Term>
          }
          description="Krippendorff's alpha, between 0 and 1"
          w={260}
          {...limitsOf(TargetAlpha)}
          step={0.05}
          value={target}
          onChange={setTarget}
        />
        <Button disabled={!isPossible} loading={start.isPending} onClick={() => start.mutate()}>
          {isFirst ? 'Start practice' : 'Start the round'}
        </Button>
      </Group>
      {itemsLeft < 2 && (
        <Text size="sm" c="dimmed">
          The sample holds nearly all items, so there is nothing left to practice on.
        </Text>
      )}
      {start.error && <ProblemNote problem={toProblem(start.error)} />}
    </Panel>
  );
}

/** Its key begins like that of the study, so that a change of the study refreshes it. */
export const practiceKey = (studyId: number) => [...queryKeys.study(studyId), 'practice'];

/** Rounds of practice on items outside the draw, until the annotators agree and the batch opens. */
export function PracticeSection({ studyId }: { studyId: number }) {
  const { data, error } = useQuery({
    queryKey: practiceKey(studyId),
    queryFn: () => api.practice.get({ studyId }),
  });
  if (whyUnread({ data, error })) return <ProblemNote problem={toProblem(error)} />;
  if (!data) return <LoadingNote label="Reading the practice rounds" />;
  const newest = data.rounds.at(-1);
  const isOver = data.passed !== null;
  return (
    <Stack gap="lg">
      <PracticeStanding practice={data} />
      {!isOver && (!newest || newest.isComplete) && (
        <StartPractice studyId={studyId} itemsLeft={data.itemsLeft} isFirst={!newest} />
      )}
      {[...data.rounds].reverse().map((round) => (
        <PracticeRoundPanel
          key={round.round}
          studyId={studyId}
          round={round}
          isOpen={!isOver && round === newest}
        />
      ))}
      {newest && !isOver && <OpenBatch studyId={studyId} />}
    </Stack>
  );
}

/** Whether the batch is open, and why. */
function PracticeStanding({ practice: { rounds, passed, practicedDraws } }: { practice: Practice }) {
  if (rounds.length === 0) {
    return (
      <Text c="dimmed" maw="75ch">
        Practice is optional. Annotators label the same few items outside the sample and discuss their
        differences. The sample opens once they agree enough. Practice labels never reach the estimate.
      </Text>
    );
  }
  if (!passed) {
    return (
      <Alert color="blue" title="Labeling is closed until practice is through">
        Labeling this study opens round {rounds.length}. Labeling opens by itself when everybody is through it
        and agreement reaches the target.
      </Alert>
    );
  }
  return (
    <Alert
      color={passed.openedBy === 'agreement' ? 'blue' : 'orange'}
      title={
        passed.openedBy === 'agreement'
          ? `Labeling is open: round ${passed.round} reached the target`
          : 'Labeling is open by decision of the lead'
      }
    >
      {passed.openedBy === 'lead' && <Text size="sm">“{passed.reason}”</Text>}
      <Text size="sm">
        {formatInstant(passed.passedAt)}.{passed.openedBy === 'lead' && ' The report says so.'}
        {practicedDraws > 0 &&
          ` ${plural(practicedDraws, 'item')} of the sample had been practiced on before the sample grew to them.`}
      </Text>
    </Alert>
  );
}

/** The lead opens the batch without the agreement; why is written down and stands in the report. */
function OpenBatch({ studyId }: { studyId: number }) {
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const open = useMutation({ mutationFn: () => api.practice.override({ studyId, reason }) });
  if (!isAsking) {
    return (
      <div>
        <Button variant="default" onClick={() => setAsking(true)}>
          Open labeling without it…
        </Button>
      </div>
    );
  }
  return (
    <Stack gap="xs" maw={560}>
      <Textarea
        label="Why open labeling before practice reached its target?"
        description="The report states it."
        autosize
        minRows={2}
        {...longest(OverrideReason)}
        autoFocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group gap="sm">
        <Button disabled={reason.trim() === ''} loading={open.isPending} onClick={() => open.mutate()}>
          Open labeling
        </Button>
        <Button variant="subtle" onClick={() => setAsking(false)}>
          Cancel
        </Button>
      </Group>
      {open.error && <ProblemNote problem={toProblem(open.error)} />}
    </Stack>
  );
}
