import { Button, Group, PasswordInput, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  Endpoint,
  EndpointPreset,
  EndpointSettings,
  KeySource,
  Prices,
} from '../../../shared/contract/index.ts';
import { EndpointSettingsSchema, PricesSchema } from '../../../shared/contract/llm.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { judgeKeys, useEndpointPresets } from '../../parts/judge-queries.ts';
import { FromBefore, useDraft } from '../../ui/draft.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { longest, NumberField } from '../../ui/number-field.tsx';
import { OpenedPanel } from '../../ui/panel.tsx';
import { SaveProblem } from '../../ui/stale-note.tsx';
import { TestResult } from './endpoint-panel.tsx';
import { carryKey, keepKey } from './keep-key.ts';

interface EndpointFormProps {
  endpoint: Endpoint | null;
  /** It was stored; the warning tells that the system has no real keychain. */
  onClose: (warning: string | null) => void;
  /** Left out where there is nothing to go back to. */
  onCancel?: () => void;
}

const keySources: { value: KeySource; label: string }[] = [
  { value: 'none', label: 'no key' },
  { value: 'keychain', label: "this system's keychain" },
  { value: 'environment', label: 'an environment variable' },
  { value: 'typed', label: 'typed, kept until Assay ends' },
];

/** A new endpoint from a preset, or another setting of one that is there. It can be tested before it is stored. */
export function EndpointForm({ endpoint, onClose, onCancel }: EndpointFormProps) {
  const [key, setKey] = useState('');
  const { presets, preset, base, kind, form } = useEndpointDraft(endpoint);
  const { chosen } = kind.draft;
  const leave = () => {
    form.discard();
    kind.discard();
  };
  const { version } = form;
  const { save, tried } = useEndpointForm({ endpoint, key, version }, (warning) => {
    leave();
    onClose(warning);
  });
  if (!base) return <LoadingNote label="Reading the presets" />;
  const settings = { ...base, ...form.chosen };
  const change = (part: Partial<EndpointSettings>) => {
    tried.reset();
    form.change(part);
  };
  const choosePreset = (name: EndpointPreset) => {
    tried.reset();
    form.discard();
    kind.change({ chosen: name });
  };
  return (
    <OpenedPanel
      title={endpoint ? `Change ${endpoint.name}` : 'New endpoint'}
      isPresent={onCancel === undefined}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(settings);
        }}
      >
        <Stack gap="sm">
          <FromBefore of={form} />
          <SaveProblem
            error={save.error}
            version={version}
            onLoad={(theirs) => {
              form.change(theirs as Partial<EndpointSettings>);
              save.reset();
            }}
            onSave={() => save.mutate(settings)}
          />
          {!save.error && tried.error && <ProblemNote problem={toProblem(tried.error)} />}
          {!endpoint && (
            <NativeSelect
              label="Kind of server"
              description={preset?.note}
              maw={520}
              value={chosen}
              onChange={(event) => choosePreset(event.currentTarget.value as EndpointPreset)}
              data={presets.map(({ preset: value, title }) => ({ value, label: title }))}
            />
          )}
          <AddressFields settings={settings} onChange={change} />
          <KeyFields
            settings={settings}
            onChange={change}
            hasKey={endpoint?.hasKey === true && endpoint.keySource === settings.keySource}
            typed={key}
            onType={(typed) => {
              tried.reset();
              setKey(typed);
            }}
          />
          <PaceFields settings={settings} onChange={change} />
          <Switch
            label="The server gives log-probabilities (top 5)"
            checked={settings.logProbabilities}
            onChange={(event) => change({ logProbabilities: event.currentTarget.checked })}
          />
          <Switch
            label="The model takes pictures"
            description="Otherwise items that show pictures are left out of its runs."
            checked={settings.pictures}
            onChange={(event) => change({ pictures: event.currentTarget.checked })}
          />
          <EndpointButtons
            isNew={!endpoint}
            isSaving={save.isPending}
            isTrying={tried.isPending}
            onTry={() => tried.mutate(settings)}
            onCancel={
              onCancel &&
              (() => {
                leave();
                onCancel();
              })
            }
          />
          <div role="status">{tried.data && <TestResult result={tried.data} />}</div>
        </Stack>
      </form>
    </OpenedPanel>
  );
}

/** The settings as they are filled in: those of an endpoint, or of the preset that is chosen for a new one. */
function useEndpointDraft(endpoint: Endpoint | null) {
  const presets = useEndpointPresets().data ?? [];
  const kind = useDraft<{ chosen: EndpointPreset }>('kind of a new endpoint', { chosen: 'openai' });
  const preset = presets.find((one) => one.preset === kind.draft.chosen);
  const from = endpoint ?? preset;
  const base: EndpointSettings | undefined = from && endpointSettings(from);
  const form = useDraft<Partial<EndpointSettings>>(
    endpoint ? `endpoint ${endpoint.id}` : 'new endpoint',
    base ?? {},
    endpoint?.version,
    // An address or a header with a key in it is refused, but typed first.
    { isOverReload: false },
  );
  return { presets, preset, base, kind, form };
}

interface EndpointButtonsProps {
  isNew: boolean;
  isSaving: boolean;
  isTrying: boolean;
  onTry: () => void;
  onCancel: (() => void) | undefined;
}

const EndpointButtons = ({ isNew, isSaving, isTrying, onTry, onCancel }: EndpointButtonsProps) => (
  <Group gap="sm">
    <Button type="submit" loading={isSaving}>
      {isNew ? 'Add' : 'Keep the change'}
    </Button>
    <Button variant="default" loading={isTrying} onClick={onTry}>
      {isNew ? 'Test before adding' : 'Test the change'}
    </Button>
    {onCancel && (
      <Button variant="subtle" onClick={onCancel}>
        Cancel
      </Button>
    )}
  </Group>
);

/** What a form is about beside its settings. */
interface Filled {
  endpoint: Endpoint | null;
  /** What was typed as its key. */
  key: string;
  version: { current: string | undefined };
}

/** Stores what the form says, with the key that was typed into it; or asks the server once and stores nothing. */
function useEndpointForm({ endpoint, key, version }: Filled, onStored: EndpointFormProps['onClose']) {
  const queries = useQueryClient();
  const own = endpoint ? { endpointId: endpoint.id } : {};
  const save = useMutation({
    mutationFn: async (settings: EndpointSettings) => {
      const saved = await api.endpoint.save({ ...settings, ...own, version: version.current });
      if (endpoint) await carryKey(endpoint, saved);
      const takesKey = settings.keySource === 'keychain' || settings.keySource === 'typed';
      return takesKey && key.trim() !== '' ? keepKey(api, saved, key) : null;
    },
    onSuccess: async (warning) => {
      await queries.invalidateQueries({ queryKey: judgeKeys.endpoints });
      onStored(warning);
    },
  });
  const tried = useMutation({
    mutationFn: (settings: EndpointSettings) => api.endpoint.try({ ...settings, ...own, key }),
  });
  return { save, tried };
}

interface SettingsProps {
  settings: EndpointSettings;
  onChange: (part: Partial<EndpointSettings>) => void;
}

function AddressFields({ settings, onChange }: SettingsProps) {
  return (
    <Group align="flex-start" gap="sm">
      <TextInput
        label="Name"
        w={200}
        required
        {...longest(field.name)}
        value={settings.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Address"
        w={360}
        required
        {...longest(field.baseUrl)}
        value={settings.baseUrl}
        onChange={(event) => onChange({ baseUrl: event.currentTarget.value })}
      />
      <TextInput
        label="Model"
        w={220}
        {...longest(field.model)}
        value={settings.model}
        onChange={(event) => onChange({ model: event.currentTarget.value })}
      />
    </Group>
  );
}

interface KeyFieldsProps extends SettingsProps {
  hasKey: boolean;
  typed: string;
  onType: (key: string) => void;
}

/** Where the key comes from, and the key itself where it is typed. */
function KeyFields({ settings, onChange, hasKey, typed, onType }: KeyFieldsProps) {
  const { keySource, keyVariable } = settings;
  return (
    <Group align="flex-start" gap="sm">
      <NativeSelect
        label="Key from"
        w={240}
        value={keySource}
        onChange={(event) => onChange({ keySource: event.currentTarget.value as KeySource })}
        data={keySources}
      />
      {keySource === 'environment' && (
        <TextInput
          label="Variable"
          w={240}
          required
          placeholder="OPENAI_API_KEY"
          value={keyVariable ?? ''}
          onChange={(event) => onChange({ keyVariable: event.currentTarget.value || null })}
        />
      )}
      {(keySource === 'keychain' || keySource === 'typed') && (
        <PasswordInput
          label="Key"
          w={360}
          autoComplete="off"
          placeholder={hasKey ? 'the one at hand' : 'never in the project file'}
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      )}
    </Group>
  );
}

const field = EndpointSettingsSchema.shape;

/** How fast it may be asked, and what that costs. */
function PaceFields({ settings, onChange }: SettingsProps) {
  const price = (part: keyof Prices) => ({
    field: PricesSchema.shape[part],
    placeholder: 'not given',
    value: settings.prices?.[part] ?? null,
    onChange: (value: number | null) => {
      const known = settings.prices ?? { inputPerMillion: 0, outputPerMillion: 0 };
      onChange({ prices: value === null ? null : { ...known, [part]: value } });
    },
  });
  return (
    <Group align="flex-start" gap="sm">
      <NumberField
        field={field.concurrency}
        label="At once"
        w={96}
        value={settings.concurrency}
        onChange={(concurrency) => onChange({ concurrency })}
      />
      <NumberField
        field={field.requestsPerMinute}
        label="Requests a minute"
        w={150}
        placeholder="no limit"
        value={settings.requestsPerMinute}
        onChange={(requestsPerMinute) => onChange({ requestsPerMinute })}
      />
      <NumberField
        field={field.tokensPerMinute}
        label="Tokens a minute"
        w={150}
        placeholder="no limit"
        value={settings.tokensPerMinute}
        onChange={(tokensPerMinute) => onChange({ tokensPerMinute })}
      />
      <NumberField
        field={field.timeoutMs}
        times={1 / 1000}
        label="Seconds to wait"
        w={140}
        value={settings.timeoutMs}
        onChange={(timeoutMs) => onChange({ timeoutMs })}
      />
      <NumberField label="Price per million in" w={160} {...price('inputPerMillion')} />
      <NumberField label="Price per million out" w={160} {...price('outputPerMillion')} />
    </Group>
  );
}

/** The settings alone, without what only the list or the preset knows. */
function endpointSettings(known: EndpointSettings): EndpointSettings {
  const { name, preset, baseUrl, api: protocol, model, keySource, keyVariable, keyHeader, headers } = known;
  const { concurrency, requestsPerMinute, tokensPerMinute, timeoutMs, jsonMode } = known;
  const { logProbabilities, pictures, batches, prices } = known;
  return {
    ...{ name, preset, baseUrl, api: protocol, model, keySource, keyVariable, keyHeader, headers },
    ...{ concurrency, requestsPerMinute, tokensPerMinute, timeoutMs, jsonMode },
    ...{ logProbabilities, pictures, batches, prices },
  };
}
