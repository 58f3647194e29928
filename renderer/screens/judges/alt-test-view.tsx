import { Group, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AltTestAsked, AltTestReport } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { formatCount, formatFixed } from '../../app/format.ts';
import { ScrollBox } from '../../charts/scroll-box.tsx';
import { Facts } from '../../ui/facts.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import type { AlignmentAsked } from './judge-queries.ts';

type Raters = NonNullable<AltTestAsked['raters']>;

const title = 'May it replace the people?';
const raters: { value: Raters | ''; label: string }[] = [
  { value: '', label: 'choose' },
  { value: 'experts', label: 'experts: it may be .2 behind' },
  { value: 'trained', label: 'trained people: .15 behind' },
  { value: 'crowd', label: 'a crowd: .1 behind' },
];

/** The alternative annotator test, once it is said who rated. */
export function AltTestPart({ question }: { question: AlignmentAsked }) {
  const [who, setWho] = useState<Raters | ''>('');
  const asked = who === '' ? null : { ...question, raters: who };
  const found = useQuery<AltTestReport>({
    queryKey: ['alt-test', asked],
    queryFn: () => api.judge.altTest(asked!),
    enabled: asked !== null,
  });
  return (
    <section aria-labelledby="alt-test-title">
      <Title order={2} id="alt-test-title" mb="xs">
        {title}
      </Title>
      <Text maw="75ch" mb="sm">
        Each person is left out in turn. Who stands for the others better, the judge or this person?
        (Calderon, Reichart and Dror, 2025)
      </Text>
      <Group mb="sm">
        <NativeSelect
          label="Who rated"
          w={300}
          value={who}
          onChange={(event) => setWho(event.currentTarget.value as Raters | '')}
          data={raters}
        />
      </Group>
      {found.error && <ProblemNote problem={toProblem(found.error)} />}
      {asked && found.isPending && <LoadingNote label="Setting the judge beside each person" />}
      {found.data && <AltTestView report={found.data} />}
    </section>
  );
}

/** Its verdict first, then each person. */
export function AltTestView({ report }: { report: AltTestReport }) {
  const { summary, basis, interval, annotators, leftOut, advantage, winningRate, items } = report;
  if (winningRate === null) {
    return (
      <Text maw="75ch">
        {summary} {basis}
      </Text>
    );
  }
  const { value, lower, upper } = advantage;
  const ends = lower === null || upper === null ? '' : ` (${formatFixed(lower)} to ${formatFixed(upper)})`;
  return (
    <>
      <Text maw="75ch" fw={600}>
        {summary}
      </Text>
      <Facts
        facts={[
          { name: 'Items', value: formatCount(items!) },
          { name: 'Winning rate (passes from .5)', value: formatFixed(winningRate) },
          { name: 'Advantage probability', value: `${formatFixed(value!)}${ends}` },
        ]}
      />
      <ScrollBox label={title}>
        <Table className="tabular">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Left out</Table.Th>
              <Table.Th ta="end">Items</Table.Th>
              <Table.Th ta="end">Judge as good</Table.Th>
              <Table.Th ta="end">Person as good</Table.Th>
              <Table.Th ta="end">p</Table.Th>
              <Table.Th>Judge wins</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {annotators.map(({ name, items: own, judge, person, probability, isBeaten }) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                <Table.Td ta="end">{formatCount(own)}</Table.Td>
                <Table.Td ta="end">{formatFixed(judge)}</Table.Td>
                <Table.Td ta="end">{formatFixed(person)}</Table.Td>
                <Table.Td ta="end">{probability.toPrecision(2)}</Table.Td>
                <Table.Td>{isBeaten ? 'yes' : 'no'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      <Text size="sm" c="dimmed">
        {leftOut.map(({ name, items: own }) => `${name} rated ${own} such items, too few to be compared. `)}
        {basis} {interval}
      </Text>
    </>
  );
}
