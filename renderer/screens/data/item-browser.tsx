import { Button, Checkbox, CloseButton, Group, Pill, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconColumns3, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { ItemSearch } from '../../../shared/contract/data.ts';
import type { DatasetDetail, ItemField, ItemSelection } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { whyUnread } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { longest } from '../../ui/number-field.tsx';
import { paths } from '../../ui/place/paths.ts';
import classes from './grid.module.css';
import {
  decodeView,
  encodeView,
  fieldWords,
  filterWords,
  type GridView,
  plainView,
  readyViews,
  shownFields,
  withFilter,
} from './grid-view.ts';
import { ItemGrid } from './item-grid.tsx';
import type { Picked } from './picked.ts';
import { SelectionBar } from './selection-bar.tsx';

interface ItemBrowserProps {
  dataset: DatasetDetail;
  /** What the table shows, as the address has it. */
  view: string | undefined;
}

/** All items of a data set, however many: searched, sorted, filtered and counted; the address holds how. */
export function ItemBrowser({ dataset, view: written }: ItemBrowserProps) {
  const [, go] = useLocation();
  const view = decodeView(written);
  const fields = useQuery({
    queryKey: [...queryKeys.items(dataset.id), 'fields'],
    queryFn: () => api.item.fields({ datasetId: dataset.id }),
  });
  const [picked, setPicked] = useState<Picked>(new Set<number>());
  const show = (next: GridView, { replace = false } = {}) => {
    if (picked === 'all') setPicked(new Set());
    go(paths.datasetView(dataset.id, encodeView(next)), { replace });
  };
  const query: ItemSelection = {
    ...{ datasetId: dataset.id, search: view.search.trim(), filters: view.filters },
    ...(view.sort && { sort: view.sort }),
  };
  if (whyUnread(fields)) return <ProblemNote problem={toProblem(fields.error)} />;
  if (!fields.data) return <LoadingNote label="Reading the columns" />;
  const shown = shownFields(view, fields.data);
  return (
    <>
      <Toolbar {...{ dataset, view, shown }} fields={fields.data} onView={show} />
      <FilterPills {...{ view }} fields={fields.data} onView={show} />
      {(picked === 'all' || picked.size > 0) && (
        <SelectionBar
          {...{ dataset, picked, query }}
          columns={['id', ...shown.map(({ id }) => id)]}
          onClear={() => setPicked(new Set())}
        />
      )}
      <div className={classes.browser}>
        <ItemGrid
          key={JSON.stringify([query, view.base === null])}
          {...{ query, view, picked }}
          fields={shown}
          onPick={setPicked}
          onView={show}
          empty={
            <Text p="md" c="dimmed">
              No item matches. Search finds whole words and their beginnings; try fewer of them, or take
              filters away.
            </Text>
          }
        />
      </div>
    </>
  );
}

interface ViewProps {
  view: GridView;
  fields: readonly ItemField[];
  onView: (view: GridView, how?: { replace: boolean }) => void;
}

function Toolbar({
  dataset,
  view,
  fields,
  shown,
  onView,
}: ViewProps & { dataset: DatasetDetail; shown: readonly ItemField[] }) {
  const systems = dataset.systems.map(({ name }) => name);
  const ready = readyViews(fields);
  const look = (at: number) => {
    const chosen = ready[at];
    if (!chosen) return;
    const columns = [...new Set([...chosen.columns, ...shown.map(({ id }) => id)])];
    onView({ ...view, ...chosen.view, columns });
  };
  const compare = (base: string) => {
    if (base === '') return onView({ ...view, base: null });
    const replies = fields.filter(({ kind, system }) => kind === 'text' && system !== null);
    const others = shown.filter(({ kind }) => kind !== 'text').map(({ id }) => id);
    // Side by side there must be something beside it.
    const beside = replies.filter(({ system, id }) => system === base || shown.some((one) => one.id === id));
    const two =
      beside.length > 1
        ? beside
        : [...beside, ...replies.filter(({ system }) => system !== base).slice(0, 1)];
    onView({ ...view, base, columns: ['question', ...two.map(({ id }) => id), ...others] });
  };
  return (
    <Group gap="sm" mb="xs">
      <SearchField view={view} onView={onView} />
      <ColumnPicker {...{ view, fields, shown, onView }} />
      {ready.length > 0 && (
        <NativeSelect
          aria-label="Show items by what to look for"
          w={150}
          value=""
          onChange={(event) => look(Number(event.currentTarget.value))}
          data={[
            { value: '', label: 'Look for…' },
            ...[...Map.groupBy(ready.entries(), ([, { group }]) => group)].map(([group, some]) => ({
              group,
              items: some.map(([at, { label }]) => ({ value: String(at), label })),
            })),
          ]}
        />
      )}
      {systems.length > 1 && (
        <NativeSelect
          aria-label="Compare replies word by word with those of"
          w={220}
          value={view.base ?? ''}
          onChange={(event) => compare(event.currentTarget.value)}
          data={[
            { value: '', label: 'Compare replies…' },
            ...systems.map((name) => ({ value: name, label: `Differences from ${name}` })),
          ]}
        />
      )}
    </Group>
  );
}

function SearchField({ view, onView }: Pick<ViewProps, 'view' | 'onView'>) {
  const [typed, setTyped] = useState(view.search);
  const search = useDebouncedCallback(
    (text: string) => onView({ ...view, search: text }, { replace: view.search !== '' && text !== '' }),
    250,
  );
  // The way back in the history brings other words.
  useEffect(() => setTyped(view.search), [view.search]);
  const type = (text: string) => {
    setTyped(text);
    search(text);
  };
  return (
    <TextInput
      aria-label="Search items"
      placeholder="Search conversations, passages and replies"
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={typed && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />}
      w={300}
      {...longest(ItemSearch)}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

const groupNames: Record<ItemField['kind'], string> = {
  text: 'Texts',
  field: 'Fields',
  label: 'Labels given here',
  human: 'Scores of people',
  judge: 'Scores of judges',
  auto: 'Metrics',
  compared: 'Where scores differ',
};

/** Which columns the table has. */
function ColumnPicker({ view, fields, shown, onView }: ViewProps & { shown: readonly ItemField[] }) {
  const [part, setPart] = useState('');
  const chosen = new Set(shown.map(({ id }) => id));
  const choices = fields.filter(({ id, name, system, by }) =>
    id === 'id'
      ? false
      : `${name} ${by ?? ''} ${system ?? ''}`.toLocaleLowerCase().includes(part.toLocaleLowerCase()),
  );
  const choose = (id: string) => {
    const next = chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id];
    onView({ ...view, columns: next }, { replace: true });
  };
  return (
    <Popover width={340} position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap="sm">
          {fields.length > 12 && (
            <TextInput
              size="xs"
              label="Find a column"
              value={part}
              onChange={(event) => setPart(event.currentTarget.value)}
            />
          )}
          <div className={classes.columnList}>
            {(Object.keys(groupNames) as ItemField['kind'][]).map((kind) => {
              const some = choices.filter((field) => field.kind === kind);
              if (some.length === 0) return null;
              return (
                <fieldset key={kind} className={classes.facet}>
                  <legend>{groupNames[kind]}</legend>
                  {some.map((field) => {
                    const { name, of } = fieldWords(field);
                    return (
                      <Checkbox
                        key={field.id}
                        size="xs"
                        label={of === '' ? name : `${name} · ${of}`}
                        checked={chosen.has(field.id)}
                        onChange={() => choose(field.id)}
                      />
                    );
                  })}
                </fieldset>
              );
            })}
          </div>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => onView({ ...view, columns: plainView.columns })}
          >
            Columns that suit the data
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** What is asked of the items, each part with a way to take it back. */
function FilterPills({ view, fields, onView }: ViewProps) {
  if (view.filters.length === 0) return null;
  const nameOf = (id: string) => {
    const field = fields.find((one) => one.id === id);
    if (!field) return id;
    const { name, of } = fieldWords(field);
    return of === '' ? name : `${name} (${of})`;
  };
  return (
    <Group gap="xs" mb="xs" role="group" aria-label="Filters">
      {view.filters.map((filter) => (
        <Pill
          key={filter.field}
          withRemoveButton
          removeButtonProps={{
            'aria-label': `Take away the filter on ${nameOf(filter.field)}`,
            'aria-hidden': false,
            tabIndex: 0,
          }}
          onRemove={() => onView(withFilter(view, { field: filter.field }))}
        >
          {nameOf(filter.field)}: {filterWords(filter)}
        </Pill>
      ))}
      <Button size="compact-xs" variant="subtle" onClick={() => onView({ ...view, filters: [] })}>
        Clear filters
      </Button>
    </Group>
  );
}
