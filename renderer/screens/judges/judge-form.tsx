import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Endpoint, Judge, JudgeSettings, Prompt } from '../../../shared/contract/index.ts';
import { JudgeSettingsSchema } from '../../../shared/contract/judge.ts';
import { api } from '../../api/client.ts';
import { useStudyOptions } from '../../api/queries.ts';
import { likelyEndpoint, likelyPrompt } from '../../parts/judge-choices.ts';
import { judgeKeys, useEndpoints, useJudges, usePrompts } from '../../parts/judge-queries.ts';
import { FromBefore, useDraft } from '../../ui/draft.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { longest, NumberField } from '../../ui/number-field.tsx';
import { onEnter } from '../../ui/on-enter.ts';
import { OpenedPanel } from '../../ui/panel.tsx';
import { useCurrentDataset, useCurrentStudy } from '../../ui/place/current-place.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { SaveProblem } from '../../ui/stale-note.tsx';

interface JudgeFormProps {
  /** The version to change; null makes a new judge. */
  judge: Judge | null;
  onClose: () => void;
}

const field = JudgeSettingsSchema.shape;

/** A judge whose prompt and endpoint may be missing yet. */
type NewJudge = Omit<JudgeSettings, 'promptId' | 'endpointId'> & {
  promptId?: number | undefined;
  endpointId?: number | undefined;
};

/** A judge with the contract's defaults for whatever is not chosen. */
const newJudge: NewJudge = {
  name: '',
  ...JudgeSettingsSchema.omit({ name: true, promptId: true, endpointId: true }).parse({}),
};

const promptWords = (prompt: Prompt | undefined): string | undefined =>
  prompt && `${prompt.name}, version ${prompt.version}`;

/** What is chosen for a judge, and its storing as a new one or as the next version. */
function useJudgeDraft(judge: Judge | null, onClose: () => void) {
  const queries = useQueryClient();
  const { prompts, endpoints, prompt: likely, endpoint: usual } = useLikely();
  const before: NewJudge = judge
    ? settingsOf(judge)
    : { ...newJudge, promptId: likely?.id, endpointId: usual?.id };
  const form = useDraft(judge ? `judge ${judge.id}` : 'new judge', before, `${judge?.version ?? ''}`);
  const { draft: settings, change, version: basedOn } = form;
  const prompt = prompts.find(({ id }) => id === settings.promptId);
  const endpoint = endpoints.find(({ id }) => id === settings.endpointId);
  const save = useMutation({
    mutationFn: () => {
      const name = settings.name.trim() || prompt!.name;
      const began = judge && name === judge.name ? { basedOn: Number(basedOn.current) } : {};
      return api.judge.save({
        ...settings,
        ...{ name, promptId: prompt!.id, endpointId: endpoint!.id },
        ...began,
      });
    },
    onSuccess: async () => {
      form.discard();
      await queries.invalidateQueries({ queryKey: judgeKeys.judges });
      onClose();
    },
  });
  const lack = !prompt
    ? 'Choose a prompt.'
    : !endpoint
      ? 'Choose an endpoint.'
      : !judge || form.isChanged
        ? null
        : 'Nothing changed.';
  return { ...{ prompts, endpoints, prompt, endpoint, settings, change }, ...{ save, basedOn, lack, form } };
}

/** A prompt and a model make a judge. A changed judge is stored as the next version of its name. */
export function JudgeForm({ judge, onClose }: JudgeFormProps) {
  const draft = useJudgeDraft(judge, onClose);
  const { prompts, endpoints, prompt, endpoint, settings, change, save, basedOn, lack, form } = draft;
  return (
    <OpenedPanel title={judge ? `Change ${judge.name}` : 'New judge'}>
      <FromBefore of={form} />
      <SaveProblem
        error={save.error}
        version={basedOn}
        onLoad={(theirs) => {
          change(theirs as Partial<JudgeSettings>);
          save.reset();
        }}
        onSave={() => save.mutate()}
        words={(field, value) =>
          field === 'promptId'
            ? promptWords(prompts.find(({ id }) => id === value))
            : field === 'endpointId'
              ? endpoints.find(({ id }) => id === value)?.name
              : undefined
        }
      />
      {judge && (
        <Text size="sm" c="dimmed">
          Stored as a new version. What version {judge.version} has run keeps its scores, and studies keep the
          version that they began with.
        </Text>
      )}
      <Group
        align="flex-start"
        gap="sm"
        onKeyDown={onEnter(() => lack === null && !save.isPending && save.mutate())}
      >
        <PromptAndEndpoint
          {...{ prompts, endpoints }}
          promptId={prompt?.id}
          endpointId={endpoint?.id}
          onChange={change}
        />
        <TextInput
          label="Model"
          w={220}
          placeholder={endpoint?.model || 'as the endpoint says'}
          value={settings.model}
          onChange={(event) => change({ model: event.currentTarget.value })}
        />
        {!judge && (
          <TextInput
            label="Name"
            w={220}
            {...longest(field.name)}
            {...(prompt && { placeholder: prompt.name })}
            value={settings.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        )}
        <TimesFields {...settings} onChange={change} />
      </Group>
      <ReasonButton
        lack={lack}
        loading={save.isPending}
        onClick={() => save.mutate()}
        beside={
          <Button
            variant="subtle"
            onClick={() => {
              form.discard();
              onClose();
            }}
          >
            Cancel
          </Button>
        }
      >
        {judge ? 'Store as a new version' : 'Make the judge'}
      </ReasonButton>
    </OpenedPanel>
  );
}

/** What there is to choose from, and what a new judge most likely takes of it. */
function useLikely() {
  const prompts = usePrompts().data ?? [];
  const endpoints = useEndpoints().data ?? [];
  const judges = useJudges().data ?? [];
  const measure = useCurrentStudy().study?.measure;
  const inData = useStudyOptions(useCurrentDataset().dataset?.id ?? null).data?.criteria;
  // What the study asks about comes before all that the data have scores of.
  const criteria =
    measure?.kind === 'criterion' ? [measure.criterion] : (inData ?? []).map(({ name }) => name);
  return {
    prompts,
    endpoints,
    prompt: likelyPrompt(prompts, judges, criteria),
    endpoint: likelyEndpoint(endpoints, judges),
  };
}

/** The settings alone, in the order of a form. */
function settingsOf(judge: Judge): JudgeSettings {
  const { name, model, temperature, maxOutputTokens, seed, repeats, itemsPerCall } = judge;
  const { promptId, endpointId } = judge;
  return { name, model, temperature, maxOutputTokens, seed, repeats, itemsPerCall, promptId, endpointId };
}

type Change = (part: Partial<JudgeSettings>) => void;

interface PromptAndEndpointProps {
  prompts: readonly Prompt[];
  endpoints: readonly Endpoint[];
  promptId: number | undefined;
  endpointId: number | undefined;
  onChange: Change;
}

function PromptAndEndpoint({ prompts, endpoints, promptId, endpointId, onChange }: PromptAndEndpointProps) {
  return (
    <>
      <NativeSelect
        label="Prompt"
        w={320}
        value={promptId ?? ''}
        onChange={(event) => onChange({ promptId: Number(event.currentTarget.value) })}
        data={prompts.map(({ id, name, version, builtIn }) => ({
          value: String(id),
          label: builtIn ? name : `${name}, version ${version}`,
        }))}
      />
      <NativeSelect
        label="Endpoint"
        w={220}
        value={endpointId ?? ''}
        onChange={(event) => onChange({ endpointId: Number(event.currentTarget.value) })}
        data={endpoints.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
    </>
  );
}

interface TimesFieldsProps extends Pick<JudgeSettings, 'repeats' | 'itemsPerCall'> {
  onChange: Change;
}

const TimesFields = ({ repeats, itemsPerCall, onChange }: TimesFieldsProps) => (
  <>
    <NumberField
      field={field.repeats}
      label="Times each"
      w={96}
      value={repeats}
      onChange={(next) => onChange({ repeats: next })}
    />
    <NumberField
      field={field.itemsPerCall}
      label="Items a request"
      w={128}
      value={itemsPerCall}
      onChange={(next) => onChange({ itemsPerCall: next })}
    />
  </>
);
