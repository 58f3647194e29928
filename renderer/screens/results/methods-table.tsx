import { Badge, Button, Table, Text, Tooltip } from '@mantine/core';
import { useState } from 'react';
import type { EstimateReport, MethodEstimate, Scale, Study } from '../../../shared/contract/index.ts';
import { methodRows, noIntervalWords, otherDrawsWords } from '../../../shared/estimate-words.ts';
import { coverageWords, isForOneLook, type LabCoverage } from '../../../shared/one-look-words.ts';
import { writtenEstimate } from '../../api/format.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { plainReason } from './plain-words.ts';
import { useOneLook } from './result-queries.ts';
import classes from './results.module.css';

/** Every method on the same labels. A method without a number says why; those for other draws wait behind a button. */
export function MethodsTable({ report, study }: { report: EstimateReport; study: Study }) {
  const measured = useOneLook(report, study);
  const [isWhole, setWhole] = useState(false);
  const { rows, forOtherDraws } = methodRows(report);
  const others = forOtherDraws.length;
  return (
    <section aria-labelledby="methods-title">
      <h3 id="methods-title" className={classes.heading}>
        What do other methods say on the same labels?
      </h3>
      <ScrollBox label="Methods">
        <Table verticalSpacing={6} className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Method</Table.Th>
              <Table.Th ta="end">Value</Table.Th>
              <Table.Th>Interval</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {[...rows, ...(isWhole ? forOtherDraws : [])].map((estimate) => (
              <MethodRow
                key={estimate.method}
                estimate={estimate}
                scale={report.scale}
                isDefault={estimate.method === report.default}
                measured={measured}
              />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      {others > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt="xs"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show only methods for this draw' : otherDrawsWords(others)}
        </Button>
      )}
    </section>
  );
}

interface MethodRowProps {
  estimate: MethodEstimate;
  scale: Scale;
  isDefault: boolean;
  /** How intervals for one look did on these data. */
  measured: readonly LabCoverage[];
}

function MethodRow({ estimate, scale, isDefault, measured }: MethodRowProps) {
  const name = (
    <>
      <Tooltip label={estimate.assumptions ?? ''} disabled={!estimate.assumptions} multiline w={360}>
        <span>{estimate.name}</span>
      </Tooltip>
      {isDefault && (
        <Badge ml="xs" size="sm" tt="none" variant="light">
          this study
        </Badge>
      )}
    </>
  );
  if (!estimate.estimable || estimate.value === null) {
    return (
      <Table.Tr>
        <Table.Td>{name}</Table.Td>
        <Table.Td ta="end" c="dimmed">
          not estimable
        </Table.Td>
        <Table.Td c="dimmed">{plainReason(estimate)}</Table.Td>
      </Table.Tr>
    );
  }
  const { value, interval } = writtenEstimate(estimate, scale);
  return (
    <Table.Tr data-default={isDefault || undefined}>
      <Table.Td>{name}</Table.Td>
      <Table.Td ta="end">{value}</Table.Td>
      <Table.Td>
        {interval !== null ? (
          <>
            {interval}
            {estimate.interval && (
              <Text span size="sm" c="dimmed">
                {' '}
                {estimate.interval}
                {isForOneLook(estimate) && `; ${coverageWords(measured, estimate.method)}`}
              </Text>
            )}
          </>
        ) : (
          <Text size="sm" c="dimmed">
            {noIntervalWords(estimate.method)}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
