import { Text, Title } from '@mantine/core';
import type { ProtocolComparison } from '../../../shared/contract/index.ts';
import { ownReason, shownCorrelations } from '../../../shared/correlation-words.ts';
import { endsText, scoreText } from '../../../shared/score-words.ts';
import { formatFixed, formatPercent, plural } from '../../api/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
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
        <DataTable
          label="Correlation with people"
          rows={rows}
          keyOf={(row) => `${row.evaluation}/${row.measure}`}
          columns={[
            {
              head: 'Evaluation',
              namesRow: true,
              cell: (row) => (
                <>
                  {row.evaluation}
                  <Text size="xs" c="dimmed">
                    {row.measure}, {plural(row.systems, 'system')}
                  </Text>
                </>
              ),
            },
            {
              head: 'Same order',
              cell: (row) => (row.sameRanking === null ? '–' : row.sameRanking ? 'yes' : 'no'),
            },
            ...(estimable ? rows[0]!.coefficients : []).map(
              ({ name }, at): Column<Correlation> => ({
                id: name,
                head: name,
                cell: (row) => <CoefficientText row={row} one={row.coefficients[at]!} />,
              }),
            ),
          ]}
        />
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

function CoefficientText({ row, one }: { row: Correlation; one: Correlation['coefficients'][number] }) {
  const { value, lower, upper, pValue } = one;
  return (
    <>
      {valueOrDash(value)}
      {lower !== null && upper !== null && ` (${valueOrDash(lower)} to ${valueOrDash(upper)})`}
      <Text size="xs" c="dimmed">
        {pValue === null ? ownReason(row, one) : `exact p ${valueOrDash(pValue)}`}
      </Text>
    </>
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
      <DataTable
        label="Scores and places"
        rows={[
          ...(human?.systems ?? []).map(({ system, items, mean, place, basis }) => ({
            evaluation: `People: ${human!.criterion}`,
            measure: null,
            system,
            restsOn: plural(items, 'item'),
            value: formatFixed(mean, 3),
            interval: basis,
            place,
          })),
          ...scores.map((score) => ({
            evaluation: score.evaluation,
            measure: score.measure,
            system: score.system,
            restsOn: plural(score.conversations, 'conversation'),
            value: scoreText(score.measure, score.value),
            interval: endsText(score.measure, score),
            place: score.place,
          })),
        ]}
        keyOf={(_, at) => at}
        columns={[
          {
            head: 'Evaluation',
            namesRow: true,
            cell: ({ evaluation, measure }) => (
              <>
                {evaluation}
                {measure !== null && (
                  <Text size="xs" c="dimmed">
                    {measure}
                  </Text>
                )}
              </>
            ),
          },
          { head: 'System', cell: ({ system }) => system },
          { head: 'Rests on', isNumber: true, cell: ({ restsOn }) => restsOn },
          { head: 'Value', isNumber: true, cell: ({ value }) => value },
          { head: '95 % interval', cell: ({ interval }) => interval },
          { head: 'Place', isNumber: true, cell: ({ place }) => placeText(place) },
        ]}
      />
      <Text size="sm" c="dimmed" mt="xs">
        Places are given within one evaluation alone. Intervals: {intervalKind}.
      </Text>
    </section>
  );
}

const placeText = (place: number | null): string =>
  place === null ? '–' : `${Number.isInteger(place) ? place : place.toFixed(1)}.`;
