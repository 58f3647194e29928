import { Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { HardnessPreview, PlanCostsAsked, StudyGoal } from '../../../shared/contract/index.ts';
import { costLines } from '../../../shared/cost-words.ts';
import { goalProblems } from '../../../shared/goal-range.ts';
import { goalLines, hasGoal } from '../../../shared/goal-words.ts';
import { meanScale } from '../../../shared/mean-scale.ts';
import { api } from '../../api/client.ts';
import { toProblem } from '../../api/problem.tsx';
import { goalFormat } from '../../ui/goal-advice.tsx';
import { NumberInput, type NumberInputProps } from '../../ui/number-field.tsx';

interface GoalPlanProps {
  preview: HardnessPreview;
  goal: StudyGoal;
  size: number;
}

/** What the goal would take, before anything is drawn. */
export function GoalPlan({ preview, goal, size }: GoalPlanProps) {
  const { populationSize } = preview;
  const scale = meanScale(preview);
  const { standardDeviation, surrogateMean, isRating } = preview.plan;
  const asked = { goal, scale, populationSize, standardDeviation, surrogateMean, size, isRating };
  const forecast = useQuery({
    queryKey: ['plan-forecast', asked],
    queryFn: () => api.plan.forecast(asked),
    enabled: hasGoal(goal) && populationSize > 0 && goalProblems(goal, scale).length === 0,
    placeholderData: keepPreviousData,
  });
  const { targetHalfWidth } = goal;
  if (!hasGoal(goal) || goalProblems(goal, scale).length > 0) return null;
  if (forecast.error) {
    return (
      <Text size="sm" c="red" role="alert">
        {toProblem(forecast.error).message}
      </Text>
    );
  }
  if (!forecast.data) return null;
  const format = goalFormat({ scale });
  return (
    <Stack gap={4}>
      {goalLines(forecast.data, format).map((line) => (
        <Text key={line} className="tabular">
          {line}
        </Text>
      ))}
      {targetHalfWidth !== null && (
        <CostPart
          pool={{ scale, populationSize, surrogateMean, isRating: isRating ?? false, targetHalfWidth }}
        />
      )}
    </Stack>
  );
}

interface CostPartProps {
  pool: Pick<PlanCostsAsked, 'scale' | 'populationSize' | 'surrogateMean' | 'isRating' | 'targetHalfWidth'>;
}

const numberIn = (value: string | number): number | null =>
  value !== '' && Number(value) > 0 ? Number(value) : null;

/** Labels and judge calls at least cost, once both have a price. */
function CostPart({ pool }: CostPartProps) {
  const [labelPrice, setLabelPrice] = useState<number | null>(null);
  const [callPrice, setCallPrice] = useState<number | null>(null);
  const [correlation, setCorrelation] = useState<number | null>(0.5);
  const isAsked = labelPrice !== null && callPrice !== null && correlation !== null && correlation < 1;
  const asked = isAsked ? { ...pool, labelPrice, callPrice, correlation } : null;
  const costs = useQuery({
    queryKey: ['plan-costs', asked],
    queryFn: () => api.plan.costs(asked!),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  });
  return (
    <details>
      <summary>What would it cost?</summary>
      <Group gap="sm" align="flex-start" my="xs">
        <CostInput label="Price of a label" w={140} value={labelPrice} onChange={setLabelPrice} />
        <CostInput label="Price of a judge call" w={160} value={callPrice} onChange={setCallPrice} />
        <CostInput
          label="Judge's correlation"
          w={160}
          max={1}
          step={0.1}
          value={correlation}
          onChange={setCorrelation}
        />
      </Group>
      {costs.error && (
        <Text size="sm" c="red" role="alert">
          {toProblem(costs.error).message}
        </Text>
      )}
      {asked &&
        costs.data &&
        costLines(costs.data, goalFormat(pool)).map((line) => (
          <Text key={line} size="sm" className="tabular">
            {line}
          </Text>
        ))}
    </details>
  );
}

interface CostInputProps extends Pick<NumberInputProps, 'label' | 'w' | 'max' | 'step'> {
  value: number | null;
  onChange: (value: number | null) => void;
}

/** A number of at least 0; null where none is typed. */
function CostInput({ value, onChange, ...shown }: CostInputProps) {
  return (
    <NumberInput {...shown} min={0} value={value ?? ''} onChange={(typed) => onChange(numberIn(typed))} />
  );
}
