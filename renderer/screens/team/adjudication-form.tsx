import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import type { AdjudicationItem } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { formatInstant } from '../../app/format.ts';
import { KeyHint } from '../../label-form/key-hint.tsx';
import { answerWords } from '../../label-form/words.ts';
import { AdjudicationChoices, choicesOf } from './adjudication-choices.tsx';
import { type DecisionDraft, decisionOf, draftOf, emptyDraft, withValue } from './adjudication-draft.ts';
import { AdjudicationLabels } from './adjudication-labels.tsx';
import { adjudicationItemQuery } from './agreement-queries.ts';
import { useAdjudicationKeys } from './use-adjudication-keys.ts';

interface AdjudicationFormProps {
  item: AdjudicationItem;
  /** Names who decides, whoever chose a name in another window since. */
  as: string;
  onDecided: () => void;
  onMove: (step: 1 | -1) => void;
}

/** The labels of an item and the decision on it: a value, a reason, Enter. */
export function AdjudicationForm({ item, as, onDecided, onMove }: AdjudicationFormProps) {
  const { studyId, itemId, criterionId, decision } = item;
  const place = { studyId, itemId, criterionId, as };
  const [draft, setDraft] = useState<DecisionDraft>(() => emptyDraft(item));
  const [problem, setProblem] = useState<string | null>(null);
  const reasonRef = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const keep = (stored: AdjudicationItem) =>
    queries.setQueryData(adjudicationItemQuery(studyId, place, as).queryKey, stored);
  const decide = useMutation({
    mutationFn: (given: Parameters<typeof api.adjudication.decide>[0]) => api.adjudication.decide(given),
    onSuccess: (stored) => {
      keep(stored);
      onDecided();
    },
  });
  const undo = useMutation({
    mutationFn: (given: Parameters<typeof api.adjudication.undo>[0]) => api.adjudication.undo(given),
    onSuccess: keep,
  });

  const change = useCallback((next: DecisionDraft) => {
    setDraft(next);
    setProblem(null);
    if (next.isSkip || next.values.every((value) => value !== '')) reasonRef.current?.focus();
  }, []);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const made = decisionOf(draft, item);
    if ('problem' in made) return setProblem(made.problem);
    decide.mutate({ ...place, answer: made.answer, note: draft.note.trim(), clientKey: crypto.randomUUID() });
  };
  const takeBack = () => undo.mutate({ ...place, clientKey: crypto.randomUUID() });
  useAdjudicationKeys({
    give: (key) => {
      const choice = choicesOf(item.form)?.find((one) => one.key === key);
      if (choice) change(withValue(draft, choice.value));
      return choice !== undefined;
    },
    skip: () => change({ ...draft, isSkip: true }),
    undo: () => decision && takeBack(),
    move: onMove,
  });
  return (
    <Stack gap="md">
      {item.isOwn && (
        <Alert color="orange">
          You labeled this item yourself. You can decide it, and the audit trail shows who did; somebody who
          did not label it would be a better judge.
        </Alert>
      )}
      <AdjudicationLabels item={item} onTake={({ answer }) => change(draftOf(answer, draft, item))} />
      {decision && (
        <Alert
          color={decision.isOutdated ? 'orange' : 'green'}
          title={`Decided: ${answerWords(decision.answer, item.form)}`}
        >
          <Text size="sm">
            {decision.by.name}, {formatInstant(decision.decidedAt)}: <bdi>{decision.note}</bdi>
          </Text>
          {decision.isOutdated && (
            <Text size="sm">
              Outdated: a label of this item was given, changed or taken back since. The decision holds until
              you decide anew or take it back.
            </Text>
          )}
          <Button size="compact-sm" variant="default" mt="xs" loading={undo.isPending} onClick={takeBack}>
            Take it back
          </Button>
        </Alert>
      )}
      <form onSubmit={send} noValidate aria-label="Decision">
        <Stack gap="sm">
          <AdjudicationChoices item={item} draft={draft} onChange={change} />
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant={draft.isSkip ? 'filled' : 'default'}
              aria-pressed={draft.isSkip}
              aria-keyshortcuts="s"
              onClick={() => change({ ...draft, isSkip: true })}
              rightSection={<KeyHint name="s" />}
            >
              Cannot be labeled
            </Button>
          </Group>
          <Group align="flex-start" gap="xs" wrap="nowrap">
            <TextInput
              ref={reasonRef}
              flex={1}
              label="Reason"
              description="Required; Enter stores the decision."
              autoComplete="off"
              maxLength={2000}
              value={draft.note}
              error={problem}
              onChange={(event) => {
                setProblem(null);
                setDraft({ ...draft, note: event.currentTarget.value });
              }}
            />
            <Button type="submit" mt={42} loading={decide.isPending}>
              {decision ? 'Decide anew' : 'Decide'}
            </Button>
          </Group>
        </Stack>
      </form>
      {(decide.error ?? undo.error) && <ProblemNote problem={toProblem(decide.error ?? undo.error)} />}
      <Text size="xs" c="dimmed">
        Keys: a value, then the reason, then Enter. S cannot be labeled, J and K the next and the one before,
        U takes the decision back, Esc leaves the reason.
      </Text>
    </Stack>
  );
}
