import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { EstimateReport } from '../../../shared/contract/index.ts';
import { inPercent } from '../../../shared/number-text.ts';
import { testedSentence } from '../../../shared/together-words.ts';
import { plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { whyUnread } from '../../api/queries.ts';
import { SubgroupChart } from '../../charts/subgroup-chart.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { tellsApart } from './difference-words.ts';
import { fieldsQuery, subgroupsQuery } from './result-queries.ts';

/** Fields that are looked through for one that tells something. */
const mostTried = 8;

/** The same labels, split by what the items are; shown once a subgroup has labels enough. */
export function SubgroupsSection({ report }: { report: EstimateReport }) {
  const { studyId, measureName } = report;
  const fields = useQuery(fieldsQuery(studyId));
  const [chosen, setChosen] = useState<string | null>(null);
  const [tried, setTried] = useState(0);
  const field = chosen ?? fields.data?.[tried]?.field ?? null;
  const subgroups = useQuery({
    ...subgroupsQuery(studyId, field ?? ''),
    enabled: field !== null,
    placeholderData: keepPreviousData,
  });
  const isTelling = subgroups.data?.field !== field || tellsApart(subgroups.data);
  const mayTry = Math.min(fields.data?.length ?? 0, mostTried) - 1;
  // The first field that tells something is shown; none where none does.
  useEffect(() => {
    if (chosen === null && !isTelling && tried < mayTry) setTried(tried + 1);
  }, [chosen, isTelling, tried, mayTry]);
  const error = whyUnread(fields, subgroups);
  if (error) return <ProblemNote problem={toProblem(error)} />;
  const found = subgroups.data;
  if (!fields.data || field === null || !found) return null;
  if (chosen === null && (!isTelling || found.field !== field)) return null;
  const unknown = found.subgroups.filter(({ estimable }) => !estimable).length + found.omitted;
  const tested = testedSentence(found);
  const notes = [
    ...(tested === null ? [] : [tested]),
    'The lines are approximate intervals for one look at one subgroup; the interval of the study is above.',
    `${unknown === 0 ? 'A subgroup needs' : `${plural(unknown, 'subgroup')} without a number: each needs`} ten labeled items.`,
    ...(found.omitted > 0 ? [`The table has the ${found.subgroups.length} largest.`] : []),
  ];
  return (
    <SubgroupChart
      found={inPercent({ ...found, isShare: report.isShare })}
      measureName={measureName}
      note={notes.join(' ')}
      controls={
        <NativeSelect
          size="xs"
          aria-label="Split by"
          value={field}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={fields.data.map((one) => ({ value: one.field, label: `by ${one.name}` }))}
        />
      }
    />
  );
}
