import { Text } from '@mantine/core';
import { hasGoal } from '../../../shared/goal-words.ts';
import { useAdvice } from '../../api/queries.ts';
import { plural } from '../../app/format.ts';

/** Whether more labels are wanted. It tells no score: whoever labels may go on. */
export function GoalNote({ studyId }: { studyId: number }) {
  const { data: forecast } = useAdvice(studyId);
  if (!forecast || !hasGoal(forecast.goal)) return null;
  const { stop, reason, remainingLabels } = forecast.advice;
  if (stop) {
    return (
      <Text>
        {reason === 'budget-spent'
          ? 'The budget of this study is spent.'
          : 'The goal of this study is reached: no more labels are needed.'}
      </Text>
    );
  }
  if (remainingLabels === null) return null;
  return <Text>The goal of this study takes about {plural(remainingLabels, 'label')} more.</Text>;
}
