import { Badge, Text } from '@mantine/core';
import type { EstimateReport } from '../../../shared/contract/index.ts';
import { defaultEstimate, scoreWriter } from '../../../shared/estimate-words.ts';
import { formatCount, formatPercent, writtenEstimate } from '../../api/format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Term } from '../../ui/term.tsx';
import classes from './results.module.css';

interface BesideRow {
  name: string;
  badge?: string;
  detail: string;
  value: string;
}

/** Numbers from elsewhere, to be read beside the estimate: judges, and the full evaluation where it is known. */
export function Beside({ report }: { report: EstimateReport }) {
  const { judges, fullEvaluation, scale } = report;
  const people = defaultEstimate(report);
  const isSigned = report.comparison !== null;
  const { value, interval } = people
    ? writtenEstimate(people, scale, { isSigned })
    : { value: null, interval: null };
  const write = scoreWriter(report);
  if (judges.length === 0 && !fullEvaluation) return null;
  const rows: BesideRow[] = [];
  if (report.labeled > 0 && value !== null) {
    rows.push({ name: 'People, by this study', detail: interval ?? 'no interval', value });
  }
  for (const judge of judges) {
    rows.push({
      name: judge.name,
      ...(judge.alsoSurrogate && { badge: 'also helps the estimate' }),
      detail: `judge only, ${formatCount(judge.items)} items, no human`,
      value: write(judge.value),
    });
  }
  if (fullEvaluation) {
    const { complete, items } = fullEvaluation;
    rows.push({
      name: complete ? 'Full human evaluation' : 'Imported human evaluation',
      detail: `${formatCount(items)} items${complete ? '' : ', not all'}`,
      value: write(fullEvaluation.value),
    });
    if (complete && !report.comparison) {
      rows.push({ name: 'Consistency ratio of this run', ...consistencyWords(report) });
    }
  }
  return (
    <section aria-labelledby="beside-title">
      <h2 id="beside-title" className={classes.heading}>
        <Term word="people beside machines">People beside machines</Term>
      </h2>
      <DataTable
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          {
            cell: ({ name, badge, detail }) => (
              <>
                {name}
                {badge && (
                  <Badge ml="xs" size="sm" tt="none" variant="light" color="gray">
                    {badge}
                  </Badge>
                )}
                <Text size="xs" c="dimmed">
                  {detail}
                </Text>
              </>
            ),
          },
          { isNumber: true, look: () => ({ className: classes.whole }), cell: ({ value }) => value },
        ]}
      />
      {judges.length > 0 && (
        <Text size="xs" c="dimmed" mt={4}>
          A judge’s own mean has no interval: how far it lies from people is what the labels measure.
        </Text>
      )}
    </section>
  );
}

function consistencyWords({ labeled, consistencyRatio }: EstimateReport): { detail: string; value: string } {
  if (labeled === 0) return { detail: 'from the first label on', value: '' };
  if (consistencyRatio === null) {
    return { detail: 'undefined here: the full evaluation is 0, or there is no estimate', value: '' };
  }
  return { detail: '1 − |estimate − full| / |full|, a single run', value: formatPercent(consistencyRatio) };
}
