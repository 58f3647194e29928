import { Alert, Button, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { lostModeWords } from '../../../shared/aptitude-words.ts';
import type { StartProtocol } from '../../../shared/contract/index.ts';
import { LostSettingsSchema, lostModes } from '../../../shared/contract/protocol-settings.ts';
import { partFacts } from '../../../shared/prompt-parts.ts';
import { api } from '../../api/client.ts';
import { plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useDatasets } from '../../api/queries.ts';
import { useEndpoints } from '../../parts/judge-queries.ts';
import { protocolKeys, useProtocolOptions, useProtocolPrompts } from '../../parts/protocol-queries.ts';
import { type ProtocolChoice, protocolChoices } from '../../parts/protocol-words.ts';
import { FromBefore, useDraft } from '../../ui/draft.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { OpenedPanel } from '../../ui/panel.tsx';
import { useCurrentDataset } from '../../ui/place/current-place.ts';
import { paths } from '../../ui/place/paths.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { Term } from '../../ui/term.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { RefusalsField, WindowField } from './history-fields.tsx';
import { InterviewFields } from './interview-fields.tsx';
import { IqaFields } from './iqa-fields.tsx';
import { ModelField } from './model-field.tsx';
import classes from './protocols.module.css';
import { ReplayFields } from './replay-fields.tsx';
import { AnswerCheckerField, RightFields } from './right-fields.tsx';
import {
  completeRunDraft,
  disabledReasonOfData,
  disabledReasonOfRun,
  endpointsAsked,
  firstDraft,
  partsOfDraft,
  playsShards,
  promptKey,
  promptLabel,
  type RunDraft,
  startOf,
  takesRecorded,
  toldNothing,
} from './run-draft.ts';
import { RunLimits } from './run-limits.tsx';
import type { SettingsFieldProps } from './settings-field-props.ts';

/** Sets up a run: protocol, data, model, settings. */
export function ProtocolRunForm({ onClose }: { onClose: () => void }) {
  const { form, draft, change, datasets, dataset, options, endpoints, lack } = useRunDraft();
  const prompts = useProtocolPrompts();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const start = useMutation({
    mutationFn: (asked: StartProtocol) => api.protocol.start(asked),
    onSuccess: async (run) => {
      form.discard();
      await queries.invalidateQueries({ queryKey: protocolKeys.runs });
      navigate(paths.protocolRun(run.id));
    },
  });
  const asked =
    dataset && options.data ? startOf(draft, dataset.id, options.data.personas, prompts.data) : null;
  const lacking = options.data ? disabledReasonOfData(draft, options.data) : null;
  const paid = endpoints.filter(({ id }) => endpointsAsked(asked).includes(id));
  const error = start.error ?? options.error;
  return (
    <OpenedPanel title="New run">
      <FromBefore of={form} />
      <ProtocolFields {...{ draft, change, dataset, datasets, options: options.data }} />
      {lacking !== null ? (
        <Alert color="orange" role="alert" title="The data lack what this protocol needs">
          {lacking}
        </Alert>
      ) : (
        <>
          <ModelField
            label="Model under test"
            draft={draft.model}
            onChange={(model) => change({ model })}
            {...(takesRecorded(draft) && { systems: options.data?.systems ?? [] })}
            {...(!takesRecorded(draft) && {
              description: 'Responses in the data know only the questions that they were given to.',
            })}
            endpoints={endpoints}
            instructions={toldNothing(draft) ? '' : (options.data?.instructions ?? '')}
          />
          <ProtocolSettingsFields
            draft={draft}
            change={change}
            endpoints={endpoints}
            metrics={options.data?.metrics ?? []}
            fields={options.data?.fields ?? []}
            personas={options.data?.personas ?? []}
          />
          <PromptFields draft={draft} change={change} />
          <RunLimits draft={draft} change={change} extent={options.data} endpoints={paid} />
          {draft.model.kind === 'recorded' && draft.choice !== 'gold' && draft.choice !== 'iqa-eval' && (
            <Text size="sm" c="dimmed">
              Recorded responses were given to the history of their time; only a live model reacts to another
              one.
            </Text>
          )}
        </>
      )}
      {error && <ProblemNote problem={toProblem(error)} />}
      <ReasonButton
        lack={lacking === null ? lack : 'Choose other data or another protocol.'}
        loading={start.isPending}
        onClick={() => asked && start.mutate(asked)}
        beside={
          <Button
            variant="default"
            onClick={() => {
              form.discard();
              onClose();
            }}
          >
            Close
          </Button>
        }
      >
        Start
      </ReasonButton>
    </OpenedPanel>
  );
}

/** A run as it is filled in, and what it can be made of. */
function useRunDraft() {
  const datasets = useDatasets();
  const { dataset: current } = useCurrentDataset();
  const endpoints = useEndpoints();
  const form = useDraft<RunDraft>('protocol run', firstDraft);
  const { draft: given, change } = form;
  const dataset = datasets.data?.find(({ id }) => id === given.datasetId) ?? current;
  const options = useProtocolOptions(dataset?.id);
  const draft = completeRunDraft(given, {
    systems: options.data?.systems ?? [],
    endpoints: endpoints.data ?? [],
  });
  const lack =
    options.isPending && dataset ? 'Reading the data set…' : disabledReasonOfRun(draft, options.data);
  return {
    form,
    draft,
    change,
    datasets: datasets.data ?? [],
    dataset,
    options,
    endpoints: endpoints.data ?? [],
    lack,
  };
}

interface ProtocolFieldsProps
  extends PromptFieldsProps,
    Pick<ReturnType<typeof useRunDraft>, 'datasets' | 'dataset'> {
  options: ReturnType<typeof useProtocolOptions>['data'];
}

/** Which protocol, on which data. */
function ProtocolFields({ draft, change, datasets, dataset, options }: ProtocolFieldsProps) {
  const chosen = protocolChoices.find(({ id }) => id === draft.choice)!;
  return (
    <div className={classes.fields}>
      <NativeSelect
        label="Protocol"
        description={chosen.about}
        value={draft.choice}
        data={protocolChoices.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ currentTarget }) => change({ choice: currentTarget.value as ProtocolChoice })}
      />
      <NativeSelect
        label="Data set"
        description={
          options &&
          (draft.choice === 'lost-in-conversation'
            ? `${plural(options.sharded.items, 'instruction')} in shards with gold answers`
            : `${plural(options.conversations, 'conversation')}, ${plural(options.questions, 'question')} with gold answers`)
        }
        value={String(dataset?.id ?? '')}
        data={datasets.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={({ currentTarget }) => change({ datasetId: Number(currentTarget.value) })}
      />
    </div>
  );
}

/** The settings of the chosen protocol. */
function ProtocolSettingsFields(props: SettingsFieldProps) {
  switch (props.draft.choice) {
    case 'interview':
      return <InterviewFields {...props} />;
    case 'iqa-eval':
      return <IqaFields {...props} />;
    case 'lost-in-conversation':
      return <LostFields {...props} />;
    case 'conversation':
      return (
        <div className={classes.fields}>
          <WindowField {...props} />
          <RefusalsField {...props} />
        </div>
      );
    default:
      return <ReplayFields {...props} />;
  }
}

interface PromptFieldsProps {
  draft: RunDraft;
  change: (part: Partial<RunDraft>) => void;
}

/** Which text tells each model its part. */
function PromptFields({ draft, change }: PromptFieldsProps) {
  const prompts = useProtocolPrompts();
  const parts = partsOfDraft(draft);
  if (parts.length === 0 || !prompts.data) return null;
  return (
    <div className={classes.fields}>
      {parts.map((part) => (
        <NativeSelect
          key={part}
          label={`Text: ${partFacts[part].name.replace(/^[^:]+: /, '')}`}
          description={<TextLink href={paths.protocolPrompts}>Read or copy it</TextLink>}
          value={draft.prompts[part] ?? ''}
          data={prompts.data
            .filter((one) => one.part === part)
            .map((one) => ({ value: one.builtIn ? '' : promptKey(one), label: promptLabel(one) }))}
          onChange={({ currentTarget }) =>
            change({ prompts: { ...draft.prompts, [part]: currentTarget.value } })
          }
        />
      ))}
    </div>
  );
}

/** The settings of Lost in Conversation. */
function LostFields(props: SettingsFieldProps) {
  const { draft, change, endpoints } = props;
  return (
    <>
      {playsShards(draft) && (
        <ModelField
          label="Plays the user"
          description="Gives at most one shard a turn, in its own words."
          draft={draft.user}
          onChange={(user) => change({ user })}
          endpoints={endpoints}
        />
      )}
      <ModelField
        label="Verifier"
        description="Classifies each reply and copies its answer. By the rules every reply as a whole is an answer."
        draft={draft.verifier}
        onChange={(verifier) => change({ verifier })}
        endpoints={endpoints}
        hasRules
      />
      <div className={classes.fields}>
        <NativeSelect
          label="How the instruction comes"
          value={draft.mode}
          data={lostModes.map((mode) => ({ value: mode, label: lostModeWords[mode] }))}
          onChange={({ currentTarget }) => change({ mode: currentTarget.value as RunDraft['mode'] })}
        />
        <NumberField
          field={LostSettingsSchema.shape.runs}
          label={
            <Term meaning="Aptitude and unreliability are percentiles of an instruction's runs, and take 10 of them or more.">
              Runs of each instruction
            </Term>
          }
          value={draft.runs}
          onChange={(runs) => change({ runs })}
        />
        <TextInput
          label="What an answer looks like"
          description="For the verifier, such as: a single number"
          value={draft.answerDescription}
          onChange={({ currentTarget }) => change({ answerDescription: currentTarget.value })}
        />
        <RightFields draft={draft} change={change} metrics={props.metrics} />
      </div>
      <AnswerCheckerField {...props} />
    </>
  );
}
