import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProtocolRun, QualifiedRole } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { formatCount, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { OpenedPart } from '../../ui/opened-part.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QualificationEditor } from './qualification-editor.tsx';
import type { Part } from './qualification-form.tsx';

const rolesOf = ({ settings: { protocol } }: ProtocolRun): readonly QualifiedRole[] => {
  if (protocol === 'conversation') return ['ask', 'validate'];
  return protocol === 'replay' ? ['validate'] : [];
};

const titles = { ask: 'Before asking', validate: 'Before validating' } as const;

/** The questions that people pass before they ask or validate in a run, and who did; nothing for other runs. */
export function QualificationPanel({ run }: { run: ProtocolRun }) {
  const roles = rolesOf(run);
  if (roles.length === 0) return null;
  return (
    <Panel title="Qualification">
      {roles.map((role) => (
        <QualificationOf key={role} part={{ runId: run.id, role }} />
      ))}
    </Panel>
  );
}

function QualificationOf({ part }: { part: Part }) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const key = ['qualification', part.runId, part.role];
  const asked = useQuery({
    queryKey: [...key, 'questions'],
    queryFn: () => api.qualification.questions(part),
  });
  const people = useQuery({ queryKey: [...key, 'people'], queryFn: () => api.qualification.people(part) });
  const takeAway = useMutation({
    mutationFn: () => api.qualification.set({ ...part, qualification: null, version: asked.data?.version }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
  const problem = asked.error ?? people.error;
  if (problem) return <ProblemNote problem={toProblem(problem)} />;
  if (asked.data === undefined) return null;
  const { asked: now, version } = asked.data;
  const { questions = [], pass = questions.length } = now ?? {};
  return (
    <Stack gap="xs">
      <Title order={3}>{titles[part.role]}</Title>
      <Text size="sm">
        {now
          ? `${plural(questions.length, 'question')} on the guidelines; right answers needed: ${formatCount(pass)}.`
          : 'Nothing is asked.'}
      </Text>
      {(people.data ?? []).map(({ name, tries, passed }) => (
        <Text key={name} size="sm">
          {`${name}: ${plural(tries, 'try', 'tries')}, ${passed ? 'passed' : 'not passed yet'}`}
        </Text>
      ))}
      {isOpen ? (
        <OpenedPart>
          <QualificationEditor part={part} asked={now} version={version} onClose={() => setOpen(false)} />
        </OpenedPart>
      ) : (
        <Group gap="xs">
          <Button
            variant="default"
            aria-label={`${now ? 'Change the questions' : 'Write questions'}: ${titles[part.role]}`}
            onClick={() => setOpen(true)}
          >
            {now ? 'Change the questions' : 'Write questions'}
          </Button>
          {now && (
            <ConfirmButton
              question="Remove the questions?"
              confirm="Remove them"
              isBusy={takeAway.isPending}
              onConfirm={() => takeAway.mutate()}
            >
              Remove them
            </ConfirmButton>
          )}
        </Group>
      )}
      {takeAway.error && <ProblemNote problem={toProblem(takeAway.error)} />}
    </Stack>
  );
}
