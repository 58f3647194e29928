import { Button, Group, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JudgeSettings } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Term } from '../../ui/term.tsx';
import { judgeKeys, useEndpoints, usePrompts } from './judge-queries.ts';

/** A prompt and a model make a judge. Other settings under a known name make its next version. */
export function NewJudge({ onClose }: { onClose: () => void }) {
  const prompts = usePrompts();
  const endpoints = useEndpoints();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<Partial<JudgeSettings>>({});
  const prompt = prompts.data?.find(({ id }) => id === chosen.promptId) ?? prompts.data?.[0];
  const endpoint = endpoints.data?.find(({ id }) => id === chosen.endpointId) ?? endpoints.data?.[0];
  const change = (part: Partial<JudgeSettings>) => setChosen({ ...chosen, ...part });
  const settings = {
    name: chosen.name?.trim() || prompt?.name || '',
    model: chosen.model ?? '',
    temperature: 0,
    maxOutputTokens: 1024,
    seed: null,
    repeats: chosen.repeats ?? 1,
    itemsPerCall: chosen.itemsPerCall ?? 1,
  };
  const save = useMutation({
    mutationFn: () => api.judge.save({ ...settings, promptId: prompt!.id, endpointId: endpoint!.id }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: judgeKeys.judges });
      onClose();
    },
  });
  return (
    <Panel title="New judge">
      {save.error && <ProblemNote problem={toProblem(save.error)} />}
      <Group align="flex-start" gap="sm">
        <NativeSelect
          label="Prompt"
          w={320}
          value={prompt?.id ?? ''}
          onChange={(event) => change({ promptId: Number(event.currentTarget.value) })}
          data={(prompts.data ?? []).map(({ id, name, version, builtIn }) => ({
            value: String(id),
            label: builtIn ? name : `${name}, version ${version}`,
          }))}
        />
        <NativeSelect
          label="Endpoint"
          w={220}
          value={endpoint?.id ?? ''}
          onChange={(event) => change({ endpointId: Number(event.currentTarget.value) })}
          data={(endpoints.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <TextInput
          label="Model"
          w={220}
          placeholder={endpoint?.model || 'as the endpoint says'}
          value={settings.model}
          onChange={(event) => change({ model: event.currentTarget.value })}
        />
        <TextInput
          label="Name"
          w={220}
          maxLength={100}
          placeholder={prompt?.name}
          value={chosen.name ?? ''}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <NumberInput
          label={<Term meaning="How often each item is judged; its score is the mean.">Times each</Term>}
          w={96}
          min={1}
          max={20}
          allowDecimal={false}
          value={settings.repeats}
          onChange={(value) => change({ repeats: Number(value) || 1 })}
        />
        <NumberInput
          label={
            <Term meaning="Several items in one request are cheaper; one at a time keeps them from coloring each other.">
              Items a request
            </Term>
          }
          w={128}
          min={1}
          max={20}
          allowDecimal={false}
          value={settings.itemsPerCall}
          onChange={(value) => change({ itemsPerCall: Number(value) || 1 })}
        />
      </Group>
      <Group gap="sm">
        <Button disabled={!prompt || !endpoint} loading={save.isPending} onClick={() => save.mutate()}>
          Make the judge
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </Panel>
  );
}
