import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { StudyFieldSchema } from '../../../shared/contract/form.ts';
import type { Measure, Scale, StudyOptions } from '../../../shared/contract/index.ts';
import { scaleEnds } from '../../../shared/number-text.ts';
import { preferenceCriterion } from '../../../shared/preference.ts';
import { isPartOfRange } from '../../../shared/usual-ranges.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { RangeQuestion } from '../../parts/study/range-question.tsx';
import { isPreferred, offersPreference } from '../../parts/study/study-draft.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { longest } from '../../ui/number-field.tsx';
import { onEnter } from '../../ui/on-enter.ts';
import { OpenedPart } from '../../ui/opened-part.tsx';
import { ScaleFields } from '../../ui/scale-fields.tsx';

interface MeasureFieldProps {
  datasetId: number;
  options: StudyOptions;
  /** Whether two systems are compared: then one of their replies can be preferred. */
  isComparison: boolean;
  measure: Measure | null;
  onChange: (measure: Measure) => void;
}

/** What is measured: a rating that people give, or a metric against the answer that people write. */
export function MeasureField({ datasetId, options, isComparison, measure, onChange }: MeasureFieldProps) {
  const hasPreference = isComparison && offersPreference(options);
  const rated = options.criteria.filter(({ name }) => !hasPreference || name !== preferenceCriterion);
  const [isAdding, setAdding] = useState(false);
  const open = options.criteria.find(
    (one) =>
      measure?.kind === 'criterion' &&
      one.name === measure.criterion &&
      !one.declared &&
      one.kind === 'rating' &&
      isPartOfRange(one.scale),
  );
  return (
    <Stack gap={6}>
      <NativeSelect
        label="What is measured"
        value={JSON.stringify(measure)}
        onChange={(event) => onChange(JSON.parse(event.currentTarget.value) as Measure)}
        data={[
          ...(hasPreference
            ? [
                {
                  group: 'People say which reply is better',
                  items: [{ value: JSON.stringify(preference), label: 'Preference (left, tie or right)' }],
                },
              ]
            : []),
          ...(rated.length > 0
            ? [
                {
                  group: 'People rate the reply',
                  items: rated.map(({ name, scale }) => ({
                    value: JSON.stringify({ kind: 'criterion', criterion: name }),
                    label: `${name} (${scaleEnds(scale)})`,
                  })),
                },
              ]
            : []),
          {
            group: 'People write the right answer; a metric compares',
            items: options.metrics.map(({ id, name }) => ({
              value: JSON.stringify({ kind: 'metric', metric: id }),
              label: name,
            })),
          },
        ]}
      />
      <Text size="sm" c="dimmed">
        {measure && (hasPreference && isPreferred(measure) ? preferenceNote : measureNote(measure, options))}
      </Text>
      {open && <OpenRange key={open.name} datasetId={datasetId} criterion={open} />}
      {isAdding ? (
        <OpenedPart>
          <NewCriterion
            datasetId={datasetId}
            onClose={() => setAdding(false)}
            onMade={(criterion) => {
              setAdding(false);
              onChange({ kind: 'criterion', criterion });
            }}
          />
        </OpenedPart>
      ) : (
        <div>
          <Button variant="subtle" size="compact-sm" onClick={() => setAdding(true)}>
            New rating criterion…
          </Button>
        </div>
      )}
    </Stack>
  );
}

const preference: Measure = { kind: 'criterion', criterion: preferenceCriterion };
const preferenceNote =
  'Net win rate: how often the first system is preferred, minus how often the second is. "Change what is asked" has five steps.';

function measureNote(measure: Measure, { criteria, metrics }: StudyOptions): string {
  if (measure.kind === 'metric') return metrics.find(({ id }) => id === measure.metric)?.description ?? '';
  const criterion = criteria.find(({ name }) => name === measure.criterion);
  if (!criterion) return '';
  const { min, max, direction } = criterion.scale;
  const source = criterion.declared ? 'as declared' : 'as seen in the data';
  return `${criterion.kind === 'binary' ? 'Yes or no' : `Scale ${min} to ${max}`}, ${direction} is better, ${source}.`;
}

interface OpenRangeProps {
  datasetId: number;
  criterion: StudyOptions['criteria'][number];
}

/** Asks how far a rating can go of which nobody gave the lowest or the highest of a usual range. */
function OpenRange({ datasetId, criterion: { name, scale } }: OpenRangeProps) {
  const [chosen, setChosen] = useState<Scale>();
  const declare = useDeclareCriterion(datasetId);
  return (
    <Stack gap="xs">
      <RangeQuestion {...{ name, scale, chosen }} seenIn="In the data" onScale={setChosen} />
      {declare.error && <ProblemNote problem={toProblem(declare.error)} />}
      <div>
        <Button
          size="xs"
          variant="default"
          disabled={chosen === undefined}
          loading={declare.isPending}
          onClick={() => chosen && declare.mutate({ name, scale: chosen })}
        >
          Keep this range
        </Button>
      </div>
    </Stack>
  );
}

/** States the range of a criterion; one that nobody has scored is made by it. */
function useDeclareCriterion(datasetId: number, onMade?: (name: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ name, scale }: { name: string; scale: Scale }) =>
      api.dataset.declareScale({ datasetId, kind: 'criterion', name, scale }),
    onSuccess: async (dataset, { name }) => {
      queries.setQueryData(queryKeys.dataset(datasetId), dataset);
      await queries.invalidateQueries({ queryKey: queryKeys.studyOptions(datasetId) });
      onMade?.(name);
    },
  });
}

interface NewCriterionProps {
  datasetId: number;
  onMade: (name: string) => void;
  onClose: () => void;
}

/** Something to ask people about that the data has no score for yet. */
function NewCriterion({ datasetId, onMade, onClose }: NewCriterionProps) {
  const [name, setName] = useState('');
  const [scale, setScale] = useState<Scale>({ min: 1, max: 5, direction: 'higher' });
  const declare = useDeclareCriterion(datasetId, onMade);
  const make = () => declare.mutate({ name: name.trim(), scale });
  const canMake = name.trim() !== '' && !declare.isPending;
  return (
    <Stack gap="xs" onKeyDown={onEnter(() => canMake && make())}>
      <TextInput
        label="Name of the criterion"
        placeholder="helpfulness"
        autoFocus
        {...longest(StudyFieldSchema.shape.name)}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ScaleFields name="the criterion" scale={scale} onChange={setScale} />
      {declare.error && <ProblemNote problem={toProblem(declare.error)} />}
      <Group gap="xs">
        <Button size="xs" disabled={name.trim() === ''} loading={declare.isPending} onClick={make}>
          Add
        </Button>
        <Button size="xs" variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
