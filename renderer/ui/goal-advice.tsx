import { Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { StudyAdvice } from '../../shared/contract/index.ts';
import { adviceWords, goalLines } from '../../shared/goal-words.ts';
import { formatSpan, isShareScale } from '../../shared/number-text.ts';
import { formatCount, formatHalfWidth, formatScore } from '../api/format.ts';
import classes from './goal-advice.module.css';

/** How the words of a forecast write numbers here. */
export const goalFormat = ({ scale, isDifference }: Pick<StudyAdvice, 'scale' | 'isDifference'>) => ({
  ...(isDifference && { isDifference }),
  score: (value: number) => formatScore(value, scale),
  width: (halfWidth: number) => formatHalfWidth(halfWidth, scale),
  ...(isShareScale(scale) && { askedWidth: (width: number) => formatSpan(width, scale) }),
  count: formatCount,
});

/** Whether to stop, and what each part of the goal is expected to take. */
export function GoalAdvice({ forecast }: { forecast: StudyAdvice }) {
  const format = goalFormat(forecast);
  const { stop } = forecast.advice;
  return (
    <Stack gap={4} className={classes.advice}>
      <Text fw={600} className={classes.sentence} data-stop={stop || undefined} role="status">
        {stop && <IconCircleCheck size={18} stroke={1.75} aria-hidden />}
        {adviceWords(forecast, format)}
      </Text>
      {goalLines(forecast, format).map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </Stack>
  );
}
