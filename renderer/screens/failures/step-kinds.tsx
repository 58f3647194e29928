import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { stepSharesNote, stepsWithoutCall } from '../../../shared/failure-words.ts';
import { formatPercent } from '../../../shared/number-text.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { whyUnread } from '../../api/queries.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { stepsQuery } from './failure-queries.ts';
import classes from './failures.module.css';

/** How often steps of each tool are wrong; nothing before anybody rated one. */
export function StepKinds({ studyId }: { studyId: number }) {
  const steps = useQuery(stepsQuery(studyId));
  if (whyUnread(steps)) return <ProblemNote problem={toProblem(steps.error)} />;
  if (!steps.data || steps.data.kinds.length === 0) return null;
  const { kinds, because } = steps.data;
  return (
    <section aria-label="Steps that are wrong">
      <Text fw={600} component="h2" fz="md">
        Which steps go wrong?
      </Text>
      <DataTable
        label="Steps that are wrong"
        rows={kinds}
        keyOf={({ kind }) => kind}
        columns={[
          {
            head: 'Tool',
            namesRow: true,
            look: () => ({ className: classes.tool }),
            cell: ({ kind }) => (kind === '' ? stepsWithoutCall : kind),
          },
          {
            head: 'Rated',
            cell: ({ rated, pool }) => (pool ? `${rated.steps} of ${pool.steps}` : rated.steps),
          },
          { head: 'Wrong of those', cell: ({ rated }) => Number(rated.wrong.toFixed(1)) },
          {
            head: 'Wrong of all such steps',
            cell: ({ share }) =>
              share === null || share.value === null
                ? 'not estimable yet'
                : `${formatPercent(share.value)} (${formatPercent(share.lower)} to ${formatPercent(share.upper)})`,
          },
        ]}
      />
      <Text size="sm" c="dimmed">
        {because === null ? stepSharesNote : `Shares are not estimable: ${because}.`}
      </Text>
    </section>
  );
}
