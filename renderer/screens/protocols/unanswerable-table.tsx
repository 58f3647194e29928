import { Table, Title } from '@mantine/core';
import type { ProtocolRun } from '../../../shared/contract/index.ts';
import { paths } from '../../app/paths.ts';
import { ScrollBox } from '../../charts/scroll-box.tsx';
import { Term } from '../../ui/term.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { shareWords } from './protocol-words.ts';

/** How each replayed model tells questions that have no answer from those that have one. */
export function UnanswerableTable({ runs }: { runs: readonly ProtocolRun[] }) {
  const rows = runs.flatMap(({ id, title, scores }) =>
    scores?.protocol === 'replay' ? [{ id, title, ...scores.unanswerable }] : [],
  );
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="unanswerable-title">
      <Title order={2} id="unanswerable-title" mb="xs">
        Questions without an answer
      </Title>
      <ScrollBox label="Questions without an answer">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Run</Table.Th>
              <Table.Th ta="end">Have no answer</Table.Th>
              <Table.Th ta="end">Refused by the model</Table.Th>
              <Table.Th ta="end">
                <Term meaning="Of the questions that the model refused, the share that has no answer.">
                  Precision
                </Term>
              </Table.Th>
              <Table.Th ta="end">
                <Term meaning="Of the questions that have no answer, the share that the model refused.">
                  Recall
                </Term>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Th scope="row">
                  <TextLink href={paths.protocolRun(row.id)}>{row.title}</TextLink>
                </Table.Th>
                <Table.Td ta="end">{shareWords(row.actualShare)}</Table.Td>
                <Table.Td ta="end">{shareWords(row.predictedShare)}</Table.Td>
                <Table.Td ta="end">{shareWords(row.precision)}</Table.Td>
                <Table.Td ta="end">{shareWords(row.recall)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </section>
  );
}
