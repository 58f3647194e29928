import { Group, SegmentedControl } from '@mantine/core';
import { matterWords } from '../../shared/comparison-words.ts';
import type { StudyGoal } from '../../shared/contract/index.ts';
import { goalProblems, usualLeastDifference } from '../../shared/goal-range.ts';
import { scaleEnds } from '../../shared/number-text.ts';
import { NumberInput } from './number-field.tsx';
import { Term } from './term.tsx';

interface GoalFieldsProps {
  goal: StudyGoal;
  /** The ends of the scale, where they are known. */
  scale: { min: number; max: number; isShare?: true | undefined } | null;
  /** Of a comparison: the scale of the measure, on which differences matter or not. */
  compared: { min: number; max: number } | null;
  onChange: (goal: StudyGoal) => void;
}

/** Shares are asked for in percent. */
const hundred = (scale: GoalFieldsProps['scale']): number => (scale?.isShare ? 100 : 1);

const shownOf = (value: number | null, scale: GoalFieldsProps['scale']): number | '' =>
  value === null ? '' : Number((hundred(scale) * value).toPrecision(12));

const numberOrNull = (value: string | number): number | null =>
  value === '' || !Number.isFinite(Number(value)) ? null : Number(value);

/** What would be enough: a width, a decision, a number of labels. Empty fields ask for nothing. */
export function GoalFields({ goal, scale, compared, onChange }: GoalFieldsProps) {
  const range = scale ? scaleEnds(scale) : undefined;
  const problems = scale ? goalProblems(goal, scale) : [];
  const problemOf = (field: 'target' | 'threshold' | 'matters') =>
    problems.find((problem) => problem.field === field)?.remedy;
  const targetOf = (value: string | number) => {
    const width = numberOrNull(value);
    return width !== null && width > 0 ? width / hundred(scale) : null;
  };
  const thresholdOf = (value: string | number) => {
    const threshold = numberOrNull(value);
    return threshold === null ? null : threshold / hundred(scale);
  };
  const differenceOf = (value: string | number) => {
    const difference = numberOrNull(value);
    return difference !== null && difference >= 0 ? difference : null;
  };
  return (
    <Group align="flex-start" gap="sm">
      <NumberInput
        label={
          <Term
            meaning={
              scale?.isShare
                ? 'Half the width of the interval. With 5, the share is known to about ± 5 points.'
                : 'Half the width of the interval. With 0.05, the score is known to about ± 0.05.'
            }
          >
            {scale?.isShare ? 'Within ± points' : 'Within ±'}
          </Term>
        }
        w={104}
        error={problemOf('target')}
        min={0}
        placeholder="any"
        value={shownOf(goal.targetHalfWidth, scale)}
        onChange={(value) => onChange({ ...goal, targetHalfWidth: targetOf(value) })}
      />
      <NumberInput
        label={
          <Term
            meaning={`A threshold, such as the lowest score for a release. Labeling is done when the interval lies on one side of it.${range ? ` On the scale from ${range}.` : ''}`}
          >
            {scale?.isShare ? 'Threshold in %' : 'Threshold'}
          </Term>
        }
        w={104}
        error={problemOf('threshold')}
        placeholder="any"
        value={shownOf(goal.threshold, scale)}
        onChange={(value) => onChange({ ...goal, threshold: thresholdOf(value) })}
      />
      <NumberInput
        label="Most labels"
        w={104}
        min={1}
        allowDecimal={false}
        placeholder="any"
        value={goal.budget ?? ''}
        onChange={(value) => {
          const budget = numberOrNull(value);
          onChange({ ...goal, budget: budget !== null && budget >= 1 ? Math.round(budget) : null });
        }}
      />
      {goal.targetHalfWidth !== null && goal.threshold !== null && (
        <SegmentedControl
          aria-label="How width and value are joined"
          mt={24}
          data={[
            { value: 'all', label: 'Both' },
            { value: 'any', label: 'Whichever is first' },
          ]}
          value={goal.parts ?? 'all'}
          onChange={(parts) => onChange({ ...goal, parts: parts === 'any' ? 'any' : 'all' })}
        />
      )}
      {compared && (
        <NumberInput
          label={
            <Term meaning="The smallest difference of the two systems that matters to you. They are practically equal when the difference lies within it. 2 % of the scale by default.">
              Differences matter from
            </Term>
          }
          w={160}
          error={problemOf('matters')}
          min={0}
          placeholder={matterWords(usualLeastDifference(compared))}
          value={goal.leastDifference ?? ''}
          onChange={(value) => onChange({ ...goal, leastDifference: differenceOf(value) })}
        />
      )}
    </Group>
  );
}
