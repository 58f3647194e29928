import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Claim, EstimateReport, OtherCriterion, Scale } from '../../../shared/contract/index.ts';
import { sharesSentence, togetherText } from '../../../shared/together-words.ts';
import { formatInterval, plural, writtenEstimate } from '../../api/format.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { claimsQuery, criteriaQuery } from './result-queries.ts';
import classes from './results.module.css';

/** Other criteria on the same items; shown where there are any. */
export function OtherCriteria({ report }: { report: EstimateReport }) {
  const criteria = useQuery(criteriaQuery(report.studyId)).data ?? [];
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
      <ScrollBox label="Other claims">
        <Table verticalSpacing={6} className={classes.table}>
          <ClaimsHead first="Claim" />
          <Table.Tbody>
            {claims.map((claim) => (
              <Table.Tr key={claim.claim}>
                <Table.Td>
                  {claim.name}
                  <Text size="xs" c="dimmed">
                    {claim.evidence}
                  </Text>
                </Table.Td>
                <Numbers row={claim} scale={scale} />
                <Table.Td>
                  <Text size="sm" c="dimmed" maw="64ch">
                    {claim.estimable
                      ? `${sentence(claim.interval)} ${claim.assumptions}`
                      : sentence(claim.reason ?? '')}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </section>
  );
}

function Criteria({ criteria, scale }: { criteria: readonly OtherCriterion[]; scale: Scale }) {
  return (
    <section aria-labelledby="criteria-title">
      <h2 id="criteria-title" className={classes.heading}>
        What do other criteria say on the same items?
      </h2>
      <ScrollBox label="Other criteria">
        <Table verticalSpacing={6} className={classes.table}>
          <ClaimsHead first="Criterion" />
          <Table.Tbody>
            {criteria.map((one) => (
              <Table.Tr key={one.criterion}>
                <Table.Td>
                  {one.criterion}
                  <Text size="xs" c="dimmed">
                    scale {one.scale.min} to {one.scale.max}, {plural(one.labeled, 'label')}
                    {one.skipped > 0 && `, ${one.skipped} skipped`}
                    {one.waiting > 0 && `, ${one.waiting} waiting for an earlier item`}
                  </Text>
                </Table.Td>
                <Numbers row={one} scale={one.scale} />
                <Table.Td>
                  <Text size="sm" c="dimmed" maw="64ch">
                    {sentence(one.estimable ? (one.interval ?? 'no interval') : (one.reason ?? ''))}
                    {togetherText(one) !== null && ` ${sentence(togetherText(one) ?? '')}`}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      <Text size="xs" c="dimmed" mt={4}>
        Each has a sequence of its own over the same sample; its interval holds by itself.{' '}
        {sharesSentence(criteria, scale)}
      </Text>
    </section>
  );
}

const ClaimsHead = ({ first }: { first: string }) => (
  <Table.Thead>
    <Table.Tr>
      <Table.Th>{first}</Table.Th>
      <Table.Th ta="end">Value</Table.Th>
      <Table.Th>Interval</Table.Th>
      <Table.Th>What it rests on</Table.Th>
    </Table.Tr>
  </Table.Thead>
);

interface NumbersProps {
  row: { value: number | null; lower: number | null; upper: number | null };
  scale: Scale;
}

function Numbers({ row, scale }: NumbersProps) {
  if (row.value === null) {
    return (
      <>
        <Table.Td ta="end" c="dimmed" className={classes.whole}>
          not estimable
        </Table.Td>
        <Table.Td />
      </>
    );
  }
  return (
    <>
      <Table.Td ta="end" className={classes.whole}>
        {writtenEstimate(row, scale).value ?? 'not estimable'}
      </Table.Td>
      <Table.Td className={classes.whole}>
        {row.lower === null ? 'no interval' : formatInterval(row, scale)}
      </Table.Td>
    </>
  );
}

/** A phrase as a sentence; "not estimable" stands in its own column. */
function sentence(text: string): string {
  const bare = text.replace(/^not estimable( yet)?: /, '');
  const end = bare === '' || bare.endsWith('.') ? '' : '.';
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}${end}`;
}
