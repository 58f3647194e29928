import { Button, Group, PasswordInput, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Endpoint } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { judgeKeys } from './judge-queries.ts';
import { keepKey } from './keep-key.ts';

/** Takes the key and keeps it where the endpoint says; it is never shown again. */
export function KeyField({ endpoint }: { endpoint: Endpoint }) {
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
          {hasKey ? 'A key is at hand.' : 'No key yet.'}
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
