import { Group, NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import type { Quality } from '../../../shared/contract/index.ts';
import { payOf } from '../../../shared/gold-lines.ts';
import { Panel } from '../../ui/panel.tsx';

const usualSeconds = 30;

/** What to pay for an item so that an hour is worth what it should, and what the sample costs then. */
export function PayPanel({ quality: { annotators }, answers }: { quality: Quality; answers: number }) {
  const times = annotators.flatMap(({ secondsPerItem }) => secondsPerItem ?? []).sort((a, b) => a - b);
  const measured = times[Math.floor((times.length - 1) / 2)];
  const [perHour, setPerHour] = useState<number | string>(15);
  const [seconds, setSeconds] = useState<number | string>(
    measured === undefined ? usualSeconds : Math.round(measured),
  );
  const [each, setEach] = useState<number | string>(1);
  const pay = payOf({
    perHour: Number(perHour),
    secondsPerItem: Number(seconds),
    answers: answers * Number(each),
  });
  return (
    <Panel title="Pay">
      <Group align="flex-end" gap="md">
        <NumberInput label="For an hour" w={140} min={0} value={perHour} onChange={setPerHour} />
        <NumberInput label="Seconds for an item" w={170} min={1} value={seconds} onChange={setSeconds} />
        <NumberInput label="Annotators per item" w={170} min={1} value={each} onChange={setEach} />
      </Group>
      <Text className="tabular" role="status">
        {`${pay.perItem.toFixed(3)} for an item; ${pay.total.toFixed(2)} for ${answers} items, without fees.`}
      </Text>
    </Panel>
  );
}
