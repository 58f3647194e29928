import { Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PortalState } from '../../../shared/contract/index.ts';
import { PortalPlanSchema } from '../../../shared/contract/invitation.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { Fold } from '../../ui/for-researchers.tsx';
import { limitsOf, NumberInput } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';

interface PortalPanelProps {
  state: PortalState;
  portalKey: readonly string[];
}

const usualPort = 7400;

/** Where annotators come in, and who can reach that. */
export function PortalPanel({ state, portalKey }: PortalPanelProps) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (ask: () => Promise<PortalState>) => ask(),
    onSuccess: (after) => queries.setQueryData(portalKey, after),
  });
  return (
    <Panel title="Annotators’ portal">
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
              onClick={() => change.mutate(() => api.portal.close({}))}
            >
              Close
            </Button>
          </Group>
        </>
      ) : state.canOpen ? (
        <OpenForm
          hasCertificate={state.hasCertificate}
          isBusy={change.isPending}
          onOpen={(plan) => change.mutate(() => api.portal.open(plan))}
        />
      ) : (
        <Text>
          The portal cannot be opened here. Run <code>assay serve --team</code> on the project, or send
          batches as files.
        </Text>
      )}
      {change.error && <ProblemNote problem={toProblem(change.error)} />}
    </Panel>
  );
}

interface OpenFormProps {
  hasCertificate: boolean;
  isBusy: boolean;
  onOpen: (plan: { host: string; port: number; plainHttp: boolean; selfSigned: boolean }) => void;
}

function OpenForm({ hasCertificate, isBusy, onOpen }: OpenFormProps) {
  const [host, setHost] = useState('127.0.0.1');
  const [port, setPort] = useState<number | string>(usualPort);
  const [plainHttp, setPlainHttp] = useState(false);
  const [how, setHow] = useState('made');
  const isBeyond = host !== '127.0.0.1';
  const isPlain = isBeyond && !hasCertificate && how === 'none';
  const isPossible = Number.isInteger(Number(port)) && Number(port) <= 65_535 && (!isPlain || plainHttp);
  return (
    <Stack gap="sm">
      <Text>The portal is closed. Links work once it is open.</Text>
      <Radio.Group label="Who can reach it" value={host} onChange={setHost}>
        <Stack gap={6} pt={6}>
          <Radio value="127.0.0.1" label="Only this computer: to try it, or behind a proxy" />
          <Radio value="0.0.0.0" label="Anyone in this computer’s networks" />
        </Stack>
      </Radio.Group>
      {isBeyond && !hasCertificate && (
        <Radio.Group label="Encryption" value={how} onChange={setHow}>
          <Stack gap={6} pt={6}>
            <Radio
              value="made"
              label="With a certificate made here"
              description="Browsers warn once. Compare the fingerprint that is shown."
            />
            <Radio value="none" label="None: others in the network can read everything" />
          </Stack>
        </Radio.Group>
      )}
      {isPlain && (
        <Checkbox
          label="Yes, send texts, answers and links without encryption"
          checked={plainHttp}
          onChange={(event) => setPlainHttp(event.currentTarget.checked)}
        />
      )}
      <Fold summary={`Port ${port}${isBeyond ? `, ${isPlain ? 'not encrypted' : 'encrypted'}` : ''}: change`}>
        <NumberInput
          label="Port"
          description="Only the annotators’ pages can be reached there, nothing else of Assay."
          w={340}
          {...limitsOf(PortalPlanSchema.shape.port)}
          value={port}
          onChange={setPort}
        />
      </Fold>
      <Group align="flex-end">
        <Button
          disabled={!isPossible}
          loading={isBusy}
          onClick={() =>
            onOpen({
              host,
              port: Number(port),
              plainHttp: isPlain && plainHttp,
              selfSigned: isBeyond && !hasCertificate && !isPlain,
            })
          }
        >
          Open
        </Button>
      </Group>
    </Stack>
  );
}
