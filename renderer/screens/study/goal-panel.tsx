import { Text } from '@mantine/core';
import type { Study } from '../../../shared/contract/index.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useAdvice } from '../../api/queries.ts';
import { formatCount } from '../../app/format.ts';
import { GoalAdvice } from '../../ui/goal-advice.tsx';
import { GoalEditor } from '../../ui/goal-editor.tsx';
import { Panel } from '../../ui/panel.tsx';
import { widthWords } from './plan-words.ts';

/** What the study is labeled for, what that takes from here, and whether to stop. */
export function GoalPanel({ study }: { study: Study }) {
  const { data: forecast, error } = useAdvice(study.id);
  return (
    <Panel title="When is it enough?">
      {error && <ProblemNote problem={toProblem(error)} />}
      {forecast && (
        <>
          <GoalAdvice forecast={forecast} />
          <GoalEditor key={study.id} studyId={study.id} goal={study.goal} scale={forecast.scale} />
          {forecast.atBudget.length > 0 && (
            <Text size="sm" c="dimmed" className="tabular">
              {forecast.atBudget
                .map(
                  ({ labels, halfWidth }) =>
                    `${formatCount(labels)} labels: about ${widthWords(halfWidth, forecast.scale)}`,
                )
                .join('; ')}
              .{' '}
              {forecast.spread === 'guessed'
                ? 'A guess until the tenth label.'
                : 'From the spread of the labels so far.'}
            </Text>
          )}
        </>
      )}
    </Panel>
  );
}
