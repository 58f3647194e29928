import { Table, Text, Title } from '@mantine/core';
import type { Alignment } from '../../../shared/contract/index.ts';
import { ScrollBox } from '../../charts/scroll-box.tsx';
import classes from './judges.module.css';

const countShown = (count: number) => (count === 0 ? '·' : Number(count.toPrecision(3)).toLocaleString('en'));

/** Which score people gave and which the judge gave, with the darker cells the more frequent. */
export function ConfusionMatrix({ levels, counts }: NonNullable<Alignment['confusion']>) {
  const most = Math.max(...counts.flat(), 1);
  return (
    <section aria-labelledby="confusion-title">
      <Title order={2} id="confusion-title" mb="xs">
        Which scores go together?
      </Title>
      <ScrollBox label="People's scores by the judge's">
        <Table withRowBorders={false} className="tabular" w="auto">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>People \ judge</Table.Th>
              {levels.map((level) => (
                <Table.Th key={level} className={classes.cell}>
                  {level}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {levels.map((human, row) => (
              <Table.Tr key={human}>
                <Table.Th scope="row">{human}</Table.Th>
                {levels.map((judge, column) => {
                  const count = counts[row]?.[column] ?? 0;
                  return (
                    <Table.Td
                      key={judge}
                      className={classes.cell}
                      data-agree={row === column || undefined}
                      bg={`rgb(0 114 178 / ${Math.round((45 * count) / most)}%)`}
                    >
                      {countShown(count)}
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      <Text size="sm" c="dimmed" mt="xs">
        Counts are weighted by each item's chance to be in the sample and add up to the items; framed cells
        are where both agree.
      </Text>
    </section>
  );
}
