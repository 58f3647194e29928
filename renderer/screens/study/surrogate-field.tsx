import { NativeSelect, Stack, Text } from '@mantine/core';
import type { Measure, StudyOptions, SurrogateSpec } from '../../../shared/contract/index.ts';
import {
  judgesAnother,
  leastCoverage,
  machineScoreName,
  surrogatesFor,
} from '../../../shared/study-choices.ts';
import { formatCount } from '../../app/format.ts';
import { Term } from '../../ui/term.tsx';

interface SurrogateFieldProps {
  options: StudyOptions;
  systems: readonly string[];
  measure: Measure;
  surrogate: SurrogateSpec | null;
  onChange: (surrogate: SurrogateSpec) => void;
}

const groupNames: Record<SurrogateSpec['kind'], string> = {
  judge: 'Judges',
  auto: 'Automatic metrics',
  llm: 'Language models',
  system: 'Other systems',
  reader: 'Built in',
  none: 'None',
};

const knownWords = (known: number, pool: number) =>
  known < pool
    ? `Known for ${formatCount(known)} of ${formatCount(pool)} items; the others get the mean of these.`
    : `Known for all ${formatCount(pool)} items.`;

/** The cheap guess at each item's score that tells hard items from easy ones. */
export function SurrogateField({ options, systems, measure, surrogate, onChange }: SurrogateFieldProps) {
  const possible = surrogatesFor(options, systems, measure);
  const chosen = possible.find(({ spec }) => JSON.stringify(spec) === JSON.stringify(surrogate));
  const pools = options.systems.filter(({ name }) => systems.includes(name)).map(({ items }) => items);
  const pool = Math.min(...pools);
  const known = chosen ? leastCoverage(chosen, systems) : 0;
  const kinds = [...new Set(possible.map(({ spec }) => spec.kind))];
  return (
    <Stack gap={6}>
      <NativeSelect
        label={<Term word="machine score">Machine score</Term>}
        value={JSON.stringify(surrogate)}
        onChange={(event) => onChange(JSON.parse(event.currentTarget.value) as SurrogateSpec)}
        data={kinds.map((kind) => ({
          group: groupNames[kind],
          items: possible
            .filter(({ spec }) => spec.kind === kind)
            .map((one) => ({ value: JSON.stringify(one.spec), label: machineScoreName(one) })),
        }))}
      />
      {chosen && judgesAnother(chosen.spec, measure) && (
        <Text size="sm" role="note">
          This judge scores something else than what is measured. It may still tell hard items from easy ones,
          but its own number does not answer the question of this study.
        </Text>
      )}
      {chosen && (
        <Text size="sm" c="dimmed">
          {chosen.note} {chosen.spec.kind !== 'none' && knownWords(known, pool)}
        </Text>
      )}
    </Stack>
  );
}
