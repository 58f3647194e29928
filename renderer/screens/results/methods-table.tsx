import { Badge, Button, Text, Tooltip } from '@mantine/core';
import { useState } from 'react';
import type { EstimateReport, MethodEstimate, Scale, Study } from '../../../shared/contract/index.ts';
import { methodRows, noIntervalWords, otherDrawsWords } from '../../../shared/estimate-words.ts';
import { spacedPercent } from '../../../shared/number-text.ts';
import { coverageWords, isForOneLook, type LabCoverage } from '../../../shared/one-look-words.ts';
import { writtenEstimate } from '../../api/format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { plainReason } from './plain-words.ts';
import { useOneLook } from './result-queries.ts';
import classes from './results.module.css';

/** Every method on the same labels. A method without a number says why; those for other draws wait behind a button. */
export function MethodsTable({ report, study }: { report: EstimateReport; study: Study }) {
  const measured = useOneLook(report, study);
  const [isWhole, setWhole] = useState(false);
  const { rows, forOtherDraws } = methodRows(report);
  const others = forOtherDraws.length;
  const isDefault = ({ method }: MethodEstimate) => method === report.default;
  return (
    <section aria-labelledby="methods-title">
      <h3 id="methods-title" className={classes.heading}>
        What do other methods say on the same labels?
      </h3>
      <DataTable
        label="Methods"
        rows={[...rows, ...(isWhole ? forOtherDraws : [])]}
        keyOf={({ method }) => method}
        isMarked={isDefault}
        columns={[
          {
            head: 'Method',
            cell: (estimate) => (
              <>
                <Tooltip
                  label={estimate.assumptions ?? ''}
                  disabled={!estimate.assumptions}
                  multiline
                  w={360}
                >
                  <span>{estimate.name}</span>
                </Tooltip>
                {isDefault(estimate) && (
                  <Badge ml="xs" size="sm" tt="none" variant="light">
                    this study
                  </Badge>
                )}
              </>
            ),
          },
          {
            head: 'Value',
            isNumber: true,
            look: dimmedWithout,
            cell: (estimate) =>
              hasNumber(estimate) ? writtenEstimate(estimate, report.scale).value : 'not estimable',
          },
          {
            head: 'Interval',
            look: dimmedWithout,
            cell: (estimate) => <Interval {...{ estimate, measured }} scale={report.scale} />,
          },
        ]}
      />
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

const hasNumber = ({ estimable, value }: MethodEstimate): boolean => estimable && value !== null;
const dimmedWithout = (estimate: MethodEstimate) => (hasNumber(estimate) ? {} : { c: 'dimmed' });

interface IntervalProps {
  estimate: MethodEstimate;
  scale: Scale;
  /** How intervals for one look did on these data. */
  measured: readonly LabCoverage[];
}

/** The interval and its kind, or why there is none. */
function Interval({ estimate, scale, measured }: IntervalProps) {
  if (!hasNumber(estimate)) return plainReason(estimate);
  const { interval } = writtenEstimate(estimate, scale);
  if (interval === null) {
    return (
      <Text size="sm" c="dimmed">
        {noIntervalWords(estimate.method)}
      </Text>
    );
  }
  return (
    <>
      {interval}
      {estimate.interval && (
        <Text span size="sm" c="dimmed">
          {' '}
          {spacedPercent(estimate.interval)}
          {isForOneLook(estimate) && `; ${coverageWords(measured, estimate.method)}`}
        </Text>
      )}
    </>
  );
}
