import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { stepSharesNote, stepsWithoutCall } from '../../../shared/failure-words.ts';
import { formatPercent } from '../../../shared/number-text.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { whyUnread } from '../../api/queries.ts';
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
      <div className={classes.stepTable}>
        <table className="tabular">
          <thead>
            <tr>
              <th scope="col">Tool</th>
              <th scope="col">Rated</th>
              <th scope="col">Wrong of those</th>
              <th scope="col">Wrong of all such steps</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ kind, rated, pool, share }) => (
              <tr key={kind}>
                <th scope="row">{kind === '' ? stepsWithoutCall : kind}</th>
                <td>{pool ? `${rated.steps} of ${pool.steps}` : rated.steps}</td>
                <td>{Number(rated.wrong.toFixed(1))}</td>
                <td>
                  {share === null || share.value === null
                    ? 'not estimable yet'
                    : `${formatPercent(share.value)} (${formatPercent(share.lower)} to ${formatPercent(share.upper)})`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Text size="sm" c="dimmed">
        {because === null ? stepSharesNote : `Shares are not estimable: ${because}.`}
      </Text>
    </section>
  );
}
