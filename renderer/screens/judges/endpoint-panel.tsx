import { Alert, Button, Group, PasswordInput, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConnectionTest, Endpoint } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { formatCount } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { judgeKeys } from '../../parts/judge-queries.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Panel } from '../../ui/panel.tsx';
import { keepKey } from './keep-key.ts';

/** One endpoint: what is set, whether it answers, and its key. */
export function EndpointPanel({ endpoint, onEdit }: { endpoint: Endpoint; onEdit: () => void }) {
  const queries = useQueryClient();
  const endpointId = endpoint.id;
  const test = useMutation({ mutationFn: () => api.endpoint.test({ endpointId }) });
  const refresh = () => queries.invalidateQueries({ queryKey: judgeKeys.endpoints });
  const remove = useMutation({ mutationFn: () => api.endpoint.remove({ endpointId }), onSuccess: refresh });
  const trust = useMutation({ mutationFn: () => api.endpoint.trust({ endpointId }), onSuccess: refresh });
  const error = test.error ?? remove.error ?? trust.error;
  const limits = [
    `${formatCount(endpoint.concurrency)} at once`,
    ...(endpoint.requestsPerMinute ? [`${formatCount(endpoint.requestsPerMinute)} requests a minute`] : []),
    ...(endpoint.tokensPerMinute ? [`${formatCount(endpoint.tokensPerMinute)} tokens a minute`] : []),
  ];
  return (
    <Panel title={endpoint.name}>
      <Facts
        facts={[
          { name: 'Address', value: endpoint.baseUrl },
          { name: 'Model', value: endpoint.model || 'none set' },
          { name: 'Limits', value: limits.join(', ') },
          {
            name: 'Prices per million tokens',
            value: endpoint.prices
              ? `${endpoint.prices.inputPerMillion} in, ${endpoint.prices.outputPerMillion} out`
              : 'not given',
          },
        ]}
      />
      {endpoint.needsTrust && (
        <Alert color="orange" title="This project wants to send an environment variable">
          <Text size="sm" mb="xs">
            It asks for the value of {endpoint.keyVariable} to be sent to {endpoint.baseUrl}. Agree only if
            you know this address.
          </Text>
          <Button size="xs" loading={trust.isPending} onClick={() => trust.mutate()}>
            Send it to this address
          </Button>
        </Alert>
      )}
      <KeyField endpoint={endpoint} />
      {error && <ProblemNote problem={toProblem(error)} />}
      <Group gap="sm">
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Test the connection
        </Button>
        <Button variant="default" onClick={onEdit}>
          Change
        </Button>
        <ConfirmButton
          question="Remove this endpoint? Scores and replies stay."
          confirm="Remove"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
        >
          Remove
        </ConfirmButton>
      </Group>
      <div role="status">{test.data && <TestResult result={test.data} />}</div>
    </Panel>
  );
}

/** What came by a button at the end of a long form would stand below the window. */
const intoView = (note: HTMLElement | null): void => note?.scrollIntoView({ block: 'nearest' });

/** Whether a server answers, else what is wrong and what to do. */
export function TestResult({ result }: { result: ConnectionTest }) {
  const { ok, message, remedy, models } = result;
  const Icon = ok ? IconCircleCheck : IconAlertTriangle;
  return (
    <Alert
      ref={intoView}
      color={ok ? 'green' : 'orange'}
      icon={<Icon aria-hidden size={20} />}
      title={ok ? 'It answers' : 'It does not work yet'}
    >
      <Text size="sm">{message}</Text>
      {remedy !== '' && (
        <Text size="sm" fw={600}>
          {remedy}
        </Text>
      )}
      {models.length > 0 && (
        <Text size="sm" c="dimmed" lineClamp={2}>
          Models: {models.join(', ')}
        </Text>
      )}
    </Alert>
  );
}

/** Takes the key and keeps it where the endpoint says; it is never shown again. */
function KeyField({ endpoint }: { endpoint: Endpoint }) {
  const [key, setKey] = useState('');
  const queries = useQueryClient();
  const keep = useMutation({
    mutationFn: () => keepKey(api, endpoint, key),
    onSuccess: async () => {
      setKey('');
      await queries.invalidateQueries({ queryKey: judgeKeys.endpoints });
    },
  });
  const { keySource, keyVariable, hasKey } = endpoint;
  if (keySource === 'none') return <Text size="sm">Needs no key.</Text>;
  if (keySource === 'environment') {
    return (
      <Text size="sm">
        Key: the environment variable <code>{keyVariable}</code>,{' '}
        {hasKey ? 'which is set.' : 'which is not set; set it before Assay is started.'}
      </Text>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (key !== '') keep.mutate();
      }}
    >
      <Group align="flex-end" gap="sm">
        <PasswordInput
          label={hasKey ? 'Another key' : 'Key'}
          description={
            keySource === 'keychain'
              ? "Kept by this system's keychain."
              : 'Kept in memory until Assay ends, and nowhere else.'
          }
          w={360}
          autoComplete="off"
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={key === ''} loading={keep.isPending}>
          Keep the key
        </Button>
        <Text size="sm" c="dimmed" pb={8}>
          {hasKey ? 'A key is set.' : 'No key yet: type or paste it here.'}
        </Text>
      </Group>
      {keep.data && (
        <Text size="sm" c="orange" role="status">
          {keep.data}
        </Text>
      )}
      {keep.error && <ProblemNote problem={toProblem(keep.error)} />}
    </form>
  );
}
