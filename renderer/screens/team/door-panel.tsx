import { Button, Checkbox, Group, NumberInput, Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DoorState } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { Panel } from '../../ui/panel.tsx';

interface DoorPanelProps {
  state: DoorState;
  doorKey: readonly string[];
}

const usualPort = 7400;

/** Where annotators come in, and who can reach that. */
export function DoorPanel({ state, doorKey }: DoorPanelProps) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (ask: () => Promise<DoorState>) => ask(),
    onSuccess: (after) => queries.setQueryData(doorKey, after),
  });
  return (
    <Panel title="Where they come in">
      {state.isOpen ? (
        <>
          <Text>{state.reach}</Text>
          <Text size="sm" c="dimmed">
            Links begin with {state.url}
            {state.fingerprint !== null && `; SHA-256 of the certificate: ${state.fingerprint}`}
          </Text>
          <Group>
            <Button
              variant="default"
              loading={change.isPending}
              onClick={() => change.mutate(() => api.door.close({}))}
            >
              Close
            </Button>
          </Group>
        </>
      ) : state.canOpen ? (
        <OpenForm isBusy={change.isPending} onOpen={(plan) => change.mutate(() => api.door.open(plan))} />
      ) : (
        <Text>
          Nobody is let in from here. Run <code>assay serve --team</code> on the project, or send batches as
          files.
        </Text>
      )}
      {change.error && <ProblemNote problem={toProblem(change.error)} />}
    </Panel>
  );
}

interface OpenFormProps {
  isBusy: boolean;
  onOpen: (plan: { host: string; port: number; plainHttp: boolean }) => void;
}

function OpenForm({ isBusy, onOpen }: OpenFormProps) {
  const [host, setHost] = useState('127.0.0.1');
  const [port, setPort] = useState<number | string>(usualPort);
  const [plainHttp, setPlainHttp] = useState(false);
  const isBeyond = host !== '127.0.0.1';
  const isPossible = Number.isInteger(Number(port)) && Number(port) <= 65_535 && (!isBeyond || plainHttp);
  return (
    <Stack gap="sm">
      <Text>It is closed: nobody can come in.</Text>
      <Radio.Group label="Who shall reach it" value={host} onChange={setHost}>
        <Stack gap={6} pt={6}>
          <Radio value="127.0.0.1" label="This machine alone, to try it or behind a proxy" />
          <Radio value="0.0.0.0" label="Every network that this machine is in" />
        </Stack>
      </Radio.Group>
      {isBeyond && (
        <Checkbox
          label="Without encryption: others in the network can read along"
          description="'assay serve --team' with --cert and --key encrypts it."
          checked={plainHttp}
          onChange={(event) => setPlainHttp(event.currentTarget.checked)}
        />
      )}
      <Group align="flex-end">
        <NumberInput
          label="Port"
          w={130}
          min={0}
          max={65_535}
          allowDecimal={false}
          value={port}
          onChange={setPort}
        />
        <Button
          disabled={!isPossible}
          loading={isBusy}
          onClick={() => onOpen({ host, port: Number(port), plainHttp: isBeyond && plainHttp })}
        >
          Open
        </Button>
      </Group>
    </Stack>
  );
}
