import { Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useStudy } from '../../api/queries.ts';
import {
  choiceFor,
  filesOf,
  isJoint,
  type ReportFormat,
  type ReportProps,
  reportGroups,
} from './report-formats.ts';
import classes from './results.module.css';

/**
 * Writes a file of the report to a path of the machine that Assay runs on.
 *
 * @param isOfAll whether only those are offered that all studies share
 */
export function ReportSave({ isOfAll = false, ...props }: ReportProps & { isOfAll?: boolean }) {
  const [format, setFormat] = useState<ReportFormat>('html');
  const [path, setPath] = useState('');
  const [overwrite, setOverwrite] = useState(false);
  const files = filesOf(useStudy(props.studyId).data);
  const save = useMutation({
    mutationFn: () =>
      api.report.save({
        ...choiceFor(format, props),
        path: path.trim(),
        overwrite,
      }),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (path.trim()) save.mutate();
  };
  return (
    <section aria-labelledby="save-title">
      <h2 id="save-title" className={classes.heading}>
        Save to a path
      </h2>
      <form onSubmit={onSubmit}>
        <Stack gap="xs">
          <Select
            label="File"
            allowDeselect={false}
            data={[{ group: 'most', title: 'What most want' }, ...reportGroups]
              .map(({ group, title }) => ({
                group: title,
                items: files
                  .filter((file) => file.group === group && (!isOfAll || isJoint(file.format)))
                  .map(({ format: value, name }) => ({ value, label: name })),
              }))
              .filter(({ items }) => items.length > 0)}
            value={format}
            onChange={(value) => setFormat(value ?? 'html')}
          />
          <TextInput
            label="Path"
            description="On the machine that Assay runs on"
            value={path}
            onChange={(event) => setPath(event.currentTarget.value)}
          />
          <Checkbox
            label="Replace a file of that name"
            checked={overwrite}
            onChange={(event) => setOverwrite(event.currentTarget.checked)}
          />
          <Group gap="sm">
            <Button type="submit" variant="default" loading={save.isPending} disabled={path.trim() === ''}>
              Save
            </Button>
            {save.data && (
              <Text size="sm" role="status">
                Saved to {save.data.path}
              </Text>
            )}
          </Group>
          {save.error && <ProblemNote problem={toProblem(save.error)} />}
        </Stack>
      </form>
    </section>
  );
}
