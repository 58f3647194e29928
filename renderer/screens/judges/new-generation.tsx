import { Checkbox, Group, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Generation } from '../../../shared/contract/index.ts';
import { FirstItems, GenerationSchema } from '../../../shared/contract/llm.ts';
import { instructionsAsPersona } from '../../../shared/persona-words.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useDatasets } from '../../api/queries.ts';
import { useEndpoints } from '../../parts/judge-queries.ts';
import { LimitFields } from '../../parts/runs/limit-fields.tsx';
import { DatasetSelect } from '../../ui/dataset-select.tsx';
import { FromBefore, useDraft } from '../../ui/draft.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { longest, NumberField } from '../../ui/number-field.tsx';
import { OpenedPanel } from '../../ui/panel.tsx';
import { useCurrentDataset } from '../../ui/place/current-place.ts';
import { RunStart, useRunStart } from './run-start.tsx';

const standard = {
  as: 'responses',
  name: '',
  instructions: '',
  withPassage: true,
  secondSample: false,
  history: 'gold',
  temperature: 0,
  maxOutputTokens: 512,
  seed: null,
  spendingLimit: null,
  callLimit: null,
  viaBatchApi: false,
} as const;

/** What is asked of a model, and how many calls it may take. */
type Wanted = Generation & { callLimit?: number | null };

/** Each persona once, in its newest version. */
function useNewestPersonas() {
  const { data = [] } = useQuery({ queryKey: ['personas'], queryFn: () => api.persona.list({}) });
  return data.filter(({ name }, i) => data.findIndex((one) => one.name === name) === i);
}

/** Has a model answer the items: as a new system to evaluate, or as guesses at the right answer. */
export function NewGeneration({ onClose }: { onClose: () => void }) {
  const draft = useGenerationDraft();
  const { generation, lack, form } = draft;
  const leave = () => {
    form.discard();
    onClose();
  };
  const starting = useRunStart(generation, api.generation, {
    queryKey: 'generation-estimate',
    onStarted: leave,
  });
  return (
    <OpenedPanel title="Generate replies">
      <FromBefore of={form} />
      {starting.error && <ProblemNote problem={toProblem(starting.error)} />}
      <ModelFields {...draft} />
      <AnswerFields {...draft} />
      <RunStart starting={starting} lack={lack} words="Start" onClose={leave} />
    </OpenedPanel>
  );
}

type GenerationDraft = ReturnType<typeof useGenerationDraft>;

/** A run as it is filled in, and what it lacks. */
function useGenerationDraft() {
  const datasets = useDatasets();
  const { dataset: current } = useCurrentDataset();
  const endpoints = useEndpoints();
  const form = useDraft<Partial<Wanted>>('generated replies', {});
  const { chosen, change } = form;
  const datasetId = chosen.datasetId ?? current?.id;
  const endpoint = endpoints.data?.find(({ id }) => id === chosen.endpointId) ?? endpoints.data?.[0];
  const name = (chosen.name ?? '').trim();
  const generation: Wanted | null =
    datasetId !== undefined && endpoint && name !== ''
      ? { ...standard, ...chosen, name, datasetId, endpointId: endpoint.id }
      : null;
  const lack =
    datasetId === undefined
      ? 'Import data first.'
      : name === ''
        ? `Name the ${chosen.as === 'pseudo-labels' ? 'machine score' : 'system'} first.`
        : null;
  return {
    form,
    chosen,
    change,
    datasets: datasets.data,
    datasetId,
    endpoints: endpoints.data,
    endpoint,
    generation,
    lack,
  };
}

/** What the replies become, which model makes them, and of which items. */
function ModelFields({ chosen, change, datasets, datasetId, endpoints, endpoint }: GenerationDraft) {
  return (
    <>
      <KindField {...{ chosen, change }} />
      <Group align="flex-start" gap="sm">
        <TextInput
          label={
            (chosen.as ?? standard.as) === 'responses' ? 'Name of the system' : 'Name of the machine score'
          }
          w={220}
          required
          {...longest(GenerationSchema.shape.name)}
          value={chosen.name ?? ''}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <DatasetSelect
          isLabeled
          w={240}
          datasets={datasets}
          value={datasetId}
          onChange={(id) => change({ datasetId: id })}
        />
        <NativeSelect
          label="Endpoint"
          w={200}
          value={endpoint?.id ?? ''}
          onChange={(event) => change({ endpointId: Number(event.currentTarget.value) })}
          data={(endpoints ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <TextInput
          label="Model"
          w={200}
          placeholder={endpoint?.model || 'as the endpoint says'}
          value={chosen.model ?? ''}
          onChange={(event) => change({ model: event.currentTarget.value })}
        />
        <ExtentFields {...{ chosen, change }} />
        <LimitFields limits={chosen} change={change} endpoints={endpoint ? [endpoint] : []} />
      </Group>
    </>
  );
}

type ChosenProps = Pick<GenerationDraft, 'chosen' | 'change'>;

function KindField({ chosen, change }: ChosenProps) {
  return (
    <SegmentedControl
      aria-label="What the replies are"
      value={chosen.as ?? standard.as}
      onChange={(as) => change({ as })}
      data={[
        { value: 'responses', label: 'A new system to evaluate' },
        { value: 'pseudo-labels', label: 'Guesses at the right answer (a machine score)' },
      ]}
      style={{ alignSelf: 'flex-start' }}
    />
  );
}

/** What is shown of earlier turns, and of how many items. */
function ExtentFields({ chosen, change }: ChosenProps) {
  return (
    <>
      <NativeSelect
        label="Earlier turns show"
        w={200}
        value={chosen.history ?? standard.history}
        onChange={(event) => change({ history: event.currentTarget.value as Generation['history'] })}
        data={[
          { value: 'gold', label: 'the reference answers' },
          { value: 'own', label: 'its own answers' },
        ]}
      />
      <NumberField
        field={FirstItems}
        label="At most"
        w={112}
        placeholder="all items"
        value={chosen.limit}
        onChange={(limit: number | null) => change({ limit: limit ?? undefined })}
      />
    </>
  );
}

/** What the model is told, and how it is asked. */
function AnswerFields({ chosen, change }: GenerationDraft) {
  const personas = useNewestPersonas();
  const persona = personas.find(({ role }) => instructionsAsPersona(role, '') === chosen.instructions);
  return (
    <>
      <NativeSelect
        label="Answers as"
        w={240}
        value={persona?.name ?? ''}
        onChange={({ currentTarget }) => {
          const chosenPersona = personas.find(({ name }) => name === currentTarget.value);
          change({ instructions: chosenPersona ? instructionsAsPersona(chosenPersona.role, '') : '' });
        }}
        data={[
          { value: '', label: 'Itself' },
          ...personas.map(({ name }) => ({ value: name, label: `The persona ${name}` })),
        ]}
      />
      <Textarea
        label="Instructions to the model"
        placeholder="Answer from the passage. Be short."
        autosize
        minRows={2}
        maxRows={10}
        value={chosen.instructions ?? ''}
        onChange={(event) => change({ instructions: event.currentTarget.value })}
      />
      <Checkbox
        label="Show the model each item's passage"
        checked={chosen.withPassage ?? standard.withPassage}
        onChange={(event) => change({ withPassage: event.currentTarget.checked })}
      />
      <Checkbox
        label="Ask each question twice, to see how sure the model is where the server gives no log-probabilities"
        checked={chosen.secondSample ?? standard.secondSample}
        onChange={(event) => change({ secondSample: event.currentTarget.checked })}
      />
    </>
  );
}
