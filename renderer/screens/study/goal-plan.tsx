import { Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { HardnessPreview, StudyGoal } from '../../../shared/contract/index.ts';
import { goalProblems } from '../../../shared/goal-range.ts';
import { goalLines, hasGoal } from '../../../shared/goal-words.ts';
import { meanScale } from '../../../shared/mean-scale.ts';
import { api } from '../../api/client.ts';
import { toProblem } from '../../api/problem.tsx';
import { goalFormat } from '../../ui/goal-advice.tsx';

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
    </Stack>
  );
}
