import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Validators } from '../../../shared/contract/validation.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useDatasets } from '../../api/queries.ts';
import { protocolKeys, useProtocolOptions, useProtocolRuns } from '../../parts/protocol-queries.ts';
import { useValidationQueues, validationKeys } from '../../parts/validation-queries.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { limitsOf, RequiredNumber } from '../../ui/number-field.tsx';
import { OpenedPanel } from '../../ui/panel.tsx';
import { type AnswerSource, openableRuns, openProblem } from './openable.ts';
import classes from './validation.module.css';

const people = '';

/** Opens the answers of a run, or those that came with a data set, to validation. */
export function OpenValidation({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const draft = useOpening();
  const { source, runId, datasetId, system, validators, isKnown } = draft;
  const open = useMutation({
    mutationFn: () =>
      source === 'run'
        ? api.validation.open({ runId: runId!, validators })
        : api.validation.gather({ datasetId: datasetId!, system: system || null, validators }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: validationKeys.all });
      await queries.invalidateQueries({ queryKey: protocolKeys.runs });
      onClose();
    },
  });
  const problem = openProblem(source, { runId, datasetId });
  return (
    <OpenedPanel title="Open answers to validation">
      <AnswerSourceFields {...draft} />
      <Text size="sm" c="dimmed" maw="75ch">
        Validators see neither the system nor each other's verdicts, and conversations come in random order.
        The person who asked the questions of a conversation does not validate it.
      </Text>
      {source === 'data' && validators % 2 === 0 && (
        <Text size="sm" c="dimmed" maw="75ch">
          Nobody marked these answers when they were asked, so that {validators} validators can tie. An odd
          number decides every answer that all judge.
        </Text>
      )}
      {open.error && <ProblemNote problem={toProblem(open.error)} />}
      <Group gap="xs">
        <Button loading={open.isPending} disabled={problem !== null} onClick={() => open.mutate()}>
          Open
        </Button>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {problem !== null && isKnown && (
          <Text size="sm" c="dimmed">
            {problem}
          </Text>
        )}
      </Group>
    </OpenedPanel>
  );
}

type Opening = ReturnType<typeof useOpening>;

/** Whose answers are to be validated, as it is chosen. */
function useOpening() {
  const runs = useProtocolRuns();
  const queues = useValidationQueues();
  const datasets = useDatasets();
  const offered = openableRuns(runs.data ?? [], queues.data ?? []);
  const [chosenSource, setSource] = useState<AnswerSource | null>(null);
  const source = chosenSource ?? (offered.length > 0 ? 'run' : 'data');
  const [chosenRun, setRun] = useState<number | null>(null);
  const runId = chosenRun ?? offered[0]?.id;
  const [chosenData, setData] = useState<number | null>(null);
  const datasetId = chosenData ?? datasets.data?.[0]?.id;
  const options = useProtocolOptions(datasetId);
  const [chosenSystem, setSystem] = useState<string | null>(null);
  const systems = options.data?.systems ?? [];
  const system = chosenSystem ?? systems[0] ?? people;
  const [validators, setValidators] = useState(2);
  return {
    ...{ offered, source, setSource, runId, setRun, datasets: datasets.data ?? [], datasetId, setData },
    ...{ systems, system, setSystem, validators, setValidators },
    /** Whether it is known yet what there is. */
    isKnown: datasets.data !== undefined,
  };
}

function AnswerSourceFields(draft: Opening) {
  const { offered, source, setSource, runId, setRun, validators, setValidators } = draft;
  return (
    <>
      <SegmentedControl
        aria-label="Whose answers"
        value={source}
        onChange={(value) => setSource(value as AnswerSource)}
        data={[
          { value: 'run', label: 'Answers of a run', disabled: offered.length === 0 },
          { value: 'data', label: 'Answers in the data' },
        ]}
        maw={420}
      />
      <div className={classes.fields}>
        {source === 'run' && (
          <NativeSelect
            label="Run"
            value={String(runId ?? '')}
            data={offered.map(({ id, title }) => ({ value: String(id), label: `${id}: ${title}` }))}
            onChange={({ currentTarget }) => setRun(Number(currentTarget.value))}
          />
        )}
        {source === 'data' && <DataAnswerFields {...draft} />}
        <RequiredNumber
          label="Validators each"
          w={140}
          {...limitsOf(Validators)}
          value={validators}
          onChange={setValidators}
        />
      </div>
    </>
  );
}

function DataAnswerFields({ datasets, datasetId, setData, systems, system, setSystem }: Opening) {
  return (
    <>
      <NativeSelect
        label="Data set"
        value={String(datasetId ?? '')}
        data={datasets.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={({ currentTarget }) => {
          setData(Number(currentTarget.value));
          setSystem(null);
        }}
      />
      <NativeSelect
        label="Answers of"
        value={system}
        data={[
          ...systems.map((name) => ({ value: name, label: name })),
          { value: people, label: "People's answers in the data" },
        ]}
        onChange={({ currentTarget }) => setSystem(currentTarget.value)}
      />
    </>
  );
}
