import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from 'zustand';
import { additionWords } from '../../../shared/addition-words.ts';
import { SystemName } from '../../../shared/contract/data.ts';
import type { Dataset, ImportPreview, ImportResult } from '../../../shared/contract/index.ts';
import { matchWords } from '../../../shared/file-match-words.ts';
import { plural } from '../../../shared/number-text.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useDatasets } from '../../api/queries.ts';
import { screenWords } from '../../api/screen-words.ts';
import { sessionStore } from '../../api/session-store.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { longest } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { FileReading } from './study-proposal.tsx';

/** The data set that the file is added to; undefined where it becomes one of its own. */
export function useImportTarget(): Dataset | undefined {
  const id = useStore(sessionStore, (state) => state.importTo);
  const { data } = useDatasets();
  return data?.find((one) => one.id === id);
}

/** Where the items of a file go: into a data set of their own, or to one that is there. */
export function ImportTarget() {
  const { data: datasets = [] } = useDatasets();
  const target = useImportTarget();
  if (datasets.length === 0) return null;
  return (
    <NativeSelect
      label="Store the items"
      w={420}
      value={target ? String(target.id) : ''}
      onChange={({ currentTarget: { value } }) =>
        sessionStore.getState().chooseImportTo(value === '' ? null : Number(value))
      }
      data={[
        { value: '', label: 'as a data set of their own' },
        ...datasets.map(({ id, name, itemCount }) => ({
          value: String(id),
          label: `added to ${name} (${plural(itemCount, 'item')})`,
        })),
      ]}
    />
  );
}

interface AddToDatasetProps {
  preview: ImportPreview;
  reading: FileReading;
  target: Dataset;
  onStarted: (jobId: number) => void;
}

/** What the whole file would add to a data set, what is there already, and what does not fit; then the import itself. */
export function AddToDataset({ preview, reading, target, onStarted }: AddToDatasetProps) {
  const [furtherRaters, setFurtherRaters] = useState(false);
  const [named, setNamed] = useState<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const isSingle = (reading.others ?? []).length === 0 && reading.system === undefined;
  const system = isSingle && named ? { system: named } : {};
  const asked = { ...reading, ...system, append: { datasetId: target.id, furtherRaters } };
  const trial = useQuery({
    queryKey: ['try-append', asked, target.itemCount],
    queryFn: ({ signal }) => api.import.tryAppend(asked, { signal }),
    enabled: preview.problemCount === 0,
    retry: false,
    staleTime: 0,
  });
  const start = useMutation({
    mutationFn: () => api.import.start(asked),
    onSuccess: ({ jobId }) => onStarted(jobId),
  });
  return (
    <Panel title={`What it adds to ${target.name}`}>
      <Stack gap="sm" align="flex-start">
        <Checkbox
          label="Its human scores are votes of further raters"
          description="Otherwise an item that has other votes already is refused."
          checked={furtherRaters}
          onChange={(event) => setFurtherRaters(event.currentTarget.checked)}
        />
        {isSingle && preview.systems.length < 2 && (
          <TextInput
            label="Name of its system"
            description="Left empty, replies that differ from those stored are of a system called as the file."
            w={420}
            {...longest(SystemName)}
            value={typed ?? named ?? ''}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={() => {
              if (typed !== null) setNamed(typed.trim() || null);
              setTyped(null);
            }}
          />
        )}
        <div aria-live="polite">
          {trial.isFetching && <LoadingNote label="Comparing the file with the data set" />}
          {!trial.isFetching && trial.data && <TrialWords result={trial.data} />}
        </div>
        {!trial.isFetching && trial.error && <ProblemNote problem={toProblem(trial.error)} />}
        {start.error && <ProblemNote problem={toProblem(start.error)} />}
        <Group>
          <Button
            loading={start.isPending}
            disabled={trial.isFetching || !trial.data || trial.data.unchanged}
            onClick={() => start.mutate()}
          >
            Add to {target.name}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}

function TrialWords({ result }: { result: ImportResult }) {
  const { items, responses, humanScores, machineScores, appended, together, warnings, unchanged } = result;
  const counts = [
    plural(items, 'new item'),
    plural(responses, 'new reply', 'new replies'),
    plural(humanScores, 'new human score'),
    plural(machineScores, 'new machine score'),
  ];
  const words = [
    ...(unchanged ? [] : [`${counts.join(', ')}.`]),
    ...(together?.files ?? []).map((file) => `${file.fileName}: ${matchWords(file)}.`),
    ...(appended ? additionWords(appended) : []),
    ...warnings.map(screenWords),
  ];
  return words.map((one) => (
    <Text key={one} size="sm">
      {one}
    </Text>
  ));
}
