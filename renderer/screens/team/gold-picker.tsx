import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CheckCandidates, FieldFilter, ItemField } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { formatCount, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useStudy } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Fold } from '../../ui/for-researchers.tsx';

const perPage = 10;
/** As many as one request of the list brings. */
const mostAtOnce = 500;

interface GoldPickerProps {
  studyId: number;
  /** Takes lines of items with their answers. */
  onAdd: (lines: readonly string[]) => void;
}

/** Chooses items with a known answer from those outside the sample: one by one, or all that a filter finds. */
export const GoldPicker = (props: GoldPickerProps) => (
  <Fold summary="Choose from the items">
    <Picker {...props} />
  </Fold>
);

const lineOf = (id: string, answer: string): string => `${id}${/,/.test(id) ? '\t' : ', '}${answer}`;

function Picker({ studyId, onAdd }: GoldPickerProps) {
  const study = useStudy(studyId);
  const datasetId = study.data?.datasetId;
  const fields = useQuery({
    queryKey: [...queryKeys.items(datasetId ?? 0), 'fields'],
    queryFn: () => api.item.fields({ datasetId: datasetId! }),
    enabled: datasetId !== undefined,
  });
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<FieldFilter | null>(null);
  const [answerFrom, setAnswerFrom] = useState<string | null>(null);
  const [offset, setOffset] = useState(0);
  const asked = { studyId, search, filters: filter ? [filter] : [], answerFrom };
  const found = useQuery({
    queryKey: [...queryKeys.study(studyId), 'check candidates', asked, offset],
    queryFn: () => api.quality.candidates({ ...asked, offset, limit: perPage }),
    placeholderData: (before) => before,
  });
  const addAll = async () => {
    const { items } = await api.quality.candidates({ ...asked, limit: mostAtOnce });
    onAdd(items.flatMap(({ id, answer }) => (answer === null ? [] : [lineOf(id, answer)])));
  };
  const again =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      setOffset(0);
      set(value);
    };
  const list = fields.data ?? [];
  const total = found.data?.total ?? 0;
  return (
    <Stack gap="sm">
      <Group align="flex-end">
        <TextInput
          label="Words in the item"
          value={search}
          onChange={(event) => again(setSearch)(event.currentTarget.value)}
        />
        {datasetId !== undefined && (
          <FilterFields datasetId={datasetId} fields={list} onFilter={again(setFilter)} />
        )}
        <Select
          label="Known answers from the column"
          placeholder="I type them"
          clearable
          searchable
          data={list.filter(({ kind }) => kind === 'human' || kind === 'field').map(choiceOf)}
          value={answerFrom}
          onChange={again(setAnswerFrom)}
        />
      </Group>
      {found.error && <ProblemNote problem={toProblem(found.error)} />}
      {found.data && (
        <>
          <Text size="sm" role="status">
            {`${plural(total, 'item')} outside the sample; ${formatCount(found.data.taken)} found in the sample or in practice.`}
          </Text>
          <Candidates items={found.data.items} onAdd={(line) => onAdd([line])} />
          <Group>
            <Button variant="default" disabled={offset === 0} onClick={() => setOffset(offset - perPage)}>
              Earlier items
            </Button>
            <Button
              variant="default"
              disabled={offset + perPage >= total}
              onClick={() => setOffset(offset + perPage)}
            >
              More items
            </Button>
            {answerFrom !== null && (
              <Button variant="default" disabled={total === 0} onClick={() => void addAll()}>
                {`Add all ${formatCount(Math.min(total, mostAtOnce))} with an answer`}
              </Button>
            )}
          </Group>
        </>
      )}
    </Stack>
  );
}

const choiceOf = ({ id, name, system, by }: ItemField) => ({
  value: id,
  label: [name, system, by].filter((part) => part !== null).join(', '),
});

/** One column, and the value that its items have. */
function FilterFields({
  datasetId,
  fields,
  onFilter,
}: {
  datasetId: number;
  fields: readonly ItemField[];
  onFilter: (filter: FieldFilter | null) => void;
}) {
  const [field, setField] = useState<string | null>(null);
  const [value, setValue] = useState<string | null>(null);
  const facet = useQuery({
    queryKey: [...queryKeys.items(datasetId), 'facet', field],
    queryFn: () => api.item.facet({ datasetId, field: field! }),
    enabled: field !== null,
  });
  const values = facet.data?.values ?? [];
  return (
    <>
      <Select
        label="Column"
        placeholder="Any"
        clearable
        searchable
        data={fields.filter(({ hasFacet }) => hasFacet).map(choiceOf)}
        value={field}
        onChange={(next) => {
          setField(next);
          setValue(null);
          onFilter(null);
        }}
      />
      <Select
        label="Value"
        placeholder="Any"
        clearable
        disabled={field === null}
        data={values.map((one) => String(one.value))}
        value={value}
        onChange={(next) => {
          setValue(next);
          const chosen = values.find((one) => String(one.value) === next);
          onFilter(field !== null && chosen ? { field, oneOf: [chosen.value] } : null);
        }}
      />
    </>
  );
}

function Candidates({ items, onAdd }: { items: CheckCandidates['items']; onAdd: (line: string) => void }) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  return (
    <DataTable
      label="Items outside the sample"
      miw={640}
      rows={items}
      keyOf={({ id }) => id}
      alignTop
      columns={[
        {
          head: 'Item',
          cell: ({ id, question }) => (
            <>
              <Text size="sm" fw={600}>
                <bdi>{id}</bdi>
              </Text>
              <Text size="sm" dir="auto">
                {question}
              </Text>
            </>
          ),
        },
        { head: 'Reply', look: () => ({ dir: 'auto' }), cell: ({ reply }) => reply },
        {
          head: 'Known answer',
          width: 260,
          cell: ({ id, answer }) => (
            <KnownAnswer
              id={id}
              value={typed[id] ?? answer ?? ''}
              onChange={(value) => setTyped({ ...typed, [id]: value })}
              onAdd={(value) => onAdd(lineOf(id, value))}
            />
          ),
        },
      ]}
    />
  );
}

interface KnownAnswerProps {
  id: string;
  value: string;
  onChange: (value: string) => void;
  onAdd: (value: string) => void;
}

const KnownAnswer = ({ id, value, onChange, onAdd }: KnownAnswerProps) => (
  <Group wrap="nowrap" gap="xs">
    <TextInput
      aria-label={`Known answer to ${id}`}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
    <Button
      variant="default"
      aria-label={`Add ${id}`}
      disabled={value.trim() === ''}
      onClick={() => onAdd(value.trim())}
    >
      Add
    </Button>
  </Group>
);
