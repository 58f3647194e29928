import { Table, Text, Title } from '@mantine/core';
import type { ProtocolComparison } from '../../../shared/contract/index.ts';
import { ownReason, shownCorrelations } from '../../../shared/correlation-words.ts';
import { endsText, scoreText } from '../../../shared/score-words.ts';
import { formatFixed, formatPercent, plural } from '../../api/format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Contrasts } from './contrasts.tsx';

const valueOrDash = (value: number | null) => (value === null ? '–' : formatFixed(value));

/** Whether evaluations order the systems as people do; the unit is a system. */
function SystemCorrelations({ correlations }: { correlations: ProtocolComparison['correlations'] }) {
  const { rows, estimable, notes } = shownCorrelations(correlations);
  return (
    <section aria-labelledby="correlations-title">
      <Title order={2} id="correlations-title" mb="xs">
        Correlation with people, system by system
      </Title>
      {rows.length > 0 && (
        <ScrollBox label="Correlation with people">
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Evaluation</Table.Th>
                <Table.Th>Same order</Table.Th>
                {estimable && rows[0]!.coefficients.map(({ name }) => <Table.Th key={name}>{name}</Table.Th>)}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={`${row.evaluation}/${row.measure}`}>
                  <Table.Th scope="row">
                    {row.evaluation}
                    <Text size="xs" c="dimmed">
                      {row.measure}, {plural(row.systems, 'system')}
                    </Text>
                  </Table.Th>
                  <Table.Td>{row.sameRanking === null ? '–' : row.sameRanking ? 'yes' : 'no'}</Table.Td>
                  {estimable &&
                    row.coefficients.map((one) => <CoefficientCell key={one.name} row={row} one={one} />)}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollBox>
      )}
      {notes.map((note) => (
        <Text key={note} size="sm" c="dimmed" mt="xs">
          {note}
        </Text>
      ))}
    </section>
  );
}

type Correlation = ProtocolComparison['correlations'][number];

function CoefficientCell({ row, one }: { row: Correlation; one: Correlation['coefficients'][number] }) {
  const { value, lower, upper, pValue } = one;
  return (
    <Table.Td className="tabular">
      {valueOrDash(value)}
      {lower !== null && upper !== null && ` (${valueOrDash(lower)} to ${valueOrDash(upper)})`}
      <Text size="xs" c="dimmed">
        {pValue === null ? ownReason(row, one) : `exact p ${valueOrDash(pValue)}`}
      </Text>
    </Table.Td>
  );
}

/** Whether evaluations prefer the system that people prefer, passage by passage. */
function Pairwise({ rows }: { rows: ProtocolComparison['pairwise'] }) {
  return (
    <section aria-labelledby="pairwise-title">
      <Title order={2} id="pairwise-title" mb="xs">
        Agreement with people, passage by passage
      </Title>
      <DataTable
        label="Agreement with people"
        rows={rows}
        keyOf={(row) => `${row.evaluation}/${row.first}/${row.second}`}
        columns={[
          { head: 'Evaluation', namesRow: true, cell: (row) => row.evaluation },
          {
            head: 'Pair',
            cell: (row) => (
              <>
                {row.first} and {row.second}
              </>
            ),
          },
          {
            head: 'Prefers the same system',
            cell: (row) => (
              <>
                {row.agreement === null
                  ? 'people prefer neither anywhere'
                  : `${formatPercent(row.agreement)} of ${plural(row.comparable, 'passage')}`}
                {row.lower !== null && (
                  <Text size="xs" c="dimmed">
                    {formatPercent(row.lower)} to {formatPercent(row.upper)}, 95 %, exact
                  </Text>
                )}
              </>
            ),
          },
          { head: 'Left out', cell: (row) => plural(row.humanTies, 'passage') },
        ]}
      />
    </section>
  );
}

/** What the chosen runs are, their figures, what people say, and what single settings change. */
export function ComparedRuns({ comparison }: { comparison: ProtocolComparison }) {
  const { human, rows, scores, contrasts, correlations, pairwise, intervalKind } = comparison;
  return (
    <>
      <RunRows rows={rows} />
      {(scores.length > 0 || human) && (
        <ScoreRows scores={scores} human={human} intervalKind={intervalKind} />
      )}
      {contrasts.length > 0 && <Contrasts contrasts={contrasts} scores={scores} />}
      {correlations.length > 0 && <SystemCorrelations correlations={correlations} />}
      {pairwise.length > 0 && <Pairwise rows={pairwise} />}
    </>
  );
}

function RunRows({ rows }: { rows: ProtocolComparison['rows'] }) {
  return (
    <section aria-labelledby="rows-title">
      <Title order={2} id="rows-title" mb="xs">
        What is compared
      </Title>
      <DataTable
        label="What is compared"
        rows={rows}
        keyOf={({ runIds }) => runIds.join()}
        columns={[
          { head: 'Runs', namesRow: true, cell: ({ runIds }) => runIds.join(', ') },
          { head: 'System', cell: ({ system }) => system },
          { head: 'Evaluation', cell: ({ evaluation }) => evaluation },
          { head: 'Conversations', isNumber: true, cell: ({ conversations }) => conversations },
          {
            head: 'Differs in',
            cell: ({ differs, note }) => (
              <>
                {differs.map(({ name, value }) => (
                  <div key={name}>
                    {name}: {value}
                  </div>
                ))}
                {note}
              </>
            ),
          },
        ]}
      />
    </section>
  );
}

type ScoreRowsProps = Pick<ProtocolComparison, 'scores' | 'human' | 'intervalKind'>;

function ScoreRows({ scores, human, intervalKind }: ScoreRowsProps) {
  return (
    <section aria-labelledby="scores-title">
      <Title order={2} id="scores-title" mb="xs">
        Scores and places
      </Title>
      <ScrollBox label="Scores and places">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Evaluation</Table.Th>
              <Table.Th>System</Table.Th>
              <Table.Th ta="end">Rests on</Table.Th>
              <Table.Th ta="end">Value</Table.Th>
              <Table.Th>95 % interval</Table.Th>
              <Table.Th ta="end">Place</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {human?.systems.map(({ system, items, mean, place, basis }) => (
              <Table.Tr key={`people ${system}`}>
                <Table.Th scope="row">People: {human.criterion}</Table.Th>
                <Table.Td>{system}</Table.Td>
                <NumberCell text={plural(items, 'item')} />
                <NumberCell text={formatFixed(mean, 3)} />
                <Table.Td>{basis}</Table.Td>
                <NumberCell text={placeText(place)} />
              </Table.Tr>
            ))}
            {scores.map((score) => (
              <Table.Tr key={`${score.runId} ${score.measure}`}>
                <Table.Th scope="row">
                  {score.evaluation}
                  <Text size="xs" c="dimmed">
                    {score.measure}
                  </Text>
                </Table.Th>
                <Table.Td>{score.system}</Table.Td>
                <NumberCell text={plural(score.conversations, 'conversation')} />
                <NumberCell text={scoreText(score.measure, score.value)} />
                <Table.Td className="tabular">{endsText(score.measure, score)}</Table.Td>
                <NumberCell text={placeText(score.place)} />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      <Text size="sm" c="dimmed" mt="xs">
        Places are given within one evaluation alone. Intervals: {intervalKind}.
      </Text>
    </section>
  );
}

const NumberCell = ({ text }: { text: string }) => (
  <Table.Td ta="end" className="tabular">
    {text}
  </Table.Td>
);

const placeText = (place: number | null): string =>
  place === null ? '–' : `${Number.isInteger(place) ? place : place.toFixed(1)}.`;
