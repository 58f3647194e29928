import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AdjudicationItem } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { formatInstant } from '../../app/format.ts';
import { defaultBindings } from '../../label-form/key-bindings.ts';
import { KeyHint } from '../../label-form/key-hint.tsx';
import { QuestionForm } from '../../label-form/question-form.tsx';
import { answerWords } from '../../label-form/words.ts';
import { adjudicationKey, useAdjudicationKeys } from './adjudication-keys.ts';
import { AdjudicationLabels } from './adjudication-labels.tsx';
import { adjudicationItemQuery } from './agreement-queries.ts';
import {
  askedDecision,
  type DecisionDraft,
  decisionOf,
  emptyDecision,
  withTaken,
  withTyped,
  withValue,
} from './decision-draft.ts';

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
  const [draft, setDraft] = useState<DecisionDraft>(() => emptyDecision(item));
  const [problem, setProblem] = useState<string | null>(null);
  const reasonRef = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const keep = (stored: AdjudicationItem) =>
    queries.setQueryData(adjudicationItemQuery(place, as).queryKey, stored);
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

  /** Shows another draft; the reason is next once the rest is there. */
  const change = (next: DecisionDraft, isDecided: boolean) => {
    setDraft(next);
    setProblem(null);
    if (isDecided) reasonRef.current?.focus();
  };
  const skip = () => change({ ...draft, isSkip: true }, true);
  const give = (question: number, text: string) => {
    const { draft: next, isDecided } = withValue(draft, item, question, text);
    change(next, isDecided);
  };
  const choose = (active: number) => setDraft((now) => ({ ...now, filled: { ...now.filled, active } }));
  const send = () => {
    const made = decisionOf(draft, item);
    if ('problem' in made) return setProblem(made.problem);
    decide.mutate({ ...place, answer: made.answer, note: draft.note.trim(), clientKey: crypto.randomUUID() });
  };
  const takeBack = () => undo.mutate({ ...place, clientKey: crypto.randomUUID() });
  useAdjudicationKeys((press) => {
    const meant = adjudicationKey(press, draft.filled, defaultBindings);
    switch (meant?.act) {
      case 'give':
        give(meant.question, meant.text);
        break;
      case 'choose':
        choose(meant.question);
        break;
      case 'skip':
        skip();
        break;
      case 'undo':
        if (decision) takeBack();
        break;
      case 'move':
        onMove(meant.step);
        break;
      case 'leave-field':
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        return false;
    }
    return meant !== null;
  });
  return (
    <Stack gap="md">
      {item.isOwn && (
        <Alert color="orange">
          You labeled this item yourself. You can decide it, and the audit trail shows who did; somebody who
          did not label it would be a better judge.
        </Alert>
      )}
      <AdjudicationLabels item={item} onTake={({ answer }) => change(withTaken(draft, answer, item), true)} />
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
      <form
        noValidate
        aria-label="Decision"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack gap="sm">
          <QuestionForm
            asked={askedDecision(item)}
            form={draft.filled}
            chosen={draft.isSkip ? '' : draft.filled.texts[0]}
            keys={defaultBindings}
            draft="none"
            layout="wrap"
            isPart
            isSaving={false}
            hasPassage={false}
            actions={{
              give,
              choose,
              write: (question, text) => change(withTyped(draft, question, text), false),
              pick: () => undefined,
              send,
            }}
          />
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant={draft.isSkip ? 'filled' : 'default'}
              aria-pressed={draft.isSkip}
              aria-keyshortcuts="s"
              onClick={skip}
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
