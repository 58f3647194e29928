import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Claim, EstimateReport, OtherCriterion, Scale } from '../../../shared/contract/index.ts';
import { inPercent, spacedPercent } from '../../../shared/number-text.ts';
import { sharesSentence, togetherText } from '../../../shared/together-words.ts';
import { formatInterval, plural, scaleEnds, writtenEstimate } from '../../api/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { claimsQuery, criteriaQuery } from './result-queries.ts';
import classes from './results.module.css';

/** Other criteria on the same items; shown where there are any. */
export function OtherCriteria({ report }: { report: EstimateReport }) {
  const criteria = (useQuery(criteriaQuery(report.studyId)).data ?? []).map(inPercent);
  return criteria.length === 0 ? null : <Criteria criteria={criteria} scale={report.scale} />;
}

/** Claims that the estimate does not make; shown where there are any. */
export function OtherClaims({ report }: { report: EstimateReport }) {
  const claims = useQuery(claimsQuery(report.studyId)).data ?? [];
  return claims.length === 0 ? null : <Claims claims={claims} scale={report.scale} />;
}

function Claims({ claims, scale }: { claims: readonly Claim[]; scale: Scale }) {
  return (
    <section aria-labelledby="claims-title">
      <h3 id="claims-title" className={classes.heading}>
        What else do the labels say? (approximate)
      </h3>
      <DataTable
        label="Other claims"
        rows={claims}
        keyOf={({ claim }) => claim}
        columns={[
          { head: 'Claim', cell: ({ name, evidence }) => <Named name={name} detail={evidence} /> },
          ...numberColumns<Claim>(() => scale),
          {
            head: 'What it rests on',
            cell: (claim) => (
              <Basis>
                {claim.estimable
                  ? `${sentence(spacedPercent(claim.interval ?? ''))} ${claim.assumptions}`
                  : sentence(claim.reason ?? '')}
              </Basis>
            ),
          },
        ]}
      />
    </section>
  );
}

function Criteria({ criteria, scale }: { criteria: readonly OtherCriterion[]; scale: Scale }) {
  return (
    <section aria-labelledby="criteria-title">
      <h2 id="criteria-title" className={classes.heading}>
        What do other criteria say on the same items?
      </h2>
      <DataTable
        label="Other criteria"
        rows={criteria}
        keyOf={({ criterion }) => criterion}
        columns={[
          { head: 'Criterion', cell: (one) => <Named name={one.criterion} detail={countWords(one)} /> },
          ...numberColumns<OtherCriterion>((one) => one.scale),
          {
            head: 'What it rests on',
            cell: (one) => (
              <Basis>
                {sentence(one.estimable ? (one.interval ?? 'no interval') : (one.reason ?? ''))}
                {togetherText(one) !== null && ` ${sentence(togetherText(one) ?? '')}`}
              </Basis>
            ),
          },
        ]}
      />
      <Text size="xs" c="dimmed" mt={4}>
        Each has a sequence of its own over the same sample; its interval holds by itself.{' '}
        {sharesSentence(criteria, scale)}
      </Text>
    </section>
  );
}

const countWords = ({ scale, labeled, skipped, waiting }: OtherCriterion): string =>
  [
    `scale ${scaleEnds(scale)}`,
    plural(labeled, 'label'),
    skipped > 0 && `${skipped} skipped`,
    waiting > 0 && `${waiting} waiting for an earlier item`,
  ]
    .filter(Boolean)
    .join(', ');

const Named = ({ name, detail }: { name: string; detail: string }) => (
  <>
    {name}
    <Text size="xs" c="dimmed">
      {detail}
    </Text>
  </>
);

const Basis = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed" maw="64ch">
    {children}
  </Text>
);

interface Numbers {
  value: number | null;
  lower: number | null;
  upper: number | null;
}

/** A value and its interval. */
const numberColumns = <Row extends Numbers>(scaleOf: (row: Row) => Scale): Column<Row>[] => [
  {
    head: 'Value',
    isNumber: true,
    look: ({ value }) => ({ className: classes.whole, ...(value === null && { c: 'dimmed' }) }),
    cell: (row) => (row.value === null ? null : writtenEstimate(row, scaleOf(row)).value) ?? 'not estimable',
  },
  {
    head: 'Interval',
    look: () => ({ className: classes.whole }),
    cell: (row) =>
      row.value !== null && (row.lower === null ? 'no interval' : formatInterval(row, scaleOf(row))),
  },
];

/** A phrase as a sentence; "not estimable" stands in its own column. */
function sentence(text: string): string {
  const bare = text.replace(/^not estimable( yet)?: /, '');
  const end = bare === '' || bare.endsWith('.') ? '' : '.';
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}${end}`;
}
