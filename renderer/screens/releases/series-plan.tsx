import { Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { curveChart } from '../../../shared/charts/curve-chart.ts';
import type { Series, SeriesPlan } from '../../../shared/contract/index.ts';
import { seriesPlanCurves, seriesPlanWords } from '../../../shared/series-plan-words.ts';
import { api } from '../../api/client.ts';
import { formatPercent } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { PlotFigure } from '../../charts/plot-figure.tsx';
import { RequiredNumber } from '../../ui/number-field.tsx';

const height = 300;

/** How many labels the next release takes until "not worse by D" is decided. */
export function SeriesPlanPart({ series: { id, releases } }: { series: Series }) {
  const { min, max } = releases[0]?.scale ?? { min: 0, max: 1 };
  const [by, setBy] = useState<number>(Number(((max - min) / 20).toPrecision(1)));
  const plan = useQuery({
    queryKey: [...queryKeys.series, 'plan', id, by],
    queryFn: () => api.series.plan({ seriesId: id, by }),
    enabled: by > 0 && releases.length > 0,
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="xs">
      <RequiredNumber
        label="How many labels does the next release take? Not worse by"
        description="On the scale of the measure"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        min={0}
        max={max - min}
        value={by}
        onChange={setBy}
        maw="26rem"
      />
      {plan.error && <ProblemNote problem={toProblem(plan.error)} />}
      {plan.data && <PlanFigure plan={plan.data} />}
    </Stack>
  );
}

function PlanFigure({ plan }: { plan: SeriesPlan }) {
  const words = seriesPlanWords(plan);
  const chart = useMemo(
    () =>
      curveChart({
        curves: seriesPlanCurves(plan),
        summary: seriesPlanWords(plan).join(' '),
        yLabel: 'Chance',
        format: (value) => formatPercent(value),
        include: [0, 1],
        height,
      }),
    [plan],
  );
  return (
    <>
      {words.map((line) => (
        <Text key={line} size="sm" maw="75ch">
          {line}
        </Text>
      ))}
      <PlotFigure title="What do labels decide?" chart={chart} />
    </>
  );
}
