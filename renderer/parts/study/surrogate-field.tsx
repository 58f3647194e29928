import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Measure, StudyOptions, SurrogateSpec } from '../../../shared/contract/index.ts';
import {
  judgeOfAnother,
  judgesAnother,
  leastCoverage,
  machineScoreName,
  surrogatesFor,
} from '../../../shared/study-choices.ts';
import { api } from '../../api/client.ts';
import { formatCount } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Term } from '../../ui/term.tsx';

interface SurrogateFieldProps {
  datasetId: number;
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
export function SurrogateField({
  datasetId,
  options,
  systems,
  measure,
  surrogate,
  onChange,
}: SurrogateFieldProps) {
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
      {chosen && judgesAnother(chosen, measure) && (
        <Text size="sm" role="note">
          This judge scores something else. It may still separate hard items from easy ones. Its own number
          does not answer this study's question.
        </Text>
      )}
      <OtherJudge
        datasetId={datasetId}
        judge={judgeOfAnother(possible, measure)}
        measure={measure}
        onSame={onChange}
      />
      {chosen && (
        <Text size="sm" c="dimmed">
          {chosen.note} {chosen.spec.kind !== 'none' && knownWords(known, pool)}
        </Text>
      )}
    </Stack>
  );
}

interface OtherJudgeProps {
  datasetId: number;
  judge: ReturnType<typeof judgeOfAnother>;
  measure: Measure;
  onSame: (surrogate: SurrogateSpec) => void;
}

/** Asks whether a judge scores the same under another name, before something else takes its place without a word. */
function OtherJudge({ datasetId, judge, measure, onSame }: OtherJudgeProps) {
  const same = useMutation({
    mutationFn: (said: Parameters<typeof api.study.sameCriterion>[0]) => api.study.sameCriterion(said),
    onSuccess: () => onSame(judge!),
  });
  if (!judge || measure.kind !== 'criterion') return null;
  const { judge: name, criterion: judged } = judge;
  return (
    <>
      <Group gap="xs" role="note">
        <Text size="sm">
          {name} scores “{judged}”. Is that the same as “{measure.criterion}”?
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          loading={same.isPending}
          onClick={() => same.mutate({ datasetId, judged, criterion: measure.criterion })}
        >
          Yes, use this judge
        </Button>
      </Group>
      {same.error && <ProblemNote problem={toProblem(same.error)} />}
    </>
  );
}
