import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { ProtocolRun } from '../../../shared/contract/index.ts';
import { hasPlayedUser } from '../../../shared/protocol-agents.ts';
import { api } from '../../api/client.ts';
import { plural } from '../../api/format.ts';
import { protocolKeys } from '../../parts/protocol-queries.ts';
import { RaiseLimit } from '../../parts/runs/limit-fields.tsx';
import { RunActions } from '../../parts/runs/run-actions.tsx';
import { runActions } from '../../parts/runs/run-state.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { paths } from '../../ui/place/paths.ts';

/** What can be done with a run as it stands. */
export function ProtocolRunActions({ run }: { run: ProtocolRun }) {
  const [, navigate] = useLocation();
  const [notice, setNotice] = useState('');
  const { id: runId, commands } = run;
  const remove = async () => {
    await api.protocol.remove({ runId });
    navigate(paths.protocols);
  };
  const useSignal = async () => {
    const { names, system, items } = await api.protocol.useAsSignal({ runId });
    setNotice(
      `${names.map((name) => `“${name}”`).join(' and ')} now ${names.length === 1 ? 'scores' : 'score'} ${plural(items, 'item')} of ${system}. Choose one as the machine score of a study.`,
    );
  };
  const open = async (what: 'conversations' | 'guesses') => {
    const { datasetId, studyId } = await api.protocol.openAsData({ runId, what });
    navigate(studyId === null ? paths.newStudyOn(datasetId) : paths.label(studyId));
  };
  const isLed = run.settings.protocol === 'conversation';
  const isValidatable = isLed || run.settings.protocol === 'replay';
  const openValidation = async () => {
    const { validators } = (await api.validation.list({})).find((one) => one.runId === runId) ?? {};
    if (validators === undefined) await api.validation.open({ runId });
    navigate(paths.validation);
  };
  const isResumable = !isLed && runActions(run.state, run.conversations - run.conversationsDone).canResume;
  const actions = [
    ...(run.state === 'running'
      ? [
          { words: 'Pause', work: () => api.protocol.pause({ runId }) },
          { words: 'Cancel', work: () => api.protocol.cancel({ runId }) },
        ]
      : []),
    ...(isResumable && run.state !== 'limit'
      ? [
          {
            words: commands.length > 0 ? 'Start the program and resume' : 'Resume',
            isMain: true,
            work: () => api.protocol.resume({ runId, commands }),
          },
        ]
      : []),
    ...(isValidatable && run.conversationsDone > 0
      ? [{ words: 'Validate answers', work: openValidation }]
      : []),
    ...(run.conversationsDone > 0
      ? [
          { words: 'Use as a machine score', work: useSignal },
          { words: 'Rate the conversations', work: () => open('conversations') },
        ]
      : []),
    ...(run.conversationsDone > 0 && hasPlayedUser(run.settings)
      ? [{ words: 'Guess who is a person', work: () => open('guesses') }]
      : []),
  ];
  return (
    <div>
      <RunActions
        queryKey={protocolKeys.runs}
        actions={actions}
        first={
          isLed &&
          run.state !== 'finished' && (
            <Button component={Link} href={paths.humanConversation(runId)}>
              Talk to the model
            </Button>
          )
        }
        last={(act) => (
          <>
            {isResumable && run.state === 'limit' && (
              <RaiseLimit
                title={run.title}
                limits={{ spendingLimit: run.spendingLimit, callLimit: run.callLimit }}
                endpoints={[]}
                onGoOn={(limits) => act('raise', () => api.protocol.resume({ runId, commands, ...limits }))}
              />
            )}
            {run.state !== 'running' && (
              <ConfirmButton
                question="Remove the run with all its conversations?"
                confirm="Remove the run"
                onConfirm={() => act('remove', remove)}
              >
                Remove…
              </ConfirmButton>
            )}
          </>
        )}
      />
      {isResumable && commands.length > 0 && (
        <Text size="xs" c="dimmed" mt={4}>
          Starts: {commands.join('; ')}
        </Text>
      )}
      <Text size="sm" mt={4} role="status">
        {notice}
      </Text>
    </div>
  );
}
