import { Button, Group, Stack, Text } from '@mantine/core';
import type { Scale } from '../../../shared/contract/index.ts';
import { usualRanges } from '../../../shared/usual-ranges.ts';
import { ScaleFields } from '../../ui/scale-fields.tsx';

interface RangeQuestionProps {
  name: string;
  /** The one grade that there is, where all are the same. */
  constant?: number | undefined;
  /** From the lowest to the highest grade that was seen. */
  scale: Scale;
  /** Where they were seen, as a sentence begins. */
  seenIn: 'In the file' | 'In the data';
  chosen: Scale | undefined;
  onScale: (scale: Scale) => void;
}

/** Asks for the range of a score of which the data do not show it: people could not give what lies outside of a guessed one. */
export function RangeQuestion({ name, constant, scale: seen, seenIn, chosen, onScale }: RangeQuestionProps) {
  const scale = chosen ?? seen;
  const [least, most] = constant === undefined ? [seen.min, seen.max] : [constant, constant];
  const fitting = usualRanges.filter(([min, max]) => min <= least && most <= max);
  const offered = constant === undefined ? [...fitting, [least, most] as const] : fitting;
  return (
    <Stack gap="xs">
      <Text size="sm">
        {constant === undefined
          ? `${seenIn} ${name} goes from ${least} to ${most}.`
          : `Every ${name} in the file is ${constant}.`}{' '}
        From which value to which can it be?
      </Text>
      <Group gap="xs">
        {offered.map(([min, max]) => (
          <Button
            key={`${min} ${max}`}
            size="compact-sm"
            variant="default"
            aria-pressed={chosen?.min === min && chosen.max === max}
            onClick={() => onScale({ ...scale, min, max })}
          >
            {min} to {max}
          </Button>
        ))}
      </Group>
      <ScaleFields name={name} scale={scale} onChange={onScale} />
    </Stack>
  );
}
