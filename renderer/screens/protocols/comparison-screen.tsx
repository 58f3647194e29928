import { Alert, Button, NativeSelect, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ProtocolComparison } from '../../../shared/contract/index.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { formatPercent, plural } from '../../app/format.ts';
import { paths } from '../../app/paths.ts';
import { ScrollBox } from '../../charts/scroll-box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useComparison, useProtocolOptions, useProtocolRuns } from './protocol-queries.ts';
import classes from './protocols.module.css';
import { UnanswerableTable } from './unanswerable-table.tsx';

/** Protocols by systems, beside people. */
export function ProtocolComparisonScreen() {
  const runs = useProtocolRuns();
  const [chosen, setChosen] = useState<number | null>(null);
  const [criterion, setCriterion] = useState('');
  const scored = runs.data?.filter(({ scores }) => scores !== null) ?? [];
  const datasets = new Map(scored.map(({ datasetId, dataset }) => [datasetId, dataset]));
  const datasetId = chosen ?? [...datasets.keys()][0];
  const options = useProtocolOptions(datasetId);
  const own = scored.filter((run) => run.datasetId === datasetId);
  const comparison = useComparison(own, criterion);
  return (
    <Page>
      <PageHeader
        title="Comparison"
        description="Does an automatic evaluation order the systems as people do, and prefer the same one passage by passage?"
      />
      {runs.data && scored.length === 0 && (
        <EmptyState
          order={2}
          title="Nothing to compare yet"
          action={
            <Button component={Link} href={paths.protocols}>
              Go to Protocols
            </Button>
          }
        >
          Run a protocol on two systems or more.
        </EmptyState>
      )}
      {scored.length > 0 && (
        <div className={classes.fields}>
          <NativeSelect
            label="Data set"
            value={String(datasetId ?? '')}
            data={[...datasets].map(([id, name]) => ({ value: String(id), label: name }))}
            onChange={({ currentTarget }) => {
              setChosen(Number(currentTarget.value));
              setCriterion('');
            }}
          />
          <NativeSelect
            label="People's judgment"
            value={criterion}
            data={[
              { value: '', label: 'Judged conversations, if any' },
              ...(options.data?.criteria ?? []).map((name) => ({ value: name, label: name })),
            ]}
            onChange={({ currentTarget }) => setCriterion(currentTarget.value)}
          />
        </div>
      )}
      {comparison.error && <ProblemNote problem={toProblem(comparison.error)} />}
      {comparison.isPending && own.length > 0 && <LoadingNote label="Comparing" />}
      {comparison.data && own.length > 0 && <SystemsCompared comparison={comparison.data} />}
      <UnanswerableTable runs={own} />
    </Page>
  );
}

const valueOrDash = (value: number | null, digits = 2) => (value === null ? '–' : value.toFixed(digits));

function SystemsCompared({ comparison }: { comparison: ProtocolComparison }) {
  const { human, scores, correlations, pairwise } = comparison;
  const systems = [
    ...new Set([...scores.map(({ system }) => system), ...(human?.systems ?? []).map((one) => one.system)]),
  ];
  const rows = [...new Set(scores.map(({ evaluation, measure }) => `${evaluation}\0${measure}`))];
  const warnings = [...new Set(correlations.map(({ warning }) => warning))].filter(
    (warning) => warning !== '',
  );
  return (
    <>
      <section aria-labelledby="scores-title">
        <Title order={2} id="scores-title" mb="xs">
          Scores and places
        </Title>
        <ScrollBox label="Scores and places">
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Evaluation</Table.Th>
                {systems.map((system) => (
                  <Table.Th key={system} ta="end">
                    {system}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {human && (
                <Table.Tr>
                  <Table.Th scope="row">People: {human.criterion}</Table.Th>
                  {systems.map((system) => {
                    const own = human.systems.find((one) => one.system === system);
                    return (
                      <ScoreCell
                        key={system}
                        value={own?.mean ?? null}
                        place={own?.place ?? null}
                        basis={own?.basis ?? ''}
                      />
                    );
                  })}
                </Table.Tr>
              )}
              {rows.map((row) => {
                const [evaluation, measure] = row.split('\0');
                return (
                  <Table.Tr key={row}>
                    <Table.Th scope="row">
                      {evaluation}
                      <Text size="xs" c="dimmed">
                        {measure}
                      </Text>
                    </Table.Th>
                    {systems.map((system) => {
                      const own = scores.find(
                        (one) =>
                          one.evaluation === evaluation && one.measure === measure && one.system === system,
                      );
                      return <ScoreCell key={system} value={own?.value ?? null} place={own?.place ?? null} />;
                    })}
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </ScrollBox>
      </section>
      {warnings.map((warning) => (
        <Alert key={warning} color="orange" title="Few systems">
          {warning}
        </Alert>
      ))}
      {correlations.length > 0 && <Correlations rows={correlations} />}
      {pairwise.length > 0 && <Pairwise rows={pairwise} />}
    </>
  );
}

interface ScoreCellProps {
  value: number | null;
  place: number | null;
  /** Whose word it is. */
  basis?: string;
}

function ScoreCell({ value, place, basis = '' }: ScoreCellProps) {
  return (
    <Table.Td ta="end" className="tabular">
      {valueOrDash(value, 3)}
      {place !== null && (
        <Text component="span" size="xs" c="dimmed">
          {` (${Number.isInteger(place) ? place : place.toFixed(1)}.)`}
        </Text>
      )}
      {basis !== '' && (
        <Text size="xs" c="dimmed">
          {basis}
        </Text>
      )}
    </Table.Td>
  );
}

function Correlations({ rows }: { rows: ProtocolComparison['correlations'] }) {
  return (
    <section aria-labelledby="correlations-title">
      <Title order={2} id="correlations-title" mb="xs">
        Correlation with people, between systems
      </Title>
      <ScrollBox label="Correlation with people">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Evaluation</Table.Th>
              <Table.Th>Same order</Table.Th>
              {['Pearson', 'Spearman', 'Kendall'].map((name) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
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
                {row.coefficients.map(({ name, value, lower, upper, pValue, reason }) => (
                  <Table.Td key={name} className="tabular">
                    {valueOrDash(value)}
                    {lower !== null && upper !== null && ` (${valueOrDash(lower)} to ${valueOrDash(upper)})`}
                    <Text size="xs" c="dimmed">
                      {pValue === null ? reason : `exact p ${valueOrDash(pValue)}`}
                    </Text>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </section>
  );
}

function Pairwise({ rows }: { rows: ProtocolComparison['pairwise'] }) {
  return (
    <section aria-labelledby="pairwise-title">
      <Title order={2} id="pairwise-title" mb="xs">
        Agreement with people, passage by passage
      </Title>
      <ScrollBox label="Agreement with people">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Evaluation</Table.Th>
              <Table.Th>Pair</Table.Th>
              <Table.Th>Prefers the same system</Table.Th>
              <Table.Th>Left out</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={`${row.evaluation}/${row.first}/${row.second}`}>
                <Table.Th scope="row">{row.evaluation}</Table.Th>
                <Table.Td>
                  {row.first} and {row.second}
                </Table.Td>
                <Table.Td className="tabular">
                  {row.agreement === null
                    ? 'people prefer neither anywhere'
                    : `${formatPercent(row.agreement)} of ${plural(row.comparable, 'passage')}`}
                  {row.lower !== null && (
                    <Text size="xs" c="dimmed">
                      {formatPercent(row.lower)} to {formatPercent(row.upper)}, 95 % Wilson
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{plural(row.humanTies, 'passage')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </section>
  );
}
