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
  const openValidation = async () => {
    const { validators } = (await api.validation.list({})).find((one) => one.runId === runId) ?? {};
    if (validators === undefined) await api.validation.open({ runId });
    navigate(paths.validation);
  };
  const isLed = isLedByPerson(run);
  const isResumable = isResumableHere(run);
  const actions = actionsOf(run, { openValidation, useSignal, open });
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

const isLedByPerson = ({ settings }: ProtocolRun): boolean => settings.protocol === 'conversation';

const isResumableHere = (run: ProtocolRun): boolean =>
  !isLedByPerson(run) && runActions(run.state, run.conversations - run.conversationsDone).canResume;

interface Ways {
  openValidation: () => Promise<void>;
  useSignal: () => Promise<void>;
  open: (what: 'conversations' | 'guesses') => Promise<void>;
}

/** The buttons of a run: what stops it or goes on with it, then what can be done with its conversations. */
function actionsOf(run: ProtocolRun, { openValidation, useSignal, open }: Ways) {
  const { id: runId, commands, state } = run;
  const ways = [];
  if (state === 'running') {
    ways.push({ words: 'Pause', work: () => api.protocol.pause({ runId }) });
    ways.push({ words: 'Cancel', work: () => api.protocol.cancel({ runId }) });
  }
  if (isResumableHere(run) && state !== 'limit') {
    const words = commands.length > 0 ? 'Start the program and resume' : 'Resume';
    ways.push({ words, isMain: true, work: () => api.protocol.resume({ runId, commands }) });
  }
  if (run.conversationsDone === 0) return ways;
  if (isLedByPerson(run) || run.settings.protocol === 'replay')
    ways.push({ words: 'Validate answers', work: openValidation });
  ways.push({ words: 'Use as a machine score', work: useSignal });
  ways.push({ words: 'Rate the conversations', work: () => open('conversations') });
  if (hasPlayedUser(run.settings)) ways.push({ words: 'Guess who is a person', work: () => open('guesses') });
  return ways;
}
