import { Group, NumberInput } from '@mantine/core';
import type { StudyGoal } from '../../shared/contract/index.ts';
import { Term } from './term.tsx';

interface GoalFieldsProps {
  goal: StudyGoal;
  /** The ends of the scale, where they are known. */
  scale: { min: number; max: number } | null;
  onChange: (goal: StudyGoal) => void;
}

const numberOf = (value: string | number): number | null =>
  value === '' || !Number.isFinite(Number(value)) ? null : Number(value);

/** What would be enough: a width, a decision, a number of labels. Empty fields ask for nothing. */
export function GoalFields({ goal, scale, onChange }: GoalFieldsProps) {
  const range = scale ? `${scale.min} to ${scale.max}` : undefined;
  const targetOf = (value: string | number) => {
    const width = numberOf(value);
    return width !== null && width > 0 ? width : null;
  };
  return (
    <Group align="flex-start" gap="sm">
      <NumberInput
        label={
          <Term meaning="Half the width of the interval: with 0.05 the score is known to about 0.05 either way.">
            Interval within ±
          </Term>
        }
        w={132}
        min={0}
        hideControls
        placeholder="any"
        value={goal.targetHalfWidth ?? ''}
        onChange={(value) => onChange({ ...goal, targetHalfWidth: targetOf(value) })}
      />
      <NumberInput
        label={
          <Term
            meaning={`A value that decides, such as the least score for a release. Labeling is done when the interval lies on one side of it.${range ? ` On the scale from ${range}.` : ''}`}
          >
            Is it above
          </Term>
        }
        w={112}
        hideControls
        placeholder="any"
        value={goal.threshold ?? ''}
        onChange={(value) => onChange({ ...goal, threshold: numberOf(value) })}
      />
      <NumberInput
        label="Most labels"
        w={112}
        min={1}
        allowDecimal={false}
        hideControls
        placeholder="any"
        value={goal.budget ?? ''}
        onChange={(value) => {
          const budget = numberOf(value);
          onChange({ ...goal, budget: budget === null ? null : Math.max(1, Math.round(budget)) });
        }}
      />
    </Group>
  );
}
