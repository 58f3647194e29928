import { Alert, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { RecordName } from '../../../shared/contract/base.ts';
import type { ImportPreview, StartFromFile } from '../../../shared/contract/index.ts';
import { isLabelFormat } from '../../../shared/import-formats.ts';
import { useWindowAnnotator } from '../../api/annotators.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useProject, useStudiesAlone } from '../../api/queries.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { longest } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { paths } from '../../ui/place/paths.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import classes from './data.module.css';
import { disabledReason, type FileReading, useStartFromFile } from './study-proposal.tsx';

interface StartImportProps {
  preview: ImportPreview;
  reading: FileReading;
  into: StartFromFile['into'];
  onStarted: (jobId: number) => void;
}

const withoutEnding = (name: string) => name.replace(/\.[^.]+$/, '');

/** Import without a study: labels into what they belong to, items under a name. */
export function StartImport({ preview, reading, into, onStarted }: StartImportProps) {
  const { data: project } = useProject();
  if (!isLabelFormat(preview.format)) {
    return <OnlyImport preview={preview} reading={reading} into={into} onStarted={onStarted} />;
  }
  if (!project) {
    return (
      <Alert title="Labels belong to data">
        Open the project that holds the items of these labels, then import this file there.
      </Alert>
    );
  }
  return <ImportLabels preview={preview} reading={reading} onStarted={onStarted} />;
}

function ImportLabels({ preview, reading, onStarted }: Omit<StartImportProps, 'into'>) {
  const [studyId, setStudyId] = useState('');
  const { data: studies } = useStudiesAlone();
  const annotatorId = useWindowAnnotator();
  const start = useMutation({
    mutationFn: () =>
      api.import.start({
        ...reading,
        ...(studyId !== '' && { studyId: Number(studyId), annotatorId }),
      }),
    onSuccess: ({ jobId }) => onStarted(jobId),
  });
  return (
    <Stack className={classes.start} gap="sm">
      {start.error && <ProblemNote problem={toProblem(start.error)} />}
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label="Store the labels"
          w={420}
          value={studyId}
          onChange={(event) => setStudyId(event.currentTarget.value)}
          data={[
            { value: '', label: 'as human scores of their data set' },
            ...(studies ?? []).map(({ id, name }) => ({
              value: String(id),
              label: `in the study ${name}`,
            })),
          ]}
        />
        <ReasonButton loading={start.isPending} lack={disabledReason(preview)} onClick={() => start.mutate()}>
          Import the labels
        </ReasonButton>
      </Group>
    </Stack>
  );
}

function OnlyImport({ preview, reading, into, onStarted }: StartImportProps) {
  const whole = useStartFromFile((datasetId) => paths.dataset(datasetId));
  const [name, setName] = useState(withoutEnding(preview.fileName));
  // A name that nobody chose may be numbered; a chosen one must be free.
  const isChosen = name.trim() !== '' && name !== withoutEnding(preview.fileName);
  const named = { ...reading, ...(isChosen && { datasetName: name.trim() }) };
  const start = useMutation({
    mutationFn: async () => {
      if (into === 'open') onStarted((await api.import.start(named)).jobId);
      else await whole.mutateAsync({ ...named, into, study: null });
    },
  });
  return (
    <Panel title="Or import without a study">
      {start.error && <ProblemNote problem={toProblem(start.error)} />}
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Name of the data set"
          w={420}
          {...longest(RecordName)}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ReasonButton
          variant="default"
          loading={start.isPending}
          lack={disabledReason(preview)}
          onClick={() => start.mutate()}
        >
          Only import
        </ReasonButton>
      </Group>
    </Panel>
  );
}
