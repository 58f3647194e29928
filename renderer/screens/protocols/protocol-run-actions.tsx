import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { ProtocolRun } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { plural } from '../../app/format.ts';
import { paths } from '../../app/paths.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { protocolKeys } from './protocol-queries.ts';

/** What can be done with a run as it stands. */
export function ProtocolRunActions({ run }: { run: ProtocolRun }) {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [said, setSaid] = useState('');
  const refresh = () => queries.invalidateQueries({ queryKey: protocolKeys.runs });
  const act = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSuccess: refresh,
  });
  const { id: runId, commands } = run;
  const remove = async () => {
    await api.protocol.remove({ runId });
    navigate(paths.protocols);
  };
  const useSignal = async () => {
    const { name, system, items } = await api.protocol.useAsSignal({ runId });
    setSaid(
      `“${name}” now scores ${plural(items, 'item')} of ${system}. Choose it as the surrogate of a study.`,
    );
  };
  const isLed = run.settings.protocol === 'conversation';
  const isValidatable = isLed || run.settings.protocol === 'replay';
  const openValidation = async () => {
    const { validators } = (await api.validation.list({})).find((one) => one.runId === runId) ?? {};
    if (validators === undefined) await api.validation.open({ runId });
    navigate(paths.validation);
  };
  const isResumable = !isLed && run.state !== 'running' && run.state !== 'finished';
  return (
    <div>
      <Group gap="xs">
        {run.state === 'running' && (
          <>
            <Button variant="default" onClick={() => act.mutate(() => api.protocol.pause({ runId }))}>
              Pause
            </Button>
            <Button variant="default" onClick={() => act.mutate(() => api.protocol.cancel({ runId }))}>
              Cancel
            </Button>
          </>
        )}
        {isLed && run.state !== 'finished' && (
          <Button component={Link} href={paths.talk(runId)}>
            Talk to the model
          </Button>
        )}
        {isResumable && (
          <Button onClick={() => act.mutate(() => api.protocol.resume({ runId, commands }))}>
            {commands.length > 0 ? 'Start the program and resume' : 'Resume'}
          </Button>
        )}
        {isValidatable && run.conversationsDone > 0 && (
          <Button variant="default" onClick={() => act.mutate(openValidation)}>
            Validate answers
          </Button>
        )}
        {run.conversationsDone > 0 && (
          <Button variant="default" onClick={() => act.mutate(useSignal)}>
            Use as surrogate
          </Button>
        )}
        {run.state !== 'running' && (
          <ConfirmButton
            question="Remove the run with all its conversations?"
            confirm="Remove the run"
            onConfirm={() => act.mutate(remove)}
          >
            Remove…
          </ConfirmButton>
        )}
      </Group>
      {isResumable && commands.length > 0 && (
        <Text size="xs" c="dimmed" mt={4}>
          Starts: {commands.join('; ')}
        </Text>
      )}
      <Text size="sm" mt={4} role="status">
        {said}
      </Text>
      {act.error && <ProblemNote problem={toProblem(act.error)} />}
    </div>
  );
}
