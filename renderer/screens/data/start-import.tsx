import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportFormat, ImportPreview, ScaleDeclaration } from '../../../shared/contract/index.ts';
import { isLabelFormat } from '../../../shared/import-formats.ts';
import { useWindowAnnotator } from '../../api/annotators.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useStudies } from '../../api/queries.ts';
import { type ColumnRoles, mappingOf } from './column-roles.ts';
import classes from './data.module.css';

interface StartImportProps {
  preview: ImportPreview;
  format: ImportFormat | null;
  mapping: ColumnRoles | null;
  scales: ScaleDeclaration[];
  onStarted: (jobId: number) => void;
}

const withoutEnding = (name: string) => name.replace(/\.[^.]+$/, '');

/** The last step: a name or a study, and the button. */
export function StartImport({ preview, format, mapping, scales, onStarted }: StartImportProps) {
  const isLabels = isLabelFormat(preview.format);
  const [name, setName] = useState(withoutEnding(preview.fileName));
  const isChosen = name.trim() !== '' && name !== withoutEnding(preview.fileName);
  const [studyId, setStudyId] = useState('');
  const { data: studies } = useStudies();
  const annotatorId = useWindowAnnotator();
  const start = useMutation({
    mutationFn: () =>
      api.import.start({
        path: preview.path,
        scales,
        // A name that nobody chose may be numbered; a chosen one must be free.
        ...(!isLabels && isChosen && { datasetName: name.trim() }),
        ...(format && { format }),
        ...(mapping && { mapping: mappingOf(mapping) }),
        ...(isLabels && studyId !== '' && { studyId: Number(studyId), annotatorId }),
      }),
    onSuccess: ({ jobId }) => onStarted(jobId),
  });
  return (
    <Stack className={classes.start} gap="sm">
      {start.error && <ProblemNote problem={toProblem(start.error)} />}
      <Group align="flex-end" gap="sm">
        {isLabels ? (
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
        ) : (
          <TextInput
            label="Name of the data set"
            w={420}
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <Button loading={start.isPending} disabled={preview.problemCount > 0} onClick={() => start.mutate()}>
          {isLabels ? 'Import the labels' : 'Import the data'}
        </Button>
      </Group>
    </Stack>
  );
}
