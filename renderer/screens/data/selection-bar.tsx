import { Button, Group, Menu, Text, TextInput } from '@mantine/core';
import { IconDownload, IconFlag, IconFlagOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { RecordName } from '../../../shared/contract/base.ts';
import type { DatasetDetail, ItemSelection } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { formatCount } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { keepFile, savedPath } from '../../ui/keep-file.ts';
import { longest } from '../../ui/number-field.tsx';
import { paths } from '../../ui/place/paths.ts';
import classes from './grid.module.css';
import type { Picked } from './picked.ts';

interface SelectionBarProps {
  dataset: DatasetDetail;
  picked: Picked;
  query: ItemSelection;
  /** Ids of the columns that a table gets. */
  columns: readonly string[];
  onClear: () => void;
}

const selectionOf = ({ picked, query }: Pick<SelectionBarProps, 'picked' | 'query'>): ItemSelection =>
  picked === 'all'
    ? query
    : { datasetId: query.datasetId, ...(query.sort && { sort: query.sort }), itemIds: [...picked] };

/** What can be done with the items that are selected. */
export function SelectionBar(props: SelectionBarProps) {
  const { dataset, picked, query, columns, onClear } = props;
  const [isNaming, setNaming] = useState(false);
  const selection = selectionOf(props);
  const counted = useQuery({
    queryKey: ['items', dataset.id, 'count', query],
    queryFn: () => api.item.list({ ...query, limit: 1 }),
    enabled: picked === 'all',
  });
  const count = picked === 'all' ? counted.data?.total : picked.size;
  const flag = useMutation({
    mutationFn: (flagged: boolean) => api.item.flag({ ...selection, flagged }),
  });
  const keep = useMutation({
    mutationFn: (format: 'jsonl' | 'csv' | 'parquet' | 'xlsx') => {
      const asked = { ...selection, format, columns: [...columns] };
      return keepFile(
        () => `${dataset.name}.${format}`,
        (path) => api.item.export({ ...asked, path, overwrite: true }),
        () => api.item.export(asked),
      );
    },
  });
  const problem = flag.error ?? keep.error;
  return (
    <section className={classes.selection} aria-label="Selected items">
      <Group gap="sm">
        <Text size="sm" fw={600} role="status">
          {count === undefined ? 'All that match' : `${formatCount(count)} selected`}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconFlag size={14} aria-hidden />}
          onClick={() => flag.mutate(true)}
        >
          Flag
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconFlagOff size={14} aria-hidden />}
          onClick={() => flag.mutate(false)}
        >
          Remove flag
        </Button>
        <Menu>
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="default"
              loading={keep.isPending}
              leftSection={<IconDownload size={14} aria-hidden />}
            >
              Export
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => keep.mutate('jsonl')}>JSON lines: whole items</Menu.Item>
            <Menu.Item onClick={() => keep.mutate('csv')}>CSV: the columns shown</Menu.Item>
            <Menu.Item onClick={() => keep.mutate('xlsx')}>Excel: the columns shown</Menu.Item>
            <Menu.Item onClick={() => keep.mutate('parquet')}>Parquet: the columns shown</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Button size="compact-sm" onClick={() => setNaming(!isNaming)} aria-expanded={isNaming}>
          Study these items
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={onClear}>
          Clear
        </Button>
        {savedPath(keep.data) && (
          <Text size="sm" role="status">
            Saved to {savedPath(keep.data)}
          </Text>
        )}
      </Group>
      {problem && <ProblemNote problem={toProblem(problem)} />}
      {isNaming && <NewPool {...{ dataset, selection }} />}
    </section>
  );
}

/** Makes the pool of a study of the selection: a data set of its own, from which the study draws. */
function NewPool({ dataset, selection }: { dataset: DatasetDetail; selection: ItemSelection }) {
  const [, go] = useLocation();
  const [name, setName] = useState(`${dataset.name}, selection`);
  const split = useMutation({ mutationFn: () => api.item.split({ ...selection, name: name.trim() }) });
  const job = useQuery({
    queryKey: ['job', split.data?.jobId],
    queryFn: () => api.job.get({ jobId: split.data!.jobId }),
    enabled: split.data !== undefined,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'running' ? false : 200),
  });
  const made = job.data?.state === 'done' ? datasetIdOf(job.data.result) : null;
  useEffect(() => {
    if (made !== null) go(paths.newStudyOn(made));
  }, [made, go]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    split.mutate();
  };
  const problem = split.error ?? (job.data?.state === 'failed' ? job.data.error : null);
  return (
    <form onSubmit={submit} className={classes.pool}>
      <Group gap="sm" align="end">
        <TextInput
          size="xs"
          w={320}
          label="Name of the new data set"
          value={name}
          {...longest(RecordName)}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          size="xs"
          type="submit"
          disabled={name.trim() === ''}
          loading={split.isPending || (split.data !== undefined && !problem)}
        >
          Make it, and set up a study
        </Button>
      </Group>
      <Text size="sm" c="dimmed" maw="75ch">
        A study estimates the items it samples from. The selection becomes a new data set with its scores.
        Labels stay with their items. If you chose items by their scores, the estimate is for those items
        alone.
      </Text>
      {problem && <ProblemNote problem={toProblem(problem)} />}
    </form>
  );
}

const datasetIdOf = (result: unknown): number | null =>
  typeof result === 'object' &&
  result !== null &&
  'datasetId' in result &&
  typeof result.datasetId === 'number'
    ? result.datasetId
    : null;
