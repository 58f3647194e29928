import { Button, Group, NativeSelect, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  Endpoint,
  EndpointPreset,
  EndpointSettings,
  KeySource,
} from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Term } from '../../ui/term.tsx';
import { judgeKeys, useEndpointPresets } from './judge-queries.ts';
import { carryKey } from './keep-key.ts';

interface EndpointFormProps {
  endpoint: Endpoint | null;
  onClose: () => void;
}

const keySources: { value: KeySource; label: string }[] = [
  { value: 'none', label: 'no key' },
  { value: 'keychain', label: "this system's keychain" },
  { value: 'environment', label: 'an environment variable' },
  { value: 'typed', label: 'typed, kept in memory' },
];

/** A new endpoint from a preset, or another setting of one that is there. */
export function EndpointForm({ endpoint, onClose }: EndpointFormProps) {
  const presets = useEndpointPresets();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<EndpointPreset>('openai');
  const [changes, setChanges] = useState<Partial<EndpointSettings>>({});
  const preset = presets.data?.find((one) => one.preset === chosen);
  const base: EndpointSettings | undefined = endpoint
    ? endpointSettings(endpoint)
    : preset && endpointSettings(preset);
  const save = useMutation({
    mutationFn: async (settings: EndpointSettings) => {
      const saved = await api.endpoint.save({ ...settings, ...(endpoint && { endpointId: endpoint.id }) });
      if (endpoint) await carryKey(endpoint, saved);
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: judgeKeys.endpoints });
      onClose();
    },
  });
  if (!base) return <LoadingNote label="Reading the presets" />;
  const settings = { ...base, ...changes };
  const change = (part: Partial<EndpointSettings>) => setChanges({ ...changes, ...part });
  const choosePreset = (name: EndpointPreset) => {
    setChosen(name);
    setChanges({});
  };
  return (
    <Panel title={endpoint ? `Change ${endpoint.name}` : 'New endpoint'}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(settings);
        }}
      >
        <Stack gap="sm">
          {save.error && <ProblemNote problem={toProblem(save.error)} />}
          {!endpoint && (
            <NativeSelect
              label="Kind of server"
              description={preset?.note}
              maw={520}
              value={chosen}
              onChange={(event) => choosePreset(event.currentTarget.value as EndpointPreset)}
              data={(presets.data ?? []).map(({ preset: value, title }) => ({ value, label: title }))}
            />
          )}
          <Group align="flex-start" gap="sm">
            <TextInput
              label="Name"
              w={200}
              required
              maxLength={100}
              value={settings.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <TextInput
              label="Address"
              w={360}
              required
              value={settings.baseUrl}
              onChange={(event) => change({ baseUrl: event.currentTarget.value })}
            />
            <TextInput
              label="Model"
              w={220}
              value={settings.model}
              onChange={(event) => change({ model: event.currentTarget.value })}
            />
            <NativeSelect
              label="Key from"
              w={220}
              value={settings.keySource}
              onChange={(event) => change({ keySource: event.currentTarget.value as KeySource })}
              data={keySources}
            />
            {settings.keySource === 'environment' && (
              <TextInput
                label="Variable"
                w={200}
                required
                placeholder="OPENAI_API_KEY"
                value={settings.keyVariable ?? ''}
                onChange={(event) => change({ keyVariable: event.currentTarget.value || null })}
              />
            )}
          </Group>
          <PaceFields settings={settings} onChange={change} />
          <Switch
            label="The server gives log-probabilities (top 5)"
            checked={settings.logProbabilities}
            onChange={(event) => change({ logProbabilities: event.currentTarget.checked })}
          />
          <Group gap="sm">
            <Button type="submit" loading={save.isPending}>
              {endpoint ? 'Keep the change' : 'Add'}
            </Button>
            <Button variant="subtle" onClick={onClose}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

interface PaceFieldsProps {
  settings: EndpointSettings;
  onChange: (part: Partial<EndpointSettings>) => void;
}

/** How fast it may be asked, and what that costs. */
function PaceFields({ settings, onChange }: PaceFieldsProps) {
  const orNull = (value: string | number) => (value === '' ? null : Number(value));
  const price = (part: 'inputPerMillion' | 'outputPerMillion') => (value: string | number) => {
    const known = settings.prices ?? { inputPerMillion: 0, outputPerMillion: 0 };
    onChange({ prices: value === '' ? null : { ...known, [part]: Number(value) } });
  };
  return (
    <Group align="flex-start" gap="sm">
      <NumberInput
        label="At once"
        w={96}
        min={1}
        max={256}
        allowDecimal={false}
        value={settings.concurrency}
        onChange={(value) => onChange({ concurrency: Number(value) || 1 })}
      />
      <NumberInput
        label="Requests a minute"
        w={150}
        min={1}
        hideControls
        placeholder="no limit"
        value={settings.requestsPerMinute ?? ''}
        onChange={(value) => onChange({ requestsPerMinute: orNull(value) })}
      />
      <NumberInput
        label="Tokens a minute"
        w={150}
        min={1}
        hideControls
        placeholder="no limit"
        value={settings.tokensPerMinute ?? ''}
        onChange={(value) => onChange({ tokensPerMinute: orNull(value) })}
      />
      <NumberInput
        label={<Term meaning="From sending a request to the last byte of its reply.">Seconds to wait</Term>}
        w={140}
        min={1}
        max={300}
        value={settings.timeoutMs / 1000}
        onChange={(value) => onChange({ timeoutMs: Math.round((Number(value) || 120) * 1000) })}
      />
      <NumberInput
        label="Price per million in"
        w={160}
        min={0}
        hideControls
        placeholder="not given"
        value={settings.prices?.inputPerMillion ?? ''}
        onChange={price('inputPerMillion')}
      />
      <NumberInput
        label="Price per million out"
        w={160}
        min={0}
        hideControls
        placeholder="not given"
        value={settings.prices?.outputPerMillion ?? ''}
        onChange={price('outputPerMillion')}
      />
    </Group>
  );
}

/** The settings alone, without what only the list or the preset knows. */
function endpointSettings(known: EndpointSettings): EndpointSettings {
  const { name, preset, baseUrl, api: protocol, model, keySource, keyVariable, keyHeader, headers } = known;
  const { concurrency, requestsPerMinute, tokensPerMinute, timeoutMs, jsonMode } = known;
  const { logProbabilities, batches, prices } = known;
  return {
    ...{ name, preset, baseUrl, api: protocol, model, keySource, keyVariable, keyHeader, headers },
    ...{ concurrency, requestsPerMinute, tokensPerMinute, timeoutMs, jsonMode },
    ...{ logProbabilities, batches, prices },
  };
}
