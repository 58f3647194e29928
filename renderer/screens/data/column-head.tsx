import { ActionIcon, Button, Checkbox, Group, Popover, Progress, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDots, IconFilterFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Facet, FieldFilter, ItemField, ItemSelection } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { formatCount } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { whyUnread } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NumberInput } from '../../ui/number-field.tsx';
import classes from './grid.module.css';
import { fieldWords, type GridView, isNumeric, shortNumber, sortedNext, withFilter } from './grid-view.ts';

interface ColumnProps {
  query: ItemSelection;
  view: GridView;
  field: ItemField;
  /** Ids of the columns that are there. */
  shown: readonly string[];
  onView: (view: GridView) => void;
}

/** The head of a column: a click sorts by it, its menu filters, sets a threshold and hides it. */
export function ColumnHead({ query, view, field, shown, onView }: ColumnProps) {
  const [isOpen, setOpen] = useState(false);
  const { name, of } = fieldWords(field);
  const sort = view.sort?.field === field.id ? view.sort : null;
  const isFiltered = view.filters.some((filter) => filter.field === field.id);
  const hasMenu = field.hasFacet || field.id !== 'id';
  const Arrow = sort?.descending ? IconArrowDown : IconArrowUp;
  const words = (
    <>
      <span className={classes.headName}>
        {name}
        {sort && <Arrow size={14} aria-hidden />}
        {isFiltered && <IconFilterFilled size={12} aria-label="filtered" />}
      </span>
      {of !== '' && <span className={classes.headOf}>{of}</span>}
    </>
  );
  const title = [name, of, field.ownOnly ? 'your own labels alone, while items are left to label' : '']
    .filter(Boolean)
    .join(' · ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of the grid
    // biome-ignore lint/a11y/useFocusableInteractive: what is in it has the focus
    <div
      role="columnheader"
      className={classes.headCell}
      data-number={isNumeric(field) || undefined}
      aria-sort={
        sort ? (sort.descending ? 'descending' : 'ascending') : field.isSortable ? 'none' : undefined
      }
    >
      {field.isSortable ? (
        <button
          type="button"
          className={classes.headButton}
          title={`${title}. Sort`}
          onClick={() => onView({ ...view, sort: sortedNext(view.sort, field.id) })}
        >
          {words}
        </button>
      ) : (
        <span className={classes.headButton} title={title}>
          {words}
        </span>
      )}
      {hasMenu && (
        <Popover
          opened={isOpen}
          onChange={setOpen}
          width={300}
          position="bottom-end"
          shadow="md"
          trapFocus
          withinPortal
        >
          <Popover.Target>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              className={classes.headMenu}
              aria-label={`${[name, of].filter(Boolean).join(', ')}: filter and more`}
              onClick={() => setOpen(!isOpen)}
            >
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={`${name} column`}>
            <ColumnMenu {...{ query, view, field, shown, onView }} onClose={() => setOpen(false)} />
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
}

function ColumnMenu({ query, view, field, shown, onView, onClose }: ColumnProps & { onClose: () => void }) {
  const filter = view.filters.find((one) => one.field === field.id) ?? { field: field.id };
  const hide = () => {
    onClose();
    onView({ ...view, columns: shown.filter((id) => id !== field.id) });
  };
  return (
    <Stack gap="sm">
      {field.ownOnly && (
        <Text size="sm" c="dimmed">
          Only your own labels, until every item of the sample is labeled.
        </Text>
      )}
      {field.hasFacet && (
        <FacetList {...{ query, field, filter }} onFilter={(next) => onView(withFilter(view, next))} />
      )}
      {field.scale && <Threshold {...{ view, field, onView }} />}
      <Group gap="xs">
        {field.id !== 'id' && (
          <Button size="compact-sm" variant="default" onClick={hide}>
            Hide the column
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface FacetListProps {
  query: ItemSelection;
  field: ItemField;
  filter: FieldFilter;
  onFilter: (filter: FieldFilter) => void;
}

/** Counts by value of a field; a tick shows the items that have it. */
function FacetList({ query, field, filter, onFilter }: FacetListProps) {
  const facet = useQuery({
    queryKey: [...queryKeys.items(query.datasetId), 'facet', query, field.id],
    queryFn: () => api.item.facet({ ...query, field: field.id }),
    refetchInterval: ({ state }) => (state.data?.preparing ? 300 : false),
  });
  if (whyUnread(facet)) return <ProblemNote problem={toProblem(facet.error)} />;
  if (!facet.data || facet.data.preparing) return <LoadingNote label="Counting" />;
  const { values, ranges, missing, others } = facet.data;
  const most = Math.max(1, missing, ...values.map(({ count }) => count), ...ranges.map(({ count }) => count));
  const chosen = new Set<string | number>(filter.oneOf ?? []);
  const choose = (value: string | number) => {
    const next = chosen.has(value) ? [...chosen].filter((one) => one !== value) : [...chosen, value];
    onFilter({ field: field.id, missing: filter.missing, oneOf: next });
  };
  return (
    <fieldset className={classes.facet}>
      <legend>Show items with</legend>
      <div className={classes.facetList}>
        {values.map(({ value, count }) => (
          <FacetRow
            key={String(value)}
            {...{ count, most }}
            label={typeof value === 'number' ? shortNumber(value) : value}
            isOn={chosen.has(value)}
            onChange={() => choose(value)}
          />
        ))}
        {ranges.map(({ from, to, count }) => {
          const isOn = filter.from === from && filter.to === to;
          return (
            <FacetRow
              key={from}
              {...{ count, most, isOn }}
              label={`${shortNumber(from)} to ${shortNumber(to)}`}
              onChange={() => onFilter(isOn ? { field: field.id } : { field: field.id, from, to })}
            />
          );
        })}
        {(missing > 0 || filter.missing) && (
          <FacetRow
            {...{ count: missing, most }}
            label="No value"
            isOn={filter.missing === true}
            onChange={() => onFilter({ ...filter, missing: !filter.missing })}
          />
        )}
      </div>
      {others.values > 0 && (
        <Text size="xs" c="dimmed">
          {formatCount(others.values)} more values, on {formatCount(others.items)} items
        </Text>
      )}
      {(ranges.length > 0 || field.scale) && <RangeFields {...{ filter, onFilter }} facet={facet.data} />}
      {(filter.oneOf || filter.missing || filter.from !== undefined || filter.to !== undefined) && (
        <Button size="compact-sm" variant="subtle" onClick={() => onFilter({ field: field.id })}>
          Show all
        </Button>
      )}
    </fieldset>
  );
}

interface FacetRowProps {
  label: string;
  count: number;
  most: number;
  isOn: boolean;
  onChange: () => void;
}

function FacetRow({ label, count, most, isOn, onChange }: FacetRowProps) {
  return (
    <div className={classes.facetRow}>
      <Checkbox size="xs" label={label} title={label} checked={isOn} onChange={onChange} />
      <span className={classes.end}>{formatCount(count)}</span>
      <Progress value={(100 * count) / most} size={3} aria-hidden />
    </div>
  );
}

function RangeFields({ filter, onFilter }: Pick<FacetListProps, 'filter' | 'onFilter'> & { facet: Facet }) {
  const set = (part: 'from' | 'to', value: string | number) => {
    const { oneOf: _values, ...rest } = filter;
    onFilter({ ...rest, [part]: typeof value === 'number' ? value : undefined });
  };
  return (
    <Group gap="xs" grow wrap="nowrap">
      <NumberInput
        size="xs"
        label="From"
        value={filter.from ?? ''}
        onChange={(value) => set('from', value)}
      />
      <NumberInput size="xs" label="Up to" value={filter.to ?? ''} onChange={(value) => set('to', value)} />
    </Group>
  );
}

/** Which values pass: colored and marked in the table. */
function Threshold({ view, field, onView }: Pick<ColumnProps, 'view' | 'field' | 'onView'>) {
  const isLower = field.scale?.direction === 'lower';
  const set = (value: string | number) => {
    const { [field.id]: _old, ...others } = view.pass;
    onView({ ...view, pass: typeof value === 'number' ? { ...others, [field.id]: value } : others });
  };
  return (
    <NumberInput
      size="xs"
      label={isLower ? 'Passes up to' : 'Passes from'}
      description="Marks each value ✓ or ✗"
      value={view.pass[field.id] ?? ''}
      step={field.scale && field.scale.max - field.scale.min <= 1 ? 0.1 : 1}
      onChange={set}
    />
  );
}
