import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { Judge, Run } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useStudyOptions } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { studyOfRun, whyNoStudy } from '../../parts/judge-choices.ts';
import { useJudges } from '../../parts/judge-queries.ts';
import { paths } from '../../ui/place/paths.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';

interface StudyFromRunProps {
  run: Run;
  size?: 'compact-sm' | 'sm';
}

/** Leads from the scores of a judge to the study that they serve, with everything chosen; nothing while there are none. */
export function StudyFromRun({ run, size = 'sm' }: StudyFromRunProps) {
  const judge = useJudges().data?.find(({ id }) => id === run.judgeId);
  const queries = useQueryClient();
  const [, go] = useLocation();
  const make = useMutation({
    mutationFn: () => declareCriterion(run, judge!),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queryKeys.studyOptions(run.datasetId) });
      go(paths.newStudyWith(run.datasetId, run.id));
    },
  });
  const hasScores = run.state !== 'running' && judge && studyOfRun(run, judge) !== null;
  const options = useStudyOptions(hasScores ? run.datasetId : null);
  if (!hasScores || !options.data) return null;
  return (
    <>
      <ReasonButton
        lack={whyNoStudy(run, judge, options.data)}
        size={size}
        variant={size === 'sm' ? 'filled' : 'default'}
        aria-label={`Make a study with it: ${run.title}`}
        loading={make.isPending}
        onClick={() => make.mutate()}
      >
        Make a study with it
      </ReasonButton>
      {make.error && <ProblemNote problem={toProblem(make.error)} />}
    </>
  );
}

/** People can be asked only about what the data set has a scale for: a criterion that only the judge knows gets its scale. */
async function declareCriterion(run: Run, judge: Judge): Promise<void> {
  const { datasetId } = run;
  const { criteria, surrogates } = await api.study.options({ datasetId });
  const measure = studyOfRun(run, judge, surrogates)?.measure;
  if (measure?.kind !== 'criterion' || criteria.some(({ name }) => name === measure.criterion)) return;
  const { name, scale } = judge.criteria[0]!;
  await api.dataset.declareScale({ datasetId, kind: 'criterion', name, scale });
}
