import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { EstimateReport } from '../../../shared/contract/index.ts';
import { ruleWords } from '../../../shared/rule-words.ts';
import { digitsOf, formatCount, formatInterval, formatScore } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { rulesQuery } from './result-queries.ts';
import classes from './results.module.css';

/** The estimate as each final-value rule makes it of the same labels. */
export function RulesSection({ report }: { report: EstimateReport }) {
  const { data, error } = useQuery(rulesQuery(report.studyId));
  return (
    <section aria-labelledby="rules-title">
      <h3 id="rules-title" className={classes.heading}>
        What do other rules make of the same labels?
      </h3>
      {error && <ProblemNote problem={toProblem(error)} />}
      {data && (
        <DataTable
          label="Final-value rules"
          rows={data}
          keyOf={({ rule }) => rule}
          isMarked={({ isChosen }) => isChosen}
          columns={[
            {
              head: 'Final value of an item',
              cell: ({ rule, isChosen }) => (
                <>
                  {ruleWords[rule].name}
                  {isChosen && (
                    <Badge ml="xs" size="sm" tt="none" variant="light">
                      this study
                    </Badge>
                  )}
                  <Text size="sm" c="dimmed">
                    {ruleWords[rule].explanation}
                  </Text>
                </>
              ),
            },
            {
              head: 'Estimate',
              isNumber: true,
              cell: ({ value, lower, upper }) =>
                value === null
                  ? 'not estimable'
                  : formatScore(value, report.scale, digitsOf({ lower, upper }, report.scale)),
            },
            {
              head: 'Interval',
              cell: ({ lower, upper, reason }) =>
                lower !== null && upper !== null
                  ? formatInterval({ lower, upper }, report.scale)
                  : (reason ?? 'no interval'),
            },
            { head: 'Items used', isNumber: true, cell: ({ labeled }) => formatCount(labeled) },
            { head: 'Need a decision', isNumber: true, cell: ({ undecided }) => formatCount(undecided) },
          ]}
        />
      )}
    </section>
  );
}
